/* SPDX-License-Identifier: MIT
 *
 * Tests of physics.h: a copy of a game goes on as the game does, clients come and go, and settings
 * change what happens.
 */
#include "cm.h"

#include <stdlib.h>

#include "teetape/physics.h"

enum { WIDTH = 40, HEIGHT = 20, SPAWN = 192 };

static uint8_t cells[2 * WIDTH * HEIGHT];

static const tt_terrain *room(void)
{
    static tt_terrain terrain = {WIDTH, HEIGHT, {cells}};
    for (int y = 0; y < HEIGHT; y++) {
        for (int x = 0; x < WIDTH; x++) {
            bool is_wall = x == 0 || y == 0 || x == WIDTH - 1 || y == HEIGHT - 1;
            cells[2 * (y * WIDTH + x)] = is_wall ? TT_TILE_SOLID : 0;
        }
    }
    cells[2 * (10 * WIDTH + 10)] = SPAWN;
    cells[2 * (10 * WIDTH + 12)] = SPAWN;
    return &terrain;
}

static tt_physics_arena *arena_new(tt_bytes settings)
{
    void *memory = malloc(tt_physics_arena_size(room()));
    assert_non_null(memory);
    return tt_physics_arena_init(memory, room(), settings);
}

static tt_physics *game_new(const tt_physics_arena *arena)
{
    void *memory = malloc(tt_physics_size(arena));
    assert_non_null(memory);
    return tt_physics_init(memory, arena, 5);
}

static tt_input random_input(uint64_t *seed)
{
    tt_input input = {.direction = (int32_t)(random_next(seed) % 3) - 1};
    input.target_x = (int32_t)(random_next(seed) % 400) - 200;
    input.target_y = (int32_t)(random_next(seed) % 400) - 200;
    input.jump = random_next(seed) % 2;
    input.hook = random_next(seed) % 4 != 0;
    input.fire = (int32_t)(random_next(seed) % 64);
    return input;
}

static void play(tt_physics *game, uint64_t seed, int ticks)
{
    for (int i = 0; i < ticks; i++) {
        tt_input input = random_input(&seed);
        tt_physics_press(game, (int32_t)(random_next(&seed) % 3), &input);
        (void)tt_physics_step(game);
    }
}

static void copies(void **state)
{
    (void)state;
    tt_physics_arena *arena = arena_new((tt_bytes){NULL, 0});
    tt_physics *game = game_new(arena), *other = game_new(arena);
    size_t size = tt_physics_size(arena);
    assert_memory_equal(game, other, size);
    for (int32_t cid = 0; cid < 3; cid++) {
        tt_physics_join(game, cid);
    }
    play(game, 1, 200);
    memcpy(other, game, size);
    play(game, 2, 200);
    play(other, 2, 200);
    assert_memory_equal(game, other, size);
    play(other, 3, 1);
    assert_memory_not_equal(game, other, size);
    free(game);
    free(other);
    free(arena);
}

static void clients(void **state)
{
    (void)state;
    tt_physics_arena *arena = arena_new((tt_bytes){NULL, 0});
    tt_physics *game = game_new(arena);
    tt_tee_state tee;
    const tt_input run = {.direction = 1, .target_y = -1};
    assert_int_equal(tt_physics_step(game), 1);
    assert_false(tt_physics_tee(game, 7, &tee));
    tt_physics_join(game, 7);
    assert_int_equal(tt_physics_step(game), 2);
    assert_true(tt_physics_tee(game, 7, &tee));
    assert_int_equal(tee.tick, 2);
    assert_int_equal(tee.place, TT_DERIVED);
    int32_t x = tee.x;
    tt_physics_press(game, 7, &run);
    for (int i = 0; i < 20; i++) { /* the key remains pressed */
        (void)tt_physics_step(game);
    }
    assert_true(tt_physics_tee(game, 7, &tee));
    assert_true(tee.x > x + 50 && tee.vel_x > 0 && tee.direction == 1);
    tt_physics_leave(game, 7);
    assert_false(tt_physics_tee(game, 7, &tee));
    (void)tt_physics_step(game);
    assert_false(tt_physics_tee(game, 7, &tee));
    for (int32_t cid = -1; cid <= TT_CIDS; cid += TT_CIDS + 1) {
        tt_physics_join(game, cid);
        tt_physics_press(game, cid, &run);
        tt_physics_leave(game, cid);
        assert_false(tt_physics_tee(game, cid, &tee));
    }
    free(game);
    free(arena);
}

/* Returns how far down a tee is that fell for ten ticks. */
static int32_t fall(tt_bytes settings)
{
    tt_physics_arena *arena = arena_new(settings);
    tt_physics *game = game_new(arena);
    tt_tee_state tee;
    tt_physics_join(game, 0);
    for (int i = 0; i < 10; i++) {
        (void)tt_physics_step(game);
    }
    assert_true(tt_physics_tee(game, 0, &tee));
    free(game);
    free(arena);
    return tee.y;
}

/* Returns true when the hammer of a tee lifts the tee beside it. */
static bool hits(tt_bytes settings)
{
    tt_physics_arena *arena = arena_new(settings);
    tt_physics *game = game_new(arena);
    tt_tee_state tee, other;
    bool is_hit = false;
    tt_physics_join(game, 0);
    tt_physics_join(game, 1);
    for (int i = 0; i < 150; i++) {
        tt_input input = {.target_y = -1, .wanted_weapon = 1, .fire = i / 5 % 64};
        if (tt_physics_tee(game, 0, &tee) && tt_physics_tee(game, 1, &other)) {
            input.direction = tee.x < other.x ? 1 : -1;
            input.target_x = input.direction;
            is_hit |= i > 100 && other.vel_y < 0;
        }
        tt_physics_press(game, 0, &input);
        (void)tt_physics_step(game);
    }
    free(game);
    free(arena);
    return is_hit;
}

#define LINES(text) ((tt_bytes){(const uint8_t *)(text), sizeof(text)})

static void settings(void **state)
{
    (void)state;
    int32_t usual = fall(LINES("")), slow = fall(LINES("tune gravity 0.05"));
    assert_true(slow < usual);
    assert_int_equal(fall(LINES("tune_zone 1 gravity 0")), usual);
    assert_int_equal(fall(LINES("tune_zone 0 gravity 0.05")), slow);
    assert_int_equal(fall(LINES("tune gravity 1\0tune gravity 0.05")), slow);
    assert_int_equal(fall(LINES("tune gravity\0sv_motd 0\0sv_hit")), usual);
    assert_true(hits(LINES("sv_hit 1")));
    assert_false(hits(LINES("sv_hit 0")));
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(copies), cmocka_unit_test(clients),
                                       cmocka_unit_test(settings)};
    return cmocka_run_group_tests_name("physics_play", tests, NULL, NULL);
}
