/* SPDX-License-Identifier: MIT
 *
 * The rules of tiles as SVG.
 */
#ifndef PAINT_SVG_RULES_H
#define PAINT_SVG_RULES_H

#include "paint/fill.h"
#include "teetape/io/raster.h"

/* Writes a TT_SHAPE_RULES: a path for each colour, runs of equal tiles in it merged with those of
 * the rows below. False without memory. */
bool tti_svg_rules(tt_io_output *out, const tt_io_source *source, const tt_shape *shape,
                   struct tti_rect clip);

#endif
