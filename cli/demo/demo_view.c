/* SPDX-License-Identifier: MIT
 *
 * Makes ticks once for several demos.
 */
#include "cli/demo/demo_view.h"

#include <string.h>

#include "cli/demo/convert_pace.h"

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

void demo_view_begin(struct demo_view *view, const tt_convert *base, const tt_demo_header *header)
{
    tt_demo_header without_map = *header;
    without_map.map_size = 0;
    view->c = *base;
    if (view->only != NULL) {
        return; /* its demo has the writer */
    }
    tt_demo_writer_init(&view->writer, &view->memory, gather, view);
    tt_demo_write_header(&view->writer, &without_map);
    view->used = 0; /* demos have headers of their own */
}

void demo_view_add(struct demo_view *view, struct demo_lane *lane)
{
    lane->view = view;
    lane->next = view->first;
    view->first = lane;
    view->fresh++;
}

void demo_view_remove(struct demo_view *view, struct demo_lane *lane)
{
    struct demo_lane **at = &view->first;
    while (*at != lane) {
        at = &(*at)->next;
    }
    *at = lane->next;
    view->fresh -= !lane->has_begun;
}

/* What was gathered, of which `tick` is the last tick. */
static void hand_over(struct demo_view *view, int32_t tick)
{
    const tt_bytes bytes = {view->buffer, view->used};
    for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
        if (bytes.size != 0 && lane->has_begun) {
            tt_demo_write_chunks(&lane->out.writer, tick, bytes);
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
    const struct cut_part *piece = lane->piece;
    return desk->past->slot[piece->cid].session == piece->session ? piece->cid : -1;
}

/* The first tick of a demo, by a copy of the conversion before this tick. */
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
    tt_convert_write(c, &lane->out.writer, world, tick);
    lane->seen = c->seen;
    lane->local = c->local;
    lane->first_tick = lane->out.writer.tick;
    lane->snapshots = c->snapshots;
    lane->messages = c->messages;
    lane->left_out = c->left_out;
}

/* From here on the view goes on for it. */
static void follow_view(struct demo_lane *lane)
{
    const tt_convert *c = &lane->view->c;
    lane->has_begun = true;
    lane->view->fresh--;
    lane->snapshots -= c->snapshots;
    lane->messages -= c->messages;
    lane->left_out -= c->left_out;
}

/* Whether a demo needs a keyframe of its own in place of the snapshot of the view: its client is
 * not that of the view there, or another one than before. */
static bool needs_keyframe(const struct demo_view *view, const struct demo_lane *lane)
{
    bool is_keyframe = view->writer.keyframe_tick == view->writer.tick;
    return lane->has_begun && view->c.is_due &&
           (view->local != view->c.local || lane->local != lane->seen.cid ||
            (is_keyframe && lane->local != view->c.local));
}

static bool write_own_keyframe(const struct demo_view *view, struct demo_desk *desk,
                               struct demo_lane *lane)
{
    tt_snap snap;
    tt_convert_seen_by(&view->c, lane->seen.cid, &desk->space, &snap);
    lane->local = lane->seen.cid;
    return tt_demo_write_keyframe(&lane->out.writer, view->writer.tick, &snap) == TT_OK;
}

/* The snapshot is the last that was gathered, in `shared`, and `before` the tick before it: some
 * demos have it their own way. */
static void see_snapshot(struct demo_view *view, struct demo_desk *desk, const tt_world *world,
                         tt_bytes shared, int32_t before)
{
    bool is_shared = true;
    for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
        tt_convert_see(&view->c, world, &lane->seen, whom_of(desk, lane));
        is_shared = is_shared && !needs_keyframe(view, lane);
    }
    if (!is_shared) {
        view->used -= shared.size;
        hand_over(view, before);
        for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
            bool has_own = needs_keyframe(view, lane) && write_own_keyframe(view, desk, lane);
            if (lane->has_begun && !has_own) {
                tt_demo_write_chunks(&lane->out.writer, view->writer.tick, shared);
            }
        }
    }
    view->local = view->c.is_due ? view->c.local : view->local;
}

/* Of a view with one demo, which goes right into it. */
static void make_own_tick(struct demo_view *view, const tt_world *world)
{
    tt_convert *c = &view->c;
    struct demo_lane *lane = view->first;
    c->left_out += tt_convert_tick(c, world, (int32_t)view->tick) != TT_OK;
    c->marker = c->marker && lane->piece->cid < 0; /* else set_markers does */
    if (tt_convert_write_snapshot(c, &lane->out.writer) == TT_OK) {
        tt_convert_write_messages(c, &lane->out.writer);
    }
    if (!lane->has_begun && lane->out.writer.tick >= 0) {
        lane->has_begun = true;
        lane->first_tick = lane->out.writer.tick;
    }
}

/* What a delta cannot say, a full snapshot does; so the view has every snapshot that one of its
 * demos began with. */
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

/* A tick in which demos begin. One that cannot, as nothing is seen in this tick, tries again. */
static void make_first_tick(struct demo_view *view, struct demo_desk *desk, const tt_world *world)
{
    demo_view_flush(view);
    for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
        if (!lane->has_begun) {
            begin_lane(desk, lane, world, (int32_t)view->tick);
        }
    }
    make_tick(view, desk, world);
    demo_view_flush(view);
    for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
        if (!lane->has_begun && lane->out.writer.tick >= 0) {
            follow_view(lane);
        }
    }
}

/* Joins, deaths and finishes of whom the demos are about. */
static void set_markers(struct demo_view *view)
{
    for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
        if (lane->piece->cid >= 0 && tt_convert_marks(&view->c, lane->piece->cid)) {
            demo_view_flush(view);
            tt_demo_write_marker(&lane->out.writer);
        }
    }
}

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
