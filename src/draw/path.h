/* SPDX-License-Identifier: MIT
 *
 * Shared by the parts of draw_paths.h.
 */
#ifndef TTI_DRAW_PATH_H
#define TTI_DRAW_PATH_H

#include "draw/pen.h"
#include "teetape/draw_paths.h"

/* Colours of a ramp: few, so that long lines and wide cells are one shape. */
#define TTI_RAMP_STEPS 16

tt_rgba tti_paths_ramp(uint32_t step);

/* A pen whose units are pixels of the picture. The pen appends to `list`. */
tti_pen tti_paths_screen(tt_shapes *list, const tt_camera *camera);

#define TTI_PANEL TTI_RGBA(0xffffff, 216)

/* tti_paths_font gives the height of a line of text in pixels; tti_paths_say draws such a line.
 * `width` as in tti_text. */
int32_t tti_paths_font(const tti_pen *screen);
void tti_paths_say(tti_pen *pen, tti_vec at, int32_t font, tti_fix width, tt_shape_align align,
                   tt_bytes text);

#endif
