/* SPDX-License-Identifier: MIT
 *
 * Arrays of varints with AVX2, for CPUs that have it (cpu.h, varints_fast.h). Nine bytes are
 * decoded at a time: a table indexed by the top bits assigns each byte to an int. So data that
 * mixes the sizes has no branch to mispredict.
 */
#include "wire/varints_fast.h"

#if TTI_DISPATCH

#include <immintrin.h>

#include "teetape/varint.h"

#define AVX2 __attribute__((target("avx2")))
#define AVX2_INLINE __attribute__((target("avx2"), always_inline)) static inline

enum {
    AVX2_BLOCK = 32,  /* bytes whose top bits are read together */
    WINDOWS = 3,      /* look-ups of a block: at most 20 bytes of it are decoded before the last */
    AVX2_WINDOW = 16, /* bytes that a look-up touches */
    TOPS = 0x1ff,     /* the nine top bits of a look-up: an index of the tables */
    LANES = 8         /* ints that a look-up stores */
};

/* Stores eight ints; the table gives the number that counts. With `fives` some may have five bytes:
 * the top bit of the fourth is set, and the fifth follows. The shuffle puts the bytes of each int
 * into a lane of 32 bits, the first lowest. Two multiplications with a sum of neighbours close the
 * gaps of the top bits: bytes by 1 and 2^6, 1 and 2^7, then pairs by 1 and 2^13. The sign, bit 6 of
 * the first byte, becomes ones in all bits, and the XOR inverts. No sum overflows its lane. */
AVX2_INLINE void pull_ints(int32_t *to, __m128i window, unsigned mask, bool fives)
{
    __m256i bytes = _mm256_broadcastsi128_si256(window);
    __m256i where = _mm256_loadu_si256((const __m256i *)(const void *)tti_varints_pull[mask]);
    __m256i lanes = _mm256_shuffle_epi8(bytes, where);
    __m256i sign = _mm256_srai_epi32(_mm256_slli_epi32(lanes, 25), 31);
    __m256i data = _mm256_and_si256(lanes, _mm256_set1_epi32(0x7f7f7f3f));
    /* 6 + 7 and 7 + 7 bits, then 13 + 14 */
    __m256i halves = _mm256_maddubs_epi16(_mm256_set1_epi32((int)0x80014001u), data);
    __m256i bits = _mm256_madd_epi16(halves, _mm256_set1_epi32(0x20000001));
    if (fives) {
        __m256i after = _mm256_add_epi32(_mm256_srli_epi32(where, 24), _mm256_set1_epi32(1));
        __m256i fifth = _mm256_shuffle_epi8(bytes, after);
        fifth = _mm256_and_si256(_mm256_slli_epi32(fifth, 27), _mm256_srai_epi32(lanes, 31));
        bits = _mm256_or_si256(bits, _mm256_and_si256(fifth, _mm256_set1_epi32(0x78000000)));
    }
    _mm256_storeu_si256((__m256i *)(void *)to, _mm256_xor_si256(bits, sign));
}

/* Stores ints of one byte each. Bits above the data become copies of the sign, so the
 * sign-extending conversion gives the inverted number. */
AVX2_INLINE void widen(int32_t *to, __m256i bytes)
{
    __m256i sign = _mm256_set1_epi8(0x40), *out = (__m256i *)(void *)to;
    __m256i top = _mm256_cmpeq_epi8(_mm256_and_si256(bytes, sign), sign);
    __m256i values = _mm256_xor_si256(_mm256_and_si256(bytes, _mm256_set1_epi8(0x3f)), top);
    __m128i low = _mm256_castsi256_si128(values), high = _mm256_extracti128_si256(values, 1);
    _mm256_storeu_si256(out, _mm256_cvtepi8_epi32(low));
    _mm256_storeu_si256(out + 1, _mm256_cvtepi8_epi32(_mm_srli_si128(low, 8)));
    _mm256_storeu_si256(out + 2, _mm256_cvtepi8_epi32(high));
    _mm256_storeu_si256(out + 3, _mm256_cvtepi8_epi32(_mm_srli_si128(high, 8)));
}

/* Returns bits; bit i is set when byte i of the block is not the last one of its int. */
AVX2_INLINE unsigned top_bits(const uint8_t *from)
{
    return (unsigned)_mm256_movemask_epi8(_mm256_loadu_si256((const __m256i *)(const void *)from));
}

/* Loads the bytes of a look-up. A look-up needs at most ten of the sixteen bytes. */
AVX2_INLINE __m128i load_window(const uint8_t *from)
{
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}

struct pull_place {
    const uint8_t *from; /* the first byte that is not read: an int begins there */
    int32_t *to;
};

/* Reads the ints that nine of `tops` describe, and returns the top bits after them. */
AVX2_INLINE unsigned take_window(struct pull_place *p, __m128i window, unsigned tops, bool fives)
{
    unsigned mask = tops & TOPS;
    pull_ints(p->to, window, mask, fives);
    p->to += tti_varints_ints[mask];
    p->from += tti_varints_bytes[mask];
    return tops >> tti_varints_bytes[mask];
}

/* Decodes a block. The top bits of the block suffice: at most 20 bytes are decoded before the last
 * window, and it needs nine more. */
AVX2_INLINE void take_block(struct pull_place *p, unsigned tops, bool fives)
{
    for (int i = 0; i < WINDOWS; i++) {
        tops = take_window(p, load_window(p->from), tops, fives);
    }
}

/* Returns true when an int of the block has five bytes. An int of five bytes has four top bits in a
 * row; pull is faster without them. */
static inline bool has_fives(unsigned tops)
{
    return (tops & tops >> 1 & tops >> 2 & tops >> 3) != 0;
}

/* Loads the bytes before `end`, then zeros. A load at `from` would read beyond the input, so the
 * last 16 bytes are loaded and a window into `slide` moves them down. */
AVX2_INLINE __m128i load_last(const uint8_t *from, const uint8_t *end)
{
    static const uint8_t slide[2 * AVX2_WINDOW] = {0,    1,    2,    3,    4,    5,    6,    7,
                                                   8,    9,    10,   11,   12,   13,   14,   15,
                                                   0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
                                                   0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80};
    return _mm_shuffle_epi8(load_window(end - AVX2_WINDOW),
                            load_window(slide + AVX2_WINDOW - (end - from)));
}

/* Decodes the last bytes, at least AVX2_BLOCK at the start, with which the last int ends. Zeros
 * after them become ints of one byte, which are not counted. */
AVX2_INLINE void take_last(struct pull_place *p, const uint8_t *end, const int32_t *to_end)
{
    while (p->from < end && to_end - p->to >= LANES) {
        ptrdiff_t left = end - p->from;
        unsigned tops = left >= AVX2_BLOCK ? top_bits(p->from)
                                           : top_bits(end - AVX2_BLOCK) >> (AVX2_BLOCK - left);
        for (int i = 0; i < WINDOWS && p->from < end && to_end - p->to >= LANES; i++) {
            bool whole = end - p->from >= AVX2_WINDOW;
            __m128i window = whole ? load_window(p->from) : load_last(p->from, end);
            tops = take_window(p, window, tops, 1);
        }
    }
    if (p->from > end) {
        p->to -= p->from - end;
        p->from = end;
    }
}

/* Decodes ints. The first loop needs room for the most ints of a block: 32 of one byte. take_last
 * needs a last byte that ends an int, because a cut one must fail. If there is no room for these
 * loops, the plain loop does the rest. */
AVX2 void tti_varints_decode_avx2(tti_varints *v, int32_t *dst, const uint8_t *src)
{
    struct pull_place p = {src + v->at, dst + v->done};
    const uint8_t *end = src + v->bytes;
    int32_t *to_end = dst + v->count;
    while (end - p.from >= AVX2_BLOCK + AVX2_WINDOW && to_end - p.to >= AVX2_BLOCK) {
        unsigned tops = top_bits(p.from);
        if (tops == 0) {
            widen(p.to, _mm256_loadu_si256((const __m256i *)(const void *)p.from));
            p.from += AVX2_BLOCK;
            p.to += AVX2_BLOCK;
        } else if (has_fives(tops)) {
            take_block(&p, tops, 1);
        } else {
            take_block(&p, tops, 0);
        }
    }
    if (v->bytes >= AVX2_BLOCK && end[-1] < 0x80) {
        take_last(&p, end, to_end);
    }
    v->at = (size_t)(p.from - src);
    v->done = (size_t)(p.to - dst);
    tti_varints_decode_plain(v, dst, src);
}

#endif
