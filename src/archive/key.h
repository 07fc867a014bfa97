/* SPDX-License-Identifier: MIT
 *
 * The key by which an archive database knows clients again (fact_row.c). It lies in a file beside
 * the database, and only scans need it, so the database may be shared without it.
 */
#ifndef ARCHIVE_KEY_H
#define ARCHIVE_KEY_H

#include "archive/database.h"
#include "archive/rows.h"

#define ARCHIVE_KEY_SUFFIX ".key"

/* Reads the key of a database, or makes it. Only its owner may read it, whatever the umask is. */
bool tti_archive_key_load(tt_io_archive *archive, uint8_t key[ARCHIVE_KEY_SIZE],
                          tt_io_error *error);

#endif
