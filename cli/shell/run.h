/* SPDX-License-Identifier: MIT
 *
 * Runs a command over all its inputs: folders, many files on many cores, results in the order of
 * the arguments, progress, signals, exit status.
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include "cli/shell/options.h"

/* Processes every input and gives the highest exit status of all. `stop` ends the work early: then
 * what the finished inputs gave is written, and of the others what there is. `choice` is the first
 * word, of a command that has choices. */
enum exit_status run_each(const struct command *command, const struct options *options,
                          const struct choice *choice, tt_io_stop *stop);

/* The same for a command that takes all inputs at once, or words: then `choice` is the last. */
enum exit_status run_once(const struct command *command, const struct options *options,
                          const struct choice *choice, tt_io_stop *stop);

/* Processes one job of a command that takes each input. */
enum exit_status run_job(struct job *job);

/* For the reader: this many bytes of the job's file, as it is stored, are read by now. */
void run_progress(struct job *job, uint64_t read_so_far);

/* Whether the file with these facts is one of those that the job's run reads. */
struct stat;
bool run_reads(const struct job *job, const struct stat *facts);
/* The permissions that an output has at most which is made of the job's input, or of all inputs of
 * the run. */
unsigned run_rights(const struct job *job);

/* An output cannot be written. Whether the job has to say so: a full disk ends the run, and the
 * first job that meets it says so for all. Of a folder in which nothing can be written this
 * function says so itself, once. */
bool run_reports_failure(const struct job *job, const tt_io_error *error);

/* Whether `error` is that the job's file is not there any more, which was in a folder when the run
 * began: it was moved, removed or packed meanwhile, which is no failure. */
bool run_is_gone(const struct job *job, const tt_io_error *error);

/* What was read of the job's file is read once more, from its start. */
void run_progress_again(struct job *job);

#endif
