/* SPDX-License-Identifier: MIT
 *
 * Where players went, over the map: their paths, or how often they were where.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/picture/picture.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "teetape/io/paths.h"

/* World units around what is shown. */
#define MARGIN (8 * 32)

/* Names that a legend has at most; there is no room for more. */
#define NAMES 256

struct way {
    struct picture *p;
    struct reading r;
    tt_io_paths paths;
    tt_io_heat heat;
    tt_path *drawn;
    tt_path_mark *marks;
    tt_legend_line lines[NAMES];
    size_t line_count;
    const tt_scene *scene; /* nobody in it: for the map */
    bool has_center;
};

/* So that all of it is in the picture. */
static void fit(struct way *w, int32_t left, int32_t top, int32_t right, int32_t bottom)
{
    tt_camera *camera = &w->p->camera;
    if (!w->has_center) {
        camera->x = ((int64_t)left + right) * TT_SCENE_ONE / 2;
        camera->y = ((int64_t)top + bottom) * TT_SCENE_ONE / 2;
    }
    if (w->p->own->zoom == NULL) {
        tt_camera at_one = *camera;
        at_one.zoom = TT_SCENE_ONE;
        tt_camera_view view = tt_camera_view_of(&at_one);
        int64_t width = (int64_t)right - left + 2 * MARGIN;
        int64_t height = (int64_t)bottom - top + 2 * MARGIN;
        int64_t wide = width * TT_SCENE_ONE / (view.width / TT_SCENE_ONE);
        int64_t high = height * TT_SCENE_ONE / (view.height / TT_SCENE_ONE);
        int64_t zoom = wide > high ? wide : high;
        camera->zoom = (int32_t)(zoom > TT_CAMERA_ZOOM_MAX ? TT_CAMERA_ZOOM_MAX : zoom);
    }
}

/* Sessions of the same name have one colour and one line. */
static tt_rgba color_of(struct way *w, const tt_io_path *path)
{
    const char *name = path->name[0] != '\0' ? path->name : "(no name known)";
    for (size_t i = 0; i < w->line_count; i++) {
        if (tt_bytes_equal(w->lines[i].text, tt_bytes_of(name))) {
            return w->lines[i].color;
        }
    }
    tt_rgba color = tt_path_color((uint32_t)w->line_count);
    if (w->line_count < NAMES) {
        w->lines[w->line_count++] = (tt_legend_line){tt_bytes_of(name), color};
    }
    return color;
}

static tt_paths_by by_of(const char *text)
{
    return strcmp(text, "speed") == 0  ? TT_PATHS_BY_SPEED
           : strcmp(text, "time") == 0 ? TT_PATHS_BY_TIME
                                       : TT_PATHS_BY_PLAYER;
}

static tt_status draw_map(const struct way *w, tt_shapes *list)
{
    return tt_draw(list, w->scene, 0, &w->p->camera, tt_io_studio_map(w->p->studio), &w->p->how);
}

/* Each call appends, and says whether all of the list fits so far. */
static tt_status draw_paths(void *user, tt_shapes *list)
{
    const struct way *w = user;
    const tt_camera *camera = &w->p->camera;
    const tt_paths_options how = {.by = by_of(w->p->own->paths)};
    (void)draw_map(w, list);
    (void)tt_draw_paths(list, camera, w->drawn, w->paths.count, &how);
    (void)tt_draw_marks(list, camera, w->marks, w->paths.mark_count);
    if (how.by == TT_PATHS_BY_PLAYER) {
        (void)tt_draw_legend(list, camera, w->lines, w->line_count);
    } else if (how.by == TT_PATHS_BY_SPEED) {
        (void)tt_draw_ramp(list, camera, tt_bytes_of("0 tiles/s"), tt_bytes_of("94 tiles/s"));
    } else {
        (void)tt_draw_ramp(list, camera, tt_bytes_of("begin"), tt_bytes_of("end"));
    }
    return tt_draw_scale(list, camera);
}

static tt_status draw_heat(void *user, tt_shapes *list)
{
    const struct way *w = user;
    const tt_camera *camera = &w->p->camera;
    (void)draw_map(w, list);
    (void)tt_draw_heat(list, camera, &w->heat.heat);
    (void)tt_draw_ramp(list, camera, tt_bytes_of("seldom"), tt_bytes_of("often"));
    return tt_draw_scale(list, camera);
}

static void nothing(const struct way *w)
{
    message_say(MESSAGE_ERROR, w->p->job->path, "nothing of it is to be shown");
    w->p->status = EXIT_USAGE;
}

static void show_paths(struct way *w)
{
    const tt_io_paths *paths = &w->paths;
    w->drawn = memory_zeros(w->p->job->path, (paths->count + 1) * sizeof *w->drawn);
    w->marks = memory_zeros(w->p->job->path, (paths->mark_count + 1) * sizeof *w->marks);
    if (w->drawn == NULL || w->marks == NULL) {
        w->p->status = EXIT_SYSTEM;
        return;
    }
    for (size_t i = 0; i < paths->count; i++) {
        const tt_io_path *path = &paths->path[i];
        w->drawn[i] = (tt_path){path->places, path->count, color_of(w, path)};
    }
    for (size_t i = 0; i < paths->mark_count; i++) {
        const tt_io_path_mark *mark = &paths->mark[i];
        w->marks[i] = (tt_path_mark){mark->kind, mark->x, mark->y, w->drawn[mark->path].color};
    }
    fit(w, paths->left, paths->top, paths->right, paths->bottom);
    picture_write(w->p, draw_paths, w);
}

static void show_heat(struct way *w)
{
    const tt_heat *heat = &w->heat.heat;
    fit(w, heat->left, heat->top, heat->left + heat->columns * heat->cell,
        heat->top + heat->rows * heat->cell);
    picture_write(w->p, draw_heat, w);
}

static void gather(struct way *w)
{
    tt_io_error error;
    bool wants_heat = w->p->own->heat != NULL;
    bool good =
        wants_heat ? tt_io_heat_read(&w->heat, &w->r.io, &error) && tt_io_heat_end(&w->heat, &error)
                   : tt_io_paths_read(&w->paths, &w->r.io, &error);
    if (!good) {
        picture_fail(w->p, w->p->job->path, &error);
    } else if (tt_io_stop_wanted(w->p->job->stop)) {
        w->p->status = EXIT_SYSTEM;
    } else if (wants_heat ? w->heat.heat.rows == 0 : w->paths.count == 0) {
        nothing(w);
    } else if (wants_heat) {
        show_heat(w);
    } else {
        show_paths(w);
    }
}

void picture_paths(struct picture *p)
{
    struct way *w = memory_zeros(p->job->path, sizeof *w);
    tt_scene *scene = memory_zeros(p->job->path, sizeof *scene);
    const struct reading_options how = {
        .span = &p->own->span, .wants = TT_IO_PATHS_WANTS, .facts = TT_IO_PATHS_FACTS};
    if (w == NULL || scene == NULL) {
        p->status = EXIT_SYSTEM;
        free(w);
        free(scene);
        return;
    }
    w->p = p;
    w->scene = scene;
    w->heat.kind = p->own->heat != NULL && strcmp(p->own->heat, "deaths") == 0
                       ? TT_IO_HEAT_DEATHS
                       : TT_IO_HEAT_POSITIONS;
    tt_scene_init(scene);
    (void)picture_view(p->own, &p->camera, &w->has_center);
    p->how.show = TT_DRAW_MAP;
    p->how.focus = -1;
    picture_equip(p);
    if (reading_open(&w->r, p->job, &how)) {
        gather(w);
    }
    enum exit_status status = reading_close(&w->r);
    p->status = status > p->status ? status : p->status;
    tt_io_paths_free(&w->paths);
    tt_io_heat_free(&w->heat);
    free(w->drawn);
    free(w->marks);
    free(w);
    free(scene);
}
