/* SPDX-License-Identifier: MIT
 *
 * Finds the end of the ground in a list of shapes: everything that does not move.
 *
 * The header is separate because web/stage.c needs nothing else of this room.
 */
#ifndef TTI_DRAW_GROUND_SIZE_H
#define TTI_DRAW_GROUND_SIZE_H

#include "teetape/draw.h"

/* Returns how many shapes of tt_draw, for the same arguments, precede everything that moves. */
size_t tti_ground_size(const tt_scene *outer, int64_t time, const tt_camera *camera,
                       const tt_draw_map *map, const tt_draw_options *options);

#endif
