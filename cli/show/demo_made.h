/* SPDX-License-Identifier: MIT
 *
 * Reports a demo that a command has made.
 */
#ifndef CLI_DEMO_MADE_H
#define CLI_DEMO_MADE_H

#include "cli/show/rows.h"
#include "teetape/io/demo_output.h"

/* Completes a demo that goes to `path` (tt_io_demo_output_end) and reports problems. `empty` is
 * the exit status for a demo without a snapshot. Returns true when the file exists. */
bool demo_made_end(const struct job *job, const char *path, tt_io_demo_output *out,
                   const tt_demo *demo, bool is_wanted, enum exit_status empty,
                   enum exit_status *status);

void demo_made_report(const struct job *job, const char *path, const tt_io_demo_output *out);

extern const struct column demo_made_columns[];

/* The report about a demo that was made. In the line as text, `more` follows the number of
 * bytes. */
struct demo_made {
    int32_t first_tick, last_tick;
    uint64_t snapshots, messages, bytes;
};
void demo_made_print(const struct job *job, const char *path, const struct demo_made *made,
                     const char *more);

#endif
