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
                                       cmocka_unit_test(an_idle_hour_is_computed)};
    return cmocka_run_group_tests_name("silence", tests, NULL, NULL);
}
