/* SPDX-License-Identifier: MIT
 *
 * Loops over arrays of varints without bounds checks. They run while everything that they may read
 * and write exists; varints.c does the rest with checks. There is a portable form, one for SSE2,
 * which every x86-64 has (varints_sse2.h), and one for decoding with AVX2, which is checked at each
 * call (cpu.h). bench/bench_codec.c measures the gain.
 */
#ifndef TTI_WIRE_VARINTS_FAST_H
#define TTI_WIRE_VARINTS_FAST_H

#include <stddef.h>
#include <stdint.h>

#include "teetape/varint.h"
#include "wire/cpu.h"
#include "wire/varint_inline.h"

/* The progress of converting an array from varints to ints, or from ints to varints. */
typedef struct tti_varints {
    size_t at;    /* number of bytes that were decoded */
    size_t bytes; /* bytes of the input, or bytes for which the output has room */
    size_t done;  /* number of ints that were decoded */
    size_t count; /* ints of the input, or ints for which the output has room */
} tti_varints;

/* Reads one value and returns the address after it. All bytes that it needs, up to five, must
 * exist: the caller checks once, and not at each byte. Adding a byte adds its top bit too, which
 * the next step subtracts. */
static inline const uint8_t *tti_varint_take(const uint8_t *p, int32_t *value)
{
    uint32_t first = *p++, bits = first & 0x3f;
    if (first >= 0x80) {
        uint32_t byte = *p++;
        bits += byte << 6;
        if (byte >= 0x80) {
            byte = *p++;
            bits += (byte << 13) - (0x80 << 6);
            if (byte >= 0x80) {
                byte = *p++;
                bits += (byte << 20) - (0x80 << 13);
                if (byte >= 0x80) {
                    bits += ((*p++ & 0x0fu) << 27) - (0x80 << 20);
                }
            }
        }
    }
    *value = tti_varint_value(bits, first >> 6 & 1);
    return p;
}

static inline void tti_varints_decode_plain(tti_varints *v, int32_t *dst, const uint8_t *src)
{
    const uint8_t *p = src + v->at;
    while (v->bytes - (size_t)(p - src) >= TT_VARINT_MAX && v->done < v->count) {
        p = tti_varint_take(p, &dst[v->done++]);
    }
    v->at = (size_t)(p - src);
}

/* Returns the number of bytes after the first one. A sum of comparisons has no branch, which a CPU
 * would mispredict, because sizes come in no order. */
static inline unsigned tti_varint_more(uint32_t bits)
{
    return (unsigned)(bits > 0x3f) + (bits > 0x1fff) + (bits > 0xfffff) + (bits > 0x7ffffff);
}

/* Writes the shortest form and returns the address after it, but stores five bytes. The bytes after
 * the result of an array must not change. So at least four more values must follow, each of a byte
 * or more, and four bytes of room after the five. */
static inline uint8_t *tti_varint_add(uint8_t *p, int32_t value)
{
    uint32_t bits = tti_varint_bits(value);
    unsigned more = tti_varint_more(bits);
    uint32_t tops = 0x80808080 & (uint32_t)((UINT64_C(1) << 8 * more) - 1);
    uint32_t word =
        (bits & 0x3f) | (bits & 0x1fc0) << 2 | (bits & 0xfe000) << 3 | (bits & 0x7f00000) << 4;
    tti_store_le32(p, word | tops | tti_varint_sign(value));
    p[4] = (uint8_t)(bits >> 27);
    return p + 1 + more;
}

static inline void tti_varints_encode_plain(tti_varints *v, uint8_t *dst, const int32_t *values)
{
    uint8_t *p = dst + v->at;
    while (v->count - v->done > 4 && v->bytes - (size_t)(p - dst) >= TT_VARINT_MAX + 4) {
        p = tti_varint_add(p, values[v->done++]);
    }
    v->at = (size_t)(p - dst);
}

#if TTI_DISPATCH

/* Decodes ints with AVX2, which the CPU must have. */
void tti_varints_decode_avx2(tti_varints *v, int32_t *dst, const uint8_t *src);

/* The shuffle masks of the AVX2 decoder, indexed by the top bits of nine bytes. The first byte
 * begins an int. A mask has four byte indexes for each of eight ints, 0x80 where an int has no
 * byte. It covers the ints that end among the nine bytes, and an int of five bytes whose first four
 * are there. */
extern const uint64_t tti_varints_pull[512][4];
/* The number of ints that the mask of the same index covers, and their bytes: 1 to 10. */
extern const uint8_t tti_varints_ints[512], tti_varints_bytes[512];

#endif

/* AVX2 is faster from this number of bytes on. */
enum { TTI_VARINTS_ENOUGH_BYTES = 32 };

#if defined(__SSE2__) && defined(__GNUC__) && !defined(TTI_NO_SSE2)
#include "wire/varints_sse2.h"
#define tti_varints_decode_base tti_varints_decode_sse2
#define tti_varints_encode_fast tti_varints_encode_sse2
#else
#define tti_varints_decode_base tti_varints_decode_plain
#define tti_varints_encode_fast tti_varints_encode_plain
#endif

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

#endif
