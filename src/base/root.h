/* SPDX-License-Identifier: MIT
 *
 * Square roots without floating point.
 */
#ifndef TTI_BASE_ROOT_H
#define TTI_BASE_ROOT_H

#include <stdint.h>

/* The square root, rounded down, bit by bit. */
static inline uint64_t tti_root(uint64_t square)
{
    uint64_t result = 0;
    for (uint64_t bit = UINT64_C(1) << 31; bit != 0; bit >>= 1) {
        if ((result + bit) * (result + bit) <= square) {
            result += bit;
        }
    }
    return result;
}

#endif
