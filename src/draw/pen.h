/* SPDX-License-Identifier: MIT
 *
 * Puts shapes into the list: from places in the world, or on a screen, to those in the picture.
 *
 * The list is what painters get: pixels of the command, SVG, WebGL of the page. What cannot be seen
 * is left out here, as most of a world is not in a picture.
 */
#ifndef TTI_DRAW_PEN_H
#define TTI_DRAW_PEN_H

#include "draw/camera.h"

/* Where and how one draws. A copy of a pen with another view, alpha or flags is another pen. */
typedef struct tti_pen {
    tt_shapes *list;
    tti_view view;
    uint32_t alpha; /* 0 to 255: everything is so pale */
    uint16_t flags; /* of every shape */
} tti_pen;

/* A colour out of 0xrrggbb, opaque; and with alpha. */
#define TTI_RGB(hex) TTI_RGBA(hex, 255)
#define TTI_RGBA(hex, alpha)                                                                       \
    ((tt_rgba){(uint8_t)((hex) >> 16 & 255), (uint8_t)((hex) >> 8 & 255), (uint8_t)((hex)&255),    \
               (uint8_t)(alpha)})

/* The colour of outlines: nearly black. */
#define TTI_INK TTI_RGB(0x0b0c0e)
#define TTI_WHITE TTI_RGB(0xffffff)

/* A part of an image, in cells of a grid: the game cuts its images so, whatever their size in
 * pixels. */
typedef struct tti_cell {
    uint8_t image;         /* a tt_image_kind */
    uint8_t columns, rows; /* of the whole image */
    uint8_t x, y, w, h;    /* the part */
} tti_cell;

/* How a sprite is placed. */
typedef struct tti_sprite {
    uint32_t index; /* of the image */
    uint16_t flags; /* TT_SHAPE_MIRROR_X, ... */
    tti_vec at;     /* its middle */
    tti_fix w, h;   /* its size */
    tt_turn turn;
    tt_rgba color;
} tti_sprite;

/* A figure: polygons of fixed places, in tenths of a unit. At most 32 of them count. */
typedef struct tti_figure {
    const int16_t *points; /* x, y, x, y, ... */
    uint32_t count;        /* places */
} tti_figure;

/* Where a figure is: turned around its origin, mirrored from top to bottom before that. */
typedef struct tti_stand {
    tti_vec at;
    tt_turn turn;
    int mirror;
} tti_stand;

/* A line of text. It has to remain valid as long as the list, see tti_pen_keep. */
typedef struct tti_text {
    tti_vec at; /* of its upper edge */
    tti_fix height;
    tt_bytes utf8;
    tt_rgba color, outline;
    tti_fix width; /* at most; 0 for any */
    size_t head;   /* bytes at the beginning that have a colour of their own */
    tt_rgba head_color;
    tt_shape_align align;
} tti_text;

/* A shape of this kind and colour, as the pen draws. */
tt_shape tti_pen_shape(const tti_pen *pen, tt_shape_kind kind, tt_rgba color);

/* Adds a shape that is complete. */
void tti_pen_add(tti_pen *pen, const tt_shape *shape);

void tti_pen_gradient(tti_pen *pen, tt_rgba top, tt_rgba bottom);
void tti_pen_clip(tti_pen *pen, tt_point from, tt_point to);
void tti_pen_sprite(tti_pen *pen, const tti_cell *cell, const tti_sprite *sprite);
void tti_pen_ellipse(tti_pen *pen, tti_vec at, tti_vec radius, tt_turn turn, tt_rgba color);
void tti_pen_disc(tti_pen *pen, tti_vec at, tti_fix radius, tt_rgba color);
void tti_pen_text(tti_pen *pen, const tti_text *text);

/* A closed polygon, and a line around it unless `width` is 0. */
void tti_pen_polygon(tti_pen *pen, const tti_vec *points, uint32_t count, tt_rgba color);
void tti_pen_figure(tti_pen *pen, const tti_figure *figure, const tti_stand *stand, tt_rgba color,
                    tti_fix width);

/* A rectangle whose corners have this radius. */
void tti_pen_box(tti_pen *pen, tti_vec from, tti_vec to, tti_fix radius, tt_rgba color);

/* A line; never narrower than a pixel. */
void tti_pen_line(tti_pen *pen, const tti_vec *points, uint32_t count, tti_fix width,
                  tt_rgba color);

/* The same with a width in parts of a pixel, whatever the zoom: for paths and marks, which are no
 * part of the world. */
void tti_pen_stroke(tti_pen *pen, const tti_vec *points, uint32_t count, int32_t width,
                    tt_rgba color);

/* Copies a text into the list's memory, for one that was made on the stack. When there is no room
 * it is the text of the caller, in a list that is of no use. */
tt_bytes tti_pen_keep(tti_pen *pen, tt_bytes text);

/* A colour with another alpha, `alpha` of 255. */
static inline tt_rgba tti_rgba_fade(tt_rgba color, uint32_t alpha)
{
    color.a = (uint8_t)(color.a * alpha / 255);
    return color;
}

#endif
