/* SPDX-License-Identifier: MIT
 *
 * The order of drawing.
 *
 * Painters paint the list from its beginning, so what comes later is above. Each part adds to the
 * list and knows nothing of the others.
 */
#include "draw/ground.h"
#include "draw/ground_size.h"

/* Options of a caller that has none: the background alone. */
static const tt_draw_options nothing = {.focus = -1};

/* The world: everything that moves with the camera. The order is the game's: hooks under all tees,
 * the part of the map that is in front over tees, so that grass covers their feet, explosions over
 * that, and names over explosions. */
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
        tti_draw_tees(pen, m);
    }
    tti_ground_after(pen, m, ground);
    if ((show & TT_DRAW_EFFECTS) != 0) {
        tti_draw_events(pen, m, 0);
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

size_t tti_ground_size(const tt_scene *scene, int64_t time, const tt_camera *camera,
                       const tt_draw_map *map, const tt_draw_options *options)
{
    const tti_parallax world = {0, 0, 100, 100};
    tt_camera c = tti_camera_of(camera);
    tt_shapes none = {.shape_cap = 0}; /* it counts all the same */
    tti_pen pen = {.list = &none, .view = tti_view_of(&c, &world), .alpha = 255};
    tti_ground ground = {map, &c};
    tti_moment m;
    tti_moment_init(&m, scene, time, options, map != NULL ? map->game : NULL);
    tti_ground_before(&pen, &m, &ground);
    return none.shape_count;
}

/* The moment is about 14 KiB on the stack. Whether it all fitted is asked once at the end: the
 * counts go on without room, and say then what it takes. */
tt_status tt_draw(tt_shapes *list, const tt_scene *scene, int64_t time, const tt_camera *camera,
                  const tt_draw_map *map, const tt_draw_options *options)
{
    const tti_parallax world = {0, 0, 100, 100};
    tt_camera c = tti_camera_of(camera);
    tti_pen pen = {.list = list, .view = tti_view_of(&c, &world), .alpha = 255};
    tti_ground ground = {map, &c};
    tti_moment m;
    list->shape_count = list->point_count = list->text_count = 0;
    tti_moment_init(&m, scene, time, options != NULL ? options : &nothing,
                    map != NULL ? map->game : NULL);
    draw_world(&pen, &m, &ground);
    tti_draw_hud(&pen, &m, &c);
    int fits = list->shape_count <= list->shape_cap && list->point_count <= list->point_cap &&
               list->text_count <= list->text_cap;
    return fits ? TT_OK : TT_ERR_SPACE;
}
