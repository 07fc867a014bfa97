/* SPDX-License-Identifier: MIT
 *
 * Reads what is left of a damaged demo. Gives the events of a reader (demo.h) that can be
 * trusted, for a cut (demo_cut.h) that makes a playable demo of them.
 *
 *     tt_demo_repair_init(&r, &memory, read, user, &options);
 *     const tt_demo *demo = tt_demo_repair_look(&r).demo;
 *     while (tt_demo_repair_next(&r, &event) == TT_OK)
 *         tt_demo_cut_event(&cut, demo, &event);      // with drop_unreliable
 *     tt_demo_cut_finish(&cut, demo, &patch);
 *
 * When only the payload of a chunk is damaged, that chunk is lost, and so are the snapshots up
 * to the next full one. When the size of a chunk is damaged, the reader continues at the next
 * keyframe that looks as games write them. docs/format/demo.md says how that is reported.
 * Example: examples/repair_demo.c.
 */
#ifndef TEETAPE_DEMO_REPAIR_H
#define TEETAPE_DEMO_REPAIR_H

#include "teetape/demo.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A repair accepts a tick marker that is no keyframe at most this many ticks after the marker
 * before it. Five seconds are usual, but a client that loses its connection records nothing. */
#define TT_DEMO_REPAIR_TICKS 3000

/** A repair accepts a keyframe at most this many ticks after the last marker: a gap can be long. */
#define TT_DEMO_REPAIR_KEYFRAME_TICKS 180000

/** Reads up to `size` bytes of the demo at `offset` into `dst`, and returns their number. The
 * number is below `size` only at the end of the demo. A read that fails for good returns 0, too. */
typedef size_t tt_demo_read_fn(void *user, uint64_t offset, uint8_t *dst, size_t size);

/** A part of the demo that could not be read. */
typedef struct tt_demo_gap {
    uint64_t offset;   /**< offset of the gap's first byte in the demo */
    uint64_t size;     /**< bytes; up to the end of the demo when next_tick is -1 */
    int32_t tick;      /**< last tick before the gap, -1 at the beginning */
    int32_t next_tick; /**< tick of the keyframe after the gap, -1 when there is none */
} tt_demo_gap;

/** Receives a gap; `gap` is valid during the call only. */
typedef void tt_demo_gap_fn(void *user, const tt_demo_gap *gap);

/** Most bytes that a repair asks for in one read. */
#define TT_DEMO_REPAIR_WINDOW 65536

/** Size of a tt_demo_repair_memory in 64-bit words; the library checks at compile time that it
 * suffices. */
#define TT_DEMO_REPAIR_MEMORY_WORDS 128000

/** Memory of a repair, 1000 KiB; the caller places it. It needs no initialization. */
typedef struct tt_demo_repair_memory {
    uint64_t words[TT_DEMO_REPAIR_MEMORY_WORDS]; /**< private to the library */
} tt_demo_repair_memory;

/** Callbacks of a repair. With zeros no damage is reported. */
typedef struct tt_demo_repair_options {
    tt_demo_gap_fn *on_gap; /**< called with each gap that is reached; may be NULL */
    tt_issue_fn *on_issue;  /**< receives what the reader reports, such as damaged payloads; may be
                               NULL */
    void *user;             /**< handed to on_gap and on_issue */
} tt_demo_repair_options;

/** Counts of what a repair has read and lost so far. */
typedef struct tt_demo_repair_view {
    const tt_demo *demo; /**< the reader after the events; its address never changes */
    uint64_t gaps;       /**< number of places where the repair continued at a keyframe, or ended */
    uint64_t lost_bytes; /**< bytes in all gaps */
    uint64_t bad_chunks; /**< chunks with a damaged payload outside of the gaps */
    bool map_lost;       /**< true: the map is not whole, and no event gives any of it */
} tt_demo_repair_view;

/** Size of a tt_demo_repair in 64-bit words; the library checks at compile time that it suffices.
 */
#define TT_DEMO_REPAIR_WORDS 320

/** A repair; the caller places it, and must not move it. Its members are for the library. */
typedef struct tt_demo_repair {
    uint64_t words[TT_DEMO_REPAIR_WORDS]; /**< private to the library */
} tt_demo_repair;

/** Initializes a repair of the demo that `read` gives; `user` is handed to `read`. `memory` must
 * remain valid as long as the repair. The options are copied; NULL for those that are all zero. */
TT_API void tt_demo_repair_init(tt_demo_repair *repair, tt_demo_repair_memory *memory,
                                tt_demo_read_fn *read, void *user,
                                const tt_demo_repair_options *options);

/** Returns the counts of the repair so far, and its reader. */
TT_API tt_demo_repair_view tt_demo_repair_look(const tt_demo_repair *repair);

/** Gives the next event, which belongs to the repair's reader. TT_OK, TT_END, or errors of
 * tt_demo_next about the header, without which nothing can be repaired. A damaged payload has its
 * status in the event, as with `recover`. */
TT_API tt_status tt_demo_repair_next(tt_demo_repair *repair, tt_demo_event *event);

#ifdef __cplusplus
}
#endif

#endif
