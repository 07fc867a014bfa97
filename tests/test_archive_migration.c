/* SPDX-License-Identifier: MIT
 *
 * Tests of archive/database_open.h with databases of older versions: what they knew is known
 * afterwards, and their recordings are read again.
 */
#include "host/posix.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cm.h"
#include "host_files.h"

#ifndef TT_HAVE_SQLITE
int main(void)
{
    return 77; /* skipped */
}
#else
#include "archive/database.h"
#include "archive/rows.h"
#include "archive/schema.h"
#include "support/archive_db.h"
#include "teetape/io/query.h"

/* A database of version 2, with one.teehistorian and x.demo in the folder `archive` of the test. */
static void write_old(void **state, const char *name)
{
    char *path = host_files_path(state, name), *folder = host_files_path(state, "archive");
    size_t size;
    char *sql =
        (char *)host_files_read(TT_SOURCE_DIR "/tests/support/archive_version_2.sql", &size);
    tt_io_archive old = {0};
    char move[600];
    sql = realloc(sql, size + 1);
    sql[size] = '\0';
    assert_int_equal(sqlite3_open(path, &old.db), SQLITE_OK);
    db_run(&old, sql);
    snprintf(move, sizeof move, "UPDATE file SET path = replace(path, '/archive', '%s')", folder);
    db_run(&old, move);
    assert_int_equal(sqlite3_close(old.db), SQLITE_OK);
    free(sql);
    free(folder);
    free(path);
}

/* Answers as "tick kind cid player other value team;". */
static bool note(void *user, const tt_io_archive_answer *a)
{
    char *text = user;
    size_t at = strlen(text);
    snprintf(text + at, 2000 - at, "%d %s %d %.*s %d %lld %d;", a->tick,
             tt_fact_type(a->fact)->name, a->cid, (int)a->player.size,
             a->player.size == 0 ? "" : (const char *)a->player.data, a->other, (long long)a->value,
             a->team);
    return true;
}

static void every_fact_is_found(tt_io_archive *archive)
{
    tt_io_archive_query query;
    tt_io_error error;
    char have[2000] = "";
    tt_io_archive_query_init(&query);
    query.kinds = ARCHIVE_FACTS;
    assert_true(tt_io_archive_search(archive, &query, note, have, &error));
    assert_string_equal(have,
                        "100 join 0 moo -1 1 -1;100 name 0 moo -1 2 -1;100 clan 0 moo -1 0 -1;"
                        "100 join 1 cow -1 1 -1;100 name 1 cow -1 2 -1;100 clan 1 cow -1 0 -1;"
                        "100 login 1 cow -1 3 -1;1000 team 1 cow -1 0 5;"
                        "5000 finish 0 moo -1 3025 -1;6000 save -1  -1 0 5;"
                        "6000 team_finish -1  -1 5000 5;6100 load -1  -1 0 5;"
                        "6100 practice -1  -1 1 5;6200 version 0 moo -1 16040 -1;"
                        "6200 logout 0 moo -1 0 -1;6200 kill_request 0 moo -1 0 -1;"
                        "6200 death 0 moo -1 0 -1;6200 swap 0 moo 1 0 -1;"
                        "7000 leave 1 cow -1 0 -1;");
}

static void what_it_knew_is_known(void **state)
{
    write_old(state, "old");
    tt_io_archive *archive = db_open(state, "old");
    assert_int_equal(db_number(archive, "PRAGMA user_version"), ARCHIVE_VERSION);
    every_fact_is_found(archive);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM sessions"), 2);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM finishes WHERE player = 'moo'"), 1);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM recordings"), 1);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM pragma_foreign_key_check"), 0);
    /* no second list: the kinds are those of the library */
    for (int kind = 0; kind < TT_FACT_KINDS; kind++) {
        char sql[100];
        snprintf(sql, sizeof sql, "SELECT count(*) FROM fact_kind WHERE kind = %d AND name = '%s'",
                 kind, tt_fact_type((tt_fact_kind)kind)->name);
        assert_int_equal(db_number(archive, sql), tt_io_archive_keeps((tt_fact_kind)kind));
    }
    tt_io_archive_close(archive);
    archive = db_open(state, "old"); /* once is enough */
    every_fact_is_found(archive);
    tt_io_archive_close(archive);
}

/* Files that are there are read again, also with the old time stamp; those of a disk that is away
 * are kept as they were known. */
static void recordings_are_read_again(void **state)
{
    char *folder = host_files_path(state, "archive"), *sub = host_files_path(state, "archive/new");
    const char *const paths[] = {folder};
    const tt_io_archive_scan_options scan = {.paths = paths, .count = 1};
    assert_int_equal(mkdir(folder, 0700), 0);
    assert_int_equal(mkdir(sub, 0700), 0);
    db_write_recording(state, "archive/new/two.teehistorian", 1);
    tt_io_archive *archive = db_open(state, "now");
    assert_int_equal(db_scan(archive, &scan).read, 1);
    assert_int_equal(db_scan(archive, &scan).read, 0);
    /* back to the mark of an update: all rows of the file are new */
    db_run(archive, "UPDATE recording SET mtime_ns = -1; UPDATE file SET mtime_ns = -1");
    assert_int_equal(db_scan(archive, &scan).read, 1);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM recording"), 1);
    tt_io_archive_close(archive);
    write_old(state, "old");
    archive = db_open(state, "old");
    assert_int_equal(db_number(archive, "SELECT count(*) FROM file"), 1); /* no x.demo */
    db_run(archive, "UPDATE file SET device = device + 1000");
    tt_io_archive_counts counts = db_scan(archive, &scan);
    assert_int_equal(counts.read, 1);
    assert_int_equal(counts.files, counts.kept + 1);
    tt_io_archive_close(archive);
    free(folder);
    free(sub);
}

static void reading_alone_refuses_it(void **state)
{
    tt_io_error error;
    write_old(state, "old");
    char *path = host_files_path(state, "old");
    assert_null(
        tt_io_archive_open(path, &(tt_io_archive_options){.use = TT_IO_ARCHIVE_READ}, &error));
    assert_non_null(
        strstr(error.text, "was made by an older teetape (version 2, this one needs 3)"));
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(what_it_knew_is_known),
        IN_FOLDER(recordings_are_read_again),
        IN_FOLDER(reading_alone_refuses_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
