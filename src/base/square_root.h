/* SPDX-License-Identifier: MIT
 *
 * Square roots of whole numbers.
 */
#ifndef TTI_BASE_SQUARE_ROOT_H
#define TTI_BASE_SQUARE_ROOT_H

#include <stdint.h>

/* The square root of a number, rounded down, bit by bit. It has `bits` bits, so the number is below
 * 2^(2 * bits); 32 do for all, and each bit costs. No floats: the result is the same on every
 * machine. The square of result + bit is below 2^64 for 32 bits. */
static inline uint64_t tti_square_root(uint64_t square, unsigned bits)
{
    uint64_t result = 0;
    for (uint64_t bit = UINT64_C(1) << (bits - 1); bit != 0; bit >>= 1) {
        if ((result + bit) * (result + bit) <= square) {
            result += bit;
        }
    }
    return result;
}

#endif
