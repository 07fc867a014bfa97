/* SPDX-License-Identifier: MIT
 *
 * Makes ticks once for several demos.
 */
#include "cli/split_view.h"

#include <string.h>

#include "cli/convert_pace.h"

static int gather(void *user, tt_bytes piece)
{
    struct split_view *view = user;
    if (piece.size > sizeof view->buffer - view->used) {
        return 1; /* there is room for a tick, see split_view_run */
    }
    memcpy(view->buffer + view->used, piece.data, piece.size);
    view->used += piece.size;
    return 0;
}

void split_view_begin(struct split_view *view, const tt_convert *base, const tt_demo_header *header)
{
    tt_demo_header without_map = *header;
    without_map.map_size = 0;
    view->c = *base;
    tt_demo_writer_init(&view->writer, &view->memory, gather, view);
    tt_demo_write_header(&view->writer, &without_map);
    view->used = 0; /* demos have headers of their own */
}

void split_view_add(struct split_view *view, struct split_lane *lane)
{
    lane->view = view;
    lane->next = view->first;
    view->first = lane;
    view->fresh++;
}

void split_view_remove(struct split_view *view, struct split_lane *lane)
{
    struct split_lane **at = &view->first;
    while (*at != lane) {
        at = &(*at)->next;
    }
    *at = lane->next;
    view->fresh -= !lane->has_begun;
}

void split_view_flush(struct split_view *view)
{
    const tt_bytes bytes = {view->buffer, view->used};
    for (struct split_lane *lane = view->first; lane != NULL; lane = lane->next) {
        if (bytes.size != 0 && lane->has_begun) {
            tt_demo_write_chunks(&lane->writer, view->writer.tick, bytes);
        }
    }
    view->used = 0;
}

/* The first tick of a demo, by a copy of the conversion before this tick. */
static void begin_lane(struct split_desk *desk, struct split_lane *lane, const tt_world *world,
                       int32_t tick)
{
    tt_convert *c = &desk->scratch;
    *c = lane->view->c;
    tt_convert_begin(c);
    tt_convert_write(c, &lane->writer, world, tick);
    lane->first_tick = lane->writer.tick;
    lane->snapshots = c->snapshots;
    lane->messages = c->messages;
    lane->left_out = c->left_out;
}

/* From here on the view goes on for it. */
static void follow_view(struct split_lane *lane)
{
    const tt_convert *c = &lane->view->c;
    lane->has_begun = true;
    lane->view->fresh--;
    lane->snapshots -= c->snapshots;
    lane->messages -= c->messages;
    lane->left_out -= c->left_out;
}

/* What a delta cannot say, a full snapshot does; so the view has every snapshot that one of its
 * demos began with. */
static void make_tick(struct split_view *view, const tt_world *world)
{
    if (tt_convert_write(&view->c, &view->writer, world, view->tick) == TT_OK && view->c.is_due &&
        view->writer.tick != view->tick - view->c.shift) {
        tt_demo_write_keyframe(&view->writer, view->tick - view->c.shift, &view->c.snap);
    }
}

/* A tick in which demos begin. One that cannot, as nothing is seen in this tick, tries again. */
static void make_first_tick(struct split_view *view, struct split_desk *desk, const tt_world *world)
{
    split_view_flush(view);
    for (struct split_lane *lane = view->first; lane != NULL; lane = lane->next) {
        if (!lane->has_begun) {
            begin_lane(desk, lane, world, view->tick);
        }
    }
    make_tick(view, world);
    split_view_flush(view);
    for (struct split_lane *lane = view->first; lane != NULL; lane = lane->next) {
        if (!lane->has_begun && lane->writer.tick >= 0) {
            follow_view(lane);
        }
    }
}

/* Joins, deaths and finishes of whom the demos are about. */
static void set_markers(struct split_view *view)
{
    for (struct split_lane *lane = view->first; lane != NULL; lane = lane->next) {
        if (tt_convert_marks(&view->c, lane->piece->cid)) {
            split_view_flush(view);
            tt_demo_write_marker(&lane->writer);
        }
    }
}

void split_view_step(struct split_view *view, struct split_desk *desk, const tt_world *world,
                     int32_t end, enum convert_gaps gaps)
{
    if (view->fresh != 0) {
        make_first_tick(view, desk, world);
    } else {
        make_tick(view, world);
    }
    set_markers(view);
    if (view->used > sizeof view->buffer / 4) {
        split_view_flush(view);
    }
    view->tick += convert_pace(&view->c, world, view->tick, end, gaps);
}

void split_view_run(struct split_view *view, struct split_desk *desk, const tt_world *world,
                    int32_t end, enum convert_gaps gaps)
{
    while (view->tick < end) {
        split_view_step(view, desk, world, end, gaps);
    }
}
