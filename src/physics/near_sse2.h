/* SPDX-License-Identifier: MIT
 *
 * Looks at sixteen tees at once with SSE2 (near.h).
 */
#ifndef TTI_PHYSICS_NEAR_SSE2_H
#define TTI_PHYSICS_NEAR_SSE2_H

#include <emmintrin.h>

/* Returns 0xff for each number from `first` to `first` + `more`. SSE2 has no unsigned compare:
 * off <= most exactly when min(off, most) == off. */
static inline __m128i tti_near_part(const uint8_t *numbers, uint8_t first, uint8_t more)
{
    __m128i most = _mm_set1_epi8((char)more);
    __m128i off = _mm_sub_epi8(_mm_loadu_si128((const void *)numbers), _mm_set1_epi8((char)first));
    return _mm_cmpeq_epi8(_mm_min_epu8(off, most), off);
}

static inline unsigned tti_near_sse2(const uint8_t *column, const uint8_t *row, tti_window window)
{
    __m128i in_columns = tti_near_part(column, window.column, window.columns);
    __m128i in_rows = tti_near_part(row, window.row, window.rows);
    return (unsigned)_mm_movemask_epi8(_mm_and_si128(in_columns, in_rows));
}

#endif
