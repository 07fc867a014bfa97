/* SPDX-License-Identifier: MIT
 *
 * Reads a recording, and writes it as a demo.
 */
#include "cli/demo/convert_work.h"

#include "cli/demo/convert_pace.h"
#include "cli/demo/convert_report.h"
#include "cli/demo/demo_options.h"
#include "cli/shell/message.h"

static bool fail(struct convert_work *w, enum exit_status status, const char *text)
{
    message_say(MESSAGE_ERROR, w->r.job->path, "%s", text);
    w->status = status;
    return false;
}

/* The recording, its span, who is in focus, and whose eyes. */
static bool open_selection(struct convert_work *w, struct job *job)
{
    const struct demo_options *options = job->options;
    struct span_options span = options->span;
    span.player = NULL;
    span.no_index = true; /* what was before the span counts */
    const struct reading_options how = {
        .span = &span, .wants = TT_WANT_RECORDS, .wants_before = true, .reports_itself = true};
    w->ask = (struct cut_ask){
        .kept = {{options->span.player}, options->span.player != NULL},
        .hidden = {{options->as}, options->as != NULL},
        .may_learn = true,
    };
    w->focus = &w->plan.kept;
    w->as = &w->plan.hidden;
    if (!reading_open(&w->r, job, &how)) {
        return false;
    }
    if (w->r.io.from >= w->r.io.to) {
        return fail(w, EXIT_USAGE, "the span is empty");
    }
    return cut_plan_open(&w->plan, job, &w->ask, &w->status);
}

static bool open_output(struct convert_work *w)
{
    tt_demo_header header;
    tt_convert_header(&w->c, &w->r.io.th_header, &header);
    if (!convert_map_open(&w->map, w->r.job, &header)) {
        w->status = w->map.found.is_system ? EXIT_SYSTEM : EXIT_USAGE;
        return false;
    }
    w->c.map = w->map.is_loaded ? &w->map.game.map : NULL;
    if (!demo_file_open(&w->out, w->r.job, w->r.job->settings->output, &w->memory, &w->status)) {
        return false;
    }
    if (tt_demo_write_header(&w->out.writer, &header) == TT_OK) {
        tt_demo_write_map(&w->out.writer, convert_map_bytes(&w->map, &header));
    }
    return true;
}

/* Who is in focus, after the record: sessions begin and end, and on stdin names come up. */
static void follow_selection(struct convert_work *w)
{
    const tt_th_event *event = w->r.io.item.th;
    int32_t cid = event->cid;
    if (cid < 0 || cid >= TT_CIDS || w->focus->count + w->as->count == 0) {
        return;
    }
    tt_session session = tt_recording_session(w->r.io.rec, cid);
    if (w->plan.is_learning && (event->kind == TT_TH_MESSAGE || event->kind == TT_TH_PLAYER_NAME)) {
        cut_people_look(w->focus, w->r.io.rec);
        cut_people_look(w->as, w->r.io.rec);
    }
    if (w->focus->count != 0) {
        w->c.focus[cid] = cut_people_have(w->focus, session.number, cid);
    }
    if (w->as->count != 0 && session.open && cut_people_have(w->as, session.number, cid)) {
        w->c.local = cid;
    }
}

static void note_somebody(struct convert_work *w)
{
    for (int32_t cid = 0; cid < TT_CIDS && !w->has_somebody; cid++) {
        w->has_somebody =
            w->world->client[cid].connected && (w->focus->count == 0 || w->c.focus[cid] != 0);
    }
}

/* Ticks that are not in the demo: the first one, in which something happened, and the last one. */
static void watch_ticks(struct convert_work *w, int64_t end)
{
    if (w->tick >= end) {
        return;
    }
    tt_convert_watch(&w->c, w->world, (int32_t)w->tick);
    w->tick = end;
    tt_convert_watch(&w->c, w->world, (int32_t)(end - 1));
}

/* The ticks before `end`, with the world as it is. False when the output takes no more, or the user
 * wants to leave. */
static bool write_ticks(struct convert_work *w, int64_t end)
{
    watch_ticks(w, end < w->r.io.from ? end : w->r.io.from);
    while (w->tick < end) {
        if (!w->has_somebody) {
            note_somebody(w);
        }
        if (tt_io_stop_wanted(w->r.job->stop) ||
            tt_convert_write(&w->c, &w->out.writer, w->world, (int32_t)w->tick) != TT_OK) {
            return false;
        }
        if (w->first_tick < 0) {
            w->first_tick = w->out.writer.tick;
        }
        w->tick +=
            convert_pace(&w->c, w->world, (int32_t)w->tick, end, convert_gaps(w->r.job->options));
    }
    return true;
}

static void write_records(struct convert_work *w)
{
    int32_t next;
    w->tick = w->first_tick = -1;
    while (reading_next_tick(&w->r, &next)) {
        if (w->tick < 0) {
            w->tick = next;
        }
        bool is_over = next >= w->r.io.to;
        if (!write_ticks(w, is_over ? w->r.io.to : next) || is_over || !reading_next(&w->r)) {
            break;
        }
        follow_selection(w);
        tt_convert_follow(&w->c, w->r.io.item.th, w->world, w->past);
    }
    if (w->tick >= 0 && w->tick <= w->world->tick) {
        int64_t last = (int64_t)w->world->tick + 1;
        write_ticks(w, w->r.io.to < last ? w->r.io.to : last);
    }
}

/* Whether there is to be a file. */
static bool is_worth_it(struct convert_work *w)
{
    if (tt_io_stop_wanted(w->r.job->stop) || w->r.status == EXIT_SYSTEM) {
        return false;
    }
    if (w->as->count != 0 && w->out.writer.tick < 0) {
        return fail(w, EXIT_USAGE, "the player of --as is not in this span");
    }
    if (w->c.snapshots < CONVERT_FEWEST && w->r.io.from >= TT_DEMO_TICK_END - w->c.shift) {
        return fail(w, EXIT_USAGE, "the ticks are too large for a demo");
    }
    if (w->out.writer.tick < 0 || w->c.snapshots < CONVERT_FEWEST) {
        return fail(w, EXIT_USAGE,
                    "this span is empty: a demo of it would not play and is not written");
    }
    if (w->focus->count != 0 && !w->has_somebody) {
        const struct cut_person *missing =
            cut_people_have_names(w->focus) ? cut_people_missing(w->focus) : NULL;
        if (missing == NULL) {
            return fail(w, EXIT_USAGE, "the chosen player is not in this span");
        }
        message_say(MESSAGE_ERROR, w->r.job->path, READING_NO_PLAYER, missing->name);
        w->status = EXIT_USAGE;
        return false;
    }
    return true;
}

static void report(const struct convert_work *w)
{
    const struct convert_result result = {
        .output = w->r.job->settings->output,
        .first_tick = w->first_tick,
        .last_tick = w->out.writer.tick,
        .bytes = w->out.writer.written,
        .snapshots = w->c.snapshots,
        .messages = w->c.messages,
        .markers = w->out.writer.header.marker_count,
        .left_out = w->c.left_out,
        .nameless = w->c.nameless,
        .shortened = w->c.shift,
        .map = w->map.found.path,
        .map_bytes = w->out.writer.header.map_size,
        .cid = COLUMN_UNKNOWN,
    };
    convert_report(w->r.job, &result);
}

static void close_output(struct convert_work *w)
{
    if (!demo_file_has_failed(&w->out) && !is_worth_it(w)) {
        demo_file_discard(&w->out);
    } else if (demo_file_finish(&w->out, &w->status)) {
        report(w);
    }
}

static void convert(struct convert_work *w, const struct demo_options *options)
{
    w->world = tt_recording_world(w->r.io.rec, 0);
    w->past = tt_recording_th_history(w->r.io.rec);
    w->c.has_focus = w->focus->count != 0;
    w->c.only = options->only;
    w->c.every = options->every == 2 ? 2 : 1;
    w->c.view = !options->free_view;
    w->c.local = options->as != NULL ? 0 : -1; /* which kind of demo; who comes later */
    if (!open_output(w)) {
        return;
    }
    w->c.local = -1;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        w->c.focus[cid] = cut_people_have(w->focus, TT_SESSION_NONE, cid);
    }
    write_records(w);
    close_output(w);
}

enum exit_status convert_work_run(struct convert_work *w, struct job *job)
{
    tt_convert_init(&w->c);
    if (open_selection(w, job)) {
        convert(w, job->options);
    }
    tt_io_reading_stop(&w->r.io);
    enum exit_status status = reading_close(&w->r);
    cut_plan_close(&w->plan);
    convert_map_free(&w->map);
    return status > w->status ? status : w->status;
}
