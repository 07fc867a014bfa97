/* SPDX-License-Identifier: MIT
 *
 * The layers that the game plays on, drawn by what their tiles mean. What comes out goes to a pen,
 * so that pixels and SVG show the same.
 */
#ifndef PAINT_RULES_H
#define PAINT_RULES_H

#include "paint/fill.h"
#include "paint/view.h"
#include "teetape/io/raster.h"

/* Draws; places in parts of a pixel but for `rect`, which has whole ones. Two pens exist:
 * paint_rules.c and svg_rules.c. Colours have their final alpha. */
struct tti_pen {
    void (*rect)(void *user, tt_rgba color, struct tti_rect rect);
    void (*outline)(void *user, tt_rgba color, const tt_point *points, size_t count);
    void (*disc)(void *user, tt_rgba color, tt_point at, int32_t radius);
    /* a number, `at` is the middle of the upper edge of the line */
    void (*number)(void *user, tt_rgba color, tt_point at, int32_t height, unsigned number);
    void *user;
};

/* Draws what `clip` shows of a TT_SHAPE_RULES. Cost: that of rules.c. A source without layers draws
 * nothing. */
void tti_rules_draw(const tt_io_source *source, const tt_shape *shape, struct tti_rect clip,
                    const struct tti_pen *pen);

/* The digits of a number up to 255; how many. */
size_t tti_rules_digits(uint8_t digits[3], unsigned number);

#endif
