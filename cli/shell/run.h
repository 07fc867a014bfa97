/* SPDX-License-Identifier: MIT
 *
 * Runs a verb over all its inputs: folders, many files on many cores, results in the order of the
 * arguments, progress, signals, exit status.
 *
 *     static enum exit_status verify(struct shell *sh)
 *     {
 *         return run_each(sh, &(struct run_how){.process = verify_file, .totals = &totals}, NULL);
 *     }
 */
#ifndef CLI_RUN_H
#define CLI_RUN_H

#include <stdatomic.h>

#include "cli/shell/inputs.h"
#include "cli/shell/outcome.h"
#include "cli/shell/results.h"
#include "teetape/io/sequence.h"

/* The words of the totals of a verb for the outcomes of its inputs. */
struct total_words {
    const char *done;    /* JOB_DONE: "packed" */
    const char *kept;    /* JOB_KEPT: "left unchanged" */
    const char *foreign; /* JOB_FOREIGN: "no recording"; NULL: those are not counted */
};

enum run_reads { READS_BOTH, READS_TEEHISTORIANS, READS_DEMOS };

/* A verb says with it how its inputs are taken. */
struct run_how {
    /* Does one job, and reports what is wrong. Threads do different jobs. */
    enum exit_status (*process)(struct job *job);
    void *user;                       /* job->user */
    const struct total_words *totals; /* NULL: no totals at the end */
    enum run_reads reads; /* recordings of the other format are refused before `process` */
    bool takes_one;       /* a single file */
    bool takes_together;  /* several files are one job, that of the first */
    bool takes_folders;   /* also without -r */
    bool folds;           /* its lines are text: folded where they are too wide */
    bool lists;           /* what was asked for, or nothing at all */
    bool makes_one;       /* one output of all inputs, with the permissions that all have */
    bool keeps_secrets;   /* its output has those of the input, also without --show-secrets */
};

/* Lives on the stack. Threads change what is atomic or has a lock of its own (results, files,
 * sequence); the rest is set before the jobs. */
struct run {
    struct shell *sh;
    const struct run_how *how;
    tt_io_list inputs;        /* in the order of the arguments, which is that of the results */
    struct inputs files;      /* the same, as files */
    bool is_open;             /* stdout and what follows */
    bool is_many;             /* more than one input, or a folder: output then names its file */
    struct results results;   /* stdout, and progress */
    tt_io_output *out;        /* of all jobs; at first stdout */
    tt_io_sequence *sequence; /* NULL for a single job */
    atomic_int status;        /* the highest so far */
    struct outcomes outcomes; /* for the lines at the end */
};

/* Processes every input and gives the highest exit status. After a stop, finished inputs are
 * written whole and others as far as they are. `problem` is a sentence about wrong usage, or NULL:
 * then nothing is done. */
enum exit_status run_each(struct shell *sh, const struct run_how *how, const char *problem);

/* run_each in three steps, for a verb that makes one output of all inputs. run_begin is false when
 * there is nothing to be done; run_end is called either way. */
bool run_begin(struct run *run, struct shell *sh, const struct run_how *how, const char *problem);
void run_files(struct run *run, unsigned threads);
enum exit_status run_end(struct run *run);

/* The job of all inputs, to report with: it has the path of the first. */
struct job run_whole(struct run *run);

/* All files and folders, as they were given, or words, are one job. The verb reports totals and
 * starts progress (job.results) itself. */
enum exit_status run_all(struct shell *sh, const struct run_how *how, const char *problem);

/* Wrong usage: reports it, and how the verb is used. */
enum exit_status run_refuse(const struct shell *sh, const char *problem);

/* One job of run_each. */
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
