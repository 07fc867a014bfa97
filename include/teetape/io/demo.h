/* SPDX-License-Identifier: MIT
 *
 * Makes demos of a teehistorian file: one of a span, or one for each session of a player and for
 * each finish. teetape/convert.h describes their content. A demo appears under its name only
 * when it is complete.
 *
 *     tt_io_reading r = {0};
 *     tt_io_demo_options options = {
 *         .reading = {.from = "10:00", .to = "12:00"}, .output = "part.demo"};
 *     if (!tt_io_demo_make(&r, path, &options, &error))
 *         fprintf(stderr, "%s: %s\n", error.path, error.text);
 *     tt_io_reading_close(&r);
 *
 * Many demos are written in one pass over the recording. Error sentences name options in
 * backquotes: `output`, `split`.
 */
#ifndef TEETAPE_IO_DEMO_H
#define TEETAPE_IO_DEMO_H

#include "teetape/io/spans.h"
#include "teetape/io/walk.h"

#ifdef __cplusplus
extern "C" {
#endif

/** A demo that was written. */
typedef struct tt_io_demo_made {
    const char *output; /**< path of the demo */
    int32_t first_tick; /**< first tick of the recording that the demo has */
    int32_t last_tick;  /**< last tick of the recording that the demo has */
    uint64_t bytes;     /**< bytes before compression */
    uint64_t snapshots; /**< ticks with a snapshot */
    uint64_t messages;  /**< number of messages */
    int32_t markers;    /**< markers on the timeline */
    uint64_t left_out;  /**< snapshots and messages that did not fit */
    uint64_t nameless;  /**< players without a known name; 0 with `split` */
    int32_t shortened; /**< ticks of silence that were left out; later ticks are lower by up to this
                          number */
    const char *map;   /**< path of the map file that was found, or NULL */
    uint32_t map_bytes; /**< bytes of the embedded map, or 0 */
    int32_t cid;        /**< client id of the player of `split` or `as`; -1 without a player */
    const char *name;   /**< the player's name, "" when it is unknown; NULL without a player */
    int32_t run;   /**< ticks of the run to the finish that the demo shows; -1 without a finish */
    int32_t other; /**< client id of another player with the name in `as` who is there at the same
                      time, or -1 */
} tt_io_demo_made;

/** Options of tt_io_demo_make. With only `output` set, one demo of the whole recording is made.
 * Texts must remain valid. */
typedef struct tt_io_demo_options {
    tt_io_reading_options reading; /**< span, player in focus, input and callbacks; the rest is for
                                      the library. An input is always taken. on_progress gets 0 when
                                      the recording is read once more */
    const char *output; /**< path of the output; "-" is stdout. With `split` a folder, which is
                           made; see docs/demo.md for the names in it */
    bool force;         /**< replaces an existing output */
    bool only;          /**< leaves out players who are not in focus */
    const char *as;     /**< name of the player whose view is shown, as in a demo of a client */
    const char *split;  /**< "player": a demo for each session; "finish": a demo for each finish; or
                           both with a comma between them. NULL: one demo */
    /** The recordings of one run, in any order, in place of `path`: halves before /save and after
     * /load, or games of a server on one map. NULL: one recording. `reading.player` or `as` names
     * the player whose run it is. `reading.from` counts in the first part, `reading.to` in the
     * last. */
    const tt_io_list *run;
    const char *before; /**< time to add before the run of a finish */
    const char *after;  /**< time to add after the run of a finish */
    const char *map;    /**< path of the map, which must belong to the recording; NULL: the map is
                           looked for */
    bool no_map;        /**< does not embed the map, but uses it */
    bool
        skip_idle; /**< leaves out ticks when nobody in the demo has a tee for more than a second */
    bool whole;    /**< keeps silences of more than an hour */
    bool no_note;  /**< no chat lines say that the demo is a reconstruction */
    int64_t every; /**< a snapshot every 1 or 2 ticks; 0: 1 */
    bool is_one_of_many;  /**< other recordings are read at the same time. Fewer demos are open at
                             once, and errors suggest no similar name of a player */
    tt_io_say_fn *on_say; /**< receives errors, warnings and notes as they occur; may be NULL */
    /** Asked for each output before the job writes anything. False refuses the output, and nothing
     * is written. May be NULL. */
    bool (*may_write)(void *user, const char *output);
    /** Receives each demo that was written; may be NULL. */
    void (*on_made)(void *user, const tt_io_demo_made *made);
    void *user; /**< handed to on_say, may_write and on_made */
} tt_io_demo_options;

/** Makes demos. With `r` NULL only checks the options, without a path. `r` must be all zero at
 * first. It remains open after the call, and the caller closes it, also after a failure. Returns
 * false when something failed: *error is the last of the worst errors, or r->error. It is empty
 * when `stop` was raised. TT_ERR_ARGUMENT: wrong options; TT_ERR_PLACE: the recording does not have
 * what was asked for; TT_ERR_CHANGED; TT_ERR_SYSTEM, with EEXIST for an output that exists. Damage
 * of the recording is no failure: what can be read of it is in the demos. */
TT_IO_API bool tt_io_demo_make(tt_io_reading *r, const char *path,
                               const tt_io_demo_options *options, tt_io_error *error);

#ifdef __cplusplus
}
#endif

#endif
