/* SPDX-License-Identifier: MIT
 *
 * Makes ticks once for several demos.
 *
 * The conversion makes a snapshot, the view's writer packs it as a delta to the one before, and the
 * bytes wait in a buffer until they are given to the writers of all its demos, which take them as
 * they are. So the cost of a tick is that of one demo, and a copy for each further one.
 */
#include "cli/demo/demo_view.h"

#include <string.h>

#include "cli/demo/convert_pace.h"

/* Takes what the view's writer writes. Refusing makes that writer fail; it does not come to that,
 * as demo_view_step hands over what is above a quarter of the buffer, and a tick has less than the
 * rest. */
static int gather(void *user, tt_bytes piece)
{
    struct demo_view *view = user;
    if (piece.size > sizeof view->buffer - view->used) {
        return 1; /* there is room for a tick, see demo_view_run */
    }
    memcpy(view->buffer + view->used, piece.data, piece.size);
    view->used += piece.size;
    return 0;
}

/* A view with others has a writer of its own, which begins with a header that no demo gets: it is
 * taken off the buffer. The map is no part of what is gathered. */
void demo_view_begin(struct demo_view *view, const tt_convert *base, const tt_demo_header *header)
{
    tt_demo_header without_map = *header;
    without_map.map_size = 0;
    view->c = *base;
    if (view->only != NULL) {
        return; /* its demo has the writer, and its buffer is not used */
    }
    tt_demo_writer_init(&view->writer, &view->memory, gather, view);
    tt_demo_write_header(&view->writer, &without_map);
    view->used = 0; /* a writer begins with a header; open_file writes those of the demos */
}

/* At the head of the list. A demo that has not begun is `fresh`: the next tick makes a first tick
 * for it. */
void demo_view_add(struct demo_view *view, struct demo_lane *lane)
{
    lane->view = view;
    lane->next = view->first;
    view->first = lane;
    view->fresh++;
}

/* A demo that never began is no longer waited for. */
void demo_view_remove(struct demo_view *view, struct demo_lane *lane)
{
    struct demo_lane **at = &view->first;
    while (*at != lane) {
        at = &(*at)->next;
    }
    *at = lane->next;
    view->fresh -= !lane->has_begun;
}

/* Gives all demos what was gathered, byte for byte, of which `tick` is the last tick. A demo that
 * has not begun gets nothing: its own first tick replaces it. */
static void hand_over(struct demo_view *view, int32_t tick)
{
    const tt_bytes bytes = {view->buffer, view->used};
    for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
        if (bytes.size != 0 && lane->has_begun) {
            tt_demo_write_chunks(&lane->writer, tick, bytes);
        }
    }
    view->used = 0;
}

void demo_view_flush(struct demo_view *view)
{
    hand_over(view, view->writer.tick);
}

/* The client whom a demo is about, while he is there; else -1. */
static int32_t whom_of(const struct demo_desk *desk, const struct demo_lane *lane)
{
    const tt_io_span *piece = lane->piece;
    return desk->past->slot[piece->cid].session == piece->session ? piece->cid : -1;
}

/* The first tick of a demo, by a copy of the conversion before this tick: a keyframe, and the
 * messages that say how things stand. The copy is thrown away, as for the demos that run already
 * nothing begins. Counts are set, and follow_view takes the view's off. */
static void begin_lane(struct demo_desk *desk, struct demo_lane *lane, const tt_world *world,
                       int32_t tick)
{
    tt_convert *c = &desk->scratch;
    int32_t whom = whom_of(desk, lane);
    *c = lane->view->c;
    tt_convert_begin(c);
    if (whom >= 0) {
        c->focus[whom] = 1;
    }
    tt_convert_write(c, &lane->writer, world, tick);
    lane->seen = c->seen;
    lane->local = c->local;
    lane->first_tick = lane->writer.tick;
    lane->snapshots = c->snapshots;
    lane->messages = c->messages;
    lane->left_out = c->left_out;
}

/* From here on the view goes on for it. Its counts are added again in the end, so what the view had
 * before is taken off here (counts have no sign, and wrap back). */
static void follow_view(struct demo_lane *lane)
{
    const tt_convert *c = &lane->view->c;
    lane->has_begun = true;
    lane->view->fresh--;
    lane->snapshots -= c->snapshots;
    lane->messages -= c->messages;
    lane->left_out -= c->left_out;
}

/* Whether a demo needs a keyframe of its own in place of the snapshot of the view. A delta is a
 * difference and is the same for every view as long as none moves: so it is needed when the view
 * of the view moved, when that of the demo did, and at keyframes, which are whole, if the two
 * differ. */
static bool needs_keyframe(const struct demo_view *view, const struct demo_lane *lane)
{
    bool is_keyframe = view->writer.keyframe_tick == view->writer.tick;
    return lane->has_begun && view->c.is_due &&
           (view->local != view->c.local || lane->local != lane->seen.cid ||
            (is_keyframe && lane->local != view->c.local));
}

/* The demo's clock remains that of the view: the keyframe has the tick of the snapshot it
 * replaces. */
static bool write_own_keyframe(const struct demo_view *view, struct demo_desk *desk,
                               struct demo_lane *lane)
{
    tt_snap snap;
    tt_convert_seen_by(&view->c, lane->seen.cid, &desk->space, &snap);
    lane->local = lane->seen.cid;
    return tt_demo_write_keyframe(&lane->writer, view->writer.tick, &snap) == TT_OK;
}

/* The snapshot is the last that was gathered, in `shared`, and `before` the tick before it: some
 * demos have it their own way. What was gathered before this snapshot goes out first, so that the
 * demos get their bytes in order; the snapshot itself then goes to each by itself. Where no demo
 * differs it remains in the buffer, which is the usual case. */
static void see_snapshot(struct demo_view *view, struct demo_desk *desk, const tt_world *world,
                         tt_bytes shared, int32_t before)
{
    bool is_shared = true;
    for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
        tt_convert_see(&view->c, world, &lane->seen, whom_of(desk, lane));
        is_shared = is_shared && !needs_keyframe(view, lane);
    }
    if (!is_shared) {
        /* The shared snapshot is taken off the buffer, as some demos get another one in its
         * place. */
        view->used -= shared.size;
        hand_over(view, before);
        for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
            bool has_own = needs_keyframe(view, lane) && write_own_keyframe(view, desk, lane);
            if (lane->has_begun && !has_own) {
                tt_demo_write_chunks(&lane->writer, view->writer.tick, shared);
            }
        }
    }
    /* Only a tick with a snapshot changes what the next delta is compared with. */
    view->local = view->c.is_due ? view->c.local : view->local;
}

/* Of a view with one demo, which goes right into it. Ticks in which --as sees nothing are not
 * written, so a demo may begin later than its lane. */
static void make_own_tick(struct demo_view *view, const tt_world *world)
{
    tt_convert *c = &view->c;
    struct demo_lane *lane = view->first;
    /* What did not fit into the snapshot is counted as one. */
    c->left_out += tt_convert_tick(c, world, (int32_t)view->tick) != TT_OK;
    c->marker = c->marker && lane->piece->cid < 0; /* else set_markers does */
    if (tt_convert_write_snapshot(c, &lane->writer) == TT_OK) {
        tt_convert_write_messages(c, &lane->writer);
    }
    if (!lane->has_begun && lane->writer.tick >= 0) {
        lane->has_begun = true;
        lane->first_tick = lane->writer.tick;
    }
}

/* What a delta cannot say, a full snapshot does; so the view has every snapshot that one of its
 * demos began with. A delta that the writer refuses is counted by the conversion, and the tick of
 * the writer is not that of the snapshot then. */
static void make_tick(struct demo_view *view, struct demo_desk *desk, const tt_world *world)
{
    tt_convert *c = &view->c;
    size_t at = view->used;
    int32_t before = view->writer.tick, tick = (int32_t)view->tick;
    c->left_out += tt_convert_tick(c, world, tick) != TT_OK;
    tt_status status = tt_convert_write_snapshot(c, &view->writer);
    if (status == TT_OK && c->is_due && view->writer.tick != tick - c->shift) {
        tt_demo_write_keyframe(&view->writer, tick - c->shift, &c->snap);
    }
    if (c->view) {
        const tt_bytes shared = {view->buffer + at, view->used - at};
        see_snapshot(view, desk, world, shared, before);
    }
    if (status == TT_OK) {
        tt_convert_write_messages(c, &view->writer);
    }
}

/* A tick in which demos begin. One that cannot, as nothing is seen in this tick, tries again. Demos
 * that begin get a tick of their own; the view makes the same tick for those that go on. They are
 * handed over on both sides, so that no byte of this tick goes to the new ones twice. */
static void make_first_tick(struct demo_view *view, struct demo_desk *desk, const tt_world *world)
{
    demo_view_flush(view);
    for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
        if (!lane->has_begun) {
            begin_lane(desk, lane, world, (int32_t)view->tick);
        }
    }
    /* For the demos that go on; those that begin have this tick already. */
    make_tick(view, desk, world);
    demo_view_flush(view);
    for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
        if (!lane->has_begun && lane->writer.tick >= 0) {
            follow_view(lane);
        }
    }
}

/* Joins, deaths and finishes of whom the demos are about. A marker belongs to the tick that was
 * written last, so the gathered ticks go out before it is set. */
static void set_markers(struct demo_view *view)
{
    for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
        if (lane->piece->cid >= 0 && tt_convert_marks(&view->c, lane->piece->cid)) {
            demo_view_flush(view);
            tt_demo_write_marker(&lane->writer);
        }
    }
}

/* One tick, for one demo or for all that share it. The buffer is emptied before it can be too small
 * for the next tick. How far to go is asked last, as the pace needs what the conversion found out
 * in this tick. */
void demo_view_step(struct demo_view *view, struct demo_desk *desk, const tt_world *world,
                    int64_t end, enum convert_gaps gaps)
{
    if (view->only != NULL) {
        make_own_tick(view, world);
    } else if (view->fresh != 0) {
        make_first_tick(view, desk, world);
    } else {
        make_tick(view, desk, world);
    }
    set_markers(view);
    if (view->used > sizeof view->buffer / 4) {
        demo_view_flush(view);
    }
    view->tick += convert_pace(&view->c, world, (int32_t)view->tick, end, gaps);
}

void demo_view_run(struct demo_view *view, struct demo_desk *desk, const tt_world *world,
                   int64_t end, enum convert_gaps gaps)
{
    while (view->tick < end && !tt_io_stop_wanted(desk->stop)) {
        demo_view_step(view, desk, world, end, gaps);
    }
}
