/* SPDX-License-Identifier: MIT
 *
 * The yardstick of conversions: every item of every tick is built anew, and what is written goes
 * through the textbook deltas, varints and Huffman code. What items say is left to the library, as
 * the rules are the same however one writes it.
 */
#ifndef TT_BENCH_TEXTBOOK_CONVERT_H
#define TT_BENCH_TEXTBOOK_CONVERT_H

#include "peer_snap.h"
#include "teetape/convert.h"

/* Set to zeros, and `put` and `user`, to begin. */
typedef struct textbook_demo_writer {
    tt_sink_fn *put;
    void *user;
    int32_t tick, keyframe, is_started, now; /* `now`: which of `snap` is the last one */
    size_t count[2];
    int32_t snap[2][TT_BENCH_SNAP_CAP], ints[TT_BENCH_SNAP_CAP];
    uint8_t varints[5 * TT_BENCH_SNAP_CAP], packed[1 << 17];
} textbook_demo_writer;

/* As tt_convert_write, with the same bytes. The header is written by others. */
tt_status textbook_convert_write(tt_convert *c, textbook_demo_writer *writer, const tt_world *world,
                                 int32_t tick);

/* Makes the next tti_convert_tick build all items anew. */
void textbook_convert_forget(tt_convert *c, int32_t tick);

#endif
