/* SPDX-License-Identifier: MIT
 *
 * Finds the tees in a few columns and rows of the world. Most tees are elsewhere.
 */
#ifndef TTI_PHYSICS_NEAR_H
#define TTI_PHYSICS_NEAR_H

#include <stdint.h>

enum { TTI_NEAR = 16 }; /* tees that one call tests */

/* A rectangle of columns and rows, which begins at `column` and `row`. `columns` and `rows` are how
 * many more follow. Numbers wrap around after 255. */
typedef struct tti_window {
    uint8_t column, columns, row, rows;
} tti_window;

/* Returns which of TTI_NEAR tees are in the window, as a set of bits. The first tee has bit 0. */
static inline unsigned tti_near_plain(const uint8_t *column, const uint8_t *row, tti_window window)
{
    unsigned set = 0;
    for (unsigned i = 0; i < TTI_NEAR; i++) {
        uint8_t across = (uint8_t)(column[i] - window.column),
                down = (uint8_t)(row[i] - window.row);
        unsigned is_in = (across <= window.columns) & (down <= window.rows);
        set |= is_in << i;
    }
    return set;
}

/* Returns the number of the lowest bit of a set that is not empty. */
static inline int32_t tti_lowest_bit(uint64_t set)
{
#if defined(__GNUC__)
    return __builtin_ctzll(set);
#else
    int32_t number = 0;
    while ((set >> number & 1) == 0) {
        number++;
    }
    return number;
#endif
}

#if defined(__SSE2__) && !defined(TTI_NO_SSE2)
#include "physics/near_sse2.h"
#define tti_near tti_near_sse2
#else
#define tti_near tti_near_plain
#endif

#endif
