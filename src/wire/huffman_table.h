/* SPDX-License-Identifier: MIT
 *
 * The tables of the Huffman code, in huffman_table.c. docs/format/huffman.md has the code.
 */
#ifndef TTI_WIRE_HUFFMAN_TABLE_H
#define TTI_WIRE_HUFFMAN_TABLE_H

#include <stdint.h>

enum {
    TTI_HUFFMAN_SYMBOLS = 257, /* the bytes, then the end symbol */
    TTI_HUFFMAN_END = 256,
    TTI_HUFFMAN_LONGEST = 15,                   /* bits of the longest code */
    TTI_HUFFMAN_BITS = 12,                      /* bits that one look-up of the decoder sees */
    TTI_HUFFMAN_DECODE = 1 << TTI_HUFFMAN_BITS, /* entries of the table of look-ups */
    TTI_HUFFMAN_STORED = 6,                     /* bytes that an entry of the decoder names */
    /* bits that a longer code may have beyond a look-up */
    TTI_HUFFMAN_RARE_BITS = TTI_HUFFMAN_LONGEST - TTI_HUFFMAN_BITS,
    TTI_HUFFMAN_RARE = 24 /* entries for these; tools/make_huffman.c checks the number */
};

/* By symbol: its code in the highest bits, the bit that is sent last on top, and the length
 * of the code in the low byte. */
extern const uint64_t tti_huffman_encode[TTI_HUFFMAN_SYMBOLS];

/* By the next 12 bits: all the codes that are whole in them.
 *
 *     byte 0      how many bits these codes have, and TTI_HUFFMAN_CHOICE
 *     byte 1..6   the first six bytes decoded, 0 after the last
 *     byte 7      how many bytes were decoded, 1 to 12; from the seventh on they are 0
 *
 * Runs of the byte 0 fill most of the data, and its code is one bit: hence the seventh to
 * twelfth byte. With the lowest eight bits at the bottom a shift by the entry is a shift
 * by its bits on CPUs that look at six bits of a count.
 *
 * TTI_HUFFMAN_CHOICE: the first code is longer, but it is sure to have 13 bits. The entry counts
 * one byte; it is in byte 1 if the bit after the twelve is 0, in byte 2 if it is 1.
 *
 * When the first code may be longer than that: TTI_HUFFMAN_ESCAPE, and in the low bytes the
 * place in tti_huffman_rare where the choice among the next three bits begins. */
extern const uint64_t tti_huffman_decode[TTI_HUFFMAN_DECODE];
#define TTI_HUFFMAN_CHOICE 0x40u
#define TTI_HUFFMAN_ESCAPE (UINT64_C(1) << 63)

/* A symbol times 16, plus the length of its code. */
extern const uint16_t tti_huffman_rare[TTI_HUFFMAN_RARE];

#endif
