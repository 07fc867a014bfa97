/* SPDX-License-Identifier: MIT
 *
 * Views of snapshots: opens and writes the serialized form, and finds items.
 *
 *     ints   bytes of the items, count n, n offsets in bytes, items: key, data, key, data, ...
 *
 * See docs/format/snapshot.md.
 */
#include "teetape/snapshot.h"

#include "base/error.h"
#include "base/mem.h"
#include "schema/fields.h"
#include "snap/index.h"
#include "snap/ints.h"

/* Returns the position of a key in a list of item numbers, sorted by key. `*is_there` is false when
 * the key would have to be inserted there. Snapshots whose keys do not spread over a table have
 * such a list in index->slots; only forged collisions need it. The function takes pointers because
 * it is called while a snapshot is being read or built. */
static uint32_t order_find(const uint16_t *slots, const uint16_t *starts, const int32_t *items,
                           uint32_t count, int32_t key, bool *is_there)
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
    bool is_there;
    uint32_t at = order_find(slots, starts, items, count, key, &is_there);
    return is_there ? slots[at] : TTI_SNAP_NONE;
}

void tti_snap_order_insert(tt_snap_index *index, const int32_t *items, uint32_t count)
{
    bool is_there;
    int32_t key = items[index->starts[count]];
    uint32_t at = order_find(index->slots, index->starts, items, count, key, &is_there);
    for (uint32_t i = count; i > at; i--) {
        index->slots[i] = index->slots[i - 1];
    }
    index->slots[at] = (uint16_t)count;
}

/* Sorts the numbers of all items by their keys. Only forged snapshots need it, so quadratic time in
 * 1024 items is acceptable. */
void tti_snap_order_fill(tt_snap_index *index, const int32_t *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        tti_snap_order_insert(index, items, i);
    }
}

/* Ints before the offsets: the bytes of the items, and their count. */
enum { SNAP_HEAD = 2 };

/* The empty snapshot points to a start, an end and an empty slot, so no function needs a special
 * case. */
static const uint16_t no_starts[1] = {0};
static const uint16_t no_slots[1] = {0};
static const int32_t no_items[1] = {0};

tt_snap tt_snap_empty(void)
{
    return (tt_snap){0, 0, 0, no_items, no_starts, no_slots};
}

static tt_status head_check(const int32_t *ints, size_t count, size_t *at)
{
    *at = 0;
    if (count < SNAP_HEAD) {
        return TT_ERR_TRUNCATED;
    }
    if (count > TT_SNAP_MAX_INTS) {
        return TT_ERR_SNAP_LARGE;
    }
    if (ints[1] < 0 || ints[1] > TT_SNAP_MAX_ITEMS) {
        *at = 1;
        return TT_ERR_SNAP_ITEMS;
    }
    size_t items = (size_t)ints[1];
    /* a snapshot without items must not have bytes */
    if (ints[0] < 0 || ints[0] % 4 != 0 || SNAP_HEAD + items + (size_t)(ints[0] / 4) != count ||
        (items == 0 && ints[0] != 0)) {
        return TT_ERR_SNAP_SIZE;
    }
    return TT_OK;
}

/* Turns the offsets into starts, and returns how many are good. Each item has at least its key. In
 * units of four bytes all offsets fit into 16 bits. */
static uint32_t starts_read(tt_snap_index *index, const int32_t *offsets, uint32_t count,
                            int32_t size)
{
    int32_t before = -4;
    for (uint32_t i = 0; i < count; i++) {
        int32_t offset = offsets[i];
        /* the first must be 0: dead ints before it would be lost */
        if (offset < before + 4 || offset > size - 4 || offset % 4 != 0 ||
            (i == 0 && offset != 0)) {
            return i;
        }
        index->starts[i] = (uint16_t)(offset / 4);
        before = offset;
    }
    index->starts[count] = (uint16_t)(size / 4);
    return count;
}

/* Fills `slots` with the numbers in the order of their keys, for keys that would be too far from
 * their slots. Starts again with the first item. */
static uint32_t keys_order(tt_snap_index *index, const int32_t *items, uint32_t count)
{
    for (uint32_t i = 0; i < count; i++) {
        bool is_there;
        int32_t key = items[index->starts[i]];
        order_find(index->slots, index->starts, items, i, key, &is_there);
        if (is_there || key < 0) {
            return i;
        }
        tti_snap_order_insert(index, items, i);
    }
    return count;
}

/* Fills the table and returns how many items have a new, good key. One pass both looks for a key
 * and inserts it. */
static uint32_t keys_read(tt_snap_index *index, const int32_t *items, uint32_t count, uint32_t *log)
{
    uint32_t mask = (1u << *log) - 1;
    tti_snap_slots_clear(index, *log);
    for (uint32_t i = 0; i < count; i++) {
        int32_t key = items[index->starts[i]];
        uint32_t first = tti_snap_slot(key, *log), at = first;
        while (index->slots[at] != 0) {
            if (items[index->starts[index->slots[at] - 1u]] == key) {
                return i;
            }
            at = (at + 1) & mask;
            if (tti_snap_is_far(first, at, mask)) {
                *log = TTI_SNAP_SORTED;
                return keys_order(index, items, count);
            }
        }
        if (key < 0) {
            return i;
        }
        index->slots[at] = (uint16_t)(i + 1);
    }
    return count;
}

/* Opens a snapshot without copying its items. It makes all checks that later accesses rely on. */
tt_status tt_snap_open(tt_snap *snap, tt_snap_index *index, const int32_t *ints, size_t count,
                       tt_error *error)
{
    size_t at;
    *snap = tt_snap_empty();
    tt_status status = head_check(ints, count, &at);
    if (status != TT_OK) {
        return tti_fail(error, status, at);
    }
    uint32_t n = (uint32_t)ints[1];
    uint32_t good = starts_read(index, ints + SNAP_HEAD, n, ints[0]);
    if (good != n) {
        return tti_fail(error, TT_ERR_SNAP_OFFSET, SNAP_HEAD + good);
    }
    const int32_t *items = ints + SNAP_HEAD + n;
    uint32_t log = tti_snap_log_for(n);
    good = keys_read(index, items, n, &log);
    if (good != n) {
        const int32_t *key = items + index->starts[good];
        return tti_fail(error, *key < 0 ? TT_ERR_SNAP_TYPE : TT_ERR_SNAP_TWICE,
                        (uint64_t)(key - ints));
    }
    *snap = (tt_snap){n, (uint32_t)ints[0] / 4, log, items, index->starts, index->slots};
    return TT_OK;
}

size_t tti_snap_write_size(const tt_snap *snap)
{
    return (size_t)SNAP_HEAD + snap->count + snap->size;
}

tt_status tt_snap_write(int32_t *dst, size_t cap, size_t *count, const tt_snap *snap)
{
    *count = 0;
    if (cap < tti_snap_write_size(snap)) {
        return TT_ERR_SPACE;
    }
    dst[0] = (int32_t)snap->size * 4;
    dst[1] = (int32_t)snap->count;
    for (uint32_t i = 0; i < snap->count; i++) {
        dst[SNAP_HEAD + i] = snap->starts[i] * 4;
    }
    tti_copy(dst + SNAP_HEAD + snap->count, snap->items, snap->size * sizeof dst[0]);
    *count = tti_snap_write_size(snap);
    return TT_OK;
}

tt_snap_item tt_snap_item_at(const tt_snap *snap, uint32_t number)
{
    const int32_t *item = snap->items + snap->starts[number];
    uint32_t size = snap->starts[number + 1] - snap->starts[number] - 1u;
    return (tt_snap_item){tt_snap_key_type(item[0]), tt_snap_key_id(item[0]), item + 1, size};
}

bool tt_snap_find(const tt_snap *snap, int32_t key, tt_snap_item *item)
{
    uint32_t number = tti_snap_number(snap, key);
    if (number == TTI_SNAP_NONE) {
        return false;
    }
    *item = tt_snap_item_at(snap, number);
    return true;
}

uint32_t tt_snap_checksum(const tt_snap *snap)
{
    /* all ints without the keys: one run is faster than one for each item */
    uint32_t sum = tti_ints_sum(snap->items, snap->size);
    for (uint32_t i = 0; i < snap->count; i++) {
        sum -= (uint32_t)snap->items[snap->starts[i]];
    }
    return sum;
}

/* Returns true for equal snapshots. The same ints can be divided into items in several ways, so the
 * starts are compared, too. */
bool tti_snap_equal(const tt_snap *a, const tt_snap *b)
{
    return a->count == b->count && a->size == b->size &&
           tti_equal(a->starts, b->starts, a->count * sizeof a->starts[0]) &&
           tti_equal(a->items, b->items, a->size * sizeof a->items[0]);
}

/* Returns true when an item declares a type. Only the first four ints count, as in the game. */
bool tti_snap_item_declares(const tt_snap_item *item, tt_uuid *uuid)
{
    if (item->type != 0 || item->size < 4) {
        return false;
    }
    for (int i = 0; i < 4; i++) {
        tti_store_be32(uuid->bytes + 4 * i, (uint32_t)item->data[i]);
    }
    return true;
}

/* Finds the UUID of a type. The id of the declaration is the type itself, so one look-up finds
 * it. */
bool tti_snap_type_uuid(const tt_snap *snap, int32_t type, tt_uuid *uuid)
{
    tt_snap_item item;
    return type >= TT_SNAP_FIRST_EXTENDED && type <= TT_SNAP_MAX_TYPE &&
           tt_snap_find(snap, tt_snap_key(0, type), &item) && tti_snap_item_declares(&item, uuid);
}

tt_obj_kind tt_snap_kind(const tt_snap *snap, tt_dialect dialect, int32_t type)
{
    tt_uuid uuid;
    if (type < TT_SNAP_FIRST_EXTENDED) {
        return tt_obj_find(dialect, type);
    }
    return tti_snap_type_uuid(snap, type, &uuid) ? tti_obj_find_uuid(&uuid) : TT_OBJ_KINDS;
}

/* Copies a snapshot. The slots have numbers of items, which are the same in the copy. */
void tti_snap_copy(tt_snap *copy, tt_snap_space *space, const tt_snap *snap)
{
    tti_copy(space->items, snap->items, snap->size * sizeof space->items[0]);
    tti_copy(space->index.starts, snap->starts, (snap->count + 1) * sizeof snap->starts[0]);
    size_t slots = snap->slots_log == TTI_SNAP_SORTED ? snap->count : (size_t)1 << snap->slots_log;
    tti_copy(space->index.slots, snap->slots, slots * sizeof snap->slots[0]);
    *copy = tti_snap_of(space, snap->count, snap->size, snap->slots_log);
}
