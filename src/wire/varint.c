/* SPDX-License-Identifier: MIT
 *
 * Single varints, from bytes and through the cursors. docs/format/varint.md has the layout.
 */
#include "teetape/varint.h"

#include "wire/varint_inline.h"

/* Returns the number of bytes of the shortest form. The limits are the largest values of 6, 13, 20
 * and 27 bits. */
size_t tti_varint_size(int32_t value)
{
    uint32_t bits = tti_varint_bits(value);
    return (size_t)1 + (bits > 0x3f) + (bits > 0x1fff) + (bits > 0xfffff) + (bits > 0x7ffffff);
}

size_t tt_varint_encode(uint8_t *dst, int32_t value)
{
    return tti_varint_put(dst, value);
}

size_t tt_varint_decode(const uint8_t *src, size_t size, int32_t *value, unsigned *odd)
{
    unsigned strange = 0;
    size_t used = 0;
    *value = 0;
    if (size != 0) {
        const uint8_t *at = src;
        tti_varint_get(&at, src + size, value, &strange);
        used = (size_t)(at - src);
    }
    if (odd != NULL) {
        *odd = strange;
    }
    return used;
}

/* Reads an int. The cursor does not move on failure: tti_unpacker_offset then gives the offset of
 * the value that is cut. A warning has one offset, so the offset of the first odd value is kept. */
int32_t tt_unpack_int(tt_unpacker *u)
{
    if (u->status != TT_OK) {
        return 0;
    }
    const uint8_t *start = u->at;
    int32_t value = 0;
    unsigned odd = 0;
    if (!tti_varint_get(&u->at, u->end, &value, &odd)) {
        u->status = TT_ERR_TRUNCATED;
        return 0;
    }
    if (odd != 0) {
        u->odd_at = u->odd == 0 ? start : u->odd_at;
        u->odd |= odd;
    }
    return value;
}

void tt_pack_int(tt_packer *p, int32_t value)
{
    if (p->status != TT_OK) {
        return;
    }
    size_t left = p->at == p->end ? 0 : (size_t)(p->end - p->at);
    if (!tti_varint_fits(tti_varint_bits(value), left)) {
        p->status = TT_ERR_SPACE;
        return;
    }
    p->at += tti_varint_put(p->at, value);
}
