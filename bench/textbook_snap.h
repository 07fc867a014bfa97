/* SPDX-License-Identifier: MIT
 *
 * Deltas as one would write them first: keys are searched from the front, ints are handled one
 * by one. What bench_snap compares with. Serialized snapshots as in peer_snap.h.
 */
#ifndef TT_BENCH_TEXTBOOK_SNAP_H
#define TT_BENCH_TEXTBOOK_SNAP_H

#include <stddef.h>
#include <stdint.h>

/* As the functions of peer_snap.h. */
int64_t textbook_create(int32_t *dst, const int32_t *from, size_t from_count, const int32_t *to,
                        size_t to_count);
int64_t textbook_apply(int32_t *dst, const int32_t *from, size_t from_count, const int32_t *delta,
                       size_t delta_count);

#endif
