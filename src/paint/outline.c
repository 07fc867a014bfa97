/* SPDX-License-Identifier: MIT
 *
 * Shapes of one colour: gradients, ellipses, polygons, lines.
 *
 * Each becomes edges for fill.c, in parts of a pixel, and is painted in one colour by canvas.c.
 * What is turned or round has been cut into straight edges before.
 */
#include "base/square_root.h"
#include "paint/pixel.h"
#include "paint/round.h"
#include "paint/shapes.h"

/* `part` of `all`, rounded to the nearest. */
static uint8_t between(uint8_t a, uint8_t b, int64_t part, int64_t all)
{
    return (uint8_t)((a * (all - part) + b * part + all / 2) / all);
}

/* A row has one colour, that of its middle. The gradient is that of the whole picture also where a
 * clip shows only a part of it, so a sky looks the same under each clip. */
void tti_paint_gradient(struct tti_canvas *canvas, const tt_shape *shape)
{
    tt_rgba top = shape->color, bottom = shape->u.gradient.bottom;
    int64_t all = 2 * (int64_t)canvas->picture->height;
    struct tti_rect row = canvas->clip;
    for (int32_t y = canvas->clip.y0; y < canvas->clip.y1; y++) {
        int64_t part = 2 * y + 1; /* of the middle of the row */
        tt_rgba color = {between(top.r, bottom.r, part, all), between(top.g, bottom.g, part, all),
                         between(top.b, bottom.b, part, all), between(top.a, bottom.a, part, all)};
        row.y0 = y;
        row.y1 = y + 1;
        tti_canvas_rect(canvas, row, color);
    }
}

/* An ellipse that lies beside the clip costs its corners and nothing else: edges above, below and
 * to the right are left out by the fill. */
void tti_paint_ellipse(struct tti_canvas *canvas, const tt_shape *shape)
{
    tti_fill_begin(&canvas->fill, canvas->clip, false);
    tti_round_add(&canvas->fill, shape->u.ellipse.at, shape->u.ellipse.radius,
                  shape->u.ellipse.turn);
    tti_canvas_fill(canvas, TTI_FILL_NONZERO, shape->color);
}

/* Even-odd, as shape.h promises: where a polygon crosses itself it has holes. */
void tti_paint_polygon(struct tti_canvas *canvas, const tt_shape *shape)
{
    tti_fill_begin(&canvas->fill, canvas->clip, false);
    tti_fill_outline(&canvas->fill, shape->u.polygon.points, shape->u.polygon.count);
    tti_canvas_fill(canvas, TTI_FILL_ODD, shape->color);
}

/* The pixels that a line of this half width may touch. At least one point. It may be far outside of
 * the picture; tti_mask_begin cuts it. All places are 32-bit, so the pixels fit into 32 bits, too.
 */
static struct tti_rect reach_of(const tt_point *points, size_t count, int64_t half)
{
    int64_t x0 = INT64_MAX, y0 = INT64_MAX, x1 = INT64_MIN, y1 = INT64_MIN;
    for (size_t i = 0; i < count; i++) {
        x0 = points[i].x < x0 ? points[i].x : x0;
        y0 = points[i].y < y0 ? points[i].y : y0;
        x1 = points[i].x > x1 ? points[i].x : x1;
        y1 = points[i].y > y1 ? points[i].y : y1;
    }
    return (struct tti_rect){tti_floor_pixel(x0 - half), tti_floor_pixel(y0 - half),
                             tti_ceil_pixel(x1 + half), tti_ceil_pixel(y1 + half)};
}

/* Places were brought within TT_SHAPE_FAR, so differences have 30 bits and the sum of squares is
 * below 2^62. */
static int64_t length_of(int64_t dx, int64_t dy)
{
    return (int64_t)tti_square_root((uint64_t)(dx * dx + dy * dy), 32);
}

/* shape.h lets places be moved that are beyond. A list that was not made by tt_draw may have some.
 */
static int32_t near(int32_t place)
{
    return place < -TT_SHAPE_FAR ? -TT_SHAPE_FAR : place > TT_SHAPE_FAR ? TT_SHAPE_FAR : place;
}

/* One part of a line, with its round ends. A part is a rectangle with a disc at each end. Discs of
 * neighbours overlap, which makes the round joins, and the mask takes care that nothing counts
 * twice. A part that does not touch the mask is left out, so a long path costs little for what is
 * not seen. */
static void add_part(struct tti_canvas *canvas, tt_point from, tt_point to, int32_t half)
{
    const tt_turn none = {TT_SHAPE_ONE, 0};
    from = (tt_point){near(from.x), near(from.y)};
    to = (tt_point){near(to.x), near(to.y)};
    int64_t dx = (int64_t)to.x - from.x, dy = (int64_t)to.y - from.y;
    tt_point ends[2] = {from, to}, round = {half, half};
    struct tti_rect reach = tti_rect_both(reach_of(ends, 2, half), canvas->mask.area);
    if (tti_rect_is_empty(reach)) {
        return;
    }
    tti_fill_begin(&canvas->fill, canvas->mask.area, false);
    tti_round_add(&canvas->fill, from, round, none);
    if (dx != 0 || dy != 0) {
        int64_t length = length_of(dx, dy);
        length = length < 1 ? 1 : length;
        /* Half the width, at a right angle to the line. */
        int64_t ox = -dy * half / length, oy = dx * half / length;
        tti_fill_edge(&canvas->fill, from.x - ox, from.y - oy, to.x - ox, to.y - oy);
        tti_fill_edge(&canvas->fill, to.x - ox, to.y - oy, to.x + ox, to.y + oy);
        tti_fill_edge(&canvas->fill, to.x + ox, to.y + oy, from.x + ox, from.y + oy);
        tti_fill_edge(&canvas->fill, from.x + ox, from.y + oy, from.x - ox, from.y - oy);
        tti_round_add(&canvas->fill, to, round, none);
    }
    tti_mask_add(canvas, &canvas->mask, TTI_FILL_NONZERO);
}

/* The parts are one shape: where two of them meet nothing is painted twice. Cost: the pixels around
 * the whole line, for the mask, and the parts. One point is a dot. */
void tti_paint_line(struct tti_canvas *canvas, const tt_shape *shape)
{
    const tt_point *points = shape->u.line.points;
    size_t count = shape->u.line.count;
    int32_t half = shape->u.line.width / 2;
    if (count == 0 || shape->u.line.width <= 0 ||
        !tti_mask_begin(canvas, &canvas->mask, reach_of(points, count, half))) {
        return;
    }
    if (count == 1) {
        add_part(canvas, points[0], points[0], half);
    }
    for (size_t i = 1; i < count && !canvas->failed; i++) {
        add_part(canvas, points[i - 1], points[i], half);
    }
    tti_mask_paint(canvas, &canvas->mask, INT32_MIN, INT32_MAX, shape->color);
}
