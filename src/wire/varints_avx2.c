/* SPDX-License-Identifier: MIT
 *
 * Arrays of varints with AVX2, for CPUs that turn out to have it (cpu.h, varints_fast.h). Nine
 * bytes, or eight ints, are done at a time: a table says by the top bits which byte belongs where.
 * So data that mixes the sizes has no branch to guess wrong.
 */
#include "wire/varints_fast.h"

#if TTI_DISPATCH

#include <immintrin.h>

#include "teetape/varint.h"

#define AVX2 __attribute__((target("avx2")))
#define AVX2_INLINE __attribute__((target("avx2"), always_inline)) static inline

enum {
    BLOCK = 32,   /* bytes whose top bits are looked at together */
    WINDOWS = 3,  /* look-ups of a block: at most 20 bytes of it are done before the last */
    WINDOW = 16,  /* bytes that a look-up touches */
    TOPS = 0x1ff, /* the nine top bits that a look-up sees: an index of the tables */
    LANES = 8,    /* ints that a look-up stores, and ints that are packed at once */
    FEW = 2,      /* ints for which packing at once is too much */
    PIECE = 64    /* ints that are packed elsewhere before they are copied */
};

/* Stores eight ints; the table says how many count. With `fives` some may have five bytes: the top
 * bit of the fourth is set, and the fifth follows. The shuffle puts the bytes of each int into a
 * lane of 32 bits, the first lowest. Two multiplications with a sum of neighbours close the gaps of
 * the top bits: bytes by 1 and 2^6, 1 and 2^7, then pairs by 1 and 2^13. The sign, bit 6 of the
 * first byte, becomes ones in all bits, and the XOR inverts. No sum overflows its lane. */
AVX2_INLINE void pull(int32_t *to, __m128i window, unsigned mask, int fives)
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

/* Bit i is set when byte i of the block has another one after it. */
AVX2_INLINE unsigned top_bits(const uint8_t *from)
{
    return (unsigned)_mm256_movemask_epi8(_mm256_loadu_si256((const __m256i *)(const void *)from));
}

/* A look-up needs at most ten of the sixteen bytes. */
AVX2_INLINE __m128i load_window(const uint8_t *from)
{
    return _mm_loadu_si128((const __m128i *)(const void *)from);
}

struct place {
    const uint8_t *from; /* the first byte that is not read: an int begins there */
    int32_t *to;
};

/* Reads the ints that nine of `tops` describe, and returns the top bits after them. */
AVX2_INLINE unsigned take(struct place *p, __m128i window, unsigned tops, int fives)
{
    unsigned mask = tops & TOPS;
    pull(p->to, window, mask, fives);
    p->to += tti_varints_ints[mask];
    p->from += tti_varints_bytes[mask];
    return tops >> tti_varints_bytes[mask];
}

/* The top bits of the block suffice: at most 20 bytes are done before the last window, and it needs
 * nine more. */
AVX2_INLINE void take_block(struct place *p, unsigned tops, int fives)
{
    for (int i = 0; i < WINDOWS; i++) {
        tops = take(p, load_window(p->from), tops, fives);
    }
}

/* An int of five bytes has four top bits in a row; pull is faster without them. */
static inline int has_fives(unsigned tops)
{
    return (tops & tops >> 1 & tops >> 2 & tops >> 3) != 0;
}

/* The bytes before `end`, then zeros. A load at `from` would read beyond the input, so the last 16
 * bytes are loaded and a window into `slide` moves them down. */
AVX2_INLINE __m128i load_last(const uint8_t *from, const uint8_t *end)
{
    static const uint8_t slide[2 * WINDOW] = {0,    1,    2,    3,    4,    5,    6,    7,
                                              8,    9,    10,   11,   12,   13,   14,   15,
                                              0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80,
                                              0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80};
    return _mm_shuffle_epi8(load_window(end - WINDOW), load_window(slide + WINDOW - (end - from)));
}

/* Takes the last bytes, at least BLOCK at the start, with which the last int ends. Zeros after them
 * become ints of one byte, which are not counted. */
AVX2_INLINE void take_last(struct place *p, const uint8_t *end, const int32_t *to_end)
{
    while (p->from < end && to_end - p->to >= LANES) {
        ptrdiff_t left = end - p->from;
        unsigned tops = left >= BLOCK ? top_bits(p->from) : top_bits(end - BLOCK) >> (BLOCK - left);
        for (int i = 0; i < WINDOWS && p->from < end && to_end - p->to >= LANES; i++) {
            int whole = end - p->from >= WINDOW;
            __m128i window = whole ? load_window(p->from) : load_last(p->from, end);
            tops = take(p, window, tops, 1);
        }
    }
    if (p->from > end) {
        p->to -= p->from - end;
        p->from = end;
    }
}

/* The first loop needs room for all that a block can hold: 32 ints of one byte. take_last needs a
 * last byte that ends an int, because a cut one must fail. The plain loop does what is left for
 * want of room. */
AVX2 void tti_varints_decode_avx2(tti_varints *v, int32_t *dst, const uint8_t *src)
{
    struct place p = {src + v->at, dst + v->done};
    const uint8_t *end = src + v->bytes;
    int32_t *to_end = dst + v->count;
    while (end - p.from >= BLOCK + WINDOW && to_end - p.to >= BLOCK) {
        unsigned tops = top_bits(p.from);
        if (tops == 0) {
            widen(p.to, _mm256_loadu_si256((const __m256i *)(const void *)p.from));
            p.from += BLOCK;
            p.to += BLOCK;
        } else if (has_fives(tops)) {
            take_block(&p, tops, 1);
        } else {
            take_block(&p, tops, 0);
        }
    }
    if (v->bytes >= BLOCK && end[-1] < 0x80) {
        take_last(&p, end, to_end);
    }
    v->at = (size_t)(p.from - src);
    v->done = (size_t)(p.to - dst);
    tti_varints_decode_plain(v, dst, src);
}

AVX2_INLINE __m256i above(__m256i bits, int most)
{
    return _mm256_cmpgt_epi32(bits, _mm256_set1_epi32(most));
}

AVX2_INLINE __m256i field(__m256i shifted, unsigned mask)
{
    return _mm256_and_si256(shifted, _mm256_set1_epi32((int)mask));
}

/* Stores eight ints of up to five bytes: `low` has the first four of each, `high` the fifth,
 * `sizes` 1 - size. Each store touches three or more bytes too many. */
AVX2_INLINE uint8_t *spread(uint8_t *to, __m256i low, __m256i high, __m256i sizes)
{
    __m256i first = _mm256_unpacklo_epi32(low, high), second = _mm256_unpackhi_epi32(low, high);
    __m128i words =
        _mm_packs_epi32(_mm256_castsi256_si128(sizes), _mm256_extracti128_si256(sizes, 1));
    __m128i bytes = _mm_sub_epi8(_mm_set1_epi8(1), _mm_packs_epi16(words, words));
    /* the multiplication makes each byte the sum of the bytes up to it */
    uint64_t ends = (uint64_t)_mm_cvtsi128_si64(bytes) * UINT64_C(0x0101010101010101);
    uint64_t starts = ends << 8;
    __m128i pairs[4] = {_mm256_castsi256_si128(first), _mm256_castsi256_si128(second),
                        _mm256_extracti128_si256(first, 1), _mm256_extracti128_si256(second, 1)};
    for (int i = 0; i < 4; i++) {
        _mm_storel_epi64((__m128i *)(void *)(to + (starts & 0xff)), pairs[i]);
        _mm_storel_epi64((__m128i *)(void *)(to + (starts >> 8 & 0xff)),
                         _mm_unpackhi_epi64(pairs[i], pairs[i]));
        starts >>= 16;
    }
    return to + (ends >> 56);
}

/* Packs eight ints, and touches up to 7 bytes after what it returns. */
AVX2_INLINE uint8_t *pack(uint8_t *to, __m256i value)
{
    __m256i sign = _mm256_srai_epi32(value, 31), bits = _mm256_xor_si256(value, sign);
    __m256i two = above(bits, 0x3f), three = above(bits, 0x1fff), four = above(bits, 0xfffff);
    __m256i five = above(bits, 0x7ffffff);
    __m256i low = _mm256_or_si256(field(bits, 0x3f), field(sign, 0x40));
    low = _mm256_or_si256(low, field(_mm256_slli_epi32(bits, 2), 0x7f00));
    __m256i high = _mm256_or_si256(field(_mm256_slli_epi32(bits, 3), 0x7f0000),
                                   field(_mm256_slli_epi32(bits, 4), 0x7f000000));
    __m256i more = _mm256_or_si256(field(two, 0x80), field(three, 0x8000));
    more = _mm256_or_si256(more, field(four, 0x800000));
    __m256i bytes = _mm256_or_si256(_mm256_or_si256(low, high), more);
    bytes = _mm256_or_si256(bytes, field(five, 0x80000000u));
    __m256i sizes = _mm256_add_epi32(_mm256_add_epi32(two, three), _mm256_add_epi32(four, five));
    return spread(to, bytes, _mm256_srli_epi32(bits, 27), sizes);
}

AVX2_INLINE __m256i load_ints(const int32_t *from, size_t count)
{
    if (count >= LANES) {
        return _mm256_loadu_si256((const __m256i *)(const void *)from);
    }
    __m256i places = _mm256_setr_epi32(0, 1, 2, 3, 4, 5, 6, 7);
    return _mm256_maskload_epi32(from, _mm256_cmpgt_epi32(_mm256_set1_epi32((int)count), places));
}

/* Copies in pieces of a known size, because most copies are too short for a call. The last piece
 * overlaps the one before. */
AVX2_INLINE void copy_out(uint8_t *dst, const uint8_t *src, size_t size)
{
    enum { STEP = sizeof(__m256i) };
    if (size < STEP) {
        tti_copy(dst, src, size);
        return;
    }
    for (size_t at = 0; at < size; at += STEP) {
        size_t from = at + STEP <= size ? at : size - STEP;
        __m256i bytes = _mm256_loadu_si256((const __m256i *)(const void *)(src + from));
        _mm256_storeu_si256((__m256i *)(void *)(dst + from), bytes);
    }
}

/* Packs `count` ints, and touches up to 14 bytes after what it returns. */
AVX2_INLINE uint8_t *pack_all(uint8_t *to, const int32_t *from, size_t count)
{
    while (count > FEW) {
        size_t whole = count < LANES ? count : LANES;
        to = pack(to, load_ints(from, count)) - (LANES - whole); /* a zero has one byte */
        from += whole;
        count -= whole;
    }
    while (count-- != 0) {
        to += tti_varint_put(to, *from++);
    }
    return to;
}

/* The caller finds the value that is too much in a piece that does not fit. */
AVX2 void tti_varints_encode_avx2(tti_varints *v, uint8_t *dst, const int32_t *values)
{
    /* bytes after the result at `dst` must not be touched */
    uint8_t piece[PIECE * TT_VARINT_MAX + 16];
    while (v->done < v->count) {
        size_t left = v->count - v->done, count = left < PIECE ? left : PIECE;
        size_t size = (size_t)(pack_all(piece, values + v->done, count) - piece);
        if (size > v->bytes - v->at) {
            break;
        }
        copy_out(dst + v->at, piece, size);
        v->at += size;
        v->done += count;
    }
}

#endif
