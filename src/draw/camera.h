/* SPDX-License-Identifier: MIT
 *
 * From the world to the picture: a place in units becomes parts of a pixel (TT_SHAPE_PIXEL to one).
 * The world, each group of the map, and each screen of the HUD have a view of their own.
 */
#ifndef TTI_DRAW_CAMERA_H
#define TTI_DRAW_CAMERA_H

#include "draw/fix.h"

/* The part of a plane that is in the picture, in places of the plane. */
typedef struct tti_view {
    tti_fix left, top;
    tti_fix width, height;
    int64_t scale; /* parts of a pixel in a unit, times 2^20 */
} tti_view;

/* The movement of a group of the map against the world, which has {0, 0, 100, 100}. */
typedef struct tti_parallax {
    int32_t offset_x, offset_y; /* units */
    int32_t x, y;               /* percent */
} tti_parallax;

/* Brings everything into its range, which all sums and products below rely on. */
tt_camera tti_camera_of(const tt_camera *camera);

tti_view tti_view_of(const tt_camera *camera, const tti_parallax *parallax);

/* A screen over the whole picture, as HUDs have. It is `height` units high, or more where it has to
 * be `width` units wide, so nothing is cut off in a narrow picture. */
tti_view tti_view_screen(const tt_camera *camera, int32_t height, int32_t width);

/* A length in parts, rounded; at most TT_SHAPE_FAR, so painters may add and double it. */
int32_t tti_view_length(const tti_view *view, tti_fix units);

tt_point tti_view_place(const tti_view *view, tti_vec v);

/* The tile in the upper left corner of the picture, and the place of its corner. Returns the side
 * of a tile in 1 / TT_SHAPE_ONE of a pixel. */
int64_t tti_view_tiles(const tti_view *view, int32_t *x, int32_t *y, tt_point *origin);

/* 1 when a disc may be seen. Its box is tested, so a disc near a corner may give 1 as well. */
int tti_view_has(const tti_view *view, tti_vec middle, tti_fix radius);

#endif
