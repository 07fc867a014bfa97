/* SPDX-License-Identifier: MIT
 *
 * Reads the states that this library packs into index files. The bytes may be damaged, so every
 * value is checked. Most of the numbers have 64 bits and are small.
 *
 * A byte of a number has seven bits, lowest first, and its top bit is set while another byte
 * follows. The shortest form is the only one, so equal numbers have equal bytes. Ints of the game
 * are in varint.h.
 *
 * The first impossible value sets TT_ERR_STATE in the unpacker, and all values after it are 0.
 * Readers read all values of a part in a row, and check the status before they use a value for
 * anything but another read.
 */
#ifndef TTI_WIRE_CHECKED_H
#define TTI_WIRE_CHECKED_H

#include "base/mem.h"
#include "teetape/string.h"
#include "teetape/varint.h"

#define TTI_U64_MAX 10

void tti_pack_u64(tt_packer *p, uint64_t value);

/* Reads a number. On failure returns 0 and sets in the unpacker: TT_ERR_TRUNCATED; TT_ERR_RANGE for
 * a number above 64 bits or in a form that is too long. */
uint64_t tti_unpack_u64(tt_unpacker *u);

/* Sets TT_ERR_STATE in the unpacker when `is_good` is false. An earlier error remains. */
static inline void tti_require(tt_unpacker *u, bool is_good)
{
    if (u->status == TT_OK && !is_good) {
        u->status = TT_ERR_STATE;
    }
}

/* Reads a number from `min` to `max`. Returns 0 after a failure, even if 0 is outside of the range:
 * callers may index an array with the result unchecked. */
static inline int32_t tti_unpack_between(tt_unpacker *u, int32_t min, int32_t max)
{
    int32_t value = tt_unpack_int(u);
    tti_require(u, value >= min && value <= max);
    return u->status == TT_OK ? value : 0;
}

/* Reads a text of `min` to `max` bytes into a zeroed buffer, without its NUL, and returns its size.
 * After a failure the buffer is unchanged. */
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
