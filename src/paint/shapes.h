/* SPDX-License-Identifier: MIT
 *
 * The kinds of shapes, one function each. Each paints within the clip of the canvas.
 *
 * painter.c calls them. The shape is of the kind, the clip is not empty, and a lack of memory sets
 * canvas->failed. Any number in a shape is good: what has no size is left out.
 */
#ifndef PAINT_SHAPES_H
#define PAINT_SHAPES_H

#include "paint/canvas.h"

void tti_paint_gradient(struct tti_canvas *canvas, const tt_shape *shape);
void tti_paint_ellipse(struct tti_canvas *canvas, const tt_shape *shape);
void tti_paint_polygon(struct tti_canvas *canvas, const tt_shape *shape);
void tti_paint_line(struct tti_canvas *canvas, const tt_shape *shape);
void tti_paint_sprite(struct tti_canvas *canvas, const tt_shape *shape);
void tti_paint_triangle(struct tti_canvas *canvas, const tt_shape *shape);
void tti_paint_text(struct tti_canvas *canvas, const tt_shape *shape);
void tti_paint_tiles(struct tti_canvas *canvas, const tt_shape *shape);
void tti_paint_rules(struct tti_canvas *canvas, const tt_shape *shape);

/* Writes the number of the shape to canvas->hidden where its tiles let nothing shine through.
 * Called for each layer of tiles before anything is painted. Layers with an alpha of their own hide
 * nothing. */
void tti_hide_by_tiles(struct tti_canvas *canvas, const tt_shape *shape);

#endif
