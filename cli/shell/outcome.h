/* SPDX-License-Identifier: MIT
 *
 * What came of the inputs of a run, counted while they are processed and reported at the end.
 *
 * From some a command takes nothing: those of another format, and those in which nothing is what
 * the user asked for. Among many inputs neither is an error.
 */
#ifndef CLI_OUTCOME_H
#define CLI_OUTCOME_H

#include <stdatomic.h>

#include "cli/shell/command.h"
#include "teetape/format.h"

/* All zero is the beginning. Any thread may add. */
struct outcomes {
    atomic_size_t count[JOB_FOREIGN + 1][EXIT_SYSTEM + 1]; /* of jobs */
    atomic_size_t ended;                                   /* those that no stop has cut short */
    atomic_uint_least64_t bytes_before, bytes_after;       /* sums of those of the jobs */
    atomic_bool is_full; /* a full disk was reported: see run_reports_failure */
};

/* Whether the command reads recordings of this format. */
bool outcome_reads(const struct command *command, tt_format format);

/* The job's recording is of this format, and the command does not read it. Reports wrong usage,
 * unless it was found in a folder. */
enum exit_status outcome_refuse(struct job *job, tt_format format);

/* Nothing of the recording is what was asked for; the sentence says why. Reports wrong usage,
 * unless it is one of many. */
enum exit_status outcome_nothing(struct job *job, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* A job of a command that lists things is done: when there is not one result of all that was asked
 * for, one of many is counted as such, and so is a damaged one of which nothing could be read. */
void outcome_listed(struct job *job, bool has_results, bool is_damaged);

/* A job is done. */
void outcome_count(struct outcomes *o, const struct job *job, enum exit_status status);

/* The totals, as far as the command has some and there was more than one input: after the results
 * when they are text, else on stderr. */
void outcome_totals(const struct outcomes *o, const struct command *command,
                    const struct settings *settings, size_t inputs, tt_io_output *out);

/* The note at the end about what was not taken; nothing when every input was. */
void outcome_report(const struct outcomes *o, const struct command *command);

#endif
