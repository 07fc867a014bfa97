/* SPDX-License-Identifier: MIT
 *
 * How snapshot deltas made by somebody else take part in bench_snap.
 *
 * Build it outside of this tree as a shared object that exports tt_bench_snap, and name it with
 * `bench_snap --peer FILE.so`. Its results are compared with ours, then it is timed in the same
 * interleaved rounds. This header is alone; a peer may export the one functions of peer.h
 * and peer_codec.h too.
 *
 *     const tt_bench_snap_info *tt_bench_snap(void);
 *
 * Snapshots are in the serialized form: int32_t in the order of the machine, aligned to 8 bytes,
 *
 *     bytes of the items, count n, n offsets in bytes, items: key, data, key, data, ...
 *
 * and are valid: keys are unique, items that are in both have one size. Sizes are those of
 * Teeworlds 0.6 and DDNet: types 1 to 20 have 10 6 5 4 3 8 4 15 22 5 17 3 2 2 2 2 3 3 3 3 ints,
 * all others carry their size.
 */
#ifndef TT_BENCH_PEER_SNAP_H
#define TT_BENCH_PEER_SNAP_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Goes up whenever the struct below changes. */
#define TT_BENCH_SNAP_ABI 1

/* Ints that every result has room for. A peer may write anything after its result in there. */
#define TT_BENCH_SNAP_CAP 20480

/* Each function returns how many ints it wrote to `dst`, or -1 when it failed. A peer that has
 * no such function leaves NULL and is only in the other tables. */
typedef struct tt_bench_snap_info {
    int32_t abi;       /* TT_BENCH_SNAP_ABI */
    const char *name;  /* a word or two, for the table */
    const char *build; /* version, compiler and flags */
    /* the delta that leads from one snapshot to another; 0 ints when nothing changed */
    int64_t (*create)(int32_t *dst, const int32_t *from, size_t from_count, const int32_t *to,
                      size_t to_count);
    /* the serialized snapshot that a delta leads to; the delta has at least its head */
    int64_t (*apply)(int32_t *dst, const int32_t *from, size_t from_count, const int32_t *delta,
                     size_t delta_count);
    /* NULL, or called with each snapshot before it is used, outside of the timing, and with
     * (NULL, 0) when they are used no more and others take their places: for peers whose own form
     * is another. The addresses are those of the calls in between. */
    int (*prepare)(const int32_t *snapshot, size_t count);
} tt_bench_snap_info;

/* The one symbol of such a peer. */
#define TT_BENCH_SNAP_SYMBOL "tt_bench_snap"
typedef const tt_bench_snap_info *tt_bench_snap_fn(void);

#ifdef __cplusplus
}
#endif

#endif
