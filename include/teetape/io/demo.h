/* SPDX-License-Identifier: MIT
 *
 * Makes demos of a teehistorian file: one of a span, or one for each session of a player and for
 * each finish. What is in them: teetape/convert.h. A demo appears under its name only when it is
 * whole.
 *
 *     tt_io_reading r = {0};
 *     tt_io_demo_options options = {
 *         .reading = {.from = "10:00", .to = "12:00"}, .output = "part.demo"};
 *     if (!tt_io_demo_make(&r, path, &options, &error))
 *         fprintf(stderr, "%s: %s\n", error.path, error.text);
 *     tt_io_reading_close(&r);
 *
 * Many demos are written in one pass over the recording; those that show the same share the work.
 * Sentences have names of options in backquotes: `output`, `split`.
 */
#ifndef TEETAPE_IO_DEMO_H
#define TEETAPE_IO_DEMO_H

#include "teetape/io/spans.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A demo that is there. */
typedef struct tt_io_demo_made {
    const char *output; /**< its path */
    int32_t first_tick; /**< the first tick in it */
    int32_t last_tick;  /**< the last tick in it */
    uint64_t bytes;     /**< before compression */
    uint64_t snapshots; /**< ticks with a snapshot */
    uint64_t messages;  /**< messages */
    int32_t markers;    /**< on its timeline */
    uint64_t left_out;  /**< snapshots and messages that did not fit */
    uint64_t nameless;  /**< players without a known name; 0 with `split` */
    int32_t shortened;  /**< ticks of silence that are left out: later ticks are lower by up to
                             this */
    const char *map;    /**< the map file that was found, or NULL */
    uint32_t map_bytes; /**< of the map that is embedded, or 0 */
    int32_t cid;        /**< of the player of `split` or `as`; -1: it has none */
    const char *name;   /**< the player's name, "" when it is unknown; NULL without a player */
    int32_t run;        /**< ticks of the run to the finish that it shows; else -1 */
    int32_t other;      /**< another player whom `as` means and who is there at once, or -1 */
} tt_io_demo_made;

/** Options of the job. All zero but `output` makes one demo of the whole recording. Texts must
 * remain valid. */
typedef struct tt_io_demo_options {
    tt_io_reading_options reading; /**< span, the player in focus, input and callbacks; the rest is
                                      for the library. An input is always taken. on_progress gets 0
                                      when the recording is read once more */
    const char *output;            /**< path; "-" is stdout. With `split` a folder, which is made;
                                      see docs/demo.md for the names in it */
    bool force;                    /**< an output that exists is replaced */
    bool only;                     /**< players who are not in focus are left out */
    const char *as;                /**< what this player saw, as a demo of a client */
    const char *split;             /**< a demo for each session, "player", for each finish,
                                      "finish", or both, with a comma between them; NULL: one demo */
    const char *before;            /**< begin this long before the run of a finish */
    const char *after;             /**< end this long after it */
    const char *map;               /**< the path of the map, which must be that of the recording;
                                      NULL: it is looked for */
    bool no_map;                   /**< no map is embedded; it is used all the same */
    bool skip_idle;                /**< more than a second without a tee of those who are in the
                                      demo is left out */
    bool whole;                    /**< silences of more than an hour remain */
    int64_t every;                 /**< a snapshot every 1 or 2 ticks; 0: 1 */
    bool is_one_of_many;           /**< other recordings are read at the same time: fewer demos are
                                      open at once, and no similar name is looked for */
    tt_io_say_fn *on_say;          /**< takes every error as it comes up, and warnings and notes;
                                      may be NULL */
    /** The job asks this about each output before it writes anything. False refuses the output,
     * and nothing is written; the caller knows why. May be NULL. */
    bool (*may_write)(void *user, const char *output);
    /** Takes what became of a demo; may be NULL. */
    void (*on_made)(void *user, const tt_io_demo_made *made);
    void *user; /**< handed to these three */
} tt_io_demo_options;

/** Checks the options without a recording: a sentence about what is wrong, or NULL. */
TT_IO_API const char *tt_io_demo_check(const tt_io_demo_options *options);

/** Makes demos. `r` is all zero; it reads with the callbacks of the options, and remains open: the
 * caller closes it either way. False when something failed: *error is the last of the worst errors.
 * It is empty when r->error says why, and when `stop` was raised. TT_ERR_ARGUMENT: wrong options;
 * TT_ERR_PLACE: the recording does not have what was asked for; TT_ERR_CHANGED; TT_ERR_SYSTEM, with
 * EEXIST for an output that exists. Damage of the recording is no failure: what can be read of it
 * is in the demos. */
TT_IO_API bool tt_io_demo_make(tt_io_reading *r, const char *path,
                               const tt_io_demo_options *options, tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
