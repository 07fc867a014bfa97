/* SPDX-License-Identifier: MIT
 *
 * The decoder of the Huffman code: docs/format/huffman.md. One look-up of 12 bits gives
 * several bytes at once, see huffman_table.h. It is compiled twice: for any CPU in
 * huffman_decompress.c, and in huffman_decompress_bmi2.c for those with shifts that wait for less.
 *
 * Bits wait in a word, the next one in bit 0. While there are 8 bytes of input left and
 * room for what four look-ups may give, nothing is asked but whether a code is longer than
 * a look-up; the last bytes of the input and of the room are done with care.
 */
#ifndef TTI_WIRE_HUFFMAN_DECODER_H
#define TTI_WIRE_HUFFMAN_DECODER_H

#include "base/inline.h"
#include "base/mem.h"
#include "teetape/bytes.h"
#include "wire/cpu.h"
#include "wire/huffman_table.h"

/* ENTRY_ROOM: storing an entry touches this many bytes, whatever it counts: eight, and eight more
 * after the first six. STEPS: look-ups after a refill; three entries take 39 bits at most, so that
 * 17 wait for the fourth. FAST_ROOM: what the four may touch. */
enum {
    TTI_HUFFMAN_ENTRY_ROOM = TTI_HUFFMAN_STORED + 8,
    TTI_HUFFMAN_STEPS = 4,
    TTI_HUFFMAN_FAST_ROOM = TTI_HUFFMAN_STEPS * TTI_HUFFMAN_ENTRY_ROOM
};

typedef struct tti_huffman_decoder {
    const uint8_t *begin, *at, *end; /* the input, and what of it is not in `bits` yet */
    uint64_t bits;                   /* the next one in bit 0 */
    unsigned count; /* bits that wait; those above them are 0 or a part of what is at `at` */
    uint8_t *dst, *dst_end; /* where the next byte goes; the end of the room */
} tti_huffman_decoder;

/* Bytes that can still be stored. */
TTI_ALWAYS_INLINE size_t tti_huffman_room(const tti_huffman_decoder *d)
{
    return (size_t)(d->dst_end - d->dst);
}

/* Stores the bytes of an entry that is no escape, and goes after its codes. What the count and a
 * choice leave in the word, which is the count itself after the sixth byte, and the byte that was
 * not chosen, is covered by the zeros or by what follows. */
TTI_ALWAYS_INLINE void tti_huffman_take_entry(tti_huffman_decoder *d, uint64_t entry)
{
    /* 8 when the bit after the twelve chooses the second byte */
    unsigned choice = (unsigned)(d->bits >> (TTI_HUFFMAN_BITS - 3)) & (unsigned)(entry >> 3) & 8;
    tti_store_le64(d->dst, entry >> 8 >> choice);
    tti_store_le64(d->dst + TTI_HUFFMAN_STORED, 0);
    d->dst += entry >> 56;
    d->bits >>= entry & 63;
    d->count -= (unsigned)(entry & 63);
}

/* 0 when the next code may be longer than a look-up knows. The entry may need more bits than wait:
 * only a caller that has enough of them may ask. */
TTI_ALWAYS_INLINE int tti_huffman_step(tti_huffman_decoder *d)
{
    uint64_t entry = tti_huffman_decode[d->bits & (TTI_HUFFMAN_DECODE - 1)];
    if ((entry & TTI_HUFFMAN_ESCAPE) != 0) {
        return 0;
    }
    tti_huffman_take_entry(d, entry);
    return 1;
}

/* The first symbol in the waiting bits and the length of its code, as in tti_huffman_rare. It is
 * the way for the end symbol, for the few longest codes, and for single bytes near the end of input
 * or room, where an entry with several bytes would be too much. Its answer can have more bits than
 * wait; the caller compares. */
TTI_ALWAYS_INLINE unsigned tti_huffman_first_symbol(const tti_huffman_decoder *d)
{
    uint64_t entry = tti_huffman_decode[d->bits & (TTI_HUFFMAN_DECODE - 1)];
    if ((entry & TTI_HUFFMAN_CHOICE) != 0) {
        unsigned choice = (unsigned)(d->bits >> (TTI_HUFFMAN_BITS - 3)) & 8;
        return ((unsigned)(entry >> 8 >> choice) & 0xff) << 4 | (TTI_HUFFMAN_BITS + 1);
    }
    if ((entry & TTI_HUFFMAN_ESCAPE) != 0) {
        unsigned choice =
            (unsigned)(d->bits >> TTI_HUFFMAN_BITS) & ((1u << TTI_HUFFMAN_RARE_BITS) - 1);
        return tti_huffman_rare[(entry & 0xff) + choice];
    }
    unsigned symbol = (unsigned)(entry >> 8) & 0xff;
    return symbol << 4 | (unsigned)(tti_huffman_encode[symbol] & 0xf);
}

/* Fills the word up to at least 56 bits. Eight bytes are left. By count | 56 the count is what it
 * was modulo 8, plus all whole bytes that fit: the same number by which `at` moves, without a
 * branch. */
TTI_ALWAYS_INLINE void tti_huffman_refill_fast(tti_huffman_decoder *d)
{
    /* The bits above the count come again next time, at the same place. */
    d->bits |= tti_load_le64(d->at) << d->count;
    d->at += (63 - d->count) >> 3;
    d->count |= 56;
}

/* The same as far as the input goes. Near the end a load of eight bytes would read outside of the
 * input; the last eight bytes of it are loaded and shifted instead. Bits beyond the end are 0 and
 * are not counted, so that they are never taken for data. */
TTI_ALWAYS_INLINE void tti_huffman_refill(tti_huffman_decoder *d)
{
    size_t left = (size_t)(d->end - d->at);
    if (left >= 8) {
        tti_huffman_refill_fast(d);
        return;
    }
    uint64_t word = 0;
    if (d->end - d->begin >= 8) {
        word = left != 0 ? tti_load_le64(d->end - 8) >> (64 - 8 * left) : 0;
    } else {
        for (size_t i = 0; i < left; i++) {
            word |= (uint64_t)d->at[i] << 8 * i;
        }
    }
    size_t more = (63 - d->count) >> 3;
    more = more < left ? more : left;
    d->bits |= word << d->count;
    d->at += more;
    d->count += 8 * (unsigned)more;
}

/* Returns 1 at the end symbol, 0 when input or room come to their end. A code that is longer than a
 * look-up is taken alone, and then the word is filled again. */
TTI_ALWAYS_INLINE int tti_huffman_decode_fast(tti_huffman_decoder *d)
{
    while (d->end - d->at >= 8 && tti_huffman_room(d) >= TTI_HUFFMAN_FAST_ROOM) {
        tti_huffman_refill_fast(d);
        /* NOLINTNEXTLINE(misc-redundant-expression): each step takes a symbol */
        if (tti_huffman_step(d) && tti_huffman_step(d) && tti_huffman_step(d) &&
            tti_huffman_step(d)) {
            continue;
        }
        /* at least 56 - 3 * 13 = 17 bits wait: enough for the longest code */
        unsigned symbol = tti_huffman_first_symbol(d);
        if (symbol >> 4 == TTI_HUFFMAN_END) {
            return 1;
        }
        *d->dst++ = (uint8_t)(symbol >> 4);
        d->bits >>= symbol & 0xf;
        d->count -= symbol & 0xf;
    }
    return 0;
}

/* Like decode_fast, for the last bytes. Returns TT_OK at the end symbol. TT_ERR_TRUNCATED and
 * TT_ERR_SPACE leave the decoder at the code that failed, with all bytes before it stored: that is
 * what tt_huffman_decompress promises. The order of the two checks matters: the end symbol needs no
 * room. */
TTI_ALWAYS_INLINE tt_status tti_huffman_decode_end(tti_huffman_decoder *d)
{
    for (;;) {
        if (d->count < TTI_HUFFMAN_LONGEST) {
            tti_huffman_refill(d);
        }
        uint64_t entry = tti_huffman_decode[d->bits & (TTI_HUFFMAN_DECODE - 1)];
        if ((entry & TTI_HUFFMAN_ESCAPE) == 0 && (entry & 63) <= d->count &&
            tti_huffman_room(d) >= TTI_HUFFMAN_ENTRY_ROOM) {
            tti_huffman_take_entry(d, entry);
            continue;
        }
        unsigned symbol = tti_huffman_first_symbol(d);
        if ((symbol & 0xf) > d->count) {
            return TT_ERR_TRUNCATED;
        }
        if (symbol >> 4 == TTI_HUFFMAN_END) {
            return TT_OK;
        }
        if (d->dst == d->dst_end) {
            return TT_ERR_SPACE;
        }
        *d->dst++ = (uint8_t)(symbol >> 4);
        d->bits >>= symbol & 0xf;
        d->count -= symbol & 0xf;
    }
}

/* The last bytes of the room: elsewhere first, as every entry touches more than it counts. Only
 * when they do not fit, or the input is cut, they are done one by one. `*d` has not moved then, as
 * the attempt was made with a copy: it begins at the same code again, and stores the bytes before
 * the error. */
TTI_ALWAYS_INLINE tt_status tti_huffman_decode_tail(tti_huffman_decoder *d)
{
    uint8_t tail[TTI_HUFFMAN_FAST_ROOM + TTI_HUFFMAN_ENTRY_ROOM];
    tti_huffman_decoder elsewhere = *d;
    elsewhere.dst = tail;
    elsewhere.dst_end = tail + sizeof tail;
    size_t size =
        tti_huffman_decode_end(&elsewhere) == TT_OK ? (size_t)(elsewhere.dst - tail) : sizeof tail;
    if (size > tti_huffman_room(d)) {
        return tti_huffman_decode_end(d);
    }
    tti_copy(d->dst, tail, size);
    d->dst += size;
    return TT_OK;
}

/* Decodes to the end symbol, or to the end of the input or of the room. An input of less than eight
 * bytes is done by the careful loop alone. */
TTI_ALWAYS_INLINE tt_status tti_huffman_decoder_run(tti_huffman_decoder *place)
{
    tti_huffman_decoder d = *place; /* in registers */
    tt_status status = TT_OK;
    if (!tti_huffman_decode_fast(&d)) {
        /* Bits above the count are there twice, and become what is read again. */
        status = tti_huffman_room(&d) >= TTI_HUFFMAN_FAST_ROOM ? tti_huffman_decode_end(&d)
                                                               : tti_huffman_decode_tail(&d);
    }
    *place = d;
    return status;
}

#if TTI_DISPATCH
/* The same by a CPU that has BMI2. */
tt_status tti_huffman_decoder_run_bmi2(tti_huffman_decoder *place);
#endif

#endif
