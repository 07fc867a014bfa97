/* SPDX-License-Identifier: MIT
 *
 * An image with its mip levels, and how a place in it gets its colour.
 */
#ifndef PAINT_IMAGE_H
#define PAINT_IMAGE_H

#include "paint/pixel.h"
#include "paint/raster.h"

/* 15 levels go from 16384 pixels, TT_IO_PICTURE_SIDE_MAX, down to 1. */
enum { TTI_LEVELS = 15, TTI_CELLS = 256 };

/* The alpha of the pixels of a cell on the first level: all 0, all 255, or anything else. */
enum tti_cell { TTI_CELL_MIXED, TTI_CELL_EMPTY, TTI_CELL_OPAQUE };

struct tti_level {
    uint32_t width, height;
    const uint32_t *pixels; /* in the memory of the image */
};

/* An image does not change once it was opened, so threads may share it. */
struct tt_io_image {
    struct tti_level levels[TTI_LEVELS];
    uint32_t level_count;     /* down to the level of one pixel */
    uint32_t *memory;         /* of all levels */
    size_t bytes;             /* of all memory, that of the grid with it */
    uint8_t cells[TTI_CELLS]; /* enum tti_cell, of the 16 times 16 cells */
    tt_io_image *grid;        /* the same with sides that 16 divides, when its own are others */
};

/* The levels between which a shape is sampled. */
struct tti_lod {
    uint32_t level;
    uint32_t part; /* of the next level, of 256; 0: there may be no next level */
};

/* `squared`: pixels of the image from one pixel of the picture to the next, squared, in 2^-16.
 * `most` is the smallest level that may be taken. */
struct tti_lod tti_lod_of(uint64_t squared, uint32_t most);

/* A part of a level in pixels, both ends in it. */
struct tti_part {
    int32_t u0, v0, u1, v1;
    bool repeat; /* beyond it all of the image again; else its border goes on */
};

/* A bilinear sample in 2^-8 pixels of the level. Pixels have their colour in their middle, hence
 * the 128. Without `repeat` neighbours are kept in the part: a sprite does not mix with its
 * neighbour in the sheet. Where the image repeats, `%` is corrected to be positive. */
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
