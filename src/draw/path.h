/* SPDX-License-Identifier: MIT
 *
 * What the parts of draw_paths.h share.
 */
#ifndef TTI_DRAW_PATH_H
#define TTI_DRAW_PATH_H

#include "draw/pen.h"
#include "teetape/draw_paths.h"

/* Colours of a ramp: of speeds, times and heat. Few, so that long lines and wide cells have one
 * colour and are one shape. */
#define TTI_RAMP_STEPS 16

/* A colour of it, by a number below TTI_RAMP_STEPS. */
tt_rgba tti_paths_ramp(uint32_t step);

/* A pen for the world, and one whose units are pixels of the picture. They append. */
tti_pen tti_paths_pen(tt_shapes *list, const tt_camera *camera);
tti_pen tti_paths_screen(tt_shapes *list, const tt_camera *camera);

/* What is explained is on such a panel. */
#define TTI_PANEL TTI_RGBA(0xffffff, 216)

/* The height of a line of text for a picture, in pixels, and such a line; `width` as in tti_text.
 */
int32_t tti_paths_font(const tti_pen *screen);
void tti_paths_say(tti_pen *pen, tti_vec at, int32_t font, tti_fix width, tt_shape_align align,
                   tt_bytes text);

/* TT_ERR_SPACE when the list is of no use. */
tt_status tti_paths_status(const tt_shapes *list);

#endif
