/* SPDX-License-Identifier: MIT
 *
 * Functions that the files which implement draw_paths.h share.
 */
#ifndef TTI_DRAW_PATH_H
#define TTI_DRAW_PATH_H

#include "draw/pen.h"
#include "teetape/draw_paths.h"

/* The number of colours of a ramp. It is small, so that long lines and wide cells are one shape
 * each. */
#define TTI_RAMP_STEPS 16

tt_rgba tti_paths_ramp(uint32_t step);

/* Makes a pen that appends to `list`. Its units are pixels of the picture. */
tti_pen tti_paths_screen(tt_shapes *list, const tt_camera *camera);

#define TTI_PANEL TTI_RGBA(0xffffff, 216)

/* tti_paths_font returns the height of a line of text in pixels. tti_paths_say draws a line;
 * `width` is the member of tti_label. */
int32_t tti_paths_font(const tti_pen *screen);
void tti_paths_say(tti_pen *pen, tti_vec at, int32_t font, tti_fix width, tt_shape_align align,
                   tt_bytes text);

#endif
