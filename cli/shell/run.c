/* SPDX-License-Identifier: MIT
 *
 * A single job writes to stdout directly. Several jobs use tt_io_sequence, even on one core, so
 * that the output of a file that fails does not mix with the next.
 */
#include "cli/shell/run.h"

#include <errno.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cli/shell/fit.h"
#include "cli/shell/follow.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/source.h"
#include "cli/shell/terminal.h"
#include "teetape/io/file.h"
#include "teetape/io/jobs.h"
#include "teetape/io/sequence.h"
#include "teetape/io/walk.h"

/* Raises the run's status to `status`. Several threads may do so at once. */
static void count_status(struct run *run, enum exit_status status)
{
    int before = atomic_load(&run->status);
    while (before < (int)status &&
           !atomic_compare_exchange_weak(&run->status, &before, (int)status)) {
    }
}

/* Counts only bytes beyond the farthest position so far, because a seek can move the position
 * back. */
void run_progress(struct job *job, uint64_t read_so_far)
{
    if (job->results != NULL && read_so_far > job->told) {
        progress_add(&job->results->progress, read_so_far - job->told);
        job->told = read_so_far;
    }
}

void run_progress_again(struct job *job)
{
    if (job->results != NULL) {
        progress_more(&job->results->progress, job->told);
        job->told = 0;
    }
}

/* Reports a folder that cannot be written. Only the last folder is remembered, so threads that work
 * in two folders may report one of them again. */
static void say_unwritable(const char *folder, const tt_io_error *error)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    static char told[sizeof error->path];
    pthread_mutex_lock(&lock);
    if (strcmp(told, folder) != 0) {
        memcpy(told, folder, strlen(folder) + 1);
        message_say(MESSAGE_ERROR, folder, "%s; no file in this folder has an output", error->text);
    }
    pthread_mutex_unlock(&lock);
}

/* Returns true when nothing can be written to the folder of an output. The error names the file
 * only, so the system is asked about its folder. */
static bool is_of_folder(const struct job *job, const tt_io_error *error)
{
    char folder[sizeof error->path];
    memcpy(folder, error->path, sizeof folder);
    char *slash = strrchr(folder, '/');
    bool is_refused = error->system == EACCES || error->system == EROFS;
    if (!job->is_one_of_many || !is_refused || slash == NULL || slash == folder) {
        return false;
    }
    *slash = '\0';
    if (access(folder, W_OK) == 0) {
        return false;
    }
    say_unwritable(folder, error);
    return true;
}

bool run_is_gone(const struct job *job, const tt_io_error *error)
{
    struct stat facts;
    return job->found_by_walk && error->system == ENOENT && stat(job->path, &facts) != 0 &&
           errno == ENOENT;
}

bool run_is_link(const struct job *job)
{
    struct stat facts;
    return job->found_by_walk && lstat(job->path, &facts) == 0 && S_ISLNK(facts.st_mode);
}

/* Returns true when this job reports a failure to write. Only the first output that does not fit on
 * the disk is reported by its job; outcome_report has the number of all. */
bool run_reports_failure(const struct job *job, const tt_io_error *error)
{
    if (job->run == NULL || !tt_io_error_is_full(error)) {
        return job->run == NULL || !is_of_folder(job, error);
    }
    return atomic_fetch_add(&job->run->outcomes.without_room, 1) == 0;
}

bool run_reads(const struct job *job, const struct stat *facts)
{
    return job->run != NULL && inputs_have(&job->run->files, facts);
}

unsigned run_rights(const struct job *job)
{
    bool is_of_all = job->run != NULL && (job->how->makes_one || job->how->takes_together);
    unsigned rights =
        is_of_all ? inputs_all_rights(&job->run->files) : tt_io_file_rights(job->path);
    for (size_t i = 0; i < job->count; i++) {
        rights &= tt_io_file_rights(job->paths[i]);
    }
    return rights;
}

/* Returns true for an input that the command does not read. A file that ends inside a magic is
 * looked at again, to distinguish damage from another format. */
static bool is_refused(struct job *job, enum exit_status *status)
{
    if (job->how->reads == READS_BOTH) {
        return false;
    }
    tt_format format = source_look(job);
    if (outcome_reads(job->how, format)) {
        return false;
    }
    tt_io_kind exact = source_kind_of_file(job);
    if (tt_io_kind_is_damage(job->path, exact)) {
        message_say(MESSAGE_ERROR, job->path, "%s", tt_io_kind_reason(exact));
        *status = EXIT_DAMAGED;
    } else {
        *status = outcome_refuse(job, format);
    }
    return true;
}

static enum exit_status process_job(struct job *job)
{
    struct fit_fold fold;
    job->work = job->how->work != 0 ? memory_zeros(job->path, job->how->work) : NULL;
    if (job->how->work != 0 && job->work == NULL) {
        return EXIT_SYSTEM;
    }
    bool folds = job->how->folds && fit_fold_begin(&fold, job);
    enum exit_status status = job->how->process(job);
    if (folds) {
        fit_fold_end(&fold, job);
    }
    free(job->work);
    return status;
}

/* Runs a job. The output counts its bytes, so verbs need not say whether they listed something. */
enum exit_status run_job(struct job *job)
{
    uint64_t before = tt_io_output_count(job->out);
    enum exit_status status;
    if (!is_refused(job, &status)) {
        status = process_job(job);
        if (status == EXIT_GOOD && job->is_unknown && job->found_by_walk) {
            job->outcome = JOB_FOREIGN;
        }
    }
    /* The damage may be why the recording lacks what the user asked for. */
    if (status == EXIT_USAGE && job->is_damaged) {
        status = EXIT_DAMAGED;
    }
    source_drop(job);
    if (job->how->lists && status <= EXIT_DAMAGED) {
        outcome_listed(job, tt_io_output_count(job->out) != before, status == EXIT_DAMAGED);
    }
    return status;
}

static struct job job_of(const struct shell *sh, const struct run_how *how, struct results *results)
{
    return (struct job){
        .command = sh->command,
        .how = how,
        .settings = sh->settings,
        .options = sh->options,
        .user = how->user,
        .out = &results->out,
        .stop = sh->stop,
        .results = results,
    };
}

struct job run_whole(struct run *run)
{
    struct job job = job_of(run->sh, run->how, &run->results);
    job.path = run->inputs.entries[0].path;
    job.is_one_of_many = run->is_many && !run->how->takes_together;
    job.inputs = &run->inputs;
    job.run = run;
    return job;
}

/* Processes an input. With takes_together, the job of the first input is for all inputs, which
 * job.inputs lists. */
static void process(struct run *run, size_t index, tt_io_output *out)
{
    struct job job = run_whole(run);
    job.path = run->inputs.entries[index].path;
    job.found_by_walk = run->inputs.entries[index].found_by_walk;
    job.out = out;
    job.index = index;
    enum exit_status status = run_job(&job);
    outcome_count(&run->outcomes, &job, status);
    count_status(run, status);
    progress_add_file(&run->results.progress);
}

static void process_in_turn(void *user, size_t index, unsigned worker)
{
    struct run *run = user;
    tt_io_output out;
    (void)worker;
    tt_io_sequence_begin(run->sequence, index, &out);
    process(run, index, &out);
    if (!tt_io_sequence_end(run->sequence, index, &out)) {
        tt_io_stop_want(run->sh->stop, -1); /* end of the run, because stdout has failed */
    }
}

/* Reports an input that cannot be listed. A folder is wrong usage of a command that takes one
 * file. */
static void report(void *user, const char *path, const tt_io_error *error)
{
    struct run *run = user;
    bool is_folder = error->system == EISDIR;
    if (is_folder) {
        message_say(MESSAGE_ERROR, path, "is a folder; %s takes one file", run->sh->command->name);
    } else {
        message_say(MESSAGE_ERROR, path, "%s", error->text);
    }
    count_status(run, is_folder ? EXIT_USAGE : EXIT_SYSTEM);
}

static void report_memory(struct run *run)
{
    message_say(MESSAGE_ERROR, NULL, "there is not enough memory for the list of files");
    count_status(run, EXIT_SYSTEM);
}

static const char *check_inputs(const struct run *run)
{
    size_t stdins = 0;
    for (size_t i = 0; i < run->inputs.count; i++) {
        stdins += strcmp(run->inputs.entries[i].path, "-") == 0;
    }
    if (stdins > 1) {
        return "stdin can be read only once";
    }
    if (run->sh->settings->follow && run->is_many) {
        return "--follow takes a single file or folder";
    }
    return NULL;
}

/* Returns false when nothing is to be processed. An empty folder is no error. A command that
 * makes one output of all inputs needs all of them. */
static bool find_inputs(struct run *run)
{
    struct shell *sh = run->sh;
    bool takes_folders = !run->how->takes_one;
    if (follow_wanted(sh)) {
        run->is_many = true; /* the inputs are found one after the other: see follow.h */
        return true;
    }
    if (!tt_io_walk(&run->inputs, sh->files, sh->count, takes_folders, report, run)) {
        report_memory(run);
        return false;
    }
    run->is_many = sh->count > 1 || run->inputs.count > 1;
    for (size_t i = 0; i < run->inputs.count; i++) {
        run->is_many = run->is_many || run->inputs.entries[i].found_by_walk;
    }
    const char *problem = check_inputs(run);
    if (problem != NULL) {
        message_say(MESSAGE_ERROR, NULL, "%s", problem);
        count_status(run, EXIT_USAGE);
        return false;
    }
    if (run->inputs.count == 0 && atomic_load(&run->status) == EXIT_GOOD) {
        message_say(MESSAGE_NOTE, NULL, "there are no files to read in the folders");
    }
    bool is_whole = !run->how->takes_together || atomic_load(&run->status) == EXIT_GOOD;
    return is_whole && run->inputs.count > 0;
}

/* Returns the stored size of all files, or 0 when one has no size, such as a pipe. */
static uint64_t measure_inputs(const struct run *run)
{
    uint64_t sum = 0;
    for (size_t i = 0; i < run->inputs.count; i++) {
        const char *path = run->inputs.entries[i].path;
        struct stat facts;
        bool is_stdin = strcmp(path, "-") == 0;
        bool is_there = !is_stdin && stat(path, &facts) == 0;
        if (is_stdin || (is_there && !S_ISREG(facts.st_mode))) {
            return 0;
        }
        /* A missing file is reported when it is opened. */
        sum += is_there && facts.st_size > 0 ? (uint64_t)facts.st_size : 0;
    }
    return sum;
}

/* Processes one file after the other until the user stops it, or stdout fails. */
static void follow_inputs(struct run *run)
{
    struct follow f;
    run->follow = &f;
    follow_open(&f, run->sh, &run->inputs, report, run);
    bool can_be_read = f.has_next || atomic_load(&run->status) == EXIT_GOOD;
    if (!f.has_next && !f.has_failed && can_be_read) {
        message_say(MESSAGE_NOTE, run->sh->files[0],
                    "has no teehistorian file yet; the first one will be followed");
    }
    while (can_be_read && tt_io_output_error(run->out) == 0 && follow_next(&f)) {
        process(run, run->inputs.count - 1, run->out);
        tt_io_output_flush(run->out);
    }
    if (f.has_failed) {
        report_memory(run);
    }
    follow_close(&f);
    run->follow = NULL;
}

void run_files(struct run *run, unsigned threads)
{
    if (follow_wanted(run->sh)) {
        follow_inputs(run);
        return;
    }
    if (run->inputs.count == 1 || run->how->takes_together) {
        process(run, 0, run->out);
        return;
    }
    run->sequence = tt_io_sequence_new(run->out, run->inputs.count, 0);
    if (run->sequence == NULL) {
        message_say(MESSAGE_ERROR, NULL, "there is not enough memory for this number of files");
        count_status(run, EXIT_SYSTEM);
        return;
    }
    tt_io_jobs_run(run->inputs.count, threads, process_in_turn, run, run->sh->stop);
    int failed = tt_io_sequence_free(run->sequence);
    if (failed != 0) {
        tt_io_error text;
        tt_io_error_system(
            &text, failed,
            "results that wait for their turn cannot be kept; with --jobs 1 none wait");
        message_say(MESSAGE_ERROR, NULL, "%s", text.text);
        count_status(run, EXIT_SYSTEM);
    }
}

enum exit_status run_refuse(const struct shell *sh, const char *problem)
{
    message_say(MESSAGE_ERROR, NULL, "%s", problem);
    message_say(MESSAGE_ERROR, NULL, "usage: teetape %s %s", sh->command->name,
                command_usage(sh->command));
    message_say(MESSAGE_ERROR, NULL, "'teetape %s --help' explains it", sh->command->name);
    return EXIT_USAGE;
}

/* Checks the words of a call. One without files is refused, because doing nothing would look like
 * success. */
static bool is_good(const struct shell *sh, const struct run_how *how, const char *problem)
{
    char text[64];
    if (sh->count == 0) {
        problem = problem != NULL ? problem : "which file? '-' is stdin";
    } else if (how->takes_one && sh->count > 1) {
        snprintf(text, sizeof text, "%s takes one file", sh->command->name);
        problem = problem != NULL ? problem : text;
    }
    return problem == NULL || run_refuse(sh, problem) == EXIT_GOOD;
}

/* Begins a run. Inputs are found before stdout is opened, so wrong usage does not touch stdout. */
bool run_begin(struct run *run, struct shell *sh, const struct run_how *how, const char *problem)
{
    *run = (struct run){.sh = sh, .how = how};
    run->out = &run->results.out;
    atomic_init(&run->status, EXIT_GOOD);
    if (!is_good(sh, how, problem)) {
        count_status(run, EXIT_USAGE);
        return false;
    }
    if (!find_inputs(run)) {
        return false;
    }
    results_open(&run->results);
    run->is_open = true;
    /* Only visible progress needs the sizes of all inputs. */
    if (!sh->settings->quiet && !sh->settings->follow && terminal_smart(STDERR_FILENO)) {
        results_progress_start(&run->results, true, measure_inputs(run), run->inputs.count);
    }
    inputs_open(&run->files, &run->inputs);
    return true;
}

/* Ends a run. Totals go to stdout, so they precede its close. The note is the last line. */
enum exit_status run_end(struct run *run)
{
    if (run->is_open) {
        inputs_close(&run->files);
        if (run->is_many) {
            outcome_totals(&run->outcomes, run->how, run->sh->settings, &run->inputs,
                           &run->results.out);
        }
        count_status(run, results_close(&run->results));
        if (run->is_many) {
            outcome_report(&run->outcomes, run->sh->command, run->how);
        }
    }
    tt_io_list_free(&run->inputs);
    return (enum exit_status)atomic_load(&run->status);
}

enum exit_status run_each(struct shell *sh, const struct run_how *how, const char *problem)
{
    struct run run;
    if (run_begin(&run, sh, how, problem)) {
        run_files(&run, settings_threads(sh->settings));
    }
    return run_end(&run);
}

enum exit_status run_all(struct shell *sh, const struct run_how *how, const char *problem)
{
    struct results results;
    struct job job = job_of(sh, how, &results);
    job.paths = sh->files;
    job.count = sh->count;
    if (problem != NULL) {
        return run_refuse(sh, problem);
    }
    results_open(&results);
    enum exit_status status = process_job(&job);
    exit_worsen(&status, results_close(&results));
    return status;
}

enum exit_status run_command(struct shell *sh)
{
    const struct command *command = sh->command;
    const char *problem = command->check != NULL ? command->check(sh) : NULL;
    return command->run != NULL ? command->run(sh) : run_each(sh, command->how, problem);
}
