/* SPDX-License-Identifier: MIT
 *
 * Fills outlines line by line, with a list of the edges that cross the current line.
 *
 * All shapes except tiles and whole rectangles are painted here. Each row has a list of the edges
 * that begin in it. On each line of a row the crossings are sorted, and the pixels from one
 * crossing to the next are covered if they are inside. A row costs the sorting of its edges on each
 * of its lines.
 */
#include "paint/fill.h"
#include "base/mem.h"
#include "paint/memory.h"

/* The largest coordinate, 2^30 parts of a pixel or twice TT_SHAPE_FAR. Larger ones are reduced to
 * it. Differences then have 31 bits, and a product of two has 62. */
#define FAR ((int64_t)1 << 30)

#define NO_EDGE UINT32_MAX

static int64_t near(int64_t place)
{
    return place < -FAR ? -FAR : place > FAR ? FAR : place;
}

/* Returns the first line at or below a coordinate. Line k is at (2 k + 1) / 2 of the height of a
 * line. An edge crosses the line on which it begins, but not the line on which it ends, so of two
 * edges that meet on a line exactly one counts. The shifts are the logarithms of the heights, 256
 * and 32 parts. */
static int32_t line_at(const struct tti_fill *fill, int64_t y)
{
    int64_t height = TT_SHAPE_PIXEL / fill->lines;
    return (int32_t)((y - height / 2 + height - 1) >> (fill->lines == 1 ? 8 : 5));
}

/* Makes room for the widest clip and two columns more, because cover() writes up to the column
 * after the last. Arrays are zero between rows (hand_out). After a failure the width is 0, so that
 * the next call allocates all of them anew. */
static bool take_width(struct tti_fill *fill, size_t width)
{
    if (width > fill->width) {
        tti_paint_free(fill->part);
        tti_paint_free(fill->change);
        tti_paint_free(fill->cover);
        fill->part = tti_paint_zeros((width + 2) * sizeof *fill->part);
        fill->change = tti_paint_zeros((width + 2) * sizeof *fill->change);
        fill->cover = tti_paint_resize(NULL, width + 2);
        fill->width = width;
        if (fill->part == NULL || fill->change == NULL || fill->cover == NULL) {
            fill->width = 0;
            fill->failed = true;
        }
    }
    return !fill->failed;
}

/* Begins a fill. `failed` is kept, because tti_io_paint reads it when the list is done. */
void tti_fill_begin(struct tti_fill *fill, struct tti_rect clip, bool middle)
{
    fill->clip = clip;
    fill->count = 0;
    fill->lines = middle ? 1 : TTI_FILL_LINES;
}

/* Adds an edge. No product overflows: coordinates have 31 bits, and `far` has 62. Quotients and
 * remainders are scaled by 2^16 separately, after the division. */
void tti_fill_edge(struct tti_fill *fill, int64_t x0, int64_t y0, int64_t x1, int64_t y1)
{
    struct tti_fill_edge edge = {.way = 1};
    int64_t swap, height = TT_SHAPE_PIXEL / fill->lines;
    x0 = near(x0), y0 = near(y0), x1 = near(x1), y1 = near(y1);
    if (y0 == y1) {
        return;
    }
    if (y0 > y1) {
        swap = x0, x0 = x1, x1 = swap;
        swap = y0, y0 = y1, y1 = swap;
        edge.way = -1;
    }
    /* the part of an edge above the clip is skipped */
    int32_t first = fill->clip.y0 * (int32_t)fill->lines;
    int32_t last = fill->clip.y1 * (int32_t)fill->lines;
    edge.line = line_at(fill, y0);
    edge.end = line_at(fill, y1);
    edge.line = edge.line < first ? first : edge.line;
    edge.end = edge.end > last ? last : edge.end;
    int64_t right = (int64_t)fill->clip.x1 * TT_SHAPE_PIXEL;
    if (edge.line >= edge.end || (x0 >= right && x1 >= right)) {
        return; /* edges to the right of the clip change nothing, because rows end at the clip */
    }
    void *edges = tti_paint_grow(fill->edges, &fill->cap, fill->count + 1, sizeof edge);
    if (edges == NULL) {
        fill->failed = true;
        return;
    }
    fill->edges = edges;
    int64_t dx = x1 - x0, dy = y1 - y0, down = edge.line * height + height / 2 - y0;
    int64_t far = dx * down;
    edge.x = x0 * 65536 + far / dy * 65536 + far % dy * 65536 / dy;
    edge.step = dx * height / dy * 65536 + dx * height % dy * 65536 / dy;
    fill->edges[fill->count++] = edge;
}

/* Adds the edges of an outline, and joins the last point to the first. With an open end a line
 * could be entered and never left, and would be filled up to the right border. */
void tti_fill_outline(struct tti_fill *fill, const tt_point *points, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        const tt_point *from = &points[i], *to = &points[i + 1 < count ? i + 1 : 0];
        tti_fill_edge(fill, from->x, from->y, to->x, to->y);
    }
}

/* Sorts crossings with the gaps 1, 4, 13, 40, ..., so that hostile outlines with thousands of edges
 * do not take quadratic time. Few crossings are nearly in order from the line before, where an
 * insertion sort is linear. */
static void sort(struct tti_fill_cross *cross, size_t count)
{
    size_t gap = 1;
    while (count > 32 && gap * 3 + 1 < count) {
        gap = gap * 3 + 1;
    }
    for (; gap > 0; gap /= 3) {
        for (size_t i = gap; i < count; i++) {
            struct tti_fill_cross one = cross[i];
            size_t at = i;
            for (; at >= gap && cross[at - gap].x > one.x; at -= gap) {
                cross[at] = cross[at - gap];
            }
            cross[at] = one;
        }
    }
}

struct extent {
    int32_t first, last; /* first is above last when no pixel is covered */
};

/* Covers the pixels between two crossings on a line: 256 for a whole pixel, and the exact part at
 * both ends. `change` has the begin and the end of whole pixels, and hand_out adds these up, so a
 * wide shape costs no more than a narrow one. Coordinates are in parts of a pixel from the clip's
 * left edge. */
static void cover(struct tti_fill *fill, struct extent *extent, int64_t from, int64_t to)
{
    int64_t width = (int64_t)(fill->clip.x1 - fill->clip.x0) * TT_SHAPE_PIXEL;
    from = from < 0 ? 0 : from;
    to = to > width ? width : to;
    if (from >= to) {
        return;
    }
    int32_t a = (int32_t)(from >> 8), b = (int32_t)(to >> 8);
    if (a == b) {
        fill->part[a] += (int32_t)(to - from);
    } else {
        fill->part[a] += 256 - (int32_t)(from & 255);
        fill->change[a + 1] += 256;
        fill->change[b] -= 256;
        fill->part[b] += (int32_t)(to & 255);
    }
    extent->first = a < extent->first ? a : extent->first;
    extent->last = b > extent->last ? b : extent->last;
}

/* Rounds to the pixel whose centre follows x, for fills by centres (tti_fill_begin). Triangles that
 * share an edge then share no pixel, and leave none out. */
static int64_t whole(int64_t x)
{
    return ((x + 127) >> 8) * 256;
}

/* Covers a line, and advances the edges to the next one. So each line must be scanned exactly once
 * and in order. */
static void scan_line(struct tti_fill *fill, size_t active, int32_t line, enum tti_fill_rule rule,
                      struct extent *extent)
{
    size_t count = 0;
    for (size_t i = 0; i < active; i++) {
        struct tti_fill_edge *edge = fill->active[i];
        if (edge->line <= line && line < edge->end) {
            fill->cross[count++] = (struct tti_fill_cross){edge->x >> 16, edge->way};
            edge->x += edge->step;
        }
    }
    sort(fill->cross, count);
    int64_t left = (int64_t)fill->clip.x0 * TT_SHAPE_PIXEL, begin = 0;
    int32_t around = 0;
    bool was_in = false;
    for (size_t i = 0; i < count; i++) {
        around += rule == TTI_FILL_NONZERO ? fill->cross[i].way : 1;
        bool is_in = rule == TTI_FILL_NONZERO ? around != 0 : around % 2 != 0;
        int64_t x = fill->cross[i].x - left;
        x = fill->lines == 1 ? whole(x) : x;
        if (is_in && !was_in) {
            begin = x;
        } else if (was_in && !is_in) {
            cover(fill, extent, begin, x);
        }
        was_in = is_in;
    }
    /* tti_fill_edge left out the edges right of the clip, so the row ends at the clip */
    if (was_in) {
        cover(fill, extent, begin, INT64_MAX);
    }
}

/* Gives a row. The sums of all lines become 0 to 255, and are cleared for the next row. The column
 * after the last may have been written, so it is cleared too. */
static void hand_out(struct tti_fill *fill, int32_t y, struct extent extent, tti_fill_fn *row,
                     void *user)
{
    int32_t width = fill->clip.x1 - fill->clip.x0, run = 0;
    unsigned shift = fill->lines == 1 ? 8 : 11; /* of 256 parts, or 8 times as many */
    for (int32_t x = extent.first; x <= extent.last; x++) {
        run += fill->change[x];
        fill->cover[x] = (uint8_t)(((run + fill->part[x]) * 255 + (1 << shift) / 2) >> shift);
        fill->part[x] = fill->change[x] = 0;
    }
    extent.last = extent.last < width ? extent.last : width - 1;
    row(user, y, fill->clip.x0 + extent.first, extent.last - extent.first + 1,
        fill->cover + extent.first);
}

/* Makes room for the lists of a row. No more edges than exist can be active, or cross one line. */
static bool take_lists(struct tti_fill *fill)
{
    void *active = tti_paint_grow(fill->active, &fill->active_cap, fill->count,
                                  sizeof(struct tti_fill_edge *));
    fill->active = active != NULL ? active : fill->active;
    void *cross = tti_paint_grow(fill->cross, &fill->cross_cap, fill->count, sizeof *fill->cross);
    fill->cross = cross != NULL ? cross : fill->cross;
    fill->failed |= active == NULL || cross == NULL;
    return !fill->failed;
}

/* Puts each edge into the list of its row. Sets the rows [*from, *to) that edges cross. Returns
 * false without memory. */
static bool list_rows(struct tti_fill *fill, int32_t *from, int32_t *to)
{
    int32_t lines = (int32_t)fill->lines, first = INT32_MAX, end = 0;
    for (size_t i = 0; i < fill->count; i++) {
        first = fill->edges[i].line < first ? fill->edges[i].line : first;
        end = fill->edges[i].end > end ? fill->edges[i].end : end;
    }
    *from = first / lines;
    *to = (end + lines - 1) / lines;
    size_t count = (size_t)(*to - *from);
    void *rows = tti_paint_grow(fill->rows, &fill->row_cap, count, sizeof *fill->rows);
    if (rows == NULL) {
        fill->failed = true;
        return false;
    }
    fill->rows = rows;
    for (size_t i = 0; i < count; i++) {
        fill->rows[i] = NO_EDGE;
    }
    for (size_t i = fill->count; i-- > 0;) {
        uint32_t *head = &fill->rows[fill->edges[i].line / lines - *from];
        fill->edges[i].next = *head;
        *head = (uint32_t)i;
    }
    return true;
}

/* Updates the active edges for a row. Edges that ended above it are dropped. An edge that begins on
 * a later line of the row is already active, and scan_line skips it. */
static size_t activate(struct tti_fill *fill, size_t active, int32_t y, uint32_t first)
{
    size_t kept = 0;
    for (size_t i = 0; i < active; i++) {
        if (fill->active[i]->end > y * (int32_t)fill->lines) {
            fill->active[kept++] = fill->active[i];
        }
    }
    for (uint32_t i = first; i != NO_EDGE; i = fill->edges[i].next) {
        fill->active[kept++] = &fill->edges[i];
    }
    return kept;
}

void tti_fill_end(struct tti_fill *fill, enum tti_fill_rule rule, tti_fill_fn *row, void *user)
{
    int32_t from, to, lines = (int32_t)fill->lines;
    size_t active = 0;
    if (fill->count == 0 || fill->failed || !take_lists(fill) || !list_rows(fill, &from, &to) ||
        !take_width(fill, (size_t)(fill->clip.x1 - fill->clip.x0))) {
        return;
    }
    for (int32_t y = from; y < to; y++) {
        struct extent extent = {INT32_MAX, -1};
        active = activate(fill, active, y, fill->rows[y - from]);
        for (int32_t line = y * lines; active > 0 && line < (y + 1) * lines; line++) {
            scan_line(fill, active, line, rule, &extent);
        }
        if (extent.last >= extent.first) {
            hand_out(fill, y, extent, row, user);
        }
    }
}

void tti_fill_free(struct tti_fill *fill)
{
    tti_paint_free(fill->edges);
    tti_paint_free(fill->rows);
    tti_paint_free(fill->active);
    tti_paint_free(fill->cross);
    tti_paint_free(fill->part);
    tti_paint_free(fill->change);
    tti_paint_free(fill->cover);
    tti_fill(fill, 0, sizeof *fill);
}
