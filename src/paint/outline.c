/* SPDX-License-Identifier: MIT
 *
 * Paints shapes of one colour: gradients, ellipses, polygons, lines. Each becomes straight edges
 * for fill.c, in parts of a pixel, which canvas.c paints. Ellipses take their corners from a table,
 * because results of libm differ between machines.
 */
#include "base/square_root.h"
#include "paint/canvas.h"

enum { QUARTER = 64 };

/* Sines of a quarter turn in 64 steps, times TT_SHAPE_ONE. The table has both ends, so that a
 * quarter can be read backwards. */
static const int32_t sines[QUARTER + 1] = {
    0,     1608,  3216,  4821,  6424,  8022,  9616,  11204, 12785, 14359, 15924, 17479, 19024,
    20557, 22078, 23586, 25080, 26558, 28020, 29466, 30893, 32303, 33692, 35062, 36410, 37736,
    39040, 40320, 41576, 42806, 44011, 45190, 46341, 47464, 48559, 49624, 50660, 51665, 52639,
    53581, 54491, 55368, 56212, 57022, 57798, 58538, 59244, 59914, 60547, 61145, 61705, 62228,
    62714, 63162, 63572, 63944, 64277, 64571, 64827, 65043, 65220, 65358, 65457, 65516, 65536,
};

/* Returns the sine of a step, in 1/256 of a turn. `step` is not negative. */
static int32_t sine(int32_t step)
{
    int32_t quarter = step / QUARTER & 3, rest = step % QUARTER;
    switch (quarter) {
    case 0:
        return sines[rest];
    case 1:
        return sines[QUARTER - rest];
    case 2:
        return -sines[rest];
    default:
        return -sines[QUARTER - rest];
    }
}

/* Returns the step between two corners of an ellipse, in 1/256 of a turn. The corners cut off at
 * most 1/40 of a pixel, up to 300 pixels of radius. */
static int32_t steps_of(int64_t radius)
{
    return radius < 16 * TT_SHAPE_PIXEL ? 4 : radius < 64 * TT_SHAPE_PIXEL ? 2 : 1;
}

/* Returns a half axis, limited to TT_SHAPE_FAR. */
static int64_t size_of(int64_t length)
{
    length = length < 0 ? -length : length;
    return length > TT_SHAPE_FAR ? TT_SHAPE_FAR : length;
}

static int64_t nearest(int64_t ones)
{
    return (ones + TT_SHAPE_ONE / 2) >> 16;
}

/* Adds an ellipse. Its last corner is the first one again, so the outline is closed. An outline has
 * 64 to 256 edges. */
void tti_round_add(struct tti_fill *fill, tt_point at, tt_point radius, tt_turn turn)
{
    int64_t rx = size_of(radius.x), ry = size_of(radius.y), x0 = 0, y0 = 0;
    int32_t step = steps_of(rx > ry ? rx : ry);
    for (int32_t i = 0; i <= 4 * QUARTER; i += step) {
        int64_t x = nearest(rx * sine(i + QUARTER)), y = nearest(ry * sine(i));
        int64_t x1 = at.x + nearest(x * turn.cos - y * turn.sin);
        int64_t y1 = at.y + nearest(x * turn.sin + y * turn.cos);
        if (i > 0) {
            tti_fill_edge(fill, x0, y0, x1, y1);
        }
        x0 = x1;
        y0 = y1;
    }
}

tt_turn tti_round_turn(int32_t degrees)
{
    int32_t step = ((degrees % 360 + 360) % 360 * 4 * QUARTER + 180) / 360;
    return (tt_turn){sine(step + QUARTER), sine(step)};
}

static uint8_t between(uint8_t a, uint8_t b, int64_t part, int64_t all)
{
    return (uint8_t)((a * (all - part) + b * part + all / 2) / all);
}

/* Paints a gradient over the whole picture, also under a clip, so that a sky looks the same
 * everywhere. A row has the colour of its middle. */
void tti_paint_gradient(struct tti_canvas *canvas, const tt_shape *shape)
{
    tt_rgba top = shape->color, bottom = shape->u.gradient.bottom;
    int64_t all = 2 * (int64_t)canvas->picture->height;
    struct tti_rect row = canvas->clip;
    for (int32_t y = canvas->clip.y0; y < canvas->clip.y1; y++) {
        int64_t part = 2 * y + 1;
        tt_rgba color = {between(top.r, bottom.r, part, all), between(top.g, bottom.g, part, all),
                         between(top.b, bottom.b, part, all), between(top.a, bottom.a, part, all)};
        row.y0 = y;
        row.y1 = y + 1;
        tti_canvas_rect(canvas, row, color);
    }
}

void tti_paint_ellipse(struct tti_canvas *canvas, const tt_shape *shape)
{
    tti_fill_begin(&canvas->fill, canvas->clip, false);
    tti_round_add(&canvas->fill, shape->u.ellipse.at, shape->u.ellipse.radius,
                  shape->u.ellipse.turn);
    tti_canvas_fill(canvas, TTI_FILL_NONZERO, shape->color);
}

void tti_paint_polygon(struct tti_canvas *canvas, const tt_shape *shape)
{
    tti_fill_begin(&canvas->fill, canvas->clip, false);
    tti_fill_outline(&canvas->fill, shape->u.polygon.points, shape->u.polygon.count);
    tti_canvas_fill(canvas, TTI_FILL_ODD, shape->color);
}

/* Returns the rectangle around points. It may be far outside of the picture, and tti_mask_begin
 * cuts it. */
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

/* Returns a length. Coordinates are within TT_SHAPE_FAR, so differences have 30 bits and the sum of
 * squares is below 2^62. */
static int64_t length_of(int64_t dx, int64_t dy)
{
    return (int64_t)tti_square_root((uint64_t)(dx * dx + dy * dy), 32);
}

/* Reduces coordinates beyond TT_SHAPE_FAR, as shape.h allows. */
static int32_t near(int32_t place)
{
    return place < -TT_SHAPE_FAR ? -TT_SHAPE_FAR : place > TT_SHAPE_FAR ? TT_SHAPE_FAR : place;
}

/* Adds a part of a line as a rectangle with a disc at each end. Discs of neighbours overlap and
 * make the round joins, and the mask counts nothing twice. A part outside of the mask costs
 * little. */
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
        /* half the width, at a right angle to the line */
        int64_t ox = -dy * half / length, oy = dx * half / length;
        tti_fill_edge(&canvas->fill, from.x - ox, from.y - oy, to.x - ox, to.y - oy);
        tti_fill_edge(&canvas->fill, to.x - ox, to.y - oy, to.x + ox, to.y + oy);
        tti_fill_edge(&canvas->fill, to.x + ox, to.y + oy, from.x + ox, from.y + oy);
        tti_fill_edge(&canvas->fill, from.x + ox, from.y + oy, from.x - ox, from.y - oy);
        tti_round_add(&canvas->fill, to, round, none);
    }
    tti_mask_add(canvas, &canvas->mask);
}

/* Paints a line. A mask makes the parts one shape, so that nothing is painted twice where two parts
 * meet. One point is a dot. */
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
