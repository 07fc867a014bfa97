/* SPDX-License-Identifier: MIT
 *
 * Codes one varint, inlined into loops over many. docs/format/varint.md has the layout.
 */
#ifndef TTI_WIRE_VARINT_INLINE_H
#define TTI_WIRE_VARINT_INLINE_H

#include <stddef.h>
#include <stdint.h>

#include "base/mem.h"
#include "teetape/varint.h"

/* Returns the bytes of the shortest form of `value`: 1 to 5. */
size_t tti_varint_size(int32_t value);

/* Returns the value of the 31 data bits `bits` and the sign `negative`, 0 or 1. One's complement
 * has no second zero, and INT32_MIN needs no 32nd bit. 0 - 1 is all ones, so the XOR inverts
 * without a branch. */
static inline int32_t tti_varint_value(uint32_t bits, uint32_t negative)
{
    return tti_signed(bits ^ (0u - negative));
}

/* Reads the third to fifth byte, after a second byte with its top bit set. `bits` has the first
 * two. Returns NULL when the data ends first. */
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
    /* The fifth byte ends the value, even if its top bit is set. */
    byte = *p++;
    *bits |= (byte & 0x0f) << 27;
    *odd |= ((byte & 0x0f) == 0 ? TT_ODD_OVERLONG : 0u) | (byte > 0x0f ? TT_ODD_PADDING : 0u);
    return p;
}

/* Reads one value at `*at`, which must not be above `end`, and moves `*at` after it. Returns false
 * when the data ends inside the value: `*at`, `*value` and `*odd` are then unchanged. `*odd` is
 * never cleared here. One and two bytes are by far the most frequent sizes, so they come first,
 * without a loop. */
static inline bool tti_varint_get(const uint8_t **at, const uint8_t *end, int32_t *value,
                                  unsigned *odd)
{
    const uint8_t *p = *at;
    if (p == end) {
        return false;
    }
    uint32_t first = *p++;
    uint32_t negative = first >> 6 & 1;
    uint32_t bits = first & 0x3f;
    if (first >= 0x80) {
        if (p == end) {
            return false;
        }
        uint32_t second = *p++;
        bits |= (second & 0x7f) << 6;
        if (second >= 0x80) {
            p = tti_varint_rest(p, end, &bits, odd);
            if (p == NULL) {
                return false;
            }
        } else if (second == 0) {
            *odd |= TT_ODD_OVERLONG;
        }
    }
    *at = p;
    *value = tti_varint_value(bits, negative);
    return true;
}

/* The largest data bits whose shortest form is one byte. */
#define TTI_VARINT_SHORT 0x3fu

static inline uint32_t tti_varint_bits(int32_t value)
{
    return (uint32_t)value ^ (0u - (value < 0));
}

/* Returns the sign bit of the first byte: bit 6. */
static inline uint32_t tti_varint_sign(int32_t value)
{
    return (uint32_t)value >> 25 & 0x40;
}

/* Writes a value that needs more than one byte, and returns the address after it. */
static inline uint8_t *tti_varint_put_long(uint8_t *at, int32_t value)
{
    uint32_t bits = tti_varint_bits(value);
    *at++ = (uint8_t)(0x80 | tti_varint_sign(value) | (bits & 0x3f));
    for (bits >>= 6; bits > 0x7f; bits >>= 7) {
        *at++ = (uint8_t)(0x80 | bits);
    }
    *at++ = (uint8_t)bits;
    return at;
}

/* Writes the shortest form and returns its size. `dst` has room for 5 bytes. */
static inline size_t tti_varint_put(uint8_t *dst, int32_t value)
{
    uint32_t bits = tti_varint_bits(value);
    if (bits <= TTI_VARINT_SHORT) {
        *dst = (uint8_t)(tti_varint_sign(value) | bits);
        return 1;
    }
    return (size_t)(tti_varint_put_long(dst, value) - dst);
}

/* Returns true when the shortest form of `bits` fits into `room` bytes: four or fewer hold 7 * room
 * - 1 bits. The doubling makes the test right for no room too. */
static inline bool tti_varint_fits(uint32_t bits, size_t room)
{
    return room >= TT_VARINT_MAX || (bits << 1 | 1) >> 7 * room == 0;
}

#endif
