/* SPDX-License-Identifier: MIT
 *
 * An image with its mip levels, and the sampling of a colour from it.
 */
#ifndef PAINT_IMAGE_H
#define PAINT_IMAGE_H

#include <stdint.h>

#include "paint/lanes.h"
#include "paint/raster.h"

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

/* Returns a place in [0, side) for a place outside, as if the image repeated. */
static inline int64_t tti_wrap(int64_t place, int64_t side)
{
    int64_t rest = place >= 0 && place < side ? place : place % side;
    return rest < 0 ? rest + side : rest;
}

/* Returns a bilinear sample at a position in 2^-8 pixels of the level. A pixel has its colour in
 * its middle, hence the 128. Without `repeat` neighbours are taken only from the part, so that a
 * sprite does not mix with its neighbour in the sheet. */
static inline tti_lanes tti_sample(const struct tti_level *level, const struct tti_part *part,
                                   int64_t u, int64_t v)
{
    int64_t x = (u - 128) >> 8, y = (v - 128) >> 8;
    uint32_t fx = (uint32_t)(u - 128) & 255, fy = (uint32_t)(v - 128) & 255;
    int64_t x1 = x + 1, y1 = y + 1;
    if (part->repeat) {
        int64_t w = level->width, h = level->height;
        x = tti_wrap(x, w);
        y = tti_wrap(y, h);
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
    return tti_mix_square(above[x], above[x1], below[x], below[x1], tti_weights_of(fx, fy));
}

#endif
