/* SPDX-License-Identifier: MIT
 *
 * Draws shots. A snapshot has the position and tick where a shot began, which do not change in
 * flight. Clients compute the rest from the tunings. Four items are shots: those of 0.6 and 0.7,
 * and two of DDNet with finer positions.
 */
#include "draw/parts.h"

typedef struct shot {
    tti_vec at;        /* position where the shot began */
    tti_vec way;       /* direction and speed; a length of TTI_ONE is full speed */
    int64_t speed;     /* units a second, times 100 */
    int64_t curvature; /* how far the shot falls, times 100 */
    int32_t weapon, start_tick, owner;
} shot;

#define HUNDREDTHS 100     /* unit of speeds and curvatures */
#define DDNET_UNIT 1000000 /* unit of the directions and angles of DDNet */

/* The longest flight in seconds. No shot flies longer, and the products fit. */
#define FLIGHT_MAX (60 * TTI_ONE)

/* Speed and curvature, times 100, of gun, shotgun and grenade while no message has set them: first
 * in DDRace, then elsewhere. Wrong values move a bullet by more than 100 units. */
static const int32_t untuned[2][6] = {{140000, 0, 50000, 0, 100000, 700},
                                      {220000, 125, 275000, 125, 100000, 700}};

/* Parts of the image by weapon. A hammer shoots nothing, so its entry is unused. */
static const tti_cell cell[4] = {TTI_GAME(6, 4, 2, 2), TTI_GAME(6, 4, 2, 2), TTI_GAME(10, 6, 2, 2),
                                 TTI_GAME(10, 8, 2, 2)};

/* Sets speed and curvature. Tune zones of a map are ignored. The values are limited, because a file
 * may have any int. */
static void tune_shot(shot *s, const tti_moment *m)
{
    const int32_t ddrace = TT_GAME_INFO_EX_GAMETYPE_DDRACE | TT_GAME_INFO_EX_GAMETYPE_DDNET |
                           TT_GAME_INFO_EX_PREDICT_DDRACE;
    bool is_other = (m->game.features & ddrace) == 0;
    int32_t weapon = s->weapon - TT_WEAPON_GUN;
    int32_t speed = untuned[is_other][2 * weapon], curve = untuned[is_other][2 * weapon + 1];
    if (m->scene->has_tune) {
        curve = m->scene->tune[TTI_TUNE_GUN_CURVATURE + 2 * weapon];
        speed = m->scene->tune[TTI_TUNE_GUN_SPEED + 2 * weapon];
    }
    s->speed = tti_clamp(speed, -10000 * HUNDREDTHS, 10000 * HUNDREDTHS);
    s->curvature = tti_clamp(curve, -1000 * HUNDREDTHS, 1000 * HUNDREDTHS);
}

static tti_vec shot_way(int32_t x, int32_t y, int64_t parts)
{
    const int64_t most = 64 * TTI_ONE;
    return (tti_vec){tti_clamp(x * TTI_ONE / parts, -most, most),
                     tti_clamp(y * TTI_ONE / parts, -most, most)};
}

/* Converts a position in hundredths, which is below 2^25 units. */
static tti_vec hundredths(int32_t x, int32_t y)
{
    return (tti_vec){x * TTI_ONE / HUNDREDTHS, y * TTI_ONE / HUNDREDTHS};
}

/* Reads a DDNetProjectile. Without an owner the direction is in millionths. With one it is the aim,
 * and a flag marks a direction that must be normalized. */
static void read_ddnet(shot *s, const struct tt_obj_ddnet_projectile *p)
{
    s->at = hundredths(p->x, p->y);
    s->way = shot_way(p->vel_x, p->vel_y, p->owner < 0 ? DDNET_UNIT : 1);
    s->weapon = p->type;
    s->start_tick = p->start_tick;
    s->owner = p->owner;
    if ((p->flags & TT_DDNET_PROJECTILE_NORMALIZE_VEL) != 0) {
        tt_turn turn = tti_vec_turn_of((tti_vec){p->vel_x, p->vel_y});
        s->way = (tti_vec){turn.cos, turn.sin};
    }
}

/* Reads a DDRaceProjectile, which old DDNet servers send as a Projectile of 0.6. */
static void read_ddrace(shot *s, const struct tt_obj_ddrace_projectile *p)
{
    /* the direction is (sin(-a), cos(-a)), with a in millionths of a radian */
    tti_angle angle = (tti_angle)(uint64_t)(p->angle * INT64_C(683565276) / DDNET_UNIT);
    tt_turn turn = tti_turn_of(0u - angle);
    s->at = hundredths(p->x, p->y);
    s->way = (tti_vec){turn.sin, turn.cos};
    s->weapon = p->type;
    s->start_tick = p->start_tick;
    s->owner = (p->data & TT_DDRACE_DATA_NO_OWNER) != 0 ? -1 : p->data & 255;
}

/* Returns true when the item is a visible shot. Lasers are other items. */
static bool read_shot(shot *s, const tt_snap_item *item, tt_obj_kind kind)
{
    tt_obj_any any;
    tt_obj_unpack(&any, kind, item->data, item->size);
    s->owner = -1;
    switch (kind) {
    case TT_OBJ_DDNET_PROJECTILE:
        read_ddnet(s, &any.ddnet_projectile);
        break;
    case TT_OBJ_DDRACE_PROJECTILE:
        read_ddrace(s, &any.ddrace_projectile);
        break;
    default: /* 0.6 and 0.7 have the same members */
        s->at = tti_vec_of(any.projectile.x, any.projectile.y);
        s->way = shot_way(any.projectile.vel_x, any.projectile.vel_y, HUNDREDTHS);
        s->weapon = any.projectile.type;
        s->start_tick = any.projectile.start_tick;
        break;
    }
    return s->weapon >= TT_WEAPON_GUN && s->weapon <= TT_WEAPON_GRENADE;
}

/* Returns the position of a shot. It moves straight and falls with the square of its distance, as
 * in clients. No game reaches the limits. */
static tti_vec shot_position(const shot *s, tti_fix seconds)
{
    /* a shot flies at most 60 s, 10^4 units a second, 64 times the direction: below 2^26 units */
    tti_fix far = tti_clamp(seconds * s->speed / HUNDREDTHS, -TTI_FIX_FAR * TTI_ONE / 64,
                            TTI_FIX_FAR * TTI_ONE / 64);
    /* the square of the fraction is left out; it is below a ten-thousandth */
    tti_fix units = far / TTI_ONE;
    tti_fix drop = (units * units + 2 * units * (far % TTI_ONE) / TTI_ONE) * TTI_ONE / 10000;
    tti_vec v = {s->at.x + far / 256 * s->way.x / 256, s->at.y + far / 256 * s->way.y / 256};
    v.y += tti_clamp(drop, 0, TTI_FIX_FAR * 256) * s->curvature / HUNDREDTHS;
    v.x = tti_clamp(v.x, -4 * TTI_FIX_FAR * TTI_ONE, 4 * TTI_FIX_FAR * TTI_ONE);
    v.y = tti_clamp(v.y, -4 * TTI_FIX_FAR * TTI_ONE, 4 * TTI_FIX_FAR * TTI_ONE);
    return v;
}

/* Draws balls that shrink, or smoke that grows and fades, each at the shot's position at its
 * time. */
static void trail(tti_pen *pen, const tti_moment *m, const shot *s, tti_fix seconds)
{
    enum { BALLS = 8 };
    if ((m->options->show & TT_DRAW_EFFECTS) == 0) {
        return;
    }
    for (int64_t i = BALLS; i > 0; i--) {
        tti_fix ago = TTI_FIX(.015) * i;
        bool is_grenade = s->weapon == TT_WEAPON_GRENADE;
        tti_fix radius = is_grenade ? (6 + i) * TTI_ONE : 4 * TTI_ONE * (BALLS - i) / BALLS;
        tt_rgba color =
            is_grenade ? TTI_RGBA(0xb0b0b0, 70 * (BALLS + 1 - i) / BALLS) : TTI_RGBA(0xfff0c0, 120);
        if (ago < seconds && radius > 0) {
            tti_pen_disc(pen, shot_position(s, seconds - ago), radius, color);
        }
    }
}

static void paint_by_rule(tti_pen *pen, const shot *s, tti_vec at, tt_turn turn)
{
    if (s->weapon == TT_WEAPON_GUN) {
        tti_pen_ellipse(pen, at, (tti_vec){TTI_FIX(9.5), TTI_FIX(4.8)}, turn, TTI_INK);
        tti_pen_ellipse(pen, at, (tti_vec){TTI_FIX(7.5), TTI_FIX(3)}, turn, TTI_RGB(0xc9ced4));
    } else if (s->weapon == TT_WEAPON_SHOTGUN) {
        tti_pen_disc(pen, at, TTI_FIX(7), TTI_INK);
        tti_pen_disc(pen, at, TTI_FIX(5.5), TTI_RGB(0x686868));
    } else {
        tti_pen_ellipse(pen, at, (tti_vec){TTI_FIX(15), TTI_FIX(8.5)}, turn, TTI_INK);
        tti_pen_ellipse(pen, at, (tti_vec){TTI_FIX(13), TTI_FIX(6.5)}, turn, TTI_RGB(0xd01818));
    }
}

/* Returns the alpha of a shot. Shots of other teams are as pale as their tees. */
static uint32_t alpha_of(const tti_moment *m, int32_t owner)
{
    return owner >= 0 && owner < TT_CIDS && m->tee[owner].is_there ? m->tee[owner].alpha : 255;
}

/* Draws a shot. Snapshots are sent ahead, so a shot may begin after the moment. It points to its
 * position a hundredth of a second later. A grenade spins instead, and each begins at another
 * angle. */
void tti_draw_projectile(tti_pen *pen, const tti_moment *m, const tt_snap_item *item,
                         tt_obj_kind kind)
{
    shot s;
    if (!read_shot(&s, item, kind)) {
        return;
    }
    tti_fix seconds = tti_moment_since(m, s.start_tick);
    if (seconds < 0 || seconds > FLIGHT_MAX) {
        return;
    }
    tune_shot(&s, m);
    tti_pen pale = *pen;
    pale.alpha = pen->alpha * alpha_of(m, s.owner) / 255;
    tti_vec at = shot_position(&s, seconds);
    if (!tti_view_has(&pen->view, at, 200 * TTI_ONE)) {
        return;
    }
    tt_turn turn = tti_vec_turn_of(tti_vec_sub(shot_position(&s, seconds + TTI_FIX(.01)), at));
    if (s.weapon == TT_WEAPON_GRENADE) { /* two turns a second */
        turn = tti_turn_of((tti_angle)(uint64_t)(seconds << 17) +
                           (tti_angle)(uint32_t)item->id * UINT32_C(683565276));
    }
    trail(&pale, m, &s, seconds);
    if (tti_has_art(m, TT_IMAGE_GAME)) {
        tti_sprite sprite = tti_sprite_of(at, 32 * TTI_ONE, 32 * TTI_ONE, turn, TTI_WHITE);
        tti_pen_sprite(&pale, &cell[s.weapon], &sprite);
    } else {
        paint_by_rule(&pale, &s, at, turn);
    }
}
