/* SPDX-License-Identifier: MIT
 *
 * The coder of the Huffman code: docs/format/huffman.md.
 *
 * Bits wait at the top of a word, the last one in bit 63. A code comes in with one shift and
 * one or; its entry in tti_huffman_encode has it at the top already. The low bits of the word
 * are what was written before, and are never looked at again.
 *
 * Where the room is ample, stores of eight bytes need no check for each code. The last bytes of the
 * room are made in a buffer of their own and copied, so that nothing after `cap` is touched.
 */
#include "base/inline.h"
#include "base/mem.h"
#include "teetape/huffman.h"
#include "wire/huffman_table.h"

/* FLUSHED: bytes that the codes of four bytes, or the last ones, may touch: at most 67 bits come to
 * be written, eight whole bytes, and the store of eight may begin after those. FOUR_MAX: bytes by
 * which four codes move on at most, four times 15 bits and 7 that waited. */
enum { FLUSHED = 16, FOUR_MAX = 8 };

struct coder {
    uint8_t *dst, *end; /* where the next whole byte goes; the end of the room */
    uint64_t bits;      /* those that wait are on top, the last one in bit 63 */
    unsigned count;     /* bits that wait; below 8 between two calls */
};

/* Codes at the top of a word, like an entry of the table. */
struct codes {
    uint64_t bits;  /* on top; what is below them means nothing */
    unsigned count; /* how many there are */
};

/* The code of a byte, or of the end symbol. The lower half of an entry is the length alone, because
 * a code has 15 bits at most and they are on top. */
static inline struct codes codes_of(unsigned symbol)
{
    uint64_t entry = tti_huffman_encode[symbol];
    struct codes codes = {entry, (unsigned)entry};
    return codes;
}

/* `b` after `a`. What is in the low eight bits comes from the lengths, and remains below the
 * codes as long as there are no more than 56 bits of those. */
static inline struct codes join(struct codes a, struct codes b)
{
    struct codes both = {a.bits >> b.count | b.bits, a.count + b.count};
    return both;
}

/* At most 56 bits may wait afterwards, as below them are the lengths: the callers flush before
 * that. The ones that waited move down, and the new ones are on top. */
static inline void add_codes(struct coder *c, struct codes codes)
{
    c->bits = c->bits >> codes.count | codes.bits;
    c->count += codes.count;
}

/* Writes the whole bytes that wait, and 8 in all: what is after them comes again. The rotation
 * brings the bits that wait to the bottom, first bit lowest, as the format has them. A shift by 64
 * - count would be undefined for a count of 0. */
static inline void flush(struct coder *c)
{
    tti_store_le64(c->dst, c->bits << c->count | c->bits >> (-c->count & 63));
    c->dst += c->count >> 3;
    c->count &= 7;
}

/* The codes of four bytes. Pairs are joined apart from what waits, so that one four need not wait
 * for the other. All are put together at once where there are 56 bits at most; more would run into
 * what the lengths leave in the low bits. */
TTI_ALWAYS_INLINE void add_four(struct coder *c, const uint8_t *data)
{
    struct codes first = join(codes_of(data[0]), codes_of(data[1]));
    struct codes second = join(codes_of(data[2]), codes_of(data[3]));
    struct codes all = join(first, second);
    if (c->count + all.count <= 56) {
        add_codes(c, all);
        flush(c);
    } else {
        add_codes(c, first);
        flush(c);
        add_codes(c, second);
        flush(c);
    }
}

/* Four bytes at a time while they and the room last; returns where it stopped. The first loop asks
 * for no room: by FOUR_MAX it is known how many rounds are sure. Codes are mostly shorter than
 * that, so the second one, which asks, finds room for more. */
static inline const uint8_t *add_fours(struct coder *c, const uint8_t *at, const uint8_t *end)
{
    size_t room = (size_t)(c->end - c->dst),
           sure = room < FLUSHED ? 0 : (room - FLUSHED) / FOUR_MAX;
    sure = sure < (size_t)(end - at) / 4 ? sure : (size_t)(end - at) / 4;
    for (const uint8_t *stop = at + 4 * sure; at != stop; at += 4) {
        add_four(c, at);
    }
    while (end - at >= 4 && c->end - c->dst >= FLUSHED) {
        add_four(c, at);
        at += 4;
    }
    return at;
}

/* What is left when four bytes are not, and the end. At most three codes, that of the end and what
 * waited: 67 bits. That is more than a word has, so it is flushed before the end symbol. */
static inline void add_last(struct coder *c, const uint8_t *at, const uint8_t *end,
                            tt_huffman_form form)
{
    for (; at != end; at++) {
        add_codes(c, codes_of(*at));
    }
    flush(c);
    add_codes(c, codes_of(TTI_HUFFMAN_END));
    flush(c);
    /* The classic form always ends with a byte that is not full, even when it is empty. */
    if (c->count != 0 || form == TT_HUFFMAN_CLASSIC) {
        *c->dst++ = (uint8_t)(c->count != 0 ? c->bits >> (64 - c->count) : 0);
    }
}

/* The loop runs once, or twice when the room ends first: then the bytes that have not been coded go
 * on into `tail`. What does not fit is found there by its size: four bytes that are left mean that
 * more than FLUSHED bytes of the tail are used, and the room that it stands for is less. */
tt_status tt_huffman_compress(uint8_t *dst, size_t cap, size_t *size, tt_bytes data,
                              tt_huffman_form form)
{
    uint8_t tail[2 * FLUSHED];
    const uint8_t *at = data.data, *end = data.size != 0 ? at + data.size : at;
    *size = 0;
    if (cap < 2) { /* the end symbol alone needs two bytes */
        return TT_ERR_SPACE;
    }
    struct coder c = {dst, dst + cap, 0, 0};
    uint8_t *last = NULL; /* where the bytes of `tail` belong */
    size_t room = cap;
    for (;;) {
        at = add_fours(&c, at, end);
        if (last != NULL || (size_t)(c.end - c.dst) >= FLUSHED) {
            break;
        }
        /* The last bytes of the room: elsewhere first, as every store touches more than it needs.
         */
        last = c.dst;
        room = (size_t)(c.end - c.dst);
        c.dst = tail;
        c.end = tail + sizeof tail;
    }
    if (last != NULL && (end - at >= 4 || (size_t)(c.dst - tail) > room)) {
        return TT_ERR_SPACE;
    }
    add_last(&c, at, end, form);
    if (last != NULL) {
        size_t more = (size_t)(c.dst - tail);
        if (more > room) {
            return TT_ERR_SPACE;
        }
        tti_copy(last, tail, more);
        c.dst = last + more;
    }
    *size = (size_t)(c.dst - dst);
    return TT_OK;
}

/* A look-up and an addition for each byte, without coding: tt_demo_form compares it with what is
 * there. */
size_t tt_huffman_size(tt_bytes data, tt_huffman_form form)
{
    /* Whole bytes and bits apart: the number of bits may be beyond what a size_t holds. */
    size_t bytes = 0;
    unsigned bits = TTI_HUFFMAN_LONGEST; /* that of the end symbol, to begin with */
    for (size_t i = 0; i < data.size; i++) {
        bits += (unsigned)(tti_huffman_encode[data.data[i]] & 63);
        bytes += bits >> 3;
        bits &= 7;
    }
    bytes += bits >> 3;
    return bytes + ((bits & 7) != 0 || form == TT_HUFFMAN_CLASSIC);
}
