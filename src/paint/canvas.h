/* SPDX-License-Identifier: MIT
 *
 * A canvas has what painting any shape needs: the picture, the clip, memory for the work, and the
 * position of tiles over pixels.
 *
 * A canvas belongs to one painter and exists as long as it. Its memory remains from shape to shape,
 * so later frames of a film allocate nothing.
 */
#ifndef PAINT_CANVAS_H
#define PAINT_CANVAS_H

#include "paint/fill.h"
#include "paint/raster.h"
#include "teetape/io/picture.h"

/* A mask of coverage, which joins several parts of a shape. */
struct tti_mask {
    uint8_t *cover; /* coverage of the pixels of `area`, row by row */
    size_t cap;
    struct tti_rect area;
};

struct tti_tile_column; /* defined in tiles.c */

struct tti_canvas {
    tt_io_picture *picture; /* the caller's picture during tti_io_paint */
    struct tti_rect clip;   /* within the picture, and not empty while something is painted */
    struct tti_fill fill;
    /* `mask` is for lines and texts, `outline` for the outline of a text. `between` is an
     * intermediate step of making the outline. */
    struct tti_mask mask, outline, between;
    /* An entry for each column of the clip, computed anew for each layer of tiles. */
    struct tti_tile_column *columns;
    size_t column_cap;
    /* For each pixel of the picture the number of the last shape that hides everything before it,
     * or 0. NULL when this is unknown. `hidden_memory` keeps the memory from picture to picture. */
    uint16_t *hidden, *hidden_memory;
    size_t hidden_cap;
    uint16_t number;
    tt_io_source source; /* copy of the caller's source; its functions may be NULL */
    bool failed;
};

/* Returns the address of a pixel. (x, y) must be on the picture. */
static inline uint8_t *tti_canvas_at(const struct tti_canvas *canvas, int32_t x, int32_t y)
{
    return canvas->picture->rgba + ((size_t)y * canvas->picture->width + (size_t)x) * 4;
}

/* Returns the entries of `hidden` from a pixel on, or NULL when they are not known. */
static inline uint16_t *tti_hidden_at(const struct tti_canvas *canvas, int32_t x, int32_t y)
{
    return canvas->hidden == NULL ? NULL
                                  : canvas->hidden + (size_t)y * canvas->picture->width + (size_t)x;
}

/* Returns true when shapes after the current one hide all of these pixels. */
static inline bool tti_is_hidden(const struct tti_canvas *canvas, int32_t x, int32_t y,
                                 int32_t count)
{
    const uint16_t *hidden = tti_hidden_at(canvas, x, y);
    int32_t i = 0;
    while (hidden != NULL && i < count && hidden[i] > canvas->number) {
        i++;
    }
    return i == count;
}

/* Paints the outlines in `fill` in one colour. */
void tti_canvas_fill(struct tti_canvas *canvas, enum tti_fill_rule rule, tt_rgba color);

/* Paints the whole pixels of a rectangle that are in the clip. */
void tti_canvas_rect(struct tti_canvas *canvas, struct tti_rect rect, tt_rgba color);

/* Begins an empty mask for an area, which is cut to the clip. Returns false when nothing of the
 * area remains, or without memory. */
bool tti_mask_begin(struct tti_canvas *canvas, struct tti_mask *mask, struct tti_rect area);

/* Adds the outlines in `fill`, which must have begun with the area of the mask. Each pixel keeps
 * the larger coverage. */
void tti_mask_add(struct tti_canvas *canvas, struct tti_mask *mask);

/* Paints the columns [x0, x1) of a mask in one colour. */
void tti_mask_paint(struct tti_canvas *canvas, const struct tti_mask *mask, int64_t x0, int64_t x1,
                    tt_rgba color);

/* Converts parts of a pixel to pixels, rounded down. A division would not round negative
 * coordinates down. The result must fit into 32 bits. */
static inline int32_t tti_floor_pixel(int64_t place)
{
    return (int32_t)(place >> 8);
}

static inline int32_t tti_ceil_pixel(int64_t place)
{
    return (int32_t)((place + 255) >> 8);
}

/* Adds the outline of an ellipse. Negative half axes count as positive. */
void tti_round_add(struct tti_fill *fill, tt_point at, tt_point radius, tt_turn turn);

/* Returns the turn by any whole degrees, rounded to a 256th of a turn. */
tt_turn tti_round_turn(int32_t degrees);

/* Fraction bits of a position that counts in tiles. The product in tti_view_at then has 62 bits. */
enum { TTI_VIEW_BITS = 28 };

/* The position of tiles over pixels in one direction, for columns or for rows (shape.h). */
struct tti_view {
    int64_t first;  /* the tile at the left or upper edge */
    int64_t origin; /* position of that tile, in parts of a pixel */
    int64_t side;   /* side of a tile, in 1 / TT_SHAPE_ONE of a pixel */
};

/* Returns false for tiles without a size or far from the picture: the products of the following
 * functions need an origin within 2^25 parts (131072 pixels). */
static inline bool tti_view_is_good(const struct tti_view *view)
{
    const int64_t most = INT64_C(1) << 25;
    return view->side > 0 && view->side < INT64_C(1) << 34 && view->origin > -most &&
           view->origin < most;
}

/* Returns the middle of a pixel, counted from the edge of the first tile in 2^-TTI_VIEW_BITS tiles.
 * The division rounds towards zero, so negative remainders subtract one: the tile left of the first
 * one is -1. */
static inline int64_t tti_view_at(const struct tti_view *view, int32_t pixel)
{
    int64_t place = ((int64_t)pixel * 256 + 128 - view->origin) * (INT64_C(1) << 36);
    int64_t at = place / view->side;
    return at - (place % view->side < 0);
}

/* Returns the position of a tile's edge, near the picture, in parts of a pixel. Sides have 16
 * fraction bits and coordinates 8, hence the shift. */
static inline int64_t tti_view_edge(const struct tti_view *view, int64_t tile)
{
    return view->origin + ((tile - view->first) * view->side >> 8);
}

/* Returns the tile with this number, or the nearest one: a border tile repeats beyond the border.
 * `count` must be at least 1. */
static inline int32_t tti_view_within(int64_t tile, int32_t count)
{
    return (int32_t)(tile < 0 ? 0 : tile >= count ? count - 1 : tile);
}

/* Each of these functions paints one kind of shape. painter.c calls them with a clip that is not
 * empty. A lack of memory sets canvas->failed. Any value in a shape is allowed: a shape without a
 * size is left out. */
void tti_paint_gradient(struct tti_canvas *canvas, const tt_shape *shape);
void tti_paint_ellipse(struct tti_canvas *canvas, const tt_shape *shape);
void tti_paint_polygon(struct tti_canvas *canvas, const tt_shape *shape);
void tti_paint_line(struct tti_canvas *canvas, const tt_shape *shape);
void tti_paint_sprite(struct tti_canvas *canvas, const tt_shape *shape);
void tti_paint_triangle(struct tti_canvas *canvas, const tt_shape *shape);
void tti_paint_text(struct tti_canvas *canvas, const tt_shape *shape);
void tti_paint_tiles(struct tti_canvas *canvas, const tt_shape *shape);
void tti_paint_rules(struct tti_canvas *canvas, const tt_shape *shape);

/* Writes the number of the shape to `hidden` where its tiles are opaque, before anything is
 * painted. A layer with an alpha hides nothing. */
void tti_hide_by_tiles(struct tti_canvas *canvas, const tt_shape *shape);

#endif
