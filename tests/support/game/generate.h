/* SPDX-License-Identifier: MIT
 *
 * Large recordings for tests and benchmarks: a real one repeated, and a busy server made up from a
 * seed. The same options give the same bytes everywhere.
 */
#ifndef TEST_GENERATE_H
#define TEST_GENERATE_H

#include "teetape/bytes.h"
#include "teetape/io/output.h"
#include "teetape/map.h"

/* The limit of a recording, in bytes or by `count`, of which one is 0. With both, the one that is
 * reached first counts. The end of a recording is written completely, so the recording may exceed
 * `bytes` a little. */
typedef struct generate_limit {
    uint64_t bytes;
    int32_t count; /* ticks of the busy server, repetitions of the real recording */
} generate_limit;

/* What a header says about its map file. */
typedef struct generate_map {
    uint8_t sha256[32];
    uint32_t crc32;
    size_t size;
} generate_map;

typedef struct generate_busy_options {
    uint32_t seed;
    int32_t players; /* slots of the server, 1 to 128 */
    generate_limit limit;
    const generate_map *map; /* the map for the header; NULL when it is unknown */
} generate_busy_options;

/* Writes the recording of a full server: tees that run, jump and die, inputs, joins and leaves,
 * commands and messages, extensions. About three quarters of the bytes are PLAYER_DIFF, a quarter
 * INPUT_DIFF. Returns 0, or an errno value when `out` failed. */
int generate_busy(tt_io_output *out, const generate_busy_options *options);

/* Makes the map of the busy server with this seed, as tt_map_load leaves it. The caller frees
 * `map->tiles`, which is NULL without memory. */
void generate_busy_map(tt_map *map, uint32_t seed);

/* Writes the header of `recording`, and its records up to FINISH again and again. Between two
 * repetitions all tees end and all clients leave, so that the result is a valid recording. Returns
 * 0, an errno value when `out` failed, or -1 when `recording` cannot be read without a warning. */
int generate_repeat(tt_io_output *out, tt_bytes recording, generate_limit limit);

#endif
