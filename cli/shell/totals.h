/* SPDX-License-Identifier: MIT
 *
 * What came of many inputs, added up while they are processed and reported at the end.
 */
#ifndef CLI_TOTALS_H
#define CLI_TOTALS_H

#include <stdatomic.h>

#include "cli/shell/command.h"

/* All zero is the beginning. Any thread may add. */
struct totals {
    /* Inputs, each in one of the first six at most: by its outcome where its status is good, else
     * by the status. `ended` has all that were not cut short by a stop. */
    atomic_size_t done, kept, foreign, damaged, refused, failed, ended;
    atomic_uint_least64_t bytes_before, bytes_after; /* sums of those of the jobs */
    atomic_bool is_full; /* a full disk was reported: see run_reports_failure */
};

/* A job came to its end with this status. */
void totals_add(struct totals *t, const struct job *job, enum exit_status status);

/* Reports them, as far as the command has some and there was more than one input: after the results
 * when they are text, else on stderr. */
void totals_report(const struct totals *t, const struct command *command,
                   const struct settings *settings, size_t inputs, tt_io_output *out);

#endif
