/* SPDX-License-Identifier: MIT
 *
 * Byte views and the two bounded cursors. Their functions for integers, strings and UUIDs are in
 * src/wire.
 */
#include "teetape/bytes.h"
#include "base/cursor.h"

#include "base/mem.h"

tt_bytes tt_bytes_of(const char *text)
{
    return (tt_bytes){(const uint8_t *)text, tti_strlen(text)};
}

bool tt_bytes_equal(tt_bytes a, tt_bytes b)
{
    return a.size == b.size && tti_equal(a.data, b.data, a.size);
}

tt_unpacker tt_unpacker_of(const void *data, size_t size)
{
    /* NULL means no bytes, but C does not even allow NULL + 0. */
    static const uint8_t nothing[1] = {0};
    const uint8_t *begin = size == 0 && data == NULL ? nothing : data;
    return (tt_unpacker){begin, begin, begin + size, TT_OK, 0, NULL};
}

size_t tt_unpacker_left(const tt_unpacker *u)
{
    return u->status == TT_OK ? (size_t)(u->end - u->at) : 0;
}

size_t tti_unpacker_offset(const tt_unpacker *u)
{
    return (size_t)(u->at - u->begin);
}

tt_bytes tt_unpack_raw(tt_unpacker *u, size_t size)
{
    if (u->status != TT_OK) {
        return (tt_bytes){NULL, 0};
    }
    /* The sizes are compared, because the pointer plus a huge size could wrap. */
    if (size > (size_t)(u->end - u->at)) {
        u->status = TT_ERR_TRUNCATED;
        return (tt_bytes){NULL, 0};
    }
    tt_bytes view = {u->at, size};
    u->at += size;
    return view;
}

tt_packer tt_packer_of(void *dst, size_t cap)
{
    uint8_t *begin = dst;
    return (tt_packer){begin, begin, cap == 0 ? begin : begin + cap, TT_OK};
}

tt_bytes tt_packer_bytes(const tt_packer *p)
{
    return (tt_bytes){p->begin, p->at == p->begin ? 0 : (size_t)(p->at - p->begin)};
}

/* Appends bytes. The pointers of a packer without room may be NULL, so `at == end` is checked
 * first. */
void tt_pack_raw(tt_packer *p, tt_bytes bytes)
{
    if (p->status != TT_OK || bytes.size == 0) {
        return;
    }
    if (p->at == p->end || bytes.size > (size_t)(p->end - p->at)) {
        p->status = TT_ERR_SPACE;
        return;
    }
    tti_copy(p->at, bytes.data, bytes.size);
    p->at += bytes.size;
}
