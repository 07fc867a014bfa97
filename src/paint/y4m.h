/* SPDX-License-Identifier: MIT
 *
 * A frame of a Y4M in memory.
 */
#ifndef PAINT_Y4M_H
#define PAINT_Y4M_H

#include "teetape/io/picture.h"

/* Bytes of a frame of this size, without the line that begins it. One and a half bytes a pixel
 * where sides are even. */
size_t tti_y4m_size(uint32_t width, uint32_t height);

/* Turns a picture into a frame of tti_y4m_size bytes. It needs no lock and no memory; film.c calls
 * it in any thread. */
void tti_y4m_convert(uint8_t *frame, const tt_io_picture *picture);

/* Writes such a frame. False with *error when the output has failed. */
bool tti_y4m_write(tt_io_output *out, tt_bytes frame, tt_io_error *error);

#endif
