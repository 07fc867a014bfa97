/* SPDX-License-Identifier: MIT
 *
 * What bench_snap works on: pairs of snapshots and the deltas between them, a batch at a time. A
 * batch fits the caches, as snapshots do that were just received; but there is always another
 * one, so that no CPU learns by heart what changes.
 */
#ifndef TT_BENCH_SNAP_DATA_H
#define TT_BENCH_SNAP_DATA_H

#include "teetape/delta.h"

typedef struct snap_one {
    const int32_t *ints; /* serialized, aligned to 8 bytes */
    size_t count;
    tt_snap view;
} snap_one;

typedef struct snap_pair {
    const snap_one *from, *to;
    tt_delta delta; /* by tt_delta_create; never empty */
} snap_pair;

typedef struct snap_batch {
    size_t count;
    const snap_pair *pairs;
    size_t one_count;
    const snap_one *ones; /* those of the pairs, each once */
} snap_batch;

/* Where pairs come from: the snapshots of a demo one after the other, or about `items` made-up
 * ones of which `changed` in 100 change while a few go and come. */
typedef struct snap_source {
    const char *name;
    tt_bytes demo; /* data NULL: made up */
    uint32_t items;
    unsigned changed;
} snap_source;

/* Gets a batch, which is gone after the call; 0 to stop. */
typedef int snap_take(void *user, const snap_batch *batch);

/* Gives all pairs of a demo, or `pairs` made-up ones, others for each seed (not 0). 1, or 0 when
 * memory is short, `take` said so, or the demo has no snapshots of 0.6. */
int snap_data_each(const snap_source *source, uint64_t seed, size_t pairs, snap_take *take,
                   void *user);

#endif
