/* SPDX-License-Identifier: MIT
 *
 * Weapons, hands and hooks of tees.
 */
#ifndef TTI_DRAW_WEAPON_H
#define TTI_DRAW_WEAPON_H

#include "draw/tee.h"

#define TTI_WEAPONS 6 /* hammer, gun, shotgun, grenade, laser, ninja */

/* A cell of game.png, which has 32 x 16 of them. */
#define TTI_GAME(x, y, w, h)                                                                       \
    {                                                                                              \
        TT_IMAGE_GAME, 32, 16, x, y, w, h                                                          \
    }

/* 1 when the painter has the image. */
static inline int tti_has_art(const tti_moment *m, tt_image_kind image)
{
    return (m->options->art >> image & 1u) != 0;
}

/* The weapon with this number alone, its middle at `at`; `mirror` from top to bottom, before it is
 * turned. */
void tti_weapon_paint(tti_pen *pen, const tti_moment *m, int32_t number, tti_vec at, tt_turn turn,
                      int mirror);

/* What a tee has in its hand, with the hand. */
void tti_weapon_hold(tti_pen *pen, const tti_moment *m, const tti_tee *tee, const tti_look *look,
                     int sits);

/* Its hook. */
void tti_hook_paint(tti_pen *pen, const tti_moment *m, const tti_tee *tee, const tti_look *look);

#endif
