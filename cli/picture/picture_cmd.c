/* SPDX-License-Identifier: MIT
 *
 * What the commands picture and video have in common: checks, the camera, and the report.
 */

#include <stdlib.h>
#include <string.h>

#include "cli/picture/picture.h"
#include "cli/shell/target.h"
#include "cli/text/text.h"
#include "teetape/io/path.h"
#include "teetape/io/place.h"
#include "teetape/io/player.h"

#define WIDTH 1280
#define HEIGHT 720

/* strtol alone would also take blanks and a plus. NULL when there is no number. */
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
    return at != NULL && *at == '\0';
}

/* In TT_SCENE_ONE-ths. Each digit is checked, so the value cannot overflow. */
static bool zoom_of(const char *text, int32_t *zoom)
{
    int64_t value = 0, unit = TT_SCENE_ONE;
    bool has_point = false, has_digit = false;
    for (; *text != '\0'; text++) {
        if (*text == '.' && !has_point) {
            has_point = true;
        } else if (*text >= '0' && *text <= '9') {
            has_digit = true;
            unit /= has_point ? 10 : 1;
            value = has_point ? value + (*text - '0') * unit
                              : value * 10 + (int64_t)(*text - '0') * TT_SCENE_ONE;
        } else {
            return false;
        }
        if (value > TT_CAMERA_ZOOM_MAX) {
            return false;
        }
    }
    *zoom = (int32_t)value;
    return has_digit && value >= TT_CAMERA_ZOOM_MIN;
}

/* Products of 2^24 world units with TT_SCENE_ONE fit. All pixels are held in memory. */
const char *picture_view(const struct picture_options *own, tt_camera *camera, bool *has_center)
{
    int32_t x = 0, y = 0;
    *camera = (tt_camera){.zoom = TT_SCENE_ONE, .width = WIDTH, .height = HEIGHT};
    *has_center = own->center != NULL;
    if (own->size != NULL &&
        !pair(own->size, 'x', 1, TT_CAMERA_SIDE_MAX, &camera->width, &camera->height)) {
        return "--size is WIDTHxHEIGHT in pixels, 1 to 16384: 1280x720";
    }
    if ((uint64_t)camera->width * (uint64_t)camera->height > TT_IO_PICTURE_PIXELS_MAX) {
        return "--size has more than 67108864 pixels";
    }
    if (own->zoom != NULL && !zoom_of(own->zoom, &camera->zoom)) {
        return "--zoom is a number from 0.01 to 60";
    }
    if (own->center != NULL && !pair(own->center, ',', -(1 << 24), 1 << 24, &x, &y)) {
        return "--center is X,Y in world units, 32 to a tile: 1600,928";
    }
    camera->x = (int64_t)x * TT_SCENE_ONE;
    camera->y = (int64_t)y * TT_SCENE_ONE;
    return NULL;
}

const char *picture_check(const struct settings *settings, const struct picture_options *own)
{
    tt_io_place place;
    tt_camera camera;
    bool has_center;
    const char *problem = own->focus != NULL ? tt_io_player_check(own->focus) : NULL;
    if (own->at != NULL && !tt_io_place_parse(&place, own->at)) {
        problem = "--at takes " TT_IO_PLACE_FORMS;
    }
    problem = problem != NULL ? problem : picture_view(own, &camera, &has_center);
    return problem != NULL ? problem : target_check(settings, own);
}

bool picture_has_ending(const char *output, const char *const *endings)
{
    for (; output != NULL && *endings != NULL; endings++) {
        if (tt_io_ending_is(tt_bytes_of(output), *endings)) {
            return true;
        }
    }
    return false;
}

static void say(const struct picture *p)
{
    tt_io_output *out = p->job->out;
    text_safe(out, tt_bytes_of(p->job->settings->output));
    tt_io_output_text(out, ": ");
    if (p->frames != 0) {
        tt_io_output_uint(out, (uint64_t)p->frames);
        tt_io_output_text(out, " frames of ");
    }
    tt_io_output_uint(out, (uint64_t)p->camera.width);
    tt_io_output_text(out, "x");
    tt_io_output_uint(out, (uint64_t)p->camera.height);
    if (p->has_tick) {
        tt_io_output_text(out, ", tick ");
        tt_io_output_int(out, p->tick);
    }
    tt_io_output_text(out, "\n");
}

void picture_report(const struct picture *p, const struct column *columns)
{
    const struct picture_result result = {.output = p->job->settings->output,
                                          .map = p->found.path,
                                          .tick = p->has_tick ? p->tick : COLUMN_UNKNOWN,
                                          .shapes =
                                              (int64_t)tt_io_studio_list(p->studio)->shape_count,
                                          .frames = p->frames,
                                          .width = p->camera.width,
                                          .height = p->camera.height};
    const struct settings *settings = p->job->settings;
    if (p->is_written && settings->json) {
        rows_json(p->job, columns, TT_FORMAT_UNKNOWN, &result);
    } else if (p->is_written && target_wants_words(settings, settings->output)) {
        say(p);
    }
}
