/* SPDX-License-Identifier: MIT
 *
 * Layers of tiles: what their data is, and how it becomes tiles.
 *
 * A layer as the file has it becomes an array with the first bytes of each tile, row by row from
 * the upper left. The caller brings the memory, and one piece of it is used for both the unpacked
 * data and the result.
 */
#ifndef TTI_MAP_TILES_H
#define TTI_MAP_TILES_H

#include "map/look.h"

/* Bytes of a tile in the file: number, flags, how many follow, reserved; in some layers that are
 * played on fewer or more. */
#define TTI_TILE_STORED 4

/* The tiles of a layer. Made by tti_tiles_of from an item, or by map.c from a tt_map. */
typedef struct tti_tiles {
    int32_t width, height; /* in tiles, at least 1 */
    size_t count;          /* width * height, at most TT_MAP_TILES_MAX */
    unsigned plays;        /* one of TT_MAP_*, 0: it is drawn only */
    size_t stored;         /* bytes of one in the file */
    int skips;             /* runs of equal tiles are stored once */
    int32_t number;        /* of the piece of data */
    tti_packed data;       /* in the file; valid as long as that */
} tti_tiles;

/* Finds them: `layer` has at least TILES_INTS. TT_ERR_MAP_LAYER, TT_ERR_MAP_DATA, TT_ERR_MAP_TILES,
 * TT_ERR_MAP_RATIO; members before the one that is wrong are good. */
tt_status tti_tiles_of(tti_tiles *tiles, const tti_datafile *df, tt_bytes layer, tt_error *error);

/* Bytes of memory that tti_tiles_load needs to keep the first `keep` bytes of each. `keep` is at
 * most the stored bytes of a tile, and the same in both calls. */
static inline size_t tti_tiles_size(const tti_tiles *tiles, size_t keep)
{
    /* Runs are unpacked after the tiles that they become, single tiles where these will be. */
    return tiles->skips ? keep * tiles->count + tiles->data.unpacked : tiles->data.unpacked;
}

/* Unpacks them; the first keep * count bytes of `memory` are then the result. TT_ERR_MAP_INFLATE,
 * TT_ERR_MAP_TILES. */
tt_status tti_tiles_load(const tti_tiles *tiles, size_t keep, uint8_t *memory,
                         tt_map_inflate_fn *inflate, void *user, tt_error *error);

#endif
