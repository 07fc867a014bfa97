/* SPDX-License-Identifier: MIT
 *
 * Finds a finish.
 */
#include "cli/cut/cut_finish.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cut/cut_options.h"
#include "cli/read/jump.h"
#include "cli/read/place.h"
#include "cli/read/select.h"
#include "cli/shell/memory.h"
#include "cli/show/text.h"
#include "host/message.h"

/* So many are listed when there are several. */
#define LISTED 50

void cut_finish_span(const char *before_text, const char *after_text,
                     const struct cut_finish *finish, int64_t *first, int64_t *end)
{
    int32_t before = 0, after = 0;
    place_length(before_text != NULL ? before_text : CUT_BEFORE, &before);
    place_length(after_text != NULL ? after_text : CUT_AFTER, &after);
    int64_t run = finish->ticks > 0 ? finish->ticks : 0;
    int64_t from = (int64_t)finish->tick - run - before;
    int64_t to = (int64_t)finish->tick + after + 1;
    *first = from > 0 ? from : 0;
    *end = to < PLACE_END ? to : PLACE_END;
}

/* All finishes that may be meant. */
struct search {
    struct select select;
    int32_t team;                     /* -1: players' finishes are looked for */
    char names[TT_CIDS][TT_NAME_CAP]; /* the last ones */
    struct cut_finish *found;
    size_t count, capacity;
    bool no_memory;
};

static void add(struct search *s, const struct cut_finish *finish)
{
    struct cut_finish *grown = memory_grow(s->found, s->count, &s->capacity, sizeof *grown);
    if (grown == NULL) {
        s->no_memory = true;
        return;
    }
    s->found = grown;
    s->found[s->count++] = *finish;
}

static void take(struct search *s, const struct recording *r, const tt_th_change *change)
{
    const tt_th_event *event = &r->event;
    struct cut_finish finish = {.tick = event->tick, .cid = -1};
    if (event->tick < s->select.from) {
        return;
    }
    if (event->kind == TT_TH_TEAM_FINISH && event->u.team_finish.team == s->team) {
        finish.team = s->team;
        finish.ticks = event->u.team_finish.ticks;
        add(s, &finish);
    }
    if (event->kind == TT_TH_PLAYER_FINISH && s->team < 0 &&
        select_session(&s->select, change->session, event->cid)) {
        finish.cid = event->cid;
        finish.ticks = event->u.player_finish.ticks;
        memcpy(finish.name, r->world->client[event->cid].name, sizeof finish.name);
        add(s, &finish);
    }
}

static void note_name(struct search *s, int32_t cid, tt_bytes name)
{
    size_t size = name.size < TT_NAME_CAP ? name.size : TT_NAME_CAP - 1;
    memcpy(s->names[cid], size != 0 ? name.data : (const uint8_t *)"", size);
    s->names[cid][size] = 0;
}

/* The same from the facts of an index. */
static void on_fact(void *user, const tt_fact *fact)
{
    struct search *s = user;
    struct cut_finish finish = {.tick = fact->tick, .cid = -1};
    if (fact->kind == TT_FACT_NAME && fact->cid >= 0) {
        note_name(s, fact->cid, fact->u.name.name);
        return;
    }
    if (fact->tick < s->select.from || fact->tick >= s->select.to) {
        return;
    }
    if (fact->kind == TT_FACT_TEAM_FINISH && s->team >= 0 && fact->u.team_finish.team == s->team) {
        finish.team = s->team;
        finish.ticks = fact->u.team_finish.ticks;
        add(s, &finish);
    } else if (fact->kind == TT_FACT_FINISH && s->team < 0 && fact->cid >= 0 &&
               select_session(&s->select, fact->session, fact->cid)) {
        finish.cid = fact->cid;
        finish.ticks = fact->u.finish.ticks;
        memcpy(finish.name, s->names[fact->cid], sizeof finish.name);
        add(s, &finish);
    }
}

/* False when there is no index that can be used. */
static bool search_index(struct search *s, struct recording *r)
{
    struct archive_index *index = jump_index(r);
    uint64_t kinds =
        TT_FACT_BIT(TT_FACT_NAME) | TT_FACT_BIT(TT_FACT_FINISH) | TT_FACT_BIT(TT_FACT_TEAM_FINISH);
    if (index == NULL || (r->job->settings->strict && archive_index_foot(index)->errors != 0)) {
        return false; /* with --strict, reading ends at the first error */
    }
    if (archive_index_each(index, 0, archive_index_foot(index)->blocks, kinds, on_fact, s)) {
        return true;
    }
    s->count = 0;
    jump_forget(r, ARCHIVE_INDEX_DAMAGED);
    return false;
}

/* A pass over the recording. False when the system refused, which the user was told. */
static bool search(struct search *s, struct job *job)
{
    struct recording r;
    tt_th_past *past = memory_zeros(job->path, sizeof *past);
    if (past == NULL) {
        return false;
    }
    tt_th_past_init(past);
    int32_t last = (int32_t)(s->select.to - 1);
    if (recording_open_quietly(&r, job)) {
        while (recording_next_rare(&r, last) && !s->no_memory) {
            tt_th_change change = tt_th_past_follow(past, &r.event, r.world);
            take(s, &r, &change);
        }
    }
    free(past);
    return recording_close(&r) != EXIT_SYSTEM;
}

static void tell(const struct recording *r, const struct cut_finish *f, size_t number)
{
    char at[TEXT_TIME], run[TEXT_TIME], who[64];
    text_time(at, f->tick);
    text_time(run, f->ticks > 0 ? f->ticks : 0);
    if (f->cid < 0) {
        snprintf(who, sizeof who, "team %" PRId32, f->team);
    } else {
        snprintf(who, sizeof who, "%s (client id %" PRId32 ")", f->name, f->cid);
    }
    host_message(HOST_MESSAGE_ERROR, r->job->path,
                 "finish %zu: at %s (tick %" PRId32 ") after %s, %s", number, at, f->tick, run,
                 who);
}

static bool refuse(const struct search *s, const struct recording *r)
{
    const struct cut_options *options = r->job->options;
    size_t listed = s->count < LISTED ? s->count : LISTED;
    if (s->count == 0) {
        bool has_finishes = TT_TH_HAS(&r->header, version_minor) && r->header.version_minor >= 8;
        host_message(HOST_MESSAGE_ERROR, r->job->path, "no such finish is in it%s",
                     has_finishes ? "" : "; servers before DDNet 18.3 did not record them");
        return false;
    }
    for (size_t i = 0; i < listed; i++) {
        tell(r, &s->found[i], i + 1);
    }
    if (options->number != 0) {
        host_message(HOST_MESSAGE_ERROR, r->job->path, "there are %zu finishes: no number %" PRId64,
                     s->count, options->number);
    } else {
        host_message(HOST_MESSAGE_ERROR, r->job->path,
                     "there are %zu finishes: choose one with --finish-number N, or by --player, "
                     "--from or --to",
                     s->count);
    }
    return false;
}

/* The members of a team finish together. */
static bool are_one(const struct search *s)
{
    for (size_t i = 1; i < s->count; i++) {
        if (s->found[i].tick != s->found[0].tick || s->found[i].ticks != s->found[0].ticks) {
            return false;
        }
    }
    return s->count > 0;
}

static bool choose(const struct search *s, const struct recording *r, struct cut_finish *finish)
{
    const struct cut_options *options = r->job->options;
    uint64_t number = (uint64_t)options->number;
    if (number == 0 && are_one(s)) {
        number = 1;
    }
    if (number == 0 || number > s->count) {
        return refuse(s, r);
    }
    *finish = s->found[number - 1];
    return true;
}

bool cut_finish_find(struct cut_finish *finish, struct recording *r, enum exit_status *status)
{
    const struct cut_options *options = r->job->options;
    struct span_options span = options->span;
    struct job job = *r->job, *own_job = r->job;
    struct search s = {.team = options->team != NULL ? (int32_t)atoi(options->team) : -1};
    if (options->finish[0] != 0) {
        span.player = options->finish;
    }
    job.span = &span;
    r->job = &job; /* for select_open, which looks for the player there */
    bool is_good = select_open(&s.select, r, status);
    r->job = own_job;
    if (is_good) {
        bool is_read = search_index(&s, r) || search(&s, &job);
        if (s.no_memory) {
            memory_tell(r->job->path);
        }
        is_read = is_read && !s.no_memory;
        *status = is_read ? EXIT_USAGE : EXIT_SYSTEM;
        is_good = is_read && choose(&s, r, finish);
    }
    select_close(&s.select);
    free(s.found);
    return is_good;
}
