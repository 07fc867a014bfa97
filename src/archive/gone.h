/* SPDX-License-Identifier: MIT
 *
 * Which files of a database are no longer there, and which only seem so because a folder cannot be
 * read or a file system is away.
 *
 * A scan fills this while it looks for files (work.c): the folders that it went through, and those
 * that it could not read. At its end every known file that was not seen is judged by them.
 */
#ifndef ARCHIVE_GONE_H
#define ARCHIVE_GONE_H

#include "archive/known.h"
#include "archive/store.h"

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

#endif
