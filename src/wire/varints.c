/* SPDX-License-Identifier: MIT
 *
 * Arrays of varints: snapshot deltas and demo chunks. Layout: docs/format/varint.md. The fast loops
 * (varints_fast.h) leave the values that may be cut or may not fit to this file.
 */
#include "base/error.h"
#include "teetape/varint.h"
#include "wire/varint_inline.h"
#include "wire/varints_fast.h"

/* A cut value fails the whole array for a client, but the values before it are given. */
tt_status tt_varints_decode(int32_t *dst, size_t cap, size_t *count, const uint8_t *src,
                            size_t size, tt_error *error)
{
    tti_varints v = {0, size, 0, cap};
    tt_status status = TT_OK;
    if (size >= TT_VARINT_MAX && cap != 0) { /* else the pointers may be NULL */
        tti_varints_decode_fast(&v, dst, src);
    }
    while (v.at < size && status == TT_OK) {
        const uint8_t *at = src + v.at;
        unsigned odd = 0;
        if (v.done == cap) {
            status = TT_ERR_SPACE;
        } else if (tti_varint_get(&at, src + size, &dst[v.done], &odd)) {
            v.at = (size_t)(at - src);
            v.done++;
        } else {
            status = TT_ERR_TRUNCATED;
        }
    }
    *count = v.done;
    return status == TT_OK ? TT_OK : tti_fail(error, status, v.at);
}

tt_status tt_varints_encode(uint8_t *dst, size_t cap, size_t *size, const int32_t *values,
                            size_t count)
{
    tti_varints v = {0, cap, 0, count};
    if (cap >= TT_VARINT_MAX && count != 0) {
        tti_varints_encode_fast(&v, dst, values);
    }
    for (; v.done < count && cap - v.at >= tti_varint_length(values[v.done]); v.done++) {
        v.at += tti_varint_put(dst + v.at, values[v.done]);
    }
    *size = v.at;
    return v.done == count ? TT_OK : TT_ERR_SPACE;
}
