/* SPDX-License-Identifier: MIT
 *
 * How arrays grow, for every room that has memory.
 */
#ifndef TTI_BASE_GROWN_H
#define TTI_BASE_GROWN_H

#include <stddef.h>
#include <stdint.h>

/* The capacity for `count` elements of `size` bytes: at least double `cap`, so n appends cost O(n).
 * 0 when the array would exceed half of the address space: differences of sizes must fit. */
static inline size_t tti_grown(size_t cap, size_t count, size_t size)
{
    size_t more = cap < 4 ? 8 : cap * 2;
    more = more < count ? count : more;
    return more > SIZE_MAX / 2 / size ? 0 : more;
}

#endif
