/* SPDX-License-Identifier: MIT
 *
 * Gathers rows and writes them.
 *
 * The scan always calls finish after the readers, also after a failure: rows that have gathered are
 * stored, or freed. SQLite works without the lock, so a reader waits only while another one adds
 * rows, or when too much has gathered.
 */
#include "host/posix.h"

#include "archive/scan.h"
#include "host/error.h"

#include <pthread.h>
#include <stdlib.h>

#include "host/fd.h"

/* The writer commits when this many files have gathered, or after WAIT_MS. So commits are few, and
 * the database is locked for a short time. */
#define FILES_AT_ONCE 512
#define BYTES_AT_ONCE ((size_t)8 << 20)
#define WAIT_MS 500

/* The most memory of rows that may gather while others are written. A reader that brings more has
 * to wait. */
#define BYTES_MOST ((size_t)128 << 20)

struct archive_writer {
    struct archive_store store;
    pthread_mutex_t lock;
    pthread_cond_t written; /* signals that is_writing became false */
    bool is_writing;
    struct archive_rows *rows[FILES_AT_ONCE];
    size_t count, bytes;
    uint64_t since;
    bool failed; /* remains true once set: further rows are freed and not stored */
    tt_io_error error;
};

struct archive_writer *tti_archive_writer_new(tt_io_archive *archive, tt_io_error *error)
{
    struct archive_writer *w = calloc(1, sizeof *w);
    if (w == NULL) {
        tti_error_say(error, TT_ERR_SYSTEM, "there is not enough memory");
        return NULL;
    }
    if (!tti_archive_store_open(&w->store, archive, error)) {
        free(w);
        return NULL;
    }
    pthread_mutex_init(&w->lock, NULL);
    pthread_cond_init(&w->written, NULL);
    return w;
}

/* Stores all rows in one transaction. Damage in a file is no failure, so any failure is one of the
 * database and rolls all files back. */
static bool store_all(struct archive_writer *w, struct archive_rows *const *rows, size_t count,
                      tt_io_error *error)
{
    tt_io_archive *archive = w->store.archive;
    bool good = tti_archive_begin(archive, error);
    for (size_t i = 0; good && i < count; i++) {
        good = tti_archive_store_rows(&w->store, rows[i], error);
    }
    if (!good) {
        tti_archive_rollback(archive);
        return false;
    }
    return tti_archive_commit(archive, error);
}

/* Writes the rows that have gathered. Called with the lock, which is released while writing. Rows
 * are taken out first, so that other threads can bring new ones. */
static void write_gathered(struct archive_writer *w)
{
    struct archive_rows *rows[FILES_AT_ONCE];
    tt_io_error error;
    size_t count = w->count;
    for (size_t i = 0; i < count; i++) {
        rows[i] = w->rows[i];
    }
    w->count = 0;
    w->bytes = 0;
    w->is_writing = true;
    bool failed = w->failed;
    pthread_mutex_unlock(&w->lock);
    bool good = !failed && (count == 0 || store_all(w, rows, count, &error));
    for (size_t i = 0; i < count; i++) {
        tti_archive_rows_free(rows[i]);
    }
    pthread_mutex_lock(&w->lock);
    if (!good && !w->failed) {
        w->failed = true;
        w->error = error;
    }
    w->is_writing = false;
    pthread_cond_broadcast(&w->written);
}

/* Returns true when this thread should write now. All threads share one SQLite connection, so one
 * thread writes at a time. Called with the lock. */
static bool is_time(const struct archive_writer *w)
{
    return w->count > 0 && !w->is_writing &&
           (w->count == FILES_AT_ONCE || w->bytes >= BYTES_AT_ONCE ||
            tti_host_clock_ms() - w->since >= WAIT_MS);
}

bool tti_archive_writer_put(struct archive_writer *w, struct archive_rows *rows)
{
    pthread_mutex_lock(&w->lock);
    while (w->count == FILES_AT_ONCE || w->bytes >= BYTES_MOST) {
        if (w->is_writing) {
            pthread_cond_wait(&w->written, &w->lock);
        } else {
            write_gathered(w);
        }
    }
    if (w->count == 0) {
        w->since = tti_host_clock_ms();
    }
    w->rows[w->count++] = rows;
    w->bytes += tti_archive_rows_memory(rows);
    if (is_time(w)) {
        write_gathered(w);
    }
    bool good = !w->failed;
    pthread_mutex_unlock(&w->lock);
    return good;
}

/* Writes rows that are due. A reader calls this while it reads a large file. */
void tti_archive_writer_tend(struct archive_writer *w)
{
    pthread_mutex_lock(&w->lock);
    if (is_time(w)) {
        write_gathered(w);
    }
    pthread_mutex_unlock(&w->lock);
}

bool tti_archive_writer_finish(struct archive_writer *w, tt_io_error *error)
{
    pthread_mutex_lock(&w->lock);
    if (w->count > 0) {
        write_gathered(w);
    }
    bool good = !w->failed;
    if (!good) {
        *error = w->error;
    }
    pthread_mutex_unlock(&w->lock);
    return good;
}

struct archive_store *tti_archive_writer_store(struct archive_writer *w)
{
    return &w->store;
}

void tti_archive_writer_free(struct archive_writer *w)
{
    if (w == NULL) {
        return;
    }
    for (size_t i = 0; i < w->count; i++) {
        tti_archive_rows_free(w->rows[i]);
    }
    tti_archive_store_close(&w->store);
    pthread_cond_destroy(&w->written);
    pthread_mutex_destroy(&w->lock);
    free(w);
}
