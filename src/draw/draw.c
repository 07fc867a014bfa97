/* SPDX-License-Identifier: MIT
 *
 * Makes the list of shapes of a picture. Painters paint the list in its order.
 */
#include "draw/ground_size.h"
#include "draw/parts.h"

static const tt_draw_options nothing = {.focus = -1};

/* Draws the world in the game's order: hooks are under all tees, the front of the map is over tees,
 * explosions are over the front, and names over explosions. */
static void draw_world(tti_pen *pen, const tti_moment *m, const tti_ground *ground)
{
    unsigned show = m->options->show;
    tti_ground_before(pen, m, ground);
    if ((show & TT_DRAW_ITEMS) != 0) {
        tti_draw_items(pen, m);
        tti_draw_flags(pen, m);
    }
    if ((show & TT_DRAW_TEES) != 0) {
        tti_draw_hooks(pen, m);
        tti_draw_watchers(pen, m);
        tti_draw_ghosts(pen, m);
        tti_draw_tees(pen, m);
    }
    tti_ground_after(pen, m, ground);
    if ((show & TT_DRAW_EFFECTS) != 0) {
        tti_draw_events(pen, m, 0);
    }
    if ((show & TT_DRAW_AIM) != 0) {
        tti_draw_aim(pen, m);
    }
    if ((show & TT_DRAW_NAMES) != 0) {
        tti_draw_names(pen, m);
    }
    if ((show & TT_DRAW_EFFECTS) != 0) {
        tti_draw_flakes(pen, m);
        tti_draw_events(pen, m, 1);
    }
    if ((show & TT_DRAW_TEES) != 0) {
        tti_draw_freeze_bars(pen, m);
    }
}

size_t tti_ground_size(const tt_scene *outer, int64_t time, const tt_camera *camera,
                       const tt_draw_map *map, const tt_draw_options *options)
{
    const tti_scene *scene = tti_scene_seen(outer);
    tt_camera c = tti_camera_of(camera);
    tt_shapes none = {.shape_cap = 0}; /* a list without room only counts */
    tti_pen pen = tti_pen_world(&none, camera);
    tti_ground ground = {map, &c};
    tti_moment m;
    tti_moment_init(&m, scene, time, options, map != NULL ? map->game : NULL);
    tti_ground_before(&pen, &m, &ground);
    return none.shape_count;
}

/* Makes the list. The moment takes about 14 KiB of the stack. */
tt_status tt_draw(tt_shapes *list, const tt_scene *outer, int64_t time, const tt_camera *camera,
                  const tt_draw_map *map, const tt_draw_options *options)
{
    const tti_scene *scene = tti_scene_seen(outer);
    tt_camera c = tti_camera_of(camera);
    tti_pen pen = tti_pen_world(list, camera);
    tti_ground ground = {map, &c};
    tti_moment m;
    list->shape_count = list->point_count = list->text_count = 0;
    tti_moment_init(&m, scene, time, options != NULL ? options : &nothing,
                    map != NULL ? map->game : NULL);
    draw_world(&pen, &m, &ground);
    tti_draw_hud(&pen, &m, &c);
    return tti_pen_status(list);
}
