/* SPDX-License-Identifier: MIT
 *
 * Values that change evenly over the picture, such as places in an image and colours.
 *
 * Used by sprite.c: what is linear over a shape is worked out once, and then costs two
 * multiplications a pixel. Unsigned numbers may wrap, signed ones may not, so sums are unsigned and
 * become signed at the end: far outside of a shape a value can leave 64 bits, and there it is not
 * looked at.
 */
#ifndef PAINT_AFFINE_H
#define PAINT_AFFINE_H

#include <stdint.h>

/* A value at the middle of pixel (0, 0), and how it changes to the right and down; in 2^-16 of its
 * unit. It wraps where it is out of range, which is nowhere within the shape. Made by affine_of in
 * sprite.c. */
struct tti_affine {
    uint64_t at, right, down;
};

static inline int64_t tti_affine_at(const struct tti_affine *affine, int32_t x, int32_t y)
{
    return (int64_t)(affine->at + affine->right * (uint64_t)(int64_t)x +
                     affine->down * (uint64_t)(int64_t)y);
}

/* (a * 2^bits) / b, where a / b is first cut to 2^38, so that 24 bits more fit into 64. b is
 * positive and below 2^50, so that a rest times 256 fits. bits is a multiple of 8, up to 24: they
 * are made eight at a time, as in long division. */
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
