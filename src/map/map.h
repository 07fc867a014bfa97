/* SPDX-License-Identifier: MIT
 *
 * Private look-ups in the game layer.
 */
#ifndef TTI_MAP_MAP_H
#define TTI_MAP_MAP_H

#include "teetape/map.h"

/* Returns true when the tile at this position stops everything: TT_TILE_SOLID or TT_TILE_NOHOOK. */
bool tti_map_is_solid(const tt_map *map, int32_t x, int32_t y);

/* Returns the number of the tile at a position in pixels, any int. Beyond the border this is the
 * nearest tile. TT_TILE_AIR before the tiles are loaded. */
uint8_t tti_map_tile(const tt_map *map, int32_t x, int32_t y);

#endif
