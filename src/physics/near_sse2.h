/* SPDX-License-Identifier: MIT
 *
 * Looks at four places at once with SSE2 (near.h).
 */
#ifndef TTI_PHYSICS_NEAR_SSE2_H
#define TTI_PHYSICS_NEAR_SSE2_H

#include <emmintrin.h>

#include "physics/number.h"

static inline unsigned tti_near_sse2(const float *x, const float *y, tti_pair at, float reach)
{
    __m128 most = _mm_set1_ps(reach), least = _mm_set1_ps(-reach);
    __m128 off_x = _mm_sub_ps(_mm_loadu_ps(x), _mm_set1_ps(at.x));
    __m128 off_y = _mm_sub_ps(_mm_loadu_ps(y), _mm_set1_ps(at.y));
    __m128 in_x = _mm_and_ps(_mm_cmple_ps(off_x, most), _mm_cmpge_ps(off_x, least));
    __m128 in_y = _mm_and_ps(_mm_cmple_ps(off_y, most), _mm_cmpge_ps(off_y, least));
    return (unsigned)_mm_movemask_ps(_mm_and_ps(in_x, in_y));
}

#endif
