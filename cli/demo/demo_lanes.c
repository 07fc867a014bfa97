/* SPDX-License-Identifier: MIT
 *
 * Opens demos of pieces, and gives those that are whole their names.
 */
#include "cli/demo/demo_lanes.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/demo/convert_pace.h"
#include "cli/demo/convert_report.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"

/* The view of a piece: one that shows the same at the same ticks, or a new one. */
static struct demo_view *view_for(struct demo_work *w, const struct cut_part *piece)
{
    const struct demo_options *options = demo_options_of(w->r.job);
    bool is_mine = demo_is_own(options);
    for (size_t i = 0; i < w->views; i++) {
        if (w->view[i]->only == NULL && w->view[i]->c.shift == 0) {
            return w->view[i];
        }
    }
    struct demo_view *view = memory_zeros(w->r.job->path, sizeof *view);
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

/* Unless somebody looks at it. */
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
    if (!demo_file_open(&lane->out, w->r.job, lane->path, memory, &w->status)) {
        return false;
    }
    tt_demo_write_start_tick(&lane->out.writer, -view->c.shift);
    if (tt_demo_write_header(&lane->out.writer, &w->header) == TT_OK) {
        tt_demo_write_map(&lane->out.writer, convert_map_bytes(&w->map, &w->header));
    }
    return true;
}

bool demo_lane_open(struct demo_work *w, struct cut_part *piece)
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
    const struct cut_part *piece = lane->piece;
    bool is_one = piece->cid < 0, is_seen = is_one && w->eyes.shown >= 0;
    char run[16] = "null";
    if (piece->run >= 0) {
        snprintf(run, sizeof run, "%" PRId32, piece->run);
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
        .nameless = is_one ? c->nameless : 0,
        .shortened = c->shift,
        .map = w->map.found.path,
        .map_bytes = lane->out.writer.header.map_size,
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

/* Whether there is a name in --as that nobody has. */
static bool as_is_missing(const struct demo_work *w)
{
    const struct cut_person *missing = cut_people_missing(&w->plan.hidden);
    return missing != NULL && missing->name != NULL;
}

/* Whether there is to be a file. One of several that nothing went into is no failure of the others.
 */
static bool is_worth_it(struct demo_work *w, const struct demo_lane *lane)
{
    const tt_convert *c = &lane->view->c;
    bool is_short = !lane->has_begun || lane->snapshots + c->snapshots < CONVERT_FEWEST;
    char text[READING_OUTSIDE_TEXT];
    const char *why = NULL;
    const struct cut_people *absent = NULL;
    if (lane->piece->cid >= 0) {
        w->too_short += is_short;
        return !is_short;
    }
    if (is_short && reading_is_outside(&w->r)) {
        why = reading_outside_text(&w->r, text);
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
    if (why != NULL) {
        message_say(MESSAGE_ERROR, w->r.job->path, "%s", why);
    } else {
        cut_people_report_none(absent, w->r.job);
    }
    w->status = EXIT_USAGE;
    return false;
}

/* Gives the demo its name. */
static void commit(struct demo_work *w, struct demo_lane *lane)
{
    if (!demo_file_has_failed(&lane->out) && !is_worth_it(w, lane)) {
        demo_file_discard(&lane->out);
    } else if (demo_file_finish(&lane->out, &w->status)) {
        w->written++;
        report(w, lane);
    }
}

void demo_lane_close(struct demo_work *w, size_t index, bool is_whole)
{
    struct demo_lane *lane = w->lane[index];
    demo_view_flush(lane->view);
    if (is_whole) {
        commit(w, lane);
    } else {
        demo_file_discard(&lane->out);
    }
    lane->piece->is_done = true;
    demo_view_remove(lane->view, lane);
    drop_view(w, lane->view);
    w->lane[index] = w->lane[--w->lanes];
    free(lane);
}
