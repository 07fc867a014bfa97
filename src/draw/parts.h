/* SPDX-License-Identifier: MIT
 *
 * The parts of a picture, in the order of draw.c.
 */
#ifndef TTI_DRAW_PARTS_H
#define TTI_DRAW_PARTS_H

#include "draw/tee.h"

/* All tees, the one in focus last. */
void tti_draw_hooks(tti_pen *pen, const tti_moment *m);
void tti_draw_watchers(tti_pen *pen, const tti_moment *m);
void tti_draw_tees(tti_pen *pen, const tti_moment *m);
void tti_draw_names(tti_pen *pen, const tti_moment *m);
void tti_draw_freeze_bars(tti_pen *pen, const tti_moment *m);

void tti_draw_items(tti_pen *pen, const tti_moment *m);
void tti_draw_flags(tti_pen *pen, const tti_moment *m);
void tti_draw_projectile(tti_pen *pen, const tti_moment *m, const tt_snap_item *item,
                         tt_obj_kind kind);
void tti_draw_laser(tti_pen *pen, const tti_moment *m, const tt_snap_item *item, tt_obj_kind kind);

/* Events and flakes, below names or above them. */
void tti_draw_events(tti_pen *pen, const tti_moment *m, int is_above);
void tti_draw_flakes(tti_pen *pen, const tti_moment *m);

void tti_draw_hud(tti_pen *pen, const tti_moment *m, const tt_camera *camera);
void tti_draw_chat(tti_pen *pen, const tti_moment *m);
void tti_draw_kills(const tti_pen *pen, const tti_moment *m, const tt_camera *camera);
void tti_draw_scoreboard(const tti_pen *pen, const tti_moment *m, const tt_camera *camera);

void tti_draw_small_tee(tti_pen *pen, const tti_moment *m, int32_t cid, tti_vec at, tti_fix size,
                        int32_t emote, int looks_left);

/* The camera and the map, which may be NULL. */
typedef struct tti_ground {
    const tt_draw_map *map;
    const tt_camera *camera;
} tti_ground;

/* The background, and the layers before the game layer; then the layers from the game layer on. */
void tti_ground_before(tti_pen *pen, const tti_moment *m, const tti_ground *ground);
void tti_ground_after(tti_pen *pen, const tti_moment *m, const tti_ground *ground);

void tti_design(tti_pen *pen, const tti_moment *m, const tti_ground *ground, int is_after);

tt_shape tti_design_tiles(const tti_pen *pen, tt_rgba color, uint32_t layer);

#endif
