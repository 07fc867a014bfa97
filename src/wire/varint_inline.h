/* SPDX-License-Identifier: MIT
 *
 * Coding of one varint, inlined into loops over many. Layout: docs/format/varint.md.
 */
#ifndef TTI_WIRE_VARINT_INLINE_H
#define TTI_WIRE_VARINT_INLINE_H

#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "teetape/bytes.h"

/* `bits` are the 31 data bits, `negative` is 0 or 1. One's complement has no second zero, and
 * INT32_MIN needs no 32nd bit. 0 - 1 is all ones, so the XOR inverts without a branch. */
static inline int32_t tti_varint_value(uint32_t bits, uint32_t negative)
{
    return tti_signed(bits ^ (0u - negative));
}

/* The third to fifth byte, after a second byte with its top bit set. `bits` has the first two. NULL
 * when the data ends first. */
static inline const uint8_t *tti_varint_rest(const uint8_t *p, const uint8_t *end, uint32_t *bits,
                                             unsigned *odd)
{
    uint32_t byte = 0;
    for (unsigned shift = 13; shift <= 20; shift += 7) {
        if (p == end) {
            return NULL;
        }
        byte = *p++;
        *bits |= (byte & 0x7f) << shift;
        if (byte < 0x80) {
            *odd |= byte == 0 ? TT_ODD_OVERLONG : 0;
            return p;
        }
    }
    if (p == end) {
        return NULL;
    }
    /* The fifth byte is the last, whatever its top bit says. */
    byte = *p++;
    *bits |= (byte & 0x0f) << 27;
    *odd |= ((byte & 0x0f) == 0 ? TT_ODD_OVERLONG : 0u) | (byte > 0x0f ? TT_ODD_PADDING : 0u);
    return p;
}

/* Reads one value at `*at`, which must not be above `end`, and moves `*at` after it. 0 when the
 * data ends inside the value: `*at`, `*value` and `*odd` are then unchanged. `*odd` is never
 * cleared here. One and two bytes are by far the most frequent sizes, so they run straight on. */
static inline int tti_varint_get(const uint8_t **at, const uint8_t *end, int32_t *value,
                                 unsigned *odd)
{
    const uint8_t *p = *at;
    if (p == end) {
        return 0;
    }
    uint32_t first = *p++;
    uint32_t negative = first >> 6 & 1;
    uint32_t bits = first & 0x3f;
    if (first >= 0x80) {
        if (p == end) {
            return 0;
        }
        uint32_t second = *p++;
        bits |= (second & 0x7f) << 6;
        if (second >= 0x80) {
            p = tti_varint_rest(p, end, &bits, odd);
            if (p == NULL) {
                return 0;
            }
        } else if (second == 0) {
            *odd |= TT_ODD_OVERLONG;
        }
    }
    *at = p;
    *value = tti_varint_value(bits, negative);
    return 1;
}

/* Writes the shortest form and returns its size. `dst` has room for 5 bytes. */
static inline size_t tti_varint_put(uint8_t *dst, int32_t value)
{
    uint32_t negative = value < 0;
    uint32_t bits = (uint32_t)value ^ (0u - negative);
    uint32_t byte = negative << 6 | (bits & 0x3f);
    size_t size = 0;
    for (bits >>= 6; bits != 0; bits >>= 7) {
        dst[size++] = (uint8_t)(byte | 0x80);
        byte = bits & 0x7f;
    }
    dst[size++] = (uint8_t)byte;
    return size;
}

/* The size of the shortest form: the bounds are what 6, 13, 20 and 27 bits hold. */
static inline size_t tti_varint_length(int32_t value)
{
    uint32_t bits = (uint32_t)(value < 0 ? ~value : value);
    return (size_t)1 + (bits > 0x3f) + (bits > 0x1fff) + (bits > 0xfffff) + (bits > 0x7ffffff);
}

#endif
