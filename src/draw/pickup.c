/* SPDX-License-Identifier: MIT
 *
 * Draws pickups and flags.
 */
#include "draw/parts.h"

/* The pickups without a weapon. A shield that takes a weapon away is a pickup of DDNet, drawn with
 * the weapon. */
enum { HEART, SHIELD, SHIELD_SHOTGUN, SHIELD_GRENADE, SHIELD_NINJA, SHIELD_LASER, PICKUPS };

static const tti_cell thing_cell[PICKUPS] = {TTI_GAME(10, 2, 2, 2),  TTI_GAME(12, 2, 2, 2),
                                             TTI_GAME(15, 2, 2, 2),  TTI_GAME(17, 2, 2, 2),
                                             TTI_GAME(10, 10, 2, 2), TTI_GAME(19, 2, 2, 2)};

static const tti_cell flag_cell[2] = {TTI_GAME(16, 8, 4, 8), TTI_GAME(12, 8, 4, 8)};

/* The shape of a heart in tenths of a unit. Its outline runs from the upper middle to the left. */
static const int16_t heart[] = {0,   -50,  -30, -100, -80, -120, -130, -100, -160, -50, -150,
                                10,  -110, 70,  -60,  120, 0,    170,  60,   120,  110, 70,
                                150, 10,   160, -50,  130, -100, 80,   -120, 30,   -100};
static const int16_t shield[] = {-130, -130, 0, -170, 130, -130, 120, 40, 0, 160, -120, 40};
static const int16_t shield_half[] = {0, -140, 105, -108, 96, 30, 0, 128};
static const int16_t pole[] = {-20, -400, 20, -400, 20, 400, -20, 400};
static const int16_t cloth[] = {20, -380, 150, -340, 150, -100, 20, -60};

#define FIGURE(points) ((tti_figure){points, sizeof(points) / sizeof(points)[0] / 2})

/* The colour of the dot on a shield that takes a weapon away, by weapon. */
static const uint32_t weapon_color[TTI_DRAWN_WEAPONS] = {0x886828, 0xcfd4da, 0xc08040,
                                                         0xd01818, 0x24262b, 0x2b62e0};

typedef struct pickup {
    tti_vec at;
    int32_t thing, weapon; /* a pickup without a weapon, or a weapon; -1 in the other member */
    int32_t flags, number; /* TT_DDNET_PICKUP_* flags, and the number of the switch or 0 */
} pickup;

/* Returns the weapon of a pickup. 0.7 has a type for each weapon, in an order of its own. */
static int32_t weapon_of_seven(int32_t type)
{
    static const int8_t weapons[8] = {-1,
                                      -1,
                                      TT_WEAPON_GRENADE,
                                      TT_WEAPON_SHOTGUN,
                                      TT_WEAPON_LASER,
                                      TT_WEAPON_NINJA,
                                      TT_WEAPON_GUN,
                                      TT_WEAPON_HAMMER};
    return type >= 0 && type < 8 ? weapons[type] : -1;
}

static void set_type(pickup *p, int32_t type, int32_t subtype)
{
    static const int8_t things[8] = {HEART,          SHIELD,         -1,           -1,
                                     SHIELD_SHOTGUN, SHIELD_GRENADE, SHIELD_NINJA, SHIELD_LASER};
    p->thing = type >= 0 && type < 8 ? things[type] : -1;
    p->weapon = type == TT_PICKUP_WEAPON ? subtype : type == TT_PICKUP_NINJA ? TT_WEAPON_NINJA : -1;
}

/* Reads a pickup. Its position is interpolated, because a map can move pickups. */
static pickup read_pickup(const tti_moment *m, const tt_snap_item *item, tt_obj_kind kind)
{
    pickup p = {{0, 0}, -1, -1, 0, 0};
    tt_obj_any any, was;
    tt_snap_item before = tti_moment_before(m, item, kind);
    tt_obj_unpack(&any, kind, item->data, item->size);
    tt_obj_unpack(&was, kind, before.data, before.size);
    /* all pickup items begin with position and type */
    p.at = tti_vec_lerp(tti_vec_of(was.pickup.x, was.pickup.y),
                        tti_vec_of(any.pickup.x, any.pickup.y), m->part);
    if (kind == TT_OBJ_TW7_PICKUP) {
        int32_t type = any.tw7_pickup.type;
        p.weapon = weapon_of_seven(type);
        p.thing = type == TT_TW7_PICKUP_HEALTH ? HEART : type == TT_TW7_PICKUP_ARMOR ? SHIELD : -1;
        return p;
    }
    set_type(&p, any.pickup.type, any.pickup.subtype);
    if (kind == TT_OBJ_DDNET_PICKUP) {
        p.flags = any.ddnet_pickup.flags;
        p.number = any.ddnet_pickup.switch_number;
    }
    return p;
}

/* Moves pickups around a small circle. The game uses the clock on the wall. The time of the
 * recording is used here, so that a tick always has the same picture. 10430 is a radian: 2^32 / (2
 * pi * 65536). */
static tti_vec bob(const tti_moment *m, tti_vec at)
{
    tti_fix radians = m->time * 2 / TT_TICKS_PER_SECOND + at.x / 32 + at.y / 32;
    tt_turn turn = tti_turn_of((tti_angle)(uint64_t)(radians * INT64_C(10430)));
    return tti_vec_add(at, tti_vec_along(turn, TTI_FIX(2.5)));
}

static void thing_by_rule(tti_pen *pen, int32_t thing, tti_vec at)
{
    static const uint8_t dot[PICKUPS] = {
        0, 0, TT_WEAPON_SHOTGUN, TT_WEAPON_GRENADE, TT_WEAPON_NINJA, TT_WEAPON_LASER};
    tti_stand stand = {at, tti_turn_right(), 0};
    if (!tti_view_has(&pen->view, at, 20 * TTI_ONE)) {
        return;
    }
    if (thing == HEART) {
        tti_pen_figure(pen, &FIGURE(heart), &stand, TTI_RGB(0xe8383f), TTI_FIX(5));
        tti_vec glint = {at.x - 7 * TTI_ONE, at.y - 6 * TTI_ONE};
        tti_pen_ellipse(pen, glint, (tti_vec){TTI_FIX(3.5), TTI_FIX(2.5)}, tti_turn_right(),
                        TTI_RGB(0xffb3b3));
        return;
    }
    tti_pen_figure(pen, &FIGURE(shield), &stand, TTI_RGB(0xcdd3d9), TTI_FIX(4));
    tti_pen_figure(pen, &FIGURE(shield_half), &stand, TTI_RGB(0xa9b1b9), 0);
    if (thing != SHIELD) {
        tti_pen_disc(pen, at, TTI_FIX(6.5), TTI_INK);
        tti_pen_disc(pen, at, TTI_FIX(5), TTI_RGB(weapon_color[dot[thing]]));
    }
}

/* Draws a pickup. One that is switched off is hidden in four of 22 ticks, as in the game. The image
 * of a ninja's sword is ten units left of the pickup. */
static void draw_pickup(tti_pen *pen, const tti_moment *m, const tt_snap_item *item,
                        tt_obj_kind kind)
{
    pickup p = read_pickup(m, item, kind);
    tti_vec at = bob(m, p.at);
    tti_pen derived = *pen;
    derived.flags |= m->mark;
    if (!m->derives || (tti_moment_is_off(m, p.number) && m->tick % 22 < 4)) {
        return;
    }
    tt_turn turn =
        (p.flags & TT_DDNET_PICKUP_ROTATE) != 0 ? (tt_turn){0, TT_SHAPE_ONE} : tti_turn_right();
    if (p.weapon >= 0) {
        at.x -= p.weapon == TT_WEAPON_NINJA ? 10 * TTI_ONE : 0;
        tti_weapon_paint(&derived, m, p.weapon, at, turn, (p.flags & TT_DDNET_PICKUP_YFLIP) != 0);
    } else if (p.thing >= 0 && tti_has_art(m, TT_IMAGE_GAME)) {
        tti_sprite s = tti_sprite_of(at, TTI_FIX(45.3), TTI_FIX(45.3), turn, TTI_WHITE);
        tti_pen_sprite(&derived, &thing_cell[p.thing], &s);
    } else if (p.thing >= 0) {
        thing_by_rule(&derived, p.thing, at);
    }
}

/* Returns the position of a flag: at its carrier, if a tee has it. A flag that returns to its base
 * jumps. */
static tti_vec flag_place(const tti_moment *m, const tt_snap_item *item, tt_obj_kind kind,
                          bool blue)
{
    struct tt_obj_flag is, was;
    tt_snap_item before = tti_moment_before(m, item, kind);
    int32_t carrier = m->game.carrier[blue];
    tt_obj_unpack(&is, kind, item->data, item->size);
    tt_obj_unpack(&was, kind, before.data, before.size);
    if (carrier >= 0 && carrier < TT_CIDS && m->tee[carrier].is_there) {
        return m->tee[carrier].at;
    }
    tti_vec from = tti_vec_of(was.x, was.y), to = tti_vec_of(is.x, is.y);
    tti_vec way = tti_vec_sub(to, from);
    bool leaps = tti_vec_length(way) > 300 * TTI_ONE;
    return leaps ? to : tti_vec_lerp(from, to, m->part);
}

static void paint_flag(tti_pen *pen, const tti_moment *m, tti_vec at, bool is_blue)
{
    at.y -= TTI_FIX(31.5);
    if (tti_has_art(m, TT_IMAGE_GAME)) {
        tti_sprite s = tti_sprite_of(at, 42 * TTI_ONE, 84 * TTI_ONE, tti_turn_right(), TTI_WHITE);
        tti_pen_sprite(pen, &flag_cell[is_blue], &s);
    } else if (tti_view_has(&pen->view, at, 60 * TTI_ONE)) {
        tti_stand stand = {at, tti_turn_right(), 0};
        tti_pen_figure(pen, &FIGURE(pole), &stand, TTI_RGB(0x4b3a25), 2 * TTI_ONE);
        tti_pen_figure(pen, &FIGURE(cloth), &stand, TTI_RGB(is_blue ? 0x0848d8 : 0xd80818),
                       2 * TTI_ONE);
    }
}

/* Draws all flags. They are over all other items, whatever their order in the snapshot. */
void tti_draw_flags(tti_pen *pen, const tti_moment *m)
{
    for (uint32_t i = 0; i < m->now->snap.count; i++) {
        tt_obj_kind kind = (tt_obj_kind)m->now->kind[i];
        if (kind == TT_OBJ_FLAG || kind == TT_OBJ_TW7_FLAG) {
            struct tt_obj_flag flag; /* this item is the same in 0.6 and 0.7 */
            tt_snap_item item = tt_snap_item_at(&m->now->snap, i);
            tt_obj_unpack(&flag, kind, item.data, item.size);
            bool is_blue = flag.team == TT_FLAG_BLUE;
            paint_flag(pen, m, flag_place(m, &item, kind, is_blue), is_blue);
        }
    }
}

/* Draws pickups, shots and lasers in the order of the snapshot, as the game does. */
void tti_draw_items(tti_pen *pen, const tti_moment *m)
{
    for (uint32_t i = 0; i < m->now->snap.count; i++) {
        tt_obj_kind kind = (tt_obj_kind)m->now->kind[i];
        tt_snap_item item = tt_snap_item_at(&m->now->snap, i);
        switch (kind) {
        case TT_OBJ_PROJECTILE:
        case TT_OBJ_DDRACE_PROJECTILE:
        case TT_OBJ_DDNET_PROJECTILE:
        case TT_OBJ_TW7_PROJECTILE:
            tti_draw_projectile(pen, m, &item, kind);
            break;
        case TT_OBJ_PICKUP:
        case TT_OBJ_DDNET_PICKUP:
        case TT_OBJ_TW7_PICKUP:
            draw_pickup(pen, m, &item, kind);
            break;
        case TT_OBJ_LASER:
        case TT_OBJ_DDNET_LASER:
        case TT_OBJ_TW7_LASER:
            tti_draw_laser(pen, m, &item, kind);
            break;
        default:
            break;
        }
    }
}
