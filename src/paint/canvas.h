/* SPDX-License-Identifier: MIT
 *
 * What every kind of shape is painted with: the picture, the clip, and memory for the work.
 *
 * One canvas belongs to one painter and lives as long. Each shape begins with memory that earlier
 * shapes have made large enough, so later frames of a film take none.
 */
#ifndef PAINT_CANVAS_H
#define PAINT_CANVAS_H

#include "paint/fill.h"
#include "teetape/io/picture.h"
#include "teetape/io/raster.h"

/* A mask of coverage, for what consists of several parts that are one shape. */
struct tti_mask {
    uint8_t *cover; /* of the pixels of `area`, row by row */
    size_t cap;     /* bytes of `cover` */
    struct tti_rect area;
};

struct tti_tile_column; /* tiles.c */

struct tti_canvas {
    tt_io_picture *picture; /* the caller's, during tt_io_paint */
    struct tti_rect clip;   /* within the picture; not empty while something is painted */
    struct tti_fill fill;   /* of one shape at a time */
    /* `mask` is for lines and texts. A text has its outline in `outline`, with `between` as the
     * step on the way there (paint_text.c). */
    struct tti_mask mask, outline, between;
    /* One for each column of the clip, made anew by each layer of tiles. */
    struct tti_tile_column *columns;
    size_t column_cap; /* how many of them there is room for */
    /* Of each pixel of the picture the last shape that hides all before it, from 1 on; 0: none.
     * NULL: it is not known. `hidden_memory` owns it and is kept from picture to picture. */
    uint16_t *hidden, *hidden_memory;
    size_t hidden_cap;
    uint16_t number;     /* of the shape that is painted */
    tt_io_source source; /* copied; its functions may be NULL */
    bool failed;         /* no memory */
};

/* The place must be on the picture. */
static inline uint8_t *tti_canvas_at(const struct tti_canvas *canvas, int32_t x, int32_t y)
{
    return canvas->picture->rgba + ((size_t)y * canvas->picture->width + (size_t)x) * 4;
}

/* Paints the outlines in canvas->fill in one colour. */
void tti_canvas_fill(struct tti_canvas *canvas, enum tti_fill_rule rule, tt_rgba color);

/* Paints a rectangle of whole pixels, as far as it is in the clip. */
void tti_canvas_rect(struct tti_canvas *canvas, struct tti_rect rect, tt_rgba color);

/* Begins a mask of nothing, for an area that is cut to the clip. False when that is empty, or
 * without memory. */
bool tti_mask_begin(struct tti_canvas *canvas, struct tti_mask *mask, struct tti_rect area);

/* Adds the outlines in canvas->fill to it: each pixel keeps the larger coverage. The fill must have
 * begun with the area of the mask. */
void tti_mask_add(struct tti_canvas *canvas, struct tti_mask *mask, enum tti_fill_rule rule);

/* Paints what the mask covers in one colour, from column x0 up to, and without, x1. */
void tti_mask_paint(struct tti_canvas *canvas, const struct tti_mask *mask, int64_t x0, int64_t x1,
                    tt_rgba color);

/* From parts of a pixel to pixels, down and up. A shift of a negative place rounds down, which a
 * division would not. The result has to fit into 32 bits: callers have brought the place near
 * before. */
static inline int32_t tti_floor_pixel(int64_t place)
{
    return (int32_t)(place >> 8);
}

static inline int32_t tti_ceil_pixel(int64_t place)
{
    return (int32_t)((place + 255) >> 8);
}

#endif
