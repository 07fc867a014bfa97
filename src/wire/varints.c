/* SPDX-License-Identifier: MIT
 *
 * Arrays of varints: snapshot deltas and demo chunks. docs/format/varint.md has the layout. The
 * fast loops (varints_fast.h) leave the values that may be cut or may not fit to this file.
 */
#include "base/error.h"
#include "teetape/varint.h"
#include "wire/varint_inline.h"
#include "wire/varints_fast.h"

/* FEW_BYTES and FEW_INTS: a shorter array is converted without the fast loops, whose setup would
 * cost more than they gain. */
enum { FEW_BYTES = 12, FEW_INTS = 8 };

/* Reports an error. Being a separate function, it saves the path without a failure some
 * registers. */
static TTI_NOINLINE tt_status stop(tt_error *error, tt_status status, size_t at)
{
    return tti_fail(error, status, at);
}

/* Decodes the ints after `v.at` and `v.done`. For a client a cut value fails the whole array, but
 * the ints before it are given. */
TTI_ALWAYS_INLINE tt_status decode_rest(tti_varints v, int32_t *dst, size_t *count,
                                        const uint8_t *src, tt_error *error)
{
    const uint8_t *at = src + v.at, *end = src + v.bytes;
    unsigned odd = 0;
    while (at != end && v.done < v.count && tti_varint_get(&at, end, &dst[v.done], &odd)) {
        v.done++;
    }
    *count = v.done;
    if (at == end) {
        return TT_OK;
    }
    return stop(error, v.done == v.count ? TT_ERR_SPACE : TT_ERR_TRUNCATED, (size_t)(at - src));
}

static TTI_NOINLINE tt_status decode_many(int32_t *dst, size_t cap, size_t *count,
                                          const uint8_t *src, size_t size, tt_error *error)
{
    if (size == 0) { /* without bytes the pointers may be NULL */
        *count = 0;
        return TT_OK;
    }
    tti_varints v = {0, size, 0, cap};
    /* The fast loops gain nothing when a short array begins with a long int. */
    if (cap == 0 || (size < TTI_VARINTS_ENOUGH_BYTES && src[0] >= 0x80)) {
        tti_varints_decode_plain(&v, dst, src);
    } else {
        tti_varints_decode_fast(&v, dst, src);
    }
    return decode_rest(v, dst, count, src, error);
}

/* Decodes an array. When the last byte ends an int, no int is cut, and a few ints need no check of
 * each byte. */
tt_status tt_varints_decode(int32_t *dst, size_t cap, size_t *count, const uint8_t *src,
                            size_t size, tt_error *error)
{
    if (size == 1 && cap != 0 && src[0] < 0x80) {
        *dst = tti_varint_value(src[0] & 0x3f, src[0] >> 6);
        *count = 1;
        return TT_OK;
    }
    if (size == 0 || size > FEW_BYTES || cap == 0 || src[size - 1] >= 0x80) {
        return decode_many(dst, cap, count, src, size, error);
    }
    const uint8_t *at = src, *end = src + size;
    size_t done = 0;
    do {
        at = tti_varint_take(at, &dst[done++]);
    } while (at != end && done != cap);
    *count = done;
    return at == end ? TT_OK : stop(error, TT_ERR_SPACE, (size_t)(at - src));
}

/* Writes the ints from `from` on at `at`. Most ints have one byte, so that form comes first. */
TTI_ALWAYS_INLINE tt_status encode_rest(uint8_t *dst, size_t *size, uint8_t *at, const uint8_t *end,
                                        const int32_t *from, const int32_t *from_end)
{
    for (; from != from_end; from++) {
        uint32_t bits = tti_varint_bits(*from);
        if (bits <= TTI_VARINT_SHORT && at != end) {
            *at++ = (uint8_t)(tti_varint_sign(*from) | bits);
        } else if (tti_varint_fits(bits, (size_t)(end - at))) {
            at = tti_varint_put_long(at, *from);
        } else {
            break;
        }
    }
    *size = (size_t)(at - dst);
    return from == from_end ? TT_OK : TT_ERR_SPACE;
}

static TTI_NOINLINE tt_status encode_many(uint8_t *dst, size_t cap, size_t *size,
                                          const int32_t *values, size_t count)
{
    if (count == 0 || cap == 0) { /* without ints or room the pointers may be NULL */
        *size = 0;
        return count == 0 ? TT_OK : TT_ERR_SPACE;
    }
    tti_varints v = {0, cap, 0, count};
    tti_varints_encode_fast(&v, dst, values);
    return encode_rest(dst, size, dst + v.at, dst + cap, values + v.done, values + count);
}

tt_status tt_varints_encode(uint8_t *dst, size_t cap, size_t *size, const int32_t *values,
                            size_t count)
{
    if (count == 0 || count > FEW_INTS || cap == 0) {
        return encode_many(dst, cap, size, values, count);
    }
    if (count == 1 && tti_varint_bits(*values) <= TTI_VARINT_SHORT) {
        *dst = (uint8_t)(tti_varint_sign(*values) | tti_varint_bits(*values));
        *size = 1;
        return TT_OK;
    }
    return encode_rest(dst, size, dst, dst + cap, values, values + count);
}
