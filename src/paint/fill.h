/* SPDX-License-Identifier: MIT
 *
 * From outlines to pixels: edges go in, and for each row of pixels comes out how much of each is
 * covered.
 *
 * A row is looked at on TTI_FILL_LINES lines. On each, the exact part of a pixel between two edges
 * counts, so upright edges are exact and others nearly so. Costs: the points, and the rows that
 * edges go through within the clip.
 */
#ifndef PAINT_FILL_H
#define PAINT_FILL_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/shape.h"

/* Lines of a row; a power of two up to 8. line_at has the logarithm of the height of a line for 8
 * of them; another number needs another shift there. */
#define TTI_FILL_LINES 8

/* Pixels from, and not including to. Empty when `to` is not above `from` in either direction; then
 * there is nothing to paint. */
struct tti_rect {
    int32_t x0, y0, x1, y1;
};

/* What both have; may be empty. */
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

/* One that crosses at least one line of the clip; it is made by tti_fill_edge. Ends are in order:
 * it goes down, and `way` has what it was. */
struct tti_fill_edge {
    int32_t line, end; /* the lines it goes through */
    int32_t way;       /* 1 down, -1 up */
    int64_t x, step;   /* where it is on the line, and how far it goes to the next: 2^-16 parts */
};

/* Where an edge crosses the current line. */
struct tti_fill_cross {
    int64_t x; /* in parts of a pixel */
    int32_t way;
};

/* How a row is covered: 255 is all of a pixel. `x` is the column of the first of `count`. Rows come
 * with ascending y, each at most once, and all of it lies in the clip. `cover` is valid during the
 * call. */
typedef void tti_fill_fn(void *user, int32_t y, int32_t x, int32_t count, const uint8_t *cover);

/* How many edges have to be around a place for it to be inside. ODD: an uneven number of edges to
 * the left, so a figure that crosses itself has holes. NONZERO: more edges in one direction than in
 * the other, so outlines of one shape may overlap. */
enum tti_fill_rule { TTI_FILL_ODD, TTI_FILL_NONZERO };

struct tti_fill {
    struct tti_rect clip; /* not empty */
    struct tti_fill_edge *edges;
    size_t count, cap;             /* edges since tti_fill_begin */
    struct tti_fill_edge **active; /* those that go through the row */
    size_t active_cap;
    struct tti_fill_cross *cross; /* of the current line, sorted by place */
    size_t cross_cap;
    int32_t *part, *change; /* of each pixel of a row: parts of it alone, and from it on */
    uint8_t *cover;         /* of the row that is handed out */
    size_t width;           /* columns that there is room for */
    unsigned lines;         /* of a row in this fill */
    bool failed;            /* no memory, since it was made */
};

/* Begins with no edges; only what lies in `clip` comes out. `middle`: a pixel
 * counts whole when its middle is inside, else not. */
void tti_fill_begin(struct tti_fill *fill, struct tti_rect clip, bool middle);

/* Adds an edge; places in parts of a pixel, any. Without memory it is left out, and `failed` is
 * set. */
void tti_fill_edge(struct tti_fill *fill, int64_t x0, int64_t y0, int64_t x1, int64_t y1);

/* Adds a closed outline. */
void tti_fill_outline(struct tti_fill *fill, const tt_point *points, size_t count);

/* Hands out the rows from above to below. Ends the fill, whose edges are used up. */
void tti_fill_end(struct tti_fill *fill, enum tti_fill_rule rule, tti_fill_fn *row, void *user);

/* Afterwards it is all zero, and may begin again. */
void tti_fill_free(struct tti_fill *fill);

#endif
