/* SPDX-License-Identifier: MIT
 *
 * Made-up tees: chance, a map of steps and pits, and tees that run, jump and fall under the rules
 * of a much simpler game, which gives differences of the sizes that real recordings have.
 */
#ifndef TEST_TEE_H
#define TEST_TEE_H

#include "teetape/schema.h"

/* TEE_ONE is the number of parts of a world unit in the positions of a tee. */
enum { TEE_ONE = 256, TEE_MAP_STEPS = 64 };

/* splitmix64, which gives the same numbers on every machine. */
typedef struct chance {
    uint64_t state;
} chance;

uint64_t chance_next(chance *c);
int32_t chance_below(chance *c, int32_t below); /* 0 to below - 1 */
int32_t chance_between(chance *c, int32_t low, int32_t high);
int chance_happens(chance *c, int32_t one_in);

int32_t clamp_int(int32_t value, int32_t low, int32_t high);

typedef struct tee_map {
    int32_t ground[TEE_MAP_STEPS];
} tee_map;

void tee_map_make(tee_map *map, chance *c);

/* Makes the map as tiles of a game layer, row by row from the upper left; 1 is solid. The caller
 * frees them. NULL without memory. */
uint8_t *tee_map_tiles(const tee_map *map, int32_t *width, int32_t *height);

/* Indexes in an input. */
enum { IN_DIRECTION, IN_TARGET_X, IN_TARGET_Y, IN_JUMP, IN_FIRE, IN_HOOK, IN_FLAGS, IN_WEAPON };

typedef struct tee {
    int32_t x, y, vx, vy;
    int32_t input[TT_INPUT_INTS];
} tee;

/* Places a tee at rest, above the ground of a random place. */
void tee_spawn(tee *t, const tee_map *map, chance *c);

/* Moves a tee by one tick. */
void tee_move(tee *t, const tee_map *map);

/* Changes the input as a player does: nearly always the mouse, and mostly a little. */
void tee_change_input(tee *t, chance *c);

#endif
