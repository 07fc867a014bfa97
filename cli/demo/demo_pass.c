/* SPDX-License-Identifier: MIT
 *
 * One pass over a recording: ticks and records in their order, demos that begin and end between
 * them, and what each of their views has to know.
 */
#include "cli/demo/demo_pass.h"

#include "cli/shell/message.h"
#include "cli/shell/target.h"

/* Ends and begins what has its place before the tick that comes next. Lanes that end are closed
 * before others are opened, so that their place is free. From the last one down, as a close moves
 * the last one. Pieces are in the order of their begin; one that finds no room waits for another
 * pass, since its first ticks are gone by then. */
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

/* Until when nothing begins or ends. Before a piece begins its lane may be open already: without
 * --split, before the span. */
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

/* The base is kept up to date for views that begin later, or share what it knows. When there are
 * none of these it is not fed, which saves a conversion. */
static bool needs_base(const struct demo_work *w)
{
    return w->next < w->plan.found.count || demo_shares(demo_options_of(w->r.job));
}

/* Ticks of which nothing is made. The world is the same in all of them, so two are enough: the
 * first one, in which something happened, and the last one, from which the next way is measured. */
static void watch(const struct demo_work *w, tt_convert *c, int64_t end)
{
    if (w->tick < end) {
        tt_convert_watch(c, w->world, (int32_t)w->tick);
        tt_convert_watch(c, w->world, (int32_t)(end - 1));
    }
}

/* Views that share what w->base knows: a tick of it, and then of all views that have it. The base
 * comes first in each tick, as the views ask it for this tick. It needs a tick only where a view
 * has one: `next` is the nearest. The last tick of the span of silence is watched in any case. */
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

/* For the check of --player in is_worth_it: whether one of those in focus was connected in a tick
 * that was made. */
static bool has_somebody(const struct demo_work *w, const tt_convert *c)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (w->world->client[cid].connected && (w->plan.kept.count == 0 || c->focus[cid])) {
            return true;
        }
    }
    return false;
}

/* Views that know everything themselves, perhaps before their demo begins. A view before its begin
 * (without --split, before --from) follows the ticks without writing. */
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
            /* a demo may begin later than its span, then perhaps with somebody else */
            if (view->first != NULL && view->first->has_begun) {
                demo_eyes_show(&w->eyes, w->r.io.rec);
            }
        }
    }
}

/* The ticks before `end`, with the world as it is. False when there is nothing left to be done.
 * Splits a silence where a demo begins or ends. Within such a part all views go on with the same
 * world, one after the other, each at its own pace. */
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

/* Records that fill a recording; a view of one client alone needs no others'. These five kinds are
 * nearly all records of a recording. A view that shares the base need not see those of tees it does
 * not show, see tt_convert.shared. */
static bool is_about_tee(const tt_th_event *event)
{
    return event->kind == TT_TH_PLAYER_DIFF || event->kind == TT_TH_INPUT_DIFF ||
           event->kind == TT_TH_INPUT_NEW || event->kind == TT_TH_PLAYER_NEW ||
           event->kind == TT_TH_PLAYER_OLD;
}

/* Who is in focus, and whose eyes, after the record: sessions begin and end, and on stdin names
 * come up, with messages and PLAYER_NAME only. It is about the slot of the record: no other one
 * changes with it. */
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

/* The one piece has a focus that follows names; a piece of --split has its one session, which is in
 * focus as long as it is in its slot. */
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

/* With shared views a record about a tee goes to the views of its client alone, so a pass costs
 * what is in the demos and not demos times records. */
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

/* A tick is made when a record of a later tick is next, as the world is then that of its end.
 * The first tick is that of the first record. After the last record its own tick is still to be
 * made. */
static void read_records(struct demo_work *w)
{
    int32_t next;
    w->tick = -1;
    while (reading_next_tick(&w->r, &next)) {
        bool is_later = next > w->tick;
        if (w->tick < 0) {
            w->tick = next;
        }
        /* The world is still that of the end of the last tick: the record of the later one was not
         * taken yet. */
        if ((is_later && !make_ticks(w, next)) || !reading_next(&w->r)) {
            break;
        }
        follow(w);
    }
    /* The last record was taken: its tick is complete. */
    if (w->status == EXIT_GOOD && w->tick >= 0) {
        make_ticks(w, (int64_t)w->world->tick + 1);
    }
}

/* Without --split: the one piece, over the span, about nobody. */
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

/* Before the first tick: what every demo begins with. The one piece is open from here on. The
 * order matters: the header says which map is meant, the map decides what of the header is
 * embedded, and the folder is made only when there is something to put into it. A later pass has
 * the map already. */
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
    /* >= 0 makes the header that of a client's demo; who it is comes later */
    w->base.local = options->as != NULL ? 0 : -1;
    tt_convert_header(&w->base, &w->r.io.th_header, &w->header);
    w->base.local = -1;
    if (!w->is_later_pass && !convert_map_open(&w->map, w->r.job, &w->header)) {
        w->status = w->map.found.is_system ? EXIT_SYSTEM : EXIT_USAGE;
        return false;
    }
    if (options->split != NULL && !out_path_make_folder(w->r.job)) {
        w->status = EXIT_SYSTEM;
        return false;
    }
    convert_map_embed(&w->map, w->r.job, &w->header);
    w->base.map = w->map.is_loaded ? &w->map.game.map : NULL;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        /* Client ids are in focus in whatever session; names come with their sessions. */
        w->base.focus[cid] = tt_io_people_have(&w->plan.kept, TT_SESSION_NONE, cid);
    }
    return options->split != NULL || demo_lane_open(w, &w->whole);
}

/* Records before the span are wanted, as looks, weapons and hooks are followed from the start; an
 * index knows neither weapons nor hooks and is not used. With --split the pieces are the span. A
 * pass that failed discards what is open. */
enum exit_status demo_pass(struct demo_work *w, struct job *job)
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
