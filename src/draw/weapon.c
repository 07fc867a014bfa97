/* SPDX-License-Identifier: MIT
 *
 * What a tee has in its hand: it points where the tee aims, jumps back after a shot and swings in a
 * blow.
 *
 * Sizes and places are the game's, for its images; without them a weapon is a few polygons.
 */
#include "draw/weapon.h"

#include "draw/color.h"

/* How a weapon is held, and what it looks like. */
typedef struct weapon {
    tti_cell cell;
    tti_fix w, h;             /* size of the whole cell */
    int8_t x, y;              /* away from the tee: along the aim; downwards */
    uint8_t has_hand, hand_x; /* how far the hand is from its middle, backwards */
    int8_t hand_y;
    uint8_t figures; /* how many of `figure` */
    struct {
        uint32_t color;
        uint8_t count;
        int16_t points[14];
    } figure[3]; /* by rule, in tenths of a unit */
} weapon;

/* By number: hammer, gun, shotgun, grenade, laser, ninja. Drawn sizes are those of the game for
 * each of its cells. */
static const weapon weapons[TTI_WEAPONS] = {
    {TTI_GAME(2, 1, 4, 3),
     TTI_FIX(76.8),
     TTI_FIX(57.6),
     4,
     -20,
     0,
     0,
     0,
     2,
     {{0x6d5220, 4, {-360, -40, 120, -40, 120, 40, -360, 40}},
      {0x886828, 4, {120, -200, 360, -200, 360, 220, 120, 220}}}},
    {TTI_GAME(2, 4, 4, 2),
     TTI_FIX(57.2),
     TTI_FIX(28.6),
     32,
     4,
     1,
     15,
     4,
     1,
     {{0xcfd4da, 6, {-220, -80, 200, -80, 200, 20, -60, 30, -100, 120, -220, 120}}}},
    {TTI_GAME(2, 6, 8, 2),
     TTI_FIX(93.1),
     TTI_FIX(23.3),
     24,
     -2,
     1,
     5,
     4,
     2,
     {{0xb9bec5, 6, {-420, -40, -200, -70, 340, -70, 340, 30, -140, 40, -420, 90}},
      {0x7a4a2b, 4, {-420, -40, -200, -70, -200, 50, -420, 90}}}},
    {TTI_GAME(2, 8, 7, 2),
     TTI_FIX(92.3),
     TTI_FIX(26.4),
     24,
     -2,
     1,
     4,
     7,
     2,
     {{0xc9ced4, 4, {-400, -90, 400, -90, 400, 70, -400, 70}},
      {0xb02a2a, 4, {-400, -90, -160, -90, -160, 100, -400, 100}}}},
    {TTI_GAME(2, 12, 7, 3),
     TTI_FIX(84.6),
     TTI_FIX(36.2),
     24,
     -2,
     0,
     0,
     0,
     2,
     {{0xc3c8ce, 6, {-360, -110, 360, -50, 360, 30, -80, 70, -120, 130, -360, 100}},
      {0x2b62e0, 4, {0, -60, 340, -30, 340, 10, 0, 40}}}},
    {TTI_GAME(2, 10, 8, 2),
     TTI_FIX(93.1),
     TTI_FIX(23.3),
     0,
     0,
     0,
     0,
     0,
     3,
     {{0x24262b, 4, {-260, -30, -80, -30, -80, 40, -260, 40}},
      {0xcaa53b, 4, {-80, -50, -40, -50, -40, 70, -80, 70}},
      {0xe3e7eb, 4, {-40, -40, 420, -20, 380, 50, -40, 50}}}},
};

/* Of gun and shotgun, the first of three images each: the game takes one at random. Then that of
 * the streak of a ninja. */
static const tti_cell muzzle[2] = {TTI_GAME(8, 4, 4, 2), TTI_GAME(12, 6, 4, 2)};
static const tti_cell ninja_flash = TTI_GAME(25, 0, 7, 4);

/* A quarter of a turn. */
#define QUARTER 0x40000000u
#define LINE_WIDTH (2 * TTI_ONE)

/* Ticks for which a muzzle flashes; seconds for which a sword does. */
#define MUZZLE_TICKS 5
#define SWORD_SECONDS (TTI_ONE / 6)

/* Also for pickups and kill messages, so `number` may be any int. */
void tti_weapon_paint(tti_pen *pen, const tti_moment *m, int32_t number, tti_vec at, tt_turn turn,
                      int mirror)
{
    if (number < 0 || number >= TTI_WEAPONS) {
        return;
    }
    const weapon *w = &weapons[number];
    if (tti_has_art(m, TT_IMAGE_GAME)) {
        tti_sprite s = {.flags = mirror ? TT_SHAPE_MIRROR_Y : 0,
                        .at = at,
                        .w = w->w,
                        .h = w->h,
                        .turn = turn,
                        .color = TTI_WHITE};
        tti_pen_sprite(pen, &w->cell, &s);
        return;
    }
    if (!tti_view_has(&pen->view, at, 60 * TTI_ONE)) {
        return;
    }
    tti_stand stand = {at, turn, mirror};
    for (unsigned i = 0; i < w->figures; i++) {
        tti_figure figure = {w->figure[i].points, w->figure[i].count};
        tti_pen_figure(pen, &figure, &stand, TTI_RGB(w->figure[i].color), LINE_WIDTH);
    }
}

/* A blow: the weapon is turned by its swing, whatever the aim, and lies across at rest. A hammer
 * takes a fifth of a second, a ninja half of one. The hammer is moved sidewards only when it looks
 * to the left, as in the game. */
static void swing(tti_pen *pen, const tti_moment *m, const tti_tee *tee, tti_vec at, tti_fix since)
{
    int is_hammer = tee->weapon == TT_WEAPON_HAMMER;
    int is_left = tee->aim.cos < 0;
    tti_fix part = tti_clamp(since * (is_hammer ? 5 : 2), 0, TTI_ONE);
    tti_angle way = is_hammer ? tti_pose_hammer(part) : tti_pose_ninja(part);
    tti_angle turn = (is_left ? 0u - way : way) - QUARTER;
    if (is_hammer) {
        at.x += is_left ? -4 * TTI_ONE : 0;
        at.y -= 20 * TTI_ONE;
    }
    tti_weapon_paint(pen, m, tee->weapon, at, tti_turn_of(turn), is_left);
}

/* How far a weapon is back after a shot: up to ten units, along half a sine, within a tenth of a
 * second. */
static tti_fix recoil_of(tti_fix since)
{
    tti_fix part = since * 10;
    return part >= 0 && part < TTI_ONE ? 10 * tti_turn_of((tti_angle)(part << 15)).sin : 0;
}

/* Across the aim, towards the feet: a weapon that points to the left is mirrored, so its side is
 * too. */
static tti_vec downwards(tt_turn aim)
{
    return aim.cos < 0 ? (tti_vec){aim.sin, -aim.cos} : (tti_vec){-aim.sin, aim.cos};
}

/* The fire before a gun, only with the game's art. */
static void flash(tti_pen *pen, const tti_moment *m, const tti_tee *tee, tti_vec middle,
                  tti_fix since)
{
    int is_gun = tee->weapon == TT_WEAPON_GUN;
    int has_flash = is_gun || tee->weapon == TT_WEAPON_SHOTGUN;
    if (!has_flash || since < 0 || since * TT_TICKS_PER_SECOND >= MUZZLE_TICKS * TTI_ONE ||
        !tti_has_art(m, TT_IMAGE_GAME) || (m->options->show & TT_DRAW_EFFECTS) == 0) {
        return;
    }
    tti_vec side = downwards(tee->aim);
    tti_vec at =
        tti_vec_add(middle, tti_vec_along(tee->aim, is_gun ? TTI_FIX(58.9) : TTI_FIX(83.3)));
    tti_sprite s = {.flags = tee->aim.cos < 0 ? TT_SHAPE_MIRROR_Y : 0,
                    .at = {at.x - 6 * side.x, at.y - 6 * side.y},
                    .w = is_gun ? TTI_FIX(71) : TTI_FIX(106.5),
                    .h = is_gun ? TTI_FIX(35.5) : TTI_FIX(53.2),
                    .turn = tee->aim,
                    .color = TTI_WHITE};
    tti_pen_sprite(pen, &muzzle[!is_gun], &s);
}

/* The streak of a ninja's blow, after it on its way; one who does not move has none. */
static void sword_flash(tti_pen *pen, const tti_moment *m, const tti_tee *tee, tti_fix since)
{
    tti_vec way = {tee->vel_x, tee->vel_y};
    if (since < 0 || since >= SWORD_SECONDS || !tti_has_art(m, TT_IMAGE_GAME) ||
        (way.x == 0 && way.y == 0) || (m->options->show & TT_DRAW_EFFECTS) == 0) {
        return;
    }
    tt_turn turn = tti_vec_turn_of(way);
    tti_sprite s = {.at = tti_vec_add(tee->at, tti_vec_along(turn, -40 * TTI_ONE)),
                    .w = TTI_FIX(138.9),
                    .h = TTI_FIX(79.4),
                    .turn = turn,
                    .color = TTI_WHITE};
    tti_pen_sprite(pen, &ninja_flash, &s);
}

/* A weapon that shoots: along the aim, less the recoil, then down by its own offset. The hand is at
 * its grip. */
static void point(tti_pen *pen, const tti_moment *m, const tti_tee *tee, const tti_look *look,
                  tti_vec at, tti_fix since)
{
    const weapon *w = &weapons[tee->weapon];
    tti_vec middle = tti_vec_add(at, tti_vec_along(tee->aim, w->x * TTI_ONE - recoil_of(since)));
    middle.y += w->y * TTI_ONE;
    tti_weapon_paint(pen, m, tee->weapon, middle, tee->aim, tee->aim.cos < 0);
    flash(pen, m, tee, middle, since);
    if (w->has_hand) {
        tti_vec side = downwards(tee->aim);
        tti_vec hand = tti_vec_add(middle, tti_vec_along(tee->aim, (1 - w->hand_x) * TTI_ONE));
        tti_hand_paint(pen, look,
                       (tti_vec){hand.x + w->hand_y * side.x, hand.y + w->hand_y * side.y});
    }
}

/* A frozen tee shows no weapon. What it is was derived when the recording has none, so its shapes
 * are marked. */
void tti_weapon_hold(tti_pen *pen, const tti_moment *m, const tti_tee *tee, const tti_look *look,
                     int sits)
{
    tti_fix since = tti_moment_since(m, tee->attack_tick);
    tti_vec at = tee->at;
    at.y += sits ? 3 * TTI_ONE : 0;
    if (tee->is_frozen || tee->weapon < 0 || tee->weapon >= TTI_WEAPONS) {
        return;
    }
    tti_pen derived = *pen;
    derived.flags |= m->mark;
    if (tee->weapon == TT_WEAPON_HAMMER || tee->weapon == TT_WEAPON_NINJA) {
        swing(&derived, m, tee, at, since);
        if (tee->weapon == TT_WEAPON_NINJA) {
            sword_flash(&derived, m, tee, since);
        }
    } else {
        point(&derived, m, tee, look, at, since);
    }
}
