/* SPDX-License-Identifier: MIT
 *
 * Compares what two players send: how much of it the other one sent in the half second before.
 *
 * An event is a new place of the cursor, or a key that was pressed or released. The events of the
 * last ticks are in a ring, chained by their hash, so an event meets only equal ones. A pair of
 * slots counts what the one repeats of the other. When one of both sessions ends, the pair becomes
 * a `likeness`, and a session keeps the strongest one. Input that is older, also that of earlier
 * recordings, is found by its stretches.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/inputs/compare.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "teetape/io/player.h"
#include "teetape/io/spans.h"

/* Ticks (half a second). An event repeats an equal one that is at most so old. */
#define LAG_MOST 25

/* Powers of two: events in the ring, and chains. An event of a damaged recording is compared with
 * no more than CHAIN_MOST others. */
#define EVENTS 8192
#define BUCKETS 4096
#define CHAIN_MOST 512

struct event {
    uint64_t what;    /* hash of the place, or of the key and whether it was released */
    uint64_t session; /* session that sent the event */
    uint64_t older;   /* number of the event before it in the chain; 0: none */
    uint64_t number;  /* number among the events of its session and kind, from 1 */
    int32_t cid, tick, kind;
};

/* Counts of the input that one slot's session repeats of the session in another slot. Zeroed when
 * one of the two sessions begins. */
struct pair {
    uint64_t since[KINDS];                /* events of the session before the pair began */
    uint64_t same[KINDS];                 /* events that repeat one of the other session */
    uint64_t last[KINDS];                 /* event.number of the last repeated event */
    uint32_t at_lag[KINDS][LAG_MOST + 1]; /* repeated events by their lag */
    uint32_t run, longest; /* places that followed each other in both sessions: now, and the most */
    int32_t run_tick, longest_tick; /* ticks where `run` and `longest` begin */
};

struct comparing {
    struct sessions sessions;
    struct pressing p;
    const char *who[2]; /* the two players to compare; NULL for all players */
    bool has[2];        /* true: the recording has a session of this player */
    uint64_t count;     /* number of events so far */
    uint64_t heads[BUCKETS];
    struct event events[EVENTS];
    uint64_t places[TT_CIDS]; /* the last place of each slot */
    struct pair pairs[TT_CIDS][TT_CIDS];
    struct stretches *stretches; /* stretches of all recordings of the run */
    struct sending sending[TT_CIDS];
};

static struct compared *compared_at(const struct comparing *c, int32_t cid)
{
    return (struct compared *)(void *)sessions_at(&c->sessions, cid);
}

static bool is_open(const struct comparing *c, int32_t cid)
{
    return sessions_at(&c->sessions, cid)->number != TT_SESSION_NONE;
}

static void repeat(struct comparing *c, const struct event *by, const struct event *of, int32_t lag)
{
    struct pair *pair = &c->pairs[by->cid][of->cid];
    pair->at_lag[by->kind][lag]++;
    if (pair->last[by->kind] == by->number) {
        return;
    }
    pair->same[by->kind]++;
    if (by->kind == PLACES) {
        bool goes_on = pair->run != 0 && pair->last[PLACES] + 1 == by->number;
        pair->run_tick = goes_on ? pair->run_tick : by->tick;
        pair->run = goes_on ? pair->run + 1 : 1;
        if (pair->run > pair->longest) {
            pair->longest = pair->run;
            pair->longest_tick = pair->run_tick;
        }
    }
    pair->last[by->kind] = by->number;
}

/* Looks for equal events of others in the last ticks. Of two equal events in one tick each repeats
 * the other, because nobody knows which was first. */
static void look_back(struct comparing *c, const struct event *now)
{
    uint64_t number = now->older;
    for (int steps = 0; steps < CHAIN_MOST && number != 0 && number + EVENTS > c->count; steps++) {
        const struct event *old = &c->events[number % EVENTS];
        int64_t lag = (int64_t)now->tick - old->tick;
        if (lag < 0 || lag > LAG_MOST) {
            return;
        }
        bool is_equal = old->what == now->what && old->kind == now->kind;
        if (is_equal && old->cid != now->cid &&
            compared_at(c, old->cid)->session.number == old->session) {
            repeat(c, now, old, (int32_t)lag);
            if (lag == 0) {
                repeat(c, old, now, 0);
            }
        }
        number = old->older;
    }
}

static void add_event(struct comparing *c, struct compared *by, uint64_t what, int kind)
{
    uint64_t *head = &c->heads[what % BUCKETS];
    struct event now = {
        what, by->session.number, *head, ++by->events[kind], by->session.cid, c->p.tick, kind};
    look_back(c, &now);
    *head = ++c->count;
    c->events[c->count % EVENTS] = now;
}

static void take_input(struct comparing *c, struct compared *by)
{
    const struct pressing *p = &c->p;
    uint64_t place = place_of(&p->input);
    if (by->events[PLACES] == 0 || c->places[p->cid] != place) {
        c->places[p->cid] = place;
        stretches_take(c->stretches, &c->sending[p->cid], &by->session, place, p->tick);
        add_event(c, by, mixed(place), PLACES);
    }
    for (uint64_t key = 0; key < TT_KEYS; key++) {
        if (p->change.pressed[key] != 0) {
            add_event(c, by, mixed(UINT64_MAX - key), KEYS);
        }
        if (p->change.released[key] != 0) {
            add_event(c, by, mixed(UINT64_MAX - TT_KEYS - key), KEYS);
        }
    }
}

static int32_t lag_of(const struct pair *pair)
{
    int32_t best = 0;
    for (int32_t lag = 1; lag <= LAG_MOST; lag++) {
        uint64_t here = (uint64_t)pair->at_lag[PLACES][lag] + pair->at_lag[KEYS][lag];
        uint64_t most = (uint64_t)pair->at_lag[PLACES][best] + pair->at_lag[KEYS][best];
        best = here > most ? lag : best;
    }
    return best;
}

/* Returns how much of a pair's input is equal. Keys are few, so equal ones within half a second are
 * frequent. Only those count that came at the most frequent lag, or a tick beside it. */
static struct likeness likeness_of(const struct pair *pair, const struct compared *by,
                                   const struct compared *of)
{
    struct likeness like = {.is_known = true, .with = of->session.number};
    like.with_cid = of->session.cid;
    memcpy(like.with_name, of->session.name, sizeof like.with_name);
    like.lag = lag_of(pair);
    like.same[PLACES] = pair->same[PLACES];
    for (int32_t lag = like.lag - 1; lag <= like.lag + 1; lag++) {
        like.same[KEYS] += lag >= 0 && lag <= LAG_MOST ? pair->at_lag[KEYS][lag] : 0;
    }
    for (int kind = 0; kind < KINDS; kind++) {
        uint64_t all = by->events[kind] - pair->since[kind];
        like.events[kind] = all;
        like.same[kind] = like.same[kind] < all ? like.same[kind] : all;
        like.percent[kind] = habits_share(like.same[kind], all);
    }
    like.longest = pair->longest;
    like.longest_tick = pair->longest != 0 ? pair->longest_tick : COLUMN_UNKNOWN;
    return like;
}

/* Returns a number by which likenesses are compared. COLUMN_UNKNOWN is far below 0. */
static int64_t strength(const struct likeness *like)
{
    return (int64_t)like->percent[PLACES] + like->percent[KEYS];
}

static bool is_player(const char *who, const char *his_name, int32_t his_cid)
{
    int32_t cid;
    const char *name;
    return tt_io_player_parse(who, &cid, &name) == TT_OK &&
           (name != NULL ? strcmp(name, his_name) == 0 : cid == his_cid);
}

/* Marks the session with the players who it is, by its client id or a name that it has now. */
static void mark(struct comparing *c, struct compared *s, const char *name)
{
    for (int i = 0; i < 2 && c->who[i] != NULL; i++) {
        s->is_asked[i] = s->is_asked[i] || is_player(c->who[i], name, s->session.cid);
        c->has[i] = c->has[i] || s->is_asked[i];
    }
}

static bool is_asked(const struct comparing *c, const struct compared *by, const bool of[2])
{
    return c->who[0] == NULL || (by->is_asked[0] && of[1]) || (by->is_asked[1] && of[0]);
}

/* Counts the pair in the likenesses of a session. A pair with too few events of both kinds says
 * nothing. */
static void fold(const struct comparing *c, struct compared *by, const struct compared *of)
{
    const struct pair *pair = &c->pairs[by->session.cid][of->session.cid];
    struct likeness like = likeness_of(pair, by, of);
    bool has_share = false;
    for (int kind = 0; kind < KINDS; kind++) {
        if (like.percent[kind] != COLUMN_UNKNOWN) {
            by->others[kind][like.percent[kind] / 100]++;
            has_share = true;
        }
    }
    bool is_better = !by->best.is_known || strength(&like) > strength(&by->best);
    if (has_share && is_better && is_asked(c, by, of->is_asked)) {
        by->best = like;
    }
}

/* Chooses the earlier session of which this one repeats most stretches. */
static void end_stretches(const struct comparing *c, struct compared *by)
{
    const struct sending *sending = &c->sending[by->session.cid];
    by->samples = sending->samples;
    for (int i = 0; i < REPEATS; i++) {
        const struct repeat *repeat = &sending->repeats[i];
        const struct sender *of = stretches_sender(c->stretches, repeat->sender);
        if (of == NULL) {
            continue;
        }
        bool is_of[2] = {false, false};
        for (int k = 0; k < 2 && c->who[k] != NULL; k++) {
            is_of[k] = is_player(c->who[k], of->name, of->cid);
        }
        if (repeat->same >= REPEAT_LEAST && repeat->same > by->repeat.same &&
            is_asked(c, by, is_of)) {
            by->repeat = *repeat;
            by->of = *of;
            by->is_of_other_file = of->path != c->sessions.r.job->path;
        }
    }
}

static void take_name(struct comparing *c, const tt_fact *fact)
{
    struct session *s = sessions_find(&c->sessions, fact->session, fact->cid);
    if (s != NULL) {
        mark(c, (struct compared *)s, s->name);
    }
}

static void begin(void *verb, struct session *s)
{
    struct comparing *c = verb;
    stretches_begin(c->stretches, &c->sending[s->cid], &c->sessions.r, s);
    mark(c, (struct compared *)s, s->name);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (is_open(c, cid)) {
            struct pair *pair = &c->pairs[cid][s->cid];
            memset(pair, 0, sizeof *pair);
            memcpy(pair->since, compared_at(c, cid)->events, sizeof pair->since);
            memset(&c->pairs[s->cid][cid], 0, sizeof *pair);
        }
    }
}

static void end(void *verb, struct session *s, const tt_fact *leave)
{
    struct comparing *c = verb;
    (void)leave;
    end_stretches(c, (struct compared *)s);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (is_open(c, cid) && cid != s->cid) {
            fold(c, (struct compared *)s, compared_at(c, cid));
            fold(c, compared_at(c, cid), (struct compared *)s);
        }
    }
}

static bool has_all(const struct comparing *c)
{
    return c->who[0] == NULL || (c->has[0] && c->has[1]);
}

/* Notes the players whom nobody is. */
static void tell_missing(const struct comparing *c)
{
    const struct job *job = c->sessions.r.job;
    for (int i = 0; i < 2 && !has_all(c) && !job->is_one_of_many; i++) {
        int32_t cid;
        const char *name;
        tt_io_error why = {.text = "no client had this id"};
        tt_io_player_parse(c->who[i], &cid, &name);
        if (name != NULL) {
            tt_io_player_none(&why, job->path, name, job->stop);
        }
        if (!c->has[i]) {
            message_say(MESSAGE_NOTE, job->path, "--compare %s: %s", c->who[i], why.text);
        }
    }
}

/* Prints the sessions. Of one recording without one of the two players there is nothing to print,
 * and the reason is given at the end. */
static bool print(void *verb, const void *list, size_t count)
{
    struct comparing *c = verb;
    const struct reading *r = &c->sessions.r;
    return (!has_all(c) && !r->job->is_one_of_many) || compare_print(r, list, count);
}

/* Splits the two players of --compare. A name may have commas, so a client id is the way to name
 * such a player. */
static bool split(const char *who, char *players[2])
{
    players[0] = players[1] = NULL;
    if (strcmp(who, "all") == 0) {
        return true;
    }
    const char *comma = strchr(who, ',');
    players[0] = comma != NULL ? strdup(who) : NULL;
    if (players[0] != NULL) {
        players[1] = players[0] + (comma - who) + 1;
        players[0][comma - who] = 0;
    }
    return players[0] != NULL;
}

const char *compare_check(const char *who)
{
    char *players[2];
    int32_t cid;
    const char *name;
    bool is_right = split(who, players);
    for (int i = 0; i < 2 && players[i] != NULL; i++) {
        is_right = is_right && tt_io_player_parse(players[i], &cid, &name) == TT_OK;
    }
    free(players[0]);
    return is_right ? NULL : "--compare takes \"all\", or two client ids or names: 3,nameless";
}

enum exit_status compare_inputs(struct job *job, const char *who)
{
    char *players[2];
    struct comparing *c = memory_zeros(job->path, sizeof *c);
    const struct sessions_use use = {sizeof(struct compared), 0, NULL, true, begin, end, print, c};
    if (c == NULL || !split(who, players)) {
        free(c);
        return EXIT_SYSTEM;
    }
    c->who[0] = players[0];
    c->who[1] = players[1];
    c->stretches = job->user;
    job->asks_for_part = players[0] != NULL;
    if (sessions_open(&c->sessions, job, &use)) {
        const tt_item *item = &c->sessions.r.io.item;
        pressing_begin(&c->p, &c->sessions.r);
        while (sessions_next(&c->sessions)) {
            bool is_input = pressing_take(&c->p, &c->sessions.r);
            if (item->kind == TT_ITEM_FACT && item->fact->kind == TT_FACT_NAME) {
                take_name(c, item->fact);
            }
            struct session *s =
                is_input ? sessions_find(&c->sessions, item->session, c->p.cid) : NULL;
            if (s != NULL) {
                take_input(c, (struct compared *)s);
            }
        }
    }
    tell_missing(c);
    enum exit_status status = sessions_close(&c->sessions);
    free(players[0]);
    free(c);
    return status;
}
