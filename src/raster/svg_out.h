/* SPDX-License-Identifier: MIT
 *
 * Numbers, colours and texts of SVG.
 */
#ifndef RASTER_SVG_OUT_H
#define RASTER_SVG_OUT_H

#include "teetape/io/output.h"
#include "teetape/shape.h"

/* Room for a number. */
enum { TTI_SVG_NUMBER = 24 };

/* A length in parts of a pixel as a number of pixels with at most two decimals, and a NUL. */
void tti_svg_number(char dst[TTI_SVG_NUMBER], int64_t parts);

/* The same into the output. */
void tti_svg_length(tt_io_output *out, int64_t parts);

/* ` NAME="length"`. */
void tti_svg_attribute(tt_io_output *out, const char *name, int64_t parts);

/* ` NAME="#rrggbb"`, and the opacity of it where it is not 1; `name` is fill, stroke, or
 * stop-color. */
void tti_svg_color(tt_io_output *out, const char *name, tt_rgba color);

/* A text element for a TT_SHAPE_TEXT. What the text says is escaped; it may be anything that a
 * player chose. */
void tti_svg_line(tt_io_output *out, const tt_shape *shape);

#endif
