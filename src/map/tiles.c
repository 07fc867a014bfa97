/* SPDX-License-Identifier: MIT
 *
 * Unpacks tiles.
 *
 * Used by map.c for the game layer and by design.c for all layers. Three things differ between
 * layers of tiles: how many bytes a tile has, which number of the item names the data, and whether
 * runs are stored once. docs/format/map.md has the tables.
 */
#include "map/tiles.h"

#include "base/error.h"

/* From this version of a layer on, a tile says how many more like it follow. Layers other than the
 * game's that are played on are not of the program that writes so. */
#define SKIPS_SINCE 4
#define SKIP 2 /* its byte */

/* Bytes of a tile in the file. The game's own structs: a channel and a number; force, highest
 * speed, number, a gap and a 16-bit angle; or the four bytes of the usual tile, which switches have
 * with other meanings. */
static size_t stored_of(unsigned plays)
{
    switch (plays) {
    case TT_MAP_TELE:
    case TT_MAP_TUNE:
        return 2;
    case TT_MAP_SPEEDUP:
        return 6;
    default:
        return TTI_TILE_STORED;
    }
}

/* The number of its data. Layers that came after the game's have theirs at the end of the item.
 * Number 14 of such a layer names data, too, but that is a filler which is not to be read. Items of
 * old maps are cut short: what is not there is none, -1. */
static int32_t data_of(tt_bytes layer, unsigned plays)
{
    static const unsigned order[] = {TT_MAP_TELE, TT_MAP_SPEEDUP, TT_MAP_FRONT, TT_MAP_SWITCH,
                                     TT_MAP_TUNE};
    int has_name = tti_item_int(layer, LAYER_VERSION) >= TTI_TILES_NAME_SINCE;
    size_t index = TILES_DATA;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (plays == order[i]) {
            index = TILES_INTS + (has_name ? (size_t)TTI_NAME_INTS : 0) + i;
        }
    }
    return index < tti_item_ints(layer) ? tti_item_int(layer, index) : -1;
}

/* What is tested here makes the loops below safe: whole tiles, no more than there is room for, and
 * at least as many runs as the tiles need. Only layers with four bytes a tile have runs, so 64
 * tiles a byte is 256 a run. */
static int has_right_size(const tti_tiles *tiles)
{
    size_t all = tiles->stored * tiles->count, size = tiles->data.unpacked;
    if (!tiles->skips) {
        return size == all;
    }
    /* Runs are of 256 tiles at most. */
    return size % tiles->stored == 0 && size <= all && (uint64_t)size * 64 >= tiles->count;
}

/* Width and height are bounded before they are multiplied for memory: 2^28 tiles of 6 bytes still
 * fit into 32 bits. Error offsets are those of the item, but of the width where the size is wrong.
 */
tt_status tti_tiles_of(tti_tiles *tiles, const tti_datafile *df, tt_bytes layer, tt_error *error)
{
    uint64_t offset = tti_datafile_offset(df, layer);
    *tiles = (tti_tiles){.plays = tti_map_plays(layer)};
    tiles->stored = stored_of(tiles->plays);
    tiles->skips = tti_item_int(layer, LAYER_VERSION) >= SKIPS_SINCE && tiles->plays <= TT_MAP_GAME;
    tiles->width = tti_item_int(layer, TILES_WIDTH);
    tiles->height = tti_item_int(layer, TILES_HEIGHT);
    if (tiles->width < 1 || tiles->height < 1 ||
        (int64_t)tiles->width * tiles->height > TT_MAP_TILES_MAX) {
        return tti_fail(error, TT_ERR_MAP_LAYER, offset + 4 * (uint64_t)TILES_WIDTH);
    }
    tiles->count = (size_t)tiles->width * (size_t)tiles->height;
    tiles->number = data_of(layer, tiles->plays);
    tt_status status = tti_datafile_data(df, tiles->number, &tiles->data, error);
    if (status == TT_OK && !has_right_size(tiles)) {
        return tti_fail(error, TT_ERR_MAP_TILES, offset);
    }
    return status;
}

/* Of each tile the first `keep` bytes, in place. Forwards, as the target is never after the source.
 */
static void shorten(uint8_t *memory, size_t count, size_t stored, size_t keep)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < keep; j++) {
            memory[keep * i + j] = memory[stored * i + j];
        }
    }
}

/* 0 when the runs are not exactly `count` tiles. A run goes over the ends of rows. `run` is
 * compared before it is written, so the result never goes beyond `count` tiles. */
static int expand(uint8_t *tiles, size_t count, size_t keep, tt_bytes runs, size_t stored)
{
    size_t filled = 0;
    for (size_t at = 0; at < runs.size; at += stored) {
        size_t run = (size_t)runs.data[at + SKIP] + 1;
        if (run > count - filled) {
            return 0;
        }
        /* The game layer of a map that is only asked for collisions; a run is one fill. */
        if (keep == 1) {
            tti_fill(tiles + filled, runs.data[at], run);
        } else {
            for (size_t i = 0; i < keep * run; i++) {
                tiles[keep * filled + i] = runs.data[at + i % keep];
            }
        }
        filled += run;
    }
    return filled == count;
}

/* `memory` has tti_tiles_size(tiles, keep) bytes. On failure its content is undefined. */
tt_status tti_tiles_load(const tti_tiles *tiles, size_t keep, uint8_t *memory,
                         tt_map_inflate_fn *inflate, void *user, tt_error *error)
{
    uint8_t *unpacked = tiles->skips ? memory + keep * tiles->count : memory;
    tt_status status = tti_datafile_unpack(&tiles->data, unpacked, inflate, user, error);
    if (status != TT_OK) {
        return status;
    }
    tt_bytes runs = {unpacked, tiles->data.unpacked};
    if (tiles->skips && !expand(memory, tiles->count, keep, runs, tiles->stored)) {
        return tti_fail(error, TT_ERR_MAP_TILES, tiles->data.offset);
    }
    if (!tiles->skips && keep < tiles->stored) {
        shorten(memory, tiles->count, tiles->stored, keep);
    }
    return TT_OK;
}
