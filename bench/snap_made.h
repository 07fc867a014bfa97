/* SPDX-License-Identifier: MIT
 *
 * Made-up snapshots that follow one another: which items change and in which of their ints, which
 * ones go, and which ones come and where, is chance. As on a server, items of a kind stand
 * together.
 */
#ifndef TT_BENCH_SNAP_MADE_H
#define TT_BENCH_SNAP_MADE_H

#include "teetape/snapshot.h"

/* Begins with no item; about `items` (1 to TT_SNAP_MAX_ITEMS) are there from the first snapshot
 * on. The seed is not 0. */
void snap_made_begin(uint32_t items, uint64_t seed);

/* The next snapshot, a view in `*space`. Of 100 items `changed` have changed. 0 when it does not
 * fit. */
int snap_made_next(tt_snap *snap, tt_snap_space *space, unsigned changed);

#endif
