/* SPDX-License-Identifier: MIT
 *
 * Draws the keys and the speed of the player in focus, at the bottom of the screen, and the line to
 * its cursor.
 */
#include "draw/parts.h"
#include "draw/pen.h"
#include "teetape/input.h"

#define KEY_HEIGHT (14 * TTI_ONE)
#define KEY_WIDTH (28 * TTI_ONE)
#define KEY_GAP (2 * TTI_ONE)
#define KEY_LETTERS (7 * TTI_ONE)
/* Distances of the tops of keys and speed from the lower edge of the screen. */
#define FROM_BELOW (22 * TTI_ONE)
#define SPEED_FROM_BELOW (34 * TTI_ONE)

static const struct {
    tt_key key;
    const char *label;
} shown_keys[] = {{TT_KEY_LEFT, "left"},
                  {TT_KEY_JUMP, "jump"},
                  {TT_KEY_RIGHT, "right"},
                  {TT_KEY_HOOK, "hook"},
                  {TT_KEY_FIRE, "fire"}};

/* The width of the line to the cursor and the radius of the mark there, in the game's units, and
 * the length of the line when only the direction is known. */
#define AIM_WIDTH (2 * TTI_ONE)
#define AIM_MARK (6 * TTI_ONE)
#define AIM_LENGTH (160 * TTI_ONE)

#define SHOWN_KEYS (sizeof shown_keys / sizeof shown_keys[0])

/* Returns the tee in focus, or NULL. */
static const tt_tee_state *focused_tee(const tti_moment *m, const tti_scene_snap *snap)
{
    int32_t cid = m->options->focus;
    return cid >= 0 && cid < TT_CIDS && snap->has_tee[cid] ? &snap->tee[cid] : NULL;
}

tti_fix tti_keys_top(const tti_pen *screen, unsigned show)
{
    return screen->view.height - ((show & TT_DRAW_SPEED) != 0  ? SPEED_FROM_BELOW
                                  : (show & TT_DRAW_KEYS) != 0 ? FROM_BELOW
                                                               : 0);
}

void tti_draw_keys(tti_pen *screen, const tti_moment *m)
{
    const tt_tee_state *tee = focused_tee(m, m->part < TTI_ONE ? m->before : m->now);
    tti_fix top = screen->view.height - FROM_BELOW;
    tti_fix left = (screen->view.width - (tti_fix)SHOWN_KEYS * (KEY_WIDTH + KEY_GAP) + KEY_GAP) / 2;
    for (size_t i = 0; tee != NULL && i < SHOWN_KEYS; i++, left += KEY_WIDTH + KEY_GAP) {
        bool is_down = (tee->keys >> shown_keys[i].key & 1) != 0;
        tti_label text = {.at = {left + KEY_WIDTH / 2, top + (KEY_HEIGHT - KEY_LETTERS) / 2},
                          .height = KEY_LETTERS,
                          .utf8 = tt_bytes_of(shown_keys[i].label),
                          .color = is_down ? TTI_INK : TTI_WHITE,
                          .align = TT_ALIGN_CENTER};
        tti_pen_box(screen, (tti_vec){left, top}, (tti_vec){left + KEY_WIDTH, top + KEY_HEIGHT},
                    2 * TTI_ONE, is_down ? TTI_RGBA(0xffffff, 220) : TTI_RGBA(0, 110));
        tti_pen_text(screen, &text);
    }
}

/* Writes the way between the two snapshots as tiles a second, of 32 units, with one digit after the
 * point. The speed of a tee that has just appeared or has leapt is not known. */
void tti_draw_speed(tti_pen *screen, const tti_moment *m)
{
    const tt_tee_state *is = focused_tee(m, m->now), *was = focused_tee(m, m->before);
    int64_t ticks = (int64_t)m->now->tick - m->before->tick;
    tti_words w = {.size = 0};
    if (is == NULL || was == NULL || ticks <= 0) {
        return;
    }
    tti_vec from = tti_vec_of(was->x, was->y), to = tti_vec_of(is->x, is->y);
    if (tti_moment_leaps(m, from, to)) {
        return;
    }
    tti_fix way = tti_vec_length(tti_vec_sub(to, from));
    int64_t tenths = way * 500 / (32 * TTI_ONE * ticks);
    tti_words_number(&w, tenths / 10);
    tti_words_add(&w, ".");
    tti_words_number(&w, tenths % 10);
    tti_words_add(&w, " tiles/s");
    tti_label text = {.at = {screen->view.width / 2, screen->view.height - SPEED_FROM_BELOW},
                      .height = 9 * TTI_ONE,
                      .utf8 = tti_pen_keep(screen, tti_words_of(&w)),
                      .color = TTI_WHITE,
                      .outline = TTI_RGBA(0, 77),
                      .align = TT_ALIGN_CENTER};
    tti_pen_text(screen, &text);
}

/* Draws the aim. A demo may have only its direction; the line then has no mark. The cursor is that
 * of the later snapshot, as the keys are, unless the moment is before it. */
void tti_draw_aim(tti_pen *pen, const tti_moment *m)
{
    const tt_tee_state *state = focused_tee(m, m->part < TTI_ONE ? m->before : m->now);
    if (state == NULL || !m->tee[m->options->focus].is_there) {
        return;
    }
    const tti_moment_tee *tee = &m->tee[m->options->focus];
    tti_vec way = state->has_target ? tti_vec_of(state->target_x, state->target_y)
                                    : tti_vec_along(tee->aim, AIM_LENGTH);
    tti_vec line[2] = {tee->at, tti_vec_add(tee->at, way)};
    tti_pen_line(pen, line, 2, AIM_WIDTH, TTI_RGBA(0xff4040, 220));
    if (state->has_target) {
        tti_pen_disc(pen, line[1], AIM_MARK, TTI_RGBA(0xff4040, 220));
    }
}
