/* SPDX-License-Identifier: MIT
 *
 * The one look through groups and layers, and which int of their items is what.
 *
 * What is damaged is passed over: a map with a damaged picture has a ground all the same.
 *
 * Both ways into a map begin with it: tt_map_open, which wants the game layer alone, and
 * tt_map_design_open. So they cannot disagree about which game layer counts.
 */
#ifndef TTI_MAP_LOOK_H
#define TTI_MAP_LOOK_H

#include "map/datafile.h"

/* Types of items. What teetape has no use for is missing: version (0), information about the author
 * (1) and sounds (7). UUID items name the types that have no number of their own. */
enum { ITEM_IMAGE = 2, ITEM_ENVELOPE, ITEM_GROUP, ITEM_LAYER, ITEM_POINTS, ITEM_UUID = 65535 };

/* Ints of a group, and how many there have to be. */
enum {
    /* The version of the group (0) is not read: how many ints an item has decides, since programs
     * wrote items that are shorter than their version says. */
    GROUP_OFFSET_X = 1,
    GROUP_OFFSET_Y,
    GROUP_PARALLAX_X,
    GROUP_PARALLAX_Y,
    GROUP_FIRST,
    GROUP_COUNT,
    GROUP_INTS,
    /* From here on a group may be too short for it. */
    GROUP_CLIPS = GROUP_INTS,
    GROUP_CLIP_X,
    GROUP_CLIP_Y,
    GROUP_CLIP_WIDTH,
    GROUP_CLIP_HEIGHT,
    GROUP_NAME
};

/* Ints of a layer. Int 0 is not used, and in some maps it is whatever was in memory. The version of
 * the layer is not in the smallest ones. */
enum { LAYER_KIND = 1, LAYER_FLAGS, LAYER_INTS, LAYER_VERSION = LAYER_INTS };

/* Those of a layer of tiles. */
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

#define TTI_NAME_INTS 3 /* of a group, of a layer */

/* From this version of a layer of tiles on it has a name, and what follows the name was moved. That
 * is 3 ints further for the data of teleporters, speedups, front, switches and tune zones, which
 * are after the 15 ints of every layer of tiles. */
#define TTI_TILES_NAME_SINCE 3

/* Layers that are played on: bit numbers of TT_MAP_GAME and the others. The index of played[] below
 * is the number of the bit. */
#define TTI_PLAYED 6

/* What was seen. Numbers of layers and groups count from the first of its type, as in the public
 * headers; -1 is none. */
typedef struct tti_map_look {
    tti_item_range groups, layers; /* groups: up to the bound of layers in them */
    unsigned found;                /* set of TT_MAP_* */
    int32_t played[TTI_PLAYED];    /* the last layer of each kind, -1: none */
    int32_t game_group;            /* -1: none */
    tt_error refused;              /* the first thing that was passed over, or TT_OK */
} tti_map_look;

/* Looks. TT_ERR_MAP_ITEM when the table of types is wrong about groups or layers. Cost: the layers
 * in all groups, at most twice the layers of the file. The error of a damaged group or layer is in
 * look->refused and not in the result, for callers that need to know why no game layer was found.
 */
tt_status tti_map_look_at(tti_map_look *look, const tti_datafile *df, tt_error *error);

/* The layers of a group, of the `layers` that there are. TT_ERR_MAP_GROUP when they are not there.
 * A group without layers, or with a negative count, has none and is good. `group` has at least
 * GROUP_INTS ints. */
tt_status tti_map_group_layers(const tti_datafile *df, tt_bytes group, uint32_t layers,
                               tti_item_range *range, tt_error *error);

/* TT_MAP_* of what a layer of tiles is played for, 0 when it is only drawn. Of several the first.
 * The file has a set of bits, but DDNet writes one at most. Bits of kinds that are not known are
 * ignored. `layer` has at least TILES_INTS ints. */
static inline unsigned tti_map_plays(tt_bytes layer)
{
    unsigned set = (unsigned)tti_item_int(layer, TILES_PLAYS) & ((1u << TTI_PLAYED) - 1);
    return set & (~set + 1);
}

#endif
