/* SPDX-License-Identifier: MIT
 *
 * Where in a list of shapes the ground ends.
 */
#ifndef TTI_DRAW_GROUND_SIZE_H
#define TTI_DRAW_GROUND_SIZE_H

#include "teetape/draw.h"

/* How many shapes of tt_draw, which was called with the same, come before what moves: who puts
 * something between them needs no second list. */
size_t tti_ground_size(const tt_scene *scene, int64_t time, const tt_camera *camera,
                       const tt_draw_map *map, const tt_draw_options *options);

#endif
