/* SPDX-License-Identifier: MIT
 *
 * Files of a scan: those that the database knows (known.c), those that are missing or only seem so
 * (gone.c), and those to be read (work.c).
 *
 * A list in memory answers by a binary search; a statement for each of a hundred thousand files
 * would cost more than stat(2). Other programs may write meanwhile, so the store checks again.
 */
#ifndef ARCHIVE_SCAN_H
#define ARCHIVE_SCAN_H

#include "archive/store.h"

struct archive_known_file {
    struct archive_place place;
    int64_t id;
    int64_t recording;
    bool counts; /* the file is a recording, by content or by name */
    uint64_t fingerprint;
    bool seen;         /* the scan found a file at this path, with any content */
    bool is_removed;   /* `archive` removed it from the disk */
    bool moved_device; /* the file is on another device than the database says */
};

struct archive_known {
    struct archive_known_file *files;
    size_t count;
    struct archive_known_file **contents; /* the files that are recordings, sorted by content */
    size_t content_count;
};

/* Loads the files that the database knows, in O(n log n). After false there is nothing to free. */
bool tti_archive_known_load(struct archive_known *known, tt_io_archive *archive,
                            tt_io_error *error);
void tti_archive_known_free(struct archive_known *known);

struct archive_known_file *tti_archive_known_find(const struct archive_known *known,
                                                  const char *path);

/* Returns a known file with this size, time stamp and fingerprint, or NULL. Of several equal files,
 * returns the one with the lowest recording id. Logarithmic. */
const struct archive_known_file *tti_archive_known_alike(const struct archive_known *known,
                                                         const struct archive_place *place,
                                                         uint64_t fingerprint);

struct archive_gone {
    char **roots; /* folders that were searched; their paths have no links */
    size_t root_count;
    char **unreadable; /* folders below the roots that could not be read */
    size_t unreadable_count;
};

/* Appends a text to a list, which owns it from now on; a failure frees it. Returns false without
 * memory, and for a NULL text. */
bool tti_archive_append(char ***list, size_t *count, char *text);

void tti_archive_gone_free(struct archive_gone *gone);

/* Forgets, in one transaction, the known files below the roots that the scan did not see. Files on
 * a missing mount are forgotten only with `forget`. If files were read again (counts->read), names
 * that no player has any more are removed, too. After false nothing was forgotten. */
bool tti_archive_gone_forget(const struct archive_gone *gone, struct archive_store *store,
                             struct archive_known *known, bool forget, tt_io_archive_counts *counts,
                             tt_io_error *error);

struct archive_work {
    struct archive_place place; /* its `path` becomes NULL when a reader takes the path over */
    bool is_named;              /* the user named the file; it was not found in a folder */
    bool path_known; /* the database has a file of this path with another size or time stamp */
};

struct archive_work_list {
    const tt_io_archive *archive;
    struct archive_known *known;
    struct archive_gone *gone;  /* receives the folders that were searched */
    const char *database;       /* path of the database without links */
    bool rescan;                /* files that did not change are items, too */
    struct archive_work *items; /* sorted by size, the largest first; no path twice */
    size_t count, cap;
    char **roots;
    size_t root_count;
    size_t failed;
    bool no_memory;
};

bool tti_archive_work_find(struct archive_work_list *list, const char *const *paths, size_t count);

void tti_archive_work_free(struct archive_work_list *list);

struct archive_writer;

struct archive_writer *tti_archive_writer_new(tt_io_archive *archive, tt_io_error *error);

/* Gives the rows to the writer, which frees them. Waits while too many rows have not been written.
 * Any thread may call this. */
bool tti_archive_writer_put(struct archive_writer *writer, struct archive_rows *rows);

void tti_archive_writer_tend(struct archive_writer *writer);

/* Writes the last rows. Every other thread must have ended. Returns false when any write failed. */
bool tti_archive_writer_finish(struct archive_writer *writer, tt_io_error *error);

struct archive_store *tti_archive_writer_store(struct archive_writer *writer);

void tti_archive_writer_free(struct archive_writer *writer);

#endif
