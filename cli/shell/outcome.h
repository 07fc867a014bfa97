/* SPDX-License-Identifier: MIT
 *
 * The outcomes of the inputs of a run, counted while they are processed and reported at the end.
 * Recordings of another format, and without anything that was asked for, are no error among many.
 */
#ifndef CLI_OUTCOME_H
#define CLI_OUTCOME_H

#include <stdatomic.h>

#include "cli/shell/command.h"
#include "teetape/format.h"

/* To be zeroed before use. Any thread may add. */
struct outcomes {
    atomic_size_t count[JOB_FOREIGN + 1][EXIT_SYSTEM + 1]; /* jobs by outcome and exit status */
    atomic_size_t ended;                                   /* jobs that the user did not stop */
    atomic_uint_least64_t bytes_before, bytes_after;       /* sums over the jobs */
    atomic_bool is_full; /* a full disk was reported: see run_reports_failure */
};

bool outcome_reads(const struct run_how *how, tt_format format);

/* Reports a recording of the wrong format as wrong usage, unless it was found in a folder. */
enum exit_status outcome_refuse(struct job *job, tt_format format);

/* Reports that the recording has nothing that matches the call. Wrong usage, unless it is one of
 * many. */
enum exit_status outcome_nothing(struct job *job, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Counts one job of many of a listing command that had no results or was unreadable. */
void outcome_listed(struct job *job, bool has_results, bool is_damaged);

void outcome_count(struct outcomes *o, const struct job *job, enum exit_status status);

/* Prints totals when there was more than one input: after the results when these are text, else to
 * stderr. */
void outcome_totals(const struct outcomes *o, const struct run_how *how,
                    const struct settings *settings, size_t inputs, tt_io_output *out);

/* Prints a final note about inputs that were not taken. */
void outcome_report(const struct outcomes *o, const struct command *command,
                    const struct run_how *how);

#endif
