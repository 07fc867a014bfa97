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

enum { TTI_SVG_NUMBER = 24 };

/* Copies `form` to `dst`. Each `#` becomes the next of `numbers`, a length in parts of a pixel,
 * with two decimals at most. `dst` must have room for the form and TTI_SVG_NUMBER bytes for each
 * number. Returns the size. No NUL is added. */
size_t tti_svg_form(char *dst, const char *form, const int64_t *numbers);

/* Writes the result of tti_svg_form to an output. */
void tti_svg_put(tt_io_output *out, const char *form, const int64_t *numbers);

/* Writes ` NAME="#rrggbb"`, and the opacity if it is not 1. NAME is fill, stroke, or stop-color. */
void tti_svg_color(tt_io_output *out, const char *name, tt_rgba color);

/* Writes a text element for a TT_SHAPE_TEXT. The text is escaped, because a player may have chosen
 * it. */
void tti_svg_line(tt_io_output *out, const tt_shape *shape);

/* Writes a TT_SHAPE_RULES with a path for each colour. Returns false without memory. */
bool tti_svg_rules(tt_io_output *out, const tt_io_source *source, const tt_shape *shape,
                   struct tti_rect clip);

#endif
