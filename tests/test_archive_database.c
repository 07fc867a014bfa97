/* SPDX-License-Identifier: MIT
 *
 * Tests of archive/database.h: what is said when SQLite cannot do what it is asked for, each time
 * with a database that really cannot.
 */
#include "host/posix.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

#include "cli/shell/message.h"
#include "cm.h"
#include "host_files.h"

#ifndef TT_HAVE_SQLITE
int main(void)
{
    return 77; /* skipped */
}
#else
#include "archive/database.h"
#include "archive/schema.h"

#define OPEN_NEW (SQLITE_OPEN_READWRITE | SQLITE_OPEN_CREATE)

static tt_io_error error;

/* A database as it is, without our tables. */
static tt_io_archive open_bare(const char *path, int flags)
{
    tt_io_archive archive = {0};
    assert_int_equal(sqlite3_open_v2(path, &archive.db, flags, NULL), SQLITE_OK);
    return archive;
}

static void close_bare(tt_io_archive *archive)
{
    assert_int_equal(sqlite3_close(archive->db), SQLITE_OK);
}

static void assert_says(tt_status status, const char *words)
{
    if (strstr(error.text, words) == NULL) {
        fail_msg("'%s', not '%s'", error.text, words);
    }
    assert_int_equal(error.status, status);
    error = (tt_io_error){0};
}

static void no_room_is_left(void **state)
{
    (void)state;
    int64_t rows = -1;
    tt_io_archive archive = open_bare(":memory:", OPEN_NEW);
    assert_true(tti_archive_run(&archive, "CREATE TABLE t (x); PRAGMA max_page_count = 4", &error));
    assert_true(tti_archive_begin(&archive, &error));
    assert_true(tti_archive_run(&archive, "INSERT INTO t VALUES (1)", &error));
    assert_false(tti_archive_run(&archive, "INSERT INTO t VALUES (zeroblob(100000))", &error));
    assert_says(TT_ERR_SYSTEM, "the disk is full");
    tti_archive_rollback(&archive);
    tti_archive_rollback(&archive); /* nothing was begun: nothing happens */
    assert_true(tti_archive_number(&archive, "SELECT count(*) FROM t", &rows, &error));
    assert_int_equal(rows, 0);
    close_bare(&archive);
}

static void another_program_writes(void **state)
{
    char *path = host_files_path(state, "db");
    tt_io_archive one = open_bare(path, OPEN_NEW), two = open_bare(path, OPEN_NEW);
    assert_true(tti_archive_begin(&one, &error));
    assert_false(tti_archive_begin(&two, &error));
    assert_says(TT_ERR_ARCHIVE_BUSY, "another program keeps writing it");
    assert_true(tti_archive_commit(&one, &error));
    assert_true(tti_archive_begin(&two, &error));
    assert_true(tti_archive_commit(&two, &error));
    assert_false(tti_archive_commit(&two, &error)); /* nothing was begun */
    assert_says(TT_ERR_SYSTEM, "no transaction is active");
    close_bare(&one);
    close_bare(&two);
    free(path);
}

static void it_may_only_be_read(void **state)
{
    char *path = host_files_path(state, "db");
    tt_io_archive archive = open_bare(path, OPEN_NEW);
    assert_true(tti_archive_run(&archive, "CREATE TABLE t (x)", &error));
    close_bare(&archive);
    archive = open_bare(path, SQLITE_OPEN_READONLY);
    assert_false(tti_archive_run(&archive, "INSERT INTO t VALUES (1)", &error));
    assert_says(TT_ERR_ARCHIVE_READ_ONLY, "is not writable");
    close_bare(&archive);
    free(path);
}

static void it_is_no_database(void **state)
{
    char *path = host_files_path(state, "db");
    static const char text[] = "a text that is long enough to have what SQLite takes for a header, "
                               "which is a hundred bytes, and then some more of them";
    host_files_write(path, text, sizeof text);
    tt_io_archive archive = open_bare(path, OPEN_NEW);
    assert_null(tti_archive_prepare(&archive, "SELECT * FROM t", &error));
    assert_says(TT_ERR_ARCHIVE, "damaged or not a database");
    int64_t number = 7;
    assert_false(tti_archive_number(&archive, "SELECT 1 FROM t", &number, &error));
    assert_says(TT_ERR_ARCHIVE, "damaged or not a database");
    assert_int_equal(number, 0);
    close_bare(&archive);
    free(path);
}

/* What is no archive of ours, or of a version that cannot be, is reported and kept as it is. */
static void others_stay_as_they_are(void **state)
{
    static const struct {
        const char *sql, *words;
        tt_status status;
    } cases[] = {
        {"CREATE TABLE t (x)", "database of another program", TT_ERR_ARCHIVE},
        {"PRAGMA application_id = 1", "database of another program", TT_ERR_ARCHIVE},
        {"PRAGMA application_id = %d; PRAGMA user_version = -3", "its version is -3",
         TT_ERR_ARCHIVE},
        {"PRAGMA application_id = %d; PRAGMA user_version = 1000", "made by a newer teetape",
         TT_ERR_ARCHIVE_NEW},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        char name[8], sql[100];
        snprintf(name, sizeof name, "db%zu", i);
        char *path = host_files_path(state, name);
        const char *number = strchr(cases[i].sql, '%');
        int size = number == NULL ? (int)strlen(cases[i].sql) : (int)(number - cases[i].sql);
        snprintf(sql, sizeof sql, "%.*s", size, cases[i].sql);
        if (number != NULL) {
            snprintf(sql + size, sizeof sql - (size_t)size, "%d%s", ARCHIVE_APPLICATION,
                     number + 2);
        }
        tt_io_archive archive = open_bare(path, OPEN_NEW);
        assert_true(tti_archive_run(&archive, sql, &error));
        close_bare(&archive);
        size_t before_size, after_size;
        unsigned char *before = host_files_read(path, &before_size);
        assert_null(
            tt_io_archive_open(path, &(tt_io_archive_options){.use = TT_IO_ARCHIVE_WRITE}, &error));
        assert_string_equal(error.path, path);
        assert_says(cases[i].status, cases[i].words);
        unsigned char *after = host_files_read(path, &after_size);
        assert_int_equal(after_size, before_size);
        assert_memory_equal(after, before, before_size);
        free(before);
        free(after);
        free(path);
    }
}

static void a_path_needs_a_name(void **state)
{
    (void)state;
    assert_null(
        tt_io_archive_open("", &(tt_io_archive_options){.use = TT_IO_ARCHIVE_WRITE}, &error));
    assert_says(TT_ERR_SYSTEM, "cannot be made");
}

/* The system's reason where there is one, and SQLite's words for what is our own mistake. */
static void others_say_why(void **state)
{
    char *path = host_files_path(state, "missing/db");
    tt_io_archive archive = {0};
    assert_int_equal(sqlite3_open_v2(path, &archive.db, OPEN_NEW, NULL), SQLITE_CANTOPEN);
    assert_false(tti_archive_fail(&archive, &error));
    assert_int_equal(error.system, ENOENT);
    assert_says(TT_ERR_SYSTEM, "cannot be opened");
    close_bare(&archive);
    archive = open_bare(":memory:", OPEN_NEW);
    assert_false(tti_archive_run(&archive, "no words of SQL", &error));
    assert_says(TT_ERR_SYSTEM, "syntax error");
    close_bare(&archive);
    free(path);
}

/* What there was no memory for is not stored as if it had been nothing. */
static void lost_values_are_told_once(void **state)
{
    (void)state;
    int64_t rows = -1;
    tt_io_archive archive = open_bare(":memory:", OPEN_NEW);
    assert_true(tti_archive_run(&archive, "CREATE TABLE t (x)", &error));
    sqlite3_stmt *insert = tti_archive_prepare(&archive, "INSERT INTO t VALUES (1)", &error);
    archive.lost_value = true;
    assert_false(tti_archive_do(&archive, insert, &error));
    assert_int_equal(error.system, ENOMEM);
    assert_says(TT_ERR_SYSTEM, "cannot be written");
    assert_true(tti_archive_begin(&archive, &error));
    assert_true(tti_archive_do(&archive, insert, &error));
    archive.lost_value = true;
    assert_false(tti_archive_commit(&archive, &error));
    assert_int_equal(error.system, ENOMEM);
    assert_true(tti_archive_number(&archive, "SELECT count(*) FROM t", &rows, &error));
    assert_int_equal(rows, 0);
    sqlite3_finalize(insert);
    close_bare(&archive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(no_room_is_left),
        IN_FOLDER(another_program_writes),
        IN_FOLDER(it_may_only_be_read),
        IN_FOLDER(it_is_no_database),
        IN_FOLDER(others_say_why),
        IN_FOLDER(others_stay_as_they_are),
        cmocka_unit_test(a_path_needs_a_name),
        cmocka_unit_test(lost_values_are_told_once),
    };
    return cmocka_run_group_tests_name("archive database", tests, NULL, NULL);
}
#endif
