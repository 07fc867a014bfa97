/* SPDX-License-Identifier: MIT
 *
 * Databases of archives for tests.
 */
#include "support/archive_db.h"

#ifdef TT_HAVE_SQLITE

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "archive/database.h"
#include "archive/schema.h"
#include "cm.h"
#include "host_files.h"
#include "support/th_make.h"

tt_io_archive *db_open_heard(void **state, const char *name, tt_io_archive_notice_fn *notice,
                             void *user)
{
    tt_io_error error;
    char *path = host_files_path(state, name);
    const tt_io_archive_options how = {.use = TT_IO_ARCHIVE_WRITE, .notice = notice, .user = user};
    tt_io_archive *archive = tt_io_archive_open(path, &how, &error);
    if (archive == NULL) {
        fail_msg("%s", error.text);
    }
    free(path);
    return archive;
}

tt_io_archive *db_open(void **state, const char *name)
{
    return db_open_heard(state, name, NULL, NULL);
}

/* The tables refer to each other, and one name has quotation marks and a semicolon: an update has
 * to drop all of them. */
void db_write_old(void **state, const char *name)
{
    char *path = host_files_path(state, name);
    tt_io_archive old = {0};
    assert_int_equal(sqlite3_open(path, &old.db), SQLITE_OK);
    db_run(&old, "PRAGMA application_id = 1414816114; PRAGMA user_version = 2;"
                 "CREATE TABLE recording (id INTEGER PRIMARY KEY);"
                 "CREATE TABLE file (path TEXT, recording INTEGER REFERENCES recording(id));"
                 "CREATE TABLE \"a \"\"b; c\" (id INTEGER PRIMARY KEY AUTOINCREMENT);"
                 "CREATE INDEX file_path ON file(path);"
                 "CREATE VIEW recordings AS SELECT * FROM recording;"
                 "CREATE TRIGGER more AFTER DELETE ON file BEGIN DELETE FROM recording; END;"
                 "INSERT INTO recording VALUES (1); INSERT INTO file VALUES ('/gone', 1)");
    assert_int_equal(sqlite3_close(old.db), SQLITE_OK);
    free(path);
}

tt_io_archive_counts db_scan(tt_io_archive *archive, const tt_io_archive_scan_options *scan)
{
    tt_io_archive_counts counts = {0};
    tt_io_error error;
    if (!tt_io_archive_scan(archive, scan, &counts, &error)) {
        fail_msg("%s", error.text);
    }
    return counts;
}

void db_run(tt_io_archive *archive, const char *sql)
{
    tt_io_error error;
    if (!tti_archive_run(archive, sql, &error)) {
        fail_msg("%s: %s", sql, error.text);
    }
}

void db_run_format(tt_io_archive *archive, const char *format, ...)
{
    char sql[600];
    va_list values;
    va_start(values, format);
    vsnprintf(sql, sizeof sql, format, values);
    va_end(values);
    db_run(archive, sql);
}

int64_t db_number(tt_io_archive *archive, const char *sql)
{
    tt_io_error error;
    int64_t value = -1;
    if (!tti_archive_number(archive, sql, &value, &error)) {
        fail_msg("%s: %s", sql, error.text);
    }
    return value;
}

void db_assert_empty(tt_io_archive *archive)
{
    static const char *const tables[] = {"file", "recording", "session",
                                         "fact", "name",      "session_name"};
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        char sql[64];
        snprintf(sql, sizeof sql, "SELECT count(*) FROM %s", tables[i]);
        assert_int_equal(db_number(archive, sql), 0);
    }
}

void db_write_recording(void **state, const char *name, int nth)
{
    th_make m = {0};
    char *path = host_files_path(state, name);
    th_make_header(&m, 2, ",\"map_name\":\"m\"");
    TH_INTS(&m, TH_TICK_SKIP, 10 + nth, TH_JOIN, 1, TH_FINISH);
    host_files_write(path, m.data, m.size);
    th_make_free(&m);
    free(path);
}

#endif
