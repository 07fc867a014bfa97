/* SPDX-License-Identifier: MIT
 *
 * Databases of archives (archive/archive.h) for tests, below the folder of host_files.h. Failures
 * end the test and say why. Without SQLite there is none of this.
 */
#ifndef TEST_ARCHIVE_DB_H
#define TEST_ARCHIVE_DB_H

#include "teetape/io/archive.h"

/* Opens a database, or creates it. The caller closes it. */
tt_io_archive *db_open(void **state, const char *name);

/* Opens a database as db_open does. `notice` receives the notices of this call and of later
 * scans. */
tt_io_archive *db_open_heard(void **state, const char *name, tt_io_archive_notice_fn *notice,
                             void *user);

/* Writes a database of a release before 0.2 that has one file of a recording. */
void db_write_old(void **state, const char *name);

/* Brings the database up to date. */
tt_io_archive_counts db_scan(tt_io_archive *archive, const tt_io_archive_scan_options *scan);

/* db_run runs SQL statements. db_number runs a statement that gives one number. */
void db_run(tt_io_archive *archive, const char *sql);
void db_run_format(tt_io_archive *archive, const char *format, ...);
int64_t db_number(tt_io_archive *archive, const char *sql);

/* Fails the test when a table with data of recordings has a row. */
void db_assert_empty(tt_io_archive *archive);

/* Writes a small recording. A different `nth` gives different bytes. */
void db_write_recording(void **state, const char *name, int nth);

#endif
