/* SPDX-License-Identifier: MIT
 *
 * The files that a database knows, in memory for the time of a scan.
 */
#ifndef ARCHIVE_KNOWN_H
#define ARCHIVE_KNOWN_H

#include "archive/database.h"
#include "archive/rows.h"

struct archive_known_file {
    struct archive_place place;
    int64_t id;
    int64_t recording; /* 0 when it is none */
    bool counts;       /* a recording by content or by name */
    uint64_t fingerprint;
    /* for the scan */
    bool seen;
    bool moved_device; /* place.device is not that of the database */
};

/* All zero is empty. */
struct archive_known {
    struct archive_known_file *files; /* by path */
    size_t count;
    struct archive_known_file **contents; /* those of recordings, by what they hold */
    size_t content_count;
};

bool tti_archive_known_load(struct archive_known *known, tt_io_archive *archive,
                            tt_io_error *error);
void tti_archive_known_free(struct archive_known *known);

/* By path; NULL when it is not known. */
struct archive_known_file *tti_archive_known_find(const struct archive_known *known,
                                                  const char *path);

/* A file of this size, time stamp and fingerprint that is known somewhere, or NULL. */
const struct archive_known_file *tti_archive_known_alike(const struct archive_known *known,
                                                         const struct archive_place *place,
                                                         uint64_t fingerprint);

#endif
