/* SPDX-License-Identifier: MIT
 *
 * Finds stays and finishes, which become demos.
 */
#include "cli/demo/split_plan.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cut/cut_moment.h"
#include "cli/demo/convert_pace.h"
#include "cli/demo/demo_options.h"
#include "cli/read/place.h"
#include "cli/shell/memory.h"
#include "cli/shell/outcome.h"
#include "host/message.h"

static const char *const words[] = {"player", "finish", NULL};

const char *split_word(size_t index)
{
    return words[index];
}

/* --split is a list: its words are "player" and "finish". */
static bool has_word(const struct demo_options *options, const char *word)
{
    return options->split != NULL && strstr(options->split, word) != NULL;
}

static bool is_length(const char *text)
{
    int32_t ticks;
    return text == NULL || place_length(text, &ticks);
}

const char *split_check(const struct settings *settings, const struct demo_options *options)
{
    if ((options->before != NULL || options->after != NULL) && !has_word(options, "finish")) {
        return "--before and --after go with --split finish";
    }
    if (!is_length(options->before) || !is_length(options->after)) {
        return "--before and --after take seconds (5, 0.5) or a game time (1:00)";
    }
    if (options->split == NULL) {
        return NULL;
    }
    if (settings->output != NULL && strcmp(settings->output, "-") == 0) {
        return "--split makes several files: -o FOLDER";
    }
    return options->as != NULL && options->span.player != NULL
               ? "with --split, --as selects the players of the demos: leave --player out"
               : NULL;
}

/* The pass. */
struct planning {
    struct split_plan *plan;
    const struct demo_options *options;
    const struct select *select;
    bool wants_sessions, wants_finishes;
    struct split_piece open[TT_CIDS]; /* stays that go on: `to` is 0 before the game is entered, and
                                         a cid of -1 means that there is none */
};

static void add(struct planning *p, struct split_piece *piece)
{
    struct split_plan *plan = p->plan;
    if (p->options->every == 2) {
        piece->from -= piece->from % 2; /* demos that share their snapshots have the same ones */
    }
    if (piece->to - piece->from < CONVERT_FEWEST) {
        plan->left_out++;
        return;
    }
    struct split_piece *grown =
        memory_grow(plan->pieces, plan->count, &plan->capacity, sizeof *grown);
    plan->no_memory = plan->no_memory || grown == NULL;
    if (grown != NULL) {
        plan->pieces = grown;
        plan->pieces[plan->count++] = *piece;
    }
}

static void begin_session(struct planning *p, uint64_t session, int32_t cid, int32_t tick)
{
    p->open[cid] = (struct split_piece){
        .session = session,
        .cid = select_session(p->select, session, cid) ? cid : -1,
        .from = tick,
        .run = -1,
    };
}

static void end_session(struct planning *p, int32_t cid, int32_t tick)
{
    struct split_piece piece = p->open[cid];
    p->open[cid].cid = -1;
    int64_t end = tick < p->select->to ? (int64_t)tick + 1 : p->select->to;
    if (piece.cid < 0 || !p->wants_sessions || end <= p->select->from) {
        return;
    }
    if (piece.to == 0) {
        p->plan->left_out++;
        return;
    }
    piece.from = piece.from > p->select->from ? piece.from : p->select->from;
    piece.to = end;
    add(p, &piece);
}

/* The name that was asked for, so that all that somebody did is found together. */
static void note_name(const struct planning *p, struct split_piece *piece, const tt_world *world)
{
    if (piece->cid < 0) {
        return;
    }
    bool is_asked = p->select->by == SELECT_NAME;
    const char *name = is_asked ? p->select->name : world->client[piece->cid].name;
    if (name[0] != 0) {
        snprintf(piece->name, sizeof piece->name, "%s", name);
    }
}

static void take_finish(struct planning *p, const tt_th_event *event, const tt_world *world,
                        uint64_t session)
{
    struct cut_moment finish = {.tick = event->tick, .ticks = event->u.player_finish.ticks};
    struct split_piece piece = {.session = session, .cid = event->cid};
    if (!p->wants_finishes || event->tick < p->select->from ||
        !select_session(p->select, session, event->cid)) {
        return;
    }
    piece.run = finish.ticks > 0 ? finish.ticks : 0;
    cut_moment_span(p->options->before, p->options->after, &finish, &piece.from, &piece.to);
    note_name(p, &piece, world);
    add(p, &piece);
}

static bool is_entering(const tt_th_event *event, const tt_world *world)
{
    return event->kind == TT_TH_PLAYER_READY || world->tee[event->cid].alive;
}

static void follow(struct planning *p, const tt_th_event *event, const tt_world *world,
                   const tt_th_change *change)
{
    int32_t cid = event->cid;
    if (change->began2) {
        begin_session(p, change->session2, event->u.player_switch.cid2, event->tick);
    }
    if (cid < 0 || cid >= TT_CIDS) {
        return;
    }
    if (change->broken != TT_SESSION_NONE) {
        end_session(p, cid, event->tick);
    }
    if (change->began) {
        begin_session(p, change->session, cid, event->tick);
    }
    p->open[cid].to |= is_entering(event, world);
    note_name(p, &p->open[cid], world);
    if (event->kind == TT_TH_PLAYER_FINISH) {
        take_finish(p, event, world, change->session);
    }
    if (change->ended) {
        end_session(p, cid, event->tick);
    }
}

static void read(struct planning *p, struct recording *r, tt_th_past *past)
{
    int32_t last = (int32_t)(p->select->to - 1);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        p->open[cid].cid = -1;
    }
    while (!p->plan->no_memory && p->plan->count <= SPLIT_MOST && recording_next_rare(r, last)) {
        tt_th_change change = tt_th_past_follow(past, &r->event, r->world);
        follow(p, &r->event, r->world, &change);
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        end_session(p, cid, r->ended ? r->world->tick : last);
    }
}

static int by_begin(const void *a, const void *b)
{
    const struct split_piece *x = a, *y = b;
    if (x->from != y->from) {
        return x->from < y->from ? -1 : 1;
    }
    if (x->to != y->to) {
        return x->to < y->to ? -1 : 1;
    }
    return x->cid != y->cid ? x->cid - y->cid : (x->run >= 0) - (y->run >= 0);
}

/* A finish that was told twice makes one demo. */
static void put_in_order(struct split_plan *plan)
{
    size_t kept = 0;
    if (plan->count == 0) {
        return;
    }
    qsort(plan->pieces, plan->count, sizeof plan->pieces[0], by_begin);
    for (size_t i = 1; i < plan->count; i++) {
        if (by_begin(&plan->pieces[kept], &plan->pieces[i]) != 0) {
            plan->pieces[++kept] = plan->pieces[i];
        }
    }
    plan->count = kept + 1;
}

static enum exit_status complain(const struct job *job, enum exit_status status, const char *text)
{
    host_message(HOST_MESSAGE_ERROR, job->path, "%s", text);
    return status;
}

static enum exit_status judge(const struct planning *p, const struct recording *r)
{
    const struct split_plan *plan = p->plan;
    if (plan->no_memory) {
        return complain(r->job, EXIT_SYSTEM, "there is not enough memory");
    }
    if (plan->count > SPLIT_MOST) {
        host_message(
            HOST_MESSAGE_ERROR, r->job->path,
            "these would be more than %d demos: choose some with --player, --from and --to",
            SPLIT_MOST);
        return EXIT_USAGE;
    }
    if (plan->count != 0 || host_stop_wanted(r->job->stop) || r->status == EXIT_SYSTEM) {
        return EXIT_GOOD; /* who may be there is not known when the system failed */
    }
    bool has_finishes = TT_TH_HAS(&r->header, version_minor) && r->header.version_minor >= 8;
    return outcome_nothing(
        r->job, "%s",
        !select_found(p->select) ? "no player has this name"
        : p->wants_sessions      ? "the chosen player is not in this span"
        : has_finishes           ? "no such finish is in it"
                       : "no such finish is in it; servers before DDNet 18.3 did not record them");
}

static enum exit_status plan_with(struct planning *p, struct recording *r, tt_th_past *past)
{
    struct select select;
    enum exit_status status;
    p->select = &select;
    if (select_open(&select, r, &status)) {
        if (select.from < select.to) {
            read(p, r, past);
            put_in_order(p->plan);
            status = judge(p, r);
        } else {
            status = complain(r->job, EXIT_USAGE, "the span is empty");
        }
    }
    select_close(&select);
    p->select = NULL;
    return status;
}

/* Reads it once more, for the user to hear what is wrong with it. */
static enum exit_status tell(struct job *job)
{
    struct recording r;
    if (recording_open(&r, job)) {
        recording_advance(&r, INT32_MAX);
    }
    return recording_close(&r);
}

enum exit_status split_plan_make(struct split_plan *plan, struct job *job)
{
    const struct demo_options *options = job->options;
    struct span_options span = options->span;
    struct job pass = *job;
    struct recording r;
    *plan = (struct split_plan){0};
    if (!select_is_file(job->path)) {
        return complain(job, EXIT_USAGE,
                        "--split takes two passes, and this can be read only once");
    }
    tt_th_past *past = memory_zeros(job->path, sizeof *past);
    struct planning *p = memory_zeros(job->path, sizeof *p);
    enum exit_status status = EXIT_SYSTEM;
    if (past != NULL && p != NULL) {
        tt_th_past_init(past);
        span.player = options->as != NULL ? options->as : span.player;
        pass.span = &span;
        pass.input = NULL; /* what was looked at is for the pass that writes */
        *p = (struct planning){.plan = plan,
                               .options = options,
                               .wants_sessions = has_word(options, "player"),
                               .wants_finishes = has_word(options, "finish")};
        bool is_open = recording_open_quietly(&r, &pass);
        status = is_open ? plan_with(p, &r, past) : EXIT_GOOD;
        enum exit_status read = recording_close(&r);
        if (read == EXIT_SYSTEM) {
            status = EXIT_SYSTEM; /* which was told */
        } else if (plan->count == 0 && read != EXIT_GOOD) {
            status = tell(&pass); /* else the pass that writes does */
        }
    }
    job->outcome = pass.outcome;
    free(past);
    free(p);
    return status;
}

void split_plan_free(struct split_plan *plan)
{
    free(plan->pieces);
    *plan = (struct split_plan){0};
}
