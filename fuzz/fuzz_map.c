/* SPDX-License-Identifier: MIT
 *
 * The reader of maps: whatever the bytes are, they are refused, or there is a tile everywhere.
 *
 * The input is a map file. Instead of zlib stands something simple, so that a fuzzer can reach what
 * comes after it: a stored block is copied, other bytes are repeated.
 */
#include "map/map.h"
#include "must.h"
#include "repeat.h"
#include "teetape/map.h"

#define MEMORY ((size_t)1 << 20)

static void walk(const tt_map *map)
{
    const int32_t right = map->width * TT_MAP_TILE_SIZE - 1;
    const int32_t down = map->height * TT_MAP_TILE_SIZE - 1;
    size_t count = (size_t)map->width * (size_t)map->height;
    MUST(tti_map_tile(map, INT32_MIN, INT32_MIN) == map->tiles[0]);
    MUST(tti_map_tile(map, right, down) == map->tiles[count - 1]);
    MUST(tti_map_tile(map, INT32_MAX, INT32_MAX) == map->tiles[count - 1]);
    for (int32_t x = 0; x <= right && x < 9999; x += TT_MAP_TILE_SIZE) {
        uint8_t tile = tti_map_tile(map, x, down);
        MUST(tti_map_is_solid(map, x, down) == (tile == TT_TILE_SOLID || tile == TT_TILE_NOHOOK));
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tt_map map;
    tt_error error;
    if (tt_map_open(&map, (tt_bytes){data, size}, &error) != TT_OK) {
        MUST(error.offset <= size && error.what != NULL);
        return 0;
    }
    MUST(map.width >= 1 && map.height >= 1 && (map.layers & TT_MAP_GAME) != 0);
    MUST((int64_t)map.width * map.height <= TT_MAP_TILES_MAX);
    size_t wanted = tt_map_game_size(&map);
    MUST(wanted / 65 <= 1032 * (uint64_t)size);
    if (wanted > MEMORY) {
        return 0;
    }
    uint8_t *memory = malloc(wanted); /* exactly so much, for the sanitizer */
    MUST(memory != NULL);
    if (tt_map_load(&map, memory, wanted, repeat_inflate, NULL, &error) == TT_OK) {
        walk(&map);
    } else {
        MUST(map.tiles == NULL && error.offset <= size);
    }
    free(memory);
    return 0;
}
