/* SPDX-License-Identifier: MIT
 *
 * Arrays of varints with SSE2: included by varints_fast.h.
 *
 * 95 % of the ints in snapshots and deltas have one byte. So 16 are decoded as if all had. The ints
 * before the first longer one count, and that one is decoded alone. If long ones are frequent, ints
 * are decoded one after the other, which is faster then.
 */
#ifndef TTI_WIRE_VARINTS_SSE2_H
#define TTI_WIRE_VARINTS_SSE2_H

#include <emmintrin.h>
#include <stddef.h>
#include <stdint.h>

enum {
    TTI_VARINTS_LANES = 16, /* ints decoded at once; half of them near the end */
    TTI_VARINTS_HALF = 8,
    TTI_VARINTS_BLOCK = 64, /* ints encoded at once in long arrays */
    TTI_VARINTS_OVER = 32,  /* bytes that a block may store after its result */
    TTI_VARINTS_FEW = 2, /* a run of this many short ints or fewer before a long one does not pay */
    TTI_VARINTS_ALONE = 4 /* ints that are then decoded one after the other */
};

/* Returns the ints of bytes that each hold a whole int. `*top` has the bytes above them, 0 or ff:
 * bits 0 to 5 are the number, and all bits above them are copies of the sign. */
static inline __m128i tti_varints_values(__m128i bytes, __m128i *top)
{
    __m128i sign = _mm_set1_epi8(0x40);
    *top = _mm_cmpeq_epi8(_mm_and_si128(bytes, sign), sign);
    return _mm_xor_si128(_mm_and_si128(bytes, _mm_set1_epi8(0x3f)), *top);
}

static inline void tti_varints_widen(int32_t *dst, __m128i values, __m128i top)
{
    __m128i *to = (__m128i *)(void *)dst;
    _mm_storeu_si128(to, _mm_unpacklo_epi16(values, top));
    _mm_storeu_si128(to + 1, _mm_unpackhi_epi16(values, top));
}

static inline void tti_varints_spread_low(int32_t *dst, __m128i bytes)
{
    __m128i top, values = tti_varints_values(bytes, &top);
    tti_varints_widen(dst, _mm_unpacklo_epi8(values, top), _mm_unpacklo_epi8(top, top));
}

static inline void tti_varints_spread(int32_t *dst, __m128i bytes)
{
    __m128i top, values = tti_varints_values(bytes, &top);
    tti_varints_widen(dst, _mm_unpacklo_epi8(values, top), _mm_unpacklo_epi8(top, top));
    tti_varints_widen(dst + TTI_VARINTS_HALF, _mm_unpackhi_epi8(values, top),
                      _mm_unpackhi_epi8(top, top));
}

/* READS: the most bytes of a round, 15 short values and one of five bytes, or four long ones.
 * WRITES: the sixteen ints of a run, and the long one after it. The next round overwrites ints that
 * do not count; no int beyond `count` is touched. */
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
        if (mask == 0) { /* a separate case: the next address need not be computed */
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

/* Returns eight ints in 16 bits each. The instruction saturates, so an int that is too large for 16
 * bits remains too large for one byte. */
static inline __m128i tti_varints_narrow(const int32_t *values)
{
    const __m128i *from = (const __m128i *)(const void *)values;
    return _mm_packs_epi32(_mm_loadu_si128(from), _mm_loadu_si128(from + 1));
}

/* Returns the bytes of twice eight ints; `mask` has a 1 for each that needs more than one byte. A
 * number from -64 to 63 has no top bit after adding 64; all others have one, saturated ones too. */
static inline __m128i tti_varints_pack(__m128i low, __m128i high, int *mask)
{
    __m128i small = _mm_packs_epi16(low, high);
    __m128i negative = _mm_cmpgt_epi8(_mm_setzero_si128(), small);
    *mask = _mm_movemask_epi8(_mm_add_epi8(small, _mm_set1_epi8(0x40)));
    /* In a negative int bit 6, the sign, is set already. Its six data bits must be inverted. */
    __m128i data = _mm_xor_si128(small, _mm_and_si128(negative, _mm_set1_epi8(0x3f)));
    return _mm_and_si128(data, _mm_set1_epi8(0x7f));
}

/* Writes 64 ints as if each had one byte. Returns a set of those that need more. */
static inline uint64_t tti_varints_pack_block(uint8_t *bytes, const int32_t *values)
{
    uint64_t longer = 0;
    for (int i = 0; i < TTI_VARINTS_BLOCK; i += TTI_VARINTS_LANES) {
        int mask;
        __m128i packed = tti_varints_pack(tti_varints_narrow(values + i),
                                          tti_varints_narrow(values + i + TTI_VARINTS_HALF), &mask);
        _mm_storeu_si128((__m128i *)(void *)(bytes + i), packed);
        longer |= (uint64_t)(unsigned)mask << i;
    }
    return longer;
}

static inline void tti_varints_copy_lanes(uint8_t *to, const uint8_t *from)
{
    _mm_storeu_si128((__m128i *)(void *)to, _mm_loadu_si128((const __m128i *)(const void *)from));
}

/* Copies a run of bytes and returns the address after it. Stores up to TTI_VARINTS_OVER bytes more:
 * nearly all runs are so short, and need no branch. */
static inline uint8_t *tti_varints_copy_run(uint8_t *to, const uint8_t *from, int size)
{
    int done = 0;
    do {
        tti_varints_copy_lanes(to + done, from + done);
        tti_varints_copy_lanes(to + done + TTI_VARINTS_LANES, from + done + TTI_VARINTS_LANES);
        done += TTI_VARINTS_OVER;
    } while (done < size);
    return to + size;
}

/* Encodes 64 ints: runs of one byte each, and the long ones between them. */
static inline uint8_t *tti_varints_put_block(uint8_t *to, const int32_t *values)
{
    uint8_t bytes[TTI_VARINTS_BLOCK + TTI_VARINTS_OVER];
    uint64_t longer = tti_varints_pack_block(bytes, values);
    int at = 0;
    for (; longer != 0; longer &= longer - 1) {
        int next = __builtin_ctzll(longer);
        to = tti_varints_copy_run(to, bytes + at, next - at);
        to = tti_varint_add(to, values[next]);
        at = next + 1;
    }
    return tti_varints_copy_run(to, bytes + at, TTI_VARINTS_BLOCK - at);
}

/* Encodes ints while room is left. Later stores must cover the extra bytes of a store
 * (tti_varint_add, tti_varints_copy_run): hence more ints and bytes than a round can use. */
static inline void tti_varints_encode_sse2(tti_varints *v, uint8_t *dst, const int32_t *values)
{
    enum { READS = TTI_VARINTS_LANES + 4, WRITES = TTI_VARINTS_LANES + TT_VARINT_MAX + 4 };
    uint8_t *to = dst + v->at;
    uint8_t *to_end = dst + v->bytes;
    const int32_t *from = values + v->done;
    const int32_t *end = values + v->count;
    int mask;
    while (end - from >= TTI_VARINTS_BLOCK + TTI_VARINTS_OVER &&
           to_end - to >= TT_VARINT_MAX * TTI_VARINTS_BLOCK + TTI_VARINTS_OVER) {
        to = tti_varints_put_block(to, from);
        from += TTI_VARINTS_BLOCK;
    }
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
