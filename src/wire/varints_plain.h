/* SPDX-License-Identifier: MIT
 *
 * The loops over arrays of varints that ask for no bounds: they go on while what they may read and
 * write is there, and varints.c does the rest with care. This is the portable code; varints_sse2.h
 * and varints_avx2.c have the same two functions, and varints_fast.h chooses.
 */
#ifndef TTI_WIRE_VARINTS_PLAIN_H
#define TTI_WIRE_VARINTS_PLAIN_H

#include <stddef.h>
#include <stdint.h>

#include "teetape/varint.h"
#include "wire/varint_inline.h"

/* How far an array is done. The decoder reads bytes and stores ints, the coder the other way
 * round; of what is stored the totals are the room for it. */
typedef struct tti_varints {
    size_t at;    /* bytes done */
    size_t bytes; /* in all */
    size_t done;  /* ints */
    size_t count; /* in all */
} tti_varints;

/* Reads one value with all its bytes there, and goes after it. What is odd does not matter. Five
 * bytes must be there, as far as they could be needed: the caller asks for that once, and not at
 * each byte. */
static inline const uint8_t *tti_varint_take(const uint8_t *p, int32_t *value)
{
    uint32_t first = p[0], bits = first & 0x3f, size = 1;
    if (first >= 0x80) {
        bits |= (p[1] & 0x7fu) << 6;
        size = 2;
        if (p[1] >= 0x80) {
            bits |= (p[2] & 0x7fu) << 13;
            size = 3;
            if (p[2] >= 0x80) {
                bits |= (p[3] & 0x7fu) << 20;
                size = 4;
                if (p[3] >= 0x80) {
                    bits |= (p[4] & 0x0fu) << 27;
                    size = 5;
                }
            }
        }
    }
    *value = tti_varint_value(bits, first >> 6 & 1);
    return p + size;
}

/* While five bytes are left no value can be cut. */
static inline void tti_varints_decode_plain(tti_varints *v, int32_t *dst, const uint8_t *src)
{
    const uint8_t *p = src + v->at;
    while (v->bytes - (size_t)(p - src) >= TT_VARINT_MAX && v->done < v->count) {
        p = tti_varint_take(p, &dst[v->done++]);
    }
    v->at = (size_t)(p - src);
}

/* Writes the shortest form and goes after it, but stores five bytes. The caller of an array finds
 * the space after its result as it was, so this is for values with at least four more after
 * them, each of a byte or more, and with four bytes of room after the five: an int that does
 * not fit then begins after what was stored. */
static inline uint8_t *tti_varint_add(uint8_t *p, int32_t value)
{
    uint32_t negative = value < 0;
    uint32_t bits = (uint32_t)value ^ (0u - negative);
    uint32_t first = negative << 6 | (bits & 0x3f);
    if (bits <= 0x3f) {
        *p = (uint8_t)first;
        return p + 1;
    }
    uint32_t word = first | (bits & 0x1fc0) << 2 | (bits & 0xfe000) << 3 | (bits & 0x7f00000) << 4;
    uint32_t more = 1;
    if (bits > 0x7ffffff) {
        more = 4;
        word |= 0x80808080;
    } else if (bits > 0xfffff) {
        more = 3;
        word |= 0x808080;
    } else if (bits > 0x1fff) {
        more = 2;
        word |= 0x8080;
    } else {
        word |= 0x80;
    }
    tti_store_le32(p, word);
    p[4] = (uint8_t)(bits >> 27);
    return p + 1 + more;
}

/* The last four values, and the last bytes of the room, are left to the caller: see
 * tti_varint_add. */
static inline void tti_varints_encode_plain(tti_varints *v, uint8_t *dst, const int32_t *values)
{
    uint8_t *p = dst + v->at;
    while (v->count - v->done > 4 && v->bytes - (size_t)(p - dst) >= TT_VARINT_MAX + 4) {
        p = tti_varint_add(p, values[v->done++]);
    }
    v->at = (size_t)(p - dst);
}

#endif
