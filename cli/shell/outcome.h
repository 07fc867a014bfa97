/* SPDX-License-Identifier: MIT
 *
 * Inputs from which a command takes nothing: those of another format, and those in which nothing is
 * what the user asked for. Among many inputs neither is an error: they are counted, and one line at
 * the end says how many there were.
 */
#ifndef CLI_OUTCOME_H
#define CLI_OUTCOME_H

#include <stdatomic.h>

#include "cli/shell/command.h"
#include "teetape/format.h"

/* How many inputs of a run came out how; from several threads. */
struct outcomes {
    atomic_size_t count[JOB_FOREIGN + 1]; /* by enum job_outcome */
    atomic_size_t damaged;                /* of all of them, those with EXIT_DAMAGED */
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

/* The line at the end; nothing when every input was taken. */
void outcome_report(struct outcomes *o, const struct command *command);

#endif
