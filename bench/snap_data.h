/* SPDX-License-Identifier: MIT
 *
 * What bench_snap works on: pairs of snapshots and the deltas between them.
 */
#ifndef TT_BENCH_SNAP_DATA_H
#define TT_BENCH_SNAP_DATA_H

#include "teetape/delta.h"

typedef struct snap_one {
    const int32_t *ints; /* serialized, aligned to 8 bytes */
    size_t count;
    tt_snap view;
    tt_snap_index *index;
} snap_one;

typedef struct snap_pair {
    snap_one from, to;
    tt_delta delta; /* by tt_delta_create; never empty */
} snap_pair;

typedef struct snap_set {
    char name[64];
    size_t count;
    snap_pair *pairs;
    double items, ints; /* of the new snapshots, in the mean */
} snap_set;

/* Both are 1, or 0 when memory is short or `file` is no 0.6 demo with snapshots. `count` items of
 * which `changed` in 100 change; a few go and come. */
int snap_data_make(snap_set *set, uint32_t count, unsigned changed);
int snap_data_from_demo(snap_set *set, tt_bytes file);

void snap_data_free(snap_set *set);

#endif
