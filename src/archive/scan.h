/* SPDX-License-Identifier: MIT
 *
 * The files that a database knows, in memory for the time of a scan (known.c); which of them are no
 * longer there, and which only seem so (gone.c); and which files are to be read (work.c).
 *
 * A scan asks for every file that it finds, which may be a hundred thousand: a list in memory
 * answers by a binary search, where a statement each would cost more than stat(2). Loaded before
 * the scan, it does not see what other programs write meanwhile; the store checks again what it
 * relies on.
 */
#ifndef ARCHIVE_SCAN_H
#define ARCHIVE_SCAN_H

#include "archive/store.h"

/* One row of the table `file`. */
struct archive_known_file {
    struct archive_place place; /* of the database; `path` is of malloc */
    int64_t id;                 /* of the file */
    int64_t recording;          /* 0 when it is none */
    bool counts;                /* a recording by content or by name */
    uint64_t fingerprint;       /* of the recording; 0 when it is none */
    /* for the scan */
    bool seen;         /* found under its path in this scan, whatever it holds */
    bool moved_device; /* place.device is not that of the database */
};

/* All zero is empty. */
struct archive_known {
    struct archive_known_file *files;     /* by path */
    size_t count;                         /* of `files` */
    struct archive_known_file **contents; /* those of recordings, by what they hold */
    size_t content_count;                 /* of `contents` */
};

/* O(n log n). False when the database failed, is damaged, or there is no memory; then nothing is to
 * be freed. */
bool tti_archive_known_load(struct archive_known *known, tt_io_archive *archive,
                            tt_io_error *error);
void tti_archive_known_free(struct archive_known *known);

/* By path; NULL when it is not known. The scan marks it as seen. Logarithmic. */
struct archive_known_file *tti_archive_known_find(const struct archive_known *known,
                                                  const char *path);

/* A file of this size, time stamp and fingerprint that is known somewhere, or NULL. With equal ones
 * it is that of the lowest recording. Logarithmic. */
const struct archive_known_file *tti_archive_known_alike(const struct archive_known *known,
                                                         const struct archive_place *place,
                                                         uint64_t fingerprint);

/* What a scan has to remember. All zero is the beginning. */
struct archive_gone {
    char **roots;            /* folders that were looked through, without links in their paths */
    size_t root_count;       /* of `roots` */
    char **unreadable;       /* folders below them that could not be read */
    size_t unreadable_count; /* of `unreadable` */
};

/* Notes a folder; takes `root` over (also on failure), copies `folder`. False when there is no
 * memory. */
bool tti_archive_gone_root(struct archive_gone *gone, char *root);
bool tti_archive_gone_unreadable(struct archive_gone *gone, const char *folder);

/* Frees what was noted, and makes it empty. */
void tti_archive_gone_free(struct archive_gone *gone);

/* Forgets the known files below the roots that were not seen, in one transaction, also those that
 * seem to be away only when `forget` is set. Reads counts->read: what was read anew may have left
 * names that no player has. Counts into counts->gone and ->kept. False when the database
 * failed or there is no memory: then nothing was forgotten. */
bool tti_archive_gone_forget(const struct archive_gone *gone, struct archive_store *store,
                             struct archive_known *known, bool forget, tt_io_archive_counts *counts,
                             tt_io_error *error);

/* One file to be read. */
struct archive_work {
    struct archive_place place; /* its path is the list's, unless somebody took it (NULL) */
    bool is_named;              /* by the user, not found in a folder */
    bool path_known;            /* the database has a file there, with another size or time stamp */
};

/* All zero but for the first four. */
struct archive_work_list {
    const tt_io_archive *archive; /* hears of what cannot be read */
    struct archive_known *known;  /* learns what was seen */
    struct archive_gone *gone;    /* learns the folders that were looked through */
    const char *database;         /* where it lies, without links in its path */
    struct archive_work *items;   /* the largest first; no path twice */
    size_t count, cap;
    char **roots;      /* what the user named, without links in the paths */
    size_t root_count; /* of `roots` */
    size_t failed;     /* paths that could not be read; each was a notice */
    bool no_memory;    /* the list is not complete */
};

/* Fills the list. False when there is no memory; it has to be freed all the same. */
bool tti_archive_work_find(struct archive_work_list *list, const char *const *paths, size_t count);

void tti_archive_work_free(struct archive_work_list *list);

struct archive_writer;

/* NULL on failure. */
struct archive_writer *tti_archive_writer_new(tt_io_archive *archive, tt_io_error *error);

/* Hands rows over, which belong to the writer then. False when the database failed, now or before.
 * May wait when there is too much to be written. Any thread. */
bool tti_archive_writer_put(struct archive_writer *writer, struct archive_rows *rows);

/* Writes what has waited for long; cheap. Any thread, now and then. */
void tti_archive_writer_tend(struct archive_writer *writer);

/* Writes what is left. False when anything failed: then *error says why. No other thread may be at
 * work. */
bool tti_archive_writer_finish(struct archive_writer *writer, tt_io_error *error);

/* For the same thread, after that: the statements. It belongs to the writer. */
struct archive_store *tti_archive_writer_store(struct archive_writer *writer);

/* Frees it and what was not written. NULL is fine. */
void tti_archive_writer_free(struct archive_writer *writer);

#endif
