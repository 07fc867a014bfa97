/* SPDX-License-Identifier: MIT
 *
 * Makes passes over a recording until each piece of the plan has its demo.
 *
 * One pass writes as many demos at once as there is room for: it takes ticks and records in their
 * order, and begins and ends demos between the ticks.
 */
#include "host/posix.h"
#include "teehistorian/record.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>

#include "convert/convert.h"
#include "host/error.h"
#include "host/inside.h"
#include "host/map.h"
#include "jobs/demo.h"
#include "reading/inside.h"
#include "recording/stream.h"

/* Closes ended lanes and opens new ones. Closing goes from the last lane down, because a close
 * moves the last lane. A piece that finds no room waits for another pass. */
static void change_lanes(struct demo_work *w)
{
    for (size_t i = w->lanes; i-- > 0 && demo_is_good(w);) {
        if ((w->lane[i]->piece->to <= w->tick && !demo_goes_on(w)) ||
            tt_io_output_error(tt_io_file_out(w->lane[i]->file)) != 0) {
            tti_demo_lane_close(w, i, true);
        }
    }
    while (w->next < w->plan.found.count && w->plan.found.span[w->next].from <= w->tick &&
           demo_is_good(w)) {
        tt_io_span *piece = &w->plan.found.span[w->next++];
        if (!piece->is_done && w->lanes < w->most_lanes) {
            tti_demo_lane_open(w, piece);
        } else {
            w->waiting += !piece->is_done;
        }
    }
}

static int64_t next_change(const struct demo_work *w, int64_t end)
{
    if (w->next < w->plan.found.count && w->plan.found.span[w->next].from < end) {
        end = w->plan.found.span[w->next].from;
    }
    for (size_t i = 0; i < w->lanes; i++) {
        const tt_io_span *piece = w->lane[i]->piece;
        int64_t change = w->tick < piece->from ? piece->from : piece->to;
        end = change < end ? change : end;
    }
    return end;
}

static bool needs_base(const struct demo_work *w)
{
    return w->next < w->plan.found.count || demo_shares(w->options);
}

static bool has_somebody(const struct demo_work *w, const tti_convert *c)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (w->desk.world->client[cid].connected && (w->plan.kept.count == 0 || c->focus[cid])) {
            return true;
        }
    }
    return false;
}

/* Returns true while a view of one demo has not reached the first tick of that demo. */
static bool is_before(const struct demo_view *view, int64_t tick)
{
    return view->only != NULL && tick < view->only->from;
}

static void run_view(struct demo_work *w, struct demo_view *view, int64_t tick, int64_t end)
{
    if (is_before(view, tick)) {
        view->tick = end; /* no demo begins before `end` */
        return;
    }
    if (view->only == &w->whole) {
        w->has_somebody = w->has_somebody || has_somebody(w, view->c);
    }
    tti_demo_view_step(view, &w->desk, end);
}

/* Makes the ticks up to `end` in all views. They look at one game, which advances with the base, so
 * they go through the ticks together: `next` is the nearest tick that a view has. */
static void run(struct demo_work *w, int64_t end)
{
    for (size_t i = 0; i < w->views; i++) {
        struct demo_view *view = w->view[i];
        view->tick = view->tick > w->tick ? view->tick : w->tick;
    }
    for (int64_t tick = w->tick, next; tick < end && !tt_io_stop_wanted(w->desk.stop);
         tick = next) {
        next = end;
        tti_convert_watch(w->base, (int32_t)tick);
        for (size_t i = 0; i < w->views; i++) {
            struct demo_view *view = w->view[i];
            if (view->tick == tick) {
                run_view(w, view, tick, end);
            }
            next = view->tick < next ? view->tick : next;
        }
    }
    tti_convert_watch(w->base, (int32_t)(end - 1));
    for (size_t i = 0; i < w->views; i++) {
        if (w->view[i]->only == &w->whole && w->view[i]->first->has_begun) {
            tti_demo_eyes_show(&w->eyes, w->r->rec);
        }
    }
}

static bool make_ticks(struct demo_work *w, int64_t end)
{
    while (!tt_io_stop_wanted(w->desk.stop)) {
        change_lanes(w);
        if (!demo_is_good(w) || (w->lanes == 0 && w->next == w->plan.found.count)) {
            return false;
        }
        if (demo_goes_on(w) && w->whole.to <= w->tick) {
            return false;
        }
        if (w->tick >= end) {
            return true;
        }
        int64_t stop = next_change(w, end);
        run(w, stop);
        w->tick = stop;
    }
    return false;
}

/* Returns true for the five kinds of nearly all records. A view that shares the base ignores those
 * of tees that it does not show, see convert/convert.h. */
static bool is_about_tee(const tt_th_event *event)
{
    return event->kind == TT_TH_PLAYER_DIFF || event->kind == TT_TH_INPUT_DIFF ||
           event->kind == TT_TH_INPUT_NEW || event->kind == TT_TH_PLAYER_NEW ||
           event->kind == TT_TH_PLAYER_OLD;
}

/* Updates the selected clients after a record. On stdin the sessions of a name become known only
 * now, by messages and PLAYER_NAME. */
static void follow_selection(struct demo_work *w, tti_convert *c)
{
    const tt_th_event *event = w->r->item.th;
    tt_io_people *focus = &w->plan.kept, *as = &w->plan.hidden;
    int32_t cid = event->cid;
    if (cid < 0 || cid >= TT_CIDS || focus->count + as->count == 0) {
        return;
    }
    tt_session session = tt_recording_session(w->r->rec, cid);
    if (w->plan.is_learning && (event->kind == TT_TH_MESSAGE || event->kind == TT_TH_PLAYER_NAME)) {
        tti_io_people_look(focus, w->r->rec);
        tti_io_people_look(as, w->r->rec);
    }
    if (focus->count != 0) {
        c->focus[cid] = tti_io_people_have(focus, session.number, cid);
    }
    if (as->count != 0) {
        tti_demo_eyes_follow(&w->eyes, w->r->rec, cid, w->tick >= w->whole.from);
        c->local = w->eyes.cid;
    }
}

static void follow_view(struct demo_work *w, struct demo_view *view)
{
    const tt_th_event *event = w->r->item.th;
    if (view->only == &w->whole) {
        follow_selection(w, view->c);
    } else if (view->only != NULL && event->cid == view->only->cid) {
        view->c->focus[event->cid] =
            tti_th_history_seen(w->desk.past)->slot[event->cid].session == view->only->session;
    }
    tt_convert_follow(&view->convert, event, w->desk.world, w->desk.past);
}

/* Gives a record to the views. A record about a tee goes only to the views of its client. */
static void follow(struct demo_work *w)
{
    const tt_th_event *event = w->r->item.th;
    if (demo_shares(w->options) && is_about_tee(event)) {
        for (struct demo_view *v = w->of_cid[event->cid]; v != NULL; v = v->next_of_cid) {
            follow_view(w, v);
        }
    } else {
        for (size_t i = 0; i < w->views; i++) {
            follow_view(w, w->view[i]);
        }
    }
    if (needs_base(w)) {
        tt_convert_follow(&w->convert, event, w->desk.world, w->desk.past);
    } else {
        tti_convert_play(w->base, event, w->desk.world);
    }
}

/* Reads all records, and makes the ticks between them. The world is complete for a tick when the
 * next record has a later tick. */
static void read_records(struct demo_work *w)
{
    int32_t next;
    w->tick = -1;
    while (tti_io_reading_next_tick(w->r, &next)) {
        bool is_later = next > w->tick;
        if (w->tick < 0) {
            w->tick = next;
        }
        if ((is_later && !make_ticks(w, next)) || !tt_io_reading_next(w->r)) {
            break;
        }
        follow(w);
    }
    if (demo_is_good(w) && w->tick >= 0) {
        make_ticks(w, (int64_t)w->desk.world->tick + 1);
    }
}

/* Makes the folder for the demos, but none above it: if more is missing, the path is more likely
 * a mistake. EEXIST is no failure here; if the path is no folder, opening a file in it reports
 * that. */
static bool make_folder(struct demo_work *w)
{
    tt_io_error error;
    const char *folder = w->options->output;
    if (mkdir(folder, 0777) == 0 || errno == EEXIST) {
        return true;
    }
    tt_io_error_system(&error, errno, "cannot be made");
    return tti_job_fail_with(&w->voice, &error, folder);
}

static bool place_whole(struct demo_work *w)
{
    w->whole = (tt_io_span){
        .session = TT_SESSION_NONE, .cid = -1, .run = -1, .from = w->r->from, .to = w->r->to};
    return w->r->from < w->r->to || tti_job_fail(&w->voice, TT_ERR_ARGUMENT, w->path,
                                                 "the span is empty: `to` has to be after `from`");
}

/* Prepares a pass. The order matters: the header names the map, the map decides what of it is
 * embedded, and the folder is made only when there is a demo for it. */
static bool prepare(struct demo_work *w)
{
    const tt_io_demo_options *options = w->options;
    if (options->split == NULL && !place_whole(w)) {
        return false;
    }
    bool is_join = w->run.at != 0;
    if (is_join ? !tti_demo_map_hints(w) : !w->is_later_pass && !tti_demo_map_open(w)) {
        return false;
    }
    tt_convert_init(&w->convert);
    w->base = tti_convert_of(&w->convert);
    tt_convert_physics(&w->convert, tti_demo_terrain(w), w->settings, w->physics);
    tti_convert_hints(w->base, w->hints.list, w->hints.count);
    tti_demo_eyes_init(&w->eyes, &w->plan.hidden);
    w->base->has_focus = options->split != NULL || w->plan.kept.count != 0;
    w->base->every = options->every == 2 ? 2 : 1;
    w->base->race_start = w->run.has_start ? w->run.start : 0;
    w->base->view = true;
    w->base->no_note = options->no_note;
    w->base->show_secrets = w->sink != NULL && w->sink->show_secrets;
    w->desk.world = tt_recording_world(w->r->rec);
    w->desk.past = tti_recording_th_history(w->r->rec);
    w->base->is_client = options->as != NULL; /* demo_eyes.c chooses the client later */
    tt_convert_header(&w->convert, &w->r->th_header, &w->header);
    if (options->split != NULL && !make_folder(w)) {
        return false;
    }
    tti_demo_map_embed(w);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        w->base->focus[cid] = tti_io_people_have(&w->plan.kept, TT_SESSION_NONE, cid);
    }
    if (is_join) {
        tti_demo_lane_join(w);
    }
    return options->split != NULL || is_join || tti_demo_lane_open(w, &w->whole);
}

/* Reads the recording and closes all demos. A failed pass discards its open demos.
 * The demo of a run remains open for the next leg. */
static void pass_open(struct demo_work *w)
{
    read_records(w);
    bool is_whole = demo_is_good(w) && !tti_job_is_ended(w->r, w->how.stop);
    while (w->lanes > 0 && !(is_whole && demo_goes_on(w))) {
        tti_demo_lane_close(w, w->lanes - 1, is_whole && demo_is_good(w));
    }
}

/* Makes a pass. If there are several passes, the first one reads everything, and only its issues
 * are reported. */
static void pass(struct demo_work *w)
{
    const tt_io_reading_options how = w->how;
    w->how.input = NULL; /* the reading owns the input now */
    w->next = w->waiting = 0;
    if (tt_io_reading_open(w->r, w->path, &how) && prepare(w)) {
        pass_open(w);
        if (w->waiting != 0 && !w->is_later_pass) {
            tti_io_reading_skip(w->r, TT_IO_PLACE_END);
        }
    }
    tt_io_reading_stop(w->r);
}

static void begin_again(struct demo_work *w)
{
    const tt_io_reading_options *reading = &w->options->reading;
    tti_job_tell(&w->voice, TT_LEVEL_NOTE, w->path,
                 "%zu of %zu demos are written; the others take another pass",
                 w->written + w->too_short, w->plan.found.count);
    tt_io_reading_close(w->r);
    if (reading->on_progress != NULL) {
        reading->on_progress(reading->user, 0);
    }
    w->how.on_issue = NULL;
    w->is_later_pass = true;
}

static void write_all(struct demo_work *w)
{
    size_t before = 0;
    pass(w);
    while (w->waiting != 0 && w->written + w->too_short > before && demo_is_good(w) &&
           !tti_job_is_ended(w->r, w->how.stop)) {
        before = w->written + w->too_short;
        begin_again(w);
        pass(w);
    }
    if (w->plan.left_out + w->too_short != 0) {
        tti_job_tell(&w->voice, TT_LEVEL_NOTE, w->path,
                     "%zu sessions or runs have fewer than two ticks or no tee: no demo is written",
                     w->plan.left_out + w->too_short);
    }
}

/* Sets how the plan and the passes read. They do not resume by an index, whose states lack looks
 * and the game. With `split` the span matters only for the plan. */
static void set_readings(struct demo_work *w)
{
    bool is_split = w->options->split != NULL;
    w->how.player = NULL;
    w->survey_how = w->how;
    w->survey_how.no_seek = is_split;
    w->how.no_seek = true;
    w->how.wants = TT_WANT_RECORDS;
    w->how.wants_before = true;
    tt_io_reading_options *whole = is_split ? &w->how : &w->survey_how;
    whole->from = whole->to = NULL;
}

static bool is_possible(struct demo_work *w, tt_format format)
{
    const tt_io_demo_options *o = w->options;
    tt_io_error error;
    if (format == TT_FORMAT_DEMO) {
        return tti_job_fail(&w->voice, TT_ERR_ARGUMENT, w->path,
                            "this is a demo: give a teehistorian file");
    }
    const char *problem =
        o->split == NULL ? tti_output_check_ending(o->output, TT_IO_ENDING_DEMO) : NULL;
    if (problem != NULL) {
        return tti_job_fail(&w->voice, TT_ERR_ARGUMENT, o->output, "%s", problem);
    }
    return o->split != NULL || tti_output_is_good(o->output, w->path, o->map, &error) ||
           tti_job_fail_with(&w->voice, &error, o->output);
}

/* Reports the first error of each leg, with its path, because the caller's callbacks know only one
 * recording. */
static void note_damage(void *user, const tt_issue *issue)
{
    struct demo_work *w = user;
    tt_io_error damage;
    if (issue->level == TT_LEVEL_ERROR && w->r->errors <= 1 && w->voice.on_say != NULL) {
        tti_error_say(&damage, TT_ERR_FORMAT, "offset %" PRIu64 ": %s", issue->offset, issue->what);
        tti_error_of(&damage, w->path);
        w->voice.on_say(w->voice.user, TT_LEVEL_ERROR, &damage);
    }
}

static void pass_progress(void *user, uint64_t stored)
{
    struct demo_work *w = user;
    const tt_io_reading_options *asked = &w->options->reading;
    if (asked->on_progress != NULL) {
        asked->on_progress(asked->user, w->run.read + stored);
    }
}

static void set_leg(struct demo_work *w, char from[24], char to[24])
{
    const tt_io_reading_options *asked = &w->options->reading;
    const struct demo_leg *leg = &w->run.leg[w->run.at];
    snprintf(from, 24, "%" PRId64, leg->from);
    snprintf(to, 24, "%" PRId64, leg->to);
    w->path = leg->path;
    w->how = *asked;
    w->how.input = NULL;
    w->how.from = w->run.at == 0 && asked->from != NULL ? asked->from : from;
    w->how.to = !demo_goes_on(w) && asked->to != NULL ? asked->to : to;
    w->how.on_issue = note_damage;
    w->how.on_progress = pass_progress;
    w->how.on_index = NULL;
    w->how.on_seek = NULL;
    w->how.on_idle = NULL;
    w->how.user = w;
    set_readings(w);
}

static bool make_leg(struct demo_work *w)
{
    char from[24], to[24];
    set_leg(w, from, to);
    if (!tti_demo_plan(w)) {
        return false;
    }
    pass(w);
    w->run.read += w->r->bytes;
    bool is_good = demo_is_good(w) && !tti_job_is_ended(w->r, w->how.stop);
    if (demo_goes_on(w)) {
        tt_io_reading_close(w->r);
        tti_io_spans_close(&w->plan);
    }
    return is_good;
}

static bool make_run(struct demo_work *w)
{
    const tt_io_list *list = w->options->run;
    tt_io_error error;
    tt_io_input_close(w->how.input);
    w->how.input = NULL;
    for (size_t i = 0; i < list->count; i++) {
        if (!tti_output_is_good(w->options->output, list->entries[i].path, w->options->map,
                                &error)) {
            return tti_job_fail_with(&w->voice, &error, w->options->output);
        }
    }
    bool is_good = tti_demo_run_find(w);
    for (; is_good && w->run.at < w->run.count; w->run.at++) {
        is_good = make_leg(w);
    }
    while (w->lanes > 0) {
        tti_demo_lane_close(w, w->lanes - 1, false);
    }
    free(w->run.leg);
    return is_good && w->written != 0;
}

static bool make(struct demo_work *w)
{
    const tt_io_demo_options *o = w->options;
    w->desk.options = o;
    w->desk.stop = w->how.stop;
    if (o->run != NULL) {
        w->most_lanes = 1;
        return make_run(w);
    }
    set_readings(w);
    w->most_lanes = o->is_one_of_many ? DEMO_LANES_MANY
                    : demo_is_own(o)  ? DEMO_LANES_OWN
                                      : DEMO_LANES;
    if (!is_possible(w, tti_job_look(w->how.input)) || !tti_demo_plan(w) ||
        !tti_demo_check_paths(w) || tt_io_stop_wanted(w->how.stop)) {
        return false;
    }
    write_all(w);
    return (w->written != 0 || o->split != NULL) && demo_is_good(w) &&
           !tti_job_is_ended(w->r, w->how.stop);
}

bool tti_demo_put(tt_io_reading *r, const char *path, const tt_io_demo_options *options,
                  const struct demo_sink *sink, struct job_voice *voice)
{
    struct demo_work *w = calloc(1, sizeof *w);
    if (w == NULL) {
        return tti_job_fail(voice, TT_ERR_SYSTEM, path, "there is not enough memory");
    }
    w->path = path;
    w->options = w->desk.options = options;
    w->sink = sink;
    w->r = r;
    w->how.stop = w->desk.stop = options->reading.stop;
    w->voice = *voice;
    w->most_lanes = 1;
    if (prepare(w)) {
        pass_open(w);
    }
    bool is_made = w->written != 0;
    tti_demo_map_close(w);
    free(w);
    return is_made;
}

bool tt_io_demo_make(tt_io_reading *r, const char *path, const tt_io_demo_options *options,
                     tt_io_error *error)
{
    struct job_voice voice = {error, options->on_say, options->user};
    tt_io_reading_options how = options->reading;
    const char *problem = tti_demo_check(options);
    if (r == NULL) {
        return tti_job_check(problem, error);
    }
    struct demo_work *w = tti_job_begin(&voice, sizeof *w, problem, r, path, &how);
    if (w == NULL) {
        return tti_job_end(false, error, r, path);
    }
    w->path = path;
    w->options = options;
    w->r = r;
    w->how = how;
    w->voice = voice;
    bool is_made = make(w);
    tti_demo_map_close(w);
    tt_io_input_close(w->how.input);
    tti_io_spans_close(&w->plan);
    free(w);
    return tti_job_end(is_made, error, r, path);
}
