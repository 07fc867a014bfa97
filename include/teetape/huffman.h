/* SPDX-License-Identifier: MIT
 *
 * The Huffman code of Teeworlds and DDNet: how packets and the chunks of demos are
 * compressed. One fixed code of 257 symbols, the bytes and an end symbol; no lengths, no
 * header. docs/format/huffman.md has the layout, and where programs differ. Example:
 * examples/pack_message.c.
 */
#ifndef TEETAPE_HUFFMAN_H
#define TEETAPE_HUFFMAN_H

#include "teetape/bytes.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The two ways to end a stream. Readers take both. A writer chooses the form of the program that
 * it writes for, or of an existing file whose bytes it repeats. */
typedef enum tt_huffman_form {
    TT_HUFFMAN_CURRENT, /**< DDNet 20.0 and later */
    TT_HUFFMAN_CLASSIC  /**< Teeworlds, DDNet up to 19.9: one more byte, 0, when the codes
                           fill their last byte exactly */
} tt_huffman_form;

/** Bytes that always suffice for `size` bytes compressed, in either form: the longest code
 * has 15 bits. `size` must be below SIZE_MAX / 15 - 1. */
#define TT_HUFFMAN_BOUND(size) (((size) + (size_t)1) * 15 / 8 + 1)

/** Bytes that always suffice for `size` compressed bytes decompressed: the shortest code has
 * one bit. */
#define TT_HUFFMAN_PLAIN_BOUND(size) ((size) * (size_t)8)

/** Compresses `data` to the `cap` bytes at `dst`, and stores the number of bytes written in
 * `*size`: at least 2. It exceeds data.size when the bytes have long codes. Succeeds whenever
 * TT_HUFFMAN_BOUND(data.size) <= cap. Otherwise TT_ERR_SPACE: `*size` is 0, and the content of
 * `dst` is undefined. `dst` must not overlap `data`. Nothing is read outside of `data`. */
TT_API tt_status tt_huffman_compress(uint8_t *dst, size_t cap, size_t *size, tt_bytes data,
                                     tt_huffman_form form);

/** Decompresses up to the end symbol; bits and bytes of `data` after it are ignored, as
 * every reference program does. `*size` is the number of bytes stored at `dst`.
 *
 * TT_ERR_TRUNCATED: `data` ends before the end symbol. TT_ERR_SPACE: there are more than `cap`
 * bytes. In both cases the bytes before the failure are stored and counted, and `error` (may be
 * NULL) has the offset of the byte in which the code that failed begins: `data.size` when the
 * data ends between two codes. There is no other error: all bit strings are codes.
 *
 * The content of `dst` after `*size` bytes is undefined, with or without an error. `dst` must
 * not overlap `data`. Nothing is read outside of `data`. */
TT_API tt_status tt_huffman_decompress(uint8_t *dst, size_t cap, size_t *size, tt_bytes data,
                                       tt_error *error);

#ifdef __cplusplus
}
#endif

#endif
