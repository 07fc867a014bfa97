/* SPDX-License-Identifier: MIT
 *
 * Removes old recordings from the disk. Their rows remain in the database.
 *
 * Only a recording that is whole and closed, and of which the database has all facts, no finish,
 * no save and no load of a save, may go. Servers before DDNet 18.3 (version_minor 8) recorded no
 * finishes, so their recordings remain. The age is that of its file or of its game, whichever is
 * less, so neither a wrong clock of a server nor a restored backup makes it older. A row in the
 * table `removed` is committed before the file is removed: after an interruption the next scan
 * finds the file and drops the row. Sizes are what goes from the disk with a name: nothing with a
 * link, and of a file with several names a share with each.
 */
#include "host/posix.h"

#include "archive/expire.h"
#include "host/error.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "archive/database.h"
#include "archive/inside.h"
#include "host/file_lock.h"
#include "host/grow.h"
#include "host/in_use.h"
#include "teetape/io/index.h"

#define SECONDS_PER_DAY INT64_C(86400)

/* The files below the roots of the transaction, oldest first, and which of them may go. Kinds 17 to
 * 22 are finishes, saves and loads. */
static const char *const by_age =
    "SELECT f.id, f.path, f.path_raw, f.size, f.mtime_ns,"
    " max(f.mtime_ns / 1000000000, ifnull(r.start_time, 0) + r.last_tick / 50) AS age,"
    " r.errors = 0 AND r.complete = 1 AND r.facts_left_out = 0"
    " AND (r.format <> 'teehistorian' OR ifnull(r.version_minor, 0) >= 8)"
    " AND NOT EXISTS (SELECT 1 FROM fact WHERE recording = r.id AND kind BETWEEN 17 AND 22)"
    " FROM temp.root_range AS w CROSS JOIN temp.file_below AS f"
    " ON f.path = w.path OR f.path >= w.first AND f.path < w.last"
    " JOIN recording AS r ON r.id = f.recording"
    " WHERE NOT EXISTS (SELECT 1 FROM removed WHERE file = f.id)"
    " ORDER BY age, f.path";

struct old_file {
    int64_t id;
    char *path;
    uint64_t size, share;
    int64_t mtime_ns, age;
};

struct old_list {
    struct old_file *files;
    size_t count, cap;
    uint64_t bytes; /* also of recordings that may not go */
};

/* Returns how many bytes of the disk are this name's. */
static uint64_t share_of(const char *path)
{
    struct stat facts;
    bool is_file = lstat(path, &facts) == 0 && S_ISREG(facts.st_mode) && facts.st_nlink > 0;
    return is_file ? (uint64_t)facts.st_size / facts.st_nlink : 0;
}

static bool take(struct old_list *list, sqlite3_stmt *row)
{
    tt_bytes path = tti_archive_column(row, 1, 2);
    struct old_file *grown = tti_grow(list->files, &list->cap, list->count + 1, sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    list->files = grown;
    struct old_file *file = &list->files[list->count];
    *file = (struct old_file){.id = sqlite3_column_int64(row, 0),
                              .path = malloc(path.size + 1),
                              .size = (uint64_t)sqlite3_column_int64(row, 3),
                              .mtime_ns = sqlite3_column_int64(row, 4),
                              .age = sqlite3_column_int64(row, 5)};
    if (file->path == NULL) {
        return false;
    }
    memcpy(file->path, path.data, path.size);
    file->path[path.size] = '\0';
    file->share = share_of(file->path);
    list->bytes += file->share;
    if (file->share > 0 && sqlite3_column_int(row, 6) == 1) {
        list->count++;
    } else {
        free(file->path);
    }
    return true;
}

/* Reads the list and the sum of all sizes. The transaction is only for the table of roots. */
static bool read_list(tt_io_archive *archive, const char *const *roots, size_t count,
                      struct old_list *list, tt_io_error *error)
{
    int step = SQLITE_DONE;
    bool has_memory = true;
    if (!tti_archive_run(archive, "BEGIN", error) ||
        !tti_archive_put_roots(archive, roots, count, error)) {
        tti_archive_rollback(archive);
        return false;
    }
    sqlite3_stmt *rows = tti_archive_prepare(archive, by_age, error);
    while (rows != NULL && has_memory && (step = sqlite3_step(rows)) == SQLITE_ROW) {
        has_memory = take(list, rows);
    }
    bool good =
        rows != NULL && (!has_memory || step == SQLITE_DONE || tti_archive_fail(archive, error));
    sqlite3_finalize(rows);
    tti_archive_rollback(archive);
    return good &&
           (has_memory || tt_io_error_system(error, ENOMEM, "cannot hold the list of files"));
}

static void free_list(struct old_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->files[i].path);
    }
    free(list->files);
}

/* Returns true when the file is still the one that was scanned, and no program writes it. */
static bool is_same(const struct old_file *file)
{
    struct stat facts;
    return lstat(file->path, &facts) == 0 && S_ISREG(facts.st_mode) &&
           (uint64_t)facts.st_size == file->size &&
           (int64_t)facts.st_mtim.tv_sec * 1000000000 + facts.st_mtim.tv_nsec == file->mtime_ns &&
           tti_host_use_of(file->path) != HOST_USE_WRITTEN;
}

/* Puts or deletes the row of a file in the table `removed`. */
static bool change_row(tt_io_archive *archive, const char *change, const struct old_file *file,
                       tt_io_error *error)
{
    sqlite3_stmt *s = tti_archive_prepare(archive, change, error);
    if (s == NULL) {
        return false;
    }
    sqlite3_bind_int64(s, 1, file->id);
    if (sqlite3_bind_parameter_count(s) > 1) {
        sqlite3_bind_int64(s, 2, (int64_t)time(NULL));
    }
    bool good = tti_archive_do(archive, s, error);
    sqlite3_finalize(s);
    return good;
}

static int unlink_both(const char *path)
{
    tt_io_error error;
    char *index = tt_io_index_path(path, NULL, &error);
    int failed = unlink(path) == 0 || errno == ENOENT ? 0 : errno;
    if (failed == 0 && index != NULL) {
        tt_io_index_remove_orphan(index);
    }
    free(index);
    return failed;
}

/* Removes a file. One that another run works on, or that changed, is left for the next time.
 * `failed` receives the errno of one that cannot be removed. */
static bool remove_file(tt_io_archive *archive, const struct old_file *file, bool *is_removed,
                        int *failed, tt_io_error *error)
{
    struct tti_host_file_lock lock;
    *is_removed = false;
    *failed = 0;
    if (tti_host_file_lock(&lock, file->path, archive->stop) != HOST_LOCK_HELD) {
        return true;
    }
    bool good = true;
    if (is_same(file)) {
        good = change_row(archive, "INSERT OR REPLACE INTO removed(file, at) VALUES (?1, ?2)", file,
                          error);
        *failed = good ? unlink_both(file->path) : 0;
        *is_removed = good && *failed == 0;
    }
    if (*failed != 0) {
        good = change_row(archive, "DELETE FROM removed WHERE file = ?1", file, error);
    }
    tti_host_file_unlock(&lock);
    if (*failed != 0) {
        tt_io_error what;
        tt_io_error_system(&what, *failed, "cannot be removed");
        tti_archive_notice(archive, TT_IO_ARCHIVE_UNREADABLE, file->path, "%s", what.text);
    }
    return good;
}

bool tti_archive_expire(tt_io_archive *archive, const char *const *roots, size_t count,
                        const tt_io_archive_expiry *expiry, tt_io_archive_expired *result,
                        tt_io_error *error)
{
    struct old_list list = {NULL, 0, 0, 0};
    int64_t before = 0;
    const int64_t oldest = (int64_t)time(NULL) - expiry->keep_days * SECONDS_PER_DAY;
    bool good = tti_archive_number(archive, "SELECT count(*) FROM removed", &before, error) &&
                read_list(archive, roots, count, &list, error);
    result->is_first = before == 0;
    bool removes = !expiry->lists_only && (!result->is_first || expiry->is_agreed);
    for (size_t i = 0; good && i < list.count && !tt_io_stop_wanted(archive->stop); i++) {
        const struct old_file *file = &list.files[i];
        bool is_old = expiry->keep_days > 0 && file->age < oldest;
        bool is_over = expiry->max_bytes > 0 && list.bytes > expiry->max_bytes;
        bool is_removed = false;
        int failed = 0;
        if (!is_old && !is_over) {
            continue;
        }
        good = !removes || remove_file(archive, file, &is_removed, &failed, error);
        result->failed += failed != 0;
        if (good && (is_removed || !removes)) {
            list.bytes -= file->share;
            result->files++;
            result->bytes += file->share;
            if (expiry->on_file != NULL) {
                expiry->on_file(expiry->user, file->path, file->size, is_removed);
            }
        }
    }
    result->bytes_left = list.bytes;
    free_list(&list);
    return good || tti_error_of(error, archive->path);
}
