/* SPDX-License-Identifier: MIT
 *
 * The pen of the rules that paints pixels.
 *
 * rules.c decides what is drawn and where; this puts it on a canvas. svg_rules.c is the other pen.
 * The user of all functions is the canvas.
 */
#include "paint/round.h"
#include "paint/rules.h"
#include "paint/shapes.h"
#include "paint/text.h"

static void rect(void *user, tt_rgba color, struct tti_rect rect)
{
    tti_canvas_rect(user, rect, color);
}

/* NONZERO, as some marks have corners more than once. */
static void outline(void *user, tt_rgba color, const tt_point *points, size_t count)
{
    struct tti_canvas *canvas = user;
    tti_fill_begin(&canvas->fill, canvas->clip, false);
    tti_fill_outline(&canvas->fill, points, count);
    tti_canvas_fill(canvas, TTI_FILL_NONZERO, color);
}

/* A circle has no turn. */
static void disc(void *user, tt_rgba color, tt_point at, int32_t radius)
{
    struct tti_canvas *canvas = user;
    const tt_turn none = {TT_SHAPE_ONE, 0};
    tti_fill_begin(&canvas->fill, canvas->clip, false);
    tti_round_add(&canvas->fill, at, (tt_point){radius, radius}, none);
    tti_canvas_fill(canvas, TTI_FILL_NONZERO, color);
}

/* One to three digits, centred at `at`. A number has no outline of its own: it is painted over the
 * mark that it belongs to. */
static void number(void *user, tt_rgba color, tt_point at, int32_t height, unsigned value)
{
    struct tti_canvas *canvas = user;
    uint8_t digits[3];
    tt_bytes text = {digits, tti_rules_digits(digits, value)};
    struct tti_line line = tti_text_line(text, height, 0);
    tti_fill_begin(&canvas->fill, canvas->clip, false);
    tti_text_add(&canvas->fill, &line, at.x - line.width / 2, at.y, height);
    tti_canvas_fill(canvas, TTI_FILL_NONZERO, color);
}

void tti_paint_rules(struct tti_canvas *canvas, const tt_shape *shape)
{
    const struct tti_pen pen = {rect, outline, disc, number, canvas};
    tti_rules_draw(&canvas->source, shape, canvas->clip, &pen);
}
