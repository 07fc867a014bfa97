/* SPDX-License-Identifier: MIT
 *
 * The tiles of four edges with SSE2 (terrain.h).
 */
#ifndef TTI_PHYSICS_TERRAIN_SSE2_H
#define TTI_PHYSICS_TERRAIN_SSE2_H

#include <emmintrin.h>

static inline tti_four tti_columns_of_sse2(tti_four edges, int32_t width, int32_t height)
{
    enum { TILE_BITS = 5 }; /* 32 pixels */
    __m128i last = _mm_setr_epi32(width - 1, width - 1, height - 1, height - 1);
    __m128i pixels = _mm_loadu_si128((const void *)&edges);
    __m128i inside = _mm_andnot_si128(_mm_srai_epi32(pixels, 31), pixels);
    __m128i tiles = _mm_srli_epi32(inside, TILE_BITS);
    __m128i beyond = _mm_cmpgt_epi32(tiles, last);
    tti_four found;
    tiles = _mm_or_si128(_mm_and_si128(beyond, last), _mm_andnot_si128(beyond, tiles));
    _mm_storeu_si128((void *)&found, tiles);
    return found;
}

#endif
