/* SPDX-License-Identifier: MIT
 *
 * Cuts the ticks [from, to) out of a demo, and edits them. The cut begins with a keyframe and
 * with the state from before it: DDRace teams, tunings, a running vote, and in 0.7 the clients.
 *
 *     tt_demo_writer_init(&writer, &write_memory, put, user);
 *     tt_demo_cut_init(&cut, &writer, &options);
 *     while (tt_demo_next(&demo, &event) == TT_OK)
 *         if (tt_demo_cut_event(&cut, &demo, &event) != TT_OK)
 *             break;                                          // TT_END: the span is over
 *     tt_demo_cut_finish(&cut, &demo, &patch);
 *
 * Ticks remain as they were; markers in the span are kept. A cut gets a mark in its header, and
 * with it another id, unless `to` is TT_DEMO_TICK_END and nothing else is left out. The patch sets
 * the start time to that of the first tick. The keyframes are the first tick of the span and the
 * keyframes of the original. A span of the whole demo repairs it: damaged chunks are left out up to
 * the next full snapshot. Pieces of one game are joined by the events of the next demo after the
 * first one:
 *
 *     tt_demo_cut_next_demo(&cut, &demo);
 *     tt_demo_init(&demo, &memory);       // and on with the events of the next piece
 *
 * Example: examples/cut_demo.c.
 */
#ifndef TEETAPE_DEMO_CUT_H
#define TEETAPE_DEMO_CUT_H

#include "teetape/demo_write.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Most bytes of a name in a demo. */
#define TT_DEMO_NAME_MAX 15

/** A rename of all players with the name `from`. */
typedef struct tt_demo_rename {
    tt_bytes from, to; /**< old and new name; `to` is cut after TT_DEMO_NAME_MAX bytes */
} tt_demo_rename;

/** A map to embed in a demo, with its sums for the header. */
typedef struct tt_demo_new_map {
    tt_bytes bytes;   /**< the map file; below 4 GiB */
    uint32_t crc;     /**< CRC-32 of `bytes` */
    tt_sha256 sha256; /**< SHA-256 of `bytes` */
} tt_demo_new_map;

/** The changes of a cut. With TT_DEMO_TICK_END in `to` and zeros elsewhere nothing changes. */
typedef struct tt_demo_cut_options {
    int32_t from;               /**< first tick */
    int32_t to;                 /**< tick after the last one, TT_DEMO_TICK_END for the end */
    bool drop_map;              /**< leaves out the embedded map; the header still names the map */
    const tt_demo_new_map *map; /**< map to embed in place of the demo's; NULL keeps that. Must
                                   remain valid as long as the cut */
    bool drop_chat;             /**< leaves out chat of players; lines of the server remain */
    bool drop_inputs;           /**< leaves out inputs of players (Sv_PreInput) */
    bool drop_system;           /**< leaves out system messages, which players of demos ignore */
    bool drop_unreliable; /**< leaves out snapshots between a lost delta and the next full one */
    /** TT_CIDS flags: true leaves out the client; NULL leaves out nobody. The flags are read at
     * each event, and the caller may change them between calls. */
    const bool *hide;
    const tt_demo_rename *renames; /**< `rename_count` renames, valid as long as the cut */
    size_t rename_count;           /**< number of renames */
    const tt_demo_header *header;  /**< header to write in place of the demo's; NULL keeps that.
                                      Valid until the event HEADER was taken */
} tt_demo_cut_options;

/** The result of a cut so far. */
typedef struct tt_demo_cut_view {
    uint64_t snapshots; /**< snapshots written */
    uint64_t messages;  /**< messages written, including those from before the span */
    uint64_t left_out;  /**< ticks and messages of the span that could not be written */
    int32_t first_tick; /**< first tick of the cut, -1 before there is one */
} tt_demo_cut_view;

/** Size of a tt_demo_cut in 64-bit words; the library checks at compile time that it suffices. */
#define TT_DEMO_CUT_WORDS 58880

/** A cut being made, 460 KiB; the caller places it. Its members are for the library. */
typedef struct tt_demo_cut {
    uint64_t words[TT_DEMO_CUT_WORDS]; /**< private to the library */
} tt_demo_cut;

/** Begins a cut that goes to `writer`, which has written nothing yet. The options are copied.
 * TT_ERR_ARGUMENT for a negative span. */
TT_API tt_status tt_demo_cut_init(tt_demo_cut *cut, tt_demo_writer *writer,
                                  const tt_demo_cut_options *options);

/** Returns what the cut has written so far. */
TT_API tt_demo_cut_view tt_demo_cut_look(const tt_demo_cut *cut);

/** Takes the event that `demo` has just given. TT_END after the span: nothing more is wanted.
 * TT_ERR_DEMO_PUT, TT_ERR_DEMO_WRITE_STATE; what a writer refuses for other reasons is counted in
 * `left_out`. */
TT_API tt_status tt_demo_cut_event(tt_demo_cut *cut, const tt_demo *demo,
                                   const tt_demo_event *event);

/** Continues the cut with the events of another demo, after `demo` has ended. The cut takes the
 * markers of the next demo's header, but neither its other values nor its map. Ticks that were
 * written already are left out. Status as tt_demo_cut_event. */
TT_API tt_status tt_demo_cut_next_demo(tt_demo_cut *cut, const tt_demo *demo);

/** Ends the cut; `*patch` (may be NULL) as in tt_demo_write_finish. Status as tt_demo_cut_event;
 * TT_ERR_DEMO_EMPTY when the span has no snapshot: such a demo would not play. */
TT_API tt_status tt_demo_cut_finish(tt_demo_cut *cut, const tt_demo *demo, tt_demo_patch *patch);

#ifdef __cplusplus
}
#endif

#endif
