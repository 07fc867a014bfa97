/* SPDX-License-Identifier: MIT
 *
 * Pixels as numbers: red in the lowest byte, then green, blue, alpha. Four channels at once are in
 * 16 bits each of a 64-bit number.
 *
 * Whole numbers make blending the same on every machine. Colours are blended as they are, without
 * linear light, since the game does so.
 */
#ifndef PAINT_PIXEL_H
#define PAINT_PIXEL_H

#include <stdint.h>

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

/* x / 255 rounded to the nearest, for x up to 255 * 255. 257 / 65536 is 1 / 255 but for less than
 * 2^-23, and the 128 rounds. */
static inline uint32_t tti_div255(uint32_t x)
{
    return ((x + 128) * 257) >> 16;
}

/* A channel has the lower 8 bits of a lane; the upper 8 are room for products with a weight of up
 * to 256. */
#define TTI_LANES UINT64_C(0x00ff00ff00ff00ff)

/* Red and blue below, green and alpha above. */
static inline uint64_t tti_spread(uint32_t pixel)
{
    return (uint64_t)(pixel & 0xff00ff) | (uint64_t)(pixel >> 8 & 0xff00ff) << 32;
}

/* The upper halves of all lanes must be zero. */
static inline uint32_t tti_gather(uint64_t lanes)
{
    return (uint32_t)lanes | (uint32_t)(lanes >> 32) << 8;
}

/* `part` of 256 of the second, rounded to the nearest. Weights add up to 256, so a lane is at most
 * 255 * 256 + 128, and none carries into the next. */
static inline uint64_t tti_mix(uint64_t a, uint64_t b, uint32_t part)
{
    return (a * (256 - part) + b * part + UINT64_C(0x0080008000800080)) >> 8 & TTI_LANES;
}

/* Between four in a square, `x` of 256 at the right and `y` of 256 below. The weights are rounded,
 * not the colours in between: they add up to 256 exactly, so an even colour remains. */
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

/* Each channel times that of a colour. A colour of 255 becomes 256, so white changes nothing.
 * Products are cut, not rounded. */
static inline uint32_t tti_tint(uint32_t pixel, tt_rgba color)
{
    uint32_t r = (pixel & 255) * (color.r + (color.r >> 7)) >> 8;
    uint32_t g = (pixel >> 8 & 255) * (color.g + (uint32_t)(color.g >> 7)) >> 8;
    uint32_t b = (pixel >> 16 & 255) * (color.b + (uint32_t)(color.b >> 7)) >> 8;
    uint32_t a = (pixel >> 24) * (color.a + (uint32_t)(color.a >> 7)) >> 8;
    return tti_pixel(r, g, b, a);
}

/* Paints `cover` of 255 of a pixel over another one, whose alpha remains. */
static inline void tti_blend(uint8_t *dst, uint32_t pixel, uint32_t cover)
{
    uint32_t a = cover == 255 ? pixel >> 24 : tti_div255((pixel >> 24) * cover), left = 255 - a;
    dst[0] = (uint8_t)tti_div255((pixel & 255) * a + dst[0] * left);
    dst[1] = (uint8_t)tti_div255((pixel >> 8 & 255) * a + dst[1] * left);
    dst[2] = (uint8_t)tti_div255((pixel >> 16 & 255) * a + dst[2] * left);
}

/* The same for an opaque pixel. */
static inline void tti_put(uint8_t *dst, uint32_t pixel)
{
    dst[0] = (uint8_t)pixel;
    dst[1] = (uint8_t)(pixel >> 8);
    dst[2] = (uint8_t)(pixel >> 16);
}

#endif
