/* SPDX-License-Identifier: MIT
 *
 * Loads the files that a database knows.
 */
#include "host/posix.h"

#include "archive/scan.h"
#include "host/error.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/grow.h"

static int by_path(const void *a, const void *b)
{
    const struct archive_known_file *x = a, *y = b;
    return strcmp(x->place.path, y->place.path);
}

/* Compares size, time stamp and fingerprint. Thousands of files may be alike in two of the
 * three. */
static int compare_content(const struct archive_place *x, uint64_t x_print,
                           const struct archive_place *y, uint64_t y_print)
{
    if (x->size != y->size) {
        return x->size < y->size ? -1 : 1;
    }
    if (x->mtime_ns != y->mtime_ns) {
        return x->mtime_ns < y->mtime_ns ? -1 : 1;
    }
    return (x_print > y_print) - (x_print < y_print);
}

static int by_content(const void *a, const void *b)
{
    const struct archive_known_file *x = *(struct archive_known_file *const *)a;
    const struct archive_known_file *y = *(struct archive_known_file *const *)b;
    int order = compare_content(&x->place, x->fingerprint, &y->place, y->fingerprint);
    return order != 0 ? order : (x->recording > y->recording) - (x->recording < y->recording);
}

static bool take_row(struct archive_known *known, size_t *cap, sqlite3_stmt *s, tt_bytes path)
{
    struct archive_known_file *grown = tti_grow(known->files, cap, known->count + 1, sizeof *grown);
    if (grown == NULL) {
        return false;
    }
    known->files = grown;
    struct archive_known_file *file = &known->files[known->count];
    *file = (struct archive_known_file){
        .place = {.path = malloc(path.size + 1),
                  .size = (uint64_t)sqlite3_column_int64(s, 3),
                  .mtime_ns = sqlite3_column_int64(s, 4),
                  .device = (uint64_t)sqlite3_column_int64(s, 5)},
        .id = sqlite3_column_int64(s, 0),
        .recording = sqlite3_column_int64(s, 6),
        .fingerprint = (uint64_t)sqlite3_column_int64(s, 7),
        .counts = sqlite3_column_int(s, 8) != 0,
        .is_removed = sqlite3_column_int(s, 9) != 0,
    };
    if (file->place.path == NULL) {
        return false;
    }
    memcpy(file->place.path, path.data, path.size);
    file->place.path[path.size] = '\0';
    known->count++;
    return true;
}

static bool sort(struct archive_known *known)
{
    if (known->count == 0) {
        return true;
    }
    qsort(known->files, known->count, sizeof *known->files, by_path);
    known->contents = calloc(known->count, sizeof(struct archive_known_file *));
    if (known->contents == NULL) {
        return false;
    }
    for (size_t i = 0; i < known->count; i++) {
        if (known->files[i].recording != 0) {
            known->contents[known->content_count++] = &known->files[i];
        }
    }
    qsort(known->contents, known->content_count, sizeof(struct archive_known_file *), by_content);
    return true;
}

bool tti_archive_known_load(struct archive_known *known, tt_io_archive *archive, tt_io_error *error)
{
    size_t cap = 0;
    int step = SQLITE_DONE;
    bool memory = true, is_damaged = false;
    memset(known, 0, sizeof *known);
    sqlite3_stmt *s = tti_archive_prepare(
        archive,
        "SELECT f.id, f.path, f.path_raw, f.size, f.mtime_ns, f.device, f.recording,"
        " r.fingerprint, f.recording IS NOT NULL OR f.damage IS NOT NULL, EXISTS (SELECT 1 FROM "
        "removed"
        " WHERE file = f.id) FROM file AS f LEFT JOIN "
        "recording AS r ON r.id = f.recording",
        error);
    if (s == NULL) {
        return false;
    }
    while (memory && !is_damaged && (step = sqlite3_step(s)) == SQLITE_ROW) {
        tt_bytes path = tti_archive_column(s, 1, 2);
        memory = sqlite3_errcode(archive->db) != SQLITE_NOMEM;
        bool is_path = path.size > 0 && memchr(path.data, '/', path.size) != NULL &&
                       memchr(path.data, '\0', path.size) == NULL;
        is_damaged = memory && !is_path;
        memory = memory && (is_damaged || take_row(known, &cap, s, path));
    }
    bool good = !memory || is_damaged || step == SQLITE_DONE || tti_archive_fail(archive, error);
    sqlite3_finalize(s);
    if (is_damaged) {
        tti_error_say(error, TT_ERR_ARCHIVE,
                      "is damaged: a file in it has no path. Move it to make a new one");
        good = false;
    }
    if (good && !(memory && sort(known))) {
        tt_io_error_system(error, ENOMEM, "cannot hold the list of files");
        good = false;
    }
    if (!good) {
        tti_archive_known_free(known);
    }
    return good;
}

void tti_archive_known_free(struct archive_known *known)
{
    for (size_t i = 0; i < known->count; i++) {
        free(known->files[i].place.path);
    }
    free(known->files);
    free(known->contents);
    memset(known, 0, sizeof *known);
}

struct archive_known_file *tti_archive_known_find(const struct archive_known *known,
                                                  const char *path)
{
    size_t low = 0, high = known->count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        int order = strcmp(known->files[middle].place.path, path);
        if (order == 0) {
            return &known->files[middle];
        }
        low = order < 0 ? middle + 1 : low;
        high = order < 0 ? high : middle;
    }
    return NULL;
}

const struct archive_known_file *tti_archive_known_alike(const struct archive_known *known,
                                                         const struct archive_place *place,
                                                         uint64_t fingerprint)
{
    size_t low = 0, high = known->content_count;
    while (low < high) {
        size_t middle = low + (high - low) / 2;
        const struct archive_known_file *file = known->contents[middle];
        bool before = compare_content(&file->place, file->fingerprint, place, fingerprint) < 0;
        low = before ? middle + 1 : low;
        high = before ? high : middle;
    }
    const struct archive_known_file *file =
        low < known->content_count ? known->contents[low] : NULL;
    bool found =
        file != NULL && compare_content(&file->place, file->fingerprint, place, fingerprint) == 0;
    return found ? file : NULL;
}
