/* SPDX-License-Identifier: MIT
 *
 * Writes demos, with the bytes that the recorder of DDNet 20.0 and later writes for the same
 * snapshots and messages. The bytes of older recorders differ (TT_HUFFMAN_CLASSIC).
 *
 *     tt_demo_writer_init(&w, &memory, put, user);
 *     tt_demo_write_header(&w, &header);
 *     tt_demo_write_map(&w, piece);                   // until header.map_size bytes are there
 *     for (tick = 1; tick <= last; tick++) {
 *         tt_demo_write_snapshot(&w, tick, &snap);
 *         tt_demo_write_message(&w, message);         // for each that was sent since
 *     }
 *     tt_demo_write_finish(&w, &patch);               // the caller writes it over the header
 *
 * The game's client needs these items to show a snapshot:
 *
 *     GameInfo, id 0     clock and scores. 0.7 has them from messages
 *     Character          a tee, id = client id; hooked_player is -1 when it holds nobody. It is
 *                        shown from its second snapshot on. `tick` is that of the snapshot, or 0
 *     PlayerInfo         id = client_id = client id: without it the client knows nobody, and shows
 *                        neither tee nor name. `local` is 1 in demos of a client, for its own
 *     ClientInfo         id = client id: name, clan and skin. 0.7 has them from messages
 *
 * tt_demo_snap_check finds what is missing. The game also needs two ticks, and the map:
 * embedded, or installed with the checksum that the header has.
 *
 * Keyframes come where DDNet puts them. Every chunk goes to `put` at once, so a writer that is
 * killed leaves a readable demo without a length. The writer owns no memory.
 *
 * A refused call writes nothing and changes nothing, and the writer can be used further. Only
 * TT_ERR_DEMO_PUT remains. Format: docs/format/demo.md. Examples: examples/write_demo.c,
 * examples/make_demo.c and, for a demo that was read, examples/edit_demo.c.
 */
#ifndef TEETAPE_DEMO_WRITE_H
#define TEETAPE_DEMO_WRITE_H

#include "teetape/demo.h"
#include "teetape/sink.h"
#include "teetape/snap_object.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A keyframe is due when more ticks than this have gone since the last one. */
#define TT_DEMO_KEYFRAME_TICKS 250

/** Fewest ticks between two markers. */
#define TT_DEMO_MARKER_TICKS 50

/** Size of a tt_demo_write_memory in 64-bit words; the library checks at compile time that it
 * suffices. */
#define TT_DEMO_WRITE_MEMORY_WORDS 36864

/** Memory of a writer, 288 KiB; the caller places it. It needs no initialization. */
typedef struct tt_demo_write_memory {
    uint64_t words[TT_DEMO_WRITE_MEMORY_WORDS]; /**< private to the library */
} tt_demo_write_memory;

/** Progress of a writer, returned by tt_demo_writer_look. */
typedef struct tt_demo_writer_view {
    uint64_t written;             /**< bytes of the demo so far */
    int32_t tick;                 /**< tick of the last tick marker, -1 before the first one */
    int32_t keyframe_tick;        /**< tick of the last full snapshot, -1 before the first one */
    const tt_demo_header *header; /**< the header as it was given, with the markers so far; valid as
                                     long as the writer */
} tt_demo_writer_view;

/** Size of a tt_demo_writer in 64-bit words; the library checks at compile time that it suffices.
 */
#define TT_DEMO_WRITER_WORDS 128

/** A writer, about 1 KiB; the caller places it. Its members are for the library. */
typedef struct tt_demo_writer {
    uint64_t words[TT_DEMO_WRITER_WORDS]; /**< private to the library */
} tt_demo_writer;

/** Initializes a writer, which expects the header. `memory` must last as long as the writer; `user`
 * is handed to `put` (sink.h). When `put` refuses a piece, the writer fails with TT_ERR_DEMO_PUT.
 * */
TT_API void tt_demo_writer_init(tt_demo_writer *writer, tt_demo_write_memory *memory,
                                tt_sink_fn *put, void *user);

/** Returns how much was written so far. */
TT_API tt_demo_writer_view tt_demo_writer_look(const tt_demo_writer *writer);

/** Writes the header. This call comes first, and only once (else TT_ERR_DEMO_WRITE_STATE). Length
 * and markers are written as they are: zeros while they are unknown, or the final values for an
 * output that cannot be changed later. The timeline begins with the markers of the header.
 * TT_ERR_ARGUMENT when the version is not 3 to 6 or the count of markers is out of range. */
TT_API tt_status tt_demo_write_header(tt_demo_writer *writer, const tt_demo_header *header);

/** Writes the next bytes of the map, after the header. TT_ERR_DEMO_MAP_SIZE when they go beyond
 * header.map_size, TT_ERR_DEMO_WRITE_STATE for bytes after the whole map. */
TT_API tt_status tt_demo_write_map(tt_demo_writer *writer, tt_bytes piece);

/* All calls below come after the whole map: else TT_ERR_DEMO_WRITE_STATE. */

/** Writes a tick and its snapshot: a keyframe for the first tick and when one is due, else the
 * delta to the last snapshot. An unchanged snapshot is only a tick marker. A snapshot that is left
 * out loses its events (TT_OBJ_IS_EVENT), which no other snapshot has. Ticks must rise, else
 * TT_ERR_DEMO_TICK. TT_ERR_DEMO_LARGE when the data does not fit a chunk; errors of
 * tt_delta_create. */
TT_API tt_status tt_demo_write_snapshot(tt_demo_writer *writer, int32_t tick, const tt_snap *snap);

/** Writes a packed message with its id. The message belongs to the tick of the last snapshot, and
 * may come before the first one. TT_ERR_DEMO_LARGE when it does not fit a chunk. */
TT_API tt_status tt_demo_write_message(tt_demo_writer *writer, tt_bytes message);

/** Adds a marker at the tick of the last tick marker. TT_ERR_DEMO_MARKER before the first tick,
 * less than TT_DEMO_MARKER_TICKS after the previous marker, when there are TT_DEMO_MARKERS, and in
 * version 3, which has no markers. */
TT_API tt_status tt_demo_write_marker(tt_demo_writer *writer);

/** The final header, to be written over the first one at offset 0 where the output can be changed.
 * */
typedef struct tt_demo_patch {
    uint8_t bytes[TT_DEMO_HEADER_MAX]; /**< the bytes to write at offset 0 */
    size_t size;                       /**< number of bytes in `bytes` to write */
} tt_demo_patch;

/** Ends the demo: nothing can be written after it. `*patch` (may be NULL) becomes the header with
 * its length, all markers and, after a cut, the start time of its first tick. */
TT_API tt_status tt_demo_write_finish(tt_demo_writer *writer, tt_demo_patch *patch);

/** Faults that tt_demo_snap_check finds; bits of a sum. */
enum {
    TT_DEMO_LACKS_GAME_INFO = 1, /**< there is no GameInfo with id 0 */
    TT_DEMO_LACKS_PLAYER_INFO =
        2, /**< a client with a tee has no PlayerInfo, or its PlayerInfo names another client */
    TT_DEMO_LACKS_CLIENT_INFO = 4, /**< a client with a PlayerInfo has no ClientInfo */
    TT_DEMO_LACKS_CHARACTER = 8    /**< a Character has values for which the game leaves it out */
};

/** The result of tt_demo_snap_check. */
typedef struct tt_demo_lack {
    unsigned what; /**< what the client lacks, a sum of TT_DEMO_LACKS_* */
    int32_t cid;   /**< the first client that lacks something, -1 for none */
} tt_demo_lack;

/** Checks that the game's client can show all of a snapshot. Items that are too short for their
 * kind count as missing. With 0.7, items with values out of range count as missing too, because the
 * game leaves them out. TT_ERR_DEMO_ITEMS, and `*lack` (may be NULL) says what is missing;
 * TT_ERR_ARGUMENT when `dialect` is out of range. */
TT_API tt_status tt_demo_snap_check(const tt_snap *snap, tt_dialect dialect, tt_demo_lack *lack);

#ifdef __cplusplus
}
#endif

#endif
