/* SPDX-License-Identifier: MIT
 *
 * Finds the files below some paths, and decides which of them are new.
 *
 * A recording may have any name, so only reading shows what a file is. Every regular file below the
 * paths is therefore kept in the database, even if it is no recording, and the next scan skips it
 * by its size and time stamp.
 */
#include "host/posix.h"

#include "archive/scan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "archive/database.h"
#include "archive/key.h"
#include "host/grow.h"
#include "host/inside.h"
#include "teetape/io/walk.h"

static void tell(struct archive_work_list *list, const char *path, const tt_io_error *error)
{
    tti_archive_notice(list->archive, TT_IO_ARCHIVE_UNREADABLE, path, "%s", error->text);
    list->failed++;
}

static void on_unreadable(void *user, const char *path, const tt_io_error *error)
{
    struct archive_work_list *list = user;
    tell(list, path, error);
    list->no_memory =
        list->no_memory ||
        !tti_archive_append(&list->gone->unreadable, &list->gone->unreadable_count, strdup(path));
}

/* Returns true for the database's own files, which change with every write. Closing one would
 * release SQLite's locks. */
static bool is_database(const struct archive_work_list *list, const char *path)
{
    size_t size = strlen(list->database);
    return strncmp(path, list->database, size) == 0 &&
           (path[size] == '\0' || strcmp(path + size, "-wal") == 0 ||
            strcmp(path + size, "-shm") == 0 || strcmp(path + size, "-journal") == 0 ||
            strcmp(path + size, ARCHIVE_KEY_SUFFIX) == 0);
}

/* Decides whether a file is new, and takes its path over. A known file with the size and time stamp
 * of the database is not read again; at most the number of its file system is updated. */
static void look_at(struct archive_work_list *list, tt_io_entry *entry, bool is_named)
{
    struct stat facts;
    struct archive_known_file *known = tti_archive_known_find(list->known, entry->path);
    if (is_database(list, entry->path) || (known != NULL && known->seen)) {
        return;
    }
    int failed = stat(entry->path, &facts) == 0 ? 0 : errno;
    if (failed != 0 && failed != ENOENT) {
        tt_io_error error;
        tt_io_error_system(&error, failed, "cannot be opened");
        tell(list, entry->path, &error);
        if (known != NULL) {
            known->seen = true; /* keeps a file that cannot be looked at: it is not gone */
        }
    }
    if (failed != 0 || !S_ISREG(facts.st_mode)) {
        return;
    }
    struct archive_work work = {
        .place = {.path = entry->path,
                  .size = (uint64_t)facts.st_size,
                  .mtime_ns = (int64_t)facts.st_mtim.tv_sec * 1000000000 + facts.st_mtim.tv_nsec,
                  .device = (uint64_t)facts.st_dev},
        .is_named = is_named,
        .path_known = known != NULL,
    };
    if (known != NULL) {
        known->seen = true;
        /* a change that keeps the size and the time stamp to the nanosecond is not noticed */
        if (!list->rescan && known->place.size == work.place.size &&
            known->place.mtime_ns == work.place.mtime_ns) {
            known->moved_device = known->place.device != work.place.device;
            known->place.device = work.place.device;
            return;
        }
    }
    struct archive_work *grown = tti_grow(list->items, &list->cap, list->count + 1, sizeof *grown);
    list->no_memory = grown == NULL;
    if (grown != NULL) {
        list->items = grown;
        list->items[list->count++] = work;
        entry->path = NULL;
    }
}

static void look_below(struct archive_work_list *list, const char *path)
{
    tt_io_list found = {0};
    struct stat facts;
    tt_io_error error;
    char *root = realpath(path, NULL);
    int failed = errno;
    list->no_memory = list->no_memory ||
                      !tti_archive_append(&list->roots, &list->root_count, tti_io_real_path(path));
    errno = failed;
    if (root == NULL || stat(root, &facts) != 0) {
        tt_io_error_system(&error, errno, "cannot be opened");
        tell(list, path, &error);
        free(root);
        return;
    }
    const char *const roots[] = {root};
    bool is_folder = S_ISDIR(facts.st_mode);
    bool is_walked = tt_io_walk(&found, roots, 1, true, on_unreadable, list);
    list->no_memory = list->no_memory || !is_walked;
    for (size_t i = 0; i < found.count && !list->no_memory; i++) {
        look_at(list, &found.entries[i], !is_folder);
    }
    tt_io_list_free(&found);
    if (!is_folder || list->no_memory) {
        free(root);
    } else {
        list->no_memory = !tti_archive_append(&list->gone->roots, &list->gone->root_count, root);
    }
}

/* Sorts the largest file first, so that no thread begins a long file at the end. Equal sizes are
 * sorted by path; of equal paths the one that the user named comes first. */
static int by_size(const void *a, const void *b)
{
    const struct archive_work *x = a, *y = b;
    if (x->place.size != y->place.size) {
        return x->place.size > y->place.size ? -1 : 1;
    }
    int order = strcmp(x->place.path, y->place.path);
    return order != 0 ? order : y->is_named - x->is_named;
}

/* Sorts the files and drops duplicates: a file is found twice when one of the given paths contains
 * another. Equal paths are neighbours after the sort. */
static void sort_work(struct archive_work_list *list)
{
    size_t kept = 0;
    if (list->count > 0) {
        qsort(list->items, list->count, sizeof *list->items, by_size);
    }
    for (size_t i = 0; i < list->count; i++) {
        if (kept > 0 && strcmp(list->items[kept - 1].place.path, list->items[i].place.path) == 0) {
            free(list->items[i].place.path);
        } else {
            list->items[kept++] = list->items[i];
        }
    }
    list->count = kept;
}

bool tti_archive_work_find(struct archive_work_list *list, const char *const *paths, size_t count)
{
    for (size_t i = 0; i < count && !list->no_memory; i++) {
        look_below(list, paths[i]);
    }
    sort_work(list);
    return !list->no_memory;
}

void tti_archive_work_free(struct archive_work_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->items[i].place.path);
    }
    for (size_t i = 0; i < list->root_count; i++) {
        free(list->roots[i]);
    }
    free(list->roots);
    list->roots = NULL;
    list->root_count = 0;
    free(list->items);
    list->items = NULL;
    list->count = list->cap = 0;
}
