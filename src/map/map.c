/* SPDX-License-Identifier: MIT
 *
 * Loads the game layer of a map, with a byte for each tile, and gives the tile at a position.
 * design.c reads everything else. A look-up costs two divisions.
 */
#include "teetape/map.h"

#include "base/error.h"
#include "map/look.h"
#include "map/map.h"

#define GAME_CELL 1

/* Finds the last game layer, whose bit is 0. When there is none, the first skipped item may have
 * been the game layer, so its error is returned. */
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

/* Opens a map. A tt_map copies the members that it needs, so that it is small. After a failure it
 * is all zeros. */
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

/* Returns the tiles of the game layer, which always have four bytes. */
static tti_tiles game_tiles(const tt_map *map)
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
    tti_tiles tiles = game_tiles(map);
    return tti_tiles_size(&tiles, GAME_CELL);
}

/* Loads the tiles. map->tiles is set at the end, because after a failure there must not be half a
 * layer for look-ups. */
tt_status tt_map_load(tt_map *map, uint8_t *memory, size_t size, tt_map_inflate_fn *inflate,
                      void *user, tt_error *error)
{
    tti_tiles tiles = game_tiles(map);
    map->tiles = NULL;
    if (size < tti_tiles_size(&tiles, GAME_CELL)) {
        return tti_fail(error, TT_ERR_SPACE, map->packed_offset);
    }
    tt_status status = tti_tiles_load(&tiles, GAME_CELL, memory, inflate, user, error);
    if (status == TT_OK) {
        map->tiles = memory;
    }
    return status;
}

/* Returns the row or column of a position. The division rounds towards zero, so the pixels just
 * below 0 belong to the first tile, too. */
static size_t tile_at(int32_t position, int32_t count)
{
    int32_t tile = position / TT_MAP_TILE_SIZE;
    return tile < 0 ? 0 : (size_t)(tile < count ? tile : count - 1);
}

/* Returns the index of a tile. Recordings have tees far outside of the map, and damaged ones have
 * any number. */
static size_t index_of(const tt_map *map, int32_t x, int32_t y)
{
    return tile_at(y, map->height) * (size_t)map->width + tile_at(x, map->width);
}

uint8_t tti_map_tile(const tt_map *map, int32_t x, int32_t y)
{
    return map->tiles != NULL ? map->tiles[index_of(map, x, y)] : TT_TILE_AIR;
}

/* Returns true for a solid tile of the game layer. A tile of the front layer is never solid. */
bool tti_map_is_solid(const tt_map *map, int32_t x, int32_t y)
{
    uint8_t tile = tti_map_tile(map, x, y);
    return tile == TT_TILE_SOLID || tile == TT_TILE_NOHOOK;
}
