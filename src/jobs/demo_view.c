/* SPDX-License-Identifier: MIT
 *
 * Makes ticks once for several demos.
 *
 * The conversion makes a snapshot, and the view's writer packs it as a delta to the snapshot
 * before. The bytes wait in a buffer, and the writers of all its demos then copy them. Each further
 * demo therefore costs only a copy.
 *
 * A recording has no record for ticks in which nothing changes. A demo needs some of these ticks,
 * or a client would move tees slowly over the silence.
 */
#include "jobs/demo.h"
#include "teehistorian/record.h"

#include <string.h>

#include "convert/convert.h"
#include "demo/write.h"

#define SECOND TT_TICKS_PER_SECOND
#define QUIET_TICKS (5 * SECOND)

static bool is_anybody_playing(const tti_convert *c, const tt_world *world)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (world->tee[cid].alive && (!c->only || c->focus[cid])) {
            return true;
        }
    }
    return false;
}

/* Returns how many ticks later the next tick is made. The snapshot may change by itself from `wake`
 * on (an eye closes, an emoticon ends), so a silence ends there. The last tick of a silence is
 * always made: otherwise the game would move a tee slowly over the gap. A gap keeps a second of
 * ticks. */
static int32_t pace(tti_convert *c, const struct demo_desk *desk, int32_t tick, int64_t end)
{
    if (c->unseen != 0) {
        int64_t unseen = (end < c->unseen ? end : c->unseen) - tick - 1;
        return unseen > QUIET_TICKS ? (int32_t)unseen : 1;
    }
    int64_t quiet = (end < c->wake ? end : c->wake) - tick - 1;
    bool is_idle =
        desk->options->skip_idle && quiet > SECOND && !is_anybody_playing(c, desk->world);
    /* No snapshot is made in a tick that `every` leaves out. */
    if (!c->is_due || quiet <= (is_idle ? SECOND : QUIET_TICKS)) {
        return 1;
    }
    if (is_idle || (quiet >= TTI_SILENCE_MOST && !desk->options->whole)) {
        int32_t gone = (int32_t)(quiet - SECOND);
        c->shift += gone;
        return gone + 1;
    }
    /* A file of few bytes may claim years, so a silence of more than an hour has few snapshots. */
    int64_t step = quiet / (TTI_SILENCE_MOST / SECOND);
    step = step > SECOND ? step : SECOND;
    return (int32_t)(quiet < step ? quiet : step);
}

/* Gathers bytes of the view's writer; a refusal makes that writer fail. The buffer always has room:
 * it is emptied when a quarter is full (tti_demo_view_step), and a tick needs less than the
 * rest. */
static int gather(void *user, tt_bytes piece)
{
    struct demo_view *view = user;
    if (piece.size > sizeof view->buffer - view->used) {
        return 1;
    }
    memcpy(view->buffer + view->used, piece.data, piece.size);
    view->used += piece.size;
    return 0;
}

/* Begins a view. A view of several demos has a writer, whose header and map go into no demo. */
void tti_demo_view_begin(struct demo_view *view, const tt_convert *base,
                         const tt_demo_header *header)
{
    tt_demo_header without_map = *header;
    without_map.map_size = 0;
    view->convert = *base;
    view->c = tti_convert_of(&view->convert);
    if (view->only != NULL) {
        return;
    }
    tt_demo_writer_init(&view->writer, &view->memory, gather, view);
    tt_demo_write_header(&view->writer, &without_map);
    view->used = 0;
}

/* Gives the gathered bytes to all demos of the view. A demo that has not begun gets nothing,
 * because its own first tick replaces them. */
static void hand_over(struct demo_view *view, int32_t tick)
{
    const tt_bytes bytes = {view->buffer, view->used};
    for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
        if (bytes.size != 0 && lane->has_begun) {
            tti_demo_write_chunks(&lane->writer, tick, bytes);
        }
    }
    view->used = 0;
}

static int32_t tick_of(const tt_demo_writer *writer)
{
    return tt_demo_writer_look(writer).tick;
}

void tti_demo_view_flush(struct demo_view *view)
{
    hand_over(view, tick_of(&view->writer));
}

static int32_t whom_of(const struct demo_desk *desk, const struct demo_lane *lane)
{
    const tt_io_span *piece = lane->piece;
    return tti_th_history_seen(desk->past)->slot[piece->cid].session == piece->session ? piece->cid
                                                                                       : -1;
}

/* Writes the first tick of a demo: a keyframe, and messages that describe the present state. Uses a
 * copy of the conversion, so that the other demos continue unchanged. */
static void begin_lane(struct demo_desk *desk, struct demo_lane *lane, int32_t tick)
{
    tti_convert *c = tti_convert_of(&desk->scratch);
    int32_t whom = whom_of(desk, lane);
    desk->scratch = lane->view->convert;
    tti_convert_begin(c);
    if (whom >= 0) {
        c->focus[whom] = 1;
    }
    tt_convert_write(&desk->scratch, &lane->writer, desk->world, tick);
    lane->seen = c->seen;
    lane->local = c->local;
    lane->first_tick = tick_of(&lane->writer);
    lane->snapshots = c->snapshots;
    lane->messages = c->messages;
    lane->left_out = c->left_out;
}

/* Returns true when a demo needs a keyframe of its own. Demos share the deltas of the view while
 * all of them follow the client that they followed before. A demo needs a keyframe when it or the
 * view changes to another client, and at each keyframe of the view while the two follow different
 * clients. */
static bool needs_keyframe(const struct demo_view *view, const struct demo_lane *lane)
{
    bool is_keyframe = tt_demo_writer_look(&view->writer).keyframe_tick == tick_of(&view->writer);
    return lane->has_begun && view->c->is_due &&
           (view->local != view->c->local || lane->local != lane->seen.cid ||
            (is_keyframe && lane->local != view->c->local));
}

static bool write_own_keyframe(const struct demo_view *view, struct demo_desk *desk,
                               struct demo_lane *lane)
{
    tt_snap snap;
    tti_convert_seen_by(view->c, lane->seen.cid, &desk->space, &snap);
    lane->local = lane->seen.cid;
    return tti_demo_write_keyframe(&lane->writer, tick_of(&view->writer), &snap) == TT_OK;
}

/* Gives the snapshot `shared` to the demos, or to some a keyframe of their own. `before` is the
 * tick of the earlier bytes in the buffer, which the demos get first. Usually no demo needs a
 * keyframe, and the snapshot remains in the buffer. */
static void see_snapshot(struct demo_view *view, struct demo_desk *desk, tt_bytes shared,
                         int32_t before)
{
    bool is_shared = true;
    for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
        tti_convert_see(view->c, desk->world, &lane->seen, whom_of(desk, lane));
        is_shared = is_shared && !needs_keyframe(view, lane);
    }
    if (!is_shared) {
        view->used -= shared.size;
        hand_over(view, before);
        for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
            bool has_own = needs_keyframe(view, lane) && write_own_keyframe(view, desk, lane);
            if (lane->has_begun && !has_own) {
                tti_demo_write_chunks(&lane->writer, tick_of(&view->writer), shared);
            }
        }
    }
    view->local = view->c->is_due ? view->c->local : view->local;
}

/* Makes a tick of a view with one demo. Ticks in which the client of `as` sees nothing are not
 * written, so a demo may begin later than its lane. */
static void make_own_tick(struct demo_view *view, const tt_world *world)
{
    tti_convert *c = view->c;
    struct demo_lane *lane = view->first;
    c->left_out += tti_convert_tick(c, world, (int32_t)view->tick) != TT_OK;
    c->marker = c->marker && lane->piece->cid < 0;
    if (tti_convert_write_news(c, &lane->writer) == TT_OK &&
        tti_convert_write_snapshot(c, &lane->writer) == TT_OK) {
        tti_convert_write_messages(c, &lane->writer);
    }
    if (!lane->has_begun && tick_of(&lane->writer) >= 0) {
        lane->has_begun = true;
        lane->first_tick = tick_of(&lane->writer);
    }
}

/* Makes a tick of a view with several demos. Writes a keyframe when the delta was refused: the
 * demos that begin in this tick have its snapshot, so later deltas must be relative to it. */
static void make_tick(struct demo_view *view, struct demo_desk *desk)
{
    tti_convert *c = view->c;
    int32_t before = tick_of(&view->writer), tick = (int32_t)view->tick;
    c->left_out += tti_convert_tick(c, desk->world, tick) != TT_OK;
    tti_convert_write_news(c, &view->writer);
    size_t at = view->used;
    tt_status status = tti_convert_write_snapshot(c, &view->writer);
    if (status == TT_OK && c->is_due && tick_of(&view->writer) != tick - c->shift) {
        tti_demo_write_keyframe(&view->writer, tick - c->shift, &c->snap);
    }
    if (c->view) {
        const tt_bytes shared = {view->buffer + at, view->used - at};
        see_snapshot(view, desk, shared, before);
    }
    if (status == TT_OK) {
        tti_convert_write_messages(c, &view->writer);
    }
}

/* Makes a tick in which demos begin. A demo that cannot begin, because it has no snapshot yet,
 * tries again in the next tick. The flushes before and after keep the bytes of this tick from
 * reaching new demos twice. */
static void make_first_tick(struct demo_view *view, struct demo_desk *desk)
{
    tti_demo_view_flush(view);
    for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
        if (!lane->has_begun) {
            begin_lane(desk, lane, (int32_t)view->tick);
        }
    }
    make_tick(view, desk);
    tti_demo_view_flush(view);
    for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
        if (!lane->has_begun && tick_of(&lane->writer) >= 0) {
            lane->has_begun = true;
            view->fresh--;
            lane->snapshots -= view->c->snapshots;
            lane->messages -= view->c->messages;
            lane->left_out -= view->c->left_out;
        }
    }
}

/* Makes a tick. A marker belongs to the tick that was written last, so the gathered ticks are given
 * to the demos before it. The length of the step needs results of the conversion. */
void tti_demo_view_step(struct demo_view *view, struct demo_desk *desk, int64_t end)
{
    if (view->only != NULL) {
        make_own_tick(view, desk->world);
    } else if (view->fresh != 0) {
        make_first_tick(view, desk);
    } else {
        make_tick(view, desk);
    }
    for (struct demo_lane *lane = view->first; lane != NULL; lane = lane->next) {
        if (lane->piece->cid >= 0 && tti_convert_marks(view->c, lane->piece->cid)) {
            tti_demo_view_flush(view);
            tt_demo_write_marker(&lane->writer);
        }
    }
    if (view->used > sizeof view->buffer / 4) {
        tti_demo_view_flush(view);
    }
    view->tick += pace(view->c, desk, (int32_t)view->tick, end);
}
