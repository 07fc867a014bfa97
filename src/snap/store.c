/* SPDX-License-Identifier: MIT
 *
 * Past snapshots by tick, in a ring of ints.
 *
 *     ints      |  3rd  |  4th  | free |  1st  |  2nd  | unused |
 *     stored    which tick is where, oldest first
 *
 * The serialized form needs no index. A past snapshot is used at most once a tick, and gets a new
 * index then; a stored index would be half of its size.
 */
#include "snap/store.h"
#include "snap/index.h"

/* Returns a stored snapshot; `number` counts from the oldest. */
static const tti_snap_stored *entry(const tti_snap_store *store, uint32_t number)
{
    return &store->stored[(store->first + number) % TTI_SNAP_STORE_TICKS];
}

static void oldest_drop(tti_snap_store *store)
{
    store->first = (store->first + 1) % TTI_SNAP_STORE_TICKS;
    store->used--;
}

/* Finds `size` free contiguous ints; returns false when there are none. The stored ones are in one
 * run, or after wrapping in two: at the end of the ints and at their start. A snapshot is opened in
 * the store, so it is never divided; too small a room at the end remains unused. */
static bool room_find(const tti_snap_store *store, uint32_t size, uint32_t *start)
{
    if (store->used == 0) {
        *start = 0;
        return true; /* TT_SNAP_STORE_MIN is more than any snapshot */
    }
    const tti_snap_stored *oldest = entry(store, 0), *newest = entry(store, store->used - 1);
    uint32_t end = newest->start + newest->count;
    bool wrapped = newest->start < oldest->start;
    *start = end;
    if (size <= (wrapped ? oldest->start : store->cap) - end) {
        return true;
    }
    *start = 0;
    return !wrapped && size <= oldest->start;
}

/* Begins a store. Offsets in it have 32 bits, so ints after the first 2^31 are not used. */
tt_status tti_snap_store_init(tti_snap_store *store, int32_t *ints, size_t cap)
{
    if (cap < TT_SNAP_STORE_MIN) {
        return TT_ERR_ARGUMENT;
    }
    store->ints = ints;
    store->cap = cap < UINT32_MAX / 2 ? (uint32_t)cap : UINT32_MAX / 2;
    tti_snap_store_clear(store);
    return TT_OK;
}

void tti_snap_store_clear(tti_snap_store *store)
{
    store->first = 0;
    store->used = 0;
}

tt_status tti_snap_store_add(tti_snap_store *store, int32_t tick, const tt_snap *snap)
{
    uint32_t start;
    size_t count;
    if (store->used != 0 && tick <= entry(store, store->used - 1)->tick) {
        return TT_ERR_ARGUMENT;
    }
    if (store->used == TTI_SNAP_STORE_TICKS) {
        oldest_drop(store);
    }
    while (!room_find(store, (uint32_t)tti_snap_write_size(snap), &start)) {
        oldest_drop(store);
    }
    /* cannot fail, because there is room */
    (void)tt_snap_write(store->ints + start, store->cap - start, &count, snap);
    store->stored[(store->first + store->used) % TTI_SNAP_STORE_TICKS] =
        (tti_snap_stored){tick, start, (uint32_t)count};
    store->used++;
    return TT_OK;
}

/* Finds a snapshot. Ticks are in ascending order, so an older tick ends the search. Opening cannot
 * fail, because the snapshot was written here. */
bool tti_snap_store_get(const tti_snap_store *store, int32_t tick, tt_snap *snap,
                        tt_snap_index *index)
{
    for (uint32_t i = store->used; i-- > 0;) {
        const tti_snap_stored *e = entry(store, i);
        if (e->tick == tick) {
            return tt_snap_open(snap, index, store->ints + e->start, e->count, NULL) == TT_OK;
        }
        if (e->tick < tick) {
            break;
        }
    }
    *snap = tt_snap_empty();
    return false;
}

void tti_snap_store_drop(tti_snap_store *store, int32_t tick)
{
    while (store->used != 0 && entry(store, 0)->tick < tick) {
        oldest_drop(store);
    }
}
