/* SPDX-License-Identifier: MIT
 *
 * Arrays of varints: how a snapshot delta travels, and what a demo chunk holds. Layout and
 * rules: docs/format/varint.md.
 */
#include "base/error.h"
#include "teetape/varint.h"
#include "wire/varint_inline.h"

tt_status tt_varints_decode(int32_t *dst, size_t cap, size_t *count, const uint8_t *src,
                            size_t size, tt_error *error)
{
    size_t stored = 0;
    tt_status status = TT_OK;
    uint64_t offset = 0;
    if (size != 0) {
        const uint8_t *at = src;
        const uint8_t *end = src + size;
        unsigned odd = 0; /* nobody asks for it here */
        while (at != end && status == TT_OK) {
            if (stored == cap) {
                status = TT_ERR_SPACE;
            } else if (tti_varint_get(&at, end, &dst[stored], &odd)) {
                stored++;
            } else {
                status = TT_ERR_TRUNCATED;
            }
        }
        offset = (uint64_t)(at - src);
    }
    *count = stored;
    return status == TT_OK ? TT_OK : tti_fail(error, status, offset);
}

tt_status tt_varints_encode(uint8_t *dst, size_t cap, size_t *size, const int32_t *values,
                            size_t count)
{
    size_t at = 0;
    size_t i = 0;
    /* While the longest value fits, nothing has to be asked. */
    for (; i < count && cap - at >= TT_VARINT_MAX; i++) {
        at += tti_varint_put(dst + at, values[i]);
    }
    for (; i < count && cap - at >= tti_varint_length(values[i]); i++) {
        at += tti_varint_put(dst + at, values[i]);
    }
    *size = at;
    return i == count ? TT_OK : TT_ERR_SPACE;
}
