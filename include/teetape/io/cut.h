/* SPDX-License-Identifier: MIT
 *
 * Cuts a part out of a recording of any format, as a recording that every reader accepts: see
 * docs/cut.md. An output appears under its name only when it is whole.
 *
 *     tt_io_reading r = {0};
 *     tt_io_cut_options options = {
 *         .reading = {.from = "1:02:00", .to = "1:04:00"}, .output = "part.teehistorian"};
 *     if (!tt_io_cut(&r, path, &options, &error))
 *         fprintf(stderr, "%s: %s\n", error.path, error.text);
 *     tt_io_reading_close(&r);
 *
 * Sentences have names of options in backquotes: `match`, `output`.
 */
#ifndef TEETAPE_IO_CUT_H
#define TEETAPE_IO_CUT_H

#include "teetape/io/demo_output.h"
#include "teetape/io/spans.h"
#include "teetape/teehistorian_cut.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What became of a piece that is there. */
typedef struct tt_io_cut_piece {
    const char *output; /**< its path */
    /** Of a demo: header, first tick and counts are in its writer and cut. NULL for a teehistorian
     * file, which has the members below. */
    const tt_io_demo_output *demo;
    const tt_th_cut *cut; /**< what was written of whom */
    int64_t from;         /**< the first tick */
    int64_t to;           /**< the tick after the last one */
    bool has_end;         /**< the cut does not go to the end of the recording */
    uint64_t bytes;       /**< before compression */
    uint64_t players;     /**< sessions in it */
} tt_io_cut_piece;

/** What is cut. All zero but `output` is a copy of all of it. Texts must remain valid. */
typedef struct tt_io_cut_options {
    tt_io_reading_options reading; /**< span, player, index, input and callbacks; the rest is for
                                      the library. An input is always taken */
    const char *output;            /**< path; "-" is stdout */
    bool force;                    /**< an output that exists is replaced, and another map than that
                                      of the demo is attached */
    const char *team;              /**< the number of the team whose members are kept */
    const char *finish;            /**< a run that ends with a finish of this player; "" any one */
    const char *before;            /**< begin this long before the run, or the line */
    const char *after;             /**< end this long after it */
    const char *split;       /**< length of a piece; the number of the piece precedes the ending
                                of `output` */
    const char *around_chat; /**< what is around a chat line with this text */
    int64_t match;           /**< which one of several finishes or lines, from 1; 0: none is
                                chosen */
    bool drop_chat;          /**< of a demo, chat of players */
    bool drop_inputs;        /**< of a demo, inputs of other players */
    tt_io_texts hide;        /**< of a demo, players who are left out */
    tt_io_texts renames;     /**< of a demo, OLD=NEW */
    bool strip_map;          /**< of a demo, the embedded map */
    const char *attach_map;  /**< of a demo, the path of a map to be embedded */
    tt_io_say_fn *on_say;    /**< takes every error as it comes up, and warnings; may be NULL */
    /** Takes what became of a piece; may be NULL. */
    void (*on_made)(void *user, const tt_io_cut_piece *piece);
    void *user; /**< handed to these two */
} tt_io_cut_options;

/** Checks the options without a recording: a sentence about what is wrong, or NULL. */
TT_IO_API const char *tt_io_cut_check(const tt_io_cut_options *options);

/** Cuts. `r` is all zero; it reads the span with the callbacks of the options, and remains open:
 * the caller closes it either way. False when something failed: *error is the last of the worst
 * errors. It is empty when r->error says why, and when `stop` was raised. TT_ERR_ARGUMENT: wrong
 * options; TT_ERR_PLACE: the recording does not have what was asked for; TT_ERR_DEMO_EMPTY: a piece
 * of several would have no snapshot, which ends nothing; TT_ERR_CHANGED; TT_ERR_SYSTEM, with EEXIST
 * for an output that exists. Damage of the recording is no failure: what can be read of it is in
 * the cut. */
TT_IO_API bool tt_io_cut(tt_io_reading *r, const char *path, const tt_io_cut_options *options,
                         tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
