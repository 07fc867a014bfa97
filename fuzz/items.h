/* SPDX-License-Identifier: MIT
 *
 * What targets with snapshots share.
 */
#ifndef FUZZ_ITEMS_H
#define FUZZ_ITEMS_H

#include <string.h>

#include "teetape/delta.h"

/* No size is agreed: a delta has every size. */
static const tt_snap_sizes sizes_none = {{0}};

/* 1 when two snapshots have the same items, in any order. */
static inline int items_are_same(const tt_snap *a, const tt_snap *b)
{
    int same = a->count == b->count && a->size == b->size;
    for (uint32_t i = 0; i < a->count && same; i++) {
        tt_snap_item item = tt_snap_item_at(a, i), other;
        same = tt_snap_find(b, tt_snap_key(item.type, item.id), &other) &&
               item.size == other.size &&
               (item.size == 0 || memcmp(item.data, other.data, 4 * (size_t)item.size) == 0);
    }
    return same;
}

#endif
