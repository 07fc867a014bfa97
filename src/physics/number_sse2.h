/* SPDX-License-Identifier: MIT
 *
 * Roots, and floats to ints, with SSE2 (number.h). The instruction that makes an int gives
 * INT32_MIN for a float that does not fit into an int. Its intrinsic does not promise that: gcc
 * gives INT32_MAX for a constant.
 */
#ifndef TTI_PHYSICS_NUMBER_SSE2_H
#define TTI_PHYSICS_NUMBER_SSE2_H

#include <emmintrin.h>
#include <stdint.h>

static inline int32_t tti_whole_sse2(float x)
{
    int32_t whole;
    __asm__("cvttss2si %1, %0" : "=r"(whole) : "x"(x));
    return whole;
}

static inline float tti_root_sse2(float square)
{
    return square > 0         ? _mm_cvtss_f32(_mm_sqrt_ss(_mm_set_ss(square)))
           : square != square ? square
                              : 0;
}

/* Adds a half with the sign of the float. That of a zero does not matter. */
static inline int32_t tti_nearest_sse2(float x)
{
    __m128 value = _mm_set_ss(x);
    __m128 sign = _mm_and_ps(value, _mm_set_ss(-0.0f));
    __m128 half = _mm_or_ps(sign, _mm_set_ss(0.5f));
    return tti_whole_sse2(_mm_cvtss_f32(_mm_add_ss(value, half)));
}

static inline tti_four tti_nearest_four_sse2(float a, float b, float c, float d)
{
    __m128 values = _mm_setr_ps(a, b, c, d);
    __m128 signs = _mm_and_ps(values, _mm_set1_ps(-0.0f));
    __m128 halves = _mm_or_ps(signs, _mm_set1_ps(0.5f));
    __m128i whole;
    tti_four four;
    __asm__("cvttps2dq %1, %0" : "=x"(whole) : "x"(_mm_add_ps(values, halves)));
    _mm_storeu_si128((void *)&four, whole);
    return four;
}

#endif
