/* SPDX-License-Identifier: MIT
 *
 * Reads all groups and layers once, and unpacks tiles (look.h). Layers of tiles differ in the bytes
 * of a tile, in the int that names the data, and in runs that are stored once. docs/format/map.md
 * has the tables.
 */
#include "map/look.h"

#include "base/error.h"

/* The number of times that the groups of a map may name a layer, on average. In every known map a
 * layer is in one group. Without this limit a hundred groups that each name all layers would make
 * every pass quadratic. */
#define VISITS_A_LAYER 2

tt_status tti_map_group_layers(const tti_datafile *df, tt_bytes group, uint32_t layers,
                               tti_item_range *range, tt_error *error)
{
    int32_t first = tti_item_int(group, GROUP_FIRST), count = tti_item_int(group, GROUP_COUNT);
    *range = (tti_item_range){0, 0};
    if (count <= 0) {
        return TT_OK;
    }
    if (first < 0 || (uint32_t)first > layers || (uint32_t)count > layers - (uint32_t)first) {
        return tti_fail(error, TT_ERR_MAP_GROUP, tti_datafile_offset(df, group));
    }
    *range = (tti_item_range){(uint32_t)first, (uint32_t)count};
    return TT_OK;
}

/* Notes a skipped item. An error has room for one reason, so the first is kept. */
static void pass_over(tti_map_look *look, const tt_error *error)
{
    if (look->refused.status == TT_OK) {
        look->refused = *error;
    }
}

/* Notes a layer that is played on. Of several layers of a kind the game keeps the last one, in the
 * order of the groups. */
static void note_played(tti_map_look *look, tt_bytes layer, uint32_t index, uint32_t group)
{
    unsigned plays = tti_map_plays(layer);
    /* the public `layers` has all bits, also those that tti_map_plays ignores */
    look->found |= (unsigned)tti_item_int(layer, TILES_PLAYS) & ((1u << TTI_PLAYED) - 1);
    for (size_t i = 0; i < TTI_PLAYED; i++) {
        if (plays == 1u << i) {
            look->played[i] = (int32_t)index;
        }
    }
    if (plays == TT_MAP_GAME) {
        look->game_group = (int32_t)group;
    }
}

/* Notes a layer of tiles. Layers of quads and sounds do not affect the game. */
static void look_at_layer(tti_map_look *look, const tti_datafile *df, uint32_t index,
                          uint32_t group)
{
    tt_bytes layer;
    tt_error error;
    if (tti_datafile_item(df, look->layers.first + index, LAYER_INTS, &layer, &error) != TT_OK) {
        pass_over(look, &error);
    } else if (tti_item_int(layer, LAYER_KIND) == TT_LAYER_TILES) {
        if (tti_item_ints(layer) < TILES_INTS) {
            tti_fail(&error, TT_ERR_MAP_ITEM, tti_datafile_offset(df, layer));
            pass_over(look, &error);
        } else {
            note_played(look, layer, index, group);
        }
    }
}

/* Notes the layers of a group. Returns false when the groups so far have too many layers. Groups
 * after a damaged one may be good. */
static bool look_at_group(tti_map_look *look, const tti_datafile *df, uint32_t index,
                          uint32_t *visits)
{
    tt_bytes group;
    tt_error error;
    tti_item_range range;
    if (tti_datafile_item(df, look->groups.first + index, GROUP_INTS, &group, &error) != TT_OK ||
        tti_map_group_layers(df, group, look->layers.count, &range, &error) != TT_OK) {
        pass_over(look, &error);
        return true;
    }
    if (range.count > VISITS_A_LAYER * look->layers.count - *visits) {
        tti_fail(&error, TT_ERR_MAP_GROUP, tti_datafile_offset(df, group));
        pass_over(look, &error);
        return false;
    }
    *visits += range.count;
    for (uint32_t i = range.first; i < range.first + range.count; i++) {
        look_at_layer(look, df, i, index);
    }
    return true;
}

tt_status tti_map_look_at(tti_map_look *look, const tti_datafile *df, tt_error *error)
{
    uint32_t visits = 0;
    *look = (tti_map_look){.game_group = -1};
    for (size_t i = 0; i < TTI_PLAYED; i++) {
        look->played[i] = -1;
    }
    tt_status status = tti_datafile_type(df, ITEM_GROUP, &look->groups, error);
    if (status == TT_OK) {
        status = tti_datafile_type(df, ITEM_LAYER, &look->layers, error);
    }
    for (uint32_t i = 0; status == TT_OK && i < look->groups.count; i++) {
        if (!look_at_group(look, df, i, &visits)) {
            /* tt_map_design sees only the groups before this one, so drawing takes no longer than
             * this pass */
            look->groups.count = i;
        }
    }
    return status;
}

/* From this version on a tile of the game layer, or of one that is only drawn, has the number of
 * equal tiles that follow. */
#define SKIPS_SINCE 4
#define SKIP 2 /* the byte of the count */

/* Returns the bytes of a tile in the file. Teleporters and tune zones have a channel and a number;
 * speedups have force, highest speed, number, a gap and a 16-bit angle. All others have four bytes,
 * also switches, which use them with other meanings. */
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

/* Returns the number of a layer's piece of data. Layers that were added after the game layer have
 * it at the end of the item; their number 14 names a filler. Returns -1 for items of old maps,
 * which end before. */
static int32_t data_of(tt_bytes layer, unsigned plays)
{
    static const unsigned order[] = {TT_MAP_TELE, TT_MAP_SPEEDUP, TT_MAP_FRONT, TT_MAP_SWITCH,
                                     TT_MAP_TUNE};
    bool has_name = tti_item_int(layer, LAYER_VERSION) >= TTI_TILES_NAME_SINCE;
    size_t index = TILES_DATA;
    for (size_t i = 0; i < sizeof order / sizeof order[0]; i++) {
        if (plays == order[i]) {
            index = TILES_INTS + (has_name ? (size_t)TTI_NAME_INTS : 0) + i;
        }
    }
    return index < tti_item_ints(layer) ? tti_item_int(layer, index) : -1;
}

/* Returns true for data of the right size. The loops of expand and shorten rely on whole tiles, no
 * more than there is room for, and enough runs. A run has at most 256 tiles in four bytes, which is
 * 64 tiles a byte. */
static bool has_right_size(const tti_tiles *tiles)
{
    size_t all = tiles->stored * tiles->count, size = tiles->data.unpacked;
    if (!tiles->skips) {
        return size == all;
    }
    return size % tiles->stored == 0 && size <= all && (uint64_t)size * 64 >= tiles->count;
}

/* Reads a layer of tiles. 2^28 tiles of 6 bytes still fit into 32 bits. An error about the size has
 * the offset of the width. */
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

/* Keeps the first `keep` bytes of each tile. It works in place and forwards, because the target is
 * never after the source. */
static void shorten(uint8_t *memory, size_t count, size_t stored, size_t keep)
{
    for (size_t i = 0; i < count; i++) {
        for (size_t j = 0; j < keep; j++) {
            memory[keep * i + j] = memory[stored * i + j];
        }
    }
}

/* Unpacks runs. Returns false when they are not exactly `count` tiles. A run may continue in the
 * next row. */
static bool expand(uint8_t *tiles, size_t count, size_t keep, tt_bytes runs, size_t stored)
{
    size_t filled = 0;
    for (size_t at = 0; at < runs.size; at += stored) {
        size_t run = (size_t)runs.data[at + SKIP] + 1;
        if (run > count - filled) {
            return false;
        }
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
