/* SPDX-License-Identifier: MIT
 *
 * The tables in huffman_table.c; docs/format/huffman.md has the code.
 */
#ifndef TTI_WIRE_HUFFMAN_TABLE_H
#define TTI_WIRE_HUFFMAN_TABLE_H

#include <stdint.h>

#include "teetape/huffman.h"

enum {
    TTI_HUFFMAN_SYMBOLS = 257, /* the bytes, then the end symbol */
    TTI_HUFFMAN_END = 256,
    TTI_HUFFMAN_LONGEST = 15,                   /* bits of the longest code */
    TTI_HUFFMAN_BITS = 12,                      /* bits of one look-up of the decoder */
    TTI_HUFFMAN_DECODE = 1 << TTI_HUFFMAN_BITS, /* entries of the table of look-ups */
    TTI_HUFFMAN_STORED = 6,                     /* bytes in an entry of the decoder */
    TTI_HUFFMAN_RARE_BITS = TTI_HUFFMAN_LONGEST - TTI_HUFFMAN_BITS,
    TTI_HUFFMAN_RARE = 24 /* entries of tti_huffman_rare; tools/make_huffman.c checks the number */
};

/* Indexed by symbol: its code in the highest bits, the bit that is sent last on top; the length of
 * the code in the low byte. */
extern const uint64_t tti_huffman_encode[TTI_HUFFMAN_SYMBOLS];

/* Indexed by the next 12 bits. An entry has all codes that are complete in them.
 *
 *     byte 0      how many bits these codes have, and TTI_HUFFMAN_CHOICE
 *     byte 1..6   the first six bytes decoded, 0 after the last
 *     byte 7      how many bytes were decoded, 1 to 12; from the seventh on they are 0
 *
 * Runs of the byte 0, whose code is one bit, fill most of the data: hence the bytes beyond the
 * sixth. CPUs look at six bits of a shift count, so an entry shifts by its byte 0 unmasked.
 *
 * TTI_HUFFMAN_CHOICE: the first code has 13 bits. The entry counts one byte, which is in byte 1 if
 * the bit after the twelve is 0, otherwise in byte 2.
 *
 * TTI_HUFFMAN_ESCAPE: the first code may be longer than that. The low bytes are the index in
 * tti_huffman_rare of the entries for the next three bits. */
extern const uint64_t tti_huffman_decode[TTI_HUFFMAN_DECODE];
#define TTI_HUFFMAN_CHOICE 0x40u
#define TTI_HUFFMAN_ESCAPE (UINT64_C(1) << 63)

/* Each entry is a symbol times 16, plus the length of its code. */
extern const uint16_t tti_huffman_rare[TTI_HUFFMAN_RARE];

/* Returns how many bytes tt_huffman_compress writes for `data`. Linear in its size. */
size_t tti_huffman_size(tt_bytes data, tt_huffman_form form);

#endif
