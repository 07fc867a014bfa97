/* SPDX-License-Identifier: MIT
 *
 * Small map files for tests: a version item, groups and layers.
 */
#ifndef TEST_MAP_MAKE_H
#define TEST_MAP_MAKE_H

#include "support/map_build.h"

/* The content of a map. With all zeros but the size, a file of version 4 with one group and the
 * game layer. */
typedef struct map_plan {
    int32_t version; /* version of the file, 0 for 4 */
    int32_t width, height;
    const uint8_t *tiles; /* width * height tile numbers; NULL: those of map_plan_tile */
    int skips;            /* 1: runs of equal tiles are stored once (layer version 4) */
    unsigned others;      /* set of TT_MAP_* besides the game layer; each is a layer before the
                             game layer */
    int games;            /* number of game layers of one tile before the one that counts */
    int quads;            /* 1: a group with a layer of quads comes first */
    int backwards;        /* 1: the magic is "ATAD" */
} map_plan;

/* Returns the default tile of a plan: a frame of solid tiles, and other tiles inside. */
uint8_t map_plan_tile(const map_plan *plan, int32_t column, int32_t row);

/* Makes a file, which the caller frees with map_bytes_free. */
void map_make(map_bytes *file, const map_plan *plan);

/* Gives the named plans, which together use every member. Their files are the seeds of fuzz_map.
 * NULL after the last one. */
const char *map_seed(size_t index, map_plan *plan);

#endif
