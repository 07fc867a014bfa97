/* SPDX-License-Identifier: MIT
 *
 * Small map files for tests: a version item, groups and layers.
 */
#ifndef TEST_MAP_MAKE_H
#define TEST_MAP_MAKE_H

#include "support/map_build.h"

/* What to make. All zeros but the size is a version 4 with one group and the game layer. */
typedef struct map_plan {
    int32_t version; /* of the file, 0 for 4 */
    int32_t width, height;
    const uint8_t *tiles; /* width * height numbers; NULL: as map_plan_tile says */
    int skips;            /* store runs of equal tiles once (layer version 4) */
    unsigned others;      /* set of TT_MAP_* beside the game layer, each a layer before it */
    int games;            /* game layers before the one that counts, of one tile each */
    int quads;            /* a group with a layer of quads comes first */
    int backwards;        /* "ATAD" */
} map_plan;

/* The tile that `plan` has where it says nothing else: a frame of solid tiles around others. */
uint8_t map_plan_tile(const map_plan *plan, int32_t column, int32_t row);

/* Makes a file, to be freed with map_bytes_free. */
void map_make(map_bytes *file, const map_plan *plan);

/* Plans with names: all of what a plan can say, the files being the seeds of fuzz_map. NULL after
 * the last. */
const char *map_seed(size_t index, map_plan *plan);

#endif
