/* SPDX-License-Identifier: MIT
 *
 * The files that a database knows, in memory for the time of a scan.
 *
 * A scan asks for every file that it finds, which may be a hundred thousand: a list in memory
 * answers by a binary search, where a statement each would cost more than stat(2). Loaded before
 * the scan, it does not see what other programs write meanwhile; the store checks again what it
 * relies on.
 */
#ifndef ARCHIVE_KNOWN_H
#define ARCHIVE_KNOWN_H

#include "archive/database.h"
#include "archive/rows.h"

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

#endif
