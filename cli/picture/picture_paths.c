/* SPDX-License-Identifier: MIT
 *
 * Where players went, over the map: their paths, or how often they were where.
 *
 * All files are read first; then the camera is placed so that everything is in the picture, and all
 * is drawn at once.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/picture/picture.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "teetape/io/map_of.h"
#include "teetape/io/paths.h"
#include "teetape/io/player.h"

#define TILE 32

#define MARGIN (8 * TILE)

#define HEAT_TEXT 250

struct way {
    struct picture *p;
    struct job job;
    struct reading r;
    tt_io_paths paths;
    size_t *path_files;
    size_t files_of, path_room;
    tt_io_heat heat;
    tt_path *drawn;
    tt_path_mark *marks;
    int32_t fastest;
    char fastest_text[32];
    char heat_text[HEAT_TEXT];
    struct legend legend;
    tt_demo_header first;
    const tt_scene *scene;
    bool has_center, has_first, is_open;
};

#define VALUE 24

/* Exact below ten seconds: a tick is two hundredths. */
static void write_time(char dst[VALUE], uint32_t ticks)
{
    unsigned whole = ticks / TT_TICKS_PER_SECOND, rest = ticks % TT_TICKS_PER_SECOND * 2;
    if (whole >= 10 || rest == 0) {
        snprintf(dst, VALUE, "%u s", whole + (rest >= TT_TICKS_PER_SECOND));
    } else if (rest % 10 == 0) {
        snprintf(dst, VALUE, "%u.%u s", whole, rest / 10);
    } else {
        snprintf(dst, VALUE, "%u.%02u s", whole, rest);
    }
}

static void write_value(char dst[VALUE], const tt_io_heat *heat, uint32_t value)
{
    if (heat->kind == TT_IO_HEAT_DEATHS) {
        snprintf(dst, VALUE, "%" PRIu32, value);
    } else {
        write_time(dst, value);
    }
}

static uint32_t least_of(const tt_heat *heat, uint32_t *most)
{
    uint32_t least = UINT32_MAX;
    *most = 0;
    for (int64_t i = 0; i < (int64_t)heat->columns * heat->rows; i++) {
        least = heat->cells[i] != 0 && heat->cells[i] < least ? heat->cells[i] : least;
        *most = heat->cells[i] > *most ? heat->cells[i] : *most;
    }
    return least;
}

/* A colour stands for a power between the ends, which alone have words. */
static void heat_text(char dst[HEAT_TEXT], const tt_io_heat *heat, const char *player)
{
    static const char *const what[TT_IO_HEAT_KINDS] = {"time in a tile", "deaths",
                                                       "time hooked in a tile"};
    uint32_t most, least = least_of(&heat->heat, &most);
    char from[VALUE], to[VALUE];
    int32_t cid;
    write_value(from, heat, least);
    write_value(to, heat, most);
    int size = snprintf(dst, HEAT_TEXT, "%s: %s", what[heat->kind], from);
    if (least != most) {
        size += snprintf(dst + size, HEAT_TEXT - (size_t)size, " to %s", to);
    }
    if (heat->heat.cell != TILE) {
        size += snprintf(dst + size, HEAT_TEXT - (size_t)size, " in %" PRId32 " tiles each way",
                         heat->heat.cell / TILE);
    }
    if (player != NULL) {
        const char *name;
        tt_io_player_parse(player, &cid, &name);
        snprintf(dst + size, HEAT_TEXT - (size_t)size, "%s%s", name != NULL ? ", " : ", client ",
                 name != NULL ? name : player);
    }
}

static tt_paths_by by_of(const char *text)
{
    return strcmp(text, "speed") == 0  ? TT_PATHS_BY_SPEED
           : strcmp(text, "time") == 0 ? TT_PATHS_BY_TIME
                                       : TT_PATHS_BY_PLAYER;
}

/* A legend lies on a picture that is higher than wide. */
static int64_t left_out(const struct way *w)
{
    const tt_camera *camera = &w->p->camera;
    int64_t width = tt_legend_width(camera, w->legend.lines, w->legend.count);
    bool is_shown = w->p->own->paths != NULL && by_of(w->p->own->paths) == TT_PATHS_BY_PLAYER;
    return !is_shown || camera->height > camera->width || width > camera->width / 3 ? 0 : width;
}

/* Fits width and height into `free`, the part beside the legend; zoom 1 is that of the game. The
 * camera moves half of the legend to the left. Options of the user come first. */
static void fit(struct way *w, int32_t left, int32_t top, int32_t right, int32_t bottom)
{
    int64_t taken = left_out(w);
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
        int64_t free = view.width / TT_SCENE_ONE * (camera->width - taken) / camera->width;
        int64_t wide = width * TT_SCENE_ONE / (free > 0 ? free : 1);
        int64_t high = height * TT_SCENE_ONE / (view.height / TT_SCENE_ONE);
        int64_t zoom = wide > high ? wide : high;
        camera->zoom = (int32_t)(zoom > TT_CAMERA_ZOOM_MAX ? TT_CAMERA_ZOOM_MAX : zoom);
        if (!w->has_center) {
            camera->x -= tt_camera_view_of(camera).width * taken / camera->width / 2;
        }
    }
}

static tt_status draw_map(const struct way *w, tt_shapes *list)
{
    return tt_draw(list, w->scene, 0, &w->p->camera, tt_io_studio_map(w->p->studio), &w->p->how);
}

/* Back to front. Each call says whether all of the list fits so far. */
static tt_status draw_paths(void *user, tt_shapes *list)
{
    const struct way *w = user;
    const tt_camera *camera = &w->p->camera;
    const tt_paths_options how = {.by = by_of(w->p->own->paths), .fastest = w->fastest};
    (void)draw_map(w, list);
    (void)tt_draw_paths(list, camera, w->drawn, w->paths.count, &how);
    (void)tt_draw_marks(list, camera, w->marks, w->paths.mark_count);
    (void)tt_draw_marks_legend(list, camera, w->marks, w->paths.mark_count);
    if (how.by == TT_PATHS_BY_PLAYER) {
        (void)tt_draw_legend(list, camera, w->legend.lines, w->legend.count);
    } else if (how.by == TT_PATHS_BY_SPEED) {
        (void)tt_draw_ramp(list, camera, tt_bytes_of("0 tiles/s"), tt_bytes_of(w->fastest_text));
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
    (void)tt_draw_ramp_of(list, camera, tt_bytes_of(w->heat_text));
    return tt_draw_scale(list, camera);
}

static void nothing(const struct way *w)
{
    message_say(MESSAGE_ERROR, w->p->job->path, "nothing of it is to be shown");
    w->p->status = EXIT_USAGE;
}

/* With speed and time a path has colours of its own, and marks are white. */
static void show_paths(struct way *w)
{
    const tt_io_paths *paths = &w->paths;
    const tt_rgba white = {255, 255, 255, 255};
    bool is_by_player = by_of(w->p->own->paths) == TT_PATHS_BY_PLAYER;
    w->drawn = memory_zeros(w->p->job->path, (paths->count + 1) * sizeof *w->drawn);
    w->marks = memory_zeros(w->p->job->path, (paths->mark_count + 1) * sizeof *w->marks);
    if (w->drawn == NULL || w->marks == NULL) {
        w->p->status = EXIT_SYSTEM;
        return;
    }
    for (size_t i = 0; i < paths->count; i++) {
        const tt_io_path *path = &paths->path[i];
        tt_rgba color = legend_color(&w->legend, path, w->path_files[i]);
        w->drawn[i] = (tt_path){path->places, path->count, color};
    }
    w->fastest = tt_paths_fastest(w->drawn, paths->count);
    snprintf(w->fastest_text, sizeof w->fastest_text, "%" PRId32 " tiles/s", w->fastest);
    legend_write(&w->legend);
    for (size_t i = 0; i < paths->mark_count; i++) {
        const tt_io_path_mark *mark = &paths->mark[i];
        tt_rgba color = is_by_player ? w->drawn[mark->path].color : white;
        w->marks[i] = (tt_path_mark){mark->kind, mark->x, mark->y, color};
    }
    fit(w, paths->left, paths->top, paths->right, paths->bottom);
    picture_write(w->p, draw_paths, w);
}

static void show_heat(struct way *w)
{
    const tt_heat *heat = &w->heat.heat;
    heat_text(w->heat_text, &w->heat, w->p->job->settings->reading.player);
    fit(w, heat->left, heat->top, heat->left + heat->columns * heat->cell,
        heat->top + heat->rows * heat->cell);
    picture_write(w->p, draw_heat, w);
}

static bool keep_file(struct way *w, size_t file)
{
    while (w->files_of < w->paths.count) {
        size_t *grown = memory_grow(w->path_files, w->files_of, &w->path_room, sizeof *grown);
        if (grown == NULL) {
            memory_tell(w->job.path);
            return false;
        }
        w->path_files = grown;
        w->path_files[w->files_of++] = file;
    }
    return true;
}

static void gather(struct way *w, size_t file)
{
    tt_io_error error;
    bool wants_heat = w->p->own->heat != NULL;
    bool good = wants_heat ? tt_io_heat_read(&w->heat, &w->r.io, &error)
                           : tt_io_paths_read(&w->paths, &w->r.io, &error);
    if (!good) {
        picture_fail(w->p, w->job.path, &error);
    } else if (!keep_file(w, file)) {
        w->p->status = EXIT_SYSTEM;
    }
}

static void compare_map(struct way *w)
{
    tt_demo_header header;
    tt_io_error error;
    if (!tt_io_map_of_header(&header, &w->r.io, &error)) {
        if (error.status != TT_OK) {
            picture_fail(w->p, w->job.path, &error);
        }
    } else if (!w->has_first) {
        w->first = header;
        w->has_first = true;
    } else if (!tt_io_map_is_same(&w->first, &header)) {
        message_say(MESSAGE_WARNING, w->job.path,
                    "it was played on another map than the first file, whose map is drawn");
    }
}

/* Messages name the file of its job. Hooks need the scene, which begins before the span. */
static void take_file(struct way *w, size_t file)
{
    const struct job *all = w->p->job;
    bool wants_hooks = w->p->own->heat != NULL && w->heat.kind == TT_IO_HEAT_HOOKS;
    tt_io_reading_options how = all->settings->reading;
    how.wants = wants_hooks ? TT_SCENE_WANTS : TT_IO_PATHS_WANTS;
    how.facts = wants_hooks ? 0 : TT_IO_PATHS_FACTS;
    how.wants_before = wants_hooks;
    how.wants_everybody = wants_hooks;
    w->job = job_of_path(all, all->inputs->entries[file].path);
    w->job.is_one_of_many = all->inputs->count > 1;
    if (reading_open(&w->r, &w->job, &how, READING_USUAL)) {
        w->is_open = true;
        compare_map(w);
        gather(w, file);
    }
    exit_worsen(&w->p->status, reading_close(&w->r));
}

static void show(struct way *w)
{
    tt_io_error error;
    bool wants_heat = w->p->own->heat != NULL;
    if (wants_heat && !tt_io_heat_end(&w->heat, &error)) {
        picture_fail(w->p, w->p->job->path, &error);
    } else if (wants_heat ? w->heat.heat.rows == 0 : w->paths.count == 0) {
        nothing(w);
    } else if (wants_heat) {
        show_heat(w);
    } else {
        show_paths(w);
    }
}

static void prepare(struct way *w)
{
    struct picture *p = w->p;
    const char *heat = p->own->heat != NULL ? p->own->heat : "";
    w->legend.files = p->job->inputs;
    w->heat.map = tt_io_studio_game(p->studio);
    w->heat.kind = strcmp(heat, "deaths") == 0  ? TT_IO_HEAT_DEATHS
                   : strcmp(heat, "hooks") == 0 ? TT_IO_HEAT_HOOKS
                                                : TT_IO_HEAT_POSITIONS;
    (void)picture_view(p->own, &p->camera, &w->has_center);
    p->how.show = TT_DRAW_MAP;
    p->how.focus = -1;
    picture_equip(p);
}

/* Of several files those that cannot be read are left out; a single one was the whole job. */
void picture_paths(struct picture *p)
{
    struct way *w = memory_zeros(p->job->path, sizeof *w);
    tt_scene *scene = memory_zeros(p->job->path, sizeof *scene);
    if (w == NULL || scene == NULL) {
        p->status = EXIT_SYSTEM;
        free(w);
        free(scene);
        return;
    }
    w->p = p;
    w->scene = scene;
    tt_scene_init(scene);
    prepare(w);
    for (size_t i = 0; i < p->job->inputs->count && p->status != EXIT_SYSTEM; i++) {
        take_file(w, i);
        p->status = tt_io_stop_wanted(p->job->stop) ? EXIT_SYSTEM : p->status;
    }
    if (p->status != EXIT_SYSTEM && (w->is_open || p->job->inputs->count > 1)) {
        show(w);
    }
    tt_io_paths_free(&w->paths);
    tt_io_heat_free(&w->heat);
    free(w->path_files);
    free(w->drawn);
    free(w->marks);
    free(w);
    free(scene);
}
