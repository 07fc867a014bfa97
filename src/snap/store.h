/* SPDX-License-Identifier: MIT
 *
 * The store of sender and receiver (teetape/snap_net.h): snapshots of the past by their tick. When
 * it is full, the oldest are dropped.
 */
#ifndef TTI_SNAP_STORE_H
#define TTI_SNAP_STORE_H

#include "teetape/snap_net.h"

#define TTI_SNAP_STORE_TICKS 256

typedef struct tti_snap_stored {
    int32_t tick;
    uint32_t start, count; /* position and length of the snapshot in the store, in ints */
} tti_snap_stored;

typedef struct tti_snap_store {
    int32_t *ints;
    uint32_t cap;
    uint32_t first, used; /* ring in `stored`: oldest entry, number of entries */
    tti_snap_stored stored[TTI_SNAP_STORE_TICKS];
} tti_snap_store;

/* Uses the `cap` ints at `ints`, which must remain valid as long as the store. TT_ERR_ARGUMENT
 * when they are fewer than TT_SNAP_STORE_MIN. */
tt_status tti_snap_store_init(tti_snap_store *store, int32_t *ints, size_t cap);

void tti_snap_store_clear(tti_snap_store *store);

/* Keeps a copy of `snap`. Ticks must be in ascending order: otherwise TT_ERR_ARGUMENT, and nothing
 * changes. */
tt_status tti_snap_store_add(tti_snap_store *store, int32_t tick, const tt_snap *snap);

/* Gives a view of the snapshot of `tick` and returns true, or the empty snapshot and returns false.
 * The view is valid until the next call that adds, drops or clears. Time as for tt_snap_open. */
bool tti_snap_store_get(const tti_snap_store *store, int32_t tick, tt_snap *snap,
                        tt_snap_index *index);

/* Forgets the snapshots of ticks before `tick`. */
void tti_snap_store_drop(tti_snap_store *store, int32_t tick);

#endif
