/* SPDX-License-Identifier: MIT
 *
 * What a tee and its hook meet on a map. Places are pixels of the world, 32 to a tile; beyond the
 * border the tiles at the border repeat.
 */
#ifndef TTI_PHYSICS_TERRAIN_H
#define TTI_PHYSICS_TERRAIN_H

#include <stdbool.h>

#include "physics/number.h"
#include "teetape/map_design.h"

/* Layers of a map as tt_map_design_load makes them, two bytes a tile, all with the width of the
 * game layer. The bytes belong to the caller. */
typedef struct tti_terrain {
    int32_t width, height; /* in tiles, at least 1 */
    const uint8_t *game;   /* number and flags */
    const uint8_t *front;  /* the same, never solid; NULL: none */
    const uint8_t *teles;  /* channel and number; NULL: none */
    bool is_plain; /* the server is one of Teeworlds: hooks know solid tiles and nothing else */
} tti_terrain;

/* The bytes that tti_terrain_load needs for the layers of a map; 0 without a game layer. */
size_t tti_terrain_size(const tt_map_design *design);

/* Unpacks the layers into `memory`. What the ground keeps are the first *kept bytes; a caller that
 * moves them calls tti_terrain_place with their new address. A damaged front or teleporter layer is
 * left out, as the game does. TT_ERR_MAP_NO_GAME, or an error of tt_map_design_load about the game
 * layer: there is no ground then. */
tt_status tti_terrain_load(tti_terrain *ground, const tt_map_design *design, uint8_t *memory,
                           size_t size, tt_map_inflate_fn *inflate, void *user, size_t *kept,
                           tt_error *error);

/* Says where the bytes of a loaded ground are now. */
void tti_terrain_place(tti_terrain *ground, const uint8_t *memory);

/* True when a tee with the place (x, y) stands: something solid is 5 pixels under its feet. */
bool tti_terrain_stands(const tti_terrain *ground, tti_pair at);

/* Moves a tee from *at by *velocity through the tiles. Where it hits one, it loses the velocity in
 * that direction. */
void tti_terrain_move(const tti_terrain *ground, tti_pair *at, tti_pair *velocity);

/* What a hook hits. */
typedef enum tti_hook_hit {
    TTI_HOOK_FREE,    /* nothing */
    TTI_HOOK_HOLDS,   /* a solid tile */
    TTI_HOOK_BLOCKED, /* a tile that hooks do not hold on */
    TTI_HOOK_TELE     /* a teleporter of hooks */
} tti_hook_hit;

/* Follows a hook from `from` to *to. *to becomes the place of the hit, *number that of the
 * teleporter. A way that no hook of the game can have hits nothing. */
tti_hook_hit tti_terrain_hook(const tti_terrain *ground, tti_pair from, tti_pair *to,
                              uint8_t *number);

/* The middle of the first exit of teleporters `number`, in reading order; false when there is none.
 */
bool tti_terrain_exit(const tti_terrain *ground, uint8_t number, tti_pair *at);

#endif
