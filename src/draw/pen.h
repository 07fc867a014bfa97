/* SPDX-License-Identifier: MIT
 *
 * Puts shapes into the list that painters get, from places in the world or on a screen. What cannot
 * be seen is left out here. Colours and texts that are made in the room.
 *
 * The game packs a colour into one int, a byte each for hue, saturation and lightness, and lifts
 * the lightness: docs/format/snap-objects.md.
 */
#ifndef TTI_DRAW_PEN_H
#define TTI_DRAW_PEN_H

#include "draw/camera.h"

/* A copy of a pen with another view, alpha or flags is another pen. */
typedef struct tti_pen {
    tt_shapes *list;
    tti_view view;
    uint32_t alpha; /* 0 to 255 */
    uint16_t flags; /* flags of every shape */
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
    uint8_t columns, rows; /* size of the grid over the whole image */
    uint8_t x, y, w, h;    /* the part */
} tti_cell;

typedef struct tti_sprite {
    uint32_t index; /* index of the image */
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

/* The least lightness of a skin: 0.6 and DDNet; 0.7. */
#define TTI_LIGHT_SIX TTI_FIX(0.5)
#define TTI_LIGHT_SEVEN TTI_FIX(61.0 / 255)

/* TTI_ONE each; only the fraction of the hue counts. */
tt_rgba tti_hsl(tti_fix hue, tti_fix saturation, tti_fix light);

/* 0xHHSSLL; the byte of lightness goes from `least` to white. */
tt_rgba tti_packed_hsl(int32_t packed, tti_fix least);

/* The colour of a DDRace team; white for none. Neighbours are a golden angle apart on the circle of
 * hues. */
tt_rgba tti_team_color(int32_t team, tti_fix light);

tt_rgba tti_rgba_times(tt_rgba color, tti_fix factor);

/* `part` of TTI_ONE of the way to another colour, alpha too. */
tt_rgba tti_rgba_mix(tt_rgba from, tt_rgba to, tti_fix part);

#define TTI_WORDS 320

/* A text that grows; parts that do not fit are left out. */
typedef struct tti_words {
    char text[TTI_WORDS];
    size_t size;
} tti_words;

void tti_words_add(tti_words *w, const char *text);
void tti_words_number(tti_words *w, int64_t number);

/* 1:02:03, or 02:03. */
void tti_words_clock(tti_words *w, int64_t seconds);

/* Adds a time with hundredths of a second. */
void tti_words_ms(tti_words *w, int64_t ms);

static inline tt_bytes tti_words_of(const tti_words *w)
{
    return (tt_bytes){(const uint8_t *)w->text, w->size};
}

/* An estimate for a height of one unit. */
tti_fix tti_words_width(tt_bytes text);

/* The bytes of a text that fit into a line of `letters`: up to a blank, if there is one. At least
 * one letter of a text that is not empty, so callers come to an end. */
size_t tti_words_line(tt_bytes text, unsigned letters);

#endif
