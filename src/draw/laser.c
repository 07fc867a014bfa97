/* SPDX-License-Identifier: MIT
 *
 * Draws lasers, doors, draggers, guns, and lights that freeze. In a snapshot all of them are lines
 * with the tick in which they began. The kind of a line is in its type (DDNetLaser) or in an item
 * with the same id (EntityEx). A line without both is a shot.
 */
#include "draw/parts.h"

/* A line. `owner` is -1 when no client shot. `number` is the switch of a door, or 0. */
typedef struct laser {
    tti_vec from, to;
    int32_t type, start_tick, number, owner, flags;
} laser;

#define LASER_TYPES (TT_LASER_TYPE_PLASMA + 1)

static const uint32_t colors[LASER_TYPES][2] = {
    {0x13133f, 0x7f7fff}, {0x1f180b, 0x926a40}, {0x002219, 0x43c3a3}, {0x221f2f, 0x7b7290},
    {0x220202, 0xdd5f5f}, {0x13133f, 0x7f7fff}, {0x13133f, 0x7f7fff},
};

/* Milliseconds that a beam is visible: the default of the tuning. */
#define BOUNCE_DELAY 150

#define LASER_MS_A_TICK 20 /* a tick is 1/50 s */

/* Returns the type from the EntityEx with the same id, or that of a rifle. Linear in the items. */
static int32_t type_by_class(const tti_moment *m, int32_t id, int32_t *number)
{
    for (uint32_t i = 0; i < m->now->snap.count; i++) {
        struct tt_obj_entity_ex entity;
        tt_snap_item item;
        if (m->now->kind[i] != TT_OBJ_ENTITY_EX) {
            continue;
        }
        item = tt_snap_item_at(&m->now->snap, i);
        if (item.id != id) {
            continue;
        }
        tt_obj_unpack(&entity, TT_OBJ_ENTITY_EX, item.data, item.size);
        *number = entity.switch_number;
        int32_t c = entity.entity_class;
        return c == TT_ENTITY_CLASS_DOOR    ? TT_LASER_TYPE_DOOR
               : c == TT_ENTITY_CLASS_LIGHT ? TT_LASER_TYPE_FREEZE
               : c >= TT_ENTITY_CLASS_DRAGGER_WEAK && c <= TT_ENTITY_CLASS_DRAGGER_STRONG
                   ? TT_LASER_TYPE_DRAGGER
               : c >= TT_ENTITY_CLASS_GUN_NORMAL && c <= TT_ENTITY_CLASS_GUN_UNFREEZE
                   ? TT_LASER_TYPE_GUN
                   : TT_LASER_TYPE_RIFLE;
    }
    return TT_LASER_TYPE_RIFLE;
}

/* Reads a line. An unknown type, from a newer server, becomes a shot. */
static laser read_laser(const tti_moment *m, const tt_snap_item *item, tt_obj_kind kind)
{
    tt_obj_any any;
    tt_obj_unpack(&any, kind, item->data, item->size);
    laser l = {.owner = -1};
    if (kind == TT_OBJ_DDNET_LASER) {
        const struct tt_obj_ddnet_laser *d = &any.ddnet_laser;
        l = (laser){tti_vec_of(d->from_x, d->from_y),
                    tti_vec_of(d->to_x, d->to_y),
                    d->type,
                    d->start_tick,
                    d->switch_number,
                    d->owner,
                    d->flags};
    } else { /* both protocols have the same members */
        l.from = tti_vec_of(any.laser.from_x, any.laser.from_y);
        l.to = tti_vec_of(any.laser.x, any.laser.y);
        l.start_tick = any.laser.start_tick;
        l.type = kind == TT_OBJ_LASER ? type_by_class(m, item->id, &l.number) : -1;
    }
    l.type = l.type < 0 || l.type >= LASER_TYPES ? TT_LASER_TYPE_RIFLE : l.type;
    return l;
}

/* Returns the tick in which the line began, times TTI_ONE. Servers restart a permanent line every
 * seventh tick. A plain one begins at the moment itself. */
static int64_t laser_start(const tti_moment *m, const laser *l)
{
    int64_t tick = m->tick;
    if (l->start_tick > 0) {
        return l->start_tick * TTI_ONE;
    }
    if (l->type == TT_LASER_TYPE_GUN) {
        return (tick - tick % 7) * TTI_ONE;
    }
    if (l->type == TT_LASER_TYPE_FREEZE || l->type == TT_LASER_TYPE_DRAGGER) {
        return (tick - (tick % 7 < 4 ? tick % 7 : 4)) * TTI_ONE;
    }
    return m->time;
}

/* Returns how far the line has faded, 0 to TTI_ONE, as in clients. A shot fades within the bounce
 * delay, a door not at all, and a dragger becomes thinner with time. The product fits into 64 bits
 * for times up to an hour. */
static tti_fix faded(const tti_moment *m, const laser *l)
{
    int64_t delay =
        m->scene->has_tune ? m->scene->tune[TTI_TUNE_LASER_BOUNCE_DELAY] / 100 : BOUNCE_DELAY;
    if (l->type == TT_LASER_TYPE_DOOR) {
        return TTI_FIX(20.0 / 150);
    }
    if (l->type == TT_LASER_TYPE_DRAGGER) {
        tti_fix length = tti_vec_length(tti_vec_sub(l->to, l->from)) / TTI_ONE;
        tti_fix root = TTI_ONE;
        while (root < 5 * TTI_ONE && root * root / TTI_ONE * 25 < length * TTI_ONE) {
            root += TTI_ONE / 16; /* the loop stops at the root of length / 25, at most 5 */
        }
        return root * 20 / 150;
    }
    int64_t ms = tti_clamp(m->time - laser_start(m, l), 0, 3600 * TTI_ONE) * LASER_MS_A_TICK;
    return tti_clamp(ms / (delay < 1 ? 1 : delay), 0, TTI_ONE);
}

/* Draws a beam. The inner one is `shorter` at both ends, so that the outer colour surrounds it. */
static void draw_beam(tti_pen *pen, const laser *l, tti_fix half, tti_fix shorter, tt_rgba color)
{
    tti_vec way = tti_vec_sub(l->to, l->from);
    tt_turn turn = tti_vec_turn_of(way);
    tti_vec side = tti_vec_along((tt_turn){-turn.sin, turn.cos}, half);
    tti_vec cut = tti_vec_along(turn, shorter);
    tti_vec from = tti_vec_add(l->from, cut), to = tti_vec_sub(l->to, cut);
    tti_vec points[4] = {tti_vec_add(from, side), tti_vec_add(to, side), tti_vec_sub(to, side),
                         tti_vec_sub(from, side)};
    if (half > 0) {
        tti_pen_polygon(pen, points, 4, color);
    }
}

static void square(tti_pen *pen, tti_vec at, tti_fix side, tt_rgba color)
{
    tti_fix h = side / 2;
    tti_vec points[4] = {
        {at.x - h, at.y - h}, {at.x + h, at.y - h}, {at.x + h, at.y + h}, {at.x - h, at.y + h}};
    tti_pen_polygon(pen, points, 4, color);
}

static void flake(tti_pen *pen, tti_vec at, tt_rgba outer)
{
    tti_vec points[6];
    for (unsigned i = 0; i < 6; i++) {
        tt_turn turn = tti_turn_of((uint32_t)i * (0xffffffffu / 6));
        points[i] = tti_vec_add(at, tti_vec_along(turn, 10 * TTI_ONE));
    }
    tti_pen_polygon(pen, points, 6, outer);
    for (unsigned i = 0; i < 3; i++) {
        tt_turn turn = tti_turn_of(TTI_TURNS(1.0 / 12) + (uint32_t)i * (0xffffffffu / 6));
        tti_vec way = tti_vec_along(turn, TTI_FIX(7));
        tti_vec line[2] = {tti_vec_add(at, way), tti_vec_sub(at, way)};
        tti_pen_line(pen, line, 2, TTI_FIX(1.6), TTI_WHITE);
    }
}

static void orbs(tti_pen *pen, const tti_moment *m, tti_vec at, const tt_rgba *color)
{
    tti_pen_disc(pen, at, 7 * TTI_ONE, color[0]);
    tti_pen_disc(pen, at, TTI_FIX(5.5), color[1]);
    for (unsigned i = 0; i < 3; i++) {
        tti_angle angle = (tti_angle)(uint64_t)(m->time * (65536 / TT_TICKS_PER_SECOND)) +
                          (uint32_t)i * (0xffffffffu / 3);
        tti_vec orb = tti_vec_add(at, tti_vec_along(tti_turn_of(angle), 10 * TTI_ONE));
        tti_pen_disc(pen, orb, TTI_FIX(5.3), color[0]);
        tti_pen_disc(pen, orb, TTI_FIX(3.9), color[1]);
    }
}

/* Draws one of three images, turned by a radian each tick, as in the game. */
static void splat(tti_pen *pen, const tti_moment *m, tti_vec at, const tt_rgba *color)
{
    tti_cell cell = {TT_IMAGE_PARTICLES, 8, 8, (uint8_t)(2 + (uint32_t)m->tick % 3), 0, 1, 1};
    if (!tti_has_art(m, TT_IMAGE_PARTICLES)) {
        tti_pen_disc(pen, at, 12 * TTI_ONE, color[0]);
        tti_pen_disc(pen, at, 10 * TTI_ONE, color[1]);
        return;
    }
    for (unsigned i = 0; i < 2; i++) {
        tti_fix side = (24 - 4 * (tti_fix)i) * TTI_ONE;
        tti_sprite s = tti_sprite_of(
            at, side, side, tti_turn_of((uint32_t)m->tick * UINT32_C(683565276)), color[i]);
        tti_pen_sprite(pen, &cell, &s);
    }
}

/* Draws the end of a line. A dragger has the splat at its start, which is the machine: its other
 * end is a tee. */
static void draw_laser_end(tti_pen *pen, const tti_moment *m, const laser *l, const tt_rgba *color)
{
    switch (l->type) {
    case TT_LASER_TYPE_DOOR:
        square(pen, l->to, 16 * TTI_ONE, color[0]);
        square(pen, l->to, 12 * TTI_ONE, color[1]);
        break;
    case TT_LASER_TYPE_FREEZE:
        flake(pen, l->to, color[0]);
        break;
    case TT_LASER_TYPE_DRAGGER:
        orbs(pen, m, l->from, color);
        break;
    default:
        splat(pen, m, l->to, color);
        break;
    }
}

static bool is_laser_seen(const tti_pen *pen, const laser *l)
{
    tti_vec middle = tti_vec_lerp(l->from, l->to, TTI_ONE / 2);
    return tti_view_has(&pen->view, middle,
                        tti_vec_length(tti_vec_sub(l->to, l->from)) / 2 + 20 * TTI_ONE);
}

/* Draws a line. A shot is as pale as its tee. A door that is open for the team in focus shows only
 * its end. */
void tti_draw_laser(tti_pen *pen, const tti_moment *m, const tt_snap_item *item, tt_obj_kind kind)
{
    laser l = read_laser(m, item, kind);
    tt_rgba color[2] = {TTI_RGB(colors[l.type][0]), TTI_RGB(colors[l.type][1])};
    tti_fix part = faded(m, &l);
    tti_pen pale = *pen;
    if (part >= TTI_ONE || !is_laser_seen(pen, &l)) {
        return;
    }
    if (l.owner >= 0 && l.owner < TT_CIDS && m->tee[l.owner].is_there) {
        pale.alpha = pen->alpha * m->tee[l.owner].alpha / 255;
    }
    bool is_open = l.type == TT_LASER_TYPE_DOOR && tti_moment_is_off(m, l.number) &&
                   (l.flags & TT_DDNET_LASER_NO_PREDICT) == 0;
    if (!is_open) {
        draw_beam(&pale, &l, 7 * (TTI_ONE - part), 0, color[0]);
        draw_beam(&pale, &l, 5 * (TTI_ONE - part), TTI_ONE, color[1]);
    }
    draw_laser_end(&pale, m, &l, color);
}
