/* SPDX-License-Identifier: MIT
 *
 * Encodes Base64 (RFC 4648) for a sink, for the data blocks of a page.
 */
#ifndef JOBS_BASE64_H
#define JOBS_BASE64_H

#include <stddef.h>
#include <stdint.h>

#include "teetape/sink.h"

static inline uint8_t base64_digit(uint32_t bits)
{
    static const char digits[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    return (uint8_t)digits[bits & 63];
}

/* The state of an encoder: three bytes become four digits. All members but `put` and `user` are
 * zero at first. */
struct base64 {
    tt_sink_fn *put;
    void *user;
    uint32_t bits;
    int count;
};

/* Encodes bytes; it can be a tt_sink_fn. A kilobyte, the size of its buffer, is a multiple of four
 * digits. */
static inline int base64_put(void *user, tt_bytes bytes)
{
    struct base64 *b = user;
    uint8_t out[1024];
    size_t used = 0;
    int failed = 0;
    for (size_t i = 0; i < bytes.size && failed == 0; i++) {
        b->bits = b->bits << 8 | bytes.data[i];
        if (++b->count == 3) {
            for (int shift = 18; shift >= 0; shift -= 6) {
                out[used++] = base64_digit(b->bits >> shift);
            }
            b->bits = 0;
            b->count = 0;
        }
        if (used == sizeof out) {
            failed = b->put(b->user, (tt_bytes){out, used});
            used = 0;
        }
    }
    return failed != 0 ? failed : b->put(b->user, (tt_bytes){out, used});
}

static inline int base64_end(struct base64 *b)
{
    uint8_t keep[4];
    int left = b->count;
    uint32_t bits = b->bits << (left == 1 ? 16 : 8);
    for (int i = 0; i < 4; i++) {
        keep[i] = i <= left ? base64_digit(bits >> (18 - 6 * i)) : '=';
    }
    b->bits = 0;
    b->count = 0;
    return left == 0 ? 0 : b->put(b->user, (tt_bytes){keep, sizeof keep});
}

#endif
