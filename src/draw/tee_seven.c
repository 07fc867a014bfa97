/* SPDX-License-Identifier: MIT
 *
 * A tee of 0.7: six parts, each with an image and a colour of its own.
 *
 * Order and sizes are the game's: outlines first, then decoration, body, marking, the shadow and
 * the light on the body, eyes, and the foot that is over it. A part whose image the painter does
 * not have is left out.
 */
#include "draw/color.h"
#include "draw/tee.h"

#define PART(columns, rows, x, y)                                                                  \
    {                                                                                              \
        TT_IMAGE_SKIN_PART, columns, rows, x, y, 1, 1                                              \
    }

static const tti_cell body_outline = PART(2, 2, 0, 0), body_fill = PART(2, 2, 1, 0),
                      body_shadow = PART(2, 2, 0, 1), body_upper = PART(2, 2, 1, 1),
                      marking = PART(1, 1, 0, 0);

/* Filling and outline, of feet and decorations. */
static const tti_cell half[2] = {PART(2, 1, 0, 0), PART(2, 1, 1, 0)};

/* By TT_EMOTE_*. */
static const tti_cell eye_cell[6] = {PART(2, 4, 0, 0), PART(2, 4, 0, 1), PART(2, 4, 1, 1),
                                     PART(2, 4, 0, 2), PART(2, 4, 1, 0), PART(2, 4, 0, 0)};

/* A part that is as large as the body and lies on it. */
static void paint(tti_pen *pen, const tti_body *body, unsigned part, const tti_cell *cell,
                  tt_rgba color)
{
    tti_sprite s = {.index = body->look->part[part].index,
                    .at = tti_body_at(body, &body->pose.body),
                    .w = body->size,
                    .h = body->size,
                    .turn = tti_turn_of(body->pose.body.turn),
                    .color = color};
    if (body->look->part[part].is_there) {
        tti_pen_sprite(pen, cell, &s);
    }
}

/* Square, at 1 / 2.1 of the body. */
static void foot(tti_pen *pen, const tti_body *body, const tti_limb *limb, int is_outline)
{
    const tti_look_part *feet = &body->look->part[TT_SKIN_FEET];
    tti_sprite s = {.index = feet->index,
                    .at = tti_body_at(body, limb),
                    .w = body->size * 10 / 21,
                    .h = body->size * 10 / 21,
                    .turn = tti_turn_of(limb->turn),
                    .color = is_outline ? TTI_WHITE : feet->color};
    if (body->is_tired && !is_outline) {
        s.color = tti_rgba_times(s.color, TTI_ONE / 2);
    }
    if (feet->is_there) {
        tti_pen_sprite(pen, &half[is_outline], &s);
    }
}

/* One sprite has both eyes. */
static void eyes(tti_pen *pen, const tti_body *body)
{
    int32_t emote = body->emote >= 0 && body->emote < 6 ? body->emote : TT_EMOTE_NORMAL;
    tti_sprite s = {.index = body->look->part[TT_SKIN_EYES].index,
                    .at = tti_body_eyes(body),
                    .w = tti_mul(body->size, TTI_FIX(.6)),
                    .h = tti_mul(body->size, emote == TT_EMOTE_BLINK ? TTI_FIX(.075) : TTI_FIX(.3)),
                    .turn = tti_turn_right(),
                    .color = body->look->part[TT_SKIN_EYES].color};
    if (body->look->part[TT_SKIN_EYES].is_there) {
        tti_pen_sprite(pen, &eye_cell[emote], &s);
    }
}

/* Outlines are white, which leaves them as their image is, but for that of a decoration, which has
 * its colour. */
void tti_body_seven(tti_pen *pen, const tti_body *body)
{
    const tti_look_part *part = body->look->part;
    foot(pen, body, &body->pose.back, 1);
    paint(pen, body, TT_SKIN_DECORATION, &half[1], part[TT_SKIN_DECORATION].color);
    paint(pen, body, TT_SKIN_BODY, &body_outline, TTI_WHITE);
    foot(pen, body, &body->pose.front, 1);
    foot(pen, body, &body->pose.back, 0);
    paint(pen, body, TT_SKIN_DECORATION, &half[0], part[TT_SKIN_DECORATION].color);
    paint(pen, body, TT_SKIN_BODY, &body_fill, part[TT_SKIN_BODY].color);
    paint(pen, body, TT_SKIN_MARKING, &marking, part[TT_SKIN_MARKING].color);
    paint(pen, body, TT_SKIN_BODY, &body_shadow, TTI_WHITE);
    paint(pen, body, TT_SKIN_BODY, &body_upper, TTI_WHITE);
    eyes(pen, body);
    foot(pen, body, &body->pose.front, 0);
}
