/* SPDX-License-Identifier: MIT
 *
 * Values that change evenly over the picture, such as places in an image and colours.
 */
#ifndef RASTER_AFFINE_H
#define RASTER_AFFINE_H

#include <stdint.h>

/* A value at the middle of pixel (0, 0), and how it changes to the right and down; in 2^-16 of its
 * unit. It wraps where it is out of range, which is nowhere within the shape. */
struct tti_affine {
    uint64_t at, right, down;
};

static inline int64_t tti_affine_at(const struct tti_affine *affine, int32_t x, int32_t y)
{
    return (int64_t)(affine->at + affine->right * (uint64_t)(int64_t)x +
                     affine->down * (uint64_t)(int64_t)y);
}

/* (a * 2^bits) / b with a quotient that is cut to 2^46; b is positive, below 2^50; bits up to 24.
 */
static inline int64_t tti_ratio(int64_t a, int64_t b, unsigned bits)
{
    int64_t quotient = a / b, rest = a % b;
    const int64_t most = INT64_C(1) << 38;
    quotient = quotient > most ? most : quotient < -most ? -most : quotient;
    for (; bits > 0; bits -= 8) {
        quotient = quotient * 256 + rest * 256 / b;
        rest = rest * 256 % b;
    }
    return quotient;
}

#endif
