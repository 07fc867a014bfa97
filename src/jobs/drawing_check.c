/* SPDX-License-Identifier: MIT
 *
 * Checks the options of a drawing, and reads those of the camera.
 */
#include "host/posix.h"

#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "jobs/drawing.h"
#include "reading/inside.h"
#include "teetape/io/path.h"

#define WIDTH 1280
#define HEIGHT 720

/* Reads a number between two limits, and returns the text after it, or NULL when there is no such
 * number. strtol alone would also accept blanks and a plus sign. */
static const char *number(const char *text, long least, long most, int32_t *value)
{
    char *end;
    bool begins = (text[0] >= '0' && text[0] <= '9') || text[0] == '-';
    long read = begins ? strtol(text, &end, 10) : 0;
    if (!begins || end == text || read < least || read > most) {
        return NULL;
    }
    *value = (int32_t)read;
    return end;
}

static bool pair(const char *text, char between, long least, long most, int32_t *a, int32_t *b)
{
    const char *at = number(text, least, most, a);
    at = at != NULL && *at == between ? number(at + 1, least, most, b) : NULL;
    return at != NULL && *at == 0;
}

/* Reads a zoom in TT_SCENE_ONE-ths. Digits after the sixth place count as 0. The whole part is
 * checked before it can overflow. */
static bool zoom_of(const char *text, int32_t *zoom)
{
    enum { PLACES = 1000000 };
    int64_t value = 0, unit = PLACES;
    bool has_point = false, has_digit = false;
    for (; *text != 0; text++) {
        if (*text == '.' && !has_point) {
            has_point = true;
        } else if (*text >= '0' && *text <= '9') {
            has_digit = true;
            unit /= has_point ? 10 : 1;
            value = has_point ? value + (*text - '0') * unit
                              : value * 10 + (int64_t)(*text - '0') * PLACES;
        } else {
            return false;
        }
        if (value > (int64_t)PLACES * TT_CAMERA_ZOOM_MAX / TT_SCENE_ONE) {
            return false;
        }
    }
    *zoom = (int32_t)(value * TT_SCENE_ONE / PLACES);
    return has_digit && *zoom >= TT_CAMERA_ZOOM_MIN;
}

const char *tti_drawing_speed(const tt_io_drawing_options *o, int32_t *speed)
{
    *speed = TT_SCENE_ONE;
    return o->speed == NULL || (zoom_of(o->speed, speed) && *speed <= 16 * TT_SCENE_ONE)
               ? NULL
               : "`speed` is a number from 0.01 to 16";
}

const char *tti_drawing_hud(const tt_io_drawing_options *o, unsigned *show)
{
    static const struct {
        const char *word;
        unsigned part;
    } words[] = {{"names", TT_DRAW_NAMES},         {"chat", TT_DRAW_CHAT},
                 {"kills", TT_DRAW_KILLS},         {"timer", TT_DRAW_TIMER},
                 {"broadcast", TT_DRAW_BROADCAST}, {"score", TT_DRAW_SCOREBOARD}};
    unsigned all = 0, named = 0;
    for (size_t i = 0; i < sizeof words / sizeof words[0]; i++) {
        all |= words[i].part;
    }
    const char *hud = o->no_hud ? "none" : o->hud;
    if (hud == NULL) {
        return NULL;
    }
    for (const char *at = hud; strcmp(hud, "none") != 0; at++) {
        size_t size = strcspn(at, ","), i = 0;
        while (i < sizeof words / sizeof words[0] &&
               (strlen(words[i].word) != size || memcmp(at, words[i].word, size) != 0)) {
            i++;
        }
        if (i == sizeof words / sizeof words[0]) {
            return "`hud` is none, or words of names,chat,kills,timer,broadcast,score";
        }
        named |= words[i].part;
        at += size;
        if (*at == 0) {
            break;
        }
    }
    *show = (*show & ~all) | named;
    return NULL;
}

/* Reads the options of the camera. `center` is limited to 2^24 world units, so that its products
 * with TT_SCENE_ONE fit, and the size because all pixels are held in memory. */
const char *tti_drawing_view(const tt_io_drawing_options *o, tt_camera *camera)
{
    int32_t x = 0, y = 0;
    *camera = (tt_camera){.zoom = TT_SCENE_ONE, .width = WIDTH, .height = HEIGHT};
    if (o->size != NULL &&
        !pair(o->size, 'x', 1, TT_CAMERA_SIDE_MAX, &camera->width, &camera->height)) {
        return "`size` is WIDTHxHEIGHT in pixels, 1 to 16384: 1280x720";
    }
    if ((uint64_t)camera->width * (uint64_t)camera->height > TT_IO_PICTURE_PIXELS_MAX) {
        return "`size` has more than 67108864 pixels";
    }
    if (o->zoom != NULL && !zoom_of(o->zoom, &camera->zoom)) {
        return "`zoom` is a number from 0.01 to 60";
    }
    if (o->center != NULL && !pair(o->center, ',', -(1 << 24), 1 << 24, &x, &y)) {
        return "`center` is X,Y in world units, 32 to a tile: 1600,928";
    }
    camera->x = (int64_t)x * TT_SCENE_ONE;
    camera->y = (int64_t)y * TT_SCENE_ONE;
    return NULL;
}

tt_paths_by tti_drawing_paths_by(const char *word)
{
    return strcmp(word, "speed") == 0  ? TT_PATHS_BY_SPEED
           : strcmp(word, "time") == 0 ? TT_PATHS_BY_TIME
                                       : TT_PATHS_BY_PLAYER;
}

enum tti_heat_kind tti_drawing_heat_of(const char *word)
{
    return strcmp(word, "deaths") == 0  ? TTI_HEAT_DEATHS
           : strcmp(word, "hooks") == 0 ? TTI_HEAT_HOOKS
                                        : TTI_HEAT_POSITIONS;
}

static const char *check_ways(const tt_io_drawing_options *o)
{
    const char *paths = o->paths, *heat = o->heat;
    if (o->ghost && (heat != NULL || o->reading.from != NULL || o->reading.to != NULL)) {
        return "`ghost` draws whole runs, without `heat`, `from` and `to`";
    }
    if (paths != NULL && (heat != NULL || strchr(paths, ',') != NULL)) {
        return "give either `paths` or `heat`, once";
    }
    if (heat != NULL && strchr(heat, ',') != NULL) {
        return "`heat` takes one word";
    }
    if (paths != NULL && tti_drawing_paths_by(paths) == TT_PATHS_BY_PLAYER &&
        strcmp(paths, "player") != 0) {
        return "`paths` can be player, speed or time";
    }
    if (heat != NULL && tti_drawing_heat_of(heat) == TTI_HEAT_POSITIONS &&
        strcmp(heat, "positions") != 0) {
        return "`heat` can be positions, deaths or hooks";
    }
    if (o->at != NULL || o->focus != NULL || o->map_only || o->no_hud || o->hud != NULL ||
        o->scoreboard || o->names != NULL) {
        return "`at`, `focus`, `map_only`, `names`, `hud`, `no_hud` and `scoreboard` are for a "
               "moment, not for `paths` and `heat`";
    }
    return NULL;
}

static bool has_ending(const char *output, const char *const *endings)
{
    for (; output != NULL && *endings != NULL; endings++) {
        if (tt_io_ending_is(tt_bytes_of(output), *endings)) {
            return true;
        }
    }
    return false;
}

/* Returns true for the name of a film that can be made: an ending, or a pipe or device for Y4M. */
static bool is_film(const char *output)
{
    static const char *const others[] = {".mkv", ".avi", ".mov", NULL};
    struct stat facts;
    bool is_stream =
        strcmp(output, "-") == 0 || (stat(output, &facts) == 0 && !S_ISREG(facts.st_mode));
    return is_stream ||
           (tt_io_ending_of(output) == TT_IO_ENDING_FILM && !has_ending(output, others));
}

/* Refuses names that promise another format, before anything is drawn. */
static const char *check_kind(const tt_io_drawing_options *o)
{
    static const char *const pictures[] = {".jpg", ".jpeg", ".webp", ".gif", ".bmp", NULL};
    const tt_io_reading_options *span = &o->reading;
    bool has_span = span->from != NULL || span->to != NULL || span->player != NULL;
    if (o->fps != 0) {
        return o->output == NULL || is_film(o->output)
                   ? NULL
                   : "a video is .mp4, .webm, .gif or .y4m; others come from Y4M in a pipe";
    }
    if (tti_drawing_is_way(o)) {
        const char *problem = check_ways(o);
        if (problem != NULL) {
            return problem;
        }
    } else if (has_span) {
        return "`from`, `to` and `player` go with `paths` and `heat`; `at` chooses a moment";
    }
    return has_ending(o->output, pictures)
               ? "a picture is PNG or SVG: end the name with .png or .svg"
               : NULL;
}

bool tti_drawing_is_best(const tt_io_drawing_options *o)
{
    return o->at != NULL && strcmp(o->at, "best") == 0;
}

const char *tti_drawing_check(const tt_io_drawing_options *options)
{
    tt_camera camera;
    const char *problem = check_kind(options);
    int32_t speed;
    unsigned show = 0;
    const char *names = options->names;
    if (problem == NULL && options->focus != NULL) {
        problem = tti_io_player_check(options->focus);
    }
    if (problem == NULL && names != NULL && strcmp(names, "all") != 0 &&
        strcmp(names, "focus") != 0) {
        problem = "`names` is all or focus";
    }
    if (problem == NULL && !tti_drawing_is_best(options)) {
        problem = tti_place_check(options->at, TTI_PLACE_SAYS("`at`"));
    }
    problem = problem != NULL ? problem : tti_drawing_speed(options, &speed);
    problem = problem != NULL ? problem : tti_drawing_hud(options, &show);
    problem = problem != NULL ? problem : tt_io_reading_check(&options->reading);
    return problem != NULL ? problem : tti_drawing_view(options, &camera);
}
