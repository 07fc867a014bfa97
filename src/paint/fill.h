/* SPDX-License-Identifier: MIT
 *
 * Turns outlines into pixels: takes edges, and gives for each row how much of each pixel is
 * covered.
 *
 * A row is measured on TTI_FILL_LINES lines. On each line the exact part of a pixel between two
 * edges counts, so upright edges are exact and others nearly so. The cost depends on the points,
 * and on the rows within the clip that edges cross.
 */
#ifndef PAINT_FILL_H
#define PAINT_FILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/shape.h"

/* The number of lines of a row, a power of two up to 8. line_at has the logarithm of the height of
 * a line for 8 lines, so another number needs another shift there. */
#define TTI_FILL_LINES 8

/* A rectangle of pixels: [from, to) in both directions. It is empty when `to` is not above `from`
 * in either direction. */
struct tti_rect {
    int32_t x0, y0, x1, y1;
};

static inline struct tti_rect tti_rect_both(struct tti_rect a, struct tti_rect b)
{
    struct tti_rect both = {a.x0 > b.x0 ? a.x0 : b.x0, a.y0 > b.y0 ? a.y0 : b.y0,
                            a.x1 < b.x1 ? a.x1 : b.x1, a.y1 < b.y1 ? a.y1 : b.y1};
    return both;
}

static inline bool tti_rect_is_empty(struct tti_rect rect)
{
    return rect.x0 >= rect.x1 || rect.y0 >= rect.y1;
}

/* Returns the part of a picture that a TT_SHAPE_CLIP shows, until the next one. The part may be
 * empty. */
static inline struct tti_rect tti_clip_of(const tt_shape *shape, uint32_t width, uint32_t height)
{
    const struct tti_rect all = {0, 0, (int32_t)width, (int32_t)height};
    tt_point from = shape->u.clip.from, to = shape->u.clip.to;
    return tti_rect_both(all, (struct tti_rect){from.x, from.y, to.x, to.y});
}

static inline bool tti_same_color(tt_rgba a, tt_rgba b)
{
    return a.r == b.r && a.g == b.g && a.b == b.b && a.a == b.a;
}

/* An edge that crosses at least one line of the clip. Its ends are ordered downwards; `way` has the
 * original direction. */
struct tti_fill_edge {
    int32_t line, end; /* the first line, and the line after the last */
    int32_t way;       /* direction of the edge: 1 down, -1 up */
    uint32_t next;     /* the next edge that begins in the same row */
    /* x on the current line, and its change to the next line, in 2^-16 parts of a pixel */
    int64_t x, step;
};

/* Where an edge crosses the current line, in parts of a pixel. */
struct tti_fill_cross {
    int64_t x;
    int32_t way;
};

/* Receives the `cover` of `count` pixels from column `x` on, where 255 is a whole pixel. `cover` is
 * valid during the call. Rows come in the order of y, each at most once, within the clip. */
typedef void tti_fill_fn(void *user, int32_t y, int32_t x, int32_t count, const uint8_t *cover);

/* The rule that says which points are inside. ODD: a point with an odd number of edges to its left,
 * so a figure that crosses itself has holes. NONZERO: a point with more edges in one direction than
 * in the other, so outlines of a shape may overlap. */
enum tti_fill_rule { TTI_FILL_ODD, TTI_FILL_NONZERO };

struct tti_fill {
    struct tti_rect clip; /* the rectangle to fill, never empty */
    struct tti_fill_edge *edges;
    size_t count, cap; /* edges since tti_fill_begin */
    uint32_t *rows;    /* the first edge that begins in each row from the first one on */
    size_t row_cap;
    struct tti_fill_edge **active; /* edges that go through the current row */
    size_t active_cap;
    struct tti_fill_cross *cross; /* crossings of the current line, sorted by position */
    size_t cross_cap;
    int32_t *part, *change; /* for each pixel of a row: coverage that counts for this pixel alone,
                               and the change of coverage from this pixel on */
    uint8_t *cover;         /* coverage of the current row */
    size_t width;           /* columns for which the arrays have room */
    unsigned lines;         /* lines of a row: TTI_FILL_LINES, or 1 with `middle` */
    bool failed;
};

/* Begins a fill without edges. With `middle` a pixel is covered entirely if its centre is inside,
 * and otherwise not at all. */
void tti_fill_begin(struct tti_fill *fill, struct tti_rect clip, bool middle);

/* Adds an edge between any two points, in parts of a pixel. Without memory the edge is left out,
 * and `failed` is set. */
void tti_fill_edge(struct tti_fill *fill, int64_t x0, int64_t y0, int64_t x1, int64_t y1);

void tti_fill_outline(struct tti_fill *fill, const tt_point *points, size_t count);

/* Ends the fill: gives the rows from top to bottom, and removes the edges. */
void tti_fill_end(struct tti_fill *fill, enum tti_fill_rule rule, tti_fill_fn *row, void *user);

/* Frees the memory, and leaves the struct all zero. */
void tti_fill_free(struct tti_fill *fill);

#endif
