/* SPDX-License-Identifier: MIT
 *
 * A frame of a Y4M in memory.
 */
#ifndef PAINT_Y4M_H
#define PAINT_Y4M_H

#include "teetape/io/picture.h"

/* Bytes of a frame without the line that begins it. */
size_t tti_y4m_size(uint32_t width, uint32_t height);

/* Fills a frame; alpha is ignored. BT.601: Y 16 to 235, Cb and Cr 16 to 240, in whole numbers,
 * rounded to the nearest; the chroma of four pixels is that of their mean, and at odd edges of
 * those that there are. Needs no lock and no memory, so film.c calls this in any thread. */
void tti_y4m_convert(uint8_t *frame, const tt_io_picture *picture);

/* False when the output has failed. */
bool tti_y4m_write(tt_io_output *out, tt_bytes frame, tt_io_error *error);

/* Begins a Y4M stream (YUV4MPEG2) of frames of this size, `rate` frames a second:
 * progressive, square pixels, 4:2:0 with the chroma in the middle of its four pixels (C420jpeg),
 * limited range. An encoder reads it from a pipe. */
void tti_io_y4m_begin(tt_io_output *out, uint32_t width, uint32_t height, uint32_t rate);

#endif
