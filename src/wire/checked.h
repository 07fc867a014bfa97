/* SPDX-License-Identifier: MIT
 *
 * Reads packed states, which may be damaged: the first impossible value sets TT_ERR_STATE in the
 * unpacker, and all values after it are 0. Readers read all values of a part in a row, and ask the
 * status before a value counts for anything but another read.
 */
#ifndef TTI_WIRE_CHECKED_H
#define TTI_WIRE_CHECKED_H

#include "base/mem.h"
#include "teetape/string.h"
#include "teetape/varint.h"

/* A rule between several values. An earlier error of the unpacker remains. */
static inline void tti_require(tt_unpacker *u, int is_good)
{
    if (u->status == TT_OK && !is_good) {
        u->status = TT_ERR_STATE;
    }
}

/* After a failure the value is 0, even where 0 is outside of the range: callers may index an array
 * with it unchecked. */
static inline int32_t tti_unpack_between(tt_unpacker *u, int32_t min, int32_t max)
{
    int32_t value = tt_unpack_int(u);
    tti_require(u, value >= min && value <= max);
    return u->status == TT_OK ? value : 0;
}

/* Reads a text of `min` to `max` bytes to a place of zeros, without its NUL, and returns its size.
 * After a failure the place is unchanged. */
static inline size_t tti_unpack_text(tt_unpacker *u, void *dst, size_t min, size_t max)
{
    tt_bytes text = tt_unpack_string(u);
    tti_require(u, text.size >= min && text.size <= max);
    if (u->status != TT_OK) {
        return 0;
    }
    tti_copy(dst, text.data, text.size);
    return text.size;
}

#endif
