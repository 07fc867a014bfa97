/* SPDX-License-Identifier: MIT
 *
 * A picture in memory, and how it is written as PNG. film.h has the frames of a video.
 *
 *     tt_io_picture picture;
 *     if (!tt_io_picture_open(&picture, 1280, 720, (tt_rgba){128, 128, 128, 255}, &error)) ...
 *     ... paint on it (studio.h) ...
 *     tt_io_file *file = tt_io_file_open("moment.png", NULL, &error);
 *     bool good = file != NULL && tt_io_png_write(tt_io_file_out(file), &picture, &error);
 *     if (good)
 *         good = tt_io_file_commit(file, &error);
 *     else
 *         tt_io_file_discard(file);
 *     tt_io_picture_close(&picture);
 */
#ifndef TEETAPE_IO_PICTURE_H
#define TEETAPE_IO_PICTURE_H

#include "teetape/io/error.h"
#include "teetape/io/export.h"
#include "teetape/io/output.h"
#include "teetape/shape.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Most pixels of a side of a picture. */
#define TT_IO_PICTURE_SIDE_MAX 16384

/** Most pixels of a picture: 2^26, which are 256 MiB. */
#define TT_IO_PICTURE_PIXELS_MAX ((size_t)1 << 26)

/** A picture in memory. */
typedef struct tt_io_picture {
    uint32_t width, height; /**< size in pixels, 1 to TT_IO_PICTURE_SIDE_MAX */
    uint8_t *rgba; /**< 4 * width * height bytes, row by row from the upper left corner: red,
                      green, blue, alpha; sRGB, not premultiplied; tt_io_picture_close frees them */
} tt_io_picture;

/** Makes a picture of one colour. False with *error: TT_ERR_RANGE for a side of 0 pixels or of too
 * many, TT_ERR_SYSTEM without memory. tt_io_picture_close has to be called either way. */
TT_IO_API bool tt_io_picture_open(tt_io_picture *picture, uint32_t width, uint32_t height,
                                  tt_rgba color, tt_io_error *error);

/** Frees the pixels. Twice is fine. */
TT_IO_API void tt_io_picture_close(tt_io_picture *picture);

/** Writes a picture as PNG: RGB when every pixel is opaque, else RGBA. A build without zlib writes
 * valid files that are not compressed. The same build writes the same bytes for the same picture.
 * False with *error, TT_ERR_SYSTEM: without memory, and when the output has failed. */
TT_IO_API bool tt_io_png_write(tt_io_output *out, const tt_io_picture *picture, tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
