/* SPDX-License-Identifier: MIT
 *
 * Updates a database: several threads read new files, and missing files are forgotten.
 *
 * The steps: load what the database knows (known.c), walk through the folders (work.c), read new
 * files in several threads (read.c) while the writer stores them (writer.c), forget missing files
 * (gone.c), find names (names.c), and report damage (query.c).
 */
#include "host/posix.h"

#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "archive/database.h"
#include "archive/inside.h"
#include "archive/key.h"
#include "archive/names.h"
#include "archive/scan.h"
#include "host/error.h"
#include "host/in_use.h"
#include "teetape/io/jobs.h"

struct scanner {
    tt_io_archive *archive;
    const tt_io_archive_scan_options *scan;
    tt_io_archive_scan_options own_scan;
    tt_io_archive_counts *counts;
    struct archive_known known;
    struct archive_gone gone;
    struct archive_work_list work;
    struct archive_writer *writer;
    struct archive_reader **readers;
    uint8_t key[ARCHIVE_KEY_SIZE];
    tt_io_stop stop;
    atomic_bool no_memory;
    atomic_size_t read, moved, damaged, unfinished, failed;
    atomic_uint_least64_t bytes;
};

/* Reports a file that cannot be read, which is no failure of the scan. A file that disappeared
 * since the walk is ignored. */
static void tell(struct scanner *s, const char *path, const tt_io_error *error)
{
    struct stat facts;
    if (error->system == ENOENT && stat(path, &facts) != 0 && errno == ENOENT) {
        return;
    }
    tti_archive_notice(s->archive, TT_IO_ARCHIVE_UNREADABLE, path, "%s", error->text);
    atomic_fetch_add(&s->failed, 1);
}

/* Tends the writer and counts bytes. Every reader calls this with each piece, so a long recording
 * does not delay others' rows. */
static void on_progress(void *user, uint64_t bytes)
{
    struct scanner *s = user;
    const tt_io_archive_progress *progress = &s->scan->progress;
    tti_archive_writer_tend(s->writer);
    if (progress->add != NULL) {
        progress->add(progress->user, bytes);
    }
}

/* Decides if damage is to be judged later. A server writes in blocks, so its file may end inside a
 * record until the next one. The row gets a wrong time: the next scan reads the file again, and
 * reports the damage if it is still there and nobody writes any more. */
static bool waits_for_writer(struct scanner *s, struct archive_rows *rows)
{
    if (!s->scan->only_new_damage || tti_host_use_of(rows->place.path) != HOST_USE_WRITTEN) {
        return false;
    }
    rows->place.mtime_ns = 0;
    return true;
}

static void count_and_tell(struct scanner *s, struct archive_rows *rows)
{
    bool is_wreck = rows->content == ARCHIVE_FOREIGN && rows->damage[0] != '\0';
    atomic_fetch_add(&s->bytes, rows->bytes);
    atomic_fetch_add(&s->read, rows->content == ARCHIVE_RECORDING || is_wreck);
    bool is_recording = rows->content == ARCHIVE_RECORDING;
    bool is_damaged =
        (is_wreck || (is_recording && rows->errors != 0)) && !waits_for_writer(s, rows);
    atomic_fetch_add(&s->damaged, is_damaged);
    if (is_damaged && s->scan->only_new_damage) {
        tti_archive_notice(s->archive, is_wreck ? TT_IO_ARCHIVE_NO_CONTENT : TT_IO_ARCHIVE_DAMAGED,
                           rows->place.path, "damaged: %s", rows->damage);
    }
    if (is_recording) {
        tt_recording_state state = tt_recording_state_of(rows->errors, rows->finished);
        atomic_fetch_add(&s->unfinished, state == TT_RECORDING_UNFINISHED);
    }
    if (rows->facts_left_out != 0) {
        tti_archive_notice(s->archive, TT_IO_ARCHIVE_FULL, rows->place.path,
                           "has too many facts for an archive; the last ones are not searched");
    }
}

static bool read_work(struct scanner *s, const struct archive_work *work, struct archive_rows *rows,
                      unsigned worker)
{
    tt_io_error error;
    if (!tti_archive_look(s->readers[worker], rows, &error)) {
        tell(s, rows->place.path, &error);
        return false;
    }
    const struct archive_known_file *alike =
        work->path_known ? NULL
                         : tti_archive_known_alike(&s->known, &work->place, rows->fingerprint);
    if (alike != NULL) {
        rows->content = ARCHIVE_KNOWN;
        rows->known = alike->recording;
        atomic_fetch_add(&s->moved, 1);
        on_progress(s, rows->place.size);
        return true;
    }
    if (!tti_archive_read(s->readers[worker], rows, &s->own_scan, &error)) {
        if (error.status != TT_OK) {
            tell(s, rows->place.path, &error);
        }
        return false;
    }
    count_and_tell(s, rows);
    return true;
}

/* Reads a file and gives its rows to the writer. A file that could not be stored ends the scan; one
 * that could not be read does not. The work gives its path to the rows, and the writer frees the
 * rows. */
static void process(void *user, size_t index, unsigned worker)
{
    struct scanner *s = user;
    struct archive_work *work = &s->work.items[index];
    struct archive_rows *rows = calloc(1, sizeof *rows);
    if (rows == NULL || tt_io_stop_wanted(&s->stop)) {
        if (rows == NULL) {
            s->no_memory = true;
        }
        free(rows);
        return;
    }
    rows->place = work->place;
    work->place.path = NULL;
    if (!read_work(s, work, rows, worker)) {
        tti_archive_rows_free(rows);
    } else if (!tti_archive_writer_put(s->writer, rows)) {
        tt_io_stop_want(&s->stop, -1);
    }
    if (s->scan->progress.add_file != NULL) {
        s->scan->progress.add_file(s->scan->progress.user);
    }
}

/* Reads all new files. The writer is finished also after a stop: files that were read completely
 * are stored. */
static bool read_all(struct scanner *s, tt_io_error *error)
{
    const tt_io_archive_progress *progress = &s->scan->progress;
    unsigned threads = s->scan->threads > 0 ? s->scan->threads : tt_io_jobs_cores();
    uint64_t bytes = 0;
    for (size_t i = 0; i < s->work.count; i++) {
        bytes += s->work.items[i].place.size;
    }
    if (progress->start != NULL) {
        progress->start(progress->user, bytes, s->work.count);
    }
    s->own_scan = *s->scan;
    s->own_scan.progress = (tt_io_archive_progress){.add = on_progress, .user = s};
    struct archive_reader **readers = calloc(threads, sizeof(struct archive_reader *));
    s->readers = readers;
    s->no_memory = readers == NULL;
    for (unsigned i = 0; readers != NULL && !s->no_memory && i < threads; i++) {
        readers[i] = tti_archive_reader_new(s->key);
        s->no_memory = readers[i] == NULL;
    }
    if (!s->no_memory) {
        tt_io_jobs_run(s->work.count, threads, process, s, s->scan->stop);
    }
    for (unsigned i = 0; s->readers != NULL && i < threads; i++) {
        tti_archive_reader_free(s->readers[i]);
    }
    free(s->readers);
    return tti_archive_writer_finish(s->writer, error);
}

static bool fail_memory(tt_io_error *error)
{
    return tt_io_error_system(error, ENOMEM, "cannot scan the folders");
}

/* Runs the steps of a scan. After a stop no file is forgotten, because not every file was looked
 * for. Names depend on the forgotten files, so they come last. */
static bool update(struct scanner *s, tt_io_error *error)
{
    bool good = s->work.count == 0 || read_all(s, error);
    s->counts->read = atomic_load(&s->read);
    s->counts->moved = atomic_load(&s->moved);
    s->counts->damaged_now = atomic_load(&s->damaged);
    s->counts->unfinished = atomic_load(&s->unfinished);
    s->counts->failed = atomic_load(&s->failed);
    s->counts->bytes = atomic_load(&s->bytes);
    if (!good) {
        return false;
    }
    if (s->no_memory) {
        return fail_memory(error);
    }
    if (tt_io_stop_wanted(s->scan->stop)) {
        s->counts->is_stopped = true;
        return true;
    }
    const char *const *roots = (const char *const *)s->work.roots;
    return tti_archive_gone_forget(&s->gone, tti_archive_writer_store(s->writer), &s->known,
                                   s->scan->forget, s->counts, error) &&
           tti_archive_names_update(s->archive, error) &&
           (s->work.root_count == 0 ||
            (tti_archive_count(s->archive, roots, s->work.root_count, false, &s->counts->files,
                               error) &&
             tti_archive_report_damaged(s->archive, roots, s->work.root_count,
                                        s->scan->lists_damaged, &s->counts->damaged, error)));
}

/* Scans. The path of the database is resolved, so that the walk ignores its files under any
 * link. */
bool tt_io_archive_scan(tt_io_archive *archive, const tt_io_archive_scan_options *scan,
                        tt_io_archive_counts *counts, tt_io_error *error)
{
    tt_io_archive_counts unwanted = {0};
    tt_io_archive_scan_options options = *scan;
    options.stop = scan->stop != NULL ? scan->stop : archive->stop;
    counts = counts != NULL ? counts : &unwanted;
    struct scanner s = {.archive = archive, .scan = &options, .counts = counts};
    memset(counts, 0, sizeof *counts);
    tti_error_clear(error);
    char *database = realpath(archive->path, NULL);
    if (database == NULL) {
        tt_io_error_system(error, errno, "cannot be found");
        return tti_error_of(error, archive->path);
    }
    bool good = tti_archive_key_load(archive, s.key, error) &&
                tti_archive_known_load(&s.known, archive, error);
    if (good) {
        s.work = (struct archive_work_list){.archive = archive,
                                            .known = &s.known,
                                            .gone = &s.gone,
                                            .database = database,
                                            .rescan = scan->rescan};
        s.no_memory = !tti_archive_work_find(&s.work, scan->paths, scan->count);
        atomic_store(&s.failed, s.work.failed);
        s.writer = s.no_memory ? NULL : tti_archive_writer_new(archive, error);
        good = s.no_memory ? fail_memory(error) : s.writer != NULL && update(&s, error);
    }
    free(database);
    tti_archive_work_free(&s.work);
    tti_archive_writer_free(s.writer);
    tti_archive_known_free(&s.known);
    tti_archive_gone_free(&s.gone);
    return good || tti_error_of(error, archive->path);
}
