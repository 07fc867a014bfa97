/* SPDX-License-Identifier: MIT
 *
 * How far a place is from the line between two places of a path.
 */
#ifndef TESTS_SUPPORT_PATH_DISTANCE_H
#define TESTS_SUPPORT_PATH_DISTANCE_H

#include <math.h>

#include "teetape/draw_paths.h"

static inline double path_distance(const tt_path_place *a, const tt_path_place *b, int32_t px,
                                   int32_t py)
{
    double x = b->x - a->x, y = b->y - a->y, square = x * x + y * y;
    double part = square == 0 ? 0 : ((px - a->x) * x + (py - a->y) * y) / square;
    part = part < 0 ? 0 : part > 1 ? 1 : part;
    return hypot(a->x + part * x - px, a->y + part * y - py);
}

#endif
