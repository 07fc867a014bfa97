/* SPDX-License-Identifier: MIT
 *
 * Tests of src/follow/silence.h: however long the silences of a file are, the ticks that are
 * computed are bounded by its records.
 */
#include "cm.h"

#include <stdlib.h>

#include "follow/search.h"
#include "support/physics_game.h"

enum { WIDTH = 40, HEIGHT = 20, SILENCES = 600, TICKS = 179990 };

struct count {
    uint64_t ticks;
};

static void on_tick(void *user, const tti_replay *replay)
{
    struct count *count = user;
    (void)replay;
    count->ticks++;
}

static void begin(physics_game *game, int32_t minor)
{
    static uint8_t cells[2 * WIDTH * HEIGHT];
    const tt_terrain terrain = {WIDTH, HEIGHT, {cells}};
    tti_rules rules;
    for (int i = 0; i < WIDTH * HEIGHT; i++) {
        cells[2 * i] = i / WIDTH == HEIGHT - 1 ? TT_TILE_SOLID : 0;
    }
    tti_rules_init(&rules);
    rules.minor = minor;
    physics_game_build(game, &terrain);
    physics_game_begin(game, &rules);
}

/* A client enters the game. Without one in it, the game rests in silences. */
static void enter(tti_replay *replay)
{
    const tti_action join = {.kind = TT_TH_JOIN}, ready = {.kind = TT_TH_PLAYER_READY};
    tti_replay_take(replay, &join);
    tti_replay_take(replay, &ready);
}

/* An action of a tee that steps from side to side, in the air or on the ground. */
static tti_action step(int number, int32_t y)
{
    tti_action action = {.kind = number == 0 ? TT_TH_PLAYER_NEW : TT_TH_PLAYER_DIFF,
                         .tick = 1 + number * TICKS};
    action.u.place.x = 400 + number % 2;
    action.u.place.y = y;
    return action;
}

/* A tee has 2 units of work in a tick: its own and that of the game. */
static void few_bytes_pay_for_few_ticks(void **state)
{
    (void)state;
    const int32_t heights[] = {200, 32 * (HEIGHT - 1) - 15};
    for (int i = 0; i < 2; i++) {
        physics_game game = {0};
        tti_replay replay;
        struct count count = {0};
        begin(&game, 5);
        tti_replay_init(&replay, game.world);
        replay.on_tick = on_tick;
        replay.user = &count;
        enter(&replay);
        enter(&replay);
        for (int number = 0; number < SILENCES; number++) {
            tti_action action = step(number, heights[i]);
            tti_replay_take(&replay, &action);
        }
        tti_replay_flush(&replay, replay.world->tick);
        uint64_t most = (TTI_SILENCE_DEBT + SILENCES * TTI_SILENCE_PAID) / 2 + 3 * SILENCES;
        assert_true(count.ticks > TTI_SILENCE_DEBT / 2 && count.ticks < most);
        physics_game_drop(&game);
    }
}

/* The search goes back for wrong moves, up to a number of them. */
static void a_search_ends(void **state)
{
    (void)state;
    static tti_hint hints[100];
    static tti_search search;
    physics_game game = {0};
    struct count count = {0};
    begin(&game, 5);
    void *memory = malloc(tti_search_size(&game.arena));
    assert_non_null(memory);
    tti_search_init(&search, &game.arena, &game.world->rules, memory, hints, 100);
    search.replay.on_tick = on_tick;
    search.replay.user = &count;
    const tti_action join = {.kind = TT_TH_JOIN}, ready = {.kind = TT_TH_PLAYER_READY};
    tti_search_take(&search, &join);
    tti_search_take(&search, &ready);
    for (int number = 0; number < SILENCES; number++) {
        tti_action action = step(number, 200);
        tti_search_take(&search, &action);
    }
    assert_true(tti_search_is_hopeless(&search));
    assert_true(count.ticks < 2 * (TTI_SILENCE_DEBT + SILENCES * TTI_SILENCE_PAID));
    free(memory);
    physics_game_drop(&game);
}

enum { CROWD = 64, CROWD_TICKS = 60 };

/* An input or a move of one of many tees in one place. The tee does not move as its keys say. */
static tti_action crowd_action(int32_t cid, int32_t tick, tt_th_kind kind)
{
    tti_action action = {.kind = kind, .cid = cid, .tick = tick};
    if (kind == TT_TH_INPUT_NEW || kind == TT_TH_INPUT_DIFF) {
        action.u.input = (tt_input){.direction = tick % 3 - 1, .target_x = 1 + tick, .jump = 1};
    } else if (kind == TT_TH_PLAYER_NEW || kind == TT_TH_PLAYER_DIFF) {
        action.u.place.x = 400 + tick % 2;
        action.u.place.y = 200;
    }
    return action;
}

static int take_crowd(tti_search *search)
{
    static const tt_th_kind first[] = {TT_TH_JOIN, TT_TH_PLAYER_READY};
    int taken = 0;
    for (int i = 0; i < 2 * CROWD; i++, taken++) {
        tti_action action = crowd_action(i / 2, 0, first[i % 2]);
        tti_search_take(search, &action);
    }
    for (int32_t tick = 1; tick < CROWD_TICKS; tick++) {
        for (int i = 0; i < 2 * CROWD; i++, taken++) {
            bool is_input = i >= CROWD;
            tt_th_kind kind = tick == 1 ? (is_input ? TT_TH_INPUT_NEW : TT_TH_PLAYER_NEW)
                                        : (is_input ? TT_TH_INPUT_DIFF : TT_TH_PLAYER_DIFF);
            tti_action action = crowd_action(i % CROWD, tick, kind);
            tti_search_take(search, &action);
        }
    }
    tti_search_flush(search);
    return taken;
}

struct crowd {
    uint64_t work;
    int asked;
};

static void on_crowd_tick(void *user, const tti_replay *replay)
{
    struct crowd *crowd = user;
    crowd->work += tti_replay_work(replay->world);
}

static bool stops_soon(void *user)
{
    struct crowd *crowd = user;
    return ++crowd->asked > 100;
}

/* Each tee of a crowd may be wrong because of each input of each other tee. */
static void a_crowd_is_searched_as_far_as_it_pays(void **state)
{
    (void)state;
    static tti_hint hints[100];
    static tti_search search;
    for (int is_stopped = 0; is_stopped < 2; is_stopped++) {
        physics_game game = {0};
        struct crowd crowd = {0};
        begin(&game, 5);
        void *memory = malloc(tti_search_size(&game.arena));
        assert_non_null(memory);
        tti_search_init(&search, &game.arena, &game.world->rules, memory, hints, 100);
        search.replay.on_tick = on_crowd_tick;
        search.replay.user = search.user = &crowd;
        search.stops = is_stopped ? stops_soon : NULL;
        uint64_t taken = (uint64_t)take_crowd(&search);
        uint64_t once = CROWD_TICKS * (CROWD + 1);
        uint64_t most = TTI_SEARCH_DEBT + taken * TTI_SEARCH_PAID + once;
        if (is_stopped) {
            assert_true(crowd.work < TTI_SEARCH_DEBT / 2);
        } else {
            assert_true(crowd.work > TTI_SEARCH_DEBT / 2 && crowd.work < most + most / 8);
        }
        free(memory);
        physics_game_drop(&game);
    }
}

/* A tee that stands still for an hour, on a server where nobody writes, is computed to its end. */
static void an_idle_hour_is_computed(void **state)
{
    (void)state;
    physics_game game = {0};
    tti_replay replay;
    begin(&game, 5);
    tti_replay_init(&replay, game.world);
    enter(&replay);
    for (int number = 0; number < 3; number++) {
        tti_action action = step(0, 32 * (HEIGHT - 1) - 15);
        action.kind = number == 0 ? TT_TH_PLAYER_NEW : TT_TH_PLAYER_DIFF;
        action.tick = 1 + number * TICKS;
        tti_replay_take(&replay, &action);
        assert_false(tti_replay_leaves_out(&replay, action.tick + TICKS));
    }
    assert_false(replay.is_late);
    physics_game_drop(&game);
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(few_bytes_pay_for_few_ticks),
                                       cmocka_unit_test(a_search_ends),
                                       cmocka_unit_test(a_crowd_is_searched_as_far_as_it_pays),
                                       cmocka_unit_test(an_idle_hour_is_computed)};
    return cmocka_run_group_tests_name("silence", tests, NULL, NULL);
}
