/* SPDX-License-Identifier: MIT
 *
 * Adds shapes to the list for painters, from positions in the world or on a screen. Invisible
 * shapes are left out. Functions for colours and for the texts of drawings are here too.
 *
 * The game packs a colour into an int with a byte each for hue, saturation and lightness, and
 * raises the lightness (docs/format/snap-objects.md).
 */
#ifndef TTI_DRAW_PEN_H
#define TTI_DRAW_PEN_H

#include "draw/camera.h"

/* Draws into a list through a view. A pen can be copied for another view, alpha or flags. */
typedef struct tti_pen {
    tt_shapes *list;
    tti_view view;
    uint32_t alpha; /* opacity of the shapes, 0 to 255 */
    uint16_t flags;
} tti_pen;

#define TTI_RGB(hex) TTI_RGBA(hex, 255)
#define TTI_RGBA(hex, alpha)                                                                       \
    ((tt_rgba){(uint8_t)((hex) >> 16 & 255), (uint8_t)((hex) >> 8 & 255), (uint8_t)((hex)&255),    \
               (uint8_t)(alpha)})

#define TTI_INK TTI_RGB(0x0b0c0e)
#define TTI_WHITE TTI_RGB(0xffffff)

/* A part of an image, in cells of a grid. The image may have any size in pixels. */
typedef struct tti_cell {
    uint8_t image;         /* image of the sprite, a tt_image_kind */
    uint8_t columns, rows; /* size of the grid that covers the whole image */
    uint8_t x, y, w, h;    /* part of the grid, in cells */
} tti_cell;

typedef struct tti_sprite {
    uint32_t index;
    uint16_t flags; /* flags, a sum of TT_SHAPE_MIRROR_X, ... */
    tti_vec at;
    tti_fix w, h;
    tt_turn turn;
    tt_rgba color;
} tti_sprite;

/* A polygon in tenths of a unit. Only the first 32 points count. */
typedef struct tti_figure {
    const int16_t *points; /* coordinates: x, y, x, y, ... */
    uint32_t count;
} tti_figure;

/* Position and turn of a figure: it is flipped from top to bottom if wanted, then turned around its
 * origin. */
typedef struct tti_stand {
    tti_vec at;
    tt_turn turn;
    bool mirror;
} tti_stand;

/* A line of text. `utf8` must remain valid as long as the list (tti_pen_keep). */
typedef struct tti_label {
    tti_vec at; /* position on the upper edge of the line */
    tti_fix height;
    tt_bytes utf8;
    tt_rgba color, outline;
    tti_fix width; /* greatest width; 0 for any */
    size_t head;   /* how many bytes at the beginning have head_color */
    tt_rgba head_color;
    tt_shape_align align;
} tti_label;

tti_pen tti_pen_world(tt_shapes *list, const tt_camera *camera);

/* Returns TT_ERR_SPACE when a shape or its points did not fit, otherwise TT_OK. */
tt_status tti_pen_status(const tt_shapes *list);

tt_shape tti_pen_shape(const tti_pen *pen, tt_shape_kind kind, tt_rgba color);

void tti_pen_add(tti_pen *pen, const tt_shape *shape);

void tti_pen_gradient(tti_pen *pen, tt_rgba top, tt_rgba bottom);
void tti_pen_clip(tti_pen *pen, tt_point from, tt_point to);
void tti_pen_sprite(tti_pen *pen, const tti_cell *cell, const tti_sprite *sprite);
void tti_pen_ellipse(tti_pen *pen, tti_vec at, tti_vec radius, tt_turn turn, tt_rgba color);
void tti_pen_disc(tti_pen *pen, tti_vec at, tti_fix radius, tt_rgba color);
void tti_pen_text(tti_pen *pen, const tti_label *text);

/* tti_pen_polygon draws a closed polygon. tti_pen_figure draws a figure, with a line around it
 * unless `width` is 0. */
void tti_pen_polygon(tti_pen *pen, const tti_vec *points, uint32_t count, tt_rgba color);
void tti_pen_figure(tti_pen *pen, const tti_figure *figure, const tti_stand *stand, tt_rgba color,
                    tti_fix width);

void tti_pen_box(tti_pen *pen, tti_vec from, tti_vec to, tti_fix radius, tt_rgba color);

/* Draws a line at least one pixel wide. */
void tti_pen_line(tti_pen *pen, const tti_vec *points, uint32_t count, tti_fix width,
                  tt_rgba color);

/* Draws a line whose `width` is in parts of a pixel, the same at any zoom, for paths and marks. */
void tti_pen_stroke(tti_pen *pen, const tti_vec *points, uint32_t count, int32_t width,
                    tt_rgba color);

/* Copies a text into the memory of the list. Returns `text` if it does not fit, and the list is
 * then useless. */
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

/* The smallest lightness of a skin in 0.6 and DDNet, and in 0.7. */
#define TTI_LIGHT_SIX TTI_FIX(0.5)
#define TTI_LIGHT_SEVEN TTI_FIX(61.0 / 255)

/* Makes a colour. Values are 0 to TTI_ONE. Only the fraction of the hue counts. */
tt_rgba tti_hsl(tti_fix hue, tti_fix saturation, tti_fix light);

/* Converts a packed colour 0xHHSSLL. Its lightness byte goes from `least` to white. */
tt_rgba tti_packed_hsl(int32_t packed, tti_fix least);

/* Returns the colour of a DDRace team, white for none. The hues of neighbouring teams are a golden
 * angle apart. */
tt_rgba tti_team_color(int32_t team, tti_fix light);

tt_rgba tti_rgba_times(tt_rgba color, tti_fix factor);

/* Returns a colour between two others, alpha too. `part` is TTI_ONE for `to`. */
tt_rgba tti_rgba_mix(tt_rgba from, tt_rgba to, tti_fix part);

#define TTI_WORDS 320

/* A text that is written in parts. Parts that do not fit are left out. */
typedef struct tti_words {
    char text[TTI_WORDS];
    size_t size;
} tti_words;

void tti_words_add(tti_words *w, const char *text);
void tti_words_number(tti_words *w, int64_t number);

/* Adds a time as 1:02:03 or 02:03. */
void tti_words_clock(tti_words *w, int64_t seconds);

/* Adds a time with hundredths of a second. */
void tti_words_ms(tti_words *w, int64_t ms);

static inline tt_bytes tti_words_of(const tti_words *w)
{
    return (tt_bytes){(const uint8_t *)w->text, w->size};
}

/* Returns an estimate of the width of a text one unit high. */
tti_fix tti_words_width(tt_bytes text);

/* Returns how many bytes of a text fit into a line of `letters`, up to a blank if there is one. At
 * least one letter of a text fits, so that callers' loops end. */
size_t tti_words_line(tt_bytes text, unsigned letters);

#endif
