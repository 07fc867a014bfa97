/* SPDX-License-Identifier: MIT
 *
 * Paints a list of shapes (teetape/shape.h) on a picture, or writes it as SVG.
 *
 * All arithmetic is in whole numbers: the same list gives the same pixels on every machine. Edges
 * of ellipses, polygons, lines, sprites and letters are antialiased. Triangles and tiles are not,
 * as they join each other: a pixel belongs to what covers its middle. Images are sampled as the
 * game does: between four pixels, and between copies of half the size (mip levels) with a bias of
 * -0.5.
 *
 * No number in a shape makes it take more time or memory than its points and the pixels of the
 * picture do.
 */
#ifndef TTI_PAINT_RASTER_H
#define TTI_PAINT_RASTER_H

#include "teetape/io/picture.h"
#include "teetape/map_design.h"

/* An image to paint with: its pixels, with copies of smaller sizes. Never changes. */
typedef struct tt_io_image tt_io_image;

/* The tiles of a layer, as tt_map_design_load unpacks them. */
typedef struct tt_io_layer {
    int32_t width, height; /* in tiles; 0 for a layer that is not there */
    const uint8_t *tiles;  /* row by row */
    uint32_t cell;         /* bytes of a tile */
} tt_io_layer;

/* The source of images and layers. An image or a layer remains valid until the next call of
 * tti_io_paint ends. */
typedef struct tt_io_source {
    /* The image of a shape, in its grey form if that is wanted; NULL when there is none. May be
     * NULL: no images. */
    const tt_io_image *(*image)(void *user, tt_image_kind kind, uint32_t index, bool grey);
    /* Sets `*layer`, which is all zero before, to the layer of the map that the game plays on,
     * `plays` being TT_MAP_GAME and so on; with a 0 there, to layer `index` of the design. May be
     * NULL: no layers. */
    void (*layer)(void *user, unsigned plays, uint32_t index, tt_io_layer *layer);
    void *user; /* handed to both */
} tt_io_source;

/* A painter: a source, and memory for its work. One thread at a time. */
typedef struct tti_canvas tt_io_painter;

/* Bytes of memory that the image holds. */
size_t tti_io_image_bytes(const tt_io_image *image);

/* Frees it. NULL is fine. */
void tti_io_image_close(tt_io_image *image);

/* Makes one of the pixels, which are copied, of a picture. NULL with *error: TT_ERR_SYSTEM without
 * memory. Memory: about 1.4 times that of the pixels, and once more when a side is no multiple of
 * 16 pixels. */
tt_io_image *tti_io_image_open(const tt_io_picture *picture, tt_io_error *error);

/* The grey form of a skin's sheet, which custom colours are multiplied with: all of it in its
 * brightness, and the body (the left 3 of 8 columns, upper 3 of 4 rows) such that its most frequent
 * brightness becomes 192. Otherwise as tti_io_image_open. */
tt_io_image *tti_io_image_open_grey(const tt_io_picture *picture, tt_io_error *error);

/* Paints shapes over what is on the picture, whose alpha is left as it is. What a shape may not be
 * (an unknown kind, a size that is not above 0) is left out. False with *error: TT_ERR_SYSTEM
 * without memory; what was painted is undefined then. */
bool tti_io_paint(tt_io_painter *painter, tt_io_picture *picture, const tt_shape *shapes,
                  size_t count, tt_io_error *error);

/* Frees it. NULL is fine. */
void tti_io_painter_close(tt_io_painter *painter);

/* Opens a painter. `source` is copied; NULL is one that has nothing. NULL with *error:
 * TT_ERR_SYSTEM without memory. */
tt_io_painter *tti_io_painter_open(const tt_io_source *source, tt_io_error *error);

/* Writes shapes as an SVG of this size in pixels, over a background. Ellipses, polygons, lines and
 * texts remain what they are; the rules of tiles are one path a colour; sprites, triangles with an
 * image and tiles of the design are left out, since they would take the images with them. Texts are
 * escaped. False with *error: TT_ERR_SYSTEM without memory, and when the output has failed. */
bool tti_io_svg_write(tt_io_output *out, uint32_t width, uint32_t height, tt_rgba background,
                      const tt_io_source *source, const tt_shape *shapes, size_t count,
                      tt_io_error *error);

#endif
