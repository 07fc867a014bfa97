/* SPDX-License-Identifier: MIT
 *
 * Takes a square root with SSE2 (tally.h).
 */
#ifndef TTI_TEEHISTORIAN_ROOT_SSE2_H
#define TTI_TEEHISTORIAN_ROOT_SSE2_H

#include <emmintrin.h>
#include <stdint.h>

static inline double tti_th_root_sse2(int32_t square)
{
    __m128d number = _mm_set_sd(square);
    return _mm_cvtsd_f64(_mm_sqrt_sd(number, number));
}

#endif
