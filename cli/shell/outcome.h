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

/* Zeros at first. Any thread may add. */
struct outcomes {
    atomic_size_t count[JOB_FOREIGN + 1][EXIT_SYSTEM + 1]; /* of jobs */
    atomic_size_t ended;                                   /* those that no stop has cut short */
    atomic_uint_least64_t bytes_before, bytes_after;       /* sums of those of the jobs */
    atomic_bool is_full; /* a full disk was reported: see run_reports_failure */
};

bool outcome_reads(const struct run_how *how, tt_format format);

/* Reports wrong usage, unless the recording was found in a folder. */
enum exit_status outcome_refuse(struct job *job, tt_format format);

/* Reports that nothing of the recording is what was asked for: wrong usage, unless one of many. */
enum exit_status outcome_nothing(struct job *job, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Counts a job of a command that lists things, one of many: without results, or unreadable. */
void outcome_listed(struct job *job, bool has_results, bool is_damaged);

void outcome_count(struct outcomes *o, const struct job *job, enum exit_status status);

/* Prints totals after more than one input: after the results when they are text, else on stderr. */
void outcome_totals(const struct outcomes *o, const struct run_how *how,
                    const struct settings *settings, size_t inputs, tt_io_output *out);

/* Notes at the end what was not taken. */
void outcome_report(const struct outcomes *o, const struct command *command,
                    const struct run_how *how);

#endif
