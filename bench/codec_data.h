/* SPDX-License-Identifier: MIT
 *
 * What bench_codec codes: blocks made up from a seed, and the chunks of demos.
 */
#ifndef TT_BENCH_CODEC_DATA_H
#define TT_BENCH_CODEC_DATA_H

#include <stddef.h>
#include <stdint.h>

#include "teetape/bytes.h"

/* Blocks that are coded one by one. Raw is int32_t for varints, bytes for Huffman. */
typedef struct codec_set {
    const char *name;
    int is_huffman;
    size_t count, cap;
    uint8_t *raw, *coded;
    size_t *raw_at, *coded_at; /* where each block begins, and where the last one ends */
    size_t raw_cap, coded_cap;
    size_t raw_largest, coded_largest; /* of a block, in bytes */
} codec_set;

/* The sets of one run, in the order of the report. */
enum {
    CODEC_DELTA_INTS,        /* snapshots and deltas, a block each */
    CODEC_DELTA_INTS_JOINED, /* the same in one block */
    CODEC_DELTA_INTS_16,     /* in blocks of this many ints */
    CODEC_DELTA_INTS_64,
    CODEC_DELTA_INTS_256,
    CODEC_MESSAGE_INTS,
    CODEC_UNIFORM_INTS, /* all 32-bit numbers alike; of made-up data only */
    CODEC_SNAPS,        /* bytes of snapshots and deltas, a block each */
    CODEC_MESSAGES,
    CODEC_CHUNKS,   /* both, in the order of the demo */
    CODEC_SNAPS_30, /* snapshots and deltas in blocks of this many bytes */
    CODEC_SNAPS_100,
    CODEC_SNAPS_500,
    CODEC_SNAPS_1300,
    CODEC_SETS
};

typedef struct codec_data {
    codec_set set[CODEC_SETS];
} codec_data;

/* Both are 1, or 0 when memory is short or `file` is no demo. A set may remain empty. */
int codec_data_generate(codec_data *data, uint64_t bytes);
int codec_data_from_demo(codec_data *data, tt_bytes file);

void codec_data_free(codec_data *data);

#endif
