/* SPDX-License-Identifier: MIT
 *
 * Draws explosions, hits and deaths, in a simpler form than the game.
 *
 * Each particle is computed from the time since its event and from a hash, so a picture of any tick
 * needs no earlier ticks. Units and seconds are used. Sizes and colours are those of the game,
 * which has more particles.
 */
#include "draw/parts.h"
#include "draw/pen.h"

#define GRAVITY 800 /* units a second, per second */

/* A group of particles that fly off. A particle has between half and all of `speed` and
 * `seconds`. */
typedef struct fling {
    uint32_t count;
    tti_fix speed, seconds, radius; /* units a second; longest life; radius at first */
    bool upwards;                   /* the particles fly upwards, within a fan */
} fling;

static tti_angle some_angle(const tti_scene_event *e, uint32_t k)
{
    return tti_hash(e->tick, e->id, k);
}

static tti_fix some_part(const tti_scene_event *e, uint32_t k)
{
    return tti_hash(e->tick, e->id, k + 1000) >> 16;
}

static void paint_fling(tti_pen *pen, const tti_scene_event *e, const fling *f, tti_fix since,
                        const tt_rgba *colors, uint32_t color_count)
{
    for (uint32_t i = 0; i < f->count; i++) {
        tti_fix life = f->seconds / 2 + tti_mul(f->seconds / 2, some_part(e, i));
        tti_angle angle = f->upwards ? TTI_TURNS(.55) + some_angle(e, i) / 5 * 2 : some_angle(e, i);
        if (since >= life) {
            continue;
        }
        tti_fix speed = f->speed / 2 + tti_mul(f->speed / 2, some_part(e, i + 500));
        tti_vec at = tti_vec_add(tti_vec_of(e->x, e->y),
                                 tti_vec_along(tti_turn_of(angle), tti_mul(speed, since)));
        at.y += tti_mul(since, since) * GRAVITY / 2;
        tti_fix left = (life - since) * TTI_ONE / life;
        tti_pen_disc(pen, at, tti_mul(f->radius, left), colors[i % color_count]);
    }
}

static void paint_star(tti_pen *pen, tti_vec at, unsigned rays, tti_fix radius, tti_angle turn,
                       tt_rgba color)
{
    enum { RAYS_MAX = 8 };
    tti_vec points[2 * RAYS_MAX];
    for (unsigned i = 0; i < 2 * rays; i++) {
        tti_fix r = i % 2 == 0 ? radius : radius * 2 / 5;
        tt_turn way = tti_turn_of(turn + (uint32_t)i * (0xffffffffu / (2 * rays)));
        points[i] = tti_vec_add(at, tti_vec_along(way, r));
    }
    tti_pen_polygon(pen, points, 2 * rays, color);
}

/* Draws smoke that flies apart and slows down, and over it a disc that shrinks. */
static void explosion(tti_pen *pen, const tti_moment *m, const tti_scene_event *e, tti_fix since)
{
    static const tti_cell cell = {TT_IMAGE_PARTICLES, 8, 8, 0, 4, 4, 4};
    static const tti_cell smoke = {TT_IMAGE_PARTICLES, 8, 8, 0, 1, 1, 1};
    tti_fix part = since * 5 / 2; /* an explosion lasts 0.4 s */
    tti_vec at = tti_vec_of(e->x, e->y);
    bool has_art = tti_has_art(m, TT_IMAGE_PARTICLES);
    for (uint32_t i = 0; i < 8 && part < TTI_ONE; i++) {
        tti_fix way = 60 * (2 * TTI_ONE - tti_mul(TTI_ONE - part, TTI_ONE - part) * 2) / 2;
        tti_vec puff = tti_vec_add(at, tti_vec_along(tti_turn_of(some_angle(e, i)), way));
        tt_rgba grey = TTI_RGBA(0x9a9a9a, 120 * (TTI_ONE - part) / TTI_ONE);
        tti_sprite s = tti_sprite_of(puff, 36 * TTI_ONE, 36 * TTI_ONE,
                                     tti_turn_of(some_angle(e, i + 20)), grey);
        if (has_art) {
            tti_pen_sprite(pen, &smoke, &s);
        } else {
            tti_pen_disc(pen, puff, 18 * TTI_ONE, grey);
        }
    }
    if (part < TTI_ONE && has_art) {
        tti_fix side = 150 * (TTI_ONE - part);
        tti_sprite s = tti_sprite_of(at, side, side, tti_turn_of(some_angle(e, 9)), TTI_WHITE);
        tti_pen_sprite(pen, &cell, &s);
    } else if (part < TTI_ONE) {
        tti_fix radius = 75 * (TTI_ONE - part);
        tti_pen_disc(pen, at, radius, tti_rgba_mix(TTI_RGB(0xffb347), TTI_RGB(0x7a3b10), part));
        tti_pen_disc(pen, at, radius * 3 / 5,
                     tti_rgba_mix(TTI_RGB(0xfff0c0), TTI_RGB(0xc06a20), part));
    }
}

static void hammer_hit(tti_pen *pen, const tti_moment *m, const tti_scene_event *e, tti_fix since)
{
    static const tti_cell cell = {TT_IMAGE_PARTICLES, 8, 8, 4, 1, 2, 2};
    tti_fix part = since * 10 / 3; /* the effect lasts 0.3 s */
    tti_vec at = tti_vec_of(e->x, e->y);
    if (part >= TTI_ONE) {
        return;
    }
    if (tti_has_art(m, TT_IMAGE_PARTICLES)) {
        tti_fix side = 120 * (TTI_ONE - part);
        tti_sprite s = tti_sprite_of(at, side, side, tti_turn_of(some_angle(e, 0)), TTI_WHITE);
        tti_pen_sprite(pen, &cell, &s);
    } else {
        paint_star(pen, at, 8, 60 * (TTI_ONE - part), some_angle(e, 0), TTI_WHITE);
    }
}

static void draw_spawn(tti_pen *pen, const tti_scene_event *e, tti_fix since)
{
    enum { SIDES = 24 };
    tti_vec points[SIDES + 1];
    tti_fix part = since * 2; /* the effect lasts 0.5 s */
    if (part >= TTI_ONE) {
        return;
    }
    for (uint32_t i = 0; i <= SIDES; i++) {
        tt_turn turn = tti_turn_of(i * (0xffffffffu / SIDES));
        points[i] =
            tti_vec_add(tti_vec_of(e->x, e->y), tti_vec_along(turn, 10 * TTI_ONE + 70 * part));
    }
    tti_pen_line(pen, points, SIDES + 1, 5 * TTI_ONE,
                 TTI_RGBA(0xb550cb, 255 * (TTI_ONE - part) / TTI_ONE));
}

/* Draws stars that fly off against the blow, ten degrees apart. 0.6 has an event for each star, 0.7
 * has one for all of them, with `amount`. */
static void draw_damage(tti_pen *pen, const tti_moment *m, const tti_scene_event *e, tti_fix since)
{
    static const tti_cell cell = TTI_GAME(15, 0, 2, 2);
    tti_fix way = tti_clamp(since * 20 / 3, 0, TTI_ONE); /* the stars fly for 0.15 s */
    tti_fix left = TTI_FIX(.75) - since;
    if (left <= 0) {
        return;
    }
    for (int32_t i = 0; i < e->amount; i++) {
        tti_angle angle = tti_angle_of_256th(e->value) + TTI_TURNS(.5) +
                          (tti_angle)((i - e->amount / 2) * INT32_C(119304647));
        tti_vec at =
            tti_vec_add(tti_vec_of(e->x, e->y), tti_vec_along(tti_turn_of(angle), 75 * way));
        tt_rgba color = TTI_RGBA(0xffffff, tti_clamp(left * 1020 / TTI_ONE, 0, 255));
        tti_sprite s = tti_sprite_of(at, TTI_FIX(33.9), TTI_FIX(33.9),
                                     tti_turn_of(angle + (tti_angle)(way << 15)), color);
        if (tti_has_art(m, TT_IMAGE_GAME)) {
            tti_pen_sprite(pen, &cell, &s);
        } else {
            paint_star(pen, at, 5, 14 * TTI_ONE, angle, TTI_RGBA(0xffd43b, color.a));
        }
    }
}

static void draw_death(tti_pen *pen, const tti_moment *m, const tti_scene_event *e, tti_fix since)
{
    static const fling splats = {12, 500 * TTI_ONE, TTI_FIX(.6), 7 * TTI_ONE, 0};
    bool is_known = e->value >= 0 && e->value < TT_CIDS;
    tt_rgba color = is_known ? tti_look_body(m, e->value) : TTI_RGB(0xc4a464);
    paint_fling(pen, e, &splats, since, &color, 1);
}

static void confetti(tti_pen *pen, const tti_scene_event *e, tti_fix since)
{
    static const fling paper = {24, 700 * TTI_ONE, TTI_FIX(1.2), 6 * TTI_ONE, 1};
    const tt_rgba colors[5] = {TTI_RGB(0xff6b6b), TTI_RGB(0xffd43b), TTI_RGB(0x69db7c),
                               TTI_RGB(0x4dabf7), TTI_RGB(0xda77f2)};
    paint_fling(pen, e, &paper, since, colors, 5);
}

/* Draws an event that may be seen: none lasts two seconds or reaches 800 units on an axis. An event
 * of the later snapshot may not have begun. Explosions and hits are under the names, all others
 * above. */
static void paint_event(tti_pen *pen, const tti_moment *m, const tti_scene_event *e, bool is_above)
{
    tti_fix since = tti_moment_since(m, e->tick);
    bool is_under = e->kind == TT_OBJ_EXPLOSION || e->kind == TT_OBJ_HAMMER_HIT;
    if (is_under == is_above || since < 0 || since > 2 * TTI_ONE ||
        !tti_view_has(&pen->view, tti_vec_of(e->x, e->y), 800 * TTI_ONE)) {
        return;
    }
    switch (e->kind) {
    case TT_OBJ_EXPLOSION:
        explosion(pen, m, e, since);
        break;
    case TT_OBJ_HAMMER_HIT:
        hammer_hit(pen, m, e, since);
        break;
    case TT_OBJ_SPAWN:
        draw_spawn(pen, e, since);
        break;
    case TT_OBJ_DEATH:
        draw_death(pen, m, e, since);
        break;
    case TT_OBJ_DAMAGE_IND:
        draw_damage(pen, m, e, since);
        break;
    default:
        confetti(pen, e, since);
        break;
    }
}

void tti_draw_events(tti_pen *pen, const tti_moment *m, bool is_above)
{
    uint32_t count = m->scene->events < TTI_SCENE_EVENTS ? m->scene->events : TTI_SCENE_EVENTS;
    tti_pen derived = *pen;
    derived.flags |= m->mark;
    for (uint32_t i = m->scene->events - count; i != m->scene->events && m->derives; i++) {
        paint_event(&derived, m, &m->scene->event[i % TTI_SCENE_EVENTS], is_above);
    }
}

/* Draws snow that falls from frozen tees: five flakes a second, each for a second. */
void tti_draw_flakes(tti_pen *pen, const tti_moment *m)
{
    static const tti_cell cell = {TT_IMAGE_EXTRAS, 16, 16, 0, 0, 2, 2};
    enum { APART = 10, FLAKES = 5 };
    tti_pen derived = *pen;
    derived.flags |= m->mark;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tti_moment_tee *tee = &m->tee[cid];
        if (!tee->is_there || !tee->flakes || !tti_view_has(&pen->view, tee->at, 120 * TTI_ONE)) {
            continue;
        }
        for (int32_t i = 0; i < FLAKES; i++) {
            int32_t born = m->tick - m->tick % APART - i * APART;
            tti_fix part = (m->time - born * TTI_ONE) / (APART * FLAKES);
            tti_fix x = (tti_fix)(tti_hash(born, cid, 1) >> 16) * 40 - 20 * TTI_ONE;
            tti_vec at = {tee->at.x + x, tee->at.y + 10 * TTI_ONE + 40 * part};
            int64_t alpha = 220 * (TTI_ONE - tti_clamp(part, 0, TTI_ONE)) / TTI_ONE;
            tti_sprite s =
                tti_sprite_of(at, 16 * TTI_ONE, 16 * TTI_ONE, tti_turn_of(tti_hash(born, cid, 2)),
                              TTI_RGBA(0xffffff, alpha));
            if (tti_has_art(m, TT_IMAGE_EXTRAS)) {
                tti_pen_sprite(&derived, &cell, &s);
            } else {
                tti_pen_disc(&derived, at, TTI_FIX(2.5), s.color);
            }
        }
    }
}
