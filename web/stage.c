/* SPDX-License-Identifier: MIT
 *
 * Makes vertices and commands of a moment of the scene, for painter.js.
 */
#include "web/stage.h"

#include "draw/ground_size.h"
#include "paint/memory.h"

/* Most tiles in a thousand whose image may be missing. With more, the tiles are drawn by their
 * meaning. */
#define LACKS_MAX 100

static tt_shapes shapes;
static unsigned lacks;
static tt_draw_options art;

static bool grow(tt_shapes *list)
{
    void *s =
        tti_paint_grow(list->shapes, &list->shape_cap, list->shape_count, sizeof *list->shapes);
    void *p =
        tti_paint_grow(list->points, &list->point_cap, list->point_count, sizeof *list->points);
    void *t = tti_paint_grow(list->text, &list->text_cap, list->text_count, 1);
    list->shapes = s != NULL ? s : list->shapes;
    list->points = p != NULL ? p : list->points;
    list->text = t != NULL ? t : list->text;
    return s != NULL && p != NULL && t != NULL;
}

/* Counts the tiles whose image is missing. Call it after images were added or removed. */
CORE_EXPORT void stage_count_missing(void)
{
    lacks = stage_map_lacks();
}

/* Sets which images exist. `kinds` is a sum of 1 << tt_image_kind. `names` must remain valid: names
 * of skins, then of skin parts with the part's digit in front, each with its NUL. */
CORE_EXPORT bool stage_art(unsigned kinds, const char *names, size_t skins, size_t parts)
{
    const char **skin = core_take((skins + 1) * sizeof *skin);
    tt_draw_part *part = core_take((parts + 1) * sizeof *part);
    if (skin == NULL || part == NULL) {
        return false;
    }
    for (size_t i = 0; i < skins + parts; i++) {
        if (i < skins) {
            skin[i] = names;
        } else {
            part[i - skins] = (tt_draw_part){names + 1, (uint8_t)(names[0] - '0')};
        }
        while (*names++ != '\0') {
        }
    }
    art = (tt_draw_options){
        .art = kinds, .skins = skin, .skin_count = skins, .parts = part, .part_count = parts};
    return true;
}

static void reverse(tt_shape *from, tt_shape *to)
{
    while (from < to) {
        tt_shape kept = *from;
        *from++ = *--to;
        *to = kept;
    }
}

/* Moves the shapes from `second` on before those from `first` on. Both groups keep their order.
 * Shapes do not refer to each other by index. */
static void bring_before(size_t first, size_t second)
{
    tt_shape *all = shapes.shapes, *end = all + shapes.shape_count;
    reverse(all + first, all + second);
    reverse(all + second, end);
    reverse(all + first, end);
}

/* Paths are drawn below tees and names. */
static tt_status draw_with_paths(const tt_scene *scene, int64_t time, const tt_camera *camera,
                                 const tt_draw_options *how, int paths, int32_t only)
{
    shapes.shape_count = shapes.point_count = shapes.text_count = 0;
    tt_status status = tt_draw(&shapes, scene, time, camera, stage_map(), how);
    if (paths < 0) {
        return status;
    }
    size_t count = shapes.shape_count;
    status = stage_paths_draw(&shapes, camera, paths, only);
    if (status == TT_OK) {
        bring_before(tti_ground_size(scene, time, camera, stage_map(), how), count);
    }
    return status;
}

/* Draws the picture. x and y are in world units, `time` is a tick. `paths` is a tt_paths_by or -1;
 * `only` is the session whose path is drawn, or -1 for all. Returns false when there is no
 * picture. */
CORE_EXPORT bool stage_draw(double time, double x, double y, double zoom, int32_t width,
                            int32_t height, unsigned show, int32_t focus, unsigned rules, int paths,
                            int32_t only)
{
    const tt_camera camera = {(int64_t)(x * TT_SCENE_ONE), (int64_t)(y * TT_SCENE_ONE),
                              (int32_t)(zoom * TT_SCENE_ONE), width, height};
    const tt_scene *scene = play_scene();
    tt_draw_options how = art;
    how.show = show;
    how.focus = focus;
    how.rules = (uint8_t)(lacks > LACKS_MAX ? 255 : rules);
    how.ghosts = ghosts_at((int64_t)(time * TT_SCENE_ONE), &how.ghost_count);
    how.art |= stage_map_image_count() > 0 ? 1u << TT_IMAGE_MAP : 0;
    tt_status status;
    do {
        status = draw_with_paths(scene, (int64_t)(time * TT_SCENE_ONE), &camera, &how, paths, only);
    } while (status == TT_ERR_SPACE && grow(&shapes));
    if (status != TT_OK) {
        return false;
    }
    tt_io_source source = stage_source();
    int good = stage_list_make(shapes.shapes, shapes.shape_count, width, height, &source) ||
               stage_list_make(shapes.shapes, shapes.shape_count, width, height, &source);
    return good && !stage_list.failed;
}

CORE_EXPORT int32_t stage_view_cid(double time)
{
    return tt_scene_view(play_scene(), (int64_t)(time * TT_SCENE_ONE));
}

CORE_EXPORT const struct stage_vertex *stage_vertices(void)
{
    return stage_list.vertices;
}

CORE_EXPORT size_t stage_vertices_size(void)
{
    return stage_list.vertex_count * sizeof *stage_list.vertices;
}

CORE_EXPORT const struct stage_command *stage_commands(void)
{
    return stage_list.commands + stage_list.seen_from;
}

CORE_EXPORT size_t stage_command_count(void)
{
    return stage_list.command_count - stage_list.seen_from;
}

/* Returns the part of the world in the picture: left, top, width, height in world units. */
CORE_EXPORT const double *stage_view(double x, double y, double zoom, int32_t width, int32_t height)
{
    static double words[4];
    const tt_camera camera = {(int64_t)(x * TT_SCENE_ONE), (int64_t)(y * TT_SCENE_ONE),
                              (int32_t)(zoom * TT_SCENE_ONE), width, height};
    tt_camera_view view = tt_camera_view_of(&camera);
    words[0] = (double)view.left / TT_SCENE_ONE;
    words[1] = (double)view.top / TT_SCENE_ONE;
    words[2] = (double)view.width / TT_SCENE_ONE;
    words[3] = (double)view.height / TT_SCENE_ONE;
    return words;
}

/* Returns the size of the map in tiles, 0 without a map. */
CORE_EXPORT int32_t stage_map_width(void)
{
    return stage_map() != NULL ? stage_map()->game->width : 0;
}

CORE_EXPORT int32_t stage_map_height(void)
{
    return stage_map() != NULL ? stage_map()->game->height : 0;
}
