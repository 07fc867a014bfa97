/* SPDX-License-Identifier: MIT
 *
 * Rows of ints, with wrapping arithmetic. This is the portable code; ints_sse2.h has the same
 * functions for x86-64. Items have 2 to 22 ints, so short rows have to be fast
 * (bench/bench_snap.c).
 */
#ifndef TTI_SNAP_INTS_H
#define TTI_SNAP_INTS_H

#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"

/* Stores a[i] - b[i]; dst is neither of them. Returns false when all differences are 0. */
static inline bool tti_ints_diff_plain(int32_t *dst, const int32_t *a, const int32_t *b,
                                       size_t count)
{
    uint32_t any = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t diff = (uint32_t)a[i] - (uint32_t)b[i];
        dst[i] = tti_signed(diff);
        any |= diff;
    }
    return any != 0;
}

/* Stores a[i] + b[i]; dst may be a. Returns false when all b[i] are 0. */
static inline bool tti_ints_add_plain(int32_t *dst, const int32_t *a, const int32_t *b,
                                      size_t count)
{
    uint32_t any = 0;
    for (size_t i = 0; i < count; i++) {
        any |= (uint32_t)b[i];
        dst[i] = tti_signed((uint32_t)a[i] + (uint32_t)b[i]);
    }
    return any != 0;
}

static inline uint32_t tti_ints_sum_plain(const int32_t *a, size_t count)
{
    uint32_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum += (uint32_t)a[i];
    }
    return sum;
}

static inline size_t tti_ints_same_plain(const int32_t *a, const int32_t *b, size_t count)
{
    size_t i = 0;
    while (i < count && a[i] == b[i]) {
        i++;
    }
    return i;
}

#if defined(__SSE2__) && !defined(TTI_NO_SSE2)
#include "snap/ints_sse2.h"
#define tti_ints_diff tti_ints_diff_sse2
#define tti_ints_add tti_ints_add_sse2
#define tti_ints_sum tti_ints_sum_sse2
#define tti_ints_same tti_ints_same_sse2
#else
#define tti_ints_diff tti_ints_diff_plain
#define tti_ints_add tti_ints_add_plain
#define tti_ints_sum tti_ints_sum_plain
#define tti_ints_same tti_ints_same_plain
#endif

#endif
