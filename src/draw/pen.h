/* SPDX-License-Identifier: MIT
 *
 * Puts shapes into the list that painters get, from places in the world or on a screen. What cannot
 * be seen is left out here.
 */
#ifndef TTI_DRAW_PEN_H
#define TTI_DRAW_PEN_H

#include "draw/camera.h"

/* A copy of a pen with another view, alpha or flags is another pen. */
typedef struct tti_pen {
    tt_shapes *list;
    tti_view view;
    uint32_t alpha; /* 0 to 255 */
    uint16_t flags; /* of every shape */
} tti_pen;

#define TTI_RGB(hex) TTI_RGBA(hex, 255)
#define TTI_RGBA(hex, alpha)                                                                       \
    ((tt_rgba){(uint8_t)((hex) >> 16 & 255), (uint8_t)((hex) >> 8 & 255), (uint8_t)((hex)&255),    \
               (uint8_t)(alpha)})

#define TTI_INK TTI_RGB(0x0b0c0e)
#define TTI_WHITE TTI_RGB(0xffffff)

/* A part of an image in cells of a grid, whatever its size in pixels. */
typedef struct tti_cell {
    uint8_t image;         /* a tt_image_kind */
    uint8_t columns, rows; /* of the whole image */
    uint8_t x, y, w, h;    /* the part */
} tti_cell;

typedef struct tti_sprite {
    uint32_t index; /* of the image */
    uint16_t flags; /* TT_SHAPE_MIRROR_X, ... */
    tti_vec at;     /* its middle */
    tti_fix w, h;   /* its size */
    tt_turn turn;
    tt_rgba color;
} tti_sprite;

/* A polygon in tenths of a unit; at most 32 places count. */
typedef struct tti_figure {
    const int16_t *points; /* x, y, x, y, ... */
    uint32_t count;
} tti_figure;

/* A figure is mirrored from top to bottom, then turned around its origin. */
typedef struct tti_stand {
    tti_vec at;
    tt_turn turn;
    int mirror;
} tti_stand;

/* A line of text, which must remain as long as the list: see tti_pen_keep. */
typedef struct tti_text {
    tti_vec at; /* the upper edge */
    tti_fix height;
    tt_bytes utf8;
    tt_rgba color, outline;
    tti_fix width; /* at most; 0 for any */
    size_t head;   /* bytes at the beginning in head_color */
    tt_rgba head_color;
    tt_shape_align align;
} tti_text;

/* A pen for the world, which appends. */
tti_pen tti_pen_world(tt_shapes *list, const tt_camera *camera);

/* TT_ERR_SPACE when something did not fit. */
tt_status tti_pen_status(const tt_shapes *list);

tt_shape tti_pen_shape(const tti_pen *pen, tt_shape_kind kind, tt_rgba color);

void tti_pen_add(tti_pen *pen, const tt_shape *shape);

void tti_pen_gradient(tti_pen *pen, tt_rgba top, tt_rgba bottom);
void tti_pen_clip(tti_pen *pen, tt_point from, tt_point to);
void tti_pen_sprite(tti_pen *pen, const tti_cell *cell, const tti_sprite *sprite);
void tti_pen_ellipse(tti_pen *pen, tti_vec at, tti_vec radius, tt_turn turn, tt_rgba color);
void tti_pen_disc(tti_pen *pen, tti_vec at, tti_fix radius, tt_rgba color);
void tti_pen_text(tti_pen *pen, const tti_text *text);

/* A closed polygon; a figure has a line around it unless `width` is 0. */
void tti_pen_polygon(tti_pen *pen, const tti_vec *points, uint32_t count, tt_rgba color);
void tti_pen_figure(tti_pen *pen, const tti_figure *figure, const tti_stand *stand, tt_rgba color,
                    tti_fix width);

void tti_pen_box(tti_pen *pen, tti_vec from, tti_vec to, tti_fix radius, tt_rgba color);

/* A line is never narrower than a pixel. */
void tti_pen_line(tti_pen *pen, const tti_vec *points, uint32_t count, tti_fix width,
                  tt_rgba color);

/* `width` is in parts of a pixel at any zoom, for paths and marks. */
void tti_pen_stroke(tti_pen *pen, const tti_vec *points, uint32_t count, int32_t width,
                    tt_rgba color);

/* Copies a text of the stack into the list's memory. Without room the result is `text`, and the
 * list of no use. */
tt_bytes tti_pen_keep(tti_pen *pen, tt_bytes text);

static inline tt_rgba tti_rgba_fade(tt_rgba color, uint32_t alpha)
{
    color.a = (uint8_t)(color.a * alpha / 255);
    return color;
}

static inline tti_sprite tti_sprite_of(tti_vec at, tti_fix w, tti_fix h, tt_turn turn,
                                       tt_rgba color)
{
    return (tti_sprite){.at = at, .w = w, .h = h, .turn = turn, .color = color};
}

#endif
