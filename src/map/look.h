/* SPDX-License-Identifier: MIT
 *
 * The one look through groups and layers, and which int of their items is what.
 *
 * What is damaged is passed over: a map with a damaged picture has a ground all the same.
 */
#ifndef TTI_MAP_LOOK_H
#define TTI_MAP_LOOK_H

#include "map/datafile.h"

/* Types of items. */
enum { ITEM_IMAGE = 2, ITEM_ENVELOPE, ITEM_GROUP, ITEM_LAYER, ITEM_POINTS, ITEM_UUID = 65535 };

/* Ints of a group, and how many there have to be. */
enum {
    GROUP_OFFSET_X = 1,
    GROUP_OFFSET_Y,
    GROUP_PARALLAX_X,
    GROUP_PARALLAX_Y,
    GROUP_FIRST,
    GROUP_COUNT,
    GROUP_INTS,
    GROUP_CLIPS = GROUP_INTS,
    GROUP_CLIP_X,
    GROUP_CLIP_Y,
    GROUP_CLIP_WIDTH,
    GROUP_CLIP_HEIGHT,
    GROUP_NAME
};

/* Ints of a layer. */
enum { LAYER_KIND = 1, LAYER_FLAGS, LAYER_INTS, LAYER_VERSION = LAYER_INTS };

/* Those of a layer of tiles. */
enum {
    TILES_WIDTH = 4,
    TILES_HEIGHT,
    TILES_PLAYS,
    TILES_COLOR,
    TILES_ENVELOPE = TILES_COLOR + 4,
    TILES_OFFSET,
    TILES_IMAGE,
    TILES_DATA,
    TILES_INTS
};

#define TTI_NAME_INTS 3 /* of a group, of a layer */

/* From this version of a layer of tiles on it has a name, and what follows the name was moved. */
#define TTI_TILES_NAME_SINCE 3

/* Layers that are played on: bit numbers of TT_MAP_GAME and the others. */
#define TTI_PLAYED 6

/* What was seen. */
typedef struct tti_map_look {
    tti_item_range groups, layers; /* groups: up to the bound of layers in them */
    unsigned found;                /* set of TT_MAP_* */
    int32_t played[TTI_PLAYED];    /* the last layer of each kind, -1: none */
    int32_t game_group;            /* -1: none */
    tt_error refused;              /* the first thing that was passed over, or TT_OK */
} tti_map_look;

/* Looks. TT_ERR_MAP_ITEM when the table of types is wrong about groups or layers. */
tt_status tti_map_look_at(tti_map_look *look, const tti_datafile *df, tt_error *error);

/* The layers of a group, of the `layers` that there are. TT_ERR_MAP_GROUP when they are not there.
 */
tt_status tti_map_group_layers(const tti_datafile *df, tt_bytes group, uint32_t layers,
                               tti_item_range *range, tt_error *error);

/* TT_MAP_* of what a layer of tiles is played for, 0 when it is only drawn. Of several the first.
 */
static inline unsigned tti_map_plays(tt_bytes layer)
{
    unsigned set = (unsigned)tti_item_int(layer, TILES_PLAYS) & ((1u << TTI_PLAYED) - 1);
    return set & (~set + 1);
}

#endif
