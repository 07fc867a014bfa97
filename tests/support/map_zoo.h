/* SPDX-License-Identifier: MIT
 *
 * A small map with everything that a map can have: every form of every item. What is in it, the
 * tests say again in numbers.
 */
#ifndef TEST_MAP_ZOO_H
#define TEST_MAP_ZOO_H

#include "support/map_build.h"

/* Where the file has the tangents of points: nowhere, in the points (envelopes of version 3), or in
 * an item of their own with a UUID. */
enum map_zoo_tangents { ZOO_NO_TANGENTS, ZOO_TANGENTS_INSIDE, ZOO_TANGENTS_APART, ZOO_FORMS };

/* Numbers of the parts of the map. */
enum { ZOO_WIDTH = 4, ZOO_HEIGHT = 3, ZOO_TILES = ZOO_WIDTH * ZOO_HEIGHT };
enum { ZOO_EXTERNAL, ZOO_OWN, ZOO_RGBA, ZOO_RGB, ZOO_IMAGES };
enum { ZOO_PLACE, ZOO_COLOR, ZOO_SOUND, ZOO_ENVELOPES };
enum { ZOO_BACK, ZOO_CLIPPED, ZOO_PLAYED, ZOO_LAST, ZOO_GROUPS };
enum {
    ZOO_OLD_TILES,
    ZOO_NAMED_TILES,
    ZOO_OLD_QUADS,
    ZOO_QUADS,
    ZOO_GAME,
    ZOO_TELES,
    ZOO_SPEEDUPS,
    ZOO_FRONT,
    ZOO_SWITCHES,
    ZOO_TUNES,
    ZOO_RUNS,
    ZOO_SOUNDS,
    ZOO_LAYERS
};

/* Returns byte `at` of the tiles of a layer, as the file has them. */
uint8_t map_zoo_byte(uint32_t layer, size_t at);

/* Makes the map in version 3 or 4. The caller frees it with map_bytes_free. */
void map_zoo(map_bytes *file, int32_t version, enum map_zoo_tangents tangents);

/* Gives names and files of this map, which are the seeds of fuzz_map_design. NULL after the last
 * one. */
const char *map_zoo_seed(size_t index, map_bytes *file);

#endif
