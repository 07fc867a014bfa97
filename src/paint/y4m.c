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
 * mean that write_chroma_row takes. */
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

/* Returns the brightness of a pixel in the limited range, 16 to 235. The factors add up to 219 /
 * 255 in 2^-16, and 32768 rounds. */
static uint8_t brightness(const uint8_t *rgba)
{
    int32_t sum = 16829 * rgba[0] + 33039 * rgba[1] + 6416 * rgba[2];
    return (uint8_t)(16 + ((sum + 32768) >> 16));
}

/* Writes the chroma of four pixels. `sum` is of 2 or 4 pixels, with a `shift` of 17 or 18, so
 * that the mean needs no division of its own. `middle` is 128, the value of grey, and half for
 * rounding. */
static void put_chroma(uint8_t *cb, uint8_t *cr, const int32_t *sum, unsigned shift)
{
    int32_t middle = (1 << (shift + 7)) + (1 << (shift - 1));
    *cb = (uint8_t)((-9714 * sum[0] - 19070 * sum[1] + 28784 * sum[2] + middle) >> shift);
    *cr = (uint8_t)((28784 * sum[0] - 24103 * sum[1] - 4681 * sum[2] + middle) >> shift);
}

/* Writes a row of chroma. At the lower edge both rows may be the same one. The last column of an
 * odd width has two pixels instead of four. */
static void write_chroma_row(const uint8_t *upper, const uint8_t *lower, uint32_t width,
                             uint8_t *cb, uint8_t *cr)
{
    for (uint32_t x = 0; x < width / 2; x++, upper += 8, lower += 8) {
        int32_t sum[3];
        for (int i = 0; i < 3; i++) {
            sum[i] = upper[i] + upper[4 + i] + lower[i] + lower[4 + i];
        }
        put_chroma(cb + x, cr + x, sum, 18);
    }
    if (width % 2 != 0) {
        const int32_t sum[3] = {upper[0] + lower[0], upper[1] + lower[1], upper[2] + lower[2]};
        put_chroma(cb + width / 2, cr + width / 2, sum, 17);
    }
}

static void write_chroma(const tt_io_picture *picture, uint8_t *cb, uint8_t *cr)
{
    size_t row = (size_t)picture->width * 4, wide = (picture->width + 1) / 2;
    for (uint32_t y = 0; y < picture->height; y += 2) {
        const uint8_t *upper = picture->rgba + y * row;
        const uint8_t *lower = y + 1 < picture->height ? upper + row : upper;
        write_chroma_row(upper, lower, picture->width, cb, cr);
        cb += wide;
        cr += wide;
    }
}

size_t tti_y4m_size(uint32_t width, uint32_t height)
{
    size_t quarter = (size_t)((width + 1) / 2) * ((height + 1) / 2);
    return (size_t)width * height + 2 * quarter;
}

void tti_y4m_convert(uint8_t *frame, const tt_io_picture *picture)
{
    size_t count = (size_t)picture->width * picture->height;
    size_t quarter = (tti_y4m_size(picture->width, picture->height) - count) / 2;
    for (size_t i = 0; i < count; i++) {
        frame[i] = brightness(picture->rgba + 4 * i);
    }
    write_chroma(picture, frame + count, frame + count + quarter);
}

bool tti_y4m_write(tt_io_output *out, tt_bytes frame, tt_io_error *error)
{
    tt_io_output_text(out, "FRAME\n");
    tt_io_output_bytes(out, frame);
    return tti_paint_written(out, error);
}
