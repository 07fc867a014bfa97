/* SPDX-License-Identifier: MIT
 *
 * From the world to the picture.
 *
 * All shapes of the room pass through here: a place in the world, in units, becomes parts of a
 * pixel (TT_SHAPE_PIXEL to one). Each plane of a picture has a view of its own: the world, each
 * group of the map, each screen of the HUD.
 */
#ifndef TTI_DRAW_CAMERA_H
#define TTI_DRAW_CAMERA_H

#include "draw/fix.h"

/* What of a plane is in the picture. Places are those of the plane. */
typedef struct tti_view {
    tti_fix left, top;     /* the upper left corner */
    tti_fix width, height; /* of the picture, in units */
    int64_t scale;         /* parts of a pixel in a unit, times 2^20 */
} tti_view;

/* Of a group of the map: how it moves against the world. The world itself is {0, 0, 100, 100}. */
typedef struct tti_parallax {
    int32_t offset_x, offset_y; /* units */
    int32_t x, y;               /* percent */
} tti_parallax;

/* The camera with everything in its range, whatever the caller set: all sums and products below
 * rely on it. */
tt_camera tti_camera_of(const tt_camera *camera);

/* The view of a camera that is in its range. */
tti_view tti_view_of(const tt_camera *camera, const tti_parallax *parallax);

/* A screen over the whole picture, as HUDs have: `height` units high, or more where it has to be
 * `width` units wide. All of it is smaller then, so that nothing is cut off in a narrow picture. */
tti_view tti_view_screen(const tt_camera *camera, int32_t height, int32_t width);

/* A way of that many units in the picture, in parts, rounded; never beyond TT_SHAPE_FAR, so that
 * painters may add and double what they get. */
int32_t tti_view_length(const tti_view *view, tti_fix units);

/* A place in the picture. */
tt_point tti_view_place(const tti_view *view, tti_vec v);

/* Where tiles begin in the picture: the one in its upper left corner, and the corner of that. Gives
 * the sides of a tile, in 1 / TT_SHAPE_ONE of a pixel. */
int64_t tti_view_tiles(const tti_view *view, int32_t *x, int32_t *y, tt_point *origin);

/* 1 when a disc may be seen: the box around it is looked at, so it may be 1 for one near a corner
 * that is not. */
int tti_view_has(const tti_view *view, tti_vec middle, tti_fix radius);

#endif
