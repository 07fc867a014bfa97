/* SPDX-License-Identifier: MIT
 *
 * Shapes and pictures for tests of src/raster.
 */
#ifndef TEST_SUPPORT_PAINT_H
#define TEST_SUPPORT_PAINT_H

#include "paint/raster.h"

/* A source with one image and one layer, which every shape gets. */
typedef struct paint_source {
    const tt_io_image *image;
    tt_io_layer layer;
    unsigned plays; /* TT_MAP_* of the layer; 0 for a layer of the design */
} paint_source;

tt_io_source paint_source_of(paint_source *source);

/* Makes a picture of one colour. The test fails without memory. */
tt_io_picture paint_picture(uint32_t width, uint32_t height, tt_rgba color);

/* Paints shapes. The test fails when painting fails. */
void paint_on(tt_io_picture *picture, paint_source *source, const tt_shape *shapes, size_t count);

/* Returns the CRC-32 of all pixels. */
uint32_t paint_sum(const tt_io_picture *picture);

/* Returns the sum of the red channel over all pixels. */
uint64_t paint_red(const tt_io_picture *picture);

/* Returns the red channel of a pixel. */
uint8_t paint_red_at(const tt_io_picture *picture, uint32_t x, uint32_t y);

/* Returns the SVG of shapes, valid until the next call. The test fails when it cannot be
 * written. */
const char *paint_svg(uint32_t width, uint32_t height, const tt_io_source *source,
                      const tt_shape *shapes, size_t count);

/* Converts a position in pixels to parts of a pixel. */
tt_point paint_at(double x, double y);

#endif
