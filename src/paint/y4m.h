/* SPDX-License-Identifier: MIT
 *
 * Makes the frames of a Y4M stream in memory.
 */
#ifndef PAINT_Y4M_H
#define PAINT_Y4M_H

#include "teetape/io/picture.h"

/* Returns the bytes of a frame without the line that begins it. */
size_t tti_y4m_size(uint32_t width, uint32_t height);

/* Fills a frame; alpha is ignored. Uses BT.601 in whole numbers, rounded to the nearest: Y 16 to
 * 235, Cb and Cr 16 to 240. Four pixels have the chroma of their mean. At odd edges the mean is
 * that of the pixels that exist. No lock and no memory is needed, so film.c calls this in any
 * thread. */
void tti_y4m_convert(uint8_t *frame, const tt_io_picture *picture);

/* Writes a frame. Returns false when the output has failed. */
bool tti_y4m_write(tt_io_output *out, tt_bytes frame, tt_io_error *error);

/* Begins a Y4M stream (YUV4MPEG2) of frames of this size, `rate` frames a second. Frames are
 * progressive, with square pixels, limited range, and 4:2:0 with the chroma in the middle of its
 * four pixels (C420jpeg). An encoder reads the stream from a pipe. */
void tti_io_y4m_begin(tt_io_output *out, uint32_t width, uint32_t height, uint32_t rate);

#endif
