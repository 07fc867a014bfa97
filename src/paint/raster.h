/* SPDX-License-Identifier: MIT
 *
 * Paints a list of shapes (teetape/shape.h) on a picture, or writes it as SVG.
 *
 * All arithmetic is in whole numbers: the same list gives the same pixels on every machine. Edges
 * of ellipses, polygons, lines, sprites and letters are antialiased. Triangles and tiles are not,
 * because they join each other: a pixel belongs to the one that covers its middle. Images are
 * sampled as the game does: between four pixels, and between copies of half the size (mip levels)
 * with a bias of -0.5.
 *
 * The time and memory of a shape depend only on its points and the pixels of the picture, never on
 * numbers in it.
 */
#ifndef TTI_PAINT_RASTER_H
#define TTI_PAINT_RASTER_H

#include "teetape/io/picture.h"
#include "teetape/map_design.h"

/* An image for painting, which never changes: its pixels, and smaller copies of them. */
typedef struct tt_io_image tt_io_image;

/* The tiles of a layer, as tt_map_design_load unpacks them. */
typedef struct tt_io_layer {
    int32_t width, height; /* size in tiles; 0 for a missing layer */
    const uint8_t *tiles;
    uint32_t cell; /* bytes of a tile */
} tt_io_layer;

/* The source of images and layers. An image or a layer remains valid until the next call of
 * tti_io_paint ends. */
typedef struct tt_io_source {
    /* Returns the image of a shape, in its grey form if `grey` is set, or NULL if there is none.
     * May be NULL: no images. */
    const tt_io_image *(*image)(void *user, tt_image_kind kind, uint32_t index, bool grey);
    /* Sets `*layer`, which is all zeros before. `plays` is TT_MAP_GAME or another layer that the
     * game plays on. If it is 0, layer `index` of the design is wanted. May be NULL: no layers. */
    void (*layer)(void *user, unsigned plays, uint32_t index, tt_io_layer *layer);
    void *user;
    const struct tti_letters *letters; /* further fonts (text.h); may be NULL */
} tt_io_source;

/* A painter: a source, and memory for its work. One thread at a time uses it. */
typedef struct tti_canvas tt_io_painter;

/* Returns how many bytes of memory the image has. */
size_t tti_io_image_bytes(const tt_io_image *image);

/* Frees an image. NULL is allowed. */
void tti_io_image_close(tt_io_image *image);

/* Makes an image from the pixels of a picture, which are copied. NULL with *error: TT_ERR_SYSTEM
 * without memory. The image takes about 1.4 times the memory of the pixels, and as much again when
 * a side is no multiple of 16. */
tt_io_image *tti_io_image_open(const tt_io_picture *picture, tt_io_error *error);

/* Makes the grey form of a skin's sheet, with which custom colours are multiplied. Every pixel has
 * its brightness. The brightness of the body (the left 3 of 8 columns, upper 3 of 4 rows) is
 * changed so that the most frequent one becomes 192. Fails like tti_io_image_open. */
tt_io_image *tti_io_image_open_grey(const tt_io_picture *picture, tt_io_error *error);

/* Paints shapes over a picture, whose alpha does not change. Leaves out invalid shapes: of an
 * unknown kind, or with a size that is not above 0. False with *error: TT_ERR_SYSTEM without
 * memory, and the picture is then undefined. */
bool tti_io_paint(tt_io_painter *painter, tt_io_picture *picture, const tt_shape *shapes,
                  size_t count, tt_io_error *error);

/* Frees a painter. NULL is allowed. */
void tti_io_painter_close(tt_io_painter *painter);

/* Opens a painter. `source` is copied, and NULL is a source without images and layers. NULL with
 * *error: TT_ERR_SYSTEM without memory. */
tt_io_painter *tti_io_painter_open(const tt_io_source *source, tt_io_error *error);

/* Writes shapes as an SVG of this size in pixels, over a background. Ellipses, polygons, lines and
 * texts are SVG elements, and the rules of tiles are one path for each colour. Sprites, triangles
 * with an image and tiles of the design are left out, because they would need their images in the
 * file. Texts are escaped. False with *error: TT_ERR_SYSTEM without memory, and when the output has
 * failed. */
bool tti_io_svg_write(tt_io_output *out, uint32_t width, uint32_t height, tt_rgba background,
                      const tt_io_source *source, const tt_shape *shapes, size_t count,
                      tt_io_error *error);

#endif
