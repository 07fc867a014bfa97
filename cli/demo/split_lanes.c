/* SPDX-License-Identifier: MIT
 *
 * Opens demos of pieces, and gives those that are whole their names.
 */
#include "cli/demo/split_lanes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/demo/convert_pace.h"
#include "cli/demo/convert_report.h"
#include "cli/shell/memory.h"

/* The view of a piece: one that shows the same at the same ticks, or a new one. */
static struct split_view *view_for(struct split_work *w, const struct cut_part *piece)
{
    const struct demo_options *options = split_options(w);
    bool is_mine = split_is_own(options);
    for (size_t i = 0; i < w->views; i++) {
        if (w->view[i]->only == NULL && w->view[i]->c.shift == 0) {
            return w->view[i];
        }
    }
    struct split_view *view = memory_zeros(w->r.job->path, sizeof *view);
    if (view != NULL) {
        split_view_begin(view, &w->base, &w->header);
        view->tick = w->tick;
        view->only = is_mine ? piece : NULL;
        view->c.only = options->only;
        view->c.focus[piece->cid] =
            is_mine && w->desk.past->slot[piece->cid].session == piece->session;
        view->c.local = options->as != NULL ? piece->cid : -1;
        if (options->only) {
            view->c.shared = &w->base;
            view->next_of_cid = w->of_cid[piece->cid];
            w->of_cid[piece->cid] = view;
        }
        w->view[w->views++] = view; /* there are never more than lanes */
    }
    return view;
}

static void leave_cid(struct split_work *w, const struct split_view *view)
{
    struct split_view **at = &w->of_cid[view->only->cid];
    while (*at != view) {
        at = &(*at)->next_of_cid;
    }
    *at = view->next_of_cid;
}

/* Unless somebody looks at it. */
static void drop_view(struct split_work *w, struct split_view *view)
{
    if (view->c.shared != NULL && view->first == NULL) {
        leave_cid(w, view);
    }
    for (size_t i = 0; i < w->views && view->first == NULL; i++) {
        if (w->view[i] == view) {
            w->view[i] = w->view[--w->views];
            free(view);
            return;
        }
    }
}

static bool open_file(struct split_work *w, struct split_lane *lane)
{
    if (!demo_file_open(&lane->out, w->r.job, lane->path, &w->desk.memory, &w->status)) {
        return false;
    }
    if (tt_demo_write_header(&lane->out.writer, &w->header) == TT_OK) {
        tt_demo_write_map(&lane->out.writer, convert_map_bytes(&w->map, &w->header));
    }
    return true;
}

bool split_lane_open(struct split_work *w, struct cut_part *piece)
{
    struct split_lane *lane = memory_zeros(w->r.job->path, sizeof *lane);
    struct split_view *view = lane != NULL ? view_for(w, piece) : NULL;
    if (view == NULL) {
        free(lane);
        w->status = EXIT_SYSTEM;
        return false;
    }
    lane->piece = piece;
    if (!split_path(lane->path, w->r.job, piece) || !open_file(w, lane)) {
        drop_view(w, view);
        free(lane);
        return false;
    }
    split_view_add(view, lane);
    w->lane[w->lanes++] = lane;
    return true;
}

static void report(const struct split_work *w, const struct split_lane *lane)
{
    const tt_convert *c = &lane->view->c;
    char run[16] = "null";
    if (lane->piece->run >= 0) {
        snprintf(run, sizeof run, "%" PRId32, lane->piece->run);
    }
    const struct convert_result result = {
        .output = lane->path,
        .first_tick = lane->first_tick,
        .last_tick = lane->out.writer.tick,
        .bytes = lane->out.writer.written,
        .snapshots = lane->snapshots + c->snapshots,
        .messages = lane->messages + c->messages,
        .markers = lane->out.writer.header.marker_count,
        .left_out = lane->left_out + c->left_out,
        .shortened = c->shift,
        .map = w->map.found.path,
        .map_bytes = lane->out.writer.header.map_size,
        .cid = lane->piece->cid,
        .name = lane->piece->name,
        .run_ticks = run,
    };
    convert_report(w->r.job, &result);
}

/* Gives the demo its name. One that nothing went into is no failure of the others. */
static void commit(struct split_work *w, struct split_lane *lane)
{
    bool is_short = !lane->has_begun || lane->snapshots + lane->view->c.snapshots < CONVERT_FEWEST;
    if (is_short && !demo_file_has_failed(&lane->out)) {
        demo_file_discard(&lane->out);
        w->too_short++;
    } else if (demo_file_finish(&lane->out, &w->status)) {
        w->written++;
        report(w, lane);
    }
}

void split_lane_close(struct split_work *w, size_t index, bool is_whole)
{
    struct split_lane *lane = w->lane[index];
    split_view_flush(lane->view);
    if (is_whole) {
        commit(w, lane);
    } else {
        demo_file_discard(&lane->out);
    }
    lane->piece->is_done = true;
    split_view_remove(lane->view, lane);
    drop_view(w, lane->view);
    w->lane[index] = w->lane[--w->lanes];
    free(lane);
}
