/* SPDX-License-Identifier: MIT
 *
 * What is under the tees and over them: the map, or a grid where there is none.
 */
#ifndef TTI_DRAW_GROUND_H
#define TTI_DRAW_GROUND_H

#include "draw/parts.h"

/* What is drawn of the map, and from where. */
typedef struct tti_ground {
    const tt_draw_map *map; /* NULL: none */
    const tt_camera *camera;
} tti_ground;

/* The background, and the layers before the game layer; then those from the game layer on. */
void tti_ground_before(tti_pen *pen, const tti_moment *m, const tti_ground *ground);
void tti_ground_after(tti_pen *pen, const tti_moment *m, const tti_ground *ground);

/* The layers of the design before the game layer, or those after it. */
void tti_design(tti_pen *pen, const tti_moment *m, const tti_ground *ground, int is_after);

/* A layer of tiles, without its image. */
tt_shape tti_design_tiles(const tti_pen *pen, tt_rgba color, uint32_t layer);

/* A plain grid. */
void tti_grid(tti_pen *pen);

#endif
