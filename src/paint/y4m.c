/* SPDX-License-Identifier: MIT
 *
 * Writes frames for an encoder:
 *
 *     YUV4MPEG2 W1280 H720 F50:1 Ip A1:1 C420jpeg\n
 *     FRAME\n  width * height bytes Y, then a quarter as many of Cb, and of Cr
 *     FRAME\n  ...
 *
 * The factors of BT.601 are in 2^-16. The factors of a channel add up exactly, so that grey has no
 * chroma.
 *
 * The stream is not compressed and has no times. film.c makes frames on several threads, each in
 * its own memory.
 */

#include "paint/y4m.h"
#include "paint/memory.h"

/* Writes the line that begins the stream. C420jpeg has chroma in the middle of its four pixels, the
 * mean that convert_rows takes. */
void tti_io_y4m_begin(tt_io_output *out, uint32_t width, uint32_t height, uint32_t rate)
{
    tt_io_output_text(out, "YUV4MPEG2 W");
    tt_io_output_uint(out, width);
    tt_io_output_text(out, " H");
    tt_io_output_uint(out, height);
    tt_io_output_text(out, " F");
    tt_io_output_uint(out, rate);
    tt_io_output_text(out, ":1 Ip A1:1 C420jpeg\n");
}

/* The sums of the channels of some pixels. */
struct sums {
    int32_t r, g, b;
};

/* Writes the brightness of a pixel in the limited range, 16 to 235, and adds its channels. The
 * factors add up to 219 / 255 in 2^-16, and 32768 rounds. */
static inline void take_pixel(struct sums *sums, const uint8_t *rgba, uint8_t *y)
{
    int32_t r = rgba[0], g = rgba[1], b = rgba[2];
    *y = (uint8_t)(16 + ((16829 * r + 33039 * g + 6416 * b + 32768) >> 16));
    sums->r += r;
    sums->g += g;
    sums->b += b;
}

/* Writes the chroma of 2 or 4 pixels, with a `shift` of 17 or 18, so that the mean needs no
 * division of its own. `middle` is 128, the value of grey, and half for rounding. */
static inline void put_chroma(uint8_t *cb, uint8_t *cr, struct sums sum, unsigned shift)
{
    int32_t middle = (1 << (shift + 7)) + (1 << (shift - 1));
    *cb = (uint8_t)((-9714 * sum.r - 19070 * sum.g + 28784 * sum.b + middle) >> shift);
    *cr = (uint8_t)((28784 * sum.r - 24103 * sum.g - 4681 * sum.b + middle) >> shift);
}

/* Two rows of a picture and of a frame. At the lower edge both may be the same row. */
struct rows {
    const uint8_t *upper, *lower;
    uint8_t *y_upper, *y_lower, *cb, *cr;
};

/* Converts two rows, two columns at a time. The last column of an odd width has two pixels instead
 * of four. */
static void convert_rows(struct rows rows, uint32_t width)
{
    const uint8_t *upper = rows.upper, *lower = rows.lower;
    for (uint32_t x = 0; x + 1 < width; x += 2, upper += 8, lower += 8) {
        struct sums sums = {0, 0, 0};
        take_pixel(&sums, upper, rows.y_upper + x);
        take_pixel(&sums, upper + 4, rows.y_upper + x + 1);
        take_pixel(&sums, lower, rows.y_lower + x);
        take_pixel(&sums, lower + 4, rows.y_lower + x + 1);
        put_chroma(rows.cb + x / 2, rows.cr + x / 2, sums, 18);
    }
    if (width % 2 != 0) {
        struct sums sums = {0, 0, 0};
        take_pixel(&sums, upper, rows.y_upper + width - 1);
        take_pixel(&sums, lower, rows.y_lower + width - 1);
        put_chroma(rows.cb + width / 2, rows.cr + width / 2, sums, 17);
    }
}

size_t tti_y4m_size(uint32_t width, uint32_t height)
{
    size_t quarter = (size_t)((width + 1) / 2) * ((height + 1) / 2);
    return (size_t)width * height + 2 * quarter;
}

void tti_y4m_convert(uint8_t *frame, const tt_io_picture *picture)
{
    size_t width = picture->width, wide = (width + 1) / 2, count = width * picture->height;
    size_t quarter = (tti_y4m_size(picture->width, picture->height) - count) / 2;
    for (uint32_t y = 0; y < picture->height; y += 2) {
        size_t below = y + 1 < picture->height ? y + 1 : y;
        size_t chroma = count + y / 2 * wide;
        const struct rows rows = {picture->rgba + y * width * 4,
                                  picture->rgba + below * width * 4,
                                  frame + y * width,
                                  frame + below * width,
                                  frame + chroma,
                                  frame + chroma + quarter};
        convert_rows(rows, picture->width);
    }
}

bool tti_y4m_write(tt_io_output *out, tt_bytes frame, tt_io_error *error)
{
    tt_io_output_text(out, "FRAME\n");
    tt_io_output_bytes(out, frame);
    return tti_paint_written(out, error);
}
