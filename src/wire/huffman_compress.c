/* SPDX-License-Identifier: MIT
 *
 * The coder of the Huffman code: docs/format/huffman.md.
 *
 * Bits wait at the top of a word, the last one in bit 63. A code comes in with one shift and
 * one or; its entry in tti_huffman_encode has it at the top already. The low bits of the word
 * are what was written before, and are never looked at again.
 */
#include "base/mem.h"
#include "teetape/huffman.h"
#include "wire/huffman_table.h"

struct coder {
    uint8_t *dst, *end;
    uint64_t bits;
    unsigned count; /* bits that wait; below 8 between two calls */
};

/* Codes at the top of a word, like an entry of the table. */
struct codes {
    uint64_t bits;
    unsigned count;
};

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

static inline void add_codes(struct coder *c, struct codes codes)
{
    c->bits = c->bits >> codes.count | codes.bits;
    c->count += codes.count;
}

/* Writes the whole bytes that wait, and 8 in all: what is after them comes again. The turn
 * brings the bits that wait to the bottom; a shift would do so too, but where a compiler sees
 * that it leaves the highest byte empty it takes the store to pieces. */
static inline void flush(struct coder *c)
{
    tti_store_le64(c->dst, c->bits << c->count | c->bits >> (-c->count & 63));
    c->dst += c->count >> 3;
    c->count &= 7;
}

/* The same where there may be no room for those; 0 when there is none for the whole ones. */
static inline int flush_checked(struct coder *c)
{
    if (c->end - c->dst >= 8) {
        flush(c);
        return 1;
    }
    for (; c->count >= 8; c->count -= 8) {
        if (c->dst == c->end) {
            return 0;
        }
        *c->dst++ = (uint8_t)(c->bits >> (64 - c->count));
    }
    return 1;
}

/* The codes of four bytes. Pairs are joined apart from what waits, so that one four need not
 * wait for the other. */
static inline void add_four(struct coder *c, const uint8_t *data)
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

/* Four bytes at a time while there is room; returns how many it did. */
static inline size_t add_fast(struct coder *c, const uint8_t *data, size_t size)
{
    enum { FOUR_MAX = 8, ROOM = 16 }; /* bytes that four codes take, that flushes may touch */
    size_t done = 0;
    for (;;) {
        size_t room = (size_t)(c->end - c->dst);
        size_t fours = room < ROOM ? 0 : (room - ROOM) / FOUR_MAX + 1;
        fours = fours < (size - done) / 4 ? fours : (size - done) / 4;
        if (fours == 0) {
            return done;
        }
        for (const uint8_t *end = data + done + 4 * fours; data + done != end; done += 4) {
            add_four(c, data + done);
        }
    }
}

tt_status tt_huffman_compress(uint8_t *dst, size_t cap, size_t *size, tt_bytes data,
                              tt_huffman_form form)
{
    *size = 0;
    if (cap < 2) { /* the end symbol alone needs two bytes */
        return TT_ERR_SPACE;
    }
    struct coder c = {dst, dst + cap, 0, 0};
    for (size_t i = add_fast(&c, data.data, data.size); i < data.size; i++) {
        add_codes(&c, codes_of(data.data[i]));
        if (!flush_checked(&c)) {
            return TT_ERR_SPACE;
        }
    }
    add_codes(&c, codes_of(TTI_HUFFMAN_END));
    if (!flush_checked(&c)) {
        return TT_ERR_SPACE;
    }
    /* The classic form always ends with a byte that is not full, even when it is empty. */
    if (c.count != 0 || form == TT_HUFFMAN_CLASSIC) {
        if (c.dst == c.end) {
            return TT_ERR_SPACE;
        }
        *c.dst++ = (uint8_t)(c.count != 0 ? c.bits >> (64 - c.count) : 0);
    }
    *size = (size_t)(c.dst - dst);
    return TT_OK;
}

size_t tt_huffman_size(tt_bytes data, tt_huffman_form form)
{
    /* Whole bytes and bits apart: the number of bits may be beyond what a size_t holds. */
    size_t bytes = 0;
    unsigned bits = TTI_HUFFMAN_LONGEST;
    for (size_t i = 0; i < data.size; i++) {
        bits += (unsigned)(tti_huffman_encode[data.data[i]] & 63);
        bytes += bits >> 3;
        bits &= 7;
    }
    bytes += bits >> 3;
    return bytes + ((bits & 7) != 0 || form == TT_HUFFMAN_CLASSIC);
}
