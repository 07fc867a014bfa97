/* SPDX-License-Identifier: MIT
 *
 * What a tee and its hook meet on a map. Places are pixels of the world, 32 to a tile; beyond the
 * border the tiles at the border repeat.
 */
#ifndef TTI_PHYSICS_TERRAIN_H
#define TTI_PHYSICS_TERRAIN_H

#include <stdbool.h>

#include "base/private_api.h"
#include "physics/number.h"
#include "teetape/terrain.h"

/* Bytes of memory that tti_terrain_load needs for a layer; 0 when the map does not have it, or it
 * is damaged. */
TT_PRIVATE_API size_t tti_terrain_size(const tt_map_design *design, int layer);

/* Unpacks a layer into `memory`, whose first 2 * width * height bytes must remain. The game layer
 * comes first; without it the others are refused. Errors are those of tt_map_design_load, or
 * TT_ERR_MAP_NO_GAME; the terrain is unchanged then, and the call may be repeated. */
TT_PRIVATE_API tt_status tti_terrain_load(tt_terrain *terrain, const tt_map_design *design,
                                          int layer, uint8_t *memory, size_t size,
                                          tt_map_inflate_fn *inflate, void *user, tt_error *error);

/* True when a tee with the place (x, y) stands: something solid is 5 pixels under its feet. */
bool tti_terrain_stands(const tt_terrain *ground, tti_pair at);

/* Moves a tee from *at by *velocity through the tiles. Where it hits one, it loses the velocity in
 * that direction. */
void tti_terrain_move(const tt_terrain *ground, tti_pair *at, tti_pair *velocity);

/* What a hook hits. */
typedef enum tti_hook_hit {
    TTI_HOOK_FREE,    /* nothing */
    TTI_HOOK_HOLDS,   /* a solid tile */
    TTI_HOOK_BLOCKED, /* a tile that hooks do not hold on */
    TTI_HOOK_TELE     /* a teleporter of hooks */
} tti_hook_hit;

/* Follows a hook from `from` to *to. *to becomes the place of the hit, *number that of the
 * teleporter. A way that no hook of the game can have hits nothing. */
tti_hook_hit tti_terrain_hook(const tt_terrain *ground, tti_pair from, tti_pair *to,
                              uint8_t *number);

/* The middle of the first exit of teleporters `number`, in reading order; false when there is none.
 */
bool tti_terrain_exit(const tt_terrain *ground, uint8_t number, tti_pair *at);

#endif
