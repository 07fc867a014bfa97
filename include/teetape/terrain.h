/* SPDX-License-Identifier: MIT
 *
 * The tiles of a map that tees and hooks collide with.
 *
 *     tt_terrain terrain = {0};
 *     for (int i = 0; i < TT_TERRAIN_LAYERS; i++) {
 *         size_t size = tt_terrain_size(&design, i);     // 0: the map has no such layer
 *         uint8_t *memory = size != 0 ? malloc(size) : NULL;
 *         if (memory != NULL)
 *             tt_terrain_load(&terrain, &design, i, memory, size, inflate, NULL, &error);
 *     }
 *     tt_follow_init(&follow, terrain.layer[TT_TERRAIN_GAME] != NULL ? &terrain : NULL);
 *
 * follow.h needs it to say where tees of a demo are. map_design.h opens the map.
 */
#ifndef TEETAPE_TERRAIN_H
#define TEETAPE_TERRAIN_H

#include "teetape/map_design.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The layers of a terrain. */
enum {
    TT_TERRAIN_GAME,  /**< number and flags of each tile */
    TT_TERRAIN_FRONT, /**< the same; never solid, but it lets hooks through or stops them */
    TT_TERRAIN_TELES, /**< channel and number of each teleporter */
    TT_TERRAIN_LAYERS /**< number of layers */
};

/** A terrain; the caller places it, all zeros at first. */
typedef struct tt_terrain {
    int32_t width, height; /**< size of the game layer in tiles; 0 before it is loaded */
    /** Two bytes a tile, as tt_map_design_load makes them, with the width of the game layer; NULL:
     * there is no such layer. The memory is the caller's. */
    const uint8_t *layer[TT_TERRAIN_LAYERS];
} tt_terrain;

/** Bytes of memory that tt_terrain_load needs for a layer; 0 when the map does not have it, or it
 * is damaged. */
TT_API size_t tt_terrain_size(const tt_map_design *design, int layer);

/** Unpacks a layer into `memory`, whose first 2 * width * height bytes must remain. The game layer
 * comes first; without it the others are refused. Errors are those of tt_map_design_load, or
 * TT_ERR_MAP_NO_GAME; the terrain is unchanged then, and the call may be repeated. */
TT_API tt_status tt_terrain_load(tt_terrain *terrain, const tt_map_design *design, int layer,
                                 uint8_t *memory, size_t size, tt_map_inflate_fn *inflate,
                                 void *user, tt_error *error);

#ifdef __cplusplus
}
#endif

#endif
