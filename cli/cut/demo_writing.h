/* SPDX-License-Identifier: MIT
 *
 * A demo that a command writes: from the cut in the core to a file that appears when it is whole,
 * with its length and markers in the header.
 *
 *     if (demo_writing_open(&w, job, path, &options)) {
 *         while (... && demo_writing_event(&w, &demo, &event)) ...
 *         demo_writing_end(&w, &demo, true);
 *     }
 *     return w.status;
 */
#ifndef CLI_DEMO_WRITING_H
#define CLI_DEMO_WRITING_H

#include "cli/cut/demo_file.h"
#include "cli/show/rows.h"
#include "teetape/demo_cut.h"

/* About a mebibyte; allocate it. */
struct demo_writing {
    enum exit_status status; /* and all that is bad was reported */
    enum exit_status empty;  /* what a demo without a snapshot makes of it; 0 is EXIT_USAGE */
    tt_demo_cut cut;         /* its options may be changed as it allows */
    struct demo_file file;

    /* for demo_writing.c */
    struct job *job;
    tt_demo_write_memory memory;
};

/* Opens the output, whose path has to remain valid. False when it cannot be had. */
bool demo_writing_open(struct demo_writing *w, struct job *job, const char *path,
                       const tt_demo_cut_options *options);

/* Takes an event. False when no more is wanted: the span is over, or writing failed. */
bool demo_writing_event(struct demo_writing *w, const tt_demo *demo, const tt_demo_event *event);

/* After demo_writing_end, with options.pieces: goes on with the next piece, up to `to`, in another
 * file. Otherwise as demo_writing_open. */
bool demo_writing_next_piece(struct demo_writing *w, const char *path, const tt_demo *demo,
                             int32_t to);

/* The demo has ended, and another one follows on it: see tt_demo_cut_next_demo. */
bool demo_writing_next_demo(struct demo_writing *w, const tt_demo *demo);

/* Completes the demo and gives it its name; or, when it is not wanted (any more), forgets it. True
 * when the file is there. `demo` is the reader of the last event. Nothing when it is not open. */
bool demo_writing_end(struct demo_writing *w, const tt_demo *demo, bool is_wanted);

/* What every command that writes a demo says of it: a line, or an object. */
void demo_writing_report(const struct demo_writing *w);

/* The keys of the object. */
extern const struct column demo_writing_columns[];

#endif
