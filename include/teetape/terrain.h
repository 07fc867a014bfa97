/* SPDX-License-Identifier: MIT
 *
 * The layers of a map that the game plays on.
 *
 * A terrain has the layers of a tt_map_design, as tt_map_design_load makes them (map_design.h).
 * All are read with the width of the game layer.
 *
 *     tt_terrain terrain = {game.width, game.height, {tiles, NULL, NULL}};
 *     tt_follow_init(&follow, &terrain);
 *
 * follow.h needs the first three layers to compute the positions of tees in a demo. convert.h and
 * physics.h compute the whole game with all of them.
 */
#ifndef TEETAPE_TERRAIN_H
#define TEETAPE_TERRAIN_H

#include "teetape/map_design.h"

/** The layers of a terrain. */
enum {
    TT_TERRAIN_GAME,     /**< number and flags of each tile */
    TT_TERRAIN_FRONT,    /**< number and flags of each tile of the front layer, which is never
                            solid, but lets hooks through or stops them */
    TT_TERRAIN_TELES,    /**< channel and number of each teleporter */
    TT_TERRAIN_SPEEDUPS, /**< speedups, 6 bytes a tile */
    TT_TERRAIN_SWITCHES, /**< switches, 4 bytes a tile */
    TT_TERRAIN_TUNES,    /**< zones of tunings */
    TT_TERRAIN_LAYERS    /**< number of layers */
};

/** A terrain; the caller places and fills it. */
typedef struct tt_terrain {
    int32_t width, height; /**< size of the game layer in tiles, at least 1 */
    /** The tiles of each layer as tt_map_design_load makes them, with the width of the game layer:
     * two bytes a tile, but six of a speedup and four of a switch. NULL: there is no such layer.
     * The memory is the caller's. */
    const uint8_t *layer[TT_TERRAIN_LAYERS];
} tt_terrain;

#endif
