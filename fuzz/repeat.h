/* SPDX-License-Identifier: MIT
 *
 * What stands for zlib where maps are fuzzed, so that a fuzzer can reach what comes after it: a
 * stored block is copied, other bytes are repeated.
 */
#ifndef FUZZ_REPEAT_H
#define FUZZ_REPEAT_H

#include "base/mem.h"
#include "teetape/map.h"

#define STORED_BEGIN 7 /* zlib's header and that of a block */
#define STORED_REST 11

static inline int repeat_inflate(void *user, uint8_t *dst, size_t dst_size, tt_bytes packed)
{
    (void)user;
    if (packed.size == 0) {
        return 1;
    }
    if (packed.size == dst_size + STORED_REST) {
        tti_copy(dst, packed.data + STORED_BEGIN, dst_size);
        return 0;
    }
    for (size_t i = 0; i < dst_size; i++) {
        dst[i] = packed.data[i % packed.size];
    }
    return 0;
}

#endif
