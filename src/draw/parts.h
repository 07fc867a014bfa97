/* SPDX-License-Identifier: MIT
 *
 * What is drawn one after the other: see draw.c.
 */
#ifndef TTI_DRAW_PARTS_H
#define TTI_DRAW_PARTS_H

#include "draw/weapon.h"

/* Of all tees, whom one looks at last. */
void tti_draw_hooks(tti_pen *pen, const tti_moment *m);
void tti_draw_watchers(tti_pen *pen, const tti_moment *m);
void tti_draw_tees(tti_pen *pen, const tti_moment *m);
void tti_draw_names(tti_pen *pen, const tti_moment *m);
void tti_draw_freeze_bars(tti_pen *pen, const tti_moment *m);

/* What lies and flies in the world. */
void tti_draw_items(tti_pen *pen, const tti_moment *m);
void tti_draw_flags(tti_pen *pen, const tti_moment *m);
void tti_draw_projectile(tti_pen *pen, const tti_moment *m, const tt_snap_item *item,
                         tt_obj_kind kind);
void tti_draw_laser(tti_pen *pen, const tti_moment *m, const tt_snap_item *item, tt_obj_kind kind);

/* What has happened, and what falls from tees: below names, above them. */
void tti_draw_events(tti_pen *pen, const tti_moment *m, int is_above);
void tti_draw_flakes(tti_pen *pen, const tti_moment *m);

/* A picture of an emoticon at a place. */
void tti_draw_emoticon(tti_pen *pen, const tti_moment *m, int32_t emoticon, tti_vec at, tti_fix w,
                       tti_fix h, tt_turn turn);

/* The screen over the world. */
void tti_draw_hud(tti_pen *pen, const tti_moment *m, const tt_camera *camera);
void tti_draw_chat(tti_pen *pen, const tti_moment *m);
void tti_draw_kills(const tti_pen *pen, const tti_moment *m, const tt_camera *camera);
void tti_draw_scoreboard(const tti_pen *pen, const tti_moment *m, const tt_camera *camera);

/* A small tee on the screen that looks to the right, or to the left. */
void tti_draw_small_tee(tti_pen *pen, const tti_moment *m, int32_t cid, tti_vec at, tti_fix size,
                        int32_t emote, int looks_left);

#endif
