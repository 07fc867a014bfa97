/* SPDX-License-Identifier: MIT
 *
 * The files that a scan has to look at: those below some paths that a database does not know, or
 * knows with another size or time stamp.
 */
#ifndef ARCHIVE_WORK_H
#define ARCHIVE_WORK_H

#include "archive/gone.h"
#include "archive/known.h"

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

#endif
