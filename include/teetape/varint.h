/* SPDX-License-Identifier: MIT
 *
 * Variable-length integers: how Teeworlds and DDNet write a signed 32-bit number.
 *
 *     1st byte   C S d5 d4 d3 d2 d1 d0     C: another byte follows   S: sign
 *     2nd-4th    C d6 d5 d4 d3 d2 d1 d0
 *     5th        0 0 0 0 d3 d2 d1 d0
 *
 * Data bits come lowest first, 31 in all. With S set all bits of the number are inverted,
 * so -1 is 0x40. Writers use the shortest form. Readers accept longer forms, stop after
 * the fifth byte whatever its top bit says, and ignore the high half of that byte (DDNet
 * 15.9 and later, Teeworlds 0.7; older programs differ there, docs/format/varint.md). Examples:
 * examples/pack_message.c with cursors, examples/delta.c with arrays.
 */
#ifndef TEETAPE_VARINT_H
#define TEETAPE_VARINT_H

#include "teetape/bytes.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The most bytes that one value takes. */
#define TT_VARINT_MAX 5

/** Writes the shortest form of `value` and returns its size. `dst` must have room for
 * TT_VARINT_MAX bytes. */
TT_API size_t tt_varint_encode(uint8_t *dst, int32_t value);

/** Reads one value from the `size` bytes at `src` and returns how many bytes it took; 0
 * when they end inside it, and then `*value` is 0. `odd` may be NULL; else the TT_ODD_*
 * of this value are stored there. */
TT_API size_t tt_varint_decode(const uint8_t *src, size_t size, int32_t *value, unsigned *odd);

/** Reads values until the bytes are used up, into `dst`, which has room for `cap` of them. `*count`
 * is the number of values stored. TT_ERR_TRUNCATED for a value that is cut, TT_ERR_SPACE for one
 * more value than fits; in both cases the values before it are stored and counted, and `error` (may
 * be NULL) has its offset. Places of `dst` after `*count` are undefined afterwards, and `dst` must
 * not overlap `src`. Time is linear in `size`. */
TT_API tt_status tt_varints_decode(int32_t *dst, size_t cap, size_t *count, const uint8_t *src,
                                   size_t size, tt_error *error);

/** Writes `count` values in their shortest form. `*size` is the number of bytes written;
 * count * TT_VARINT_MAX always suffices. TT_ERR_SPACE when a value does not fit: the ones
 * before it are written and counted in `*size`. What is after them at `dst` remains as it was. */
TT_API tt_status tt_varints_encode(uint8_t *dst, size_t cap, size_t *size, const int32_t *values,
                                   size_t count);

/** Reads the next value. Gives 0 and TT_ERR_TRUNCATED when the data ends inside it. Adds its
 * TT_ODD_* to u->odd. */
TT_API int32_t tt_unpack_int(tt_unpacker *u);

/** Appends the shortest form of `value`. */
TT_API void tt_pack_int(tt_packer *p, int32_t value);

#ifdef __cplusplus
}
#endif

#endif
