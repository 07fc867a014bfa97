/* SPDX-License-Identifier: MIT
 *
 * Finds the game layer of a map, and unpacks its tiles.
 */
#include "teetape/map.h"

#include "base/error.h"
#include "base/mem.h"
#include "map/datafile.h"

/* Types of items. */
enum { ITEM_GROUP = 4, ITEM_LAYER = 5 };

/* Ints of a group, and how many there have to be. */
enum { GROUP_FIRST = 5, GROUP_COUNT = 6, GROUP_INTS = 7 };

/* Ints of a layer; those after the type are of a layer of tiles. */
enum { LAYER_TYPE = 1, LAYER_INTS = 3 };
enum { TILES_VERSION = 3, TILES_WIDTH, TILES_HEIGHT, TILES_FLAGS, TILES_DATA = 14, TILES_INTS };

#define LAYER_OF_TILES 2
#define KNOWN_LAYERS 0x3fu /* all of TT_MAP_* */

/* From this version of a layer on, a tile says how many more like it follow. */
#define SKIPS_SINCE 4

#define TILE_BYTES 4 /* number, flags, how many follow, reserved */

/* No deflate stream becomes larger: 258 bytes for two bits. */
#define RATIO_MAX 1032

/* Groups may share layers, which no editor makes; the game does not care. But with many groups of
 * many layers it would look for hours. */
#define VISITS_MAX (4 * TT_MAP_ITEMS_MAX)

/* The search for the game layer. */
typedef struct search {
    const tti_datafile *df;
    tti_item_range layers;
    uint32_t visits;
    unsigned found; /* set of TT_MAP_* */
    tt_bytes game;  /* ints of the last game layer */
} search;

static int32_t int_of(tt_bytes item, size_t index)
{
    return tti_signed(tti_load_le32(item.data + 4 * index));
}

static uint64_t offset_of(const search *s, tt_bytes item)
{
    return (uint64_t)(item.data - s->df->file.data);
}

static tt_status look_at_layer(search *s, uint32_t index, tt_error *error)
{
    tt_bytes layer;
    tt_status status = tti_datafile_item(s->df, index, LAYER_INTS, &layer, error);
    if (status != TT_OK || int_of(layer, LAYER_TYPE) != LAYER_OF_TILES) {
        return status;
    }
    if (layer.size < 4 * (size_t)TILES_INTS) {
        return tti_fail(error, TT_ERR_MAP_ITEM, offset_of(s, layer));
    }
    unsigned flags = (unsigned)int_of(layer, TILES_FLAGS) & KNOWN_LAYERS;
    s->found |= flags;
    if ((flags & TT_MAP_GAME) != 0) {
        s->game = layer;
    }
    return TT_OK;
}

static tt_status look_at_group(search *s, uint32_t index, tt_error *error)
{
    tt_bytes group;
    tt_status status = tti_datafile_item(s->df, index, GROUP_INTS, &group, error);
    if (status != TT_OK) {
        return status;
    }
    int32_t first = int_of(group, GROUP_FIRST), count = int_of(group, GROUP_COUNT);
    if (count <= 0) {
        return TT_OK;
    }
    if (first < 0 || (uint32_t)first > s->layers.count ||
        (uint32_t)count > s->layers.count - (uint32_t)first ||
        (uint32_t)count > VISITS_MAX - s->visits) {
        return tti_fail(error, TT_ERR_MAP_GROUP, offset_of(s, group));
    }
    s->visits += (uint32_t)count;
    uint32_t begin = s->layers.first + (uint32_t)first;
    for (uint32_t i = begin; i < begin + (uint32_t)count && status == TT_OK; i++) {
        status = look_at_layer(s, i, error);
    }
    return status;
}

static tt_status find_game(search *s, tt_error *error)
{
    tti_item_range groups;
    tt_status status = tti_datafile_type(s->df, ITEM_GROUP, &groups, error);
    if (status == TT_OK) {
        status = tti_datafile_type(s->df, ITEM_LAYER, &s->layers, error);
    }
    for (uint32_t i = 0; status == TT_OK && i < groups.count; i++) {
        status = look_at_group(s, groups.first + i, error);
    }
    if (status == TT_OK && s->game.data == NULL) {
        return tti_fail(error, TT_ERR_MAP_NO_GAME, s->df->items);
    }
    return status;
}

/* Size and data of the game layer. */
static tt_status take_game(tt_map *map, const search *s, tt_error *error)
{
    int32_t width = int_of(s->game, TILES_WIDTH), height = int_of(s->game, TILES_HEIGHT);
    uint64_t offset = offset_of(s, s->game);
    if (width < 1 || height < 1 || (int64_t)width * height > TT_MAP_TILES_MAX) {
        return tti_fail(error, TT_ERR_MAP_LAYER, offset + 4 * (uint64_t)TILES_WIDTH);
    }
    map->version = s->df->version;
    map->layers = s->found;
    map->width = width;
    map->height = height;
    map->skips = int_of(s->game, TILES_VERSION) >= SKIPS_SINCE;
    tt_status status =
        tti_datafile_data(s->df, int_of(s->game, TILES_DATA), &map->packed, &map->unpacked, error);
    if (status != TT_OK) {
        return status;
    }
    size_t tiles = (size_t)width * (size_t)height;
    map->packed_offset = offset_of(s, map->packed);
    if (map->skips ? map->unpacked % TILE_BYTES != 0 || map->unpacked > TILE_BYTES * tiles
                   : map->unpacked != TILE_BYTES * tiles) {
        return tti_fail(error, TT_ERR_MAP_TILES, offset);
    }
    /* Runs are of 256 tiles at most. */
    if ((uint64_t)map->unpacked * 64 < tiles) {
        return tti_fail(error, TT_ERR_MAP_TILES, offset);
    }
    if (map->unpacked > (uint64_t)RATIO_MAX * map->packed.size) {
        return tti_fail(error, TT_ERR_MAP_RATIO, map->packed_offset);
    }
    return TT_OK;
}

tt_status tt_map_open(tt_map *map, tt_bytes file, tt_error *error)
{
    tti_datafile df;
    search s = {.df = &df};
    *map = (tt_map){0};
    tt_status status = tti_datafile_open(&df, file, error);
    if (status == TT_OK) {
        status = find_game(&s, error);
    }
    if (status == TT_OK) {
        status = take_game(map, &s, error);
    }
    if (status != TT_OK) {
        *map = (tt_map){0};
    }
    return status;
}

static size_t tile_count(const tt_map *map)
{
    return (size_t)map->width * (size_t)map->height;
}

size_t tt_map_game_size(const tt_map *map)
{
    /* Runs are unpacked after the tiles that they become, single tiles where these will be. */
    return map->skips ? tile_count(map) + map->unpacked : map->unpacked;
}

/* Of each tile its number alone. */
static void keep_numbers(uint8_t *memory, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        memory[i] = memory[TILE_BYTES * i];
    }
}

/* 0 when the runs are not exactly `count` tiles. */
static int expand(uint8_t *tiles, size_t count, tt_bytes runs)
{
    size_t filled = 0;
    for (size_t at = 0; at < runs.size; at += TILE_BYTES) {
        size_t run = (size_t)runs.data[at + 2] + 1;
        if (run > count - filled) {
            return 0;
        }
        tti_fill(tiles + filled, runs.data[at], run);
        filled += run;
    }
    return filled == count;
}

tt_status tt_map_load(tt_map *map, uint8_t *memory, size_t size, tt_map_inflate_fn *inflate,
                      void *user, tt_error *error)
{
    size_t count = tile_count(map);
    uint8_t *unpacked = map->skips ? memory + count : memory;
    map->tiles = NULL;
    if (size < tt_map_game_size(map)) {
        return tti_fail(error, TT_ERR_SPACE, map->packed_offset);
    }
    if (map->version == 3) {
        tti_copy(unpacked, map->packed.data, map->unpacked);
    } else if (inflate(user, unpacked, map->unpacked, map->packed) != 0) {
        return tti_fail(error, TT_ERR_MAP_INFLATE, map->packed_offset);
    }
    if (!map->skips) {
        keep_numbers(memory, count);
    } else if (!expand(memory, count, (tt_bytes){unpacked, map->unpacked})) {
        return tti_fail(error, TT_ERR_MAP_TILES, map->packed_offset);
    }
    map->tiles = memory;
    return TT_OK;
}
