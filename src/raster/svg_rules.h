/* SPDX-License-Identifier: MIT
 *
 * The rules of tiles as SVG.
 */
#ifndef RASTER_SVG_RULES_H
#define RASTER_SVG_RULES_H

#include "raster/fill.h"
#include "teetape/io/raster.h"

/* Writes a TT_SHAPE_RULES: a path for each colour, runs of equal tiles in it merged with those of
 * the rows below. False without memory. */
bool tti_svg_rules(tt_io_output *out, const tt_io_source *source, const tt_shape *shape,
                   struct tti_rect clip);

#endif
