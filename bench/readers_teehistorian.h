/* SPDX-License-Identifier: MIT
 *
 * The library's ways to read a whole recording, in the form of peer.h.
 */
#ifndef TT_BENCH_READERS_TEEHISTORIAN_H
#define TT_BENCH_READERS_TEEHISTORIAN_H

#include "peer.h"

/* tt_th_next to the end; kind and tick of every event are looked at. */
int reader_pull(const void *data, size_t size, tt_bench_result *result);

/* tt_th_next_sparse to the end; counts no records. */
int reader_rare(const void *data, size_t size, tt_bench_result *result);

/* tt_th_advance to the end; counts no records. */
int reader_advance(const void *data, size_t size, tt_bench_result *result);

/* tt_th_advance for one tick after the other. */
int reader_advance_by_tick(const void *data, size_t size, tt_bench_result *result);

/* What reader_pull saw, so that no compiler leaves it out. */
extern volatile uint32_t reader_seen;

#endif
