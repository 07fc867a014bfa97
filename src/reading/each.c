/* SPDX-License-Identifier: MIT
 *
 * Reads many recordings: finds them in folders, and gives each a reading in a thread.
 *
 * A job is one recording. Its output waits in the sequence until all earlier recordings are done,
 * so the output does not depend on the number of threads.
 */
#include "teetape/io/each.h"
#include "host/error.h"

#include <errno.h>

#include "host/inside.h"
#include "teetape/io/jobs.h"
#include "teetape/io/sequence.h"
#include "teetape/io/walk.h"

struct each {
    const tt_io_each_options *options;
    tt_io_each_fn *fn;
    void *user;
    const char *path;
    tt_io_list list; /* the recordings; the list is complete before the first one is opened */
    tt_io_sequence *sequence;
    tt_io_error *error;
};

static void on_folder(void *user, const char *path, const tt_io_error *error)
{
    struct each *e = user;
    if (e->error->status == TT_OK) {
        *e->error = *error;
        tti_error_of(e->error, path);
    }
}

static bool no_memory(struct each *e)
{
    tt_io_error_system(e->error, ENOMEM, "the recordings cannot be read");
    return tti_error_of(e->error, e->path);
}

/* Returns true for a file of a folder that is no recording. A file that the user named is always
 * given, and so is a file that cannot be read. */
static bool is_passed_over(const tt_io_reading *r, const tt_io_entry *entry)
{
    tt_io_kind kind = tt_io_reading_kind(r);
    bool is_recording = kind == TT_IO_KIND_TEEHISTORIAN || kind == TT_IO_KIND_DEMO;
    bool is_read = r->error.status == TT_OK || r->error.status == TT_ERR_FORMAT;
    return entry->found_by_walk && !is_recording && is_read &&
           !tt_io_kind_is_damage(entry->path, kind);
}

static void job(void *user, size_t index, unsigned worker)
{
    struct each *e = user;
    const tt_io_entry *entry = &e->list.entries[index];
    tt_io_reading r;
    tt_io_output out;
    (void)worker;
    if (tti_io_sequence_stopped(e->sequence)) {
        return;
    }
    tt_io_sequence_begin(e->sequence, index, &out);
    bool is_open = tt_io_reading_open(&r, entry->path, &e->options->reading);
    bool is_stopped =
        !is_open && r.error.status == TT_OK && tt_io_stop_wanted(e->options->reading.stop);
    if (!is_stopped && !is_passed_over(&r, entry)) {
        e->fn(e->user, &r, entry->path, &out);
    }
    tt_io_reading_close(&r);
    tt_io_sequence_end(e->sequence, index, &out);
}

static int drop(void *user, tt_bytes bytes)
{
    (void)user;
    (void)bytes;
    return 0;
}

/* Runs the jobs, one for each recording. The output is flushed when the sequence is freed, so its
 * error is final only then. */
static void run(struct each *e, tt_io_output *out)
{
    unsigned threads = e->options->threads != 0 ? e->options->threads : tt_io_jobs_cores();
    e->sequence = tt_io_sequence_new(out, e->list.count, 0);
    if (e->sequence == NULL) {
        no_memory(e);
        return;
    }
    tt_io_jobs_run(e->list.count, threads, job, e, e->options->reading.stop);
    int failed = tt_io_sequence_free(e->sequence);
    failed = failed != 0 ? failed : tt_io_output_error(out);
    if (failed != 0) {
        tt_io_error_system(e->error, failed, "the results cannot be written");
        tti_error_of(e->error, e->path);
    }
}

bool tt_io_each(const char *const *paths, size_t count, const tt_io_each_options *options,
                tt_io_each_fn *fn, void *user, tt_io_error *error)
{
    struct each e = {.options = options,
                     .fn = fn,
                     .user = user,
                     .path = count > 0 ? paths[0] : "",
                     .error = error};
    tt_io_output nowhere;
    tti_error_clear(error);
    if (!tt_io_walk(&e.list, paths, count, true, on_folder, &e)) {
        no_memory(&e);
    } else if (options->out != NULL) {
        run(&e, options->out);
    } else {
        tt_io_output_open(&nowhere, drop, NULL);
        run(&e, &nowhere);
        tt_io_output_close(&nowhere);
    }
    tt_io_list_free(&e.list);
    return error->status == TT_OK;
}
