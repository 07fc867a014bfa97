/* SPDX-License-Identifier: MIT
 *
 * Rows of ints with SSE2, for ints.h. The last ints of a row are a block of four that overlaps the
 * one before it, so there is no loop over single ints.
 */
#ifndef TTI_SNAP_INTS_SSE2_H
#define TTI_SNAP_INTS_SSE2_H

#include <emmintrin.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

static inline __m128i tti_load4(const int32_t *p)
{
    return _mm_loadu_si128((const __m128i *)(const void *)p);
}

static inline void tti_store4(int32_t *p, __m128i value)
{
    _mm_storeu_si128((__m128i *)(void *)p, value);
}

static inline __m128i tti_load2(const int32_t *p)
{
    return _mm_loadl_epi64((const __m128i *)(const void *)p);
}

static inline void tti_store2(int32_t *p, __m128i value)
{
    _mm_storel_epi64((__m128i *)(void *)p, value);
}

static inline bool tti_any(__m128i value)
{
    return _mm_movemask_epi8(_mm_cmpeq_epi32(value, _mm_setzero_si128())) != 0xffff;
}

/* Stores a[i] - b[i]. `dst` is neither row, so the overlapping block stores the same differences
 * again. */
static inline bool tti_ints_diff_sse2(int32_t *dst, const int32_t *a, const int32_t *b,
                                      size_t count)
{
    __m128i any = _mm_setzero_si128(), diff;
    if (count >= 4) {
        for (size_t i = 0; i < count - 4; i += 4) {
            diff = _mm_sub_epi32(tti_load4(a + i), tti_load4(b + i));
            any = _mm_or_si128(any, diff);
            tti_store4(dst + i, diff);
        }
        diff = _mm_sub_epi32(tti_load4(a + count - 4), tti_load4(b + count - 4));
        tti_store4(dst + count - 4, diff);
        return tti_any(_mm_or_si128(any, diff));
    }
    if (count >= 2) {
        diff = _mm_sub_epi32(tti_load2(a), tti_load2(b));
        any = _mm_sub_epi32(tti_load2(a + count - 2), tti_load2(b + count - 2));
        tti_store2(dst, diff);
        tti_store2(dst + count - 2, any);
        return tti_any(_mm_or_si128(any, diff));
    }
    return tti_ints_diff_plain(dst, a, b, count);
}

/* Stores a[i] + b[i]. `dst` may be `a`, and an overlapping block would add to sums, so both ends
 * are loaded before anything is stored. */
static inline bool tti_ints_add_sse2(int32_t *dst, const int32_t *a, const int32_t *b, size_t count)
{
    __m128i b0, b1, r0, r1, any;
    if (count < 4) {
        if (count < 2) {
            return tti_ints_add_plain(dst, a, b, count);
        }
        b0 = tti_load2(b), b1 = tti_load2(b + count - 2);
        r0 = _mm_add_epi32(tti_load2(a), b0), r1 = _mm_add_epi32(tti_load2(a + count - 2), b1);
        tti_store2(dst, r0);
        tti_store2(dst + count - 2, r1);
        return tti_any(_mm_or_si128(b0, b1));
    }
    /* these two blocks cover a row of up to 8 ints */
    b0 = tti_load4(b), b1 = tti_load4(b + count - 4);
    r0 = _mm_add_epi32(tti_load4(a), b0), r1 = _mm_add_epi32(tti_load4(a + count - 4), b1);
    any = _mm_or_si128(b0, b1);
    for (size_t i = 4; i + 4 < count; i += 4) {
        __m128i b2 = tti_load4(b + i), r2 = _mm_add_epi32(tti_load4(a + i), b2);
        any = _mm_or_si128(any, b2);
        tti_store4(dst + i, r2);
    }
    tti_store4(dst, r0);
    tti_store4(dst + count - 4, r1);
    return tti_any(any);
}

/* Returns the wrapping sum. An overlapping block would count twice, so the last ints are added one
 * by one. */
static inline uint32_t tti_ints_sum_sse2(const int32_t *a, size_t count)
{
    __m128i sum = _mm_setzero_si128();
    size_t i = 0;
    for (; i + 4 <= count; i += 4) {
        sum = _mm_add_epi32(sum, tti_load4(a + i));
    }
    sum = _mm_add_epi32(sum, _mm_srli_si128(sum, 8));
    sum = _mm_add_epi32(sum, _mm_srli_si128(sum, 4));
    return (uint32_t)_mm_cvtsi128_si32(sum) + tti_ints_sum_plain(a + i, count - i);
}

static inline __m128i tti_equal4(const int32_t *a, const int32_t *b)
{
    return _mm_cmpeq_epi32(tti_load4(a), tti_load4(b));
}

/* Returns how many ints at the start are equal. Snapshots of neighbouring ticks have long equal
 * runs. */
static inline size_t tti_ints_same_sse2(const int32_t *a, const int32_t *b, size_t count)
{
    size_t i = 0;
    for (; i + 16 <= count; i += 16) {
        __m128i low = _mm_and_si128(tti_equal4(a + i, b + i), tti_equal4(a + i + 4, b + i + 4));
        __m128i high =
            _mm_and_si128(tti_equal4(a + i + 8, b + i + 8), tti_equal4(a + i + 12, b + i + 12));
        if (_mm_movemask_epi8(_mm_and_si128(low, high)) != 0xffff) {
            break;
        }
    }
    while (i + 4 <= count && _mm_movemask_epi8(tti_equal4(a + i, b + i)) == 0xffff) {
        i += 4;
    }
    return i + tti_ints_same_plain(a + i, b + i, count - i < 4 ? count - i : 4);
}

#endif
