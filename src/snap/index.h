/* SPDX-License-Identifier: MIT
 *
 * The index of a snapshot: where its items begin, and a hash table from key to number.
 *
 *     starts    count + 1 places in the ints: of item 0, 1, ..., and of the end
 *     slots     1 << log; 0 for an empty one, else a number + 1; a full slot sends on to the next
 *
 * The table has between 1.3 and 8 slots an item, so that a small snapshot touches little memory:
 * a table of one size for all costs a snapshot of 16 items twice its time.
 */
#ifndef TTI_SNAP_INDEX_H
#define TTI_SNAP_INDEX_H

#include "base/mem.h"
#include "teetape/snapshot.h"

#define TTI_SNAP_NONE UINT32_MAX

/* Multiplication by 2^32 divided by the golden ratio spreads neighbouring keys; the top bits
 * are the best ones. A shift by 32 for log 0 is none here. */
static inline uint32_t tti_snap_slot(int32_t key, uint32_t log)
{
    return (uint32_t)((uint64_t)((uint32_t)key * 0x9e3779b1u) << log >> 32);
}

/* The number of the item with this key, or TTI_SNAP_NONE. Ends because a table is never full. */
static inline uint32_t tti_snap_number(const tt_snap *snap, int32_t key)
{
    uint32_t mask = (1u << snap->slots_log) - 1;
    uint32_t at = tti_snap_slot(key, snap->slots_log);
    while (snap->slots[at] != 0) {
        uint32_t number = snap->slots[at] - 1u;
        if (snap->items[snap->starts[number]] == key) {
            return number;
        }
        at = (at + 1) & mask;
    }
    return TTI_SNAP_NONE;
}

/* The log of a table for `count` items, at least half of it empty. */
static inline uint32_t tti_snap_log_for(uint32_t count)
{
    uint32_t log = 0;
    while ((1u << log) < 2 * count) {
        log++;
    }
    return log;
}

/* Puts a key into the table that is not in it. */
static inline void tti_snap_slot_set(tt_snap_index *index, uint32_t log, int32_t key,
                                     uint32_t number)
{
    uint32_t mask = (1u << log) - 1;
    uint32_t at = tti_snap_slot(key, log);
    while (index->slots[at] != 0) {
        at = (at + 1) & mask;
    }
    index->slots[at] = (uint16_t)(number + 1);
}

static inline void tti_snap_slots_clear(tt_snap_index *index, uint32_t log)
{
    tti_fill(index->slots, 0, ((size_t)1 << log) * sizeof index->slots[0]);
}

/* Makes the table of items that have different keys and whose starts are there. */
static inline void tti_snap_slots_fill(tt_snap_index *index, const int32_t *items, uint32_t count,
                                       uint32_t log)
{
    tti_snap_slots_clear(index, log);
    for (uint32_t i = 0; i < count; i++) {
        tti_snap_slot_set(index, log, items[index->starts[i]], i);
    }
}

/* The snapshot that stands in a space. */
static inline tt_snap tti_snap_of(const tt_snap_space *space, uint32_t count, uint32_t size,
                                  uint32_t log)
{
    return (tt_snap){count, size, log, space->items, space->index.starts, space->index.slots};
}

/* Starts an empty snapshot in the space of a builder. */
static inline void tti_snap_begin(tt_snap_builder *b, uint32_t log)
{
    b->count = 0;
    b->size = 0;
    b->slots_log = log;
    b->space->index.starts[0] = 0;
    tti_snap_slots_clear(&b->space->index, log);
}

/* Where the data of the next item goes, and how many ints it can have at most. */
static inline int32_t *tti_snap_room(const tt_snap_builder *b, size_t *cap)
{
    size_t used = 2 + (b->count + 1) + b->size + 1;
    *cap = used < TT_SNAP_MAX_INTS ? TT_SNAP_MAX_INTS - used : 0;
    return b->space->items + b->size + 1;
}

/* Adds an item that is not there yet and returns where its data goes, or NULL when there are
 * too many items or bytes. */
static inline int32_t *tti_snap_append(tt_snap_builder *b, int32_t key, size_t size)
{
    tt_snap_index *index = &b->space->index;
    uint32_t count = b->count;
    /* two counts, an offset for each item, the items: at most TT_SNAP_MAX_INTS */
    if (count >= TT_SNAP_MAX_ITEMS || size > TT_SNAP_MAX_ITEM_INTS ||
        2 + (count + 1) + b->size + 1 + size > TT_SNAP_MAX_INTS) {
        return NULL;
    }
    int32_t *item = b->space->items + b->size;
    item[0] = key;
    b->count = count + 1;
    b->size += 1 + (uint32_t)size;
    index->starts[b->count] = (uint16_t)b->size;
    if (4 * b->count > 3u << b->slots_log) {
        b->slots_log = tti_snap_log_for(b->count) + 1;
        b->slots_log = b->slots_log < 11 ? b->slots_log : 11;
        tti_snap_slots_fill(index, b->space->items, b->count, b->slots_log);
    } else {
        tti_snap_slot_set(index, b->slots_log, key, count);
    }
    return item + 1;
}

#endif
