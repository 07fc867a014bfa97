/* SPDX-License-Identifier: MIT
 *
 * Reads demos: recordings of what a client saw, or of what a server sent.
 *
 *     header | map | chunk | chunk | ...          no end mark
 *     chunk = tick marker, full snapshot, delta of snapshots, or message
 *
 * Each call gives one event. The caller feeds pieces of any size, as for the reader of
 * teehistorian.h:
 *
 *     tt_demo_init(&demo, &memory);
 *     status = TT_MORE;
 *     while (status == TT_MORE) {
 *         tt_demo_feed(&demo, bytes, fread(bytes, 1, sizeof bytes, file)); // 0 bytes: the end
 *         while ((status = tt_demo_next(&demo, &event)) == TT_OK)
 *             print(event.kind);                // tt_demo_look(&demo).snap is of this moment
 *     }                                         // TT_END or an error: tt_demo_look
 *
 * A tick whose snapshot is that of the tick before has only a tick marker: no event SNAPSHOT or
 * DELTA follows it. A program that does something with every snapshot therefore acts at the first
 * event after the marker that is neither, and at the end: examples/edit_demo.c.
 *
 * A damaged chunk leaves the next ones readable, so with `recover` only a broken framing stops
 * the reader. Format: docs/format/demo.md. Example: examples/watch_demo.c.
 */
#ifndef TEETAPE_DEMO_H
#define TEETAPE_DEMO_H

#include "teetape/delta.h"
#include "teetape/demo_header.h"
#include "teetape/huffman.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Most bytes of a chunk's payload as it is stored: the limit of its size field. */
#define TT_DEMO_PACKED_MAX 65535

/** Most bytes of a chunk's payload when it is unpacked. */
#define TT_DEMO_DATA_MAX 65536

/** Every tick of a demo is below this number. */
#define TT_DEMO_TICK_END 0x6fffffff

/** Kinds of events that tt_demo_next gives. */
typedef enum tt_demo_kind {
    TT_DEMO_HEADER,   /**< the header was read */
    TT_DEMO_MAP,      /**< a piece of the embedded map */
    TT_DEMO_TICK,     /**< a tick marker: the events after it belong to its tick */
    TT_DEMO_SNAPSHOT, /**< a full snapshot */
    TT_DEMO_DELTA,    /**< the difference to the last snapshot */
    TT_DEMO_MESSAGE,  /**< a message of the server */
    TT_DEMO_OTHER,    /**< a chunk of type 0, which no game writes and every player skips */
    TT_DEMO_KINDS     /**< number of kinds */
} tt_demo_kind;

/** An event. Views in it remain valid until the next call with the same reader. */
typedef struct tt_demo_event {
    tt_demo_kind kind; /**< says which of the members below are set */
    int32_t tick;      /**< tick of the last tick marker, -1 before the first one */
    uint32_t
        size; /**< bytes of the chunk with its head, of the header, or of the piece of the map */
    uint64_t offset;  /**< offset of the event's first byte in the demo */
    tt_status status; /**< TT_OK, or the fault of the payload: the game ignores such a chunk */
    bool keyframe;    /**< TICK: the marker announces a full snapshot */
    bool absolute;    /**< TICK: the tick was written as a number, not as a step */
    tt_bytes packed;  /**< payload as it is stored */
    tt_bytes data;    /**< MAP: the bytes. MESSAGE: unpacked, followed by up to three zeros */
    const int32_t
        *ints; /**< SNAPSHOT, DELTA: unpacked ints; those of a DELTA are for tt_delta_walk_init */
    size_t count;   /**< number of ints */
    tt_bytes plain; /**< unpacked payload after the Huffman code, before the varints */
} tt_demo_event;

/** Size of a tt_demo_memory in 64-bit words; the library checks at compile time that it suffices.
 */
#define TT_DEMO_MEMORY_WORDS 51200

/** Memory of a reader, 400 KiB; the caller places it. It needs no initialization. */
typedef struct tt_demo_memory {
    uint64_t words[TT_DEMO_MEMORY_WORDS]; /**< private to the library */
} tt_demo_memory;

/** Options of a reader. With zeros it unpacks everything, stops at the first error, and reports
 * nothing. */
typedef struct tt_demo_options {
    bool recover;           /**< true: continue after an error wherever the framing is intact */
    bool skip_snapshots;    /**< true: leave SNAPSHOT and DELTA packed: no ints, and `snap` remains
                               empty */
    bool skip_messages;     /**< true: leave MESSAGE packed: no data */
    uint64_t only_messages; /**< the game messages to unpack, a sum of tt_sv_bit: bit n for the id
                               n, bit 0 for extended ones. 0: all. Other messages remain packed,
                               system messages too, unless their id cannot be read */
    bool steps_as_5; /**< true: read tick markers of version 4 as those of version 5, which DDNet
                       builds of 2015 wrote */
    tt_issue_fn *on_issue; /**< receives every note, warning and error; may be NULL */
    void *user;            /**< handed to on_issue */
} tt_demo_options;

/** State of a reader, returned by tt_demo_look. Pointers in it remain valid as long as the reader.
 */
typedef struct tt_demo_view {
    const tt_demo_header *header; /**< header of the demo, set from TT_DEMO_HEADER on */
    const tt_snap *snap;          /**< the current snapshot, empty before the first one */
    const tt_snap *snap_before;   /**< the snapshot before the last event; it differs from `snap`
                                     after SNAPSHOT and DELTA alone */
    int32_t snap_tick;            /**< tick of `snap`, -1 before the first one */
    bool unreliable;              /**< true: a delta was lost since the last full snapshot */
    int32_t tick;                 /**< tick of the last tick marker, -1 before the first one */
    const tt_snap_sizes *sizes;   /**< agreed sizes of the deltas; set after TT_DEMO_HEADER */
    const tt_error *error;        /**< status TT_OK, or what stopped the reader */
    uint64_t offset;              /**< offset of the next event in the demo */
} tt_demo_view;

/** Size of a tt_demo in 64-bit words; the library checks at compile time that it suffices. */
#define TT_DEMO_WORDS 128

/** A reader, about 1 KiB; the caller places it. Its members are for the library. */
typedef struct tt_demo {
    uint64_t words[TT_DEMO_WORDS]; /**< private to the library */
} tt_demo;

/** Initializes a reader at the start of a demo. `memory` must remain valid, and be used by nothing
 * else, as long as the reader. */
TT_API void tt_demo_init(tt_demo *demo, tt_demo_memory *memory);

/** Sets how the reader reads from the next event on. The options are copied. */
TT_API void tt_demo_set(tt_demo *demo, const tt_demo_options *options);

/** Returns the state of the reader after its last event. */
TT_API tt_demo_view tt_demo_look(const tt_demo *demo);

/** Feeds the next piece of the demo, of any size. Feed a piece only after tt_demo_next returned
 * TT_MORE. Its bytes must remain valid until tt_demo_next returns TT_MORE again. `size` 0 says that
 * no piece follows; it may come together with the last piece. */
TT_API void tt_demo_feed(tt_demo *demo, const void *data, size_t size);

/** Reads the next event. TT_OK: `*event` is filled; tt_demo_look gives snapshot and tick after it.
 * TT_MORE: feed the next piece, or its end. TT_END: the demo ended between two chunks. Negative: an
 * error that remains, described by tt_demo_look; everything before it was delivered. */
TT_API tt_status tt_demo_next(tt_demo *demo, tt_demo_event *event);

/** Moves the reader to `offset`, where a chunk must begin: best the tick marker of a keyframe.
 * The reader must have read the header. The next piece begins at `offset`. The snapshot becomes
 * empty and the tick -1, as at the start. */
TT_API void tt_demo_seek(tt_demo *demo, uint64_t offset);

/** Returns the name of a kind, such as "tick"; constant. NULL when out of range. */
TT_API const char *tt_demo_kind_name(tt_demo_kind kind);

#ifdef __cplusplus
}
#endif

#endif
