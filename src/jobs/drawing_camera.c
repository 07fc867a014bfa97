/* SPDX-License-Identifier: MIT
 *
 * The way of a camera, from a file with a line for each place of the camera:
 *
 *     # time  zoom  where
 *     0:10    1     1600,928
 *     0:12    2.5   nameless tee
 *
 * A time is a tick or a game time, and lines are in the order of their times. Between two lines the
 * camera moves and zooms, slowly at both ends. The place of a player is that of the player's tee.
 */
#include <stdlib.h>
#include <string.h>

#include "draw/camera.h"
#include "jobs/drawing.h"
#include "reading/inside.h"
#include "teetape/io/input.h"
#include "teetape/io/place.h"

#define FILE_MAX ((size_t)1 << 20)
#define BLANKS " \t\r"

static bool fail(struct tti_drawing *w, size_t line, const char *problem)
{
    return tti_job_fail(&w->voice, TT_ERR_ARGUMENT, w->o.camera, "line %zu: %s", line, problem);
}

/* Cuts the first word off a line, and returns it. */
static char *word(char **line)
{
    char *begin = *line + strspn(*line, BLANKS), *end = begin + strcspn(begin, BLANKS);
    *line = end + (*end != 0);
    *end = 0;
    return begin;
}

static const char *read_key(struct tti_camera_key *key, char *line)
{
    tt_io_place place;
    tt_camera camera;
    if (!tt_io_place_parse(&place, word(&line)) || place.kind != TT_IO_PLACE_TICK) {
        return "the first word is a tick or a game time, such as 0:12";
    }
    tt_io_drawing_options o = {.zoom = word(&line)};
    if (tti_drawing_view(&o, &camera) != NULL) {
        return "the second word is the zoom, a number from 0.01 to 60";
    }
    char *where = line + strspn(line, BLANKS), *end = where + strlen(where);
    while (end > where && strchr(BLANKS, end[-1]) != NULL) {
        *--end = 0;
    }
    o.center = where;
    *key = (struct tti_camera_key){
        .time = place.tick, .is_game_time = place.is_game_time, .zoom = camera.zoom};
    if (tti_drawing_view(&o, &camera) == NULL) {
        key->x = camera.x;
        key->y = camera.y;
    } else if (where[0] == 0 || tti_io_player_check(where) != NULL) {
        return "the rest of the line is X,Y in world units, or a player";
    } else {
        key->player = where;
    }
    return NULL;
}

static bool add(struct tti_drawing *w, char *line, size_t number)
{
    struct tti_camera_way *way = &w->way;
    struct tti_camera_key key;
    line += strspn(line, BLANKS);
    if (line[0] == 0 || line[0] == '#') {
        return true;
    }
    const char *problem = read_key(&key, line);
    if (problem != NULL) {
        return fail(w, number, problem);
    }
    if (way->count > 0 && (key.time <= way->keys[way->count - 1].time ||
                           key.is_game_time != way->keys[0].is_game_time)) {
        return fail(w, number, "its time is not after that of the line before, or of another kind");
    }
    struct tti_camera_key *keys = realloc(way->keys, (way->count + 1) * sizeof *keys);
    if (keys == NULL) {
        return tti_job_fail(&w->voice, TT_ERR_SYSTEM, w->o.camera, "there is not enough memory");
    }
    way->keys = keys;
    way->keys[way->count++] = key;
    return true;
}

/* Reads the whole file into way.text, which the keys point into. */
static bool load(struct tti_drawing *w)
{
    tt_io_error error;
    tt_bytes piece;
    size_t size = 0;
    tt_io_input_status status = TT_IO_INPUT_FAILED;
    tt_io_input *in = tt_io_input_open(w->o.camera, NULL, &error);
    if (in == NULL) {
        return tti_job_fail_with(&w->voice, &error, w->o.camera);
    }
    char *text = malloc(FILE_MAX + 1);
    while (text != NULL && (status = tt_io_input_next(in, &piece)) == TT_IO_INPUT_PIECE &&
           piece.size <= FILE_MAX - size) {
        memcpy(text + size, piece.data, piece.size);
        size += piece.size;
    }
    error = *tt_io_input_error(in);
    tt_io_input_close(in);
    w->way.text = text;
    if (text != NULL) {
        text[size] = 0;
    }
    if (status == TT_IO_INPUT_END) {
        return true;
    }
    return status == TT_IO_INPUT_FAILED && error.status != TT_OK
               ? tti_job_fail_with(&w->voice, &error, w->o.camera)
               : tti_job_fail(&w->voice, TT_ERR_ARGUMENT, w->o.camera,
                              "a file with the way of a camera has at most 1 MiB");
}

bool tti_drawing_read_camera(struct tti_drawing *w)
{
    size_t number = 1;
    if (w->o.camera == NULL) {
        return true;
    }
    if (!load(w)) {
        return false;
    }
    for (char *line = w->way.text, *next; line != NULL; line = next, number++) {
        next = strchr(line, '\n');
        if (next != NULL) {
            *next++ = 0;
        }
        if (!add(w, line, number)) {
            return false;
        }
    }
    return w->way.count > 0 || fail(w, number, "the file has no line with a time");
}

void tti_camera_way_free(struct tti_camera_way *way)
{
    free(way->keys);
    free(way->text);
}

/* Sets the place of a key. For a player who is not in the world x and y remain. */
static void place_of(const struct tti_drawing *w, const struct tti_camera_key *key, int64_t *x,
                     int64_t *y)
{
    if (key->player == NULL) {
        *x = key->x;
        *y = key->y;
    } else {
        tt_scene_place(&w->scene, w->time, tti_drawing_client(w, key->player), x, y);
    }
}

/* Returns a value between `from` and `to`. The product is made in two steps, because a place times
 * TT_SCENE_ONE would not fit. */
static int64_t between(int64_t from, int64_t to, int64_t part)
{
    int64_t way = to - from;
    return from + way / TT_SCENE_ONE * part + way % TT_SCENE_ONE * part / TT_SCENE_ONE;
}

/* Moves the camera. Between two keys it has done the part 3 p^2 - 2 p^3 of the way after the part p
 * of the time, so it is slow at both ends. */
void tti_drawing_follow_camera(struct tti_drawing *w, int64_t first_tick)
{
    const struct tti_camera_way *way = &w->way;
    int64_t zero = way->keys[0].is_game_time ? first_tick : 0, part = 0;
    int64_t time = w->time - zero * TT_SCENE_ONE;
    size_t i = 0;
    while (i + 1 < way->count && time >= way->keys[i + 1].time * TT_SCENE_ONE) {
        i++;
    }
    const struct tti_camera_key *from = &way->keys[i], *to = from + (i + 1 < way->count);
    int64_t x = w->camera.x, y = w->camera.y, to_x = x, to_y = y;
    if (to != from && time > from->time * TT_SCENE_ONE) {
        int64_t p = (time - from->time * TT_SCENE_ONE) / (to->time - from->time);
        part = p * p / TT_SCENE_ONE * (3 * TT_SCENE_ONE - 2 * p) / TT_SCENE_ONE;
    }
    place_of(w, from, &x, &y);
    place_of(w, to, &to_x, &to_y);
    w->camera.x = between(x, to_x, part);
    w->camera.y = between(y, to_y, part);
    w->camera.zoom = (int32_t)between(from->zoom, to->zoom, part);
}

/* Moves the camera smoothly: in each frame a part of the way to its aim, nine tenths of it in 0.4
 * seconds. It jumps when the aim jumps. */
void tti_drawing_smooth(struct tti_drawing *w)
{
    const int64_t leap = (int64_t)TTI_LEAP * TT_SCENE_ONE;
    struct tti_camera_way *way = &w->way;
    int64_t x = w->camera.x, y = w->camera.y, fps = w->o.fps > 6 ? w->o.fps : 6;
    bool leaps = !way->has_aim || llabs(x - way->aim_x) > leap || llabs(y - way->aim_y) > leap;
    way->has_aim = true;
    way->aim_x = x;
    way->aim_y = y;
    way->x = leaps ? x : way->x + (x - way->x) * 6 / fps;
    way->y = leaps ? y : way->y + (y - way->y) * 6 / fps;
    w->camera.x = way->x;
    w->camera.y = way->y;
}
