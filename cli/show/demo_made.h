/* SPDX-License-Identifier: MIT
 *
 * The report of a demo that a command has made.
 */
#ifndef CLI_DEMO_MADE_H
#define CLI_DEMO_MADE_H

#include "cli/show/rows.h"
#include "teetape/io/demo_output.h"

/* Completes a demo that goes to `path`, see tt_io_demo_output_end, and reports what is wrong.
 * `empty` is the status of a demo without a snapshot. True when the file is there. */
bool demo_made_end(const struct job *job, const char *path, tt_io_demo_output *out,
                   const tt_demo *demo, bool is_wanted, enum exit_status empty,
                   enum exit_status *status);

/* A line, or an object. */
void demo_made_report(const struct job *job, const char *path, const tt_io_demo_output *out);

/* Members of the object. */
extern const struct column demo_made_columns[];

/* The part of the line that all commands share: ": ... bytes", and `more`. */
struct demo_made {
    int32_t first_tick, last_tick;
    uint64_t snapshots, messages, bytes;
};
void demo_made_print(const struct job *job, const char *path, const struct demo_made *made,
                     const char *more);

#endif
