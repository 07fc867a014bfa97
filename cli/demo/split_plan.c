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
#include "cli/shell/memory.h"
#include "cli/shell/outcome.h"
#include "host/message.h"
#include "reading/place.h"

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
    return text == NULL || tt_io_place_length(text, &ticks);
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
    struct reading r;
    bool wants_sessions, wants_finishes;
    uint64_t entered;                 /* session of the last PLAYER_READY */
    struct split_piece open[TT_CIDS]; /* sessions that go on: `to` is 0 before the game is entered,
                                         and a cid of -1 means that there is none */
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

static void begin_session(struct planning *p, const tt_fact *fact)
{
    p->open[fact->cid] = (struct split_piece){
        .session = fact->session,
        .cid = tt_io_reading_has(&p->r.io, fact->session, fact->cid) ? fact->cid : -1,
        .from = fact->tick,
        .to = fact->session == p->entered,
        .run = -1,
    };
}

/* The name that was asked for, so that all that somebody did is found together. */
static void name_piece(const struct planning *p, struct split_piece *piece, tt_bytes name)
{
    int32_t cid;
    const char *text = p->r.span.player,
               *asked = text != NULL ? span_read_player(text, &cid) : NULL;
    name = asked != NULL ? tt_bytes_of(asked) : name;
    snprintf(piece->name, sizeof piece->name, "%.*s", (int)name.size, (const char *)name.data);
}

static void end_session(struct planning *p, int32_t cid, int32_t tick)
{
    struct split_piece piece = p->open[cid];
    p->open[cid].cid = -1;
    int64_t end = tick < p->r.io.to ? (int64_t)tick + 1 : p->r.io.to;
    if (piece.cid < 0 || !p->wants_sessions || end <= p->r.io.from) {
        return;
    }
    if (piece.to == 0) {
        p->plan->left_out++;
        return;
    }
    piece.from = piece.from > p->r.io.from ? piece.from : p->r.io.from;
    piece.to = end;
    add(p, &piece);
}

static void take_finish(struct planning *p, const tt_fact *fact)
{
    struct cut_moment finish = {.tick = fact->tick, .ticks = fact->u.finish.ticks};
    struct split_piece piece = p->open[fact->cid];
    if (!p->wants_finishes || fact->tick < p->r.io.from || piece.cid < 0) {
        return;
    }
    piece.run = finish.ticks > 0 ? finish.ticks : 0;
    cut_moment_span(p->options->before, p->options->after, &finish, &piece.from, &piece.to);
    add(p, &piece);
}

static void take_fact(struct planning *p, const tt_fact *fact)
{
    switch (fact->kind) {
    case TT_FACT_JOIN:
        begin_session(p, fact);
        name_piece(p, &p->open[fact->cid], (tt_bytes){NULL, 0});
        break;
    case TT_FACT_NAME:
        name_piece(p, &p->open[fact->cid], fact->u.name.name);
        break;
    case TT_FACT_SPAWN:
        p->open[fact->cid].to = 1;
        break;
    case TT_FACT_FINISH:
        take_finish(p, fact);
        break;
    default:
        end_session(p, fact->cid, fact->tick);
    }
}

/* The record comes before the fact that its session begins. */
static void take_record(struct planning *p, const tt_item *item)
{
    if (item->th->kind == TT_TH_PLAYER_READY) {
        p->entered = item->session;
        p->open[item->th->cid].to = 1;
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

static void read(struct planning *p)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        p->open[cid].cid = -1;
    }
    while (!p->plan->no_memory && p->plan->count <= SPLIT_MOST && reading_next(&p->r)) {
        if (p->r.io.item.fact != NULL) {
            take_fact(p, p->r.io.item.fact);
        } else {
            take_record(p, &p->r.io.item);
        }
    }
    int32_t last = p->r.io.is_later ? (int32_t)(p->r.io.to - 1) : tt_recording_tick(p->r.io.rec);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        end_session(p, cid, last);
    }
    put_in_order(p->plan);
}

static enum exit_status complain(const struct job *job, enum exit_status status, const char *text)
{
    host_message(HOST_MESSAGE_ERROR, job->path, "%s", text);
    return status;
}

static enum exit_status judge(const struct planning *p)
{
    const struct split_plan *plan = p->plan;
    const struct reading *r = &p->r;
    if (r->io.from >= r->io.to) {
        reading_report_empty(r);
        return complain(r->job, EXIT_USAGE, "the span is empty");
    }
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
    bool has_finishes =
        TT_TH_HAS(&r->io.th_header, version_minor) && r->io.th_header.version_minor >= 8;
    return outcome_nothing(
        r->job, "%s",
        !tt_selection_found(&r->io.selection) ? "no player has this name"
        : p->wants_sessions                   ? "the chosen player is not in this span"
        : has_finishes                        ? "no such finish is in it"
                       : "no such finish is in it; servers before DDNet 18.3 did not record them");
}

/* Reads it once more, for the user to hear what is wrong with it. */
static enum exit_status tell(struct job *job)
{
    struct reading r;
    if (reading_open(&r, job, NULL)) {
        while (reading_next(&r)) {
        }
    }
    return reading_close(&r);
}

/* The quiet pass. What is wrong with the recording is told by the pass that writes, or once more.
 */
static enum exit_status plan(struct planning *p, struct job *job, unsigned wants)
{
    struct job pass = *job;
    struct span_options span = p->options->span;
    const struct reading_options how = {
        .span = &span,
        .wants = wants,
        .facts = TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE) |
                 TT_FACT_BIT(TT_FACT_NAME) | TT_FACT_BIT(TT_FACT_SPAWN) |
                 TT_FACT_BIT(TT_FACT_FINISH),
        .wants_before = true,
        .wants_everybody = true,
        .reports_itself = true,
        .is_quiet = true,
    };
    span.no_index = true; /* it has no PLAYER_READY */
    span.player = p->options->as != NULL ? p->options->as : span.player;
    pass.input = NULL; /* what was looked at is for the pass that writes */
    bool is_open = reading_open(&p->r, &pass, &how);
    bool is_refused = !is_open && p->r.io.has_header; /* the span or the player, which was told */
    if (is_open && p->r.io.from < p->r.io.to) {
        read(p);
    }
    if (p->plan->left_out != 0 && (wants & TT_WANT_RECORDS) == 0) {
        reading_close(&p->r);
        split_plan_free(p->plan);
        return plan(p, job, wants | TT_WANT_RECORDS);
    }
    enum exit_status status = is_open ? judge(p) : EXIT_GOOD;
    enum exit_status read = reading_close(&p->r);
    if (read == EXIT_SYSTEM || is_refused) {
        status = read;
    } else if (p->plan->count == 0 && read != EXIT_GOOD) {
        status = tell(&pass); /* else the pass that writes does */
    }
    job->outcome = pass.outcome;
    return status;
}

enum exit_status split_plan_make(struct split_plan *split, struct job *job)
{
    const struct demo_options *options = job->options;
    *split = (struct split_plan){0};
    if (!tt_io_reading_is_file(job->path)) {
        return complain(job, EXIT_USAGE,
                        "--split takes two passes, and this can be read only once");
    }
    struct planning *p = memory_zeros(job->path, sizeof *p);
    if (p == NULL) {
        return EXIT_SYSTEM;
    }
    p->plan = split;
    p->options = options;
    p->wants_sessions = has_word(options, "player");
    p->wants_finishes = has_word(options, "finish");
    p->entered = TT_SESSION_NONE;
    enum exit_status status = plan(p, job, TT_WANT_FACTS);
    free(p);
    return status;
}

void split_plan_free(struct split_plan *plan)
{
    free(plan->pieces);
    *plan = (struct split_plan){0};
}
