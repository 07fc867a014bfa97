/* SPDX-License-Identifier: MIT
 *
 * Draws the weapon in the hand of a tee, and hooks. A weapon points where the tee aims, recoils
 * after a shot and swings in a blow. Sizes and positions are the game's. Without images a weapon is
 * a few polygons.
 */
#include "draw/parts.h"
#include "draw/pen.h"

typedef struct weapon {
    tti_cell cell;
    tti_fix w, h;             /* size of the whole cell */
    int8_t x, y;              /* distance from the tee, along the aim and downwards */
    uint8_t has_hand, hand_x; /* distance of the hand from the weapon's middle, backwards */
    int8_t hand_y;
    uint8_t figures;
    struct {
        uint32_t color;
        uint8_t count;
        int16_t points[14];
    } figure[3]; /* the shapes without images, in tenths of a unit */
} weapon;

/* The weapons: hammer, gun, shotgun, grenade, laser, ninja. */
/* clang-format off */
static const weapon weapons[TTI_DRAWN_WEAPONS] = {
    {TTI_GAME(2, 1, 4, 3), TTI_FIX(76.8), TTI_FIX(57.6), 4, -20, 0, 0, 0, 2,
     {{0x6d5220, 4, {-360, -40, 120, -40, 120, 40, -360, 40}},
      {0x886828, 4, {120, -200, 360, -200, 360, 220, 120, 220}}}},
    {TTI_GAME(2, 4, 4, 2), TTI_FIX(57.2), TTI_FIX(28.6), 32, 4, 1, 15, 4, 1,
     {{0xcfd4da, 6, {-220, -80, 200, -80, 200, 20, -60, 30, -100, 120, -220, 120}}}},
    {TTI_GAME(2, 6, 8, 2), TTI_FIX(93.1), TTI_FIX(23.3), 24, -2, 1, 5, 4, 2,
     {{0xb9bec5, 6, {-420, -40, -200, -70, 340, -70, 340, 30, -140, 40, -420, 90}},
      {0x7a4a2b, 4, {-420, -40, -200, -70, -200, 50, -420, 90}}}},
    {TTI_GAME(2, 8, 7, 2), TTI_FIX(92.3), TTI_FIX(26.4), 24, -2, 1, 4, 7, 2,
     {{0xc9ced4, 4, {-400, -90, 400, -90, 400, 70, -400, 70}},
      {0xb02a2a, 4, {-400, -90, -160, -90, -160, 100, -400, 100}}}},
    {TTI_GAME(2, 12, 7, 3), TTI_FIX(84.6), TTI_FIX(36.2), 24, -2, 0, 0, 0, 2,
     {{0xc3c8ce, 6, {-360, -110, 360, -50, 360, 30, -80, 70, -120, 130, -360, 100}},
      {0x2b62e0, 4, {0, -60, 340, -30, 340, 10, 0, 40}}}},
    {TTI_GAME(2, 10, 8, 2), TTI_FIX(93.1), TTI_FIX(23.3), 0, 0, 0, 0, 0, 3,
     {{0x24262b, 4, {-260, -30, -80, -30, -80, 40, -260, 40}},
      {0xcaa53b, 4, {-80, -50, -40, -50, -40, 70, -80, 70}},
      {0xe3e7eb, 4, {-40, -40, 420, -20, 380, 50, -40, 50}}}},
};
/* clang-format on */

/* Parts of the image with a muzzle flash, for gun and shotgun: the first of three, of which the
 * game takes one at random. A ninja has a streak. */
static const tti_cell muzzle[2] = {TTI_GAME(8, 4, 4, 2), TTI_GAME(12, 6, 4, 2)};
static const tti_cell ninja_flash = TTI_GAME(25, 0, 7, 4);

#define QUARTER 0x40000000u
#define LINE_WIDTH (2 * TTI_ONE)

#define MUZZLE_TICKS 5
#define SWORD_SECONDS (TTI_ONE / 6)

/* Draws a weapon alone. `number` may be any int, because it comes from pickups and kill
 * messages. */
void tti_weapon_paint(tti_pen *pen, const tti_moment *m, int32_t number, tti_vec at, tt_turn turn,
                      bool mirror)
{
    if (number < 0 || number >= TTI_DRAWN_WEAPONS) {
        return;
    }
    const weapon *w = &weapons[number];
    if (tti_has_art(m, TT_IMAGE_GAME)) {
        tti_sprite s = tti_sprite_of(at, w->w, w->h, turn, TTI_WHITE);
        s.flags = mirror ? TT_SHAPE_MIRROR_Y : 0;
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

/* Moves a weapon for a blow. A blow turns the weapon, whatever the aim is. After the blow the
 * weapon lies across. A hammer takes a fifth of a second, a ninja's sword half of one. As in the
 * game, the hammer moves sideways only when the tee looks to the left. */
static void draw_swing(tti_pen *pen, const tti_moment *m, const tti_moment_tee *tee, tti_vec at,
                       tti_fix since)
{
    bool is_hammer = tee->weapon == TT_WEAPON_HAMMER;
    bool is_left = tee->aim.cos < 0;
    tti_fix part = tti_clamp(since * (is_hammer ? 5 : 2), 0, TTI_ONE);
    tti_angle way = tti_pose_swing(is_hammer, part);
    tti_angle turn = (is_left ? 0u - way : way) - QUARTER;
    if (is_hammer) {
        at.x += is_left ? -4 * TTI_ONE : 0;
        at.y -= 20 * TTI_ONE;
    }
    tti_weapon_paint(pen, m, tee->weapon, at, tti_turn_of(turn), is_left);
}

/* Returns the way back of a recoil: up to ten units along half a sine, within a tenth of a second.
 */
static tti_fix recoil_of(tti_fix since)
{
    tti_fix part = since * 10;
    return part >= 0 && part < TTI_ONE ? 10 * tti_turn_of((tti_angle)(part << 15)).sin : 0;
}

/* Returns the direction across the aim, towards the feet: a weapon that points left is flipped. */
static tti_vec downwards(tt_turn aim)
{
    return aim.cos < 0 ? (tti_vec){aim.sin, -aim.cos} : (tti_vec){-aim.sin, aim.cos};
}

/* Draws a muzzle flash, which only the game's images have. */
static void flash(tti_pen *pen, const tti_moment *m, const tti_moment_tee *tee, tti_vec middle,
                  tti_fix since)
{
    bool is_gun = tee->weapon == TT_WEAPON_GUN;
    bool has_flash = is_gun || tee->weapon == TT_WEAPON_SHOTGUN;
    if (!has_flash || since < 0 || since * TT_TICKS_PER_SECOND >= MUZZLE_TICKS * TTI_ONE ||
        !tti_has_art(m, TT_IMAGE_GAME) || (m->options->show & TT_DRAW_EFFECTS) == 0) {
        return;
    }
    tti_vec side = downwards(tee->aim);
    tti_vec at =
        tti_vec_add(middle, tti_vec_along(tee->aim, is_gun ? TTI_FIX(58.9) : TTI_FIX(83.3)));
    tti_sprite s = tti_sprite_of((tti_vec){at.x - 6 * side.x, at.y - 6 * side.y},
                                 is_gun ? TTI_FIX(71) : TTI_FIX(106.5),
                                 is_gun ? TTI_FIX(35.5) : TTI_FIX(53.2), tee->aim, TTI_WHITE);
    s.flags = tee->aim.cos < 0 ? TT_SHAPE_MIRROR_Y : 0;
    tti_pen_sprite(pen, &muzzle[!is_gun], &s);
}

static void sword_flash(tti_pen *pen, const tti_moment *m, const tti_moment_tee *tee, tti_fix since)
{
    tti_vec way = {tee->vel_x, tee->vel_y};
    if (since < 0 || since >= SWORD_SECONDS || !tti_has_art(m, TT_IMAGE_GAME) ||
        (way.x == 0 && way.y == 0) || (m->options->show & TT_DRAW_EFFECTS) == 0) {
        return;
    }
    tt_turn turn = tti_vec_turn_of(way);
    tti_sprite s = tti_sprite_of(tti_vec_add(tee->at, tti_vec_along(turn, -40 * TTI_ONE)),
                                 TTI_FIX(138.9), TTI_FIX(79.4), turn, TTI_WHITE);
    tti_pen_sprite(pen, &ninja_flash, &s);
}

static void point(tti_pen *pen, const tti_moment *m, const tti_moment_tee *tee,
                  const tti_look *look, tti_vec at, tti_fix since)
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

/* Draws the weapon of a tee. A frozen tee shows none. If the recording has no weapons, they are
 * derived and their shapes are marked. */
void tti_weapon_hold(tti_pen *pen, const tti_moment *m, const tti_moment_tee *tee,
                     const tti_look *look, int sits)
{
    tti_fix since = tti_moment_since(m, tee->attack_tick);
    tti_vec at = tee->at;
    at.y += sits ? 3 * TTI_ONE : 0;
    if (tee->is_frozen || tee->weapon < 0 || tee->weapon >= TTI_DRAWN_WEAPONS) {
        return;
    }
    tti_pen derived = *pen;
    derived.flags |= m->mark;
    if (tee->weapon == TT_WEAPON_HAMMER || tee->weapon == TT_WEAPON_NINJA) {
        draw_swing(&derived, m, tee, at, since);
        if (tee->weapon == TT_WEAPON_NINJA) {
            sword_flash(&derived, m, tee, since);
        }
    } else {
        point(&derived, m, tee, look, at, since);
    }
}

static const tti_cell head_cell = TTI_GAME(3, 0, 2, 1), link_cell = TTI_GAME(2, 0, 1, 1);

/* Length of a link in units. A snapshot may have a hook anywhere, so a chain has at most 42
 * links. */
#define LINK_LENGTH 24
#define LENGTH_MAX 1024
#define HAND_AWAY 20

/* The head of a hook without images, in tenths of a unit. The x axis is along the flight. */
static const int16_t head_points[] = {120, 0,    20,  70,  -20, 25, -120,
                                      25,  -120, -25, -20, -25, 20, -70};

static void paint_head(tti_pen *pen, const tti_moment *m, tti_vec at, tt_turn turn)
{
    if (tti_has_art(m, TT_IMAGE_GAME)) {
        tti_sprite s = tti_sprite_of(at, 24 * TTI_ONE, 16 * TTI_ONE, turn, TTI_WHITE);
        tti_pen_sprite(pen, &head_cell, &s);
    } else if (tti_view_has(&pen->view, at, 16 * TTI_ONE)) {
        const tti_figure figure = {head_points, sizeof head_points / sizeof head_points[0] / 2};
        tti_stand stand = {at, turn, 0};
        tti_pen_figure(pen, &figure, &stand, TTI_RGB(0x9aa0a6), 2 * TTI_ONE);
    }
}

/* Draws a link. The game draws the square cell 24 x 16 units large. */
static void paint_link(tti_pen *pen, const tti_moment *m, tti_vec at, tt_turn turn)
{
    if (tti_has_art(m, TT_IMAGE_GAME)) {
        tti_sprite s = tti_sprite_of(at, LINK_LENGTH * TTI_ONE, 16 * TTI_ONE, turn, TTI_WHITE);
        tti_pen_sprite(pen, &link_cell, &s);
        return;
    }
    tti_pen_ellipse(pen, at, (tti_vec){12 * TTI_ONE, TTI_FIX(6.5)}, turn, TTI_INK);
    tti_pen_ellipse(pen, at, (tti_vec){TTI_FIX(9.8), TTI_FIX(4.2)}, turn, TTI_RGB(0x8b9096));
}

/* Draws a hook. The chain starts at the head, so that links do not slide when the tee moves. */
void tti_hook_paint(tti_pen *pen, const tti_moment *m, const tti_moment_tee *tee,
                    const tti_look *look)
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
