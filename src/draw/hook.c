/* SPDX-License-Identifier: MIT
 *
 * Hooks: a head, a chain of links up to the tee, and the hand that holds it.
 */
#include "draw/weapon.h"

static const tti_cell head_cell = TTI_GAME(3, 0, 2, 1), link_cell = TTI_GAME(2, 0, 1, 1);

/* Units. The length is bounded because a snapshot may put a hook anywhere: a chain has 42 links at
 * most. */
#define LINK_LENGTH 24
#define LENGTH_MAX 1024
#define HAND_AWAY 20

/* By rule: along its flight, in tenths of a unit. */
static const int16_t head_points[] = {120, 0,    20,  70,  -20, 25, -120,
                                      25,  -120, -25, -20, -25, 20, -70};

/* `turn` is along the flight: the image points to the right. */
static void paint_head(tti_pen *pen, const tti_moment *m, tti_vec at, tt_turn turn)
{
    if (tti_has_art(m, TT_IMAGE_GAME)) {
        tti_sprite s = {
            .at = at, .w = 24 * TTI_ONE, .h = 16 * TTI_ONE, .turn = turn, .color = TTI_WHITE};
        tti_pen_sprite(pen, &head_cell, &s);
    } else if (tti_view_has(&pen->view, at, 16 * TTI_ONE)) {
        const tti_figure figure = {head_points, sizeof head_points / sizeof head_points[0] / 2};
        tti_stand stand = {at, turn, 0};
        tti_pen_figure(pen, &figure, &stand, TTI_RGB(0x9aa0a6), 2 * TTI_ONE);
    }
}

/* The game draws its square cell wider than it is high, 24 x 16. */
static void paint_link(tti_pen *pen, const tti_moment *m, tti_vec at, tt_turn turn)
{
    if (tti_has_art(m, TT_IMAGE_GAME)) {
        tti_sprite s = {.at = at,
                        .w = LINK_LENGTH * TTI_ONE,
                        .h = 16 * TTI_ONE,
                        .turn = turn,
                        .color = TTI_WHITE};
        tti_pen_sprite(pen, &link_cell, &s);
        return;
    }
    tti_pen_ellipse(pen, at, (tti_vec){12 * TTI_ONE, TTI_FIX(6.5)}, turn, TTI_INK);
    tti_pen_ellipse(pen, at, (tti_vec){TTI_FIX(9.8), TTI_FIX(4.2)}, turn, TTI_RGB(0x8b9096));
}

/* The chain is laid from the head to the tee, so links do not slide when the tee moves. `turn` is
 * the flight, away from the tee; the hand holds the near end. */
void tti_hook_paint(tti_pen *pen, const tti_moment *m, const tti_tee *tee, const tti_look *look)
{
    if (!tee->hooks) {
        return;
    }
    tti_pen derived = *pen;
    derived.flags |= m->mark;
    derived.alpha = pen->alpha * tee->alpha / 255;
    tti_vec way = tti_vec_sub(tee->at, tee->hook);
    tti_fix length = tti_clamp(tti_vec_length(way), 0, LENGTH_MAX * TTI_ONE);
    tt_turn home = tti_vec_turn_of(way), turn = {-home.cos, -home.sin};
    paint_head(&derived, m, tee->hook, turn);
    for (tti_fix at = LINK_LENGTH * TTI_ONE; at < length; at += LINK_LENGTH * TTI_ONE) {
        paint_link(&derived, m, tti_vec_add(tee->hook, tti_vec_along(home, at)), turn);
    }
    tti_hand_paint(&derived, look,
                   tti_vec_add(tee->at, tti_vec_along(turn, (1 + HAND_AWAY) * TTI_ONE)));
}
