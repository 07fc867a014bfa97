/* SPDX-License-Identifier: MIT
 *
 * Tiles that a tee, its hook or a shot meets on a map. Places are pixels of the world, 32 to a
 * tile. Outside of the map the tiles at its border repeat.
 */
#ifndef TTI_PHYSICS_TERRAIN_H
#define TTI_PHYSICS_TERRAIN_H

#include <stdbool.h>

#include "base/private_api.h"
#include "physics/number.h"
#include "teetape/terrain.h"

/* Returns the bytes of memory that tti_terrain_load needs for a layer; 0 when the map does not have
 * it, or it is damaged. */
TT_PRIVATE_API size_t tti_terrain_size(const tt_map_design *design, int layer);

/* Unpacks a layer into `memory`, which the terrain refers to from then on. Load the game layer
 * first; without it others are refused. Errors are those of tt_map_design_load, or
 * TT_ERR_MAP_NO_GAME. After an error the terrain is unchanged, and the call can be repeated. */
TT_PRIVATE_API tt_status tti_terrain_load(tt_terrain *terrain, const tt_map_design *design,
                                          int layer, uint8_t *memory, size_t size,
                                          tt_map_inflate_fn *inflate, void *user, tt_error *error);

/* Returns the column or row of the tile with this pixel. Pixels outside of the map belong to the
 * nearest tile. */
static inline int32_t tti_column_of(int32_t position, int32_t count)
{
    if (position < 0) {
        return 0;
    }
    int32_t tile = (int32_t)((uint32_t)position / TT_MAP_TILE_SIZE);
    return tile < count ? tile : count - 1;
}

/* tti_columns_of is tti_column_of for four edges: `a` and `b` are left and right, `c` and `d` top
 * and bottom. */
static inline tti_four tti_columns_of_plain(tti_four edges, int32_t width, int32_t height)
{
    return (tti_four){tti_column_of(edges.a, width), tti_column_of(edges.b, width),
                      tti_column_of(edges.c, height), tti_column_of(edges.d, height)};
}

#if defined(__SSE2_MATH__) && !defined(TTI_NO_SSE2)
#include "physics/terrain_sse2.h"
#define tti_columns_of tti_columns_of_sse2
#else
#define tti_columns_of tti_columns_of_plain
#endif

/* Returns true when the place is in something solid. */
bool tti_terrain_is_solid(const tt_terrain *ground, tti_pair at);

/* Returns true when one of the four corners of a tee at this place is in something solid. */
bool tti_terrain_box(const tt_terrain *ground, tti_pair at);

/* Returns true when a tee at this place stands: something solid is 5 pixels under its feet. */
bool tti_terrain_stands(const tt_terrain *ground, tti_pair at);

/* Moves a tee from *at by *velocity through the tiles. When a tile stops it on an axis, the
 * velocity on this axis turns around and is multiplied by `bounce` (0: it stops). Returns true when
 * the tee bounced off the ground. The way must be at most TTI_WAY_MAX. */
bool tti_terrain_move(const tt_terrain *ground, tti_pair *at, tti_pair *velocity, tti_pair bounce);

#define TTI_WAY_MAX 8192

/* The result of following a line: the first tile or teleporter that the line hits. */
typedef struct tti_hit {
    uint8_t tile;    /* number of the tile that was hit; 0 for none */
    uint8_t number;  /* number of the teleporter */
    bool is_tele;    /* a teleporter was hit, and not a tile */
    tti_pair at;     /* place of the hit, else the end of the line */
    tti_pair before; /* last place before the hit */
} tti_hit;

enum { TTI_HALF_TILE = TT_MAP_TILE_SIZE / 2 };

/* Returns the place of the middle of a tile. */
tti_pair tti_middle(int32_t x, int32_t y);

/* Follows a projectile, which ends at solid tiles. */
tti_hit tti_terrain_line(const tt_terrain *terrain, tti_pair from, tti_pair to);

/* Follows a laser, which ends at solid tiles and at teleporters for weapons; with `old_teleports`,
 * at teleporters for tees instead. */
tti_hit tti_terrain_line_weapon(const tt_terrain *terrain, tti_pair from, tti_pair to,
                                bool old_teleports);

/* Follows the beam of an entity, which ends at solid tiles and laser stoppers; with
 * `through_walls`, at laser stoppers only. */
tti_hit tti_terrain_line_stopper(const tt_terrain *terrain, tti_pair from, tti_pair to,
                                 bool through_walls);

/* The kind of tile that a hook hits. */
typedef enum tti_hook_hit {
    TTI_HOOK_FREE,    /* no tile that matters to a hook */
    TTI_HOOK_HOLDS,   /* a solid tile that holds the hook */
    TTI_HOOK_BLOCKED, /* a tile that hooks cannot hold on to */
    TTI_HOOK_TELE     /* a teleporter for hooks */
} tti_hook_hit;

/* Follows a hook from `from` to *to. *to becomes the place of the hit and *number that of the
 * teleporter. A way longer than any hook of the game hits nothing. With `old_teleports`,
 * teleporters for tees act on hooks instead of those for hooks. */
tti_hook_hit tti_terrain_hook(const tt_terrain *terrain, tti_pair from, tti_pair *to,
                              bool old_teleports, uint8_t *number);

/* Finds the middle of the first exit of teleporter `number`, in reading order. Returns false when
 * there is none. */
bool tti_terrain_exit(const tt_terrain *ground, uint8_t number, tti_pair *at);

/* Directions in which a tile stops a tee. */
enum { TTI_STOP_RIGHT = 1, TTI_STOP_LEFT = 2, TTI_STOP_UP = 4, TTI_STOP_DOWN = 8 };

/* Returns the TTI_STOP_* of a stopper from its tile number and flags. */
uint8_t tti_stopper(uint8_t tile, uint8_t flags);

/* Returns the velocity without its parts in stopped directions. */
tti_pair tti_stopped(uint8_t stops, tti_pair velocity);

#endif
