/* SPDX-License-Identifier: MIT
 *
 * Reads the size, the zoom and the middle of a picture.
 */
#include <stdlib.h>
#include <string.h>

#include "cli/picture/picture.h"

#define WIDTH 1280
#define HEIGHT 720

/* A whole number between two bounds, in decimal; the result is where it ends, NULL when there is
 * none. strtol alone would also take blanks and a plus. */
static const char *number(const char *text, long least, long most, int32_t *value)
{
    char *end;
    bool begins = (text[0] >= '0' && text[0] <= '9') || text[0] == '-';
    /* What strtol takes beyond a long is the largest one, and so above `most`. */
    long read = begins ? strtol(text, &end, 10) : 0;
    if (!begins || end == text || read < least || read > most) {
        return NULL;
    }
    *value = (int32_t)read;
    return end;
}

/* Two numbers with a character between them. */
static bool pair(const char *text, char between, long least, long most, int32_t *a, int32_t *b)
{
    const char *at = number(text, least, most, a);
    at = at != NULL && *at == between ? number(at + 1, least, most, b) : NULL;
    return at != NULL && *at == '\0';
}

/* Digits and a point: 2, 0.5. In TT_SCENE_ONE-ths. The value is looked at after each digit, so it
 * cannot overflow; digits below the unit count nothing. */
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

/* World units reach 2^24 from the origin, far more than any map has, so that products with
 * TT_SCENE_ONE fit. All pixels are held in memory at once, hence the bound on their number. */
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
