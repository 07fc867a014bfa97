/* SPDX-License-Identifier: MIT
 *
 * Draws the paths of players over the map, or a heat map.
 *
 * All files are read first. Then the camera is aimed so that everything is in the picture, and
 * everything is drawn at once.
 */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "draw/paths.h"
#include "host/map.h"
#include "jobs/drawing.h"
#include "reading/inside.h"
#include "studio/studio_inside.h"
#include "teetape/io/player.h"

#define TILE 32

/* Space around what is drawn, in world units. */
#define MARGIN (8 * TILE)

/* The smallest picture that crop makes, which has room for legends and scale. */
#define CROP_WIDTH 480
#define CROP_HEIGHT 270

#define VALUE 24

/* Writes a time: whole seconds from ten seconds on, below ten exactly, with hundredths: a tick is
 * 0.02 s. */
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

static void write_value(char dst[VALUE], const struct tti_heat *heat, uint32_t value)
{
    if (heat->kind == TTI_HEAT_DEATHS) {
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

/* Writes the text of a heat map with the values at both ends of the colour scale. The colours
 * between them follow the logarithm and have no text. */
static void heat_text(char dst[TTI_HEAT_TEXT], const struct tti_heat *heat, const char *player)
{
    static const char *const what[TTI_HEAT_KINDS] = {"time in a tile", "deaths",
                                                     "time hooked in a tile"};
    uint32_t most, least = least_of(&heat->heat, &most);
    char from[VALUE], to[VALUE];
    int32_t cid;
    write_value(from, heat, least);
    write_value(to, heat, most);
    int size = snprintf(dst, TTI_HEAT_TEXT, "%s: %s%s", what[heat->kind],
                        heat->is_incomplete ? "at least " : "", from);
    if (least != most) {
        size += snprintf(dst + size, TTI_HEAT_TEXT - (size_t)size, " to %s", to);
    }
    if (heat->heat.cell != TILE) {
        size += snprintf(dst + size, TTI_HEAT_TEXT - (size_t)size, " in %" PRId32 " tiles each way",
                         heat->heat.cell / TILE);
    }
    if (player != NULL) {
        const char *name;
        tt_io_player_parse(player, &cid, &name);
        snprintf(dst + size, TTI_HEAT_TEXT - (size_t)size, "%s%s",
                 name != NULL ? ", " : ", client ", name != NULL ? name : player);
    }
}

/* Returns how many pixels of the width the legend occupies. On a picture that is higher than wide
 * the legend covers the picture and occupies none. */
static int64_t left_out(const struct tti_drawing *w)
{
    const tt_camera *camera = &w->camera;
    int64_t width = tti_legend_width(camera, w->ways.legend.lines, w->ways.legend.count);
    bool is_shown = w->o.paths != NULL && tti_drawing_paths_by(w->o.paths) == TT_PATHS_BY_PLAYER;
    return !is_shown || camera->height > camera->width || width > camera->width / 3 ? 0 : width;
}

/* Reduces the picture to `width` times `height` world units, and keeps the scale. `taken` pixels
 * more are for the legend, which is cut where it is wider than half of a picture. */
static void crop(struct tti_drawing *w, int64_t width, int64_t height, int64_t taken)
{
    tt_camera *camera = &w->camera, cut = *camera;
    tt_camera_view view = tt_camera_view_of(camera);
    int64_t x = (width * TT_SCENE_ONE * camera->width + view.width - 1) / view.width + taken;
    int64_t y = (height * TT_SCENE_ONE * camera->height + view.height - 1) / view.height;
    int64_t least = 2 * tti_legend_width(camera, w->ways.legend.lines, w->ways.legend.count);
    least = least < CROP_WIDTH ? CROP_WIDTH : least;
    x = x < least ? least : x;
    y = y < CROP_HEIGHT ? CROP_HEIGHT : y;
    cut.width = (int32_t)(x < camera->width ? x : camera->width);
    cut.height = (int32_t)(y < camera->height ? y : camera->height);
    cut.zoom = TT_SCENE_ONE;
    int64_t wanted = view.width * cut.width / camera->width;
    cut.zoom = (int32_t)(wanted * TT_SCENE_ONE / tt_camera_view_of(&cut).width);
    *camera = cut;
    w->d->width = cut.width;
    w->d->height = cut.height;
}

/* Sets place and zoom so that everything is in the picture, but at least what the game shows at
 * once; zoom 1 is that of the game. Width and height have to fit into `free`, the part beside the
 * legend. A picture of paths is then cropped. The camera moves to the left by half of the legend.
 * Options of the user take precedence. */
static void fit(struct tti_drawing *w, int32_t left, int32_t top, int32_t right, int32_t bottom)
{
    int64_t taken = left_out(w);
    tt_camera *camera = &w->camera;
    if (w->o.center == NULL) {
        camera->x = ((int64_t)left + right) * TT_SCENE_ONE / 2;
        camera->y = ((int64_t)top + bottom) * TT_SCENE_ONE / 2;
    }
    if (w->o.zoom != NULL) {
        return;
    }
    tt_camera at_one = *camera;
    at_one.zoom = TT_SCENE_ONE;
    tt_camera_view view = tt_camera_view_of(&at_one);
    int64_t width = (int64_t)right - left + 2 * MARGIN;
    int64_t height = (int64_t)bottom - top + 2 * MARGIN;
    int64_t free = view.width / TT_SCENE_ONE * (camera->width - taken) / camera->width;
    int64_t wide = width * TT_SCENE_ONE / (free > 0 ? free : 1);
    int64_t high = height * TT_SCENE_ONE / (view.height / TT_SCENE_ONE);
    int64_t zoom = wide > high ? wide : high;
    zoom = zoom < TT_SCENE_ONE ? TT_SCENE_ONE : zoom;
    camera->zoom = (int32_t)(zoom > TT_CAMERA_ZOOM_MAX ? TT_CAMERA_ZOOM_MAX : zoom);
    if (w->o.center == NULL) {
        int64_t least_width = view.width / TT_SCENE_ONE, least_height = view.height / TT_SCENE_ONE;
        if (w->o.size == NULL && w->o.paths != NULL) {
            crop(w, width > least_width ? width : least_width,
                 height > least_height ? height : least_height, taken);
        }
        camera->x -= tt_camera_view_of(camera).width * taken / camera->width / 2;
    }
}

static tt_status draw_map(const struct tti_drawing *w, tt_shapes *list)
{
    return tt_draw(list, &w->scene, 0, &w->camera, tt_io_studio_map(w->studio), &w->how);
}

/* Returns the name of the only player, or an empty text. */
static tt_bytes whose(const struct tti_legend *legend)
{
    return legend->count == 1 ? legend->lines[0].text : (tt_bytes){NULL, 0};
}

/* Draws paths from back to front. Each call returns whether the whole list fits so far, so the last
 * result is enough. */
static tt_status draw_paths(void *user, tt_shapes *list)
{
    const struct tti_drawing *w = user;
    const tt_camera *camera = &w->camera;
    const tt_paths_options how = {.by = tti_drawing_paths_by(w->o.paths),
                                  .fastest = w->ways.fastest};
    (void)draw_map(w, list);
    (void)tt_draw_paths(list, camera, w->ways.drawn, w->ways.paths.count, &how);
    (void)tti_draw_marks(list, camera, w->ways.marks, w->ways.paths.mark_count);
    (void)tti_draw_marks_legend(list, camera, w->ways.marks, w->ways.paths.mark_count);
    if (how.by == TT_PATHS_BY_PLAYER) {
        (void)tti_draw_legend(list, camera, w->ways.legend.lines, w->ways.legend.count);
    } else if (how.by == TT_PATHS_BY_SPEED) {
        (void)tti_draw_ramp(list, camera, whose(&w->ways.legend), tt_bytes_of("0 tiles/s"),
                            tt_bytes_of(w->ways.fastest_text));
    } else {
        (void)tti_draw_ramp(list, camera, whose(&w->ways.legend), tt_bytes_of("begin"),
                            tt_bytes_of("end"));
    }
    return tti_draw_scale(list, camera);
}

static tt_status draw_heat(void *user, tt_shapes *list)
{
    const struct tti_drawing *w = user;
    const tt_camera *camera = &w->camera;
    (void)draw_map(w, list);
    (void)tti_draw_heat(list, camera, &w->ways.heat.heat);
    (void)tti_draw_ramp_of(list, camera, tt_bytes_of(w->ways.heat_text));
    return tti_draw_scale(list, camera);
}

/* Returns the colour of a path. Paths of one name in one file share a colour and a line of the
 * legend. A player who was renamed appears under the first name, as in `players`. */
static tt_rgba color_of(struct tti_legend *legend, const struct tti_path *path)
{
    size_t i = 0;
    while (i < legend->count && (legend->player[i].path->file != path->file ||
                                 strcmp(legend->player[i].path->name, path->name) != 0)) {
        i++;
    }
    if (i == legend->count && i < TTI_LEGEND_LINES) {
        legend->player[i].path = path;
        legend->lines[i].color = tt_path_color((uint32_t)i);
        legend->count++;
    }
    return i < legend->count ? legend->lines[i].color : tt_path_color((uint32_t)i);
}

static const char *name_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* Returns the last part of the path, or the whole path when another file has the same last part. */
static const char *file_name(const tt_io_list *files, size_t file)
{
    const char *path = files->entries[file].path;
    for (size_t i = 0; i < files->count; i++) {
        if (i != file && strcmp(name_of(files->entries[i].path), name_of(path)) == 0) {
            return path;
        }
    }
    return name_of(path);
}

static void look_around(const struct tti_legend *legend, const struct tti_path *path,
                        bool *is_elsewhere, bool *has_others)
{
    *is_elsewhere = *has_others = false;
    for (size_t i = 0; i < legend->count; i++) {
        const struct tti_path *other = legend->player[i].path;
        bool same_file = other->file == path->file;
        *is_elsewhere = *is_elsewhere || (!same_file && strcmp(other->name, path->name) == 0);
        *has_others = *has_others || (same_file && other != path);
    }
}

static void write_names(char *dst, size_t cap, const struct tti_path *path)
{
    if (path->name[0] == 0) {
        snprintf(dst, cap, "(no name known)");
    } else if (strcmp(path->name, path->first_name) == 0) {
        snprintf(dst, cap, "%s", path->name);
    } else {
        snprintf(dst, cap, "%s > %s", path->first_name, path->name);
    }
}

/* Writes the lines of the legend when all paths are known. With several files each line has the
 * file's name. The player's name is left out if the player is the only one of this file and is in
 * another file, too, and `has_names` is false. */
static void write_legend(struct tti_legend *legend, const tt_io_list *files, bool has_names)
{
    for (size_t i = 0; i < legend->count; i++) {
        const struct tti_path *path = legend->player[i].path;
        bool is_elsewhere, has_others, has_file = files->count > 1;
        char *text = legend->player[i].text;
        char name[2 * TT_NAME_CAP + 3];
        write_names(name, sizeof name, path);
        look_around(legend, path, &is_elsewhere, &has_others);
        bool has_name = has_names || !has_file || has_others || !is_elsewhere;
        snprintf(text, sizeof legend->player[i].text, "%s%s%s", has_name ? name : "",
                 has_name && has_file ? ", " : "", has_file ? file_name(files, path->file) : "");
        legend->lines[i].text = tt_bytes_of(text);
    }
}

/* Draws paths. Paths by speed and time have colours of their own, so their marks are white. */
static bool show_paths(struct tti_drawing *w)
{
    struct tti_ways *ways = &w->ways;
    const struct tti_paths *paths = &ways->paths;
    const tt_rgba white = {255, 255, 255, 255};
    bool is_by_player = tti_drawing_paths_by(w->o.paths) == TT_PATHS_BY_PLAYER;
    ways->drawn = calloc(paths->count + 1, sizeof *ways->drawn);
    ways->marks = calloc(paths->mark_count + 1, sizeof *ways->marks);
    if (ways->drawn == NULL || ways->marks == NULL) {
        return tti_job_fail(&w->voice, TT_ERR_SYSTEM, w->path, "there is not enough memory");
    }
    for (size_t i = 0; i < paths->count; i++) {
        const struct tti_path *path = &paths->path[i];
        tt_rgba color = color_of(&ways->legend, path);
        ways->drawn[i] = (tt_path){path->places, path->count, color};
    }
    ways->fastest = tti_paths_fastest(ways->drawn, paths->count);
    snprintf(ways->fastest_text, sizeof ways->fastest_text, "%" PRId32 " tiles/s", ways->fastest);
    write_legend(&ways->legend, w->files, tti_drawing_is_race(&w->o));
    if (tti_drawing_is_race(&w->o)) {
        tti_race_legend(w);
    }
    for (size_t i = 0; i < paths->mark_count; i++) {
        const struct tti_path_mark *mark = &paths->mark[i];
        tt_rgba color = is_by_player ? ways->drawn[mark->path].color : white;
        ways->marks[i] = (tt_path_mark){mark->kind, mark->x, mark->y, color};
    }
    fit(w, paths->left, paths->top, paths->right, paths->bottom);
    return tti_drawing_write(w, draw_paths);
}

static bool show_heat(struct tti_drawing *w)
{
    const tt_heat *heat = &w->ways.heat.heat;
    heat_text(w->ways.heat_text, &w->ways.heat, w->o.reading.player);
    fit(w, heat->left, heat->top, heat->left + heat->columns * heat->cell,
        heat->top + heat->rows * heat->cell);
    return tti_drawing_write(w, draw_heat);
}

static bool compare_map(struct tti_drawing *w, const tt_io_reading *r, const char *path)
{
    struct tti_ways *ways = &w->ways;
    tt_demo_header header;
    tt_io_error error;
    if (!tti_io_map_of_header(&header, r, &error)) {
        return error.status == TT_OK || tti_job_fail_with(&w->voice, &error, path);
    }
    if (!ways->has_first) {
        ways->first = header;
        ways->has_first = true;
    } else if (!tti_map_is_same(&ways->first, &header)) {
        char maps[TTI_MAPS_TEXT];
        tti_job_tell(&w->voice, TT_LEVEL_WARNING, path, "%s; the first map is drawn",
                     tti_maps_differ(maps, &ways->first, &header));
    }
    return true;
}

/* The facts of a teehistorian file lack a death after which the tee lives elsewhere in the next
 * tick. */
static void look_for_deaths(struct tti_drawing *w, const tt_io_reading *r, const char *path)
{
    if (w->o.heat != NULL && w->ways.heat.kind == TTI_HEAT_DEATHS &&
        tt_io_reading_format(r) == TT_FORMAT_TEEHISTORIAN) {
        w->ways.heat.is_incomplete = true;
        tti_job_tell(&w->voice, TT_LEVEL_NOTE, path,
                     "deaths are missing, because a teehistorian file does not record a death with "
                     "a spawn in the next tick; a demo that is made of it with its map has them");
    }
}

bool tti_ways_read(struct tti_drawing *w, tt_io_reading *r, size_t file)
{
    struct tti_ways *ways = &w->ways;
    const char *path = w->files->entries[file].path;
    tt_io_error error;
    ways->is_read = true;
    ways->paths.file = file;
    if (!compare_map(w, r, path)) {
        return false;
    }
    if (!(w->o.heat != NULL ? tti_heat_read(&ways->heat, r, &error)
                            : tti_paths_read(&ways->paths, r, &error))) {
        return tti_job_fail_with(&w->voice, &error, path);
    }
    look_for_deaths(w, r, path);
    if (r->lacks_map) {
        tti_job_tell(
            &w->voice, TT_LEVEL_WARNING, path,
            "its map was not found, so a tee is drawn where the server sent it last; name it with "
            "`map`");
    }
    return true;
}

/* Draws paths or heat of all files. Of several files, one that cannot be read is left out; a single
 * file that cannot be read ends the drawing. */
bool tti_ways_write(struct tti_drawing *w)
{
    struct tti_ways *ways = &w->ways;
    bool wants_heat = w->o.heat != NULL;
    tt_io_error error;
    if (tti_drawing_is_race(&w->o)) {
        return tti_race_paths(w) && show_paths(w);
    }
    if (!ways->is_read && w->files->count == 1) {
        return false;
    }
    if (wants_heat && !tti_heat_end(&ways->heat, &error)) {
        return tti_job_fail_with(&w->voice, &error, w->path);
    }
    if (wants_heat ? ways->heat.heat.rows == 0 : ways->paths.count == 0) {
        return tti_job_fail(&w->voice, TT_ERR_PLACE, w->path,
                            "the recording has nothing to show in this span");
    }
    return wants_heat ? show_heat(w) : show_paths(w);
}

void tti_ways_free(struct tti_ways *ways)
{
    tti_paths_free(&ways->paths);
    tti_heat_free(&ways->heat);
    free(ways->drawn);
    free(ways->marks);
}
