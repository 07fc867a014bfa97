/* SPDX-License-Identifier: MIT
 *
 * Draws kill messages and finishes on a screen 1800 units high. The newest row is the lowest. A row
 * is drawn from right to left, because widths of names differ. The function for a part of a row
 * returns its left end.
 */
#include "draw/parts.h"
#include "draw/pen.h"

/* The height of the screen, in its units. KILL_SHOWN is the time of a row, in ticks times TTI_ONE.
 */
#define KILLS_HEIGHT 1800
#define KILLS_WIDTH 1420 /* width of a row with the widest names, and of a finish */
#define KILL_ROW (46 * TTI_ONE)
#define KILL_FONT (36 * TTI_ONE)
#define KILL_ROWS 5
#define KILL_TEE (48 * TTI_ONE)
#define KILL_SHOWN (10 * TT_TICKS_PER_SECOND * TTI_ONE)

/* Draws a text that ends at `at`. Its width is an estimate, because the painter's font decides. */
static tti_fix put_kill_text(tti_pen *pen, tti_vec at, tt_bytes utf8, tt_rgba color)
{
    tti_label text = {.at = {at.x, at.y - KILL_FONT / 2},
                      .height = KILL_FONT,
                      .utf8 = utf8,
                      .color = color,
                      .outline = TTI_RGBA(0, 77),
                      .align = TT_ALIGN_RIGHT};
    tti_pen_text(pen, &text);
    return at.x - 36 * tti_words_width(utf8);
}

/* Draws a tee, and nothing for a client without a known skin. The victim looks left, towards the
 * weapon. */
static tti_fix put_kill_tee(tti_pen *pen, const tti_moment *m, int32_t cid, tti_vec at,
                            int32_t emote)
{
    if (!m->scene->player[cid].is_known) {
        return at.x;
    }
    tti_draw_small_tee(pen, m, cid, (tti_vec){at.x - KILL_TEE / 2 - 12 * TTI_ONE, at.y}, KILL_TEE,
                       emote, emote == TT_EMOTE_PAIN);
    return at.x - KILL_TEE - 24 * TTI_ONE;
}

static void paint_finish(tti_pen *pen, const tti_moment *m, const tti_scene_kill *kill, tti_vec at)
{
    tti_words w = {.size = 0}, diff = {.size = 0};
    if (kill->diff_ms != 0) {
        tti_words_add(&diff, kill->diff_ms < 0 ? " (-" : " (+");
        tti_words_ms(&diff, kill->diff_ms < 0 ? -(int64_t)kill->diff_ms : kill->diff_ms);
        tti_words_add(&diff, ")");
        at.x = put_kill_text(pen, at, tti_pen_keep(pen, tti_words_of(&diff)),
                             TTI_RGB(kill->diff_ms < 0 ? 0x80ff80 : 0xff8080));
    }
    tti_words_ms(&w, kill->finish_ms);
    at.x = put_kill_text(pen, at, tti_pen_keep(pen, tti_words_of(&w)), TTI_RGB(0xffe066)) -
           20 * TTI_ONE;
    pen->flags |= TT_SHAPE_NAME;
    at.x = put_kill_text(pen, at, tt_bytes_of(kill->victim_name), TTI_WHITE);
    pen->flags &= (uint16_t)~TT_SHAPE_NAME;
    put_kill_tee(pen, m, kill->victim, at, TT_EMOTE_HAPPY);
}

/* Draws a kill. Without a killer the row has no second name and no weapon. */
static void paint_kill(tti_pen *pen, const tti_moment *m, const tti_scene_kill *kill, tti_vec at)
{
    pen->flags |= TT_SHAPE_NAME;
    at.x = put_kill_text(pen, at, tt_bytes_of(kill->victim_name), TTI_WHITE);
    pen->flags &= (uint16_t)~TT_SHAPE_NAME;
    at.x = put_kill_tee(pen, m, kill->victim, at, TT_EMOTE_PAIN);
    if (kill->weapon >= 0) {
        at.x -= 48 * TTI_ONE;
        tti_weapon_paint(pen, m, kill->weapon, at, tti_turn_right(), 0);
        at.x -= 48 * TTI_ONE;
    }
    if (kill->killer >= 0 && kill->killer != kill->victim) {
        at.x = put_kill_tee(pen, m, kill->killer, at, TT_EMOTE_ANGRY);
        pen->flags |= TT_SHAPE_NAME;
        put_kill_text(pen, at, tt_bytes_of(kill->killer_name), TTI_WHITE);
    }
}

/* Draws all rows. The counter may wrap, hence `!=`. */
void tti_draw_kills(const tti_pen *pen, const tti_moment *m, const tt_camera *camera)
{
    const tti_scene *s = m->scene;
    uint32_t count = s->kills < KILL_ROWS ? s->kills : KILL_ROWS;
    tti_view view = tti_view_screen(camera, KILLS_HEIGHT, KILLS_WIDTH);
    tti_vec at = {view.width - 20 * TTI_ONE, 40 * TTI_ONE};
    for (uint32_t i = s->kills - count; i != s->kills; i++) {
        const tti_scene_kill *kill = &s->kill[i % TTI_SCENE_KILLS];
        int64_t since = m->time - kill->tick * TTI_ONE;
        if (since < 0 || since >= KILL_SHOWN) {
            continue;
        }
        tti_pen row = *pen;
        row.view = view;
        if (kill->finish_ms != 0) {
            paint_finish(&row, m, kill, at);
        } else {
            paint_kill(&row, m, kill, at);
        }
        at.y += KILL_ROW;
    }
}
