/* SPDX-License-Identifier: MIT
 *
 * Reads folders without recursion. Unread folders are on a stack, and the order of readdir does not
 * matter because the result is sorted. A folder says what its children are where the system has
 * DT_REG and the file system knows. Other children cost an lstat(2) each, which is slow on a disk
 * of another machine.
 */
#ifdef __linux__
/* NOLINTNEXTLINE(bugprone-reserved-identifier): for DT_REG */
#define _DEFAULT_SOURCE
#endif
#include "host/posix.h"

#include "host/error.h"
#include "teetape/io/walk.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "host/file_output.h"
#include "host/grow.h"

/* A folder that could not be read. Failures are kept and reported in the order of the paths, like
 * the files. */
struct failure {
    char *path;
    int number;
};

/* Files and folders that are gathered below one folder. */
struct walker {
    tt_io_list files;
    tt_io_list folders; /* folders to be read; the last one found is next */
    struct failure *failures;
    size_t failure_count;
    size_t failure_space;
};

/* Adds a path to a list, which owns it from now on; a failure frees it. A NULL path is a
 * failure. */
static bool add(tt_io_list *list, char *path, bool found_by_walk)
{
    tt_io_entry *entries =
        path != NULL ? tti_grow(list->entries, &list->space, list->count + 1, sizeof(*entries))
                     : NULL;
    if (entries == NULL) {
        free(path);
        return false;
    }
    list->entries = entries;
    list->entries[list->count++] = (tt_io_entry){.path = path, .found_by_walk = found_by_walk};
    return true;
}

static bool add_failure(struct walker *w, const char *path, int number)
{
    struct failure *failures =
        tti_grow(w->failures, &w->failure_space, w->failure_count + 1, sizeof(*failures));
    w->failures = failures != NULL ? failures : w->failures;
    char *copy = failures != NULL ? strdup(path) : NULL;
    if (copy == NULL) {
        return false;
    }
    w->failures[w->failure_count].path = copy;
    w->failures[w->failure_count].number = number;
    w->failure_count++;
    return true;
}

/* Joins a folder and a name with exactly one '/'. If the folder already ends in one, the name
 * overwrites the added one. */
static char *join(const char *folder, const char *name)
{
    size_t length = strlen(folder);
    size_t name_size = strlen(name) + 1;
    bool slash = length > 0 && folder[length - 1] != '/';
    char *path = malloc(length + 1 + name_size);
    if (path != NULL) {
        memcpy(path, folder, length);
        path[length] = '/';
        memcpy(path + length + (slash ? 1 : 0), name, name_size);
    }
    return path;
}

/* Adds a folder or a regular file and nothing else: opening a pipe or device could wait for ever,
 * and links can lead round in a circle. Owns `path`. Returns false only without memory. */
static bool take_child(struct walker *w, char *path, const struct dirent *child)
{
    struct stat facts;
    if (path == NULL) {
        return false;
    }
#ifdef DT_REG
    if (child->d_type == DT_REG || child->d_type == DT_DIR) {
        return add(child->d_type == DT_REG ? &w->files : &w->folders, path, true);
    }
#else
    (void)child;
#endif
    int failed = lstat(path, &facts) == 0 ? 0 : errno;
    if (failed == 0 && S_ISDIR(facts.st_mode)) {
        return add(&w->folders, path, true);
    }
    if (failed == 0 && S_ISLNK(facts.st_mode)) {
        failed = stat(path, &facts) == 0 ? 0 : errno;
    }
    if (failed == 0 && S_ISREG(facts.st_mode)) {
        return add(&w->files, path, true);
    }
    /* A child that disappeared in the meantime, or a link to nothing, is not reported. */
    bool is_told = failed != 0 && failed != ENOENT && failed != ENOTDIR && failed != ELOOP;
    bool good = !is_told || add_failure(w, path, failed);
    free(path);
    return good;
}

/* Reads a folder. readdir(3) shows failures by errno alone. Unfinished temporary files of teetape
 * are ignored. Returns false only without memory. */
static bool read_folder(struct walker *w, const char *path)
{
    DIR *folder = opendir(path);
    if (folder == NULL) {
        return add_failure(w, path, errno);
    }
    bool good = true;
    for (;;) {
        errno = 0;
        const struct dirent *child = readdir(folder);
        if (child == NULL) {
            good = errno == 0 || add_failure(w, path, errno);
            break;
        }
        bool self = strcmp(child->d_name, ".") == 0 || strcmp(child->d_name, "..") == 0;
        bool temporary = strncmp(child->d_name, HOST_FILE_OUTPUT_PREFIX,
                                 sizeof(HOST_FILE_OUTPUT_PREFIX) - 1) == 0;
        if (!self && !temporary && !take_child(w, join(path, child->d_name), child)) {
            good = false;
            break;
        }
    }
    closedir(folder);
    return good;
}

/* Compares by path, which is the first member of both structs. strcmp compares as unsigned
 * bytes. */
static int compare(const void *a, const void *b)
{
    return strcmp(*(char *const *)a, *(char *const *)b);
}

static void report_failures(struct walker *w, tt_io_walk_fn *report, void *user)
{
    if (w->failure_count > 0) {
        qsort(w->failures, w->failure_count, sizeof(*w->failures), compare);
    }
    for (size_t i = 0; i < w->failure_count; i++) {
        tt_io_error error;
        tt_io_error_system(&error, w->failures[i].number, "cannot be read");
        tti_error_of(&error, w->failures[i].path);
        if (report != NULL) {
            report(user, w->failures[i].path, &error);
        }
        free(w->failures[i].path);
    }
    free(w->failures);
}

static bool walk_folder(tt_io_list *list, const char *path, tt_io_walk_fn *report, void *user)
{
    struct walker w = {0};
    size_t size = strlen(path);
    bool good = add(&w.folders, strdup(path), false);
    while (good && w.folders.count > 0) {
        char *next = w.folders.entries[--w.folders.count].path;
        good = read_folder(&w, next);
        free(next);
    }
    if (w.files.count > 0) {
        qsort(w.files.entries, w.files.count, sizeof(*w.files.entries), compare);
    }
    report_failures(&w, report, user);
    for (size_t i = 0; good && i < w.files.count; i++) {
        good = add(list, w.files.entries[i].path, true);
        w.files.entries[i].path = NULL; /* the list has taken the path, or it is freed */
        if (good) {
            list->entries[list->count - 1].below = size + (path[size - 1] != '/');
        }
    }
    tt_io_list_free(&w.files);
    tt_io_list_free(&w.folders);
    return good;
}

/* Lists the files of paths. A path that does not exist counts as a file: opening it later reports
 * the failure in the order of the arguments. */
bool tt_io_walk(tt_io_list *list, const char *const *arguments, size_t count, bool recursive,
                tt_io_walk_fn *report, void *user)
{
    bool good = true;
    for (size_t i = 0; good && i < count; i++) {
        struct stat facts;
        tt_io_error error;
        const char *path = arguments[i];
        /* A file with the name - can be given as ./-. */
        bool is_stdin = strcmp(path, "-") == 0;
        int failed = is_stdin || stat(path, &facts) == 0 ? 0 : errno;
        if (failed != 0 && failed != ENOENT && failed != ENOTDIR && report != NULL) {
            tt_io_error_system(&error, failed, "cannot be opened");
            tti_error_of(&error, path);
            report(user, path, &error);
        } else if (is_stdin || failed != 0 || !S_ISDIR(facts.st_mode)) {
            good = add(list, strdup(path), false);
        } else if (recursive) {
            good = walk_folder(list, path, report, user);
        } else if (report != NULL) {
            tti_error_say(&error, TT_ERR_SYSTEM, "is a folder; name the recordings in it");
            error.system = EISDIR;
            tti_error_of(&error, path);
            report(user, path, &error);
        }
    }
    return good;
}

void tt_io_list_free(tt_io_list *list)
{
    for (size_t i = 0; i < list->count; i++) {
        free(list->entries[i].path);
    }
    free(list->entries);
    memset(list, 0, sizeof(*list));
}
