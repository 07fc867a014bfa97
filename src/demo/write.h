/* SPDX-License-Identifier: MIT
 *
 * Functions that write parts of a demo and are not public.
 */
#ifndef TTI_DEMO_WRITE_H
#define TTI_DEMO_WRITE_H

#include "base/opaque.h"
#include "base/private_api.h"
#include "teetape/demo_write.h"
#include "wire/hash.h"

typedef struct tti_demo_write_memory {
    tt_snap_space space;
    int32_t ints[TT_DELTA_BOUND];
    uint8_t varints[TT_DEMO_DATA_MAX];
    uint8_t chunk[3 + TT_DEMO_PACKED_MAX];
} tti_demo_write_memory;

TTI_OPAQUE(demo_write_memory)

typedef struct tti_demo_writer {
    tt_huffman_form form;  /* TT_HUFFMAN_CURRENT unless the caller sets another form */
    uint64_t written;      /* bytes of the demo so far */
    int32_t tick;          /* tick of the last tick marker, -1 before the first one */
    int32_t keyframe_tick; /* tick of the last full snapshot, -1 before the first one */
    tt_demo_header header; /* the header as it was given, with the markers so far */
    tti_demo_write_memory *memory;
    tt_sink_fn *put;
    void *user;
    tt_status status; /* TT_OK, or TT_ERR_DEMO_PUT for ever after a failure of `put` */
    tt_snap snap;
    uint32_t map_left;
    int32_t first_tick;
    int32_t start_tick; /* tick of the header's start time */
    bool has_start_tick;
    unsigned state;
    bool has_snap;
    tti_xxh64 sum; /* XXH64 of the chunks */
} tti_demo_writer;

TTI_OPAQUE(demo_writer)

/* Copies whole chunks of another writer, to make several demos with the same ticks. `tick` is the
 * last tick in them, or the tick of the last call when they have none. Version and form of both
 * writers must be equal, and the first tick must come after the last one here. The deltas must
 * continue from the last snapshot that both demos have. The next tt_demo_write_snapshot is a
 * keyframe, as after tti_demo_write_event. A writer that never writes a delta of its own needs its
 * memory only during calls, so several can share one. TT_ERR_DEMO_TICK for a tick below the last
 * one. */
TT_PRIVATE_API tt_status tti_demo_write_chunks(tt_demo_writer *writer, int32_t tick,
                                               tt_bytes chunks);

/* Copies a chunk that a reader gave: a TICK in its form, other chunks with their packed bytes. A
 * copy of all events of a demo in their order, with HEADER and MAP through the calls of
 * teetape/demo_write.h, has the same bytes, unless sizes were written longer than needed. The
 * writer does not follow the snapshots of such chunks, so the next tt_demo_write_snapshot is a
 * keyframe. TT_ERR_DEMO_TICK for a TICK that cannot be written in its form. */
TT_PRIVATE_API tt_status tti_demo_write_event(tt_demo_writer *writer, const tt_demo_event *event);

/* Does what tt_demo_write_snapshot does, but always writes a keyframe. */
TT_PRIVATE_API tt_status tti_demo_write_keyframe(tt_demo_writer *writer, int32_t tick,
                                                 const tt_snap *snap);

/* Sets the tick of the header's start time, which may be negative. Without this call it belongs to
 * the first tick that is written. When the first tick comes later than `tick`, tt_demo_write_finish
 * moves the start time to it, in whole seconds. So times in a part of a recording agree with those
 * of the whole to less than a second. */
TT_PRIVATE_API void tti_demo_write_start_tick(tt_demo_writer *writer, int32_t tick);

#endif
