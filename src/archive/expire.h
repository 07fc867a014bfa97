/* SPDX-License-Identifier: MIT
 *
 * Removes old recordings from the disk, after a scan.
 */
#ifndef ARCHIVE_EXPIRE_H
#define ARCHIVE_EXPIRE_H

#include "teetape/io/archive.h"

/* Removes recordings below the roots, oldest first: those that are older than keep_days, and more
 * until the rest has at most max_bytes. Until a first run with is_agreed nothing is removed, and
 * the files are only given to on_file. */
bool tti_archive_expire(tt_io_archive *archive, const char *const *roots, size_t count,
                        const tt_io_archive_expiry *expiry, tt_io_archive_expired *result,
                        tt_io_error *error);

#endif
