/* SPDX-License-Identifier: MIT
 *
 * The index of a snapshot whose keys do not spread over a table: the numbers of its items in the
 * order of their keys.
 *
 * It serves snapshots that somebody made so that their keys collide. The numbers are in
 * index->slots, as many as there are items, and a search costs the logarithm of them. The functions
 * take pointers and not a snapshot, because they are called while one is being read or built.
 */
#include "snap/index.h"

/* The result is the first place whose key is not below the one that is looked for: where it is, or
 * where it belongs. */
uint32_t tti_snap_order_find(const uint16_t *slots, const uint16_t *starts, const int32_t *items,
                             uint32_t count, int32_t key, int *is_there)
{
    uint32_t first = 0, end = count;
    while (first < end) {
        uint32_t middle = (first + end) / 2;
        if (items[starts[slots[middle]]] < key) {
            first = middle + 1;
        } else {
            end = middle;
        }
    }
    *is_there = first < count && items[starts[slots[first]]] == key;
    return first;
}

uint32_t tti_snap_order_number(const uint16_t *slots, const uint16_t *starts, const int32_t *items,
                               uint32_t count, int32_t key)
{
    int is_there;
    uint32_t at = tti_snap_order_find(slots, starts, items, count, key, &is_there);
    return is_there ? slots[at] : TTI_SNAP_NONE;
}

/* The numbers after its place move up: with 1024 items at most this is a short copy. */
void tti_snap_order_insert(tt_snap_index *index, const int32_t *items, uint32_t count)
{
    int is_there;
    int32_t key = items[index->starts[count]];
    uint32_t at = tti_snap_order_find(index->slots, index->starts, items, count, key, &is_there);
    for (uint32_t i = count; i > at; i--) {
        index->slots[i] = index->slots[i - 1];
    }
    index->slots[at] = (uint16_t)count;
}

/* Item by item. The square of 1024 is the worst, and only made-up snapshots come here. */
void tti_snap_order_fill(tt_snap_index *index, const int32_t *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        tti_snap_order_insert(index, items, i);
    }
}
