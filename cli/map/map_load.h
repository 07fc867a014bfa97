/* SPDX-License-Identifier: MIT
 *
 * The game layer of a map file in memory, unpacked.
 */
#ifndef CLI_MAP_LOAD_H
#define CLI_MAP_LOAD_H

#include <stdbool.h>

#include "teetape/io/error.h"
#include "teetape/map.h"

struct map_game {
    tt_map map;
    uint8_t *memory; /* of its tiles: a byte for each */
};

/* Loads it; the file is not needed afterwards. map_game_free has to be called either way. False
 * with an error: TT_ERR_COMPRESSED_DATA for what is no map or a damaged one, TT_ERR_UNSUPPORTED
 * without zlib, TT_ERR_SYSTEM without memory. */
bool map_game_load(struct map_game *game, tt_bytes file, tt_io_error *error);

void map_game_free(struct map_game *game);

#endif
