/* SPDX-License-Identifier: MIT
 *
 * Whether a database is an archive's: looked at before SQLite does, and again with it.
 */
#ifndef ARCHIVE_DATABASE_CHECK_H
#define ARCHIVE_DATABASE_CHECK_H

#include "archive/database.h"

/* Whether SQLite may open what is at `path`, which may be nothing: it has to be a file, also those
 * that SQLite keeps beside it, since SQLite would wait for the other end of a pipe; and no database
 * of another program, since SQLite would finish what that left undone. */
bool tti_archive_check_file(const char *path, tt_io_error *error);

/* Whether a database of `version` has the tables, indexes and views that its steps make, and no
 * triggers. Others beside them are the user's. */
bool tti_archive_check_schema(tt_io_archive *archive, int64_t version, tt_io_error *error);

#endif
