/* SPDX-License-Identifier: MIT
 *
 * Compresses with the Huffman code (docs/format/huffman.md).
 *
 * Bits wait at the top of a word, the last one in bit 63. An entry of tti_huffman_encode has its
 * code at the top, so adding one takes a shift and an or. Low bits of the word were written before
 * and are meaningless.
 *
 * Stores of eight bytes need no check while there is enough room. Near its end four, two and one
 * are stored, so no byte after `cap` is touched.
 */
#include "base/mem.h"
#include "teetape/huffman.h"
#include "wire/huffman_table.h"

/* FLUSHED: bytes that the codes of four bytes may touch: at most 67 bits are written, which are
 * eight whole bytes, and the store of eight may begin after them. FOUR_MAX: most bytes of four
 * codes, four times 15 bits and 7 that waited. ROOM_FOR_CODE: bits that may wait before one more
 * code and the filling of the last byte. */
enum { FLUSHED = 16, FOUR_MAX = 8, ROOM_FOR_CODE = 55 - TTI_HUFFMAN_LONGEST };

struct coder {
    uint8_t *dst, *end;
    uint64_t bits;  /* waiting bits in the highest bits; the last one is bit 63 */
    unsigned count; /* number of waiting bits; below 8 between two calls */
};

/* The codes of some symbols: like an entry of tti_huffman_encode they begin at the highest bit. */
struct codes {
    uint64_t bits; /* codes on top; the bits below them are meaningless */
    unsigned count;
};

/* Returns the code of a symbol. A code has at most 15 bits at the top of its entry, so the lower
 * half of the entry is only the length. */
static inline struct codes codes_of(unsigned symbol)
{
    uint64_t entry = tti_huffman_encode[symbol];
    struct codes codes = {entry, (unsigned)entry};
    return codes;
}

/* Appends `b` to `a`. The low eight bits come from the lengths, and do not meet the codes as long
 * as these have at most 56 bits. */
static inline struct codes join_codes(struct codes a, struct codes b)
{
    struct codes both = {a.bits >> b.count | b.bits, a.count + b.count};
    return both;
}

/* Appends codes to the waiting bits. Callers flush first: at most 56 bits may wait afterwards,
 * because the low bits have lengths. */
static inline void add_codes(struct coder *c, struct codes codes)
{
    c->bits = c->bits >> codes.count | codes.bits;
    c->count += codes.count;
}

/* Writes the whole bytes that wait; the store touches 8 bytes. The rotation brings the waiting bits
 * to the bottom, first bit lowest. A shift by 64, for a count of 0 or 64, would be undefined. */
static inline void flush_codes(struct coder *c)
{
    tti_store_le64(c->dst, c->bits << (c->count & 63) | c->bits >> (-c->count & 63));
    c->dst += c->count >> 3;
    c->count &= 7;
}

/* Joins the four codes to each other before it joins them to the waiting bits, so a CPU can prepare
 * the next four bytes at the same time. More than 56 bits would run into the lengths in the low
 * bits. */
TTI_ALWAYS_INLINE void add_four(struct coder *c, const uint8_t *data)
{
    struct codes first = join_codes(codes_of(data[0]), codes_of(data[1]));
    struct codes second = join_codes(codes_of(data[2]), codes_of(data[3]));
    struct codes all = join_codes(first, second);
    if (c->count + all.count <= 56) {
        add_codes(c, all);
        flush_codes(c);
    } else {
        add_codes(c, first);
        flush_codes(c);
        add_codes(c, second);
        flush_codes(c);
    }
}

/* Codes four bytes at a time, and returns the address of the first byte that is left. The rounds of
 * the first loop are safe without a check, because each needs at most FOUR_MAX bytes. Codes are
 * mostly shorter, so the second loop finds room for more. */
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

/* Writes the whole bytes that wait, of which there are at most seven. Returns false when they do
 * not fit. */
static inline bool emit(struct coder *c)
{
    size_t room = (size_t)(c->end - c->dst), whole = c->count >> 3;
    if (room >= 8) {
        flush_codes(c);
        return true;
    }
    if (room < whole) {
        return false;
    }
    uint64_t word = c->bits << (c->count & 63) | c->bits >> (-c->count & 63);
    if ((whole & 4) != 0) {
        tti_store_le32(c->dst, (uint32_t)word);
        c->dst += 4;
        word >>= 32;
    }
    if ((whole & 2) != 0) {
        tti_store_le16(c->dst, (uint16_t)word);
        c->dst += 2;
        word >>= 16;
    }
    if ((whole & 1) != 0) {
        *c->dst++ = (uint8_t)word;
    }
    c->count &= 7;
    return true;
}

/* Codes the bytes after add_fours, and makes room for one more code. Returns false when the bytes
 * do not fit. */
static inline bool add_last(struct coder *c, const uint8_t *at, const uint8_t *end)
{
    for (; at != end; at++) {
        if (c->count > ROOM_FOR_CODE && !emit(c)) {
            return false;
        }
        add_codes(c, codes_of(*at));
    }
    return c->count <= ROOM_FOR_CODE || emit(c);
}

/* Codes the end symbol, and fills the last byte with zeros. The classic form appends a byte of
 * zeros when no bit is left to fill. The shift by 15 drops the lengths in the low bits, and the end
 * symbol brings no new one, so all 64 bits may wait. */
TTI_ALWAYS_INLINE tt_status finish_codes(struct coder *c, tt_huffman_form form, uint8_t *dst,
                                         size_t *size)
{
    struct codes code = codes_of(TTI_HUFFMAN_END);
    c->bits = c->bits >> code.count | code.bits >> 8 << 8;
    c->count += code.count;
    unsigned fill = form == TT_HUFFMAN_CLASSIC ? 8 - (c->count & 7) : -c->count & 7;
    c->bits >>= fill;
    c->count += fill;
    if (!emit(c)) {
        return TT_ERR_SPACE;
    }
    *size = (size_t)(c->dst - dst);
    return TT_OK;
}

static TTI_NOINLINE tt_status compress_many(uint8_t *dst, size_t cap, size_t *size, tt_bytes data,
                                            tt_huffman_form form)
{
    struct coder c = {dst, dst + cap, 0, 0};
    const uint8_t *end = data.data + data.size;
    if (!add_last(&c, add_fours(&c, data.data, end), end)) {
        return TT_ERR_SPACE;
    }
    return finish_codes(&c, form, dst, size);
}

tt_status tt_huffman_compress(uint8_t *dst, size_t cap, size_t *size, tt_bytes data,
                              tt_huffman_form form)
{
    enum { FEW = 3 }; /* bytes whose codes can wait together with the end symbol */
    *size = 0;
    if (cap == 0) { /* without room `dst` may be NULL */
        return TT_ERR_SPACE;
    }
    if (data.size > FEW) {
        return compress_many(dst, cap, size, data, form);
    }
    struct coder c = {dst, dst + cap, 0, 0};
    for (size_t i = 0; i < data.size; i++) {
        add_codes(&c, codes_of(data.data[i]));
    }
    return finish_codes(&c, form, dst, size);
}

size_t tti_huffman_size(tt_bytes data, tt_huffman_form form)
{
    /* Counts whole bytes and bits separately: the number of bits may exceed a size_t. */
    size_t bytes = 0;
    unsigned bits = TTI_HUFFMAN_LONGEST; /* the code of the end symbol */
    for (size_t i = 0; i < data.size; i++) {
        bits += (unsigned)(tti_huffman_encode[data.data[i]] & 63);
        bytes += bits >> 3;
        bits &= 7;
    }
    bytes += bits >> 3;
    return bytes + ((bits & 7) != 0 || form == TT_HUFFMAN_CLASSIC);
}
