/* SPDX-License-Identifier: MIT
 *
 * Lists sessions. Open sessions are in an array by client id, because a slot has one session at
 * a time. Ended sessions wait to be sorted by their begin.
 */
#include "cli/show/sessions.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shell/fit.h"
#include "cli/shell/memory.h"
#include "cli/text/text.h"

/* A recording with more sessions than this is listed in parts. */
#define PART 10000

/* Compares two sessions by number. A difference of two uint64_t does not fit an int. */
static int by_number(const void *a, const void *b)
{
    const struct session *x = a, *y = b;
    return (x->number > y->number) - (x->number < y->number);
}

/* Prints the sessions that have ended. A verb may have a title to print, so the last part is
 * printed even without sessions. */
static void print_part(struct sessions *s)
{
    if (s->count != 0) {
        qsort(s->ended, s->count, s->use.size, by_number);
    }
    s->no_memory = !s->use.print(s->use.verb, s->ended, s->count) || s->no_memory;
    s->count = 0;
}

static void add(struct sessions *s, const struct session *ended)
{
    char *grown = memory_grow(s->ended, s->count, &s->capacity, s->use.size);
    if (grown == NULL) {
        s->no_memory = true;
        return;
    }
    s->ended = grown;
    memcpy(s->ended + s->count++ * s->use.size, ended, s->use.size);
}

static void begin(struct sessions *s, uint64_t number, int32_t cid, int32_t tick)
{
    struct session *at = sessions_at(s, cid);
    memset(at, 0, s->use.size);
    at->number = number;
    at->cid = cid;
    at->joined = tick;
    s->cids = cid >= s->cids ? cid + 1 : s->cids;
    s->use.begin(s->use.verb, at);
}

/* Ends a session. The verb gets the end of every one. Sessions of other players, or before the
 * span, are not listed. A session that was mentioned before the first tick has a tick below 0. */
static void end(struct sessions *s, struct session *at, int32_t tick, const tt_fact *leave)
{
    tt_session slot = tt_recording_session(s->r.io.rec, at->cid);
    int32_t first_tick = tt_recording_look(s->r.io.rec).first_tick;
    if (at->joined < 0) {
        at->joined = first_tick < 0 ? 0 : first_tick;
    }
    at->ended = tick;
    /* A client that was replaced has joined: a JOIN after a mention belongs to the same session. */
    at->is_recorded = at->left == LEFT_REPLACED || (slot.number == at->number && slot.recorded);
    s->use.end(s->use.verb, at, leave);
    if (tick >= s->r.io.from && tt_io_reading_has(&s->r.io, at->number, at->cid)) {
        add(s, at);
    }
    at->number = TT_SESSION_NONE;
}

/* Takes a fact about a session. A record or a mention may have begun the session before its JOIN.
 * TT_LEFT_NOBODY ends a session that had no client. */
static void take_fact(struct sessions *s, const tt_fact *fact)
{
    struct session *at = sessions_find(s, fact->session, fact->cid);
    if (fact->kind == TT_FACT_JOIN && at == NULL) {
        begin(s, fact->session, fact->cid, fact->tick);
    } else if (at != NULL && fact->kind == TT_FACT_NAME && fact->u.name.name.size < TT_NAME_CAP) {
        memset(at->name, 0, sizeof at->name);
        memcpy(at->name, fact->u.name.name.data, fact->u.name.name.size);
    } else if (at != NULL && fact->kind == TT_FACT_LEAVE) {
        at->left = fact->u.leave.how == TT_LEFT_REPLACED ? LEFT_REPLACED : LEFT_DROP;
        if (fact->u.leave.how == TT_LEFT_NOBODY) {
            at->number = TT_SESSION_NONE;
        } else {
            end(s, at, fact->tick, fact);
        }
    }
}

/* Takes a record of a client. The record that begins a session comes before its JOIN. */
static void take_record(struct sessions *s, const tt_item *item)
{
    int32_t cid = item->th != NULL ? item->th->cid : -1;
    if (item->session == TT_SESSION_NONE || cid < 0 || cid >= TT_CIDS ||
        sessions_at(s, cid)->number != TT_SESSION_NONE) {
        return;
    }
    tt_session slot = tt_recording_session(s->r.io.rec, cid);
    if (slot.open && slot.number == item->session) {
        begin(s, slot.number, cid, slot.since);
    }
}

/* Ends all sessions. Slots from `cids` on were never used and cost nothing. */
static void end_all(struct sessions *s)
{
    int32_t last = tt_io_reading_last_tick(&s->r.io);
    if (s->r.io.is_later || last >= s->r.io.to) {
        last = (int32_t)(s->r.io.to - 1);
    }
    for (int32_t cid = 0; cid < s->cids; cid++) {
        if (sessions_at(s, cid)->number != TT_SESSION_NONE) {
            end(s, sessions_at(s, cid), last, NULL);
        }
    }
    print_part(s);
}

/* Opens a recording for its sessions. A session may begin long before the span, and a pipe may name
 * its player at the end, so all facts are read. The records of a demo are its chunks, and a verb
 * without `messages` needs only ticks. */
bool sessions_open(struct sessions *s, struct job *job, const struct sessions_use *use)
{
    tt_io_reading_options how = job->settings->reading;
    how.wants = TT_WANT_FACTS | TT_WANT_RECORDS | (use->messages ? TT_WANT_NO_MOVES : 0);
    how.facts = SESSIONS_FACTS | use->facts;
    how.tally = use->tally;
    how.wants_before = true;
    how.wants_everybody = true;
    memset(s, 0, sizeof *s);
    s->use = *use;
    bool is_open = reading_open(&s->r, job, &how, READING_USUAL);
    if (is_open && reading_is_demo(&s->r) && !use->messages) {
        tt_io_reading_want(&s->r.io, TT_WANT_FACTS | TT_WANT_TICKS | TT_WANT_NO_MESSAGES,
                           how.facts);
    }
    s->open = is_open ? calloc(TT_CIDS, use->size) : NULL;
    s->no_memory = is_open && s->open == NULL;
    for (int32_t cid = 0; cid < TT_CIDS && s->open != NULL; cid++) {
        sessions_at(s, cid)->number = TT_SESSION_NONE;
    }
    return s->open != NULL;
}

/* Advances to the next item. Without memory for all sessions, the list is printed as far as
 * possible, with EXIT_SYSTEM. */
bool sessions_next(struct sessions *s)
{
    if (s->no_memory || !reading_next(&s->r)) {
        end_all(s);
        return false;
    }
    if (s->r.io.item.kind == TT_ITEM_RECORD) {
        take_record(s, &s->r.io.item);
    } else if (s->r.io.item.kind == TT_ITEM_FACT) {
        take_fact(s, s->r.io.item.fact);
        if (s->count == PART) {
            print_part(s);
        }
    }
    return true;
}

/* Least columns of a terminal that has room for names beside two dates. */
#define CLOCKS_ROOM 120

/* Writes a time for a table, which has no room for hundredths and zone. */
const char *sessions_time(const struct reading *r, char text[TT_IO_PLACE_CLOCK_TEXT], int32_t tick)
{
    _Static_assert(TEXT_TIME <= TT_IO_PLACE_CLOCK_TEXT, "there is room for a game time");
    const char *clock = reading_clock(r, text, tick);
    unsigned width = fit_width(r->job->settings);
    if (clock != NULL && width != 0 && width < CLOCKS_ROOM && !r->job->settings->json) {
        text[strcspn(text, ".")] = 0;
    }
    return clock != NULL ? clock : text_time(text, tt_io_reading_time(&r->io, tick));
}

enum exit_status sessions_close(struct sessions *s)
{
    const char *path = s->r.job->path;
    free(s->open);
    free(s->ended);
    enum exit_status status = reading_close(&s->r);
    if (s->no_memory) {
        memory_tell(path);
        status = EXIT_SYSTEM;
    }
    return status;
}
