/* SPDX-License-Identifier: MIT
 *
 * Private functions of a studio, for films and drawings.
 */
#ifndef STUDIO_STUDIO_INSIDE_H
#define STUDIO_STUDIO_INSIDE_H

#include "teetape/io/studio.h"

/* Sets `map`, `terrain`, `settings` and `physics` of a scene, after tt_scene_init, to what the
 * studio has of the map and to memory for the game of a teehistorian file. The studio owns all
 * of it, and can serve one scene at a time. Returns false with TT_ERR_SYSTEM in *error without
 * memory. */
bool tti_io_studio_stage(tt_io_studio *studio, tt_scene_options *scene, tt_io_error *error);

/* Copies the texts of tti_io_studio_list out of the scene, which may change afterwards. Called once
 * after each tt_io_studio_draw. Without memory the list becomes empty, and the result is false with
 * TT_ERR_SYSTEM in *error. */
bool tti_studio_keep(tt_io_studio *studio, tt_io_error *error);

/* Opens a studio for another thread that paints: it has the images of `studio`, which are read
 * once, and no map. Missing letters are counted in `studio`, which must exist longer. Returns NULL
 * with TT_ERR_SYSTEM in *error without memory. */
tt_io_studio *tti_studio_share(tt_io_studio *studio, tt_io_error *error);

/* Returns how many different letters of all lists so far no font has. The painter draws
 * a box for each. In a film the caller's studio counts those of all frames. */
size_t tti_io_studio_boxes(const tt_io_studio *studio);

/* Returns the list of shapes of the last tt_io_studio_draw. The studio owns it. */
const tt_shapes *tti_io_studio_list(const tt_io_studio *studio);

/* Writes the list as SVG of this size. Returns false like tti_io_svg_write, and when
 * tti_io_art_is_good is false. */
bool tti_io_studio_svg(tt_io_studio *studio, tt_io_output *out, uint32_t width, uint32_t height,
                       tt_io_error *error);

#endif
