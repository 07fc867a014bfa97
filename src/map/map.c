/* SPDX-License-Identifier: MIT
 *
 * Finds the game layer of a map, and unpacks its tiles.
 *
 * One of the two ways into a map, the small one: what follows tees asks for the game layer alone.
 * design.c is the other. Here nothing but the first byte of a tile is kept, so a loaded map needs a
 * byte a tile.
 */
#include "teetape/map.h"

#include "base/error.h"
#include "map/tiles.h"

/* Of each tile its number alone. */
#define KEEP 1

/* The last game layer. When none is left, what was passed over may have been it. played[0] is the
 * bit of TT_MAP_GAME. That the layer has TILES_INTS ints was checked by the look; asking again
 * costs nothing, and gets its bytes. */
static tt_status find_game(const tti_datafile *df, tti_map_look *look, tt_bytes *layer,
                           tt_error *error)
{
    tt_status status = tti_map_look_at(look, df, error);
    if (status != TT_OK) {
        return status;
    }
    if (look->played[0] >= 0) {
        uint32_t index = look->layers.first + (uint32_t)look->played[0];
        return tti_datafile_item(df, index, TILES_INTS, layer, error);
    }
    if (look->refused.status != TT_OK) {
        return tti_fail(error, look->refused.status, look->refused.offset);
    }
    return tti_fail(error, TT_ERR_MAP_NO_GAME, df->items);
}

/* What is needed later is copied from the tables, so that a tt_map is small and need not have the
 * tables in it. Version and layers are known only when all is good: a map that failed is all zeros.
 */
tt_status tt_map_open(tt_map *map, tt_bytes file, tt_error *error)
{
    tti_datafile df;
    tti_map_look look;
    tti_tiles tiles;
    tt_bytes layer;
    *map = (tt_map){0};
    tt_status status = tti_datafile_open(&df, file, error);
    if (status == TT_OK) {
        status = find_game(&df, &look, &layer, error);
    }
    if (status == TT_OK) {
        status = tti_tiles_of(&tiles, &df, layer, error);
    }
    if (status == TT_OK) {
        *map = (tt_map){.width = tiles.width,
                        .height = tiles.height,
                        .version = df.version,
                        .layers = look.found,
                        .packed = tiles.data.bytes,
                        .packed_offset = tiles.data.offset,
                        .unpacked = tiles.data.unpacked,
                        .skips = tiles.skips};
    }
    return status;
}

/* The way back from the public struct to what tiles.c needs. The layer is the game layer, whose
 * tiles always have four bytes. */
static tti_tiles tiles_of(const tt_map *map)
{
    return (tti_tiles){
        .width = map->width,
        .height = map->height,
        .count = (size_t)map->width * (size_t)map->height,
        .plays = TT_MAP_GAME,
        .stored = TTI_TILE_STORED,
        .skips = map->skips,
        .data = {map->packed, map->packed_offset, map->unpacked, map->version == 3},
    };
}

size_t tt_map_game_size(const tt_map *map)
{
    tti_tiles tiles = tiles_of(map);
    return tti_tiles_size(&tiles, KEEP);
}

/* map->tiles is set only at the end, so that a failure cannot leave half a layer to be asked. */
tt_status tt_map_load(tt_map *map, uint8_t *memory, size_t size, tt_map_inflate_fn *inflate,
                      void *user, tt_error *error)
{
    tti_tiles tiles = tiles_of(map);
    map->tiles = NULL;
    if (size < tti_tiles_size(&tiles, KEEP)) {
        return tti_fail(error, TT_ERR_SPACE, map->packed_offset);
    }
    tt_status status = tti_tiles_load(&tiles, KEEP, memory, inflate, user, error);
    if (status == TT_OK) {
        map->tiles = memory;
    }
    return status;
}
