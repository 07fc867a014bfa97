/* SPDX-License-Identifier: MIT
 *
 * Decompresses the Huffman code (docs/format/huffman.md). One look-up of 12 bits gives several
 * bytes, see huffman_table.h. The decoder is compiled for any CPU and for CPUs with BMI2.
 *
 * Bits wait in a word, the next one in bit 0. While 8 bytes of input and room for four look-ups are
 * left, the only check is whether a code is longer than a look-up. The last bytes of input and room
 * are decoded with more checks.
 */
#include "teetape/huffman.h"

#include "base/error.h"
#include "base/mem.h"
#include "wire/cpu.h"
#include "wire/huffman_table.h"

/* ENTRY_ROOM: bytes that storing an entry touches, eight and eight more after the first six.
 * FAST_STEPS: look-ups after a refill; three entries take at most 39 bits, so 17 wait for the
 * fourth. FAST_ROOM: bytes that the four may touch. TAIL_FEW: bytes of room for which decode_tail
 * costs more than it gains. */
enum {
    ENTRY_ROOM = TTI_HUFFMAN_STORED + 8,
    FAST_STEPS = 4,
    FAST_ROOM = FAST_STEPS * ENTRY_ROOM,
    TAIL_FEW = 2
};

typedef struct decoder {
    const uint8_t *begin, *at, *end; /* the input; `at` is the first byte that is not in `bits` */
    uint64_t bits;                   /* waiting bits, the next one in bit 0 */
    unsigned count; /* number of waiting bits; bits above them are 0 or those at `at` */
    uint8_t *dst, *dst_end;
} decoder;

TTI_ALWAYS_INLINE size_t bytes_left(const decoder *d)
{
    return (size_t)(d->dst_end - d->dst);
}

/* Stores the bytes of an entry that is no escape, and skips its codes. The store also writes bytes
 * that do not count; the zeros, or the next entry, overwrite them. */
TTI_ALWAYS_INLINE void take_entry(decoder *d, uint64_t entry)
{
    /* 8 when the bit after the twelve chooses the second byte */
    unsigned choice = (unsigned)(d->bits >> (TTI_HUFFMAN_BITS - 3)) & (unsigned)(entry >> 3) & 8;
    tti_store_le64(d->dst, entry >> 8 >> choice);
    tti_store_le64(d->dst + TTI_HUFFMAN_STORED, 0);
    d->dst += entry >> 56;
    d->bits >>= entry & 63;
    d->count -= (unsigned)(entry & 63);
}

/* Returns false when the next code may be longer than a look-up. At least 13 bits must wait. */
TTI_ALWAYS_INLINE bool decode_entry(decoder *d)
{
    uint64_t entry = tti_huffman_decode[d->bits & (TTI_HUFFMAN_DECODE - 1)];
    if ((entry & TTI_HUFFMAN_ESCAPE) != 0) {
        return false;
    }
    take_entry(d, entry);
    return true;
}

/* Returns the first symbol in the waiting bits and the length of its code, as in tti_huffman_rare.
 * Used for the end symbol, the longest codes, and single bytes near the end of input or room. The
 * length may exceed the bits that wait; the caller compares. */
TTI_ALWAYS_INLINE unsigned next_symbol(const decoder *d)
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

/* Fills the word to at least 56 bits; eight bytes are left. count | 56 keeps the count modulo 8 and
 * adds all whole bytes that fit, without a branch. */
TTI_ALWAYS_INLINE void refill_fast(decoder *d)
{
    /* Bits above the count are loaded again next time, at the same position. */
    d->bits |= tti_load_le64(d->at) << d->count;
    d->at += (63 - d->count) >> 3;
    d->count |= 56;
}

/* Fills the word. Near the end a load of eight bytes would read outside of the input, so its last
 * eight bytes are loaded and shifted. Bits beyond the end are 0 and not counted, so they never
 * become data. */
TTI_ALWAYS_INLINE void refill(decoder *d)
{
    size_t left = (size_t)(d->end - d->at);
    if (left >= 8) {
        refill_fast(d);
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

/* Decodes while eight bytes of input and FAST_ROOM bytes of room are left. Returns true at the end
 * symbol, false when input or room end. A code longer than a look-up is decoded alone. */
TTI_ALWAYS_INLINE bool decode_fast(decoder *d)
{
    while (d->end - d->at >= 8 && bytes_left(d) >= FAST_ROOM) {
        refill_fast(d);
        /* NOLINTNEXTLINE(misc-redundant-expression): each step takes a symbol */
        if (decode_entry(d) && decode_entry(d) && decode_entry(d) && decode_entry(d)) {
            continue;
        }
        /* at least 56 - 3 * 13 = 17 bits wait: enough for the longest code */
        unsigned symbol = next_symbol(d);
        if (symbol >> 4 == TTI_HUFFMAN_END) {
            return true;
        }
        *d->dst++ = (uint8_t)(symbol >> 4);
        d->bits >>= symbol & 0xf;
        d->count -= symbol & 0xf;
    }
    return false;
}

/* Decodes one symbol at a time. Returns TT_OK at the end symbol. TT_ERR_TRUNCATED and TT_ERR_SPACE
 * leave the decoder at the code that failed, with all bytes before it stored. The end symbol needs
 * no room, so it is checked first. */
TTI_ALWAYS_INLINE tt_status decode_end(decoder *d)
{
    for (;;) {
        if (d->count < TTI_HUFFMAN_LONGEST) {
            refill(d);
        }
        uint64_t entry = tti_huffman_decode[d->bits & (TTI_HUFFMAN_DECODE - 1)];
        if ((entry & TTI_HUFFMAN_ESCAPE) == 0 && (entry & 63) <= d->count &&
            bytes_left(d) >= ENTRY_ROOM) {
            take_entry(d, entry);
            continue;
        }
        unsigned symbol = next_symbol(d);
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

/* Decodes the last bytes of the room. Every entry touches more than it counts, so the bytes are
 * first decoded to `tail`. When they do not fit, or the input is cut, `*d` decodes them again one
 * by one, and stores the bytes before the error. */
TTI_ALWAYS_INLINE tt_status decode_tail(decoder *d)
{
    uint8_t tail[FAST_ROOM + ENTRY_ROOM];
    decoder elsewhere = *d;
    elsewhere.dst = tail;
    elsewhere.dst_end = tail + sizeof tail;
    size_t size = decode_end(&elsewhere) == TT_OK ? (size_t)(elsewhere.dst - tail) : sizeof tail;
    if (size > bytes_left(d)) {
        return decode_end(d);
    }
    tti_copy(d->dst, tail, size);
    d->dst += size;
    return TT_OK;
}

TTI_ALWAYS_INLINE tt_status decoder_run(decoder *place)
{
    decoder d = *place; /* a local copy, which can be in registers */
    tt_status status = TT_OK;
    if (!decode_fast(&d)) {
        size_t room = bytes_left(&d);
        status = room >= FAST_ROOM || room <= TAIL_FEW ? decode_end(&d) : decode_tail(&d);
    }
    *place = d;
    return status;
}

#if TTI_DISPATCH
/* The decoder for CPUs with BMI2. Every look-up waits for the shift by the bits of the previous
 * one. A shift of BMI2 does not change the flags, and is one or two clocks faster. */
__attribute__((target("bmi2"))) static tt_status decoder_run_bmi2(decoder *place)
{
    return decoder_run(place);
}
#endif

/* Decompresses a text. `dst` may be NULL when `cap` is 0, but the decoder's pointers need a real
 * address. Even an empty text has an end symbol, so an empty input is an error. */
tt_status tt_huffman_decompress(uint8_t *dst, size_t cap, size_t *size, tt_bytes data,
                                tt_error *error)
{
    if (data.size == 0) {
        *size = 0;
        return tti_fail(error, TT_ERR_TRUNCATED, 0);
    }
    uint8_t nothing = 0;
    uint8_t *begin = cap != 0 ? dst : &nothing;
    const uint8_t *in = data.data;
    decoder d = {in, in, in + data.size, 0, 0, begin, begin + cap};
    tt_status status;
#if TTI_DISPATCH
    if (tti_cpu_has_bmi2()) {
        status = decoder_run_bmi2(&d);
    } else
#endif
    {
        status = decoder_run(&d);
    }
    *size = (size_t)(d.dst - begin);
    if (status != TT_OK) {
        /* the code that failed begins with the waiting bits */
        uint64_t read = 8 * (uint64_t)(d.at - data.data);
        return tti_fail(error, status, (read - d.count) / 8);
    }
    return TT_OK;
}
