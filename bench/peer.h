/* SPDX-License-Identifier: MIT
 *
 * How a reader made by somebody else takes part in the benchmark.
 *
 * Build it outside of this tree as a shared object that exports tt_bench_peer, and name it with
 * `bench --peer FILE.so`. It is then timed in the same interleaved rounds as our own, after
 * its result was compared. Nothing else of this tree is needed: this header is alone.
 *
 *     const tt_bench_peer_info *tt_bench_peer(void);
 */
#ifndef TT_BENCH_PEER_H
#define TT_BENCH_PEER_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Goes up whenever a struct below changes. */
#define TT_BENCH_PEER_ABI 1

#define TT_BENCH_CIDS 128
#define TT_BENCH_INPUT 10

/* What a whole recording leads to. Everything is 0 before the call. */
typedef struct tt_bench_result {
    uint64_t records;  /* all but TICK_SKIP and FINISH, which some readers do not hand out;
                          0 when they are not counted */
    int32_t last_tick; /* of a peer it is shown, not compared: readers disagree about it */
    int32_t alive[TT_BENCH_CIDS];               /* 1 when there is a tee at the end */
    int32_t x[TT_BENCH_CIDS], y[TT_BENCH_CIDS]; /* 0 when there is none */
    int32_t has_input[TT_BENCH_CIDS];           /* 1 when there was an input in this slot */
    int32_t input[TT_BENCH_CIDS][TT_BENCH_INPUT];
} tt_bench_result;

typedef struct tt_bench_peer_info {
    int32_t abi;       /* TT_BENCH_PEER_ABI */
    const char *name;  /* a word or two, for the table */
    const char *build; /* version, compiler and flags */
    /* Each reads a whole recording and returns 0, or another number if it failed. One of
     * them may be NULL; read_memory is preferred. */
    int (*read_file)(const char *path, tt_bench_result *result);
    int (*read_memory)(const void *data, size_t size, tt_bench_result *result);
} tt_bench_peer_info;

/* The one symbol of a peer. */
#define TT_BENCH_PEER_SYMBOL "tt_bench_peer"
typedef const tt_bench_peer_info *tt_bench_peer_fn(void);

#ifdef __cplusplus
}
#endif

#endif
