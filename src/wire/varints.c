/* SPDX-License-Identifier: MIT
 *
 * Arrays of varints: snapshot deltas and demo chunks. Layout: docs/format/varint.md. The fast loops
 * (varints_fast.h) leave the values that may be cut or may not fit to this file.
 */
#include "base/error.h"
#include "teetape/varint.h"
#include "wire/varint_inline.h"
#include "wire/varints_fast.h"

/* A message has a few ints, for which setting up a fast loop costs more than it gains. */
enum { FEW_BYTES = 12, FEW_INTS = 8 };

/* A function apart saves the way without a failure some registers. */
static TTI_NOINLINE tt_status stop(tt_error *error, tt_status status, size_t at)
{
    return tti_fail(error, status, at);
}

/* Goes on at `at` and `done` of `v`. A cut value fails the whole array for a client, but the values
 * before it are given. */
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
    tti_varints v = {0, size, 0, cap};
    tti_varints_decode_fast(&v, dst, src);
    return decode_rest(v, dst, count, src, error);
}

tt_status tt_varints_decode(int32_t *dst, size_t cap, size_t *count, const uint8_t *src,
                            size_t size, tt_error *error)
{
    if (size > FEW_BYTES && cap != 0) {
        return decode_many(dst, cap, count, src, size, error);
    }
    if (size == 0) { /* the pointers may be NULL */
        *count = 0;
        return TT_OK;
    }
    tti_varints none = {0, size, 0, cap};
    return decode_rest(none, dst, count, src, error);
}

TTI_ALWAYS_INLINE tt_status encode_rest(tti_varints v, uint8_t *dst, size_t *size,
                                        const int32_t *values)
{
    for (; v.done < v.count; v.done++) {
        size_t room = v.bytes - v.at;
        if (room < TT_VARINT_MAX && room < tti_varint_length(values[v.done])) {
            break;
        }
        v.at += tti_varint_put(dst + v.at, values[v.done]);
    }
    *size = v.at;
    return v.done == v.count ? TT_OK : TT_ERR_SPACE;
}

static TTI_NOINLINE tt_status encode_many(uint8_t *dst, size_t cap, size_t *size,
                                          const int32_t *values, size_t count)
{
    tti_varints v = {0, cap, 0, count};
    tti_varints_encode_fast(&v, dst, values);
    return encode_rest(v, dst, size, values);
}

tt_status tt_varints_encode(uint8_t *dst, size_t cap, size_t *size, const int32_t *values,
                            size_t count)
{
    if (count > FEW_INTS && cap >= TT_VARINT_MAX) {
        return encode_many(dst, cap, size, values, count);
    }
    tti_varints none = {0, cap, 0, count};
    return encode_rest(none, dst, size, values);
}
