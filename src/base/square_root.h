/* SPDX-License-Identifier: MIT
 *
 * Square roots of whole numbers, without floats: the result is the same on every machine.
 */
#ifndef TTI_BASE_SQUARE_ROOT_H
#define TTI_BASE_SQUARE_ROOT_H

#include <stdint.h>

/* Returns the square root rounded down, bit by bit. `square` is below 2^(2 * bits), and bits at
 * most 32. */
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
