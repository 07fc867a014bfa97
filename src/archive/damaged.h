/* SPDX-License-Identifier: MIT
 *
 * What a database knows of damage, and how much it knows at all, below some paths.
 */
#ifndef ARCHIVE_DAMAGED_H
#define ARCHIVE_DAMAGED_H

#include "teetape/io/archive.h"

/* How many files below the roots are recordings, by content or by name. The roots are paths
 * without links. */
bool tti_archive_count(tt_io_archive *archive, const char *const *roots, size_t count,
                       uint64_t *files, tt_io_error *error);

#endif
