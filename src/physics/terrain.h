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

/* True when the place is in something solid. */
bool tti_terrain_is_solid(const tt_terrain *ground, tti_pair at);

/* True when a tee at the place is in something solid with one of its four corners. */
bool tti_terrain_box(const tt_terrain *ground, tti_pair at);

/* True when a tee with the place (x, y) stands: something solid is 5 pixels under its feet. */
bool tti_terrain_stands(const tt_terrain *ground, tti_pair at);

/* Moves a tee from *at by *velocity through the tiles. Where it hits one, it loses the velocity in
 * that direction, or keeps the share that `bounce` says in the other direction. True when it
 * bounced off the ground. The way must be at most TTI_WAY_MAX. */
bool tti_terrain_move(const tt_terrain *ground, tti_pair *at, tti_pair *velocity, tti_pair bounce);

#define TTI_WAY_MAX 8192

/* What a line meets. */
typedef struct tti_hit {
    uint8_t tile;    /* number of the tile; 0: nothing */
    uint8_t number;  /* of the teleporter */
    bool is_tele;    /* it is a teleporter, and not a tile */
    tti_pair at;     /* the place of the hit; the end of the line where there is none */
    tti_pair before; /* the last place before the hit */
} tti_hit;

/* The line of a projectile, which solid tiles stop. */
tti_hit tti_terrain_line(const tt_terrain *ground, tti_pair from, tti_pair to);

/* The line of a laser, which teleporters for weapons stop as well; `old_teleports`: those for tees
 * do that, too. */
tti_hit tti_terrain_line_weapon(const tt_terrain *ground, tti_pair from, tti_pair to,
                                bool old_teleports);

/* The line of an entity's beam, which laser stoppers stop as well; `through_walls`: they alone. */
tti_hit tti_terrain_line_stopper(const tt_terrain *ground, tti_pair from, tti_pair to,
                                 bool through_walls);

/* What a hook hits. */
typedef enum tti_hook_hit {
    TTI_HOOK_FREE,    /* nothing */
    TTI_HOOK_HOLDS,   /* a solid tile */
    TTI_HOOK_BLOCKED, /* a tile that hooks do not hold on */
    TTI_HOOK_TELE     /* a teleporter of hooks */
} tti_hook_hit;

/* Follows a hook from `from` to *to. *to becomes the place of the hit, *number that of the
 * teleporter. A way that no hook of the game can have hits nothing. `old_teleports`: teleporters
 * for tees take hooks, too. */
tti_hook_hit tti_terrain_hook(const tt_terrain *ground, tti_pair from, tti_pair *to,
                              bool old_teleports, uint8_t *number);

/* The middle of the first exit of teleporters `number`, in reading order; false when there is none.
 */
bool tti_terrain_exit(const tt_terrain *ground, uint8_t number, tti_pair *at);

/* Directions in which a tile stops a tee. */
enum { TTI_STOP_RIGHT = 1, TTI_STOP_LEFT = 2, TTI_STOP_UP = 4, TTI_STOP_DOWN = 8 };

/* What a stopper does to a tee at a place in it, from its number and flags. */
uint8_t tti_stopper(uint8_t tile, uint8_t flags);

/* The velocity without what goes in stopped directions. */
tti_pair tti_stopped(uint8_t stops, tti_pair velocity);

#endif
