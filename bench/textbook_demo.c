/* SPDX-License-Identifier: MIT
 *
 * The textbook reader of demos. See textbook_demo.h.
 */
#include "textbook_demo.h"

#include <string.h>

#include "peer_snap.h"
#include "textbook_codec.h"
#include "textbook_snap.h"

enum { PLAIN = 65536, SNAPSHOT = 1, MESSAGE = 2, DELTA = 3 };

static uint8_t plain[PLAIN + 64];
static int32_t ints[PLAIN / 4 + 64], snap[2][TT_BENCH_SNAP_CAP];

static uint32_t be32(const uint8_t *p)
{
    return (uint32_t)p[0] << 24 | (uint32_t)p[1] << 16 | (uint32_t)p[2] << 8 | p[3];
}

/* The data of all items, without their keys. */
static uint32_t add_up(const int32_t *s)
{
    const int32_t *items = s + 2 + s[1];
    uint32_t sum = 0;
    for (int32_t i = 0; i < s[1]; i++) {
        int32_t end = i + 1 < s[1] ? s[3 + i] : s[0];
        for (int32_t j = s[2 + i] / 4 + 1; j < end / 4; j++) {
            sum += (uint32_t)items[j];
        }
    }
    return sum;
}

/* A payload; `*now` is which of the two snapshots holds the current one, and its size. */
static int take(tt_bench_demo_sum *sum, int kind, const uint8_t *packed, size_t size, int *now,
                size_t *now_count)
{
    const tt_bench_codec_info *codec = textbook_codec();
    int64_t bytes = codec->huffman_decompress(plain, PLAIN, packed, size);
    int64_t count = bytes < 0 ? -1 : codec->varints_decode(ints, PLAIN / 4, plain, (size_t)bytes);
    if (count < 0) {
        return 0;
    }
    if (kind == MESSAGE) {
        for (int64_t i = 0; i < count; i++) {
            sum->bytes += (uint32_t)ints[i];
        }
        sum->messages++;
        return 1;
    }
    int64_t made = count;
    if (kind == SNAPSHOT) {
        memcpy(snap[1 - *now], ints, (size_t)count * sizeof *ints);
    } else {
        made = textbook_apply(snap[1 - *now], snap[*now], *now_count, ints, (size_t)count);
    }
    if (made < 2) {
        return 0;
    }
    *now = 1 - *now;
    *now_count = (size_t)made;
    sum->snapshots++;
    sum->items += add_up(snap[*now]);
    return 1;
}

int textbook_demo_read(tt_bench_demo_sum *sum, const uint8_t *bytes, size_t size)
{
    int now = 0;
    size_t now_count = 2;
    memset(sum, 0, sizeof *sum);
    snap[0][0] = snap[0][1] = 0;
    if (size < 484 || memcmp(bytes, "TWDEMO", 7) != 0 || bytes[7] < 5) {
        return 0;
    }
    size_t at = (bytes[7] == 5 ? 436u : 484u) + be32(bytes + 136);
    while (at < size) {
        uint8_t head = bytes[at++];
        if ((head & 0x80) != 0) { /* a tick marker: a step, or four bytes */
            at += (head & 0x20) != 0 ? 0 : 4;
            continue;
        }
        size_t length = head & 0x1f;
        if (length == 30 && at < size) {
            length = bytes[at++];
        } else if (length == 31 && size - at >= 2) {
            length = bytes[at] | (size_t)bytes[at + 1] << 8;
            at += 2;
        }
        int kind = head >> 5 & 3;
        if (length > size - at ||
            (kind != 0 && !take(sum, kind, bytes + at, length, &now, &now_count))) {
            return 0;
        }
        at += length;
    }
    return 1;
}
