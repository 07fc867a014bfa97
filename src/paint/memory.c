/* SPDX-License-Identifier: MIT
 *
 * Allocates pictures, and replaces functions of a C library: zeroed memory, arrays that grow.
 */
#include "paint/memory.h"
#include "paint/error.h"

#include <stdint.h>

#include "base/mem.h"
#include "teetape/io/picture.h"

void *tti_paint_zeros(size_t size)
{
    void *memory = tti_paint_resize(NULL, size);
    if (memory != NULL) {
        tti_fill(memory, 0, size);
    }
    return memory;
}

bool tti_paint_written(const tt_io_output *out, tt_io_error *error)
{
    int number = tt_io_output_error(out);
    return number == 0 || tt_io_error_system(error, number, "cannot be written");
}

void *tti_paint_grow(void *array, size_t *cap, size_t count, size_t size)
{
    if (count <= *cap && array != NULL) {
        return array;
    }
    size_t more = tti_grown(*cap, count, size);
    void *bigger = more != 0 ? tti_paint_resize(array, more * size) : NULL;
    *cap = bigger != NULL ? more : *cap;
    return bigger;
}

/* Allocates a picture. The number of pixels is checked first, because sizes come from options or
 * files. Sizes in bytes are 4 * 2^26 at most and cannot overflow. */
bool tt_io_picture_open(tt_io_picture *picture, uint32_t width, uint32_t height, tt_rgba color,
                        tt_io_error *error)
{
    tti_fill(picture, 0, sizeof *picture);
    if (width == 0 || height == 0) {
        return tti_error_say(error, TT_ERR_RANGE, "a picture of %lu x %lu pixels is empty",
                             (unsigned long)width, (unsigned long)height);
    }
    if (width > TT_IO_PICTURE_SIDE_MAX || height > TT_IO_PICTURE_SIDE_MAX ||
        (size_t)width * height > TT_IO_PICTURE_PIXELS_MAX) {
        return tti_error_say(error, TT_ERR_RANGE,
                             "a picture of %lu x %lu pixels is too large: at most %lu pixels a "
                             "side, and %lu in all",
                             (unsigned long)width, (unsigned long)height,
                             (unsigned long)TT_IO_PICTURE_SIDE_MAX,
                             (unsigned long)TT_IO_PICTURE_PIXELS_MAX);
    }
    size_t count = (size_t)width * height;
    uint8_t *rgba = tti_paint_resize(NULL, 4 * count);
    if (rgba == NULL) {
        return tti_paint_no_memory(error, "cannot hold a picture");
    }
    for (size_t i = 0; i < count; i++) {
        rgba[4 * i] = color.r;
        rgba[4 * i + 1] = color.g;
        rgba[4 * i + 2] = color.b;
        rgba[4 * i + 3] = color.a;
    }
    *picture = (tt_io_picture){width, height, rgba};
    return true;
}

void tt_io_picture_close(tt_io_picture *picture)
{
    tti_paint_free(picture->rgba);
    tti_fill(picture, 0, sizeof *picture);
}
