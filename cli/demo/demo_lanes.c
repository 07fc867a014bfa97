/* SPDX-License-Identifier: MIT
 *
 * Opens demos of pieces, and gives those that are whole their names.
 *
 * A lane lasts from the begin of its piece (without --split, of the pass) to its end, with a file
 * and a writer of its own; what goes into it is made by its view, which other lanes may share.
 */
#include "cli/demo/demo_lanes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/demo/convert_pace.h"
#include "cli/demo/convert_report.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/target.h"

/* The view of a piece: one that shows the same at the same ticks, or a new one. With --only, --as
 * or without --split every demo shows something else, so its view is its own and `only` is set. A
 * view that has left out ticks (shift) is not joined: its ticks are lower than those of a demo that
 * begins now. */
static struct demo_view *view_for(struct demo_work *w, const tt_io_span *piece)
{
    const struct demo_options *options = demo_options_of(w->r.job);
    bool is_mine = demo_is_own(options);
    for (size_t i = 0; i < w->views; i++) {
        if (w->view[i]->only == NULL && w->view[i]->c.shift == 0) {
            return w->view[i];
        }
    }
    struct demo_view *view = memory_zeros(w->r.job->path, sizeof *view);
    /* A new view begins as a copy of the base, which has followed the recording so far: weapons and
     * hooks are right from its first tick on. With --only views remain small, as they ask the base
     * (`shared`) for what all of them need; of_cid leads records about tees to the views that show
     * them. */
    if (view != NULL) {
        view->only = is_mine ? piece : NULL;
        demo_view_begin(view, &w->base, &w->header);
        view->tick = w->tick;
        view->c.only = options->only;
        if (piece->cid >= 0) {
            view->c.focus[piece->cid] =
                is_mine && w->desk.past->slot[piece->cid].session == piece->session;
            view->c.local = options->as != NULL ? piece->cid : -1;
        }
        if (demo_shares(options)) {
            view->c.shared = &w->base;
            view->next_of_cid = w->of_cid[piece->cid];
            w->of_cid[piece->cid] = view;
        }
        w->view[w->views++] = view; /* there are never more than lanes */
    }
    return view;
}

static void leave_cid(struct demo_work *w, const struct demo_view *view)
{
    struct demo_view **at = &w->of_cid[view->only->cid];
    while (*at != view) {
        at = &(*at)->next_of_cid;
    }
    *at = view->next_of_cid;
}

static void drop_view(struct demo_work *w, struct demo_view *view)
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

/* Demos that share a view take turns with one memory for packing: each of them packs only its first
 * tick and its keyframes. A view of one demo keeps that demo's, as all of its ticks go through it.
 * The start time in the header is that of tick 0 of the recording, which the shift has moved below
 * 0. */
static bool open_file(struct demo_work *w, struct demo_lane *lane, struct demo_view *view)
{
    tt_demo_write_memory *memory = view->only != NULL ? &view->memory : &w->desk.memory;
    lane->path = w->r.job->settings->output;
    if (lane->piece->cid >= 0) {
        lane->path = lane->made;
        if (!split_path(lane->made, w->r.job, lane->piece)) {
            return false;
        }
    }
    lane->file = target_open(lane->path, TARGET_PATCHES, w->r.job, &w->status);
    if (lane->file == NULL) {
        return false;
    }
    tt_demo_writer_init(&lane->writer, memory, tt_io_file_put, lane->file);
    tt_demo_write_start_tick(&lane->writer, -view->c.shift);
    if (tt_demo_write_header(&lane->writer, &w->header) == TT_OK) {
        tt_demo_write_map(&lane->writer, convert_map_bytes(&w->map, &w->header));
    }
    return true;
}

bool demo_lane_open(struct demo_work *w, tt_io_span *piece)
{
    struct demo_lane *lane = memory_zeros(w->r.job->path, sizeof *lane);
    struct demo_view *view = lane != NULL ? view_for(w, piece) : NULL;
    if (view == NULL) {
        free(lane);
        w->status = EXIT_SYSTEM;
        return false;
    }
    lane->piece = piece;
    if (!open_file(w, lane, view)) {
        drop_view(w, view);
        free(lane);
        return false;
    }
    demo_view_add(view, lane);
    w->lane[w->lanes++] = lane;
    return true;
}

static void report(const struct demo_work *w, const struct demo_lane *lane)
{
    const tt_convert *c = &lane->view->c;
    const tt_io_span *piece = lane->piece;
    bool is_one = piece->cid < 0, is_seen = is_one && w->eyes.shown >= 0;
    char run[16] = "null";
    if (piece->run >= 0) {
        snprintf(run, sizeof run, "%" PRId32, piece->run);
    }
    const struct convert_result result = {
        .output = lane->path,
        .first_tick = lane->first_tick,
        .last_tick = lane->writer.tick,
        .bytes = lane->writer.written,
        .snapshots = lane->snapshots + c->snapshots,
        .messages = lane->messages + c->messages,
        .markers = lane->writer.header.marker_count,
        .left_out = lane->left_out + c->left_out,
        .nameless = is_one ? c->nameless : 0,
        .shortened = c->shift,
        .map = w->map.found.path,
        .map_bytes = lane->writer.header.map_size,
        .cid = is_seen  ? w->eyes.shown
               : is_one ? COLUMN_UNKNOWN
                        : piece->cid,
        .name = is_seen  ? w->eyes.name
                : is_one ? NULL
                         : piece->name,
        .run_ticks = is_one ? NULL : run,
    };
    if (is_seen) {
        demo_eyes_warn(&w->eyes, w->r.job);
    }
    convert_report(w->r.job, &result);
}

static bool as_is_missing(const struct demo_work *w)
{
    const tt_io_person *missing = tt_io_people_missing(&w->plan.hidden);
    return missing != NULL && missing->name != NULL;
}

/* Whether there is to be a file. One of several that nothing went into is no failure of the others.
 * The order of the reasons is from the outermost: the span is outside, the name is nobody's, nobody
 * of that name was in the span, the ticks have no room, nothing was written. Last, a demo in which
 * nobody of --player was ever connected. */
static bool is_worth_it(struct demo_work *w, const struct demo_lane *lane)
{
    const tt_convert *c = &lane->view->c;
    bool is_short = !lane->has_begun || lane->snapshots + c->snapshots < CONVERT_FEWEST;
    tt_io_error error;
    const char *why = NULL;
    const tt_io_people *absent = NULL;
    if (lane->piece->cid >= 0) {
        w->too_short += is_short;
        return !is_short;
    }
    if (is_short && tt_io_spans_outside(&w->r.io, w->r.options.from, w->r.options.to, &error)) {
        why = error.text;
    } else if (!lane->has_begun && as_is_missing(w)) {
        absent = &w->plan.hidden;
    } else if (!lane->has_begun && demo_options_of(w->r.job)->as != NULL) {
        why = "the player of --as is not in this span";
    } else if (is_short && lane->piece->from >= TT_DEMO_TICK_END - c->shift) {
        why = "the ticks are too large for a demo";
    } else if (is_short) {
        why = "this span is empty: a demo of it would not play and is not written";
    }
    if (why == NULL && absent == NULL && w->plan.kept.count != 0 && !w->has_somebody) {
        absent = &w->plan.kept;
    }
    if (why == NULL && absent == NULL) {
        return true;
    }
    if (why == NULL) {
        tt_io_people_none(absent, w->r.job->path, w->r.job->stop, &error);
        why = error.text;
    }
    message_say(MESSAGE_ERROR, w->r.job->path, "%s", why);
    w->status = EXIT_USAGE;
    return false;
}

/* Gives the demo its name. A file that failed is committed too: the commit is what reports why, and
 * removes it. Length and markers are patched into the header, where they are known only now. */
static void commit(struct demo_work *w, struct demo_lane *lane)
{
    tt_demo_patch patch;
    tt_io_error error;
    bool is_whole = tt_io_output_error(tt_io_file_out(lane->file)) == 0;
    if (is_whole && !is_worth_it(w, lane)) {
        tt_io_file_discard(lane->file);
        return;
    }
    if (is_whole && tt_demo_write_finish(&lane->writer, &patch) == TT_OK) {
        tt_io_file_patch(lane->file, 0, (tt_bytes){patch.bytes, patch.size});
    }
    if (tt_io_file_commit(lane->file, &error)) {
        w->written++;
        report(w, lane);
    } else {
        w->status = target_failed(w->r.job, lane->path, &error);
    }
}

/* What the view has gathered belongs to the demo up to here, so it is handed over first. Lanes are
 * closed from the last one down by those who close several, as the last one takes the place of this
 * one. */
void demo_lane_close(struct demo_work *w, size_t index, bool is_whole)
{
    struct demo_lane *lane = w->lane[index];
    demo_view_flush(lane->view);
    if (is_whole) {
        commit(w, lane);
    } else {
        tt_io_file_discard(lane->file);
    }
    lane->piece->is_done = true;
    demo_view_remove(lane->view, lane);
    drop_view(w, lane->view);
    w->lane[index] = w->lane[--w->lanes];
    free(lane);
}
