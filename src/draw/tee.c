/* SPDX-License-Identifier: MIT
 *
 * Draws a tee in one of three ways: from the sheet of a 0.6 skin, from the parts of 0.7, or from
 * ellipses without images. Outlines come before fillings: foot under the body, body, foot over it.
 * Sizes are for a tee of 64 units.
 */
#include "draw/parts.h"

#include "draw/pen.h"

static tti_fix length_of(const tti_tee_body *body, tti_fix length)
{
    return length * body->size / TTI_TEE_SIZE;
}

static tti_vec limb_place(const tti_tee_body *body, const tti_limb *limb)
{
    return (tti_vec){body->at.x + length_of(body, limb->at.x),
                     body->at.y + length_of(body, limb->at.y)};
}

/* Returns the middle between the eyes, which look where the tee aims. */
static tti_vec eyes_of(const tti_tee_body *body)
{
    tti_vec at = limb_place(body, &body->pose.body);
    at.x += tti_mul(body->size, body->aim.cos / 8);
    at.y += tti_mul(body->size, -TTI_FIX(.05) + body->aim.sin / 10);
    return at;
}

static int32_t emote_of(const tti_tee_body *body)
{
    return body->emote >= 0 && body->emote < 6 ? body->emote : TT_EMOTE_NORMAL;
}

/* Returns the distance of an eye from the middle, which is smaller when the tee looks to a side. */
static tti_fix eye_distance(const tti_tee_body *body)
{
    tti_fix side = body->aim.cos < 0 ? -body->aim.cos : body->aim.cos;
    return tti_mul(body->size, TTI_FIX(.075) - side / 100);
}

#define SHEET(x, y, w, h)                                                                          \
    {                                                                                              \
        TT_IMAGE_SKIN, 8, 4, x, y, w, h                                                            \
    }

static const tti_cell body_cell[2] = {SHEET(0, 0, 3, 3), SHEET(3, 0, 3, 3)};
static const tti_cell foot_cell[2] = {SHEET(6, 1, 2, 1), SHEET(6, 2, 2, 1)};
static const tti_cell hand_cell[2] = {SHEET(6, 0, 1, 1), SHEET(7, 0, 1, 1)};

/* Parts of the sheet with eyes, by TT_EMOTE_*. A blink has the normal eyes, flattened. */
static const tti_cell eye_cell[6] = {SHEET(2, 3, 1, 1), SHEET(4, 3, 1, 1), SHEET(5, 3, 1, 1),
                                     SHEET(7, 3, 1, 1), SHEET(3, 3, 1, 1), SHEET(2, 3, 1, 1)};

/* Sizes in units: an eye, the height of a shut eye, a hand. */
#define EYE_SIZE TTI_FIX(25.6)
#define BLINK_HEIGHT TTI_FIX(9.6)
#define HAND_SIZE (20 * TTI_ONE)

static tti_sprite sprite_of(const tti_tee_body *body, tt_rgba color)
{
    return (tti_sprite){.index = body->look->index,
                        .flags = body->look->flags,
                        .turn = tti_turn_right(),
                        .color = color};
}

static void six_foot(tti_pen *pen, const tti_tee_body *body, const tti_limb *foot, bool is_outline)
{
    tti_sprite s = sprite_of(body, body->look->feet);
    if (body->is_tired && !is_outline) {
        s.color = tti_rgba_times(s.color, TTI_ONE / 2);
    }
    if (body->pose.sits && body->aim.cos < 0) {
        s.flags |= TT_SHAPE_MIRROR_X;
    }
    s.at = limb_place(body, foot);
    s.w = body->size;
    s.h = body->size / 2;
    s.turn = tti_turn_of(foot->turn);
    tti_pen_sprite(pen, &foot_cell[is_outline], &s);
}

static void six_eyes(tti_pen *pen, const tti_tee_body *body)
{
    int32_t emote = emote_of(body);
    tti_fix apart = eye_distance(body);
    tti_sprite s = sprite_of(body, body->look->body);
    tti_vec middle = eyes_of(body);
    s.w = length_of(body, EYE_SIZE);
    s.h = emote == TT_EMOTE_BLINK ? length_of(body, BLINK_HEIGHT) : s.w;
    s.at = (tti_vec){middle.x - apart, middle.y};
    tti_pen_sprite(pen, &eye_cell[emote], &s);
    s.at.x = middle.x + apart;
    s.flags |= TT_SHAPE_MIRROR_X;
    tti_pen_sprite(pen, &eye_cell[emote], &s);
}

static void six_body(tti_pen *pen, const tti_tee_body *body)
{
    for (int is_outline = 1; is_outline >= 0; is_outline--) {
        tti_sprite s = sprite_of(body, body->look->body);
        s.at = limb_place(body, &body->pose.body);
        s.w = s.h = body->size;
        s.turn = tti_turn_of(body->pose.body.turn);
        six_foot(pen, body, &body->pose.back, is_outline);
        tti_pen_sprite(pen, &body_cell[is_outline], &s);
        if (!is_outline) {
            six_eyes(pen, body);
        }
        six_foot(pen, body, &body->pose.front, is_outline);
    }
}

#define PART(columns, rows, x, y)                                                                  \
    {                                                                                              \
        TT_IMAGE_SKIN_PART, columns, rows, x, y, 1, 1                                              \
    }

static const tti_cell body_outline = PART(2, 2, 0, 0), body_fill = PART(2, 2, 1, 0),
                      body_shadow = PART(2, 2, 0, 1), body_upper = PART(2, 2, 1, 1),
                      marking = PART(1, 1, 0, 0);

static const tti_cell half[2] = {PART(2, 1, 0, 0), PART(2, 1, 1, 0)};

static const tti_cell seven_eye_cell[6] = {PART(2, 4, 0, 0), PART(2, 4, 0, 1), PART(2, 4, 1, 1),
                                           PART(2, 4, 0, 2), PART(2, 4, 1, 0), PART(2, 4, 0, 0)};

static void seven_part(tti_pen *pen, const tti_tee_body *body, unsigned part, const tti_cell *cell,
                       tt_rgba color)
{
    tti_sprite s = {.index = body->look->part[part].index,
                    .at = limb_place(body, &body->pose.body),
                    .w = body->size,
                    .h = body->size,
                    .turn = tti_turn_of(body->pose.body.turn),
                    .color = color};
    if (body->look->part[part].is_there) {
        tti_pen_sprite(pen, cell, &s);
    }
}

static void seven_foot(tti_pen *pen, const tti_tee_body *body, const tti_limb *limb,
                       bool is_outline)
{
    const tti_look_part *feet = &body->look->part[TT_SKIN_FEET];
    tti_sprite s = tti_sprite_of(limb_place(body, limb), body->size * 10 / 21, body->size * 10 / 21,
                                 tti_turn_of(limb->turn), is_outline ? TTI_WHITE : feet->color);
    s.index = feet->index;
    if (body->is_tired && !is_outline) {
        s.color = tti_rgba_times(s.color, TTI_ONE / 2);
    }
    if (feet->is_there) {
        tti_pen_sprite(pen, &half[is_outline], &s);
    }
}

static void seven_eyes(tti_pen *pen, const tti_tee_body *body)
{
    int32_t emote = emote_of(body);
    tti_sprite s = {.index = body->look->part[TT_SKIN_EYES].index,
                    .at = eyes_of(body),
                    .w = tti_mul(body->size, TTI_FIX(.6)),
                    .h = tti_mul(body->size, emote == TT_EMOTE_BLINK ? TTI_FIX(.075) : TTI_FIX(.3)),
                    .turn = tti_turn_right(),
                    .color = body->look->part[TT_SKIN_EYES].color};
    if (body->look->part[TT_SKIN_EYES].is_there) {
        tti_pen_sprite(pen, &seven_eye_cell[emote], &s);
    }
}

/* Draws a body of 0.7. A part whose image is missing is left out. Outlines are white, so their
 * images keep their colours, but that of a decoration has its colour. */
static void seven_body(tti_pen *pen, const tti_tee_body *body)
{
    const tti_look_part *part = body->look->part;
    seven_foot(pen, body, &body->pose.back, 1);
    seven_part(pen, body, TT_SKIN_DECORATION, &half[1], part[TT_SKIN_DECORATION].color);
    seven_part(pen, body, TT_SKIN_BODY, &body_outline, TTI_WHITE);
    seven_foot(pen, body, &body->pose.front, 1);
    seven_foot(pen, body, &body->pose.back, 0);
    seven_part(pen, body, TT_SKIN_DECORATION, &half[0], part[TT_SKIN_DECORATION].color);
    seven_part(pen, body, TT_SKIN_BODY, &body_fill, part[TT_SKIN_BODY].color);
    seven_part(pen, body, TT_SKIN_MARKING, &marking, part[TT_SKIN_MARKING].color);
    seven_part(pen, body, TT_SKIN_BODY, &body_shadow, TTI_WHITE);
    seven_part(pen, body, TT_SKIN_BODY, &body_upper, TTI_WHITE);
    seven_eyes(pen, body);
    seven_foot(pen, body, &body->pose.front, 0);
}

/* Half axes of a foot without images, measured from the game's image: the outline, the filling. */
static const tti_vec foot_ink = {TTI_FIX(14.3), TTI_FIX(8.6)};
static const tti_vec foot_fill = {TTI_FIX(12.4), TTI_FIX(6.2)};

static void ellipse(tti_pen *pen, const tti_tee_body *body, tti_vec at, tti_vec radius,
                    tt_turn turn, tt_rgba color)
{
    tti_vec r = {length_of(body, radius.x), length_of(body, radius.y)};
    tti_pen_ellipse(pen, at, r, turn, color);
}

static tti_vec away(const tti_tee_body *body, tti_vec from, tti_fix x, tti_fix y)
{
    return (tti_vec){from.x + length_of(body, x), from.y + length_of(body, y)};
}

/* Draws a foot without images. In the game's image a foot is not in the middle of its cell. */
static void rule_foot(tti_pen *pen, const tti_tee_body *body, const tti_limb *limb, bool is_outline)
{
    tti_vec at = away(body, limb_place(body, limb), TTI_ONE, TTI_ONE / 2);
    tt_rgba color =
        body->is_tired ? tti_rgba_times(body->look->feet, TTI_ONE / 2) : body->look->feet;
    if (!body->has_no_feet) {
        ellipse(pen, body, at, is_outline ? foot_ink : foot_fill, tti_turn_of(limb->turn),
                is_outline ? TTI_INK : color);
    }
}

static void triangle(tti_pen *pen, const tti_tee_body *body, tti_vec at, const tti_fix *points,
                     tt_rgba color)
{
    tti_vec corner[3];
    for (unsigned i = 0; i < 3; i++) {
        corner[i] = away(body, at, points[2 * i], points[2 * i + 1]);
    }
    tti_pen_polygon(pen, corner, 3, color);
}

/* Draws eyes in pain: two strokes that meet towards the nose, > <. */
static void rule_pain(tti_pen *pen, const tti_tee_body *body, tti_vec at, tti_fix side)
{
    tti_vec points[3] = {away(body, at, side * 3, TTI_FIX(-4.5)), away(body, at, -side * 3, 0),
                         away(body, at, side * 3, TTI_FIX(4.5))};
    tti_pen_line(pen, points, 3, length_of(body, TTI_FIX(2.6)), body->look->eyes);
}

/* Draws an eye. `side` is -TTI_ONE for the left one. Shapes in the colour of the body cover the
 * lower part when happy, the middle when surprised, and a wedge when angry. */
static void rule_eye(tti_pen *pen, const tti_tee_body *body, tti_vec at, tti_fix side)
{
    const tti_fix angry[6] = {-side * 4,     TTI_FIX(-2), side * 4,
                              TTI_FIX(-7.5), -side * 4,   TTI_FIX(-8)};
    static const tti_vec axes[6] = {{TTI_FIX(2.8), TTI_FIX(6.4)}, {0, 0},
                                    {TTI_FIX(3.4), TTI_FIX(4.6)}, {TTI_FIX(3.8), TTI_FIX(6.4)},
                                    {TTI_FIX(2.8), TTI_FIX(6.4)}, {TTI_FIX(2.9), TTI_FIX(1.3)}};
    int32_t emote = emote_of(body);
    const tt_turn right = tti_turn_right();
    if (emote == TT_EMOTE_PAIN) {
        rule_pain(pen, body, at, side);
        return;
    }
    ellipse(pen, body, at, axes[emote], right, body->look->eyes);
    if (emote == TT_EMOTE_HAPPY) {
        ellipse(pen, body, away(body, at, 0, TTI_FIX(2.6)), (tti_vec){TTI_FIX(3.6), TTI_FIX(3.6)},
                right, body->look->body);
    } else if (emote == TT_EMOTE_SURPRISE) {
        ellipse(pen, body, at, (tti_vec){TTI_FIX(1.9), TTI_FIX(4)}, right, body->look->body);
    } else if (emote == TT_EMOTE_ANGRY) {
        triangle(pen, body, at, angry, body->look->body);
    }
}

static void rule_eyes(tti_pen *pen, const tti_tee_body *body)
{
    tti_fix apart = eye_distance(body);
    tti_vec middle = eyes_of(body);
    rule_eye(pen, body, (tti_vec){middle.x - apart, middle.y}, -TTI_ONE);
    rule_eye(pen, body, (tti_vec){middle.x + apart, middle.y}, TTI_ONE);
}

static void rule_body(tti_pen *pen, const tti_tee_body *body)
{
    const tt_turn right = tti_turn_right();
    tti_vec at = limb_place(body, &body->pose.body);
    rule_foot(pen, body, &body->pose.back, 1);
    ellipse(pen, body, at, (tti_vec){TTI_FIX(21), TTI_FIX(21)}, right, TTI_INK);
    rule_foot(pen, body, &body->pose.front, 1);
    rule_foot(pen, body, &body->pose.back, 0);
    ellipse(pen, body, at, (tti_vec){TTI_FIX(19.3), TTI_FIX(19.3)}, right, body->look->body);
    ellipse(pen, body, away(body, at, TTI_FIX(-3.5), TTI_FIX(-5)),
            (tti_vec){TTI_FIX(12), TTI_FIX(9.5)}, right,
            tti_rgba_times(body->look->body, TTI_FIX(1.12)));
    rule_eyes(pen, body);
    rule_foot(pen, body, &body->pose.front, 0);
}

void tti_body_paint(tti_pen *pen, const tti_tee_body *body)
{
    switch (body->look->art) {
    case TTI_ART_SIX:
        six_body(pen, body);
        break;
    case TTI_ART_SEVEN:
        seven_body(pen, body);
        break;
    default:
        rule_body(pen, body);
        break;
    }
}

static void hand_six(tti_pen *pen, const tti_look *look, tti_vec middle)
{
    tti_sprite s = tti_sprite_of(middle, HAND_SIZE, HAND_SIZE, tti_turn_right(), look->body);
    s.index = look->index;
    s.flags = look->flags;
    tti_pen_sprite(pen, &hand_cell[1], &s);
    tti_pen_sprite(pen, &hand_cell[0], &s);
}

/* Draws a hand of 0.7. The outline is drawn in white, which keeps the colours of its image. */
static void hand_seven(tti_pen *pen, const tti_look *look, tti_vec middle)
{
    const tti_look_part *hands = &look->part[TT_SKIN_HANDS];
    tti_sprite s = tti_sprite_of(middle, 30 * TTI_ONE, 30 * TTI_ONE, tti_turn_right(), TTI_WHITE);
    s.index = hands->index;
    if (hands->is_there) {
        tti_pen_sprite(pen, &half[1], &s);
        s.color = hands->color;
        tti_pen_sprite(pen, &half[0], &s);
    }
}

void tti_hand_paint(tti_pen *pen, const tti_look *look, tti_vec middle)
{
    switch (look->art) {
    case TTI_ART_SIX:
        hand_six(pen, look, middle);
        break;
    case TTI_ART_SEVEN:
        hand_seven(pen, look, middle);
        break;
    default:
        tti_pen_disc(pen, middle, TTI_FIX(7.6), TTI_INK);
        tti_pen_disc(pen, middle, TTI_FIX(6.1), look->body);
        break;
    }
}
