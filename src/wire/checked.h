/* SPDX-License-Identifier: MIT
 *
 * Reads packed states, which may be damaged: the first value that cannot be is TT_ERR_STATE in the
 * unpacker, and all that follow it are 0.
 *
 * Every reader of a packed state uses it: src/recording/state.c and the formats below it. Their
 * code reads all values of a part in a row, and looks at the status before a value counts for
 * anything but another read.
 */
#ifndef TTI_WIRE_CHECKED_H
#define TTI_WIRE_CHECKED_H

#include "base/mem.h"
#include "teetape/string.h"
#include "teetape/varint.h"

/* A rule between several values, or about one that was read in another way. The first failure
 * remains: an error of the unpacker itself is not overwritten. */
static inline void tti_require(tt_unpacker *u, int is_good)
{
    if (u->status == TT_OK && !is_good) {
        u->status = TT_ERR_STATE;
    }
}

/* An int from `min` to `max`. After a failure it is 0, which can lie outside of the range: a caller
 * may use it as an index all the same where 0 is a place of the array. */
static inline int32_t tti_unpack_between(tt_unpacker *u, int32_t min, int32_t max)
{
    int32_t value = tt_unpack_int(u);
    tti_require(u, value >= min && value <= max);
    return u->status == TT_OK ? value : 0;
}

/* A text of `min` to `max` bytes, to a place of zeros. Returns its size. The NUL is read and not
 * copied: where the place has a byte more, that one ends it. After a failure the place is
 * unchanged. */
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
