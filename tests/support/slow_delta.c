/* SPDX-License-Identifier: MIT
 *
 * The slow model of snapshots and deltas. See slow_delta.h.
 */
#include "support/slow_delta.h"

#include <stdlib.h>
#include <string.h>

int32_t *slow_add(slow_snap *snap, int32_t type, int32_t id, int size)
{
    slow_item *item = &snap->item[snap->count++];
    *item = (slow_item){type, id, size, snap->used};
    snap->used += size;
    memset(snap->ints + item->at, 0, (size_t)size * sizeof(int32_t));
    return snap->ints + item->at;
}

int slow_find(const slow_snap *snap, int32_t type, int32_t id)
{
    for (int i = 0; i < snap->count; i++) {
        if (snap->item[i].type == type && snap->item[i].id == id) {
            return i;
        }
    }
    return -1;
}

void slow_parse(slow_snap *snap, const char *text)
{
    char *at = (char *)(uintptr_t)text;
    snap->count = 0;
    snap->used = 0;
    while (*at != 0 && *at != '-') {
        int32_t data[2048];
        int size = 0;
        int32_t type = (int32_t)strtol(at, &at, 10);
        int32_t id = (int32_t)strtol(at + 1, &at, 10);
        while (*at == ':' || *at == ',') {
            data[size++] = (int32_t)strtol(at + 1, &at, 10);
        }
        int32_t *to = slow_add(snap, type, id, size);
        memcpy(to, data, (size_t)size * sizeof *to);
        at += *at == ';';
    }
}

size_t slow_write(int32_t *dst, const slow_snap *snap)
{
    int at = 0;
    int32_t *items = dst + 2 + snap->count;
    for (int i = 0; i < snap->count; i++) {
        const slow_item *item = &snap->item[i];
        dst[2 + i] = 4 * at;
        items[at++] = item->type * 65536 + item->id;
        for (int j = 0; j < item->size; j++) {
            items[at++] = snap->ints[item->at + j];
        }
    }
    dst[0] = 4 * at;
    dst[1] = snap->count;
    return (size_t)(2 + snap->count + at);
}

void slow_read(slow_snap *snap, const int32_t *ints)
{
    int count = ints[1];
    const int32_t *items = ints + 2 + count;
    snap->count = 0;
    snap->used = 0;
    for (int i = 0; i < count; i++) {
        int begin = ints[2 + i] / 4, end = (i + 1 < count ? ints[3 + i] : ints[0]) / 4;
        int32_t *to = slow_add(snap, items[begin] / 65536, items[begin] % 65536, end - begin - 1);
        for (int j = begin + 1; j < end; j++) {
            *to++ = items[j];
        }
    }
}

uint32_t slow_checksum(const slow_snap *snap)
{
    uint32_t sum = 0;
    for (int i = 0; i < snap->count; i++) {
        for (int j = 0; j < snap->item[i].size; j++) {
            sum += (uint32_t)snap->ints[snap->item[i].at + j];
        }
    }
    return sum;
}

static int has_size(int32_t type, const uint16_t sizes[64])
{
    return type >= 64 || sizes[type] == 0;
}

static int32_t wrap(uint32_t bits)
{
    int32_t value;
    memcpy(&value, &bits, sizeof value);
    return value;
}

size_t slow_create(int32_t *dst, const slow_snap *from, const slow_snap *to,
                   const uint16_t sizes[64])
{
    size_t at = 3;
    dst[0] = dst[1] = dst[2] = 0;
    for (int i = 0; i < from->count; i++) {
        const slow_item *item = &from->item[i];
        if (slow_find(to, item->type, item->id) < 0) {
            dst[at++] = item->type * 65536 + item->id;
            dst[0]++;
        }
    }
    for (int i = 0; i < to->count; i++) {
        const slow_item *item = &to->item[i];
        int old = slow_find(from, item->type, item->id), differs = old < 0;
        for (int j = 0; j < item->size && old >= 0; j++) {
            differs |= to->ints[item->at + j] != from->ints[from->item[old].at + j];
        }
        if (!differs) {
            continue;
        }
        dst[1]++;
        dst[at++] = item->type;
        dst[at++] = item->id;
        if (has_size(item->type, sizes)) {
            dst[at++] = item->size;
        }
        for (int j = 0; j < item->size; j++) {
            uint32_t base = old < 0 ? 0 : (uint32_t)from->ints[from->item[old].at + j];
            dst[at++] = wrap((uint32_t)to->ints[item->at + j] - base);
        }
    }
    return dst[0] == 0 && dst[1] == 0 ? 0 : at;
}

/* Returns true when one more item of this size fits into 1024 items and 65536 bytes. */
static int fits(const slow_snap *snap, int size)
{
    int bytes = 8;
    for (int i = 0; i < snap->count; i++) {
        bytes += 4 + 4 + 4 * snap->item[i].size;
    }
    return snap->count < 1024 && size <= 16384 && bytes + 8 + 4 * size <= 65536;
}

static int update_apply(slow_snap *to, const slow_snap *from, slow_item update, const int32_t *data)
{
    int now = slow_find(to, update.type, update.id);
    int old = slow_find(from, update.type, update.id);
    if (now >= 0 && to->item[now].size != update.size) {
        return -206;
    }
    if (now < 0) {
        if (!fits(to, update.size)) {
            return -302;
        }
        now = to->count;
        slow_add(to, update.type, update.id, update.size);
    }
    if (old >= 0 && from->item[old].size != update.size) {
        return -207;
    }
    for (int j = 0; j < update.size; j++) {
        uint32_t base = old < 0 ? 0 : (uint32_t)from->ints[from->item[old].at + j];
        to->ints[to->item[now].at + j] = wrap(base + (uint32_t)data[j]);
    }
    return 0;
}

static void rest_copy(slow_snap *to, const slow_snap *from, const int32_t *removed, int32_t count)
{
    to->count = 0;
    to->used = 0;
    for (int i = 0; i < from->count; i++) {
        const slow_item *item = &from->item[i];
        int keep = 1;
        for (int32_t j = 0; j < count; j++) {
            keep &= removed[j] != item->type * 65536 + item->id;
        }
        if (keep) {
            memcpy(slow_add(to, item->type, item->id, item->size), from->ints + item->at,
                   (size_t)item->size * sizeof(int32_t));
        }
    }
}

int slow_apply(slow_snap *to, const slow_snap *from, const int32_t *delta, size_t count,
               const uint16_t sizes[64])
{
    if (count > 0 && delta[0] < 0) {
        return -201;
    }
    if (count < 3 || (size_t)delta[0] > count - 3) {
        return -101;
    }
    rest_copy(to, from, delta + 3, delta[0]);
    size_t at = 3 + (size_t)delta[0];
    for (int32_t i = 0; i < delta[1]; i++) {
        if (count - at < 2) {
            return -102;
        }
        slow_item update = {delta[at], delta[at + 1], 0, 0};
        at += 2;
        if (update.type < 0 || update.type > 0x7fff) {
            return -202;
        }
        if (update.id < 0 || update.id > 0xffff) {
            return -203;
        }
        if (has_size(update.type, sizes)) {
            if (at == count) {
                return -103;
            }
            if (delta[at] < 0 || delta[at] > INT32_MAX / 4) {
                return -204;
            }
            update.size = delta[at++];
        } else {
            update.size = sizes[update.type];
        }
        if ((size_t)update.size > count - at) {
            return -205;
        }
        int error = update_apply(to, from, update, delta + at);
        if (error != 0) {
            return error;
        }
        at += (size_t)update.size;
    }
    return 0;
}
