/* SPDX-License-Identifier: MIT
 *
 * From outlines to pixels: edges go in, and for each row comes out how much of each pixel is
 * covered.
 *
 * A row has TTI_FILL_LINES lines. On each, the exact part of a pixel between two edges counts, so
 * upright edges are exact and others nearly so. Cost: the points, and the rows that edges go
 * through within the clip.
 */
#ifndef PAINT_FILL_H
#define PAINT_FILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/shape.h"

/* A power of two up to 8. line_at has the logarithm of the height of a line for 8 of them; another
 * number needs another shift there. */
#define TTI_FILL_LINES 8

/* Pixels from, and not including to; empty when `to` is not above `from` in either direction. */
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

/* The part of a picture that a TT_SHAPE_CLIP lets through, up to the next one; may be empty. */
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

/* An edge that crosses at least one line of the clip. Its ends are in order, so it goes down, and
 * `way` has what it was. */
struct tti_fill_edge {
    int32_t line, end; /* the lines it goes through */
    int32_t way;       /* 1 down, -1 up */
    int64_t x, step;   /* where it is on the line, and how far it goes to the next: 2^-16 parts */
};

/* Where an edge crosses the current line, in parts of a pixel. */
struct tti_fill_cross {
    int64_t x;
    int32_t way;
};

/* `cover` of `count` pixels from column `x` on, 255 for all of a pixel; valid during the call. Rows
 * come with ascending y, each at most once, within the clip. */
typedef void tti_fill_fn(void *user, int32_t y, int32_t x, int32_t count, const uint8_t *cover);

/* ODD: a place is inside with an uneven number of edges to the left, so a figure that crosses
 * itself has holes. NONZERO: with more edges in one direction than in the other, so outlines of one
 * shape may overlap. */
enum tti_fill_rule { TTI_FILL_ODD, TTI_FILL_NONZERO };

struct tti_fill {
    struct tti_rect clip; /* not empty */
    struct tti_fill_edge *edges;
    size_t count, cap;             /* edges since tti_fill_begin */
    struct tti_fill_edge **active; /* those that go through the row */
    size_t active_cap;
    struct tti_fill_cross *cross; /* crossings of the current line, sorted by place */
    size_t cross_cap;
    int32_t *part, *change; /* of each pixel of a row: parts of it alone, and from it on */
    uint8_t *cover;         /* coverage of the row that is handed out */
    size_t width;           /* columns that fit the memory */
    unsigned lines;         /* lines that sample one row in this fill */
    bool failed;            /* no memory, since it was made */
};

/* Begins with no edges. `middle`: a pixel counts whole when its middle is inside, or not at all. */
void tti_fill_begin(struct tti_fill *fill, struct tti_rect clip, bool middle);

/* Places in parts of a pixel, any. Without memory the edge is left out, and `failed` is set. */
void tti_fill_edge(struct tti_fill *fill, int64_t x0, int64_t y0, int64_t x1, int64_t y1);

/* Adds a closed outline. */
void tti_fill_outline(struct tti_fill *fill, const tt_point *points, size_t count);

/* Hands out the rows from above to below. The edges are used up. */
void tti_fill_end(struct tti_fill *fill, enum tti_fill_rule rule, tti_fill_fn *row, void *user);

/* Leaves the struct all zero. */
void tti_fill_free(struct tti_fill *fill);

#endif
