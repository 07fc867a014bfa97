/* SPDX-License-Identifier: MIT
 *
 * Maps of demos: their sums, and whether they are the ones that a header names.
 */
#ifndef CLI_DEMO_MAP_H
#define CLI_DEMO_MAP_H

#include "cli/shell/command.h"
#include "teetape/demo_cut.h"
#include "teetape/hash.h"
#include "teetape/io/error.h"
#include "teetape/io/stop.h"

/* Sums of a map that comes in pieces. */
struct demo_map_sum {
    uint64_t size;
    uint32_t crc;
    tt_sha256_context sha256;
};

void demo_map_sum_begin(struct demo_map_sum *sum);
void demo_map_sum_add(struct demo_map_sum *sum, tt_bytes piece);

/* Whether the map that was added is the one of the header: NULL, or what differs. SHA-256 decides
 * where the header has it, else the CRC. Ends the sum. */
const char *demo_map_sum_differs(struct demo_map_sum *sum, const tt_demo_header *header);

/* Reads a map file, compressed or not. `sum`: the sums of it, not ended. demo_map_free has to be
 * called either way. False with an error; one with status TT_ERR_UNSUPPORTED for what is too large
 * for a map, or empty. */
bool demo_map_load(tt_demo_new_map *map, const char *path, const tt_io_stop *stop,
                   struct demo_map_sum *sum, tt_io_error *error);

/* Reads a file, compressed or not, to be attached to a demo; demo_map_free has to be called either
 * way. False when it cannot be read, or is not the map of the demo and there is no --force: that
 * was reported. */
bool demo_map_read(tt_demo_new_map *map, const char *path, const struct job *job,
                   const tt_demo_header *header, enum exit_status *status);
void demo_map_free(tt_demo_new_map *map);

#endif
