/* SPDX-License-Identifier: MIT
 *
 * How much work `teetape demo --split player --only` is: calls of the library are counted (the
 * linker puts counters before them), for a server full of players who come and go again and again.
 * Each event and each tick is gone through once for all of them, and once more for whom it is
 * about.
 */
#include "host/posix.h"

#include <stdlib.h>

#include "cm.h"
#include "convert/game.h"
#include "host_files.h"
#include "support/cli_run.h"
#include "support/th_make.h"
#include "teetape/convert.h"

#define PLAYERS 48
#define TICKS 240
#define ROUNDS 4 /* sessions of a player */

/* Calls of tt_convert_follow, and clients whose tees were looked at in a tick. */
static uint64_t followed, stepped;

void __real_tt_convert_follow(tt_convert *c, const tt_th_event *event, const tt_world *world,
                              const tt_th_history *history);
void __wrap_tt_convert_follow(tt_convert *c, const tt_th_event *event, const tt_world *world,
                              const tt_th_history *history);
void __real_tti_convert_watch(tti_convert *c, int32_t tick);
void __wrap_tti_convert_watch(tti_convert *c, int32_t tick);

void __wrap_tt_convert_follow(tt_convert *c, const tt_th_event *event, const tt_world *world,
                              const tt_th_history *history)
{
    followed++;
    __real_tt_convert_follow(c, event, world, history);
}

void __wrap_tti_convert_watch(tti_convert *c, int32_t tick)
{
    stepped += (uint64_t)c->cids;
    __real_tti_convert_watch(c, tick);
}

static void come(th_make *m, int32_t cid)
{
    th_make ready = {0};
    TH_INTS(m, TH_JOIN, cid);
    th_make_int(&ready, cid);
    th_make_ex(m, TT_TH_PLAYER_READY, &ready);
    th_make_free(&ready);
    TH_INTS(m, TH_PLAYER_NEW, cid, 32 * cid, 32 * cid);
}

static void go(th_make *m, int32_t cid)
{
    TH_INTS(m, TH_PLAYER_OLD, cid, TH_DROP, cid);
    th_make_text(m, "");
}

/* How many events there are. */
static uint64_t make(th_make *m)
{
    uint64_t events = 0;
    th_make_header(m, 2, ",\"uuids\":[\"teehistorian-player-ready@ddnet.tw\"]");
    for (int round = 0; round < ROUNDS; round++) {
        for (int32_t cid = 0; cid < PLAYERS; cid++) {
            come(m, cid);
            events += 3;
        }
        for (int tick = 0; tick < TICKS; tick++) {
            for (int32_t cid = 0; cid < PLAYERS; cid++) {
                TH_INTS(m, cid, 1 + tick % 3, -1);
                events++;
            }
        }
        TH_INTS(m, TH_TICK_SKIP, 0);
        for (int32_t cid = 0; cid < PLAYERS; cid++) {
            go(m, cid);
            events += 2;
        }
        TH_INTS(m, TH_TICK_SKIP, 10);
    }
    TH_INTS(m, TH_FINISH);
    return events;
}

static void sessions_share_the_work(void **state)
{
    th_make m = {0};
    uint64_t events = make(&m), ticks = ROUNDS * (TICKS + 20);
    char *path = host_files_path(state, "full.teehistorian"), *out = host_files_path(state, "out");
    host_files_write(path, m.data, m.size);
    cli_run run = CLI_RUN(&cmd_demo, "--split", "player", "--only", "--no-map", "-o", out, path);
    assert_int_equal(run.status, EXIT_GOOD);
    assert_int_equal(host_files_count(out), PLAYERS * ROUNDS);
    assert_true(followed > events);
    /* who comes and goes is sent to everybody, for the teams */
    if (followed > 2 * events + (uint64_t)ROUNDS * 3 * PLAYERS * PLAYERS + 1000) {
        fail_msg("%llu events were followed %llu times", (unsigned long long)events,
                 (unsigned long long)followed);
    }
    if (stepped > 4 * ticks * PLAYERS) {
        fail_msg("%llu ticks of %d players took %llu steps", (unsigned long long)ticks, PLAYERS,
                 (unsigned long long)stepped);
    }
    cli_run_free(&run);
    th_make_free(&m);
    free(path);
    free(out);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(sessions_share_the_work),
    };
    return cmocka_run_group_tests_name("cli split work", tests, NULL, NULL);
}
