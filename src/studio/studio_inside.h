/* SPDX-License-Identifier: MIT
 *
 * Calls of a studio that a film needs.
 */
#ifndef STUDIO_STUDIO_INSIDE_H
#define STUDIO_STUDIO_INSIDE_H

#include "teetape/io/studio.h"

/* Copies the texts of the list, so that the scene may go on; once for each list. TT_ERR_SYSTEM
 * without memory: the list is empty then. */
bool tti_studio_keep(tt_io_studio *studio, tt_io_error *error);

/* Another studio, which remains as long, counts the boxes of a studio's lists. */
void tti_studio_count_in(tt_io_studio *studio, tt_io_studio *other);

/* The number of different letters of the lists so far that the built-in font lacks: the painter
 * draws a box for each. For a film the studio that was given to it counts those of all frames. */
size_t tti_io_studio_boxes(const tt_io_studio *studio);

/* The list of shapes of the last tt_io_studio_draw; owned by the studio. */
const tt_shapes *tti_io_studio_list(const tt_io_studio *studio);

/* Writes the list as SVG of this size. False as tti_io_svg_write, and as tti_io_art_is_good. */
bool tti_io_studio_svg(tt_io_studio *studio, tt_io_output *out, uint32_t width, uint32_t height,
                       tt_io_error *error);

#endif
