/* SPDX-License-Identifier: MIT
 *
 * Loads the game layer of a map, with a byte for each tile, and gives the tile at a position.
 * design.c reads everything else. A look-up costs one or two divisions, a line the pixels on it.
 */
#include "teetape/map.h"

#include "base/error.h"
#include "base/square_root.h"
#include "map/look.h"
#include "map/map.h"

#define KEEP 1

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

/* Loads the tiles. map->tiles is set at the end, because after a failure there must not be half a
 * layer for look-ups. */
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

/* Returns the row or column of a position. The division rounds towards zero, so the pixels just
 * below 0 belong to the first tile, too. */
static size_t tile_of(int64_t position, int32_t count)
{
    int64_t tile = position / TT_MAP_TILE_SIZE;
    return tile < 0 ? 0 : (size_t)(tile < count ? tile : count - 1);
}

/* Returns the index of a tile. Recordings have tees far outside of the map, and damaged ones have
 * any number. */
size_t tti_map_index(const tt_map *map, int64_t x, int64_t y)
{
    return tile_of(y, map->height) * (size_t)map->width + tile_of(x, map->width);
}

/* Returns the tile at a position of 64 bits, because callers add offsets to any 32-bit number. */
static uint8_t tile_at(const tt_map *map, int64_t x, int64_t y)
{
    return map->tiles != NULL ? map->tiles[tti_map_index(map, x, y)] : TT_TILE_AIR;
}

uint8_t tti_map_tile(const tt_map *map, int32_t x, int32_t y)
{
    return tile_at(map, x, y);
}

/* Returns true for a solid tile of the game layer; a tile of the front layer is never solid. */
static bool is_solid(uint8_t tile)
{
    return tile == TT_TILE_SOLID || tile == TT_TILE_NOHOOK;
}

bool tti_map_is_solid(const tt_map *map, int32_t x, int32_t y)
{
    return is_solid(tile_at(map, x, y));
}

/* A tee is 28 wide and high, around its position. */
#define TEE_HALF 14

/* The game looks 5 pixels under both lower corners of a tee for its ground. */
#define GROUND_REACH 5

bool tti_map_is_ground(const tt_map *map, int32_t x, int32_t y)
{
    /* as in the game, a post that is narrower than a tee and between its corners is no ground */
    int64_t under = (int64_t)y + TEE_HALF + GROUND_REACH;
    return is_solid(tile_at(map, (int64_t)x + TEE_HALF, under)) ||
           is_solid(tile_at(map, (int64_t)x - TEE_HALF, under));
}

/* The longest line, TT_MAP_LINE_MAX to both sides, has sqrt(2) * 65536 or about 92682 pixels. */
#define LENGTH_BITS 17

/* One coordinate of a walk is whole + rest / (2 * steps), plus half a pixel, so `whole` is rounded.
 * A walk of any length ends exactly at the end of the line; errors of floats would add up. */
typedef struct walk {
    int64_t whole, rest;
    int64_t step_whole, step_rest;
} walk;

static walk walk_of(int64_t from, int64_t distance, int64_t steps)
{
    walk w = {from, steps, distance / steps, distance % steps * 2};
    if (w.step_rest < 0) { /* rounded down, so that the rest is positive */
        w.step_whole--;
        w.step_rest += 2 * steps;
    }
    return w;
}

static void walk_on(walk *w, int64_t steps)
{
    w->whole += w->step_whole;
    w->rest += w->step_rest;
    if (w->rest >= 2 * steps) {
        w->whole++;
        w->rest -= 2 * steps;
    }
}

bool tti_map_intersect_line(const tt_map *map, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                            tt_map_hit *hit)
{
    int64_t dx = (int64_t)x1 - x0, dy = (int64_t)y1 - y0;
    *hit = (tt_map_hit){x1, y1, TT_TILE_AIR};
    /* Without this limit a hook of a damaged recording could cost 2^32 steps. */
    if (dx > TT_MAP_LINE_MAX || dx < -TT_MAP_LINE_MAX || dy > TT_MAP_LINE_MAX ||
        dy < -TT_MAP_LINE_MAX) {
        return false;
    }
    int64_t steps = (int64_t)tti_square_root((uint64_t)(dx * dx + dy * dy), LENGTH_BITS) + 1;
    walk x = walk_of(x0, dx, steps), y = walk_of(y0, dy, steps);
    for (int64_t i = 0; i <= steps; i++) {
        uint8_t tile = tile_at(map, x.whole, y.whole);
        if (is_solid(tile)) {
            *hit = (tt_map_hit){(int32_t)x.whole, (int32_t)y.whole, tile};
            return true;
        }
        walk_on(&x, steps);
        walk_on(&y, steps);
    }
    return false;
}
