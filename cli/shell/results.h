/* SPDX-License-Identifier: MIT
 *
 * Stdout, where results go, from its opening to the check that everything was written.
 *
 * On a terminal it shares the screen with the progress line of stderr. So whole lines only are
 * written there, and the progress line is away meanwhile.
 */
#ifndef CLI_RESULTS_H
#define CLI_RESULTS_H

#include "cli/shell/command.h"
#include "cli/shell/progress.h"

/* The caller places it; it must not be moved while it is open. */
struct results {
    tt_io_output out; /* what commands write to; of one thread at a time */

    struct progress progress; /* all zeros, and so not enabled, until it is started */

    /* for results.c */
    struct results_screen *screen; /* NULL when stdout is no terminal, or without memory for it */
};

/* Opens stdout. A failure is reported by results_close, like every other. */
void results_open(struct results *r);

/* Progress while results are open; see progress_start. Counted by the functions of progress.h. */
void results_progress_start(struct results *r, bool enabled, uint64_t bytes, size_t files);

/* Writes what is left, closes stdout, and reports when not everything was written.
 * EXIT_GOOD, also when the reader of our pipe left, or EXIT_SYSTEM. */
enum exit_status results_close(struct results *r);

#endif
