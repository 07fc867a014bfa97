/* SPDX-License-Identifier: MIT
 *
 * Corners on the ellipse, as many as its size needs: at most 1/40 of a pixel is cut off up to 300
 * pixels of radius.
 *
 * A circle has no whole places, so it is cut into straight edges before it is filled. The table is
 * there in place of libm, whose results differ from machine to machine.
 */
#include "paint/round.h"

enum { QUARTER = 64 };

/* Sines of a quarter turn in 64 steps, in TT_SHAPE_ONE. Rounded to the nearest; both ends are in
 * it, so a quarter can be read backwards. */
static const int32_t sines[QUARTER + 1] = {
    0,     1608,  3216,  4821,  6424,  8022,  9616,  11204, 12785, 14359, 15924, 17479, 19024,
    20557, 22078, 23586, 25080, 26558, 28020, 29466, 30893, 32303, 33692, 35062, 36410, 37736,
    39040, 40320, 41576, 42806, 44011, 45190, 46341, 47464, 48559, 49624, 50660, 51665, 52639,
    53581, 54491, 55368, 56212, 57022, 57798, 58538, 59244, 59914, 60547, 61145, 61705, 62228,
    62714, 63162, 63572, 63944, 64277, 64571, 64827, 65043, 65220, 65358, 65457, 65516, 65536,
};

/* In steps of 1/256 turn, not negative. The other three quarters are the first one, mirrored. */
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

/* Steps of 4 * QUARTER to a turn, by the larger half axis. A small circle needs fewer corners for
 * the same accuracy, and most discs of a picture are small. */
static int32_t steps_of(int64_t radius)
{
    return radius < 16 * TT_SHAPE_PIXEL ? 4 : radius < 64 * TT_SHAPE_PIXEL ? 2 : 1;
}

/* TT_SHAPE_FAR bounds places, and half axes are bounded by the same number. */
static int64_t size_of(int64_t length)
{
    length = length < 0 ? -length : length;
    return length > TT_SHAPE_FAR ? TT_SHAPE_FAR : length;
}

/* From products in TT_SHAPE_ONE to whole parts. */
static int64_t nearest(int64_t ones)
{
    return (ones + TT_SHAPE_ONE / 2) >> 16;
}

/* The last step is the first corner again, so the outline is closed. The ellipse is turned around
 * its own middle before it is moved to its place. Cost: 64 to 256 edges. */
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
