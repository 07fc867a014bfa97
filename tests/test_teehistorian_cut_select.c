/* SPDX-License-Identifier: MIT
 *
 * Tests of cuts of some players: nobody else is in them, and those who are have the state that they
 * have in the whole recording.
 */
#include <stdlib.h>

#include "cm.h"
#include "support/th_cut.h"
#include "support/th_random.h"
#include "teehistorian/record.h"

/* Every session whose number has this rest. */
typedef struct choice {
    uint64_t rest, every;
} choice;

static bool wants(void *user, uint64_t session, int32_t cid)
{
    const choice *c = user;
    (void)cid;
    return session % c->every == c->rest;
}

/* The whole recording and its cut, tick by tick. */
typedef struct pair {
    th_source cut, whole;
    tt_th_history *history; /* of the whole one */
    choice *choice;
    int32_t from;
    /* What the session in a slot has had since it began: before that, tee and input are those of
     * who was there before. */
    int has_tee[TT_CIDS], has_input[TT_CIDS];
    int may_have[TT_CIDS]; /* somebody who is wanted has been in the slot */
} pair;

static int is_wanted(const pair *p, int32_t cid)
{
    return tti_th_history_seen(p->history)->slot[cid].open &&
           wants(p->choice, tti_th_history_seen(p->history)->slot[cid].session, cid);
}

static void check_client(const pair *p, int32_t cid, int32_t tick)
{
    const tt_world *cut = p->cut.world, *whole = p->whole.world;
    const char *what = NULL;
    if (!is_wanted(p, cid)) {
        if (cut->client[cid].connected || (cut->tee[cid].alive && !p->may_have[cid])) {
            fail_msg("tick %d: somebody who is not wanted is in slot %d", (int)tick, (int)cid);
        }
        return;
    }
    what = th_cut_client_differs(cut, whole, cid);
    if (what == NULL && p->has_tee[cid] && p->has_input[cid]) {
        what = th_cut_tee_differs(cut, whole, cid);
    }
    int32_t team = whole->client[cid].team;
    if (team >= 0 && team < TT_TEAMS && cut->practice[team] != whole->practice[team]) {
        what = "practice";
    }
    if (what != NULL) {
        fail_msg("%s of client %d differs at tick %d", what, (int)cid, (int)tick);
    }
}

/* Lets the whole recording go on to the end of the tick. */
static void follow(pair *p, int32_t tick)
{
    tt_th_event event;
    while (th_source_next_tick(&p->whole) <= tick && th_source_next(&p->whole, &event) == TT_OK) {
        tt_th_change change = tt_th_history_follow(p->history, &event, p->whole.world);
        int32_t cid = event.cid;
        if (cid < 0) {
            continue;
        }
        if (change.began) {
            p->has_tee[cid] = event.tick < p->from;
            p->has_input[cid] = event.tick < p->from;
        }
        p->has_tee[cid] |= event.kind == TT_TH_PLAYER_NEW || event.kind == TT_TH_PLAYER_DIFF ||
                           event.kind == TT_TH_PLAYER_OLD;
        p->has_input[cid] |= event.kind == TT_TH_INPUT_NEW || event.kind == TT_TH_INPUT_DIFF;
        p->may_have[cid] |= is_wanted(p, cid) || (change.session != TT_SESSION_NONE &&
                                                  wants(p->choice, change.session, cid));
        if (change.began2) {
            cid = event.u.player_switch.cid2;
            p->has_tee[cid] = p->has_input[cid] = event.tick < p->from;
            p->may_have[cid] |= is_wanted(p, cid);
        }
    }
}

static void check_ids(const th_make *cut, const pair *p)
{
    th_source s;
    tt_th_event event;
    th_source_open(&s, cut, TH_ONE_PIECE, 0);
    while (th_source_next(&s, &event) == TT_OK) {
        if (event.cid >= 0 && !p->may_have[event.cid]) {
            fail_msg("tick %d: client %d is in the cut", (int)event.tick, (int)event.cid);
        }
        assert_true(event.cid >= 0 || event.kind != TT_TH_CONSOLE_COMMAND);
        assert_true(event.kind != TT_TH_ANTIBOT && event.kind != TT_TH_EX);
    }
    th_source_close(&s);
}

/* Both before the first record of the span. */
static void open_pair(pair *p, const th_make *cut, const th_make *whole)
{
    tt_th_event event;
    p->history = malloc(sizeof *p->history);
    assert_non_null(p->history);
    tt_th_history_init(p->history);
    th_source_open(&p->cut, cut, TH_ONE_PIECE, 0);
    th_source_open(&p->whole, whole, TH_ONE_PIECE, 0);
    assert_int_equal(th_source_next(&p->cut, &event), TT_OK);
    assert_int_equal(th_source_next(&p->whole, &event), TT_OK);
    follow(p, p->from - 1);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        p->has_tee[cid] = p->has_input[cid] = 1;
        p->may_have[cid] = is_wanted(p, cid);
    }
}

static void check_cut(const th_make *m, choice *c, int32_t from, int64_t to)
{
    pair p = {.choice = c, .from = from};
    th_make cut = {NULL, 0, 0};
    const tt_th_cut_options options = {.from = from, .to = to, .wants = wants, .user = c};
    assert_int_equal(th_cut(&cut, m, &options, TH_ONE_PIECE, 0).left_out, 0);
    th_cut_check_strictly(&cut, 0);
    open_pair(&p, &cut, m);
    for (int64_t tick = from; tick < to;) {
        th_source_advance(&p.cut, (int32_t)tick);
        follow(&p, (int32_t)tick);
        for (int32_t cid = 0; cid < TT_CIDS; cid++) {
            check_client(&p, cid, (int32_t)tick);
        }
        int64_t a = th_source_next_tick(&p.cut), b = th_source_next_tick(&p.whole);
        tick = a < b ? a : b;
    }
    check_ids(&cut, &p);
    th_source_close(&p.cut);
    th_source_close(&p.whole);
    free(p.history);
    th_make_free(&cut);
}

static int32_t last_tick_of(const th_make *m)
{
    th_source s;
    tt_th_event event;
    th_source_open(&s, m, TH_ONE_PIECE, 0);
    while (th_source_next(&s, &event) == TT_OK) {
    }
    int32_t tick = s.world->tick;
    th_source_close(&s);
    return tick;
}

static void check_recording(const th_make *m, int cuts, uint64_t seed)
{
    int32_t last = last_tick_of(m);
    for (int i = 0; i < cuts; i++) {
        choice c = {.every = 1 + random_next(&seed) % 4};
        c.rest = random_next(&seed) % c.every;
        int32_t from = (int32_t)(random_next(&seed) % ((uint32_t)last + 2));
        int32_t to = from + (int32_t)(random_next(&seed) % ((uint32_t)last + 2));
        check_cut(m, &c, i == 0 ? 0 : from, i == 0 ? TT_TH_CUT_END : to);
    }
}

static void real_recordings(void **state)
{
    (void)state;
    for (size_t i = 0; i < TH_RECORDINGS; i++) {
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, th_recordings[i]);
        check_recording(&m, 40, 5 + i);
        th_make_free(&m);
    }
}

static void random_recordings(void **state)
{
    (void)state;
    static const char *const headers[] = {"", ",\"version_minor\":\"22\""};
    uint64_t seed = 31337;
    for (int i = 0; i < 300; i++) {
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, headers[i % 2]);
        th_random_records(&m, &seed, 1000, 0);
        check_recording(&m, 4, seed);
        th_make_free(&m);
    }
}

/* Nobody at all: the cut has the marks of its span alone. */
static bool wants_nobody(void *user, uint64_t session, int32_t cid)
{
    (void)user;
    (void)session;
    (void)cid;
    return 0;
}

static void nobody(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0}, cut = {NULL, 0, 0};
    th_make_recording(&m, th_recordings[0]);
    const tt_th_cut_options options = {.from = 100, .to = 2000, .wants = wants_nobody};
    assert_true(th_cut(&cut, &m, &options, TH_ONE_PIECE, 0).events == 0);
    th_log log = th_log_of(cut.data, cut.size, TH_LOG_EVENTS, TH_ONE_PIECE, 0);
    assert_string_equal(log.text, "0 header\n99 tick_skip dt=98\n1999 tick_skip dt=1899\n"
                                  "1999 finish\n= TT_END\n");
    th_log_free(&log);
    th_make_free(&m);
    th_make_free(&cut);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_recordings),
        cmocka_unit_test(random_recordings),
        cmocka_unit_test(nobody),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
