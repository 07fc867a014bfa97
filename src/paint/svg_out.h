/* SPDX-License-Identifier: MIT
 *
 * Numbers, colours and texts of SVG.
 */
#ifndef PAINT_SVG_OUT_H
#define PAINT_SVG_OUT_H

#include "teetape/io/output.h"
#include "teetape/shape.h"

/* Room for a number. */
enum { TTI_SVG_NUMBER = 24 };

/* The text of `form`, in which the next of `numbers`, a length in parts of a pixel, takes the place
 * of each `#`: as a number of pixels with at most two decimals. The result is its size; `dst` has
 * room for the form and TTI_SVG_NUMBER bytes a number. No NUL. */
size_t tti_svg_form(char *dst, const char *form, const int64_t *numbers);

/* A length in parts of a pixel as such a number. */
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
