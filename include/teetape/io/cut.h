/* SPDX-License-Identifier: MIT
 *
 * Cuts a part out of a recording of any format. Every reader accepts the result: see
 * docs/cut.md. An output appears under its name only when it is complete.
 *
 *     tt_io_reading r = {0};
 *     tt_io_cut_options options = {
 *         .reading = {.from = "1:02:00", .to = "1:04:00"}, .output = "part.teehistorian"};
 *     if (!tt_io_cut(&r, path, &options, &error))
 *         fprintf(stderr, "%s: %s\n", error.path, error.text);
 *     tt_io_reading_close(&r);
 *
 * Error sentences name options in backquotes: `match`, `output`.
 */
#ifndef TEETAPE_IO_CUT_H
#define TEETAPE_IO_CUT_H

#include "teetape/io/demo_output.h"
#include "teetape/io/spans.h"
#include "teetape/teehistorian_cut.h"

#ifdef __cplusplus
extern "C" {
#endif

/** An output that was written. */
typedef struct tt_io_cut_piece {
    const char *output;            /**< path of the output */
    const tt_io_demo_output *demo; /**< demo: the writer and the cut, with header and counts */
    const tt_th_cut *cut;          /**< teehistorian file: the cut; tt_th_cut_look has its counts */
    int64_t from;                  /**< first tick */
    int64_t to;                    /**< tick after the last one */
    bool has_end;                  /**< the cut ends before the recording does */
    uint64_t bytes;                /**< bytes before compression */
    uint64_t players;              /**< sessions in the cut of a teehistorian file; 0 for a demo */
} tt_io_cut_piece;

/** Options of a cut. With only `output` set, the whole recording is copied. Texts must remain
 * valid. */
typedef struct tt_io_cut_options {
    tt_io_reading_options reading; /**< span, player, index, input and callbacks; the rest is for
                                      the library. An input is always taken */
    const char *output;            /**< path of the output; "-" is stdout */
    bool force; /**< replaces an existing output; attaches a map even if it is not the demo's */
    const char *team;   /**< number of the team whose members are kept */
    const char *finish; /**< name of a player: cuts a run that ends with a finish of this player; ""
                           for any player */
    const char *before; /**< time to add before the run, or before the chat line */
    const char *after;  /**< time to add after the run, or after the chat line */
    const char *split;  /**< length of a piece; the number of the piece precedes the ending
                           of `output` */
    const char *around_chat; /**< text of a chat line: cuts what is around it */
    int64_t
        match; /**< number of the finish or line among several, from 1; 0: several are an error */
    bool drop_chat;         /**< demo: leaves out chat of players */
    bool drop_inputs;       /**< demo: leaves out inputs of other players */
    tt_io_texts hide;       /**< demo: players to leave out */
    tt_io_texts renames;    /**< demo: renames, each OLD=NEW */
    bool strip_map;         /**< demo: leaves out the embedded map */
    const char *attach_map; /**< demo: path of a map to embed */
    tt_io_say_fn *on_say;   /**< receives errors and warnings as they occur; may be NULL */
    /** Receives each output that was written; may be NULL. */
    void (*on_made)(void *user, const tt_io_cut_piece *piece);
    void *user; /**< handed to on_say and on_made */
} tt_io_cut_options;

/** Cuts a recording. With `r` NULL only checks the options, without a path. `r` must be all zero at
 * first. It remains open after the call, and the caller closes it, also after a failure. Returns
 * false when something failed: *error is the last of the worst errors, or r->error. It is empty
 * when `stop` was raised. TT_ERR_ARGUMENT: wrong options; TT_ERR_PLACE: the recording does not have
 * what was asked for; TT_ERR_DEMO_EMPTY: one of several pieces would have no snapshot, and the
 * others are still written; TT_ERR_CHANGED; TT_ERR_SYSTEM, with EEXIST for an output that exists.
 * Damage of the recording is no failure: what can be read of it is in the cut. */
TT_IO_API bool tt_io_cut(tt_io_reading *r, const char *path, const tt_io_cut_options *options,
                         tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
