/* SPDX-License-Identifier: MIT
 *
 * The textbook deltas. See textbook_snap.h.
 */
#include "textbook_snap.h"

#include <string.h>

enum { ITEMS = 1024, INTS = 16384 };

static const int32_t sizes[64] = {0,  10, 6, 5, 4, 3, 8, 4, 15, 22, 5,
                                  17, 3,  2, 2, 2, 2, 3, 3, 3,  3};

/* The first int of item `i`, which is its key; that of item `count` is the end. */
static const int32_t *item_at(const int32_t *snap, int32_t i)
{
    const int32_t *items = snap + 2 + snap[1];
    return items + (i < snap[1] ? snap[2 + i] : snap[0]) / 4;
}

static int32_t item_size(const int32_t *snap, int32_t i)
{
    return (int32_t)(item_at(snap, i + 1) - item_at(snap, i)) - 1;
}

static int32_t find(const int32_t *snap, int32_t key)
{
    for (int32_t i = 0; i < snap[1]; i++) {
        if (item_at(snap, i)[0] == key) {
            return i;
        }
    }
    return -1;
}

/* Conversion as every compiler that matters does it. */
static int32_t add(int32_t a, int32_t b)
{
    return (int32_t)((uint32_t)a + (uint32_t)b);
}

int64_t textbook_create(int32_t *dst, const int32_t *from, size_t from_count, const int32_t *to,
                        size_t to_count)
{
    int32_t *at = dst + 3;
    (void)from_count;
    (void)to_count;
    dst[0] = dst[1] = dst[2] = 0;
    for (int32_t i = 0; i < from[1]; i++) {
        if (find(to, item_at(from, i)[0]) < 0) {
            *at++ = item_at(from, i)[0];
            dst[0]++;
        }
    }
    for (int32_t i = 0; i < to[1]; i++) {
        const int32_t *item = item_at(to, i);
        int32_t size = item_size(to, i), old = find(from, item[0]), differs = old < 0;
        int32_t *data = at + 2;
        at[0] = item[0] >> 16;
        at[1] = item[0] & 0xffff;
        if (at[0] >= 64 || sizes[at[0]] == 0) {
            *data++ = size;
        }
        for (int32_t j = 0; j < size; j++) {
            data[j] = old < 0 ? item[1 + j] : add(item[1 + j], add(~item_at(from, old)[1 + j], 1));
            differs |= data[j] != 0;
        }
        if (differs) {
            at = data + size;
            dst[1]++;
        }
    }
    return dst[0] + dst[1] == 0 ? 0 : at - dst;
}

/* A snapshot that is being made: as long as it grows, its offsets stand apart. */
struct growing {
    int32_t count, used;
    int32_t offsets[ITEMS], items[INTS];
};

static int32_t *grow(struct growing *g, int32_t key, int32_t size)
{
    if (g->count == ITEMS || 2 + g->count + 1 + g->used + 1 + size > INTS) {
        return NULL;
    }
    int32_t *item = g->items + g->used;
    g->offsets[g->count++] = 4 * g->used;
    g->used += 1 + size;
    item[0] = key;
    return item + 1;
}

static int32_t *find_growing(struct growing *g, int32_t key)
{
    for (int32_t i = 0; i < g->count; i++) {
        if (g->items[g->offsets[i] / 4] == key) {
            return g->items + g->offsets[i] / 4 + 1;
        }
    }
    return NULL;
}

static int keep_rest(struct growing *g, const int32_t *from, const int32_t *removed, int32_t count)
{
    for (int32_t i = 0; i < from[1]; i++) {
        const int32_t *item = item_at(from, i);
        int32_t size = item_size(from, i), keep = 1;
        for (int32_t j = 0; j < count; j++) {
            keep &= removed[j] != item[0];
        }
        int32_t *data = keep ? grow(g, item[0], size) : NULL;
        if (keep && data == NULL) {
            return 0;
        }
        if (keep) {
            memcpy(data, item + 1, (size_t)size * sizeof *data);
        }
    }
    return 1;
}

int64_t textbook_apply(int32_t *dst, const int32_t *from, size_t from_count, const int32_t *delta,
                       size_t delta_count)
{
    struct growing g;
    const int32_t *at = delta + 3 + delta[0], *end = delta + delta_count;
    (void)from_count;
    g.count = g.used = 0;
    if (!keep_rest(&g, from, delta + 3, delta[0])) {
        return -1;
    }
    for (int32_t i = 0; i < delta[1]; i++) {
        if (end - at < 3 || at[0] < 0 || at[0] > 0x7fff || at[1] < 0 || at[1] > 0xffff) {
            return -1;
        }
        int32_t key = at[0] << 16 | at[1], size = at[0] < 64 ? sizes[at[0]] : 0;
        at += 2;
        size = size != 0 ? size : *at++;
        if (size < 0 || size > end - at) {
            return -1;
        }
        int32_t *data = find_growing(&g, key), old = find(from, key);
        data = data != NULL ? data : grow(&g, key, size);
        if (data == NULL || (old >= 0 && item_size(from, old) != size)) {
            return -1;
        }
        for (int32_t j = 0; j < size; j++) {
            data[j] = old < 0 ? at[j] : add(at[j], item_at(from, old)[1 + j]);
        }
        at += size;
    }
    dst[0] = 4 * g.used;
    dst[1] = g.count;
    memcpy(dst + 2, g.offsets, (size_t)g.count * sizeof *dst);
    memcpy(dst + 2 + g.count, g.items, (size_t)g.used * sizeof *dst);
    return 2 + g.count + g.used;
}
