/* SPDX-License-Identifier: MIT
 *
 * Shared parts of the reader and the writer of PNG (RFC 2083):
 *
 *     89 50 4e 47 0d 0a 1a 0a
 *     chunk: length of the data, 4 bytes, big-endian; its type, 4 letters; the data;
 *            CRC-32 of type and data
 *     IHDR (width 4, height 4, depth, color type, 0, 0, interlace), PLTE, tRNS, IDAT..., IEND
 *
 * The data of all IDAT together is a zlib stream of rows, each after a byte that names its filter.
 */
#ifndef PAINT_PNG_H
#define PAINT_PNG_H

#include "teetape/io/picture.h"
#include "teetape/map.h"

/* Bytes of the magic; bytes of the data of IHDR. */
enum { TTI_PNG_MAGIC_SIZE = 8, TTI_PNG_HEADER_SIZE = 13 };

#define TTI_PNG_MAGIC "\x89PNG\r\n\x1a\n"

enum {
    TTI_PNG_GREY = 0,
    TTI_PNG_RGB = 2,
    TTI_PNG_PALETTE = 3,
    TTI_PNG_GREY_ALPHA = 4,
    TTI_PNG_RGBA = 6
};

/* The filters of a row. Each subtracts from a byte: nothing, the byte at the left, the one above,
 * the mean of both, or the nearest of three neighbours. */
enum { TTI_PNG_NONE, TTI_PNG_SUB, TTI_PNG_UP, TTI_PNG_AVERAGE, TTI_PNG_PAETH };

/* Compresses the stream of one picture as zlib does. */
struct tti_deflate {
    /* Takes bytes from the front of *data and writes at most `cap` compressed ones. Returns how
     * many it wrote. A result below `cap` means that all of *data was taken and, if `is_last`, the
     * stream has ended. */
    size_t (*run)(void *user, tt_bytes *data, uint8_t *dst, size_t cap, bool is_last);
    void *user;
};

/* Writes a picture as PNG. Without `deflate` the file is valid but not compressed. */
bool tti_png_write(tt_io_output *out, const tt_io_picture *picture,
                   const struct tti_deflate *deflate, tt_io_error *error);

/* Reads a PNG for tti_picture_read. `inflate` gets the error as its user, and fills it only without
 * memory; NULL when there is none. */
bool tti_png_read(tt_io_picture *picture, tt_bytes file, tt_map_inflate_fn *inflate,
                  tt_io_error *error);

#endif
