/* SPDX-License-Identifier: MIT
 *
 * The camera of the game. The picture shows the same area at zoom 1 for any shape of the screen,
 * but at most 1500 units in width and 1050 in height. The number of pixels does not change what is
 * visible. Roots and divisions are in whole numbers, so every machine cuts off at the same unit.
 */
#include "draw/camera.h"

#include "base/square_root.h"

#define AREA UINT64_C(1150000) /* square units of the picture at zoom 1 */
#define WIDTH_MAX 1500         /* greatest width of the view at zoom 1, in units */
#define HEIGHT_MAX 1050        /* greatest height of the view at zoom 1, in units */

/* Fraction bits of sizes before the zoom: 1150000 * 16384 * 2^28 is below 2^63. */
#define SIZE_BITS 14
#define SCALE_BITS 20 /* fraction bits of tti_view.scale */

typedef struct screen {
    int64_t width, height; /* units at zoom 1, times 2^SIZE_BITS */
} screen;

/* Returns the units that the picture shows. The game applies the two limits in this order, and each
 * keeps the shape of the screen. */
static screen limited_screen(int64_t width, int64_t height)
{
    uint64_t area = AREA << (2 * SIZE_BITS);
    screen s = {(int64_t)tti_square_root(area / (uint64_t)height * (uint64_t)width, 32),
                (int64_t)tti_square_root(area / (uint64_t)width * (uint64_t)height, 32)};
    const int64_t width_max = (int64_t)WIDTH_MAX << SIZE_BITS;
    const int64_t height_max = (int64_t)HEIGHT_MAX << SIZE_BITS;
    if (s.width > width_max) {
        s = (screen){width_max, width_max * height / width};
    }
    if (s.height > height_max) {
        s = (screen){height_max * width / height, height_max};
    }
    return s;
}

/* Limits all members of a camera, so that scales and products fit into 64 bits. */
tt_camera tti_camera_of(const tt_camera *camera)
{
    tt_camera c = *camera;
    c.x = tti_clamp(c.x, -TTI_FIX_FAR * TTI_ONE, TTI_FIX_FAR * TTI_ONE);
    c.y = tti_clamp(c.y, -TTI_FIX_FAR * TTI_ONE, TTI_FIX_FAR * TTI_ONE);
    c.zoom = (int32_t)tti_clamp(c.zoom, TT_CAMERA_ZOOM_MIN, TT_CAMERA_ZOOM_MAX);
    c.width = (int32_t)tti_clamp(c.width, 1, TT_CAMERA_SIDE_MAX);
    c.height = (int32_t)tti_clamp(c.height, 1, TT_CAMERA_SIDE_MAX);
    return c;
}

/* Returns the zoom of a group, times TTI_ONE: the game does not zoom parallax 0, and zooms 100 like
 * the world. */
static int64_t zoom_of(int64_t zoom, const tti_parallax *parallax)
{
    int64_t most = parallax->x > parallax->y ? parallax->x : parallax->y;
    int64_t part = tti_clamp(most, 0, 100);
    return (part * (zoom - TTI_ONE) + 100 * TTI_ONE) / 100;
}

/* Returns the middle of a group's view on one axis. The centre has 40 bits and the percentage 20,
 * so the product is made of two halves. */
static tti_fix middle(tti_fix center, int32_t offset, int32_t parallax)
{
    /* only the sign of a larger parallax matters */
    int64_t percent = tti_clamp(parallax, -1000000, 1000000);
    return tti_clamp(tti_place(offset) + center / 100 * percent + center % 100 * percent / 100,
                     -TTI_FIX_FAR * TTI_ONE * 4, TTI_FIX_FAR * TTI_ONE * 4);
}

tti_view tti_view_of(const tt_camera *camera, const tti_parallax *parallax)
{
    int64_t zoom = zoom_of(camera->zoom, parallax);
    screen s = limited_screen(camera->width, camera->height);
    tti_view view;
    view.width = s.width * zoom >> SIZE_BITS;
    view.height = s.height * zoom >> SIZE_BITS;
    view.left = middle(camera->x, parallax->offset_x, parallax->x) - view.width / 2;
    view.top = middle(camera->y, parallax->offset_y, parallax->y) - view.height / 2;
    /* times 2^20 the width is below 2^37, and above 2^9 even in a picture of 1 x 16384 pixels at
     * the smallest zoom */
    int64_t width = s.width * zoom >> (SIZE_BITS + 16 - SCALE_BITS);
    view.scale = ((int64_t)camera->width << (2 * SCALE_BITS + 8)) / width;
    return view;
}

tti_view tti_view_screen(const tt_camera *camera, int32_t height, int32_t width)
{
    int32_t least =
        (int32_t)(((int64_t)width * camera->height + camera->width - 1) / camera->width);
    height = height > least ? height : least;
    return (tti_view){0, 0, height * TTI_ONE * camera->width / camera->height, height * TTI_ONE,
                      ((int64_t)camera->height << (SCALE_BITS + 8)) / height};
}

/* Converts a length. Integer and fraction are multiplied separately, because their product exceeds
 * 64 bits. */
int32_t tti_view_length(const tti_view *view, tti_fix units)
{
    int64_t whole = units >> 16, rest = units & 0xffff;
    int64_t most = ((int64_t)TT_SHAPE_FAR << SCALE_BITS) / view->scale;
    if (whole >= most || whole < -most) {
        return whole < 0 ? -TT_SHAPE_FAR : TT_SHAPE_FAR;
    }
    int64_t parts = whole * view->scale + (rest * view->scale >> 16);
    return (int32_t)((parts + (INT64_C(1) << (SCALE_BITS - 1))) >> SCALE_BITS);
}

tt_point tti_view_place(const tti_view *view, tti_vec v)
{
    return (tt_point){tti_view_length(view, v.x - view->left),
                      tti_view_length(view, v.y - view->top)};
}

/* Returns the tile at a coordinate. A tile has 2^5 units. The shift rounds down, also left of the
 * map. */
static int32_t unit_tile(tti_fix units)
{
    return (int32_t)(units >> (16 + 5));
}

/* Places the tiles. A painter steps from `origin` tile by tile. The size of a tile has more bits
 * than a position, so no error adds up over a wide picture. */
int64_t tti_view_tiles(const tti_view *view, int32_t *x, int32_t *y, tt_point *origin)
{
    *x = unit_tile(view->left);
    *y = unit_tile(view->top);
    tti_vec at = {*x * (TT_MAP_TILE_SIZE * TTI_ONE), *y * (TT_MAP_TILE_SIZE * TTI_ONE)};
    *origin = tti_view_place(view, at);
    /* from parts of a pixel in a unit, times 2^20, to 1 / 2^16 pixels in a tile */
    return view->scale * TT_MAP_TILE_SIZE >> 12;
}

bool tti_view_has(const tti_view *view, tti_vec middle, tti_fix radius)
{
    return middle.x + radius >= view->left && middle.x - radius <= view->left + view->width &&
           middle.y + radius >= view->top && middle.y - radius <= view->top + view->height;
}

tt_camera_view tt_camera_view_of(const tt_camera *camera)
{
    const tti_parallax world = {0, 0, 100, 100};
    tt_camera c = tti_camera_of(camera);
    tti_view view = tti_view_of(&c, &world);
    return (tt_camera_view){view.left, view.top, view.width, view.height};
}
