/* SPDX-License-Identifier: MIT
 *
 * Which loops over arrays of varints this CPU runs: the portable ones, those with SSE2, which every
 * x86-64 has, or those with AVX2, which is asked for at each call (cpu.h).
 * bench/bench_codec.c shows what they gain.
 */
#ifndef TTI_WIRE_VARINTS_FAST_H
#define TTI_WIRE_VARINTS_FAST_H

#include "wire/varints_avx2.h"
#include "wire/varints_plain.h"

/* Bytes, or ints, from which on AVX2 is faster. The ints have to be nine at least, as
 * tti_varints_mostly_long looks at the second to the ninth. */
enum { TTI_VARINTS_ENOUGH_BYTES = 32, TTI_VARINTS_ENOUGH_INTS = 12 };

/* Are most ints long, as those of messages? Asked of eight at the start, but not the first, which
 * is the kind of the message. Where short ones are in runs, SSE2 codes them faster than AVX2. */
static inline int tti_varints_mostly_long(const int32_t *values)
{
    unsigned longs = 0;
    for (int i = 1; i <= 8; i++) {
        longs += values[i] > 0xfffff || values[i] < -0x100000;
    }
    return longs >= 5;
}

#if defined(__SSE2__) && defined(__GNUC__) && !defined(TTI_NO_SSE2)
#include "wire/varints_sse2.h"
#define tti_varints_decode_base tti_varints_decode_sse2
#define tti_varints_encode_base tti_varints_encode_sse2
#else
#define tti_varints_decode_base tti_varints_decode_plain
#define tti_varints_encode_base tti_varints_encode_plain
#endif

/* The fastest that this CPU has. */
static inline void tti_varints_decode_fast(tti_varints *v, int32_t *dst, const uint8_t *src)
{
#if TTI_DISPATCH
    if (v->bytes >= TTI_VARINTS_ENOUGH_BYTES && tti_cpu_has_avx2()) {
        tti_varints_decode_avx2(v, dst, src);
        return;
    }
#endif
    tti_varints_decode_base(v, dst, src);
}

/* The same for writing, where it also counts what is written: a snapshot or a delta has short ints,
 * and SSE2 is the better one there. */
static inline void tti_varints_encode_fast(tti_varints *v, uint8_t *dst, const int32_t *values)
{
#if TTI_DISPATCH
    if (v->count >= TTI_VARINTS_ENOUGH_INTS && tti_varints_mostly_long(values) &&
        tti_cpu_has_avx2()) {
        tti_varints_encode_avx2(v, dst, values);
        return;
    }
#endif
    tti_varints_encode_base(v, dst, values);
}

#endif
