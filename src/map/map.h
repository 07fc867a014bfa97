/* SPDX-License-Identifier: MIT
 *
 * Private look-ups in the game layer.
 */
#ifndef TTI_MAP_MAP_H
#define TTI_MAP_MAP_H

#include "teetape/map.h"

/* The result of tti_map_intersect_line. */
typedef struct tt_map_hit {
    int32_t x, y; /* the position in the solid tile, in pixels; without a hit the line's end */
    uint8_t tile; /* TT_TILE_SOLID or TT_TILE_NOHOOK; TT_TILE_AIR when nothing was hit */
} tt_map_hit;

/* The longest line that is followed, in pixels to each side: longer than any map needs. */
#define TT_MAP_LINE_MAX 65536

/* Returns the index in `map->tiles` of the tile at a position in pixels; beyond the border that of
 * the nearest tile. */
size_t tti_map_index(const tt_map *map, int64_t x, int64_t y);

/* Follows the line from (x0, y0) to (x1, y1) up to the first solid tile, both ends included.
 * Returns true when there is one; false also for lines longer than TT_MAP_LINE_MAX. `hit` is filled
 * in either case.
 *
 * The game does the same in floats: it checks int(distance + 1) + 1 points at equal distances, each
 * rounded to a pixel. Here the points are exact, and halves are rounded up. The game's points are
 * off by about a millionth, so it may take the other pixel for a point in the middle between two.
 * Cost: two steps of a few operations for each pixel of the line. */
bool tti_map_intersect_line(const tt_map *map, int32_t x0, int32_t y0, int32_t x1, int32_t y1,
                            tt_map_hit *hit);

/* Returns true when a tee at this position is on ground: a solid tile is right under its left or
 * right edge. */
bool tti_map_is_ground(const tt_map *map, int32_t x, int32_t y);

/* Returns true when the tile at this position stops everything: TT_TILE_SOLID or TT_TILE_NOHOOK. */
bool tti_map_is_solid(const tt_map *map, int32_t x, int32_t y);

/* Returns the number of the tile at a position in pixels, any int. Beyond the border this is the
 * nearest tile. TT_TILE_AIR before the tiles are loaded. */
uint8_t tti_map_tile(const tt_map *map, int32_t x, int32_t y);

#endif
