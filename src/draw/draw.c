/* SPDX-License-Identifier: MIT
 *
 * The order of drawing.
 */
#include "draw/pen.h"

tt_status tt_draw(tt_shapes *list, const tt_scene *scene, int64_t time, const tt_camera *camera,
                  const tt_draw_map *map, const tt_draw_options *options)
{
    tt_camera c = tti_camera_of(camera);
    const tti_parallax world = {0, 0, 100, 100};
    tti_pen pen = {.list = list, .view = tti_view_of(&c, &world), .alpha = 255};
    list->shape_count = list->point_count = list->text_count = 0;
    (void)scene;
    (void)time;
    (void)map;
    (void)options;
    tti_pen_gradient(&pen, TTI_RGB(0x808080), TTI_RGB(0x808080));
    return list->shape_count <= list->shape_cap && list->point_count <= list->point_cap &&
                   list->text_count <= list->text_cap
               ? TT_OK
               : TT_ERR_SPACE;
}
