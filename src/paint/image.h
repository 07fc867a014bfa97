/* SPDX-License-Identifier: MIT
 *
 * An image with its mip levels, and the sampling of a colour from it.
 */
#ifndef PAINT_IMAGE_H
#define PAINT_IMAGE_H

#include <stdint.h>

#include "paint/raster.h"
#include "teetape/shape.h"

static inline uint32_t tti_pixel(uint32_t r, uint32_t g, uint32_t b, uint32_t a)
{
    return r | g << 8 | b << 16 | a << 24;
}

static inline uint32_t tti_pixel_load(const uint8_t *rgba)
{
    return tti_pixel(rgba[0], rgba[1], rgba[2], rgba[3]);
}

static inline uint32_t tti_pixel_of(tt_rgba color)
{
    return tti_pixel(color.r, color.g, color.b, color.a);
}

/* Returns x / 255 rounded to the nearest, for x up to 255 * 255. 257 / 65536 differs from 1 / 255
 * by less than 2^-23. Adding 128 rounds. */
static inline uint32_t tti_div255(uint32_t x)
{
    return ((x + 128) * 257) >> 16;
}

/* The lanes of a pixel: 16 bits for each channel, which is in the lower 8. The upper 8 are room for
 * a product with a weight of up to 256. */
#define TTI_LANES UINT64_C(0x00ff00ff00ff00ff)

/* Spreads a pixel to lanes. Red and blue are in the lower lanes, green and alpha in the upper
 * ones. */
static inline uint64_t tti_spread(uint32_t pixel)
{
    return (uint64_t)(pixel & 0xff00ff) | (uint64_t)(pixel >> 8 & 0xff00ff) << 32;
}

/* Gathers lanes to a pixel. The upper halves of all lanes must be zero. */
static inline uint32_t tti_gather(uint64_t lanes)
{
    return (uint32_t)lanes | (uint32_t)(lanes >> 32) << 8;
}

/* Returns the mixture of `part` / 256 of b and the rest of a, rounded to the nearest. The weights
 * add up to 256, so a lane is at most 255 * 256 + 128, and none carries into the next. */
static inline uint64_t tti_mix(uint64_t a, uint64_t b, uint32_t part)
{
    return (a * (256 - part) + b * part + UINT64_C(0x0080008000800080)) >> 8 & TTI_LANES;
}

/* Mixes four pixels of a square: `x` / 256 of the right ones, `y` / 256 of the lower ones. The
 * weights are rounded and not the colours in between. They add up to exactly 256, so an even colour
 * does not change. */
static inline uint64_t tti_mix_square(uint32_t above, uint32_t above_right, uint32_t below,
                                      uint32_t below_right, uint32_t x, uint32_t y)
{
    uint32_t both = (x * y + 128) >> 8;
    return (tti_spread(above) * (256 - x - y + both) + tti_spread(above_right) * (x - both) +
            tti_spread(below) * (y - both) + tti_spread(below_right) * both +
            UINT64_C(0x0080008000800080)) >>
               8 &
           TTI_LANES;
}

/* Multiplies each channel with that of a colour. A colour of 255 becomes 256, so white changes
 * nothing. Products are cut and not rounded. */
static inline uint32_t tti_tint(uint32_t pixel, tt_rgba color)
{
    uint32_t r = (pixel & 255) * (color.r + (color.r >> 7)) >> 8;
    uint32_t g = (pixel >> 8 & 255) * (color.g + (uint32_t)(color.g >> 7)) >> 8;
    uint32_t b = (pixel >> 16 & 255) * (color.b + (uint32_t)(color.b >> 7)) >> 8;
    uint32_t a = (pixel >> 24) * (color.a + (uint32_t)(color.a >> 7)) >> 8;
    return tti_pixel(r, g, b, a);
}

/* Paints a pixel over another one with a coverage of `cover` / 255. The alpha of the lower pixel
 * does not change. */
static inline void tti_blend(uint8_t *dst, uint32_t pixel, uint32_t cover)
{
    uint32_t a = cover == 255 ? pixel >> 24 : tti_div255((pixel >> 24) * cover), left = 255 - a;
    dst[0] = (uint8_t)tti_div255((pixel & 255) * a + dst[0] * left);
    dst[1] = (uint8_t)tti_div255((pixel >> 8 & 255) * a + dst[1] * left);
    dst[2] = (uint8_t)tti_div255((pixel >> 16 & 255) * a + dst[2] * left);
}

static inline void tti_put(uint8_t *dst, uint32_t pixel)
{
    dst[0] = (uint8_t)pixel;
    dst[1] = (uint8_t)(pixel >> 8);
    dst[2] = (uint8_t)(pixel >> 16);
}

/* The most levels of an image: 15 levels go from 16384 pixels, TT_IO_PICTURE_SIDE_MAX, down to 1.
 * An image of tiles has 256 cells. */
enum { TTI_LEVELS = 15, TTI_CELLS = 256 };

/* The alpha of all pixels of a cell on the first level: all 0, all 255, or anything else. */
enum tti_cell { TTI_CELL_MIXED, TTI_CELL_EMPTY, TTI_CELL_OPAQUE };

struct tti_level {
    uint32_t width, height;
    const uint32_t *pixels; /* pixels of the level, in the memory of the image */
};

/* An image never changes after it was opened, so threads may share it. */
struct tt_io_image {
    struct tti_level levels[TTI_LEVELS];
    uint32_t level_count;     /* number of levels; the last one has one pixel */
    uint32_t *memory;         /* owns the pixels of all levels */
    size_t bytes;             /* size of the memory, with that of `grid` */
    uint8_t cells[TTI_CELLS]; /* an enum tti_cell for each of 16 times 16 cells */
    /* the same image with sides that 16 divides; NULL if it has such sides itself */
    tt_io_image *grid;
};

/* The two levels between which a shape is sampled. */
struct tti_lod {
    uint32_t level;
    uint32_t part; /* share of the next level in 256; with 0 the next level may not exist */
};

/* Returns the levels for a shape. `squared` is the square of the distance in the image from one
 * pixel of the picture to the next, times 2^16. `most` is the smallest level that may be used. */
struct tti_lod tti_lod_of(uint64_t squared, uint32_t most);

/* A part of a level, in pixels. Both ends belong to it. */
struct tti_part {
    int32_t u0, v0, u1, v1;
    bool repeat; /* outside of the part the image repeats; false: its border continues */
};

/* Returns a bilinear sample at a position in 2^-8 pixels of the level. A pixel has its colour in
 * its middle, hence the 128. Without `repeat` neighbours are taken only from the part, so that a
 * sprite does not mix with its neighbour in the sheet. With `repeat` a negative `%` is made
 * positive. */
static inline uint64_t tti_sample(const struct tti_level *level, const struct tti_part *part,
                                  int64_t u, int64_t v)
{
    int64_t x = (u - 128) >> 8, y = (v - 128) >> 8;
    uint32_t fx = (uint32_t)(u - 128) & 255, fy = (uint32_t)(v - 128) & 255;
    int64_t x1 = x + 1, y1 = y + 1;
    if (part->repeat) {
        int64_t w = level->width, h = level->height;
        x = (x % w + w) % w;
        y = (y % h + h) % h;
        x1 = x + 1 == w ? 0 : x + 1;
        y1 = y + 1 == h ? 0 : y + 1;
    } else {
        x = x < part->u0 ? part->u0 : x > part->u1 ? part->u1 : x;
        y = y < part->v0 ? part->v0 : y > part->v1 ? part->v1 : y;
        x1 = x1 < part->u0 ? part->u0 : x1 > part->u1 ? part->u1 : x1;
        y1 = y1 < part->v0 ? part->v0 : y1 > part->v1 ? part->v1 : y1;
    }
    const uint32_t *above = level->pixels + (size_t)y * level->width;
    const uint32_t *below = level->pixels + (size_t)y1 * level->width;
    return tti_mix_square(above[x], above[x1], below[x], below[x1], fx, fy);
}

#endif
