/* SPDX-License-Identifier: MIT
 *
 * Memory of pictures.
 */
#include "teetape/io/picture.h"
#include "base/mem.h"
#include "paint/memory.h"

/* The bound on the pixels comes before the memory: sizes are options of a person or numbers in a
 * file. It also makes sizes that are computed from it ones that cannot overflow: 4 * 2^26 bytes at
 * most. On failure the picture is all zero. */
bool tt_io_picture_open(tt_io_picture *picture, uint32_t width, uint32_t height, tt_rgba color,
                        tt_io_error *error)
{
    tti_fill(picture, 0, sizeof *picture);
    if (width == 0 || height == 0 || width > TT_IO_PICTURE_SIDE_MAX ||
        height > TT_IO_PICTURE_SIDE_MAX || (size_t)width * height > TT_IO_PICTURE_PIXELS_MAX) {
        tt_io_error_say(error, TT_ERR_RANGE, "a picture cannot have %lu x %lu pixels",
                        (unsigned long)width, (unsigned long)height);
        return false;
    }
    size_t count = (size_t)width * height;
    uint8_t *rgba = tti_paint_resize(NULL, 4 * count);
    if (rgba == NULL) {
        tti_paint_no_memory(error, "cannot hold a picture");
        return false;
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
