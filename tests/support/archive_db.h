/* SPDX-License-Identifier: MIT
 *
 * Databases of archives (archive/archive.h) for tests, below the folder of host_files.h. Failures
 * end the test and say why. Without SQLite there is none of this.
 */
#ifndef TEST_ARCHIVE_DB_H
#define TEST_ARCHIVE_DB_H

#include "teetape/io/archive.h"

/* Opens a database, or makes it; to be closed. */
tt_io_archive *db_open(void **state, const char *name);

/* The same; `notice` hears what it and later scans have to say. */
tt_io_archive *db_open_heard(void **state, const char *name, tt_io_archive_notice_fn *notice,
                             void *user);

/* A database of a release before 0.2, with a file of a recording. */
void db_write_old(void **state, const char *name);

/* Brings it up to date. */
tt_io_archive_counts db_scan(tt_io_archive *archive, const tt_io_archive_scan_options *scan);

/* Runs statements of SQL, or one that gives a number. */
void db_run(tt_io_archive *archive, const char *sql);
void db_run_format(tt_io_archive *archive, const char *format, ...);
int64_t db_number(tt_io_archive *archive, const char *sql);

/* No table of what was read has a row. */
void db_assert_empty(tt_io_archive *archive);

/* A small recording; `nth` makes its bytes another's. */
void db_write_recording(void **state, const char *name, int nth);

#endif
