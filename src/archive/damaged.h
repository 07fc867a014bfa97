/* SPDX-License-Identifier: MIT
 *
 * What a database knows of damage, and how much it knows at all, below some paths.
 */
#ifndef ARCHIVE_DAMAGED_H
#define ARCHIVE_DAMAGED_H

#include "archive/archive.h"

/* How many files below the roots are recordings, by content or by name. The roots are paths
 * without links. */
bool archive_count(struct archive *archive, const char *const *roots, size_t count, size_t *files,
                   struct host_error *error);

#endif
