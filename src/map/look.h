/* SPDX-License-Identifier: MIT
 *
 * Reads groups and layers: the meaning of the ints in their items, the pass through all of them,
 * and layers of tiles. Damaged items are skipped: a map with a damaged picture still has a ground.
 *
 * tt_map_open, which needs only the game layer, and tt_map_design_open both begin with this pass,
 * so they agree on the game layer.
 */
#ifndef TTI_MAP_LOOK_H
#define TTI_MAP_LOOK_H

#include "base/error.h"
#include "map/datafile.h"

/* Types of items, without version (0), information about the author (1) and sounds (7). UUID items
 * name the types that have no number of their own. */
enum {
    ITEM_INFO = 1,
    ITEM_IMAGE,
    ITEM_ENVELOPE,
    ITEM_GROUP,
    ITEM_LAYER,
    ITEM_POINTS,
    ITEM_UUID = 65535
};

/* Ints of a group. The version (0) is not read: programs wrote items that are shorter than their
 * version requires. */
enum {
    GROUP_OFFSET_X = 1,
    GROUP_OFFSET_Y,
    GROUP_PARALLAX_X,
    GROUP_PARALLAX_Y,
    GROUP_FIRST,
    GROUP_COUNT,
    GROUP_INTS,
    /* an old group ends here */
    GROUP_CLIPS = GROUP_INTS,
    GROUP_CLIP_X,
    GROUP_CLIP_Y,
    GROUP_CLIP_WIDTH,
    GROUP_CLIP_HEIGHT,
    GROUP_NAME
};

/* Ints of a layer. Int 0 is unused, and may have any value. The smallest layers have no version. */
enum { LAYER_KIND = 1, LAYER_FLAGS, LAYER_INTS, LAYER_VERSION = LAYER_INTS };

enum {
    TILES_WIDTH = 4,
    TILES_HEIGHT,
    TILES_PLAYS, /* a set of TT_MAP_*; 0 for a layer that is only drawn */
    TILES_COLOR,
    TILES_ENVELOPE = TILES_COLOR + 4,
    TILES_OFFSET,
    TILES_IMAGE,
    TILES_DATA,
    TILES_INTS
};

#define TTI_NAME_INTS 3 /* ints of the name of a group or layer */

/* From this version on a layer of tiles has a name. Its 3 ints move the data of teleporters,
 * speedups, front, switches and tune zones, which follow the 15 ints of every layer of tiles. */
#define TTI_TILES_NAME_SINCE 3

/* Kinds of layers that are played on: the bits from TT_MAP_GAME on. */
#define TTI_PLAYED 6

/* Layers and groups count from the first of their type. */
typedef struct tti_map_look {
    tti_item_range groups, layers; /* `groups` ends where the layers are too many */
    unsigned found;                /* kinds of layers that the map has, a set of TT_MAP_* */
    int32_t played[TTI_PLAYED];    /* the last layer of each kind, -1: none */
    int32_t game_group;            /* number of the group with the game layer; -1: none */
    tt_error refused;              /* error of the first skipped item; TT_OK: none was skipped */
} tti_map_look;

/* Reads all groups and layers. TT_ERR_MAP_ITEM when the table of types is wrong about groups or
 * layers. look->refused has the error of a damaged group or layer. Cost: at most twice the layers
 * of the file. */
tt_status tti_map_look_at(tti_map_look *look, const tti_datafile *df, tt_error *error);

/* Finds the layers of a group among the `layers` of the file; none for a count below 0.
 * TT_ERR_MAP_GROUP when they do not exist. `group` has at least GROUP_INTS ints. */
tt_status tti_map_group_layers(const tti_datafile *df, tt_bytes group, uint32_t layers,
                               tti_item_range *range, tt_error *error);

/* Returns the first TT_MAP_* of a layer of tiles, 0 when it is only drawn. DDNet writes one bit at
 * most. Bits of unknown kinds are ignored. `layer` has at least TILES_INTS ints. */
static inline unsigned tti_map_plays(tt_bytes layer)
{
    unsigned set = (unsigned)tti_item_int(layer, TILES_PLAYS) & ((1u << TTI_PLAYED) - 1);
    return set & (~set + 1);
}

/* The usual bytes of a tile in the file: number, flags, how many follow, reserved. */
#define TTI_TILE_STORED 4

typedef struct tti_tiles {
    int32_t width, height; /* size in tiles, at least 1 */
    size_t count;          /* width * height, at most TT_MAP_TILES_MAX */
    unsigned plays;        /* use of the layer, one of TT_MAP_*; 0 when it is only drawn */
    size_t stored;         /* bytes of a tile in the file */
    bool skips;            /* true: runs of equal tiles are stored once */
    int32_t number;        /* number of the piece of data */
    tti_packed data;
} tti_tiles;

/* Decodes a layer of tiles, which has at least TILES_INTS ints. Fails with TT_ERR_MAP_LAYER,
 * TT_ERR_MAP_DATA, TT_ERR_MAP_TILES or TT_ERR_MAP_RATIO; members before the wrong one are good. */
tt_status tti_tiles_of(tti_tiles *tiles, const tti_datafile *df, tt_bytes layer, tt_error *error);

/* Returns the bytes of memory that tti_tiles_load needs to keep the first `keep` bytes of each
 * tile. */
static inline size_t tti_tiles_size(const tti_tiles *tiles, size_t keep)
{
    /* Runs are unpacked after the memory of their tiles, single tiles in place. */
    return tiles->skips ? keep * tiles->count + tiles->data.unpacked : tiles->data.unpacked;
}

/* Unpacks tiles. The first keep * count bytes of `memory` are the result. Fails with
 * TT_ERR_MAP_INFLATE or TT_ERR_MAP_TILES. */
tt_status tti_tiles_load(const tti_tiles *tiles, size_t keep, uint8_t *memory,
                         tt_map_inflate_fn *inflate, void *user, tt_error *error);

/* Finds the ints of item `index` of a range, at least `ints`. Fails with TT_ERR_ARGUMENT for a
 * number that is too large, with TT_ERR_MAP_ITEM for a damaged item. */
static inline tt_status tti_design_item(const tt_map_design *design, tti_item_range range,
                                        uint32_t index, size_t ints, tt_bytes *item,
                                        tt_error *error)
{
    if (index >= range.count) {
        return tti_fail(error, TT_ERR_ARGUMENT, 0);
    }
    return tti_datafile_item(&design->tables, range.first + index, ints, item, error);
}

/* Returns the number of an image or envelope, or -1 for a number out of range, which means none. */
static inline int32_t tti_design_number(int32_t number, uint32_t count)
{
    return number >= 0 && (uint32_t)number < count ? number : -1;
}

/* Returns the animation of a layer or quad. Its offset, in milliseconds, may be any int. */
static inline tt_map_animation tti_design_animation(const tt_map_design *design, int32_t envelope,
                                                    int32_t offset)
{
    return (tt_map_animation){tti_design_number(envelope, design->envelopes), offset};
}

static inline uint8_t tti_design_color(int32_t value)
{
    return (uint8_t)(value < 0 ? 0 : value < 255 ? value : 255);
}

/* Fills in envelopes and their points. Damaged points count as none: envelopes then change
 * nothing. */
void tti_envelopes_take(tt_map_design *design, tti_item_range envelopes);

#endif
