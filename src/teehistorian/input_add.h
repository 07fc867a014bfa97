/* SPDX-License-Identifier: MIT
 *
 * Adds ten ints that have one byte each to an input. Most INPUT_DIFF records are of this form: in a
 * real session they have 12.3 bytes on average, and 12 is the least. The portable code;
 * input_add_sse2.h has the same two functions for CPUs with SSE2, which every x86-64 has. bench/
 * shows what that gains.
 */
#ifndef TTI_TEEHISTORIAN_INPUT_ADD_H
#define TTI_TEEHISTORIAN_INPUT_ADD_H

#include <stdint.h>

#include "base/mem.h"
#include "teetape/schema.h"
#include "wire/varint_inline.h"

/* 1 when the next TT_INPUT_INTS bytes are as many ints: none has the top bit, which says that more
 * bytes follow. 16 bytes have to be there, for the other form of it. */
static inline int tti_input_is_short_plain(const uint8_t *p)
{
    unsigned all = 0;
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        all |= p[i];
    }
    return all < 0x80;
}

/* Reads TT_INPUT_INTS ints of one byte each, stores them in `diff`, adds them to `input`. Bit 6 of
 * the byte is the sign, the six below it are the value. The sum wraps around at 32 bits, as in the
 * game. */
static inline void tti_input_add_short_plain(int32_t *input, int32_t *diff, const uint8_t *p)
{
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        diff[i] = tti_varint_value(p[i] & 0x3fu, p[i] >> 6);
        input[i] = (int32_t)((uint32_t)input[i] + (uint32_t)diff[i]);
    }
}

#if defined(__SSE2__) && !defined(TTI_NO_SSE2)
#include "teehistorian/input_add_sse2.h"
#define tti_input_is_short tti_input_is_short_sse2
#define tti_input_add_short tti_input_add_short_sse2
#else
#define tti_input_is_short tti_input_is_short_plain
#define tti_input_add_short tti_input_add_short_plain
#endif

#endif
