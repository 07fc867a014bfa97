/* SPDX-License-Identifier: MIT
 *
 * Shapes and pictures for tests of src/raster.
 */
#ifndef TEST_SUPPORT_PAINT_H
#define TEST_SUPPORT_PAINT_H

#include "paint/raster.h"

/* A source of one image and one layer, which are those of every shape. */
typedef struct paint_source {
    const tt_io_image *image;
    tt_io_layer layer;
    unsigned plays; /* of the layer; 0: of the design */
} paint_source;

tt_io_source paint_source_of(paint_source *source);

/* A picture of one colour; the test fails without memory. */
tt_io_picture paint_picture(uint32_t width, uint32_t height, tt_rgba color);

/* Paints shapes; the test fails when that fails. */
void paint_on(tt_io_picture *picture, paint_source *source, const tt_shape *shapes, size_t count);

/* CRC-32 of all pixels. */
uint32_t paint_sum(const tt_io_picture *picture);

/* The red channel of all pixels together. */
uint64_t paint_red(const tt_io_picture *picture);

/* Red of a pixel. */
uint8_t paint_red_at(const tt_io_picture *picture, uint32_t x, uint32_t y);

/* The SVG of shapes; the test fails when it cannot be written. Remains until the next call. */
const char *paint_svg(uint32_t width, uint32_t height, const tt_io_source *source,
                      const tt_shape *shapes, size_t count);

/* A place in pixels and parts of it. */
tt_point paint_at(double x, double y);

#endif
