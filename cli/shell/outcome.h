/* SPDX-License-Identifier: MIT
 *
 * Counts the outcomes of the inputs of a run, and reports them at the end. Among many inputs, a
 * recording of another format or without a match is no error.
 */
#ifndef CLI_OUTCOME_H
#define CLI_OUTCOME_H

#include <stdatomic.h>

#include "cli/shell/command.h"
#include "teetape/format.h"

/* Counts of a run. The caller zeroes the struct before use. Any thread may add to it. */
struct outcomes {
    atomic_size_t count[JOB_FOREIGN + 1][EXIT_SYSTEM + 1]; /* jobs by outcome and exit status */
    atomic_size_t ended;                                   /* jobs that the user did not stop */
    atomic_uint_least64_t bytes_before, bytes_after; /* sums of the stored sizes over the jobs */
    atomic_size_t without_room; /* outputs that did not fit on the disk: see run_reports_failure */
    atomic_bool has_player;     /* some recording has the player of --player */
    char near[TT_NAME_CAP];     /* the name most like that of --player: see outcome_near */
};

bool outcome_reads(const struct run_how *how, tt_format format);

/* Reports a recording of the wrong format as wrong usage, unless it was found in a folder. */
enum exit_status outcome_refuse(struct job *job, tt_format format);

/* Reports that the recording has nothing that matches the call. Wrong usage, unless it is one of
 * many. */
enum exit_status outcome_nothing(struct job *job, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

/* Counts the job of a listing command that had no results or was unreadable, when there are
 * several inputs. */
void outcome_listed(struct job *job, bool has_results, bool is_damaged);

/* Keeps the name for the note at the end: nobody in this recording has that of the player. */
void outcome_near(struct outcomes *o, const char *player, const char *near);

void outcome_count(struct outcomes *o, const struct job *job, enum exit_status status);

/* Prints totals when there was more than one input: after the results when these are text, else to
 * stderr. */
void outcome_totals(const struct outcomes *o, const struct run_how *how,
                    const struct settings *settings, const tt_io_list *inputs, tt_io_output *out);

/* Prints a final note about inputs that were not taken. */
void outcome_report(const struct outcomes *o, const struct command *command,
                    const struct run_how *how);

#endif
