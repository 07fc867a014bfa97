/* SPDX-License-Identifier: MIT
 *
 * The grid in place of a map that is not known: a line every ten tiles, and one every tile where
 * these are not too narrow.
 *
 * It gives the eye something that stands still while tees move, and a measure.
 */
#include "draw/ground.h"

#define TILE (TT_MAP_TILE_SIZE * TTI_ONE)

/* Least distance of lines in the picture, in parts: closer ones would be a grey area, and their
 * number would grow with the zoom. */
#define APART (8 * TT_SHAPE_PIXEL)

/* Also of a place left of the origin, where the remainder is below 0. */
static tti_fix floor_to(tti_fix value, tti_fix step)
{
    tti_fix rest = value % step;
    return value - (rest < 0 ? rest + step : rest);
}

/* A width of 0 is one pixel. Linear in the lines that are seen, which APART bounds. */
static void lines(tti_pen *pen, tti_fix step, tt_rgba color)
{
    const tti_view *v = &pen->view;
    tti_fix right = v->left + v->width, low = v->top + v->height;
    if (tti_view_length(v, step) < APART) {
        return;
    }
    for (tti_fix x = floor_to(v->left, step) + step; x < right; x += step) {
        tti_vec line[2] = {{x, v->top}, {x, low}};
        tti_pen_line(pen, line, 2, 0, color);
    }
    for (tti_fix y = floor_to(v->top, step) + step; y < low; y += step) {
        tti_vec line[2] = {{v->left, y}, {right, y}};
        tti_pen_line(pen, line, 2, 0, color);
    }
}

void tti_grid(tti_pen *pen)
{
    tti_pen_gradient(pen, TTI_RGB(0x39424e), TTI_RGB(0x39424e));
    lines(pen, TILE, TTI_RGB(0x434d5a));
    lines(pen, 10 * TILE, TTI_RGB(0x5b6878));
}
