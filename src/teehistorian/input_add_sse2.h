/* SPDX-License-Identifier: MIT
 *
 * Reads ten ints of one byte each with SSE2 (diff.h).
 *
 * A load takes 16 bytes. The last six are never used, but they must be readable: a caller has
 * TTI_TH_DIFF_MAX bytes.
 */
#ifndef TTI_TEEHISTORIAN_INPUT_ADD_SSE2_H
#define TTI_TEEHISTORIAN_INPUT_ADD_SSE2_H

#include <emmintrin.h>
#include <stdbool.h>
#include <stdint.h>

static inline bool tti_input_is_short_sse2(const uint8_t *p)
{
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
    return (_mm_movemask_epi8(bytes) & ((1 << TT_INPUT_INTS) - 1)) == 0;
}

/* Returns the values of four varints. `top` has each varint in the highest byte of an int: sign in
 * bit 30, data in the six bits below. A negative value has all 32 bits inverted. */
static inline __m128i tti_input_values(__m128i top)
{
    __m128i negative = _mm_srai_epi32(_mm_slli_epi32(top, 1), 31);
    __m128i data = _mm_srli_epi32(_mm_slli_epi32(top, 2), 26);
    return _mm_xor_si128(data, negative);
}

static inline void tti_input_add4(int32_t *input, int32_t *diff, __m128i values)
{
    __m128i *in = (__m128i *)(void *)input;
    _mm_storeu_si128((__m128i *)(void *)diff, values);
    _mm_storeu_si128(in, _mm_add_epi32(_mm_loadu_si128(in), values));
}

/* Adds the ten ints to an input. Bytes are widened to the high halves of 16-bit words, and these to
 * the high halves of ints. */
static inline void tti_input_add_short_sse2(int32_t *input, int32_t *diff, const uint8_t *p)
{
    __m128i zero = _mm_setzero_si128();
    __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
    __m128i low = _mm_unpacklo_epi8(zero, bytes), high = _mm_unpackhi_epi8(zero, bytes);
    tti_input_add4(input, diff, tti_input_values(_mm_unpacklo_epi16(zero, low)));
    tti_input_add4(input + 4, diff + 4, tti_input_values(_mm_unpackhi_epi16(zero, low)));
    __m128i *in = (__m128i *)(void *)(input + 8);
    __m128i values = tti_input_values(_mm_unpacklo_epi16(zero, high));
    _mm_storel_epi64((__m128i *)(void *)(diff + 8), values);
    _mm_storel_epi64(in, _mm_add_epi32(_mm_loadl_epi64(in), values));
}

#endif
