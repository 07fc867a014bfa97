/* SPDX-License-Identifier: MIT
 *
 * Tests of archive/database_open.c with databases of older releases: their recordings are read
 * again.
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
#include "wire/hash.h"

static void hear(void *user, const tt_io_archive_notice *notice)
{
    snprintf(user, 400, "%s", notice->sentence);
}

static void recordings_are_read_again(void **state)
{
    char *folder = host_files_path(state, "archive"), *path = host_files_path(state, "old");
    const char *const paths[] = {folder};
    const tt_io_archive_scan_options scan = {.paths = paths, .count = 1};
    char heard[400] = "";
    tt_io_error error;
    assert_int_equal(mkdir(folder, 0700), 0);
    db_write_recording(state, "archive/one.teehistorian", 1);
    db_write_old(state, "old");
    tt_io_archive *archive = tt_io_archive_open(
        path, &(tt_io_archive_options){.use = TT_IO_ARCHIVE_WRITE, .notice = hear, .user = heard},
        &error);
    assert_non_null(archive);
    assert_non_null(strstr(heard, "all recordings are read again"));
    assert_int_equal(ARCHIVE_APPLICATION, 1414816114);
    assert_int_equal(db_number(archive, "PRAGMA user_version"), ARCHIVE_VERSION);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM file"), 0);
    assert_int_equal(db_scan(archive, &scan).read, 1);
    tt_io_archive_close(archive);
    archive = db_open(state, "old"); /* its schema is that of a new one */
    assert_int_equal(db_number(archive, "SELECT count(*) FROM recordings"), 1);
    assert_int_equal(db_scan(archive, &scan).read, 0);
    tt_io_archive_close(archive);
    free(folder);
    free(path);
}

/* Reads a file of the tree, which the caller frees. */
static char *read_text(const char *name)
{
    char path[400];
    snprintf(path, sizeof path, "%s/%s", TT_SOURCE_DIR, name);
    FILE *in = fopen(path, "rb");
    assert_non_null(in);
    char *text = calloc(1, 100000);
    assert_non_null(text);
    assert_in_range(fread(text, 1, 99999, in), 1, 99998);
    fclose(in);
    return text;
}

/* tests/data/archive has what 0.2.0 wrote down of a teehistorian file and a demo, which are not
 * there any more. */
static void version_3_keeps_what_is_gone(void **state)
{
    char *path = host_files_path(state, "old"), heard[400] = "";
    char *sql = read_text("tests/data/archive/version3.sql");
    tt_io_archive old = {0};
    tt_io_error error;
    assert_int_equal(sqlite3_open(path, &old.db), SQLITE_OK);
    db_run(&old, sql);
    assert_int_equal(sqlite3_close(old.db), SQLITE_OK);
    free(sql);
    assert_null(
        tt_io_archive_open(path, &(tt_io_archive_options){.use = TT_IO_ARCHIVE_READ}, &error));
    tt_io_archive *archive = tt_io_archive_open(
        path, &(tt_io_archive_options){.use = TT_IO_ARCHIVE_WRITE, .notice = hear, .user = heard},
        &error);
    assert_non_null(archive);
    assert_null(strstr(heard, "forgotten"));
    assert_non_null(strstr(heard, "(version 3 of the database); all recordings are read again"));
    tt_io_archive_close(archive);
    archive = db_open(state, "old"); /* its schema is that of a new one */
    assert_int_equal(db_number(archive, "SELECT count(*) FROM recordings"), 2);
    assert_int_equal(
        db_number(archive, "SELECT 50 * seconds FROM recordings WHERE format = 'demo'"),
        3878 - 875);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM facts WHERE kind = 'chat'"), 26);
    assert_int_equal(
        db_number(archive, "SELECT count(*) FROM fact WHERE kind = 9 AND uuid NOT NULL"), 0);
    db_write_recording(state, "one.teehistorian", 1);
    char *one = host_files_path(state, "one.teehistorian");
    const char *const paths[] = {one};
    const tt_io_archive_scan_options scan = {.paths = paths, .count = 1};
    assert_int_equal(db_scan(archive, &scan).read, 1);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM recordings"), 3);
    tt_io_archive_close(archive);
    free(one);
    free(path);
}

/* Databases are compared letter by letter. */
static void the_schema_is_that_of_the_release(void **state)
{
    uint32_t sum = 0;
    (void)state;
    for (const char *const *sql = tti_archive_schema_sql; *sql != NULL; sql++) {
        sum = tti_crc32(sum, *sql, strlen(*sql));
    }
    assert_int_equal(ARCHIVE_VERSION, 4);
    assert_int_equal(sum, 0x8032d7e4);
}

/* No second list: the kinds are those of the library. */
static void kinds_have_names(void **state)
{
    tt_io_archive *archive = db_open(state, "new");
    for (int kind = 0; kind < TT_FACT_KINDS; kind++) {
        char sql[100];
        snprintf(sql, sizeof sql, "SELECT count(*) FROM fact_kind WHERE kind = %d AND name = '%s'",
                 kind, tt_fact_type((tt_fact_kind)kind)->name);
        assert_int_equal(db_number(archive, sql), tt_io_archive_keeps((tt_fact_kind)kind));
    }
    tt_io_archive_close(archive);
}

static void reading_alone_refuses_it(void **state)
{
    tt_io_error error;
    db_write_old(state, "old");
    char *path = host_files_path(state, "old");
    assert_null(
        tt_io_archive_open(path, &(tt_io_archive_options){.use = TT_IO_ARCHIVE_READ}, &error));
    assert_non_null(
        strstr(error.text, "was made by an older teetape (version 2, this one needs 4)"));
    free(path);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(recordings_are_read_again),
        IN_FOLDER(version_3_keeps_what_is_gone),
        cmocka_unit_test(the_schema_is_that_of_the_release),
        IN_FOLDER(kinds_have_names),
        IN_FOLDER(reading_alone_refuses_it),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
