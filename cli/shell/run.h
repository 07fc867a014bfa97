/* SPDX-License-Identifier: MIT
 *
 * Runs a verb over all its inputs: folders, many files on many cores, results in the order of the
 * arguments, progress, signals, exit status.
 *
 *     .how = &(const struct run_how){.process = verify_file, .totals = &totals},
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include <stdatomic.h>

#include "cli/shell/inputs.h"
#include "cli/shell/outcome.h"
#include "cli/shell/results.h"
#include "teetape/io/sequence.h"

/* Words for the outcomes of inputs in a verb's totals. */
struct total_words {
    const char *done;    /* JOB_DONE: "packed" */
    const char *kept;    /* JOB_KEPT: "left unchanged" */
    const char *foreign; /* JOB_FOREIGN: "no recording"; NULL: these are not counted */
};

enum run_reads { READS_BOTH, READS_TEEHISTORIANS, READS_DEMOS };

/* The inputs of a verb, and what it does with them. */
struct run_how {
    /* Does one job and reports its errors. Several threads run jobs at the same time. */
    enum exit_status (*process)(struct job *job);
    void *user;                       /* becomes job->user */
    size_t work;                      /* bytes of job->work, zeroed for each job */
    const struct total_words *totals; /* NULL: no totals at the end */
    enum run_reads reads;             /* the other format is refused before `process` */
    bool takes_one;                   /* a single file */
    bool takes_together;              /* several files are one job, with the path of the first */
    bool takes_folders;               /* folders are accepted without -r */
    bool folds;                       /* the lines are text and are folded when they are too wide */
    bool lists;                       /* the command lists what matches, which may be nothing */
    bool makes_one;     /* all inputs give one output, with the rights that all of them have */
    bool keeps_secrets; /* the output has the secrets of the input, also without --show-secrets */
};

/* A run lies on the stack. Its threads change what is atomic or has a lock of its own (results,
 * files, sequence); the rest is set before the jobs. */
struct run {
    struct shell *sh;
    const struct run_how *how;
    tt_io_list inputs;        /* in the order of the arguments, which is that of the results */
    struct inputs files;      /* the inputs by device and inode */
    bool is_open;             /* stdout and the members below are open */
    bool is_many;             /* more than one input, or a folder: output names its file */
    struct results results;   /* stdout, and progress */
    tt_io_output *out;        /* of all jobs; stdout at first */
    tt_io_sequence *sequence; /* NULL for a single job */
    atomic_int status;        /* the highest so far */
    struct outcomes outcomes; /* for the lines at the end */
};

/* Processes every input and returns the highest exit status. After a stop, outputs of finished
 * inputs are complete and those of others are partial. `problem` is a sentence about wrong usage,
 * or NULL; with it nothing is done. */
enum exit_status run_each(struct shell *sh, const struct run_how *how, const char *problem);

/* run_each in three steps, for a verb that makes one output of all inputs. run_begin returns false
 * when there is nothing to do. run_end is called in both cases. */
bool run_begin(struct run *run, struct shell *sh, const struct run_how *how, const char *problem);
void run_files(struct run *run, unsigned threads);
enum exit_status run_end(struct run *run);

/* Returns a job that stands for all inputs in reports. Its path is that of the first. */
struct job run_whole(struct run *run);

/* Runs all files, folders or words as one job, as the user wrote them. The verb prints totals and
 * starts the progress (job.results) itself. */
enum exit_status run_all(struct shell *sh, const struct run_how *how, const char *problem);

/* Runs the command that the words named, on all of its inputs. */
enum exit_status run_command(struct shell *sh);

/* Reports wrong usage and the verb's usage line. */
enum exit_status run_refuse(const struct shell *sh, const char *problem);

/* Runs one job of run_each. */
enum exit_status run_job(struct job *job);

/* Sets how many stored bytes of the job's file have been read. */
void run_progress(struct job *job, uint64_t read_so_far);

struct stat;
/* Returns true if the job's run reads the file with these facts. */
bool run_reads(const struct job *job, const struct stat *facts);

/* Returns the widest permissions for an output made of the job's input, or of all inputs of the
 * run. */
unsigned run_rights(const struct job *job);

/* Returns true when the job has to report that an output cannot be written. A full disk ends the
 * run, and only the first job reports it. A folder that refuses all files is reported here, once.
 */
bool run_reports_failure(const struct job *job, const tt_io_error *error);

/* Returns true if the job's file was in a folder and has been moved or removed since, which is no
 * failure. */
bool run_is_gone(const struct job *job, const tt_io_error *error);

/* Adds the size of the job's file to the total, because it will be read again from its start. */
void run_progress_again(struct job *job);

#endif
