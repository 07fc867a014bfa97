/* SPDX-License-Identifier: MIT
 *
 * Draws ghosts: pale tees of other recordings, and how far each is ahead or late. names.c draws
 * their names.
 */
#include "draw/parts.h"
#include "draw/pen.h"

#define PALE 110 /* alpha of a ghost, 0 to 255 */

void tti_draw_ghosts(tti_pen *pen, const tti_moment *m)
{
    tti_look look = tti_look_named(m, "default");
    tti_pen pale = *pen;
    pale.alpha = PALE;
    for (size_t i = 0; i < m->options->ghost_count; i++) {
        const tt_draw_ghost *ghost = &m->options->ghosts[i];
        tti_body body = {.look = &look,
                         .pose = tti_pose_idle(),
                         .at = {ghost->x, ghost->y},
                         .size = TTI_TEE_SIZE,
                         .aim = tti_turn_right()};
        if (tti_view_has(&pen->view, body.at, 300 * TTI_ONE)) {
            tti_body_paint(&pale, &body);
        }
    }
}

/* Draws the gap of each ghost. A ghost that is ahead is red, and a ghost that is late is green,
 * like the game's own differences. */
void tti_draw_ghost_gaps(tti_pen *screen, const tti_moment *m)
{
    tti_fix y = 48 * TTI_ONE;
    for (size_t i = 0; i < m->options->ghost_count; i++) {
        const tt_draw_ghost *ghost = &m->options->ghosts[i];
        tti_words w = {.size = 0};
        if (!ghost->has_gap) {
            continue;
        }
        int64_t ms = (ghost->gap < 0 ? -(int64_t)ghost->gap : ghost->gap) * 20;
        tti_words_add(&w, ghost->name);
        tti_words_add(&w, ghost->gap < 0 ? " -" : " +");
        tti_words_ms(&w, ms);
        tti_text text = {.at = {screen->view.width / 2, y},
                         .height = 8 * TTI_ONE,
                         .utf8 = tti_pen_keep(screen, tti_words_of(&w)),
                         .color = ghost->gap > 0 ? TTI_RGB(0xff8080) : TTI_RGB(0x80ff80),
                         .outline = TTI_RGBA(0, 77),
                         .align = TT_ALIGN_CENTER};
        tti_pen_text(screen, &text);
        y += 10 * TTI_ONE;
    }
}
