/* SPDX-License-Identifier: MIT
 *
 * Runs a command over all its inputs: folders, many files on many cores, results in the order of
 * the arguments, progress, signals, exit status.
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "cli/shell/options.h"

/* Processes every input and gives the highest exit status. After `stop`, finished inputs are
 * written whole and others as far as they are. `choice` is the first word. */
enum exit_status run_each(const struct command *command, const struct options *options,
                          const struct choice *choice, tt_io_stop *stop);

/* For a command that takes all inputs at once, or words: then `choice` is the last. The command
 * reports totals and starts progress (job.results) itself. */
enum exit_status run_once(const struct command *command, const struct options *options,
                          const struct choice *choice, tt_io_stop *stop);

/* One job of a command that takes each input. */
enum exit_status run_job(struct job *job);

/* This many stored bytes of the job's file are read by now. */
void run_progress(struct job *job, uint64_t read_so_far);

/* The job's run reads the file with these facts. */
struct stat;
bool run_reads(const struct job *job, const struct stat *facts);
/* The most permissions of an output made of the job's input, or of all inputs of the run. */
unsigned run_rights(const struct job *job);

/* True when the job has to report that an output cannot be written. A full disk ends the run, and
 * only the first job reports it. A folder that refuses all files is reported here, once. */
bool run_reports_failure(const struct job *job, const tt_io_error *error);

/* The job's file was in a folder and was moved or removed meanwhile, which is no failure. */
bool run_is_gone(const struct job *job, const tt_io_error *error);

/* The job's file is read once more, from its start: adds to the total, or it would pass 100 %. */
void run_progress_again(struct job *job);

#endif
