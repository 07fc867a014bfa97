/* SPDX-License-Identifier: MIT
 *
 * Makes pass after pass over a recording until each piece of the plan has its demo.
 *
 * One pass writes as many demos at once as there is room for: it takes ticks and records in their
 * order, and begins and ends demos between them.
 */
#include "cli/demo/demo_lanes.h"

#include <stdlib.h>
#include <sys/stat.h>

#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/reading.h"
#include "cli/shell/target.h"

/* Lanes that end are closed first, from the last one down, as a close moves the last one. A piece
 * that finds no room waits for another pass. */
static void change_lanes(struct demo_work *w)
{
    for (size_t i = w->lanes; i-- > 0 && w->status == EXIT_GOOD;) {
        if (w->lane[i]->piece->to <= w->tick ||
            tt_io_output_error(tt_io_file_out(w->lane[i]->file)) != 0) {
            demo_lane_close(w, i, true);
        }
    }
    while (w->next < w->plan.found.count && w->plan.found.span[w->next].from <= w->tick &&
           w->status == EXIT_GOOD) {
        tt_io_span *piece = &w->plan.found.span[w->next++];
        if (!piece->is_done && w->lanes < w->most_lanes) {
            demo_lane_open(w, piece);
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
    return w->next < w->plan.found.count || demo_shares(demo_options_of(w->r.job));
}

/* The last tick of silence is looked at, too: the next way is measured from it. */
static void watch(const struct demo_work *w, tt_convert *c, int64_t end)
{
    if (w->tick < end) {
        tt_convert_watch(c, w->world, (int32_t)w->tick);
        tt_convert_watch(c, w->world, (int32_t)(end - 1));
    }
}

/* The views ask the base for each tick, so it comes first. `next` is the nearest tick that a view
 * has. The last tick of silence is watched in any case. */
static void run_together(struct demo_work *w, int64_t end)
{
    for (int64_t tick = w->tick, next; tick < end && !tt_io_stop_wanted(w->desk.stop);
         tick = next) {
        next = end;
        tt_convert_watch(&w->base, w->world, (int32_t)tick);
        for (size_t i = 0; i < w->views; i++) {
            struct demo_view *view = w->view[i];
            if (view->tick == tick) {
                demo_view_step(view, &w->desk, w->world, end,
                               convert_gaps(demo_options_of(w->r.job)));
            }
            next = view->tick < next ? view->tick : next;
        }
    }
    watch(w, &w->base, end);
}

static bool has_somebody(const struct demo_work *w, const tt_convert *c)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (w->world->client[cid].connected && (w->plan.kept.count == 0 || c->focus[cid])) {
            return true;
        }
    }
    return false;
}

static void run_each(struct demo_work *w, int64_t end)
{
    if (needs_base(w)) {
        watch(w, &w->base, end);
    }
    for (size_t i = 0; i < w->views; i++) {
        struct demo_view *view = w->view[i];
        view->tick = w->tick;
        if (view->only != NULL && w->tick < view->only->from) {
            watch(w, &view->c, end);
        } else {
            w->has_somebody = w->has_somebody || has_somebody(w, &view->c);
            demo_view_run(view, &w->desk, w->world, end, convert_gaps(demo_options_of(w->r.job)));
            if (view->first != NULL && view->first->has_begun) {
                demo_eyes_show(&w->eyes, w->r.io.rec);
            }
        }
    }
}

static bool make_ticks(struct demo_work *w, int64_t end)
{
    while (!tt_io_stop_wanted(w->desk.stop)) {
        change_lanes(w);
        if (w->status != EXIT_GOOD || (w->lanes == 0 && w->next == w->plan.found.count)) {
            return false;
        }
        if (w->tick >= end) {
            return true;
        }
        int64_t stop = next_change(w, end);
        if (demo_shares(demo_options_of(w->r.job))) {
            run_together(w, stop);
        } else {
            run_each(w, stop);
        }
        w->tick = stop;
    }
    return false;
}

/* Nearly all records are of these five kinds. A view that shares the base need not see those of
 * tees it does not show, see tt_convert.shared. */
static bool is_about_tee(const tt_th_event *event)
{
    return event->kind == TT_TH_PLAYER_DIFF || event->kind == TT_TH_INPUT_DIFF ||
           event->kind == TT_TH_INPUT_NEW || event->kind == TT_TH_PLAYER_NEW ||
           event->kind == TT_TH_PLAYER_OLD;
}

/* On stdin names come up with messages and PLAYER_NAME only. */
static void follow_selection(struct demo_work *w, tt_convert *c)
{
    const tt_th_event *event = w->r.io.item.th;
    tt_io_people *focus = &w->plan.kept, *as = &w->plan.hidden;
    int32_t cid = event->cid;
    if (cid < 0 || cid >= TT_CIDS || focus->count + as->count == 0) {
        return;
    }
    tt_session session = tt_recording_session(w->r.io.rec, cid);
    if (w->plan.is_learning && (event->kind == TT_TH_MESSAGE || event->kind == TT_TH_PLAYER_NAME)) {
        tt_io_people_look(focus, w->r.io.rec);
        tt_io_people_look(as, w->r.io.rec);
    }
    if (focus->count != 0) {
        c->focus[cid] = tt_io_people_have(focus, session.number, cid);
    }
    if (as->count != 0) {
        demo_eyes_follow(&w->eyes, w->r.io.rec, cid, w->tick >= w->whole.from);
        c->local = w->eyes.cid;
    }
}

static void follow_view(struct demo_work *w, struct demo_view *view)
{
    const tt_th_event *event = w->r.io.item.th;
    if (view->only == &w->whole) {
        follow_selection(w, &view->c);
    } else if (view->only != NULL && event->cid == view->only->cid) {
        view->c.focus[event->cid] = w->desk.past->slot[event->cid].session == view->only->session;
    }
    tt_convert_follow(&view->c, event, w->world, w->desk.past);
}

/* A record about a tee goes to the views of its client alone. */
static void follow(struct demo_work *w)
{
    const tt_th_event *event = w->r.io.item.th;
    if (demo_shares(demo_options_of(w->r.job)) && is_about_tee(event)) {
        for (struct demo_view *v = w->of_cid[event->cid]; v != NULL; v = v->next_of_cid) {
            follow_view(w, v);
        }
    } else {
        for (size_t i = 0; i < w->views; i++) {
            follow_view(w, w->view[i]);
        }
    }
    if (needs_base(w)) {
        tt_convert_follow(&w->base, event, w->world, w->desk.past);
    }
}

/* The world is that of the end of a tick when a record of a later one is next. */
static void read_records(struct demo_work *w)
{
    int32_t next;
    w->tick = -1;
    while (reading_next_tick(&w->r, &next)) {
        bool is_later = next > w->tick;
        if (w->tick < 0) {
            w->tick = next;
        }
        if ((is_later && !make_ticks(w, next)) || !reading_next(&w->r)) {
            break;
        }
        follow(w);
    }
    if (w->status == EXIT_GOOD && w->tick >= 0) {
        make_ticks(w, (int64_t)w->world->tick + 1);
    }
}

static bool place_whole(struct demo_work *w)
{
    const tt_io_reading *io = &w->r.io;
    w->whole = (tt_io_span){
        .session = TT_SESSION_NONE, .cid = -1, .run = -1, .from = io->from, .to = io->to};
    if (io->from >= io->to) {
        w->status = reading_refuse_empty(w->r.job);
    }
    return io->from < io->to;
}

/* The header says which map is meant, the map decides what of the header is embedded, and the
 * folder is made only when there is something to put into it. */
static bool prepare(struct demo_work *w)
{
    const struct demo_options *options = demo_options_of(w->r.job);
    if (options->split == NULL && !place_whole(w)) {
        return false;
    }
    tt_convert_init(&w->base);
    demo_eyes_init(&w->eyes, &w->plan.hidden);
    w->base.has_focus = options->split != NULL || w->plan.kept.count != 0;
    w->base.every = options->every == 2 ? 2 : 1;
    w->base.view = !options->free_view;
    w->world = tt_recording_world(w->r.io.rec);
    w->desk.stop = w->r.job->stop;
    w->desk.past = tt_recording_th_history(w->r.io.rec);
    /* A local client makes the header that of a client's demo; who it is comes later. */
    w->base.local = options->as != NULL ? 0 : -1;
    tt_convert_header(&w->base, &w->r.io.th_header, &w->header);
    w->base.local = -1;
    if (!w->is_later_pass && !convert_map_open(&w->map, w->r.job, &w->r.io, &w->header)) {
        w->status = w->map.status;
        return false;
    }
    if (options->split != NULL && !out_path_make_folder(w->r.job)) {
        w->status = EXIT_SYSTEM;
        return false;
    }
    convert_map_embed(&w->map, w->r.job, &w->header);
    w->base.map = w->map.is_loaded ? &w->map.game.map : NULL;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        w->base.focus[cid] = tt_io_people_have(&w->plan.kept, TT_SESSION_NONE, cid);
    }
    return options->split != NULL || demo_lane_open(w, &w->whole);
}

/* An index lacks looks, weapons and hooks. A pass that failed discards what is open. */
static enum exit_status pass(struct demo_work *w, struct job *job)
{
    const struct demo_options *options = job->options;
    const tt_io_reading_options *span = &job->settings->reading;
    const tt_io_reading_options how = {.from = options->split == NULL ? span->from : NULL,
                                       .to = options->split == NULL ? span->to : NULL,
                                       .no_index = true,
                                       .wants = TT_WANT_RECORDS,
                                       .wants_before = true};
    w->next = w->waiting = 0;
    if (reading_open(&w->r, job, &how, w->is_later_pass ? READING_AGAIN : READING_ITSELF) &&
        prepare(w)) {
        read_records(w);
        bool is_whole =
            w->status == EXIT_GOOD && !tt_io_stop_wanted(job->stop) && w->r.status != EXIT_SYSTEM;
        while (w->lanes > 0) {
            demo_lane_close(w, w->lanes - 1, is_whole && w->status == EXIT_GOOD);
        }
    }
    tt_io_reading_stop(&w->r.io);
    return reading_close(&w->r);
}

#define TOLD 5

/* Checks every name before the first demo is begun: a run would stop in the middle else. Links
 * count as taken. Two recordings may make the same name, which only one gets. */
static enum exit_status check_paths(const tt_io_spans *plan, const struct job *job)
{
    char path[OUT_PATH];
    struct stat facts;
    size_t taken = 0;
    for (size_t i = 0; i < plan->found.count; i++) {
        if (!split_path(path, job, &plan->found.span[i])) {
            return EXIT_SYSTEM;
        }
        if ((job->is_one_of_many && !out_path_claim(path, job->path)) ||
            !target_is_good(path, job)) {
            return EXIT_USAGE;
        }
        if (!job->settings->force && lstat(path, &facts) == 0 && ++taken <= TOLD) {
            message_say(MESSAGE_ERROR, path, "exists already; --force replaces it");
        }
    }
    if (taken > TOLD) {
        message_say(MESSAGE_ERROR, job->path, "and %zu more of its demos exist already",
                    taken - TOLD);
    }
    return taken != 0 ? EXIT_USAGE : EXIT_GOOD;
}

static void tell_rest(const struct demo_work *w, const struct job *job)
{
    if (w->plan.left_out + w->too_short != 0) {
        message_say(MESSAGE_NOTE, job->path,
                    "%zu sessions or runs have fewer than two ticks or no tee: no demo is written",
                    w->plan.left_out + w->too_short);
    }
}

static enum exit_status write_all(struct demo_work *w, struct job *job)
{
    enum exit_status status;
    size_t waiting;
    no_player_note_digits(job, job->settings->reading.player);
    no_player_note_digits(job, demo_options_of(job)->as);
    do {
        size_t before = w->written + w->too_short;
        if (w->is_later_pass) {
            message_say(MESSAGE_NOTE, job->path,
                        "%zu of %zu demos are written; the others take another pass", before,
                        w->plan.found.count);
        }
        status = pass(w, job);
        exit_worsen(&status, w->status);
        waiting = w->written + w->too_short > before ? w->waiting : 0;
        w->is_later_pass = true;
    } while (waiting != 0 && status < EXIT_USAGE && !tt_io_stop_wanted(job->stop));
    return status;
}

enum exit_status demo_process(struct job *job)
{
    const struct demo_options *own = job->options;
    if (own->split == NULL && !target_is_good(job->settings->output, job)) {
        return EXIT_USAGE;
    }
    struct demo_work *w = memory_zeros(job->path, sizeof *w);
    if (w == NULL) {
        return EXIT_SYSTEM;
    }
    enum exit_status status = split_plan_make(&w->plan, job);
    if (status == EXIT_GOOD) {
        status = check_paths(&w->plan, job);
    }
    bool has_work = w->plan.found.count != 0 || own->split == NULL;
    if (status == EXIT_GOOD && has_work && !tt_io_stop_wanted(job->stop)) {
        w->most_lanes = job->is_one_of_many ? DEMO_LANES_MANY
                        : demo_is_own(own)  ? DEMO_LANES_OWN
                                            : DEMO_LANES;
        status = write_all(w, job);
        tell_rest(w, job);
    }
    convert_map_free(&w->map);
    tt_io_spans_close(&w->plan);
    free(w);
    return status;
}
