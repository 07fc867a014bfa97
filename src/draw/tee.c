/* SPDX-License-Identifier: MIT
 *
 * A tee out of the sheet of a skin, 8 x 4 cells: first all outlines, then all fillings, each foot
 * under the body, body, foot over it. So outlines never cover a filling.
 *
 * The game's art has that order too. Sizes are those of a tee of 64 units; everything is scaled
 * from there.
 */
#include "draw/tee.h"

#include "draw/color.h"

#define SHEET(x, y, w, h)                                                                          \
    {                                                                                              \
        TT_IMAGE_SKIN, 8, 4, x, y, w, h                                                            \
    }

/* Filling and outline. */
static const tti_cell body_cell[2] = {SHEET(0, 0, 3, 3), SHEET(3, 0, 3, 3)};
static const tti_cell foot_cell[2] = {SHEET(6, 1, 2, 1), SHEET(6, 2, 2, 1)};
static const tti_cell hand_cell[2] = {SHEET(6, 0, 1, 1), SHEET(7, 0, 1, 1)};

/* By TT_EMOTE_*; who blinks has the normal ones, made flat. The sheet has them in another order
 * than the numbers. */
static const tti_cell eye_cell[6] = {SHEET(2, 3, 1, 1), SHEET(4, 3, 1, 1), SHEET(5, 3, 1, 1),
                                     SHEET(7, 3, 1, 1), SHEET(3, 3, 1, 1), SHEET(2, 3, 1, 1)};

/* Units of one eye, of one that is shut, and of a hand. */
#define EYE_SIZE TTI_FIX(25.6)
#define BLINK_HEIGHT TTI_FIX(9.6)
#define HAND_SIZE (20 * TTI_ONE)

/* What all sprites of a sheet have in common; place and size are the caller's. */
static tti_sprite sprite_of(const tti_body *body, tt_rgba color)
{
    return (tti_sprite){.index = body->look->index,
                        .flags = body->look->flags,
                        .turn = tti_turn_right(),
                        .color = color};
}

/* Only the filling is dark when the air jump is used up. */
static void paint_foot(tti_pen *pen, const tti_body *body, const tti_limb *foot, int is_outline)
{
    tti_sprite s = sprite_of(body, body->look->feet);
    if (body->is_tired && !is_outline) {
        s.color = tti_rgba_times(s.color, TTI_ONE / 2);
    }
    if (body->pose.sits && body->aim.cos < 0) {
        s.flags |= TT_SHAPE_MIRROR_X;
    }
    s.at = tti_body_at(body, foot);
    s.w = body->size;
    s.h = body->size / 2;
    s.turn = tti_turn_of(foot->turn);
    tti_pen_sprite(pen, &foot_cell[is_outline], &s);
}

/* They are the closer together the more the tee looks to a side, which makes it round. The right
 * one is the left one mirrored. An emote that is not known is the normal one. */
static void paint_eyes(tti_pen *pen, const tti_body *body)
{
    int32_t emote = body->emote >= 0 && body->emote < 6 ? body->emote : TT_EMOTE_NORMAL;
    tti_fix side = body->aim.cos < 0 ? -body->aim.cos : body->aim.cos;
    tti_fix apart = tti_mul(body->size, TTI_FIX(.075) - side / 100);
    tti_sprite s = sprite_of(body, body->look->body);
    tti_vec middle = tti_body_eyes(body);
    s.w = tti_body_length(body, EYE_SIZE);
    s.h = emote == TT_EMOTE_BLINK ? tti_body_length(body, BLINK_HEIGHT) : s.w;
    s.at = (tti_vec){middle.x - apart, middle.y};
    tti_pen_sprite(pen, &eye_cell[emote], &s);
    s.at.x = middle.x + apart;
    s.flags |= TT_SHAPE_MIRROR_X;
    tti_pen_sprite(pen, &eye_cell[emote], &s);
}

/* Once for outlines and once for fillings. */
static void paint_six(tti_pen *pen, const tti_body *body)
{
    for (int is_outline = 1; is_outline >= 0; is_outline--) {
        tti_sprite s = sprite_of(body, body->look->body);
        s.at = tti_body_at(body, &body->pose.body);
        s.w = s.h = body->size;
        s.turn = tti_turn_of(body->pose.body.turn);
        paint_foot(pen, body, &body->pose.back, is_outline);
        tti_pen_sprite(pen, &body_cell[is_outline], &s);
        if (!is_outline) {
            paint_eyes(pen, body);
        }
        paint_foot(pen, body, &body->pose.front, is_outline);
    }
}

/* The look decides which images there are; pose and aim are the same for all three ways. */
void tti_body_paint(tti_pen *pen, const tti_body *body)
{
    switch (body->look->art) {
    case TTI_ART_SIX:
        paint_six(pen, body);
        break;
    case TTI_ART_SEVEN:
        tti_body_seven(pen, body);
        break;
    default:
        tti_body_rule(pen, body);
        break;
    }
}

/* Outline first. A round hand needs no turn. */
static void hand_six(tti_pen *pen, const tti_look *look, tti_vec middle)
{
    tti_sprite s = {.index = look->index,
                    .flags = look->flags,
                    .at = middle,
                    .w = HAND_SIZE,
                    .h = HAND_SIZE,
                    .turn = tti_turn_right(),
                    .color = look->body};
    tti_pen_sprite(pen, &hand_cell[1], &s);
    tti_pen_sprite(pen, &hand_cell[0], &s);
}

/* Part 3 of a skin of 0.7 is its hands; the outline is white as it is in the image. */
static void hand_seven(tti_pen *pen, const tti_look *look, tti_vec middle)
{
    static const tti_cell cell[2] = {{TT_IMAGE_SKIN_PART, 2, 1, 0, 0, 1, 1},
                                     {TT_IMAGE_SKIN_PART, 2, 1, 1, 0, 1, 1}};
    const tti_look_part *hands = &look->part[3];
    tti_sprite s = {.index = hands->index,
                    .at = middle,
                    .w = 30 * TTI_ONE,
                    .h = 30 * TTI_ONE,
                    .turn = tti_turn_right(),
                    .color = TTI_WHITE};
    if (hands->is_there) {
        tti_pen_sprite(pen, &cell[1], &s);
        s.color = hands->color;
        tti_pen_sprite(pen, &cell[0], &s);
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
