/* SPDX-License-Identifier: MIT
 *
 * The end of the ground in a list of shapes. web/stage.c includes this beside paint/view.h, whose
 * names are those of draw/camera.h.
 */
#ifndef TTI_DRAW_GROUND_SIZE_H
#define TTI_DRAW_GROUND_SIZE_H

#include "teetape/draw.h"

/* The number of shapes of tt_draw, called with the same arguments, that come before what moves. */
size_t tti_ground_size(const tt_scene *scene, int64_t time, const tt_camera *camera,
                       const tt_draw_map *map, const tt_draw_options *options);

#endif
