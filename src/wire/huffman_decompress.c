/* SPDX-License-Identifier: MIT
 *
 * The decoder of the Huffman code: docs/format/huffman.md. One look-up of 12 bits gives
 * several bytes at once, see huffman_table.h.
 *
 * Bits wait in a word, the next one in bit 0. While there are 8 bytes of input left and
 * room for what four look-ups may give, nothing is asked but whether a code is longer than
 * a look-up; the last bytes of the input and of the room are done with care.
 */
#include "base/error.h"
#include "base/mem.h"
#include "teetape/huffman.h"
#include "wire/huffman_table.h"

/* Storing an entry touches this many bytes, whatever it counts. */
enum { ENTRY_ROOM = TTI_HUFFMAN_STORED + 8, FAST_STEPS = 4, FAST_ROOM = FAST_STEPS * ENTRY_ROOM };

struct decoder {
    const uint8_t *at, *end; /* input that is not in `bits` yet */
    uint64_t bits;
    unsigned count; /* bits that wait; those above them are 0 or a part of what is at `at` */
    uint8_t *dst, *dst_end;
};

static inline size_t room(const struct decoder *d)
{
    return (size_t)(d->dst_end - d->dst);
}

/* Stores the bytes of an entry that is no escape, and goes after its codes. The count and the
 * number of bits are stored with them, then covered with zeros: a compiler that knows a byte
 * of the word to be zero would take the store to pieces. */
static inline void take_entry(struct decoder *d, uint64_t entry)
{
    tti_store_le64(d->dst, entry >> 8 | entry << 56);
    tti_store_le64(d->dst + TTI_HUFFMAN_STORED, 0);
    d->dst += entry >> 56;
    d->bits >>= entry & 63;
    d->count -= (unsigned)(entry & 63);
}

/* 0 when the next code is longer than a look-up. */
static inline int step(struct decoder *d)
{
    uint64_t entry = tti_huffman_decode[d->bits & (TTI_HUFFMAN_DECODE - 1)];
    if ((entry & TTI_HUFFMAN_ESCAPE) != 0) {
        return 0;
    }
    take_entry(d, entry);
    return 1;
}

/* The first symbol in the waiting bits and the length of its code, as in tti_huffman_rare. */
static inline unsigned first_symbol(const struct decoder *d)
{
    uint64_t entry = tti_huffman_decode[d->bits & (TTI_HUFFMAN_DECODE - 1)];
    if ((entry & TTI_HUFFMAN_ESCAPE) != 0) {
        unsigned choice =
            (unsigned)(d->bits >> TTI_HUFFMAN_BITS) & ((1u << TTI_HUFFMAN_RARE_BITS) - 1);
        return tti_huffman_rare[(entry & 0xff) + choice];
    }
    unsigned symbol = (unsigned)(entry >> 8) & 0xff;
    return symbol << 4 | (unsigned)(tti_huffman_encode[symbol] & 0xf);
}

/* Fills the word up to at least 56 bits. Eight bytes are left. */
static inline void refill_fast(struct decoder *d)
{
    /* The bits above the count come again next time, at the same place. */
    d->bits |= tti_load_le64(d->at) << d->count;
    d->at += (63 - d->count) >> 3;
    d->count |= 56;
}

/* The same as far as the input goes. */
static inline void refill(struct decoder *d)
{
    if (d->end - d->at >= 8 && d->count < 64) {
        refill_fast(d);
        return;
    }
    while (d->count <= 56 && d->at != d->end) {
        d->bits |= (uint64_t)*d->at++ << d->count;
        d->count += 8;
    }
}

/* Returns 1 at the end symbol, 0 when input or room come to their end. */
static inline int decode_fast(struct decoder *d)
{
    while (d->end - d->at >= 8 && room(d) >= FAST_ROOM) {
        refill_fast(d);
        /* NOLINTNEXTLINE(misc-redundant-expression): each step takes a symbol */
        if (step(d) && step(d) && step(d) && step(d)) {
            continue;
        }
        /* at least 56 - 3 * 12 = 20 bits wait: enough for the longest code */
        unsigned symbol = first_symbol(d);
        if (symbol >> 4 == TTI_HUFFMAN_END) {
            return 1;
        }
        *d->dst++ = (uint8_t)(symbol >> 4);
        d->bits >>= symbol & 0xf;
        d->count -= symbol & 0xf;
    }
    return 0;
}

/* Like decode_fast, for the last bytes. Returns TT_OK at the end symbol. */
static tt_status decode_end(struct decoder *d)
{
    for (;;) {
        refill(d);
        uint64_t entry = tti_huffman_decode[d->bits & (TTI_HUFFMAN_DECODE - 1)];
        if ((entry & TTI_HUFFMAN_ESCAPE) == 0 && (entry & 63) <= d->count &&
            room(d) >= ENTRY_ROOM) {
            take_entry(d, entry);
            continue;
        }
        unsigned symbol = first_symbol(d);
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

tt_status tt_huffman_decompress(uint8_t *dst, size_t cap, size_t *size, tt_bytes data,
                                tt_error *error)
{
    if (data.size == 0) {
        *size = 0;
        return tti_fail(error, TT_ERR_TRUNCATED, 0);
    }
    uint8_t nothing = 0;
    uint8_t *begin = cap != 0 ? dst : &nothing;
    struct decoder d = {data.data, data.data + data.size, 0, 0, begin, begin + cap};
    tt_status status = TT_OK;
    if (!decode_fast(&d)) {
        /* Bits above the count are there twice, and become what is read again. */
        status = decode_end(&d);
    }
    *size = (size_t)(d.dst - begin);
    if (status != TT_OK) {
        uint64_t read = 8 * (uint64_t)(d.at - data.data);
        return tti_fail(error, status, (read - d.count) / 8);
    }
    return TT_OK;
}
