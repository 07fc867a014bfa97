/* SPDX-License-Identifier: MIT
 *
 * Parts of SVG: numbers, colours and texts (svg_out.c), and the rules of tiles (svg_rules.c).
 */
#ifndef PAINT_SVG_OUT_H
#define PAINT_SVG_OUT_H

#include "paint/fill.h"
#include "paint/raster.h"
#include "teetape/io/output.h"
#include "teetape/shape.h"

/* Room for a number. */
enum { TTI_SVG_NUMBER = 24 };

/* Writes `form`, in which the next of `numbers`, a length in parts of a pixel (with at most two
 * decimals), takes the place of each `#`. `dst` has room for the form and TTI_SVG_NUMBER bytes a
 * number. The result is its size, without NUL. */
size_t tti_svg_form(char *dst, const char *form, const int64_t *numbers);

/* Writes what tti_svg_form makes to an output. */
void tti_svg_put(tt_io_output *out, const char *form, const int64_t *numbers);

/* ` NAME="#rrggbb"`, and its opacity where it is not 1; `name` is fill, stroke, or stop-color. */
void tti_svg_color(tt_io_output *out, const char *name, tt_rgba color);

/* A text element for a TT_SHAPE_TEXT, escaped: the text may be anything that a player chose. */
void tti_svg_line(tt_io_output *out, const tt_shape *shape);

/* Writes a TT_SHAPE_RULES, a path for each colour. False without memory. */
bool tti_svg_rules(tt_io_output *out, const tt_io_source *source, const tt_shape *shape,
                   struct tti_rect clip);

#endif
