/* SPDX-License-Identifier: MIT
 *
 * How a reader of demos made by somebody else takes part in bench_demo.
 *
 * Build it outside of this tree as a shared object that exports tt_bench_demo, and name it with
 * `bench_demo --peer FILE.so`. Its result is compared with ours, then it is timed in the same
 * interleaved rounds. This header is alone.
 *
 *     const tt_bench_demo_info *tt_bench_demo(void);
 */
#ifndef TT_BENCH_PEER_DEMO_H
#define TT_BENCH_PEER_DEMO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/* Goes up whenever something below changes. */
#define TT_BENCH_DEMO_ABI 1

/* What is in a demo; everybody has to come to the same. */
typedef struct tt_bench_demo_sum {
    uint64_t snapshots; /* full ones and deltas */
    uint64_t messages;
    uint32_t items; /* all ints of all items, added up after each snapshot; types and ids are not in
                       it */
    uint32_t bytes; /* all ints of all messages, unpacked, added up */
} tt_bench_demo_sum;

typedef struct tt_bench_demo_info {
    int32_t abi;       /* TT_BENCH_DEMO_ABI */
    const char *name;  /* a word or two, for the table */
    const char *build; /* version, compiler and flags */
    /* Reads a whole demo, every snapshot applied and every message unpacked. 1, or 0 when it
     * failed. */
    int (*read)(tt_bench_demo_sum *sum, const uint8_t *bytes, size_t size);
} tt_bench_demo_info;

/* The one symbol of such a peer. */
#define TT_BENCH_DEMO_SYMBOL "tt_bench_demo"
typedef const tt_bench_demo_info *tt_bench_demo_fn(void);

#ifdef __cplusplus
}
#endif

#endif
