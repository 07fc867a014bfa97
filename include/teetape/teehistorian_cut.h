/* SPDX-License-Identifier: MIT
 *
 * Cuts a part out of a teehistorian file: a recording of [from, to) that every reader takes.
 *
 *     magic | header | what brings about the state at `from` | records as they were | FINISH
 *
 *     tt_th_writer_init(&writer, buffer, sizeof buffer, put, user);
 *     tt_th_cut_init(&cut, &writer, &options);
 *     tt_th_init(&th, &world, scratch, sizeof scratch);
 *     tt_th_history_init(&history);
 *     tt_th_feed(&th, bytes, size);
 *     tt_th_next(&th, &event);                                       // the header
 *     tt_th_cut_header(&cut, tt_th_look(&th).header, space, sizeof space);
 *     while ((status = tt_th_cut_next(&cut, &th, &history)) == TT_MORE)
 *         tt_th_feed(&th, bytes, size);                              // or its end
 *     tt_th_cut_finish(&cut, &world, &history);
 *
 * tt_th_cut_next does all the reading. A reader that continues in the middle (tt_th_resume) can
 * be used as well, if it is not after `from`.
 *
 * Ticks remain as they were. The state at `from` is written as records at tick from - 1: for
 * every present client JOINVER, JOIN, AUTH_LOGIN, DDNETVER, a Cl_StartInfo with the current
 * name, and PLAYER_NAME; then teams and practice, all tees, and the last input of every slot. A
 * reader of the cut has the same world at every tick as a reader of the whole recording, except
 * that everybody joined at from - 1. The cut lasts as long as its span: where the recording is
 * silent at an end of the span, a TICK_SKIP goes there. A cut of a cut equals a cut of the
 * original, byte for byte. docs/cut.md has the rules. Example: examples/cut_span.c.
 */
#ifndef TEETAPE_TEEHISTORIAN_CUT_H
#define TEETAPE_TEEHISTORIAN_CUT_H

#include "teetape/teehistorian_history.h"
#include "teetape/teehistorian_write.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The value of `to` for everything up to the end: the tick after the last one that a recording can
 * have. */
#define TT_TH_CUT_END ((int64_t)INT32_MAX + 1)

/** Returns true when the records of a session (numbered as in tt_th_history) in slot `cid` are
 * wanted. The answer for a session must never change. */
typedef bool tt_th_cut_wants_fn(void *user, uint64_t session, int32_t cid);

/** The span and the players of a cut. To keep everything, set `to` to TT_TH_CUT_END and the rest to
 * zero. */
typedef struct tt_th_cut_options {
    int32_t from;              /**< first tick; not negative */
    int64_t to;                /**< tick after the last one, or TT_TH_CUT_END */
    tt_th_cut_wants_fn *wants; /**< NULL: the records of everybody, and those about nobody */
    void *user;                /**< handed to `wants` */
    tt_bytes selection; /**< any text that identifies the wanted players; becomes part of the cut's
                           game_uuid */
} tt_th_cut_options;

/** The ids of a cut, and its counts so far. */
typedef struct tt_th_cut_view {
    tt_uuid game_uuid; /**< UUID of the cut, set by tt_th_cut_header */
    tt_uuid cut_of;    /**< game UUID of the first original */
    uint64_t events;   /**< records taken from the recording */
    uint64_t left_out; /**< records of the span that a reader would reject, or that are too long */
} tt_th_cut_view;

/** Size of a tt_th_cut in 64-bit words; the library checks at compile time that it suffices. */
#define TT_TH_CUT_WORDS 160

/** A cut being made; the caller places it. Its members are for the library. */
typedef struct tt_th_cut {
    uint64_t words[TT_TH_CUT_WORDS]; /**< private to the library */
} tt_th_cut;

/** Initializes a cut that goes to `writer`, which has written nothing yet. The options are
 * copied, but not the text in them. TT_ERR_ARGUMENT for a span that is negative, begins below 0
 * or ends above TT_TH_CUT_END. */
TT_API tt_status tt_th_cut_init(tt_th_cut *cut, tt_th_writer *writer,
                                const tt_th_cut_options *options);

/** Returns the ids of the cut, and its counts so far. */
TT_API tt_th_cut_view tt_th_cut_look(const tt_th_cut *cut);

/** Returns the bytes of space that tt_th_cut_header needs for this header. */
TT_API size_t tt_th_cut_header_bound(const tt_th_cut *cut, const tt_th_header *header);

/** Writes magic and header. The text is that of the original with these changes:
 *
 * - `version` 1 becomes 2, and its `start_time` gets the form of version 2
 * - `game_uuid` is the version 3 UUID of "FROM,TO,SELECTION" (TO empty for TT_TH_CUT_END) in the
 *   namespace of the original's game_uuid. When the original is itself a cut, the namespace is the
 *   game_uuid of the first original
 * - `cut_of` is added after `game_uuid`: the game_uuid of the first original
 * - `prev_game_uuid` is left out
 *
 * An original without a game_uuid gets one for this purpose, made of its header text as a name.
 * `space` is used during the call only. TT_ERR_SPACE, and errors of tt_th_write_header. */
TT_API tt_status tt_th_cut_header(tt_th_cut *cut, const tt_th_header *header, void *space,
                                  size_t size);

/** Reads from where the reader is up to the end of the span, and writes the cut. TT_MORE: feed the
 * next piece, or its end. TT_END: the span or the recording ended. Negative: an error of the
 * reader, as in tt_th_next, or of the writer. After an error of the reader, tt_th_cut_finish still
 * makes a recording of what was readable. */
TT_API tt_status tt_th_cut_next(tt_th_cut *cut, tt_th *th, tt_th_history *history);

/** Ends the cut with the last tick of the span and FINISH. Writes the state before it when no
 * record came at `from` or later. TT_ERR_TH_WRITE_PUT and TT_ERR_TH_WRITE_STATE. */
TT_API tt_status tt_th_cut_finish(tt_th_cut *cut, const tt_world *world,
                                  const tt_th_history *history);

#ifdef __cplusplus
}
#endif

#endif
