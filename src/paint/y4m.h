/* SPDX-License-Identifier: MIT
 *
 * A frame of a Y4M in memory.
 */
#ifndef PAINT_Y4M_H
#define PAINT_Y4M_H

#include "teetape/io/picture.h"

/* Bytes of a frame without the line that begins it. */
size_t tti_y4m_size(uint32_t width, uint32_t height);

/* Needs no lock and no memory, so film.c calls this in any thread. */
void tti_y4m_convert(uint8_t *frame, const tt_io_picture *picture);

/* False when the output has failed. */
bool tti_y4m_write(tt_io_output *out, tt_bytes frame, tt_io_error *error);

#endif
