/* SPDX-License-Identifier: MIT
 *
 * Random tees on a random terrain, whose states are hashed.
 */
#include "support/physics_states.h"

#include "support/random.h"

#define WIDTH 40
#define HEIGHT 30
#define CELLS (WIDTH * HEIGHT)

static uint8_t game[2 * CELLS], front[2 * CELLS], teles[2 * CELLS];

const tt_terrain physics_terrain = {WIDTH, HEIGHT, {game, front, teles}};

/* Fills the terrain with random tiles: half of them air, the others solid tiles and tiles that
 * affect hooks. */
void physics_terrain_strew(uint64_t *seed)
{
    static const uint8_t numbers[] = {1, 1, 1, 1, 3, 3, 5, 6, 66, 67};
    static const uint8_t turns[] = {0, 8, 3, 11, 4, 12};
    for (size_t i = 0; i < CELLS; i++) {
        uint32_t dice = random_next(seed);
        game[2 * i] = dice % 4 == 0 ? numbers[dice / 4 % sizeof numbers] : 0;
        game[2 * i + 1] = turns[dice / 64 % sizeof turns];
        front[2 * i] = dice / 512 % 6 == 0 ? numbers[dice / 4096 % sizeof numbers] : 0;
        front[2 * i + 1] = turns[dice / 65536 % sizeof turns];
        uint32_t tele = random_next(seed);
        teles[2 * i] = (uint8_t)(tele / 64 % 5);
        teles[2 * i + 1] = tele % 40 == 0 ? 15 : tele % 40 == 1 ? 27 : 0;
    }
}

static int32_t below(uint64_t *seed, int32_t bound)
{
    return (int32_t)(random_next(seed) % (uint32_t)bound);
}

/* Makes a random core. Each number is drawn in a statement of its own, because C does not define
 * the order within an expression. */
static tti_core random_core(uint64_t *seed)
{
    static const int32_t speeds[] = {1, 512, 2560, 8000, 100000, 2000000};
    int32_t speed = speeds[below(seed, 6)];
    const int32_t bounds[] = {32 * WIDTH + 200,
                              32 * HEIGHT + 200,
                              2 * speed,
                              2 * speed,
                              7,
                              70,
                              32 * WIDTH,
                              32 * HEIGHT,
                              512,
                              512,
                              8,
                              4,
                              3};
    int32_t n[sizeof bounds / sizeof bounds[0]];
    for (size_t i = 0; i < sizeof bounds / sizeof bounds[0]; i++) {
        n[i] = below(seed, bounds[i]);
    }
    return (tti_core){
        .x = n[0] - 100,
        .y = n[1] - 100,
        .vel_x = n[2] - speed,
        .vel_y = n[3] - speed,
        .hook_state = n[4] - 1,
        .hook_tick = n[5],
        .hook_x = n[6],
        .hook_y = n[7],
        .hook_dx = n[8] - 256,
        .hook_dy = n[9] - 256,
        .hooked = n[10] == 0 ? 3 : -1,
        .jumped = n[11],
        .direction = n[12] - 1,
        .jumps = 2,
    };
}

static tti_core_input random_input(uint64_t *seed)
{
    tti_core_input input;
    input.direction = below(seed, 3) - 1;
    input.target_x = below(seed, 400) - 200;
    input.target_y = below(seed, 400) - 200;
    input.jump = below(seed, 2) != 0;
    input.hook = below(seed, 3) != 0;
    return input;
}

static uint64_t add(uint64_t hash, int32_t value)
{
    for (int i = 0; i < 4; i++) {
        hash = (hash ^ ((uint32_t)value >> (8 * i) & 255)) * UINT64_C(0x100000001B3);
    }
    return hash;
}

static uint64_t hash_of(uint64_t hash, const tti_core *core)
{
    const int32_t members[] = {core->x,          core->y,         core->vel_x,  core->vel_y,
                               core->hook_state, core->hook_tick, core->hook_x, core->hook_y,
                               core->hook_dx,    core->hook_dy,   core->hooked, core->jumped,
                               core->air_jumps};
    for (size_t i = 0; i < sizeof members / sizeof members[0]; i++) {
        hash = add(hash, members[i]);
    }
    return hash;
}

uint64_t physics_states_hash(void)
{
    uint64_t seed = 41, hash = UINT64_C(0xCBF29CE484222325);
    for (int round = 0; round < 400; round++) {
        if (round % 20 == 0) {
            physics_terrain_strew(&seed);
        }
        tti_core core = random_core(&seed);
        tti_core_input input = {0};
        for (int tick = 0; tick < 60; tick++) {
            if (tick % 5 == 0) {
                input = random_input(&seed);
            }
            core_tick(&core, round % 2 == 0 ? &input : NULL, &tti_tuning_default, &physics_terrain);
            hash = hash_of(hash, &core);
        }
    }
    return hash;
}
