/* SPDX-License-Identifier: MIT
 *
 * Arrays of varints with SSE2. See varints_fast.h.
 *
 * Of the ints in snapshots and deltas 95 % have one byte. So 16 are done as if all had, then as
 * many of them count as are before the first longer one, and that one is done alone. Where long
 * ones are frequent this would be slower than one after the other, so it gives way to that.
 */
#ifndef TTI_WIRE_VARINTS_SSE2_H
#define TTI_WIRE_VARINTS_SSE2_H

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TTI_VARINTS_LANES = 16, /* ints done at once, and half of that near the end */
    TTI_VARINTS_HALF = 8,
    TTI_VARINTS_FEW = 2,  /* with no more before a long one it is not worth it */
    TTI_VARINTS_ALONE = 4 /* that many are then done one after the other */
};

/* The ints of bytes that are one each; `*top` has what belongs above them. Bytes of 0 or ff: a
 * number of one byte is in bits 0 to 5, and all bits above it are those of its sign. */
static inline __m128i tti_varints_values(__m128i bytes, __m128i *top)
{
    __m128i sign = _mm_set1_epi8(0x40);
    *top = _mm_cmpeq_epi8(_mm_and_si128(bytes, sign), sign);
    return _mm_xor_si128(_mm_and_si128(bytes, _mm_set1_epi8(0x3f)), *top);
}

/* Stores eight ints of 16 bits as ints of 32. */
static inline void tti_varints_widen(int32_t *dst, __m128i values, __m128i top)
{
    __m128i *to = (__m128i *)(void *)dst;
    _mm_storeu_si128(to, _mm_unpacklo_epi16(values, top));
    _mm_storeu_si128(to + 1, _mm_unpackhi_epi16(values, top));
}

/* Stores the first eight of the bytes as ints, and nothing after them. */
static inline void tti_varints_spread_low(int32_t *dst, __m128i bytes)
{
    __m128i top, values = tti_varints_values(bytes, &top);
    tti_varints_widen(dst, _mm_unpacklo_epi8(values, top), _mm_unpacklo_epi8(top, top));
}

/* Stores all sixteen bytes as ints. */
static inline void tti_varints_spread(int32_t *dst, __m128i bytes)
{
    __m128i top, values = tti_varints_values(bytes, &top);
    tti_varints_widen(dst, _mm_unpacklo_epi8(values, top), _mm_unpacklo_epi8(top, top));
    tti_varints_widen(dst + TTI_VARINTS_HALF, _mm_unpackhi_epi8(values, top),
                      _mm_unpackhi_epi8(top, top));
}

/* READS: sixteen bytes are looked at; the longest way goes over 15 short values to one of five
 * bytes, as far as four long ones alone. WRITES: the sixteen ints of a run, and the long one after
 * it. In what is stored too much the next round writes its own; nothing beyond `count` is
 * touched. */
static inline void tti_varints_decode_sse2(tti_varints *v, int32_t *dst, const uint8_t *src)
{
    enum { READS = 4 * TT_VARINT_MAX, WRITES = TTI_VARINTS_LANES + 1 };
    const uint8_t *p = src + v->at;
    const uint8_t *end = src + v->bytes;
    int32_t *to = dst + v->done;
    int32_t *to_end = dst + v->count;
    while (end - p >= READS && to_end - to >= WRITES) {
        __m128i bytes = _mm_loadu_si128((const __m128i *)(const void *)p);
        int mask = _mm_movemask_epi8(bytes);
        if (mask == 0) { /* apart: where to go on does not have to be computed */
            tti_varints_spread(to, bytes);
            p += TTI_VARINTS_LANES;
            to += TTI_VARINTS_LANES;
            continue;
        }
        unsigned run = (unsigned)__builtin_ctz((unsigned)mask);
        if (run <= TTI_VARINTS_FEW) {
            for (int i = 0; i < TTI_VARINTS_ALONE; i++) {
                p = tti_varint_take(p, to++);
            }
            continue;
        }
        tti_varints_spread(to, bytes);
        p = tti_varint_take(p + run, to + run);
        to += run + 1;
    }
    while (end - p >= TTI_VARINTS_HALF && to_end - to >= TTI_VARINTS_HALF) {
        __m128i bytes = _mm_loadl_epi64((const __m128i *)(const void *)p);
        if (_mm_movemask_epi8(bytes) == 0) {
            tti_varints_spread_low(to, bytes);
            p += TTI_VARINTS_HALF;
            to += TTI_VARINTS_HALF;
        } else {
            p = tti_varint_take(p, to++);
        }
    }
    v->at = (size_t)(p - src);
    v->done = (size_t)(to - dst);
    tti_varints_decode_plain(v, dst, src);
}

/* Eight ints in 16 bits each; those that are too large for it remain too large for one byte. The
 * instruction brings numbers into its range instead of cutting their bits. */
static inline __m128i tti_varints_narrow(const int32_t *values)
{
    const __m128i *from = (const __m128i *)(const void *)values;
    return _mm_packs_epi32(_mm_loadu_si128(from), _mm_loadu_si128(from + 1));
}

/* The bytes of twice eight ints; a 1 in `mask` for each that does not have one byte. A number from
 * -64 to 63 and 64 more has no top bit; all others have one, also those that were brought into the
 * range of a byte. */
static inline __m128i tti_varints_pack(__m128i low, __m128i high, int *mask)
{
    __m128i small = _mm_packs_epi16(low, high);
    __m128i negative = _mm_cmpgt_epi8(_mm_setzero_si128(), small);
    *mask = _mm_movemask_epi8(_mm_add_epi8(small, _mm_set1_epi8(0x40)));
    /* Of a negative one bit 6 is set already: it is the sign. The data is to be inverted. */
    __m128i data = _mm_xor_si128(small, _mm_and_si128(negative, _mm_set1_epi8(0x3f)));
    return _mm_and_si128(data, _mm_set1_epi8(0x7f));
}

/* Whatever is stored too much must be covered by what follows, see tti_varint_add: hence four ints
 * and four bytes more than a round can use. */
static inline void tti_varints_encode_sse2(tti_varints *v, uint8_t *dst, const int32_t *values)
{
    enum { READS = TTI_VARINTS_LANES + 4, WRITES = TTI_VARINTS_LANES + TT_VARINT_MAX + 4 };
    uint8_t *to = dst + v->at;
    uint8_t *to_end = dst + v->bytes;
    const int32_t *from = values + v->done;
    const int32_t *end = values + v->count;
    int mask;
    while (end - from >= READS && to_end - to >= WRITES) {
        __m128i bytes = tti_varints_pack(tti_varints_narrow(from),
                                         tti_varints_narrow(from + TTI_VARINTS_HALF), &mask);
        if (mask == 0) {
            _mm_storeu_si128((__m128i *)(void *)to, bytes);
            to += TTI_VARINTS_LANES;
            from += TTI_VARINTS_LANES;
            continue;
        }
        unsigned run = (unsigned)__builtin_ctz((unsigned)mask);
        if (run <= TTI_VARINTS_FEW) {
            for (int i = 0; i < TTI_VARINTS_ALONE; i++) {
                to = tti_varint_add(to, *from++);
            }
            continue;
        }
        _mm_storeu_si128((__m128i *)(void *)to, bytes);
        to = tti_varint_add(to + run, from[run]);
        from += run + 1;
    }
    while (end - from >= TTI_VARINTS_HALF && to_end - to > TTI_VARINTS_HALF) {
        __m128i bytes = tti_varints_pack(tti_varints_narrow(from), _mm_setzero_si128(), &mask);
        if (mask == 0) {
            _mm_storel_epi64((__m128i *)(void *)to, bytes);
            to += TTI_VARINTS_HALF;
            from += TTI_VARINTS_HALF;
        } else {
            to = tti_varint_add(to, *from++);
        }
    }
    v->at = (size_t)(to - dst);
    v->done = (size_t)(from - values);
    tti_varints_encode_plain(v, dst, values);
}

#endif
