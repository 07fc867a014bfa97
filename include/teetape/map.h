/* SPDX-License-Identifier: MIT
 *
 * The game layer of a map file: which tiles are solid, where one freezes, how far a hook flies.
 *
 * A map is a datafile of version 3 or 4 (docs/format/map.md). The whole file must be in memory.
 * Only the layer that tees collide with is read. Its data is compressed by zlib, and the caller
 * provides the function that decompresses it:
 *
 *     if (tt_map_open(&map, file, &error) != TT_OK) ...        // no map, or a damaged one
 *     size_t size = tt_map_game_size(&map);
 *     uint8_t *memory = malloc(size);
 *     if (tt_map_load(&map, memory, size, inflate, NULL, &error) != TT_OK) ...
 *     tile = map.tiles[y * map.width + x];                      // `file` is no longer needed
 *
 * Positions are pixels of the world, as in recordings: 32 to a tile, (0, 0) the upper left corner
 * of the first. Example with zlib: examples/read_map.c.
 *
 * In libteetape-io, tt_io_inflate (io/inflate.h) decompresses layers, and io/map.h compares a map
 * file with the header of a recording. map_design.h has the drawn layers.
 */
#ifndef TEETAPE_MAP_H
#define TEETAPE_MAP_H

#include "teetape/bytes.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Most items, types of items, and pieces of data of one file that are read: far above every known
 * map. */
#define TT_MAP_ITEMS_MAX (1 << 20)

/** Most tiles of the game layer: far above every known map. */
#define TT_MAP_TILES_MAX (1 << 28)

/** Pixels from the left to the right edge of a tile. */
#define TT_MAP_TILE_SIZE 32

/** Some numbers of tiles that the game layer can have. Source: docs/format/map.md. */
enum {
    TT_TILE_AIR = 0,
    TT_TILE_SOLID = 1,
    TT_TILE_DEATH = 2,
    TT_TILE_NOHOOK = 3, /**< a solid tile on which no hook holds */
    TT_TILE_FREEZE = 9,
    TT_TILE_UNFREEZE = 11,
    TT_TILE_DEEP_FREEZE = 12,
    TT_TILE_DEEP_UNFREEZE = 13,
    TT_TILE_ENDLESS_HOOK = 17,
    TT_TILE_NO_ENDLESS_HOOK = 18,
    TT_TILE_HIT = 19, /**< a tile that lets hammers hit other tees */
    TT_TILE_NO_HIT = 20,
    TT_TILE_REFILL_JUMPS = 32,
    TT_TILE_NO_ENDLESS_JUMPS = 89,
    TT_TILE_NO_JETPACK = 90,
    TT_TILE_ENDLESS_JUMPS = 105,
    TT_TILE_JETPACK = 106,
    TT_TILE_LIVE_FREEZE = 144, /**< a tile on which a tee can neither walk nor jump */
    TT_TILE_LIVE_UNFREEZE = 145
};

/** Tiles for pickups in the middle of the tile, and for spawn points. In races a shield takes
 * weapons away, a heart freezes, and pickups are never used up. */
enum {
    TT_TILE_SPAWN = 192, /**< tees appear here; the next two are the spawns of the teams */
    TT_TILE_SPAWN_RED,
    TT_TILE_SPAWN_BLUE,
    TT_TILE_SHIELD = 197,
    TT_TILE_HEART,
    TT_TILE_SHOTGUN,
    TT_TILE_GRENADE,
    TT_TILE_NINJA,
    TT_TILE_LASER,
    TT_TILE_SHOTGUN_SHIELD = 226, /**< takes the shotgun away; the next three likewise */
    TT_TILE_GRENADE_SHIELD,
    TT_TILE_NINJA_SHIELD,
    TT_TILE_LASER_SHIELD
};

/** Kinds of layers that the game plays on; the numbers are those of the file. */
enum {
    TT_MAP_GAME = 1,
    TT_MAP_TELE = 2,
    TT_MAP_SPEEDUP = 4,
    TT_MAP_FRONT = 8,
    TT_MAP_SWITCH = 16,
    TT_MAP_TUNE = 32
};

/** Unpacks `packed`, a zlib stream (RFC 1950), into exactly `dst_size` bytes at `dst`. Returns 0,
 * or anything else when `packed` is damaged, or unpacks to more or fewer bytes. */
typedef int tt_map_inflate_fn(void *user, uint8_t *dst, size_t dst_size, tt_bytes packed);

/** A map; the caller places it. Look at the members up to `tiles`; the rest is for the library. */
typedef struct tt_map {
    int32_t width, height; /**< size of the game layer in tiles, at least 1 */
    int32_t version;       /**< version of the file, 3 or 4 */
    unsigned layers;       /**< layers of the map, a set of TT_MAP_*; always has TT_MAP_GAME */
    const uint8_t *tiles; /**< tile numbers of the game layer, width * height bytes, row by row from
                             the upper left; NULL until tt_map_load */

    /** @cond library */
    tt_bytes packed;        /**< packed tiles in the file */
    uint64_t packed_offset; /**< offset of `packed` in the file */
    size_t unpacked;        /**< bytes of the tiles when unpacked */
    bool skips;             /**< true: runs of equal tiles are stored once */
    /** @endcond */
} tt_map;

/** Finds the game layer of a map file; among several the last one counts, as in the game. The
 * bytes must remain valid until tt_map_load has returned. On failure the map is all zeros, and
 * `error` (may be NULL) has the offset in the file.
 *
 * TT_ERR_MAP_MAGIC, TT_ERR_MAP_VERSION, TT_ERR_MAP_END, TT_ERR_MAP_HEADER: no map, or not all of
 * it. TT_ERR_MAP_ITEM, TT_ERR_MAP_GROUP, TT_ERR_MAP_DATA: its tables contradict each other.
 * TT_ERR_MAP_NO_GAME: it has no game layer. TT_ERR_MAP_LAYER, TT_ERR_MAP_TILES, TT_ERR_MAP_RATIO:
 * its game layer has no size, a size that its data does not have, or one that zlib cannot reach
 * with so few bytes. */
TT_API tt_status tt_map_open(tt_map *map, tt_bytes file, tt_error *error);

/** Returns the bytes of memory that tt_map_load needs: between width * height and five times
 * that. A file can ask for at most 1032 bytes for each of its own bytes, or 65 times as many
 * where it has runs of tiles. */
TT_API size_t tt_map_game_size(const tt_map *map);

/** Unpacks the tiles into `memory`. The call uses tt_map_game_size(map) bytes; after it only the
 * first width * height are needed. A caller may free the others, and must set `map->tiles` when
 * it moves the bytes. `user` goes to `inflate`, which is not called (and may be NULL) for
 * version 3.
 *
 * TT_ERR_SPACE when `size` is too small; TT_ERR_MAP_INFLATE when `inflate` says no;
 * TT_ERR_MAP_TILES when runs of tiles are not as many tiles as the layer has. `error` (may be NULL)
 * then has the offset of the packed tiles in the file. `map->tiles` is NULL after a failure, and
 * the call may be repeated. */
TT_API tt_status tt_map_load(tt_map *map, uint8_t *memory, size_t size, tt_map_inflate_fn *inflate,
                             void *user, tt_error *error);

#ifdef __cplusplus
}
#endif

#endif
