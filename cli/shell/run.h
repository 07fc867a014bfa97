/* SPDX-License-Identifier: MIT
 *
 * Runs a verb over all its inputs: folders, many files on many cores, results in the order of
 * the arguments, progress, signals and exit status.
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

struct total_words {
    const char *done;    /* word for JOB_DONE, such as "packed" */
    const char *kept;    /* word for JOB_KEPT, such as "left unchanged" */
    const char *foreign; /* word for JOB_FOREIGN; NULL: these are not counted */
};

enum run_reads { READS_BOTH, READS_TEEHISTORIANS, READS_DEMOS };

/* The functions and properties of a verb that takes files. */
struct run_how {
    /* Does one job and reports its errors. Several threads run jobs at the same time. */
    enum exit_status (*process)(struct job *job);
    void *user;                       /* the value of job->user */
    size_t work;                      /* bytes of job->work, zeroed for each job */
    const struct total_words *totals; /* words of the totals; NULL for no totals at the end */
    enum run_reads reads;             /* formats that `process` takes; others are refused before */
    bool takes_one;                   /* true when the command takes a single file and no folder */
    bool takes_together; /* true when several files are one job, with the path of the first */
    bool folds;          /* the lines are text and are folded when they are too wide */
    bool lists;          /* the command lists what matches, which may be nothing */
    bool makes_one;      /* all inputs give one output, with the rights that all of them have */
    bool keeps_secrets;  /* the output has the secrets of the input, also without --show-secrets */
};

struct follow;

/* A run is on the stack. Its threads change only atomics and members with a lock of their own
 * (results, files, sequence). The rest is set before the jobs. */
struct run {
    struct shell *sh;
    const struct run_how *how;
    tt_io_list inputs; /* the inputs in the order of the arguments, which is that of the results */
    struct inputs files; /* the inputs by device and inode */
    bool is_open;        /* true while stdout and the members below are open */
    bool is_many;        /* true for more than one input or a folder: the output names each file */
    struct results results;   /* stdout, and progress */
    tt_io_output *out;        /* output of all jobs; stdout at first */
    tt_io_sequence *sequence; /* order of the results of several jobs; NULL for a single job */
    atomic_int status;        /* highest exit status so far */
    struct outcomes outcomes; /* counts for the lines at the end */
    struct follow *follow;    /* while a folder is followed; else NULL */
};

/* Processes every input and returns the highest exit status. After a stop, outputs of finished
 * inputs are complete, and those of others are partial. With a `problem`, a sentence about wrong
 * usage, nothing is done. */
enum exit_status run_each(struct shell *sh, const struct run_how *how, const char *problem);

/* The steps of run_each, for a verb that makes one output of all inputs. run_begin returns false
 * when there is nothing to do. run_end is called in both cases. */
bool run_begin(struct run *run, struct shell *sh, const struct run_how *how, const char *problem);
void run_files(struct run *run, unsigned threads);
enum exit_status run_end(struct run *run);

/* Returns a job for all inputs, to use in reports. Its path is that of the first input. */
struct job run_whole(struct run *run);

/* Runs all files, folders or words as one job, as the user wrote them. The verb itself prints
 * totals and starts the progress (job.results). */
enum exit_status run_all(struct shell *sh, const struct run_how *how, const char *problem);

/* Runs the command that the words named, on all of its inputs. */
enum exit_status run_command(struct shell *sh);

/* Reports wrong usage and the verb's usage line. */
enum exit_status run_refuse(const struct shell *sh, const char *problem);

/* Opens the input of a job, hands it to the verb, and counts its outcome. */
enum exit_status run_job(struct job *job);

/* Sets how many stored bytes of the job's file have been read. */
void run_progress(struct job *job, uint64_t read_so_far);

struct stat;
/* Returns true if the run reads the file that these facts of stat(2) describe. */
bool run_reads(const struct job *job, const struct stat *facts);

/* Returns the greatest permissions for an output that is made of the job's input, or of all
 * inputs of the run. */
unsigned run_rights(const struct job *job);

/* Returns true when the job has to report that an output cannot be written. On a full disk only the
 * first job reports it, and the run goes on: other outputs may be smaller, and packing frees room.
 * A folder that cannot be written is reported here, once. */
bool run_reports_failure(const struct job *job, const tt_io_error *error);

/* Returns true if the job's file was found in a folder and no longer exists, which is no
 * failure. */
bool run_is_gone(const struct job *job, const tt_io_error *error);

/* Returns true if the job's file is a link that was found in a folder. */
bool run_is_link(const struct job *job);

/* Adds the size of the job's file to the total, because the file will be read again. */
void run_progress_again(struct job *job);

#endif
