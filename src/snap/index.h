/* SPDX-License-Identifier: MIT
 *
 * The index of a snapshot: the offsets of its items, and a hash table from key to number.
 *
 *     starts    count + 1 places in the ints: of item 0, 1, ..., and of the end
 *     slots     1 << log; 0 for an empty one, else a number + 1; a full slot sends on to the next
 *
 * Keys can be chosen to collide. When a key would be more than TTI_SNAP_STEPS from its slot,
 * `slots` becomes a list of the numbers in the order of their keys, and the log TTI_SNAP_SORTED. So
 * no look-up costs more than a few steps.
 *
 * The table has between 1.3 and 8 slots an item: a table of one size for all would double the time
 * of a snapshot of 16 items.
 */
#ifndef TTI_SNAP_INDEX_H
#define TTI_SNAP_INDEX_H

#include "base/mem.h"
#include "teetape/snapshot.h"

#define TTI_SNAP_NONE UINT32_MAX

#define TTI_SNAP_SORTED 32u

/* Steps to the farthest slot of a key. Keys of a game are much nearer to their slots. */
#define TTI_SNAP_STEPS 32u

/* The order of the items by key (snapshot.c). tti_snap_order_number returns the number of the item
 * with `key` among the first `count`, or TTI_SNAP_NONE. tti_snap_order_insert inserts number
 * `count`. */
uint32_t tti_snap_order_number(const uint16_t *slots, const uint16_t *starts, const int32_t *items,
                               uint32_t count, int32_t key);
void tti_snap_order_insert(tt_snap_index *index, const int32_t *items, uint32_t count);

void tti_snap_order_fill(tt_snap_index *index, const int32_t *items, uint32_t count);

/* Returns the first slot of a key. Multiplication by 2^32 / golden ratio spreads neighbouring keys;
 * the top bits are best. The 64-bit shift makes log 0 safe. */
static inline uint32_t tti_snap_slot(int32_t key, uint32_t log)
{
    return (uint32_t)((uint64_t)((uint32_t)key * 0x9e3779b1u) << log >> 32);
}

/* Returns true when no key of the slot `first` can be in the slot `at`. Counting the steps would be
 * slower. */
static inline bool tti_snap_is_far(uint32_t first, uint32_t at, uint32_t mask)
{
    return ((at - first) & mask) > TTI_SNAP_STEPS;
}

/* Returns the number of the item with this key, or TTI_SNAP_NONE. Keys are never removed from a
 * table, so an empty slot ends the search. */
static inline uint32_t tti_snap_number(const tt_snap *snap, int32_t key)
{
    if (snap->slots_log == TTI_SNAP_SORTED) {
        return tti_snap_order_number(snap->slots, snap->starts, snap->items, snap->count, key);
    }
    uint32_t mask = (1u << snap->slots_log) - 1;
    uint32_t first = tti_snap_slot(key, snap->slots_log), at = first;
    while (snap->slots[at] != 0 && !tti_snap_is_far(first, at, mask)) {
        uint32_t number = snap->slots[at] - 1u;
        if (snap->items[snap->starts[number]] == key) {
            return number;
        }
        at = (at + 1) & mask;
    }
    return TTI_SNAP_NONE;
}

/* Returns the log of a table that `count` items fill at most half; 0, one empty slot, for no
 * items. */
static inline uint32_t tti_snap_log_for(uint32_t count)
{
    uint32_t log = 0;
    while ((1u << log) < 2 * count) {
        log++;
    }
    return log;
}

/* Puts a new key into the table. Returns false when it would be too far from its slot. */
static inline bool tti_snap_slot_set(tt_snap_index *index, uint32_t log, int32_t key,
                                     uint32_t number)
{
    uint32_t mask = (1u << log) - 1;
    uint32_t first = tti_snap_slot(key, log), at = first;
    while (index->slots[at] != 0) {
        at = (at + 1) & mask;
        if (tti_snap_is_far(first, at, mask)) {
            return false;
        }
    }
    index->slots[at] = (uint16_t)(number + 1);
    return true;
}

static inline void tti_snap_slots_clear(tt_snap_index *index, uint32_t log)
{
    tti_fill(index->slots, 0, ((size_t)1 << log) * sizeof index->slots[0]);
}

/* Makes the table of items with different keys, and returns its log. */
static inline uint32_t tti_snap_slots_fill(tt_snap_index *index, const int32_t *items,
                                           uint32_t count, uint32_t log)
{
    tti_snap_slots_clear(index, log);
    for (uint32_t i = 0; i < count; i++) {
        if (!tti_snap_slot_set(index, log, items[index->starts[i]], i)) {
            tti_snap_order_fill(index, items, count);
            return TTI_SNAP_SORTED;
        }
    }
    return log;
}

static inline tt_snap tti_snap_of(const tt_snap_space *space, uint32_t count, uint32_t size,
                                  uint32_t log)
{
    return (tt_snap){count, size, log, space->items, space->index.starts, space->index.slots};
}

static inline void tti_snap_begin(tt_snap_builder *b, uint32_t log)
{
    b->count = 0;
    b->size = 0;
    b->slots_log = log;
    b->space->index.starts[0] = 0;
    tti_snap_slots_clear(&b->space->index, log);
}

/* Adds the last item to the index. A table above three quarters full is made anew with four times
 * the slots, so building costs linear time. 11 is the log of TT_SNAP_SLOTS, half full with 1024
 * items. */
static inline void tti_snap_index_append(tt_snap_builder *b, int32_t key)
{
    tt_snap_index *index = &b->space->index;
    if (b->slots_log == TTI_SNAP_SORTED) {
        tti_snap_order_insert(index, b->space->items, b->count - 1);
    } else if (4 * b->count > 3u << b->slots_log) {
        uint32_t log = tti_snap_log_for(b->count) + 1;
        b->slots_log = tti_snap_slots_fill(index, b->space->items, b->count, log < 11 ? log : 11);
    } else if (!tti_snap_slot_set(index, b->slots_log, key, b->count - 1)) {
        tti_snap_order_fill(index, b->space->items, b->count);
        b->slots_log = TTI_SNAP_SORTED;
    }
}

/* Returns memory where callers may read the ints of the next item; `cap` receives the most ints.
 * tt_snap_builder_add then copies nothing. */
static inline int32_t *tti_snap_room(const tt_snap_builder *b, size_t *cap)
{
    size_t used = 2 + (b->count + 1) + b->size + 1;
    *cap = used < TT_SNAP_MAX_INTS ? TT_SNAP_MAX_INTS - used : 0;
    return b->space->items + b->size + 1;
}

/* Adds an item with a new key and returns the address of its data; NULL when there are too many
 * items or bytes. The limit is that of the serialized form in DDNet 18.6 and later, so offsets fit
 * into 16 bits. */
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
    tti_snap_index_append(b, key);
    return item + 1;
}

/* Copies a snapshot with its index into `*space`, in the same order. `snap` must not be a
 * view of the same space. */
void tti_snap_copy(tt_snap *copy, tt_snap_space *space, const tt_snap *snap);

/* Returns true when an item declares an extended type: its id as a type means `*uuid`. The
 * declaration is an item of type 0 with at least four ints. */
bool tti_snap_item_declares(const tt_snap_item *item, tt_uuid *uuid);

/* Finds the UUID that this snapshot declares for `type`. Returns false, with `*uuid` unchanged,
 * when it declares none. */
bool tti_snap_type_uuid(const tt_snap *snap, int32_t type, tt_uuid *uuid);

/* Returns the number of ints of the serialized form: at most TT_SNAP_MAX_INTS. */
size_t tti_snap_write_size(const tt_snap *snap);

/* Returns true when both have the same items with the same data in the same order. */
bool tti_snap_equal(const tt_snap *a, const tt_snap *b);

#endif
