/* SPDX-License-Identifier: MIT
 *
 * Draws ghosts: pale tees of other recordings, and how far each is ahead or late. names.c draws
 * their names.
 */
#include "draw/parts.h"
#include "draw/pen.h"

#define GHOST_ALPHA 110       /* alpha of a ghost, 0 to 255 */
#define NEVER (INT32_MIN / 2) /* tick of the last attack of a tee that shows none */

static tti_moment_tee ghost_tee(const tt_draw_ghost *ghost)
{
    return (tti_moment_tee){.is_there = true,
                            .alpha = 255,
                            .at = {ghost->x, ghost->y},
                            .aim = tti_turn_of(tti_angle_of_256th(ghost->angle)),
                            .vel_x = ghost->vel_x,
                            .vel_y = ghost->vel_y,
                            .weapon = ghost->weapon,
                            .attack_tick = NEVER,
                            .hooks = ghost->hooks,
                            .hook = {ghost->hook_x, ghost->hook_y}};
}

static void paint_ghost(tti_pen *pen, const tti_moment *m, const tt_draw_ghost *ghost)
{
    const tti_moment_tee tee = ghost_tee(ghost);
    tti_look look =
        ghost->player != NULL ? tti_look_player(m, ghost->player) : tti_look_named(m, "default");
    tti_tee_body body = {.look = &look,
                         .pose = tti_pose_of(m, &tee),
                         .at = tee.at,
                         .size = TTI_TEE_SIZE,
                         .aim = tee.aim};
    tti_pen pale = *pen;
    pale.alpha = GHOST_ALPHA;
    tti_hook_paint(&pale, m, &tee, &look);
    tti_weapon_hold(&pale, m, &tee, &look, body.pose.sits);
    tti_body_paint(&pale, &body);
}

/* Draws all ghosts. A hook may reach into the picture from a ghost that is outside of it. */
void tti_draw_ghosts(tti_pen *pen, const tti_moment *m)
{
    for (size_t i = 0; i < m->options->ghost_count; i++) {
        const tt_draw_ghost *ghost = &m->options->ghosts[i];
        tti_vec at = {ghost->x, ghost->y};
        if (tti_view_has(&pen->view, at, 1100 * TTI_ONE)) {
            paint_ghost(pen, m, ghost);
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
        tti_label text = {.at = {screen->view.width / 2, y},
                          .height = 8 * TTI_ONE,
                          .utf8 = tti_pen_keep(screen, tti_words_of(&w)),
                          .color = ghost->gap < 0 ? TTI_RGB(0xff8080) : TTI_RGB(0x80ff80),
                          .outline = TTI_RGBA(0, 77),
                          .align = TT_ALIGN_CENTER};
        tti_pen_text(screen, &text);
        y += 10 * TTI_ONE;
    }
}
