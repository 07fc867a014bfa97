/* SPDX-License-Identifier: MIT
 *
 * Frames for an encoder:
 *
 *     YUV4MPEG2 W1280 H720 F50:1 Ip A1:1 C420jpeg\n
 *     FRAME\n  width * height bytes Y, then a quarter as many of Cb, and of Cr
 *     FRAME\n  ...
 *
 * The factors of BT.601 are in 2^-16, and those of a channel add up exactly: grey has no chroma.
 */
#include <errno.h>
#include <stdlib.h>

#include "raster/y4m.h"

void tt_io_y4m_begin(tt_io_output *out, uint32_t width, uint32_t height, uint32_t rate,
                     uint32_t per)
{
    tt_io_output_text(out, "YUV4MPEG2 W");
    tt_io_output_uint(out, width);
    tt_io_output_text(out, " H");
    tt_io_output_uint(out, height);
    tt_io_output_text(out, " F");
    tt_io_output_uint(out, rate);
    tt_io_output_text(out, ":");
    tt_io_output_uint(out, per);
    tt_io_output_text(out, " Ip A1:1 C420jpeg\n");
}

/* 219 / 255 of the brightness, from 16 on. */
static uint8_t brightness(const uint8_t *rgba)
{
    int32_t sum = 16829 * rgba[0] + 33039 * rgba[1] + 6416 * rgba[2];
    return (uint8_t)(16 + ((sum + 32768) >> 16));
}

static uint8_t chroma(int64_t sum, int64_t count)
{
    int64_t all = count * 65536;
    return (uint8_t)((sum + 128 * all + all / 2) / all);
}

static void write_chroma(const tt_io_picture *picture, uint8_t *cb, uint8_t *cr)
{
    for (uint32_t y = 0; y < picture->height; y += 2) {
        for (uint32_t x = 0; x < picture->width; x += 2) {
            int64_t r = 0, g = 0, b = 0, count = 0;
            for (uint32_t k = 0; k < 4; k++) {
                uint32_t px = x + (k & 1), py = y + (k >> 1);
                if (px < picture->width && py < picture->height) {
                    const uint8_t *rgba = picture->rgba + ((size_t)py * picture->width + px) * 4;
                    r += rgba[0];
                    g += rgba[1];
                    b += rgba[2];
                    count++;
                }
            }
            *cb++ = chroma(-9714 * r - 19070 * g + 28784 * b, count);
            *cr++ = chroma(28784 * r - 24103 * g - 4681 * b, count);
        }
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
    if (tt_io_output_error(out) != 0) {
        tt_io_error_system(error, tt_io_output_error(out), "cannot be written");
        return false;
    }
    return true;
}

bool tt_io_y4m_frame(tt_io_output *out, const tt_io_picture *picture, tt_io_error *error)
{
    size_t size = tti_y4m_size(picture->width, picture->height);
    uint8_t *frame = malloc(size);
    if (frame == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot write a frame");
        return false;
    }
    tti_y4m_convert(frame, picture);
    bool good = tti_y4m_write(out, (tt_bytes){frame, size}, error);
    free(frame);
    return good;
}
