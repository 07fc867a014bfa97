/* SPDX-License-Identifier: MIT
 *
 * Writes map files.
 */
#include "support/map_make.h"

enum { ITEM_VERSION = 0, ITEM_GROUP = 4, ITEM_LAYER = 5 };

uint8_t map_plan_tile(const map_plan *plan, int32_t column, int32_t row)
{
    if (plan->tiles != NULL) {
        return plan->tiles[row * plan->width + column];
    }
    if (column == 0 || row == 0 || column == plan->width - 1 || row == plan->height - 1) {
        return TT_TILE_SOLID;
    }
    return (uint8_t)(column * row % 5 == 4 ? TT_TILE_NOHOOK : column / 4 % 3 * TT_TILE_FREEZE);
}

static void put_tiles(map_bytes *dst, const map_plan *plan)
{
    int32_t count = plan->width * plan->height, run;
    for (int32_t i = 0; i < count; i += run) {
        uint8_t number = map_plan_tile(plan, i % plan->width, i / plan->width);
        run = 1;
        while (plan->skips && run < 256 && i + run < count &&
               map_plan_tile(plan, (i + run) % plan->width, (i + run) / plan->width) == number) {
            run++;
        }
        uint8_t tile[4] = {number, 0, (uint8_t)(run - 1), 0};
        map_bytes_put(dst, tile, sizeof tile);
    }
}

static void put_layer(map_build *m, const map_plan *plan, unsigned kind)
{
    map_bytes tiles = {NULL, 0, 0};
    put_tiles(&tiles, plan);
    const int32_t ints[] = {0,
                            2,
                            0,
                            plan->skips ? 4 : 3,
                            plan->width,
                            plan->height,
                            (int32_t)kind,
                            255,
                            255,
                            255,
                            255,
                            -1,
                            0,
                            -1,
                            map_build_data(m, tiles.data, tiles.size),
                            0,
                            0,
                            0,
                            -1,
                            -1,
                            -1,
                            -1,
                            -1};
    map_build_item(m, ITEM_LAYER, ints, sizeof ints / sizeof ints[0]);
    map_bytes_free(&tiles);
}

static void put_group(map_build *m, int32_t first, int32_t count)
{
    const int32_t ints[] = {3, 0, 0, 100, 100, first, count, 0, 0, 0, 0, 0, 0, 0, 0};
    map_build_item(m, ITEM_GROUP, ints, sizeof ints / sizeof ints[0]);
}

static void put_items(map_build *m, const map_plan *plan)
{
    const int32_t one = 1, quads[] = {0, 3, 0, 2, 0, 0, -1, 0, 0, 0};
    map_plan small = {.width = 1, .height = 1};
    int32_t count = 1 + plan->games;
    for (unsigned kind = TT_MAP_TELE; kind <= TT_MAP_TUNE; kind *= 2) {
        count += (plan->others & kind) != 0;
    }
    map_build_item(m, ITEM_VERSION, &one, 1);
    if (plan->quads) {
        put_group(m, 0, 1);
    }
    put_group(m, plan->quads ? 1 : 0, count);
    if (plan->quads) {
        map_build_item(m, ITEM_LAYER, quads, sizeof quads / sizeof quads[0]);
    }
    for (int i = 0; i < plan->games; i++) {
        put_layer(m, &small, TT_MAP_GAME);
    }
    for (unsigned kind = TT_MAP_TELE; kind <= TT_MAP_TUNE; kind *= 2) {
        if ((plan->others & kind) != 0) {
            put_layer(m, &small, kind);
        }
    }
    put_layer(m, plan, TT_MAP_GAME);
}

void map_make(map_bytes *file, const map_plan *plan)
{
    map_build m = {.version = plan->version != 0 ? plan->version : 4};
    put_items(&m, plan);
    map_build_end(&m, plan->backwards ? "ATAD" : "DATA", file);
}

const char *map_seed(size_t index, map_plan *plan)
{
    static const struct {
        const char *name;
        map_plan plan;
    } seeds[] = {
        {"one_tile", {.width = 1, .height = 1}},
        {"plain", {.width = 9, .height = 5}},
        {"version_3", {.version = 3, .width = 7, .height = 6}},
        {"skips", {.width = 20, .height = 15, .skips = 1}},
        {"version_3_skips", {.version = 3, .width = 13, .height = 4, .skips = 1}},
        {"all_layers", {.width = 8, .height = 4, .others = 0x3e, .games = 2, .quads = 1}},
        {"backwards", {.width = 3, .height = 4, .backwards = 1}},
    };
    if (index >= sizeof seeds / sizeof seeds[0]) {
        return NULL;
    }
    *plan = seeds[index].plan;
    return seeds[index].name;
}
