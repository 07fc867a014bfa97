/* SPDX-License-Identifier: MIT
 *
 * Writes UTF-8. Reading is public: tt_utf8_decode.
 */
#ifndef TTI_BASE_UTF8_PUT_H
#define TTI_BASE_UTF8_PUT_H

#include "base/mem.h"
#include "teetape/string.h"

/* U+FFFD replaces bytes that are no UTF-8. */
#define TTI_REPLACEMENT UINT32_C(0xfffd)

/* Writes a code point, which must be no surrogate and at most U+10FFFF, and returns the number of
 * its bytes. */
static inline size_t tti_utf8_put(uint8_t out[4], uint32_t point)
{
    if (point < 0x80) {
        out[0] = (uint8_t)point;
        return 1;
    }
    if (point < 0x800) {
        out[0] = (uint8_t)(0xc0 | point >> 6);
        out[1] = (uint8_t)(0x80 | (point & 0x3f));
        return 2;
    }
    if (point < 0x10000) {
        out[0] = (uint8_t)(0xe0 | point >> 12);
        out[1] = (uint8_t)(0x80 | (point >> 6 & 0x3f));
        out[2] = (uint8_t)(0x80 | (point & 0x3f));
        return 3;
    }
    out[0] = (uint8_t)(0xf0 | point >> 18);
    out[1] = (uint8_t)(0x80 | (point >> 12 & 0x3f));
    out[2] = (uint8_t)(0x80 | (point >> 6 & 0x3f));
    out[3] = (uint8_t)(0x80 | (point & 0x3f));
    return 4;
}

/* Copies `text` with U+FFFD for each invalid sequence, and returns the size: up to three times that
 * of `text`. The areas must not overlap. */
static inline size_t tti_utf8_put_valid(uint8_t *dst, tt_bytes text)
{
    size_t size = 0, used;
    for (; text.size != 0; text.data += used, text.size -= used) {
        if (tt_utf8_decode(text, &used) < 0) {
            size += tti_utf8_put(dst + size, TTI_REPLACEMENT);
        } else {
            tti_copy(dst + size, text.data, used);
            size += used;
        }
    }
    return size;
}

#endif
