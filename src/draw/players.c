/* SPDX-License-Identifier: MIT
 *
 * Draws all tees with the alpha of the tee: hooks, bodies, emoticons and bars. names.c draws the
 * names.
 */
#include "draw/parts.h"
#include "draw/pen.h"

/* Returns true when the tee is drawn as a ninja. A frozen tee has the skin of a ninja, as in the
 * game. */
static bool is_ninja(const tti_moment_tee *tee)
{
    return tee->is_frozen || tee->is_ninja;
}

/* Draws all hooks. They come before all tees, so that a chain is never over a face. */
void tti_draw_hooks(tti_pen *pen, const tti_moment *m)
{
    for (int32_t n = 0; n < TT_CIDS; n++) {
        const tti_moment_tee *tee = &m->tee[tti_moment_nth(m, n)];
        if (tee->is_there && tee->hooks) {
            tti_look look = tti_look_of(m, tti_moment_nth(m, n), is_ninja(tee));
            tti_hook_paint(pen, m, tee, &look);
        }
    }
}

/* Draws the marks of paused players: a SpecChar shows what such a player sees. A mark is an image,
 * or a pale body without images. */
void tti_draw_watchers(tti_pen *pen, const tti_moment *m)
{
    tti_look look = tti_look_named(m, "x_spec");
    for (uint32_t i = 0; i < m->now->snap.count; i++) {
        if (m->now->kind[i] != TT_OBJ_SPEC_CHAR) {
            continue;
        }
        struct tt_obj_spec_char mark;
        tt_snap_item item = tt_snap_item_at(&m->now->snap, i);
        tt_obj_unpack(&mark, TT_OBJ_SPEC_CHAR, item.data, item.size);
        tti_tee_body body = {.look = &look,
                             .pose = tti_pose_idle(),
                             .at = tti_vec_of(mark.x, mark.y),
                             .size = TTI_TEE_SIZE,
                             .aim = tti_turn_right(),
                             .emote = TT_EMOTE_BLINK,
                             .has_no_feet = look.art == TTI_ART_RULE};
        tti_pen pale = *pen;
        pale.alpha = look.art == TTI_ART_RULE ? 102 : pen->alpha;
        tti_body_paint(&pale, &body);
    }
}

#define EMOTICONS 16 /* number of emoticons in all versions */

static const char *const sign[EMOTICONS] = {
    "oops", "!",  "\xe2\x99\xa5", "'",   "\xe2\x80\xa6", "\xe2\x99\xaa", ":(",  "boo",
    "yum",  ":D", ">:)",          "omg", "zzz",          "wtf",          "o_o", "?",
};

/* Draws an emoticon. `w` and `h` are the size of the game's image. The bubble without images is
 * smaller, because the image has margins. `h` grows from 0 while an emoticon appears. A bubble
 * below two units is left out. */
static void draw_emoticon(tti_pen *pen, const tti_moment *m, int32_t emoticon, tti_vec at,
                          tti_fix w, tti_fix h, tt_turn turn)
{
    if (emoticon < 0 || emoticon >= EMOTICONS) {
        return;
    }
    if (tti_has_art(m, TT_IMAGE_EMOTICONS)) {
        tti_cell cell = {TT_IMAGE_EMOTICONS,      4, 4, (uint8_t)(emoticon % 4),
                         (uint8_t)(emoticon / 4), 1, 1};
        tti_sprite s = tti_sprite_of(at, w, h, turn, TTI_WHITE);
        tti_pen_sprite(pen, &cell, &s);
        return;
    }
    tti_vec half = {20 * w / 64, 16 * h / 64};
    if (half.y < TTI_ONE || !tti_view_has(&pen->view, at, w)) {
        return;
    }
    tti_fix radius = half.y / 2;
    tti_pen_box(pen, (tti_vec){at.x - half.x - TTI_ONE, at.y - half.y - TTI_ONE},
                (tti_vec){at.x + half.x + TTI_ONE, at.y + half.y + TTI_ONE}, radius, TTI_INK);
    tti_pen_box(pen, tti_vec_sub(at, half), tti_vec_add(at, half), radius, TTI_WHITE);
    tti_label text = {.at = {at.x, at.y - half.y * 3 / 4},
                      .height = half.y * 3 / 2,
                      .utf8 = tt_bytes_of(sign[emoticon]),
                      .color = TTI_INK,
                      .width = half.x * 2,
                      .align = TT_ALIGN_CENTER};
    tti_pen_text(pen, &text);
}

/* Draws the emoticon of a client. It appears within five ticks, wobbles for ten, and fades in the
 * last ten of its two seconds. */
static void paint_emoticon(tti_pen *pen, const tti_moment *m, int32_t cid)
{
    const tt_scene_player *p = &m->scene->player[cid];
    const tti_moment_tee *tee = &m->tee[cid];
    tti_fix ticks = m->time - p->emoticon_tick * TTI_ONE;
    if (p->emoticon < 0 || ticks < 0 || ticks >= 100 * TTI_ONE) {
        return;
    }
    tti_fix out = tti_clamp(ticks / 5, 0, TTI_ONE);
    /* the angle is sin(k / 2) after k ticks */
    tti_fix wobble = ticks < 10 * TTI_ONE
                         ? tti_turn_of(tti_angle_of_256th((int32_t)(ticks * 128 / TTI_ONE))).sin
                         : 0;
    tt_turn turn = tti_turn_of((tti_angle)(wobble * (0x100000000 / 12 / TTI_ONE)));
    tti_vec at = {tee->at.x, tee->at.y - 23 * TTI_ONE - 32 * out};
    tti_pen faded = *pen;
    tti_fix left = 100 * TTI_ONE - ticks;
    faded.alpha = left < 10 * TTI_ONE ? (uint32_t)(pen->alpha * left / (10 * TTI_ONE)) : pen->alpha;
    draw_emoticon(&faded, m, p->emoticon, at, 64 * TTI_ONE, 64 * out, turn);
}

static void paint_state(tti_pen *pen, const tti_moment *m, const tti_moment_tee *tee)
{
    enum { DOTS = 4, ZZZ = 12 };
    bool sleeps = (tee->away & TT_DDNET_PLAYER_AFK) != 0;
    if (sleeps || tee->chats) {
        tti_vec at = {tee->at.x + 24 * TTI_ONE, tee->at.y - 40 * TTI_ONE};
        draw_emoticon(pen, m, sleeps ? ZZZ : DOTS, at, 64 * TTI_ONE, 64 * TTI_ONE,
                      tti_turn_right());
    }
}

/* Draws a tee. The weapon comes first, so that a tee that looks up hides half of it. */
static void paint_tee(tti_pen *pen, const tti_moment *m, int32_t cid)
{
    const tti_moment_tee *tee = &m->tee[cid];
    tti_look look = tti_look_of(m, cid, is_ninja(tee));
    tti_pen pale = *pen;
    tti_tee_body body = {.look = &look,
                         .pose = tti_pose_of(m, tee),
                         .at = tee->at,
                         .size = TTI_TEE_SIZE,
                         .aim = tee->aim,
                         .emote = tee->emote,
                         .is_tired = (tee->jumped & TT_JUMPED_AIR_JUMP_USED) != 0};
    pale.alpha = pen->alpha * tee->alpha / 255;
    tti_weapon_hold(&pale, m, tee, &look, body.pose.sits);
    tti_body_paint(&pale, &body);
    if ((m->options->show & TT_DRAW_EMOTICONS) != 0) {
        paint_state(&pale, m, tee);
        paint_emoticon(&pale, m, cid);
    }
}

/* Draws all tees. A tee with its weapon and emoticon takes less than 160 units. */
void tti_draw_tees(tti_pen *pen, const tti_moment *m)
{
    for (int32_t n = 0; n < TT_CIDS; n++) {
        const tti_moment_tee *tee = &m->tee[tti_moment_nth(m, n)];
        if (tee->is_there && tti_view_has(&pen->view, tee->at, 160 * TTI_ONE)) {
            paint_tee(pen, m, tti_moment_nth(m, n));
        }
    }
}

/* Draws the bars of frozen tees. Clients show no bar while the tee is in a freeze tile, which
 * restarts freezing all the time, and none for deep freeze, which has no end. A bar shorter than
 * its round ends is left out. */
void tti_draw_freeze_bars(tti_pen *pen, const tti_moment *m)
{
    tti_pen derived = *pen;
    derived.flags |= m->mark;
    for (int32_t n = 0; n < TT_CIDS; n++) {
        const tti_moment_tee *tee = &m->tee[tti_moment_nth(m, n)];
        bool is_timed = tee->freeze_start > 0 && tee->freeze_end > tee->freeze_start;
        if (!tee->is_there || !is_timed || (tee->flags & TT_DDNET_CHARACTER_IN_FREEZE) != 0 ||
            !tti_view_has(&pen->view, tee->at, 80 * TTI_ONE)) {
            continue;
        }
        tti_fix gone = (m->time - tee->freeze_start * TTI_ONE) /
                       ((int64_t)tee->freeze_end - tee->freeze_start);
        tti_fix full = TTI_ONE - tti_clamp(gone, 0, TTI_ONE);
        tti_vec from = {tee->at.x - 22 * TTI_ONE, tee->at.y + 36 * TTI_ONE + TTI_ONE / 2};
        tti_vec to = {from.x + 44 * TTI_ONE, from.y + 7 * TTI_ONE};
        tti_pen_box(&derived, from, to, TTI_FIX(3.5), TTI_RGBA(0, 128));
        to.x = from.x + 44 * full;
        if (full >= TTI_FIX(.16)) {
            tti_pen_box(&derived, from, to, TTI_FIX(3.5), TTI_RGB(0x3aa0d8));
        }
    }
}

void tti_draw_small_tee(tti_pen *pen, const tti_moment *m, int32_t cid, tti_vec at, tti_fix size,
                        int32_t emote, bool looks_left)
{
    tti_look look = tti_look_of(m, cid, 0);
    tti_tee_body body = {.look = &look,
                         .pose = tti_pose_idle(),
                         .at = at,
                         .size = size,
                         .aim = {looks_left ? -TT_SHAPE_ONE : TT_SHAPE_ONE, 0},
                         .emote = emote};
    tti_body_paint(pen, &body);
}
