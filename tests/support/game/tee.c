/* SPDX-License-Identifier: MIT
 *
 * Made-up tees. See tee.h.
 */
#include "support/game/tee.h"

#include <stdlib.h>

enum {
    TILE = 32, /* world units */
    ONE = TEE_ONE,
    STEP_WIDTH = 512, /* world units */
    MAP_WIDTH = TEE_MAP_STEPS * STEP_WIDTH,
    FLOOR = 6000,
    GRAVITY = ONE / 2,
    JUMP = 13 * ONE,
    RUN_MAX = 10 * ONE,
    RUN_ACCEL = 2 * ONE,
    FALL_MAX = 60 * ONE
};

uint64_t chance_next(chance *c)
{
    c->state += UINT64_C(0x9e3779b97f4a7c15);
    uint64_t z = c->state;
    z = (z ^ z >> 30) * UINT64_C(0xbf58476d1ce4e5b9);
    z = (z ^ z >> 27) * UINT64_C(0x94d049bb133111eb);
    return z ^ z >> 31;
}

int32_t chance_below(chance *c, int32_t below)
{
    return (int32_t)((chance_next(c) >> 32) * (uint64_t)below >> 32);
}

int32_t chance_between(chance *c, int32_t low, int32_t high)
{
    return low + chance_below(c, high - low + 1);
}

int chance_happens(chance *c, int32_t one_in)
{
    return chance_below(c, one_in) == 0;
}

int32_t clamp_int(int32_t value, int32_t low, int32_t high)
{
    if (value < low) {
        return low;
    }
    return value > high ? high : value;
}

void tee_map_make(tee_map *map, chance *c)
{
    for (int i = 0; i < TEE_MAP_STEPS; i++) {
        map->ground[i] = (FLOOR - 32 * chance_between(c, 0, 8)) * ONE;
    }
}

/* Makes the tiles. A tee stands with its middle half a tile above the ground. */
uint8_t *tee_map_tiles(const tee_map *map, int32_t *width, int32_t *height)
{
    *width = MAP_WIDTH / TILE;
    *height = FLOOR / TILE + 8;
    uint8_t *tiles = calloc((size_t)*width, (size_t)*height);
    for (int32_t x = 0; x < *width && tiles != NULL; x++) {
        int32_t top = (map->ground[x * TILE / STEP_WIDTH] / ONE + TILE / 2) / TILE;
        for (int32_t y = top; y < *height; y++) {
            tiles[y * *width + x] = 1;
        }
    }
    return tiles;
}

static int32_t ground_at(const tee_map *map, int32_t x)
{
    return map->ground[clamp_int(x / ONE / STEP_WIDTH, 0, TEE_MAP_STEPS - 1)];
}

void tee_spawn(tee *t, const tee_map *map, chance *c)
{
    t->x = chance_between(c, 1, MAP_WIDTH - 1) * ONE;
    t->y = ground_at(map, t->x) - 200 * ONE;
    t->vx = t->vy = 0;
}

void tee_move(tee *t, const tee_map *map)
{
    int32_t direction = t->input[IN_DIRECTION];
    int32_t before = t->x;
    if (direction != 0) {
        t->vx = clamp_int(t->vx + direction * RUN_ACCEL, -RUN_MAX, RUN_MAX);
    } else {
        t->vx = t->vx * 3 / 4;
    }
    t->vy = clamp_int(t->vy + GRAVITY, -FALL_MAX, FALL_MAX);
    if (t->input[IN_HOOK]) {
        t->vx += t->input[IN_TARGET_X] * ONE / 256;
        t->vy += t->input[IN_TARGET_Y] * ONE / 256;
    }
    t->x = clamp_int(t->x + t->vx, ONE, (MAP_WIDTH - 1) * ONE);
    t->y = clamp_int(t->y + t->vy, ONE, FLOOR * ONE);
    int32_t ground = ground_at(map, t->x);
    if (t->y > ground) {
        int32_t old_ground = ground_at(map, before);
        if (old_ground > ground) { /* the tee ran against a step of the ground */
            t->x = before;
            t->vx = 0;
            ground = old_ground;
        }
        if (t->y > ground) {
            t->y = ground;
            t->vy = 0;
        }
    }
    if (t->input[IN_JUMP] && t->y == ground) {
        t->vy = -JUMP;
    }
}

void tee_change_input(tee *t, chance *c)
{
    int32_t reach = chance_happens(c, 10) ? 300 : 45;
    int32_t *in = t->input;
    in[IN_TARGET_X] = clamp_int(in[IN_TARGET_X] + chance_between(c, -reach, reach), -400, 400);
    in[IN_TARGET_Y] = clamp_int(in[IN_TARGET_Y] + chance_between(c, -reach, reach), -400, 400);
    switch (chance_below(c, 10)) {
    case 0:
    case 1:
        in[IN_DIRECTION] = chance_between(c, -1, 1);
        break;
    case 2:
    case 3:
        in[IN_JUMP] = !in[IN_JUMP];
        break;
    case 4:
        in[IN_HOOK] = !in[IN_HOOK];
        break;
    case 5:
        in[IN_FIRE] = (in[IN_FIRE] + 1) & 63;
        break;
    case 6:
        in[IN_WEAPON] = chance_between(c, 0, 5);
        break;
    default:
        break;
    }
}
