/* SPDX-License-Identifier: MIT
 *
 * A tee by rule: ellipses where the art of the game has its parts.
 *
 * Measured from what the art shows at a size of 64, so tees of both kinds have the same size in a
 * picture. Order and places are those of tee.c.
 */
#include "draw/color.h"
#include "draw/tee.h"

/* Half axes in units, of a tee of size 64: of the outline and of the filling over it. */
static const tti_vec foot_ink = {TTI_FIX(14.3), TTI_FIX(8.6)};
static const tti_vec foot_fill = {TTI_FIX(12.4), TTI_FIX(6.2)};

/* `radius` is that of a tee of size 64. */
static void ellipse(tti_pen *pen, const tti_body *body, tti_vec at, tti_vec radius, tt_turn turn,
                    tt_rgba color)
{
    tti_vec r = {tti_body_length(body, radius.x), tti_body_length(body, radius.y)};
    tti_pen_ellipse(pen, at, r, turn, color);
}

/* A place away from another one, at the size of the body. */
static tti_vec away(const tti_body *body, tti_vec from, tti_fix x, tti_fix y)
{
    return (tti_vec){from.x + tti_body_length(body, x), from.y + tti_body_length(body, y)};
}

/* In the art a foot is a little off the middle of its cell, as far as here. It is dark when the air
 * jump is used up. */
static void foot(tti_pen *pen, const tti_body *body, const tti_limb *limb, int is_outline)
{
    tti_vec at = away(body, tti_body_at(body, limb), TTI_ONE, TTI_ONE / 2);
    tt_rgba color =
        body->is_tired ? tti_rgba_times(body->look->feet, TTI_ONE / 2) : body->look->feet;
    if (!body->has_no_feet) {
        ellipse(pen, body, at, is_outline ? foot_ink : foot_fill, tti_turn_of(limb->turn),
                is_outline ? TTI_INK : color);
    }
}

/* A triangle, away from `at` at the size of the body. */
static void polygon(tti_pen *pen, const tti_body *body, tti_vec at, const tti_fix *points,
                    tt_rgba color)
{
    tti_vec corner[3];
    for (unsigned i = 0; i < 3; i++) {
        corner[i] = away(body, at, points[2 * i], points[2 * i + 1]);
    }
    tti_pen_polygon(pen, corner, 3, color);
}

/* Two strokes that meet towards the nose: > <. Shut as in the game, but out of lines. */
static void pain(tti_pen *pen, const tti_body *body, tti_vec at, tti_fix side)
{
    tti_vec points[3] = {away(body, at, side * 3, TTI_FIX(-4.5)), away(body, at, -side * 3, 0),
                         away(body, at, side * 3, TTI_FIX(4.5))};
    tti_pen_line(pen, points, 3, tti_body_length(body, TTI_FIX(2.6)), body->look->eyes);
}

/* One eye; `side` is -TTI_ONE for the left one. Shapes in the colour of the body take away what is
 * not seen of it: the lower part when happy, the middle when surprised, a wedge when angry. `axes`
 * is by TT_EMOTE_*. */
static void eye(tti_pen *pen, const tti_body *body, tti_vec at, tti_fix side)
{
    const tti_fix angry[6] = {-side * 4,     TTI_FIX(-2), side * 4,
                              TTI_FIX(-7.5), -side * 4,   TTI_FIX(-8)};
    static const tti_vec axes[6] = {{TTI_FIX(2.8), TTI_FIX(6.4)}, {0, 0},
                                    {TTI_FIX(3.4), TTI_FIX(4.6)}, {TTI_FIX(3.8), TTI_FIX(6.4)},
                                    {TTI_FIX(2.8), TTI_FIX(6.4)}, {TTI_FIX(2.9), TTI_FIX(1.3)}};
    int32_t emote = body->emote >= 0 && body->emote < 6 ? body->emote : TT_EMOTE_NORMAL;
    const tt_turn right = tti_turn_right();
    if (emote == TT_EMOTE_PAIN) {
        pain(pen, body, at, side);
        return;
    }
    ellipse(pen, body, at, axes[emote], right, body->look->eyes);
    if (emote == TT_EMOTE_HAPPY) {
        ellipse(pen, body, away(body, at, 0, TTI_FIX(2.6)), (tti_vec){TTI_FIX(3.6), TTI_FIX(3.6)},
                right, body->look->body);
    } else if (emote == TT_EMOTE_SURPRISE) {
        ellipse(pen, body, at, (tti_vec){TTI_FIX(1.9), TTI_FIX(4)}, right, body->look->body);
    } else if (emote == TT_EMOTE_ANGRY) {
        polygon(pen, body, at, angry, body->look->body);
    }
}

/* At the places that the images have in tee.c: the closer together the more the tee looks to a
 * side. */
static void eyes(tti_pen *pen, const tti_body *body)
{
    tti_fix side = body->aim.cos < 0 ? -body->aim.cos : body->aim.cos;
    tti_fix apart = tti_mul(body->size, TTI_FIX(.075) - side / 100);
    tti_vec middle = tti_body_eyes(body);
    eye(pen, body, (tti_vec){middle.x - apart, middle.y}, -TTI_ONE);
    eye(pen, body, (tti_vec){middle.x + apart, middle.y}, TTI_ONE);
}

/* All outlines, then all fillings, with a lighter spot on the body. */
void tti_body_rule(tti_pen *pen, const tti_body *body)
{
    const tt_turn right = tti_turn_right();
    tti_vec at = tti_body_at(body, &body->pose.body);
    foot(pen, body, &body->pose.back, 1);
    ellipse(pen, body, at, (tti_vec){TTI_FIX(21), TTI_FIX(21)}, right, TTI_INK);
    foot(pen, body, &body->pose.front, 1);
    foot(pen, body, &body->pose.back, 0);
    ellipse(pen, body, at, (tti_vec){TTI_FIX(19.3), TTI_FIX(19.3)}, right, body->look->body);
    ellipse(pen, body, away(body, at, TTI_FIX(-3.5), TTI_FIX(-5)),
            (tti_vec){TTI_FIX(12), TTI_FIX(9.5)}, right,
            tti_rgba_times(body->look->body, TTI_FIX(1.12)));
    eyes(pen, body);
    foot(pen, body, &body->pose.front, 0);
}
