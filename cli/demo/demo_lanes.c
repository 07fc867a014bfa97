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

#include "cli/shell/issues.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/target.h"
#include "cli/show/demo_made.h"
#include "cli/text/text.h"

struct convert_result {
    const char *output;
    int32_t first_tick, last_tick;
    uint64_t bytes, snapshots, messages;
    int32_t markers;
    uint64_t left_out;
    uint64_t nameless; /* players without a known name */
    int32_t shortened;
    const char *map;
    uint32_t map_bytes;

    int32_t cid;
    const char *name;      /* "" when it is not known */
    const char *run_ticks; /* of the run that is in it; "null" for a session */
};

const struct column convert_columns[] = {
    COLUMN(struct convert_result, output, "the file that was written"),
    COLUMN(struct convert_result, cid, "--split, --as: the client id of its player",
           .is_optional = true),
    COLUMN(struct convert_result, name,
           "--split, --as: the name of its player; empty when it is not known",
           .is_optional = true),
    COLUMN(struct convert_result, run_ticks,
           "--split finish: how long the run took; null for a session", .type = "number",
           .is_optional = true, .show = SHOW_JSON),
    COLUMN(struct convert_result, first_tick, "the first tick in it"),
    COLUMN(struct convert_result, last_tick, "the last tick in it"),
    COLUMN(struct convert_result, bytes, "of the demo, before compression"),
    COLUMN(struct convert_result, snapshots, "ticks with a snapshot"),
    COLUMN(struct convert_result, messages, "messages"),
    COLUMN(struct convert_result, markers, "on its timeline"),
    COLUMN(struct convert_result, left_out, "snapshots and messages that did not fit"),
    COLUMN(struct convert_result, nameless,
           "players without a known name; the demo uses their client id"),
    COLUMN(struct convert_result, shortened, "ticks of gaps that are left out"),
    COLUMN(struct convert_result, map, "the map file that was found; null for none"),
    COLUMN(struct convert_result, map_bytes, "of the map that is embedded; 0 for none"),
    COLUMNS_END,
};

#define MORE_TEXT (TEXT_SAFE_BOUND(TT_NAME_CAP) + 60)

static const char *more_text(char dst[MORE_TEXT], const struct convert_result *result, bool is_one)
{
    const char *map = result->map_bytes != 0 ? ", with its map" : ", without its map";
    char safe[TEXT_SAFE_BOUND(TT_NAME_CAP)];
    if (!is_one || result->name == NULL) {
        return map;
    }
    size_t size = text_safe_to(safe, sizeof safe, tt_bytes_of(result->name));
    snprintf(dst, MORE_TEXT, ", as cid %" PRId32 "%s%.*s%s", result->cid, size != 0 ? ", " : "",
             (int)size, safe, map);
    return dst;
}

/* Warnings come before the line. Of many demos only what is wrong with one of them is said. */
static void say(const struct job *job, const struct convert_result *result)
{
    const struct settings *settings = job->settings;
    bool is_one = demo_options_of(job)->split == NULL;
    if (result->left_out != 0) {
        message_say(MESSAGE_WARNING, is_one ? job->path : result->output,
                    "%" PRIu64 " snapshots or messages did not fit and are left out",
                    result->left_out);
    }
    if (result->shortened != 0 && !demo_options_of(job)->skip_idle) {
        char length[TEXT_TIME];
        message_say(MESSAGE_NOTE, is_one ? job->path : result->output,
                    "silences of more than an hour are left out, %s in all: later ticks are lower "
                    "by up to %" PRId32 " (--whole keeps them)",
                    text_time(length, result->shortened), result->shortened);
    }
    if (result->nameless != 0 && is_one) {
        message_say(MESSAGE_NOTE, job->path,
                    "of %" PRIu64 " players no name is known: they are called by their client id",
                    result->nameless);
    }
    if (settings->json) {
        rows_json(job, convert_columns, TT_FORMAT_TEEHISTORIAN, result);
    } else if (target_wants_words(settings, result->output)) {
        const struct demo_made made = {result->first_tick, result->last_tick, result->snapshots,
                                       result->messages, result->bytes};
        char more[MORE_TEXT];
        demo_made_print(job, result->output, &made, more_text(more, result, is_one));
    }
}

/* With --only, --as or without --split every demo has a view of its own. A view that has left out
 * ticks (shift) is not joined: its ticks are lower than those of a demo that begins now. */
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
    /* The base has followed the recording, so weapons and hooks are right from the first tick on.
     * With --only views ask the base (`shared`); of_cid leads records about tees to the views that
     * show them. */
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
        w->view[w->views++] = view;
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

/* Demos that share a view take turns with one memory for packing, as each packs only its first tick
 * and its keyframes. The header's start time is that of tick 0, which the shift has moved below
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
    say(w->r.job, &result);
}

static bool as_is_missing(const struct demo_work *w)
{
    const tt_io_person *missing = tt_io_people_missing(&w->plan.hidden);
    return missing != NULL && missing->name != NULL;
}

/* Reasons from the outermost: the span is outside, the name is nobody's, nobody was in the span,
 * ticks have no room, nothing was written, nobody was ever connected. One empty demo of several is
 * no failure. */
static bool is_worth_it(struct demo_work *w, const struct demo_lane *lane)
{
    const tt_convert *c = &lane->view->c;
    bool is_short = !lane->has_begun || lane->snapshots + c->snapshots < DEMO_FEWEST;
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

/* The commit of a failed file reports why, and removes it. */
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

/* What the view has gathered belongs to the demo up to here. The last lane takes the place of this
 * one, so several are closed from the last one down. */
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
