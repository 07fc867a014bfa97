/* SPDX-License-Identifier: MIT
 *
 * Tests of a database that another program changed: every column of every table gets values that no
 * scan stores. A search gives answers as query.h documents them, or ends with an error, and so does
 * a scan.
 */
#include "host/posix.h"

#include "base/date.h"
#include "teetape/io/query.h"
#include "wire/uuid.h"

#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "host_files.h"

#ifndef TT_HAVE_SQLITE
int main(void)
{
    return 77; /* skipped */
}
#else
#include "archive/database.h"
#include "support/archive_db.h"
#include "teetape/string.h"
#include "teetape/uuid.h"

static const char *const tables[] = {"file", "recording",    "session", "fact",
                                     "name", "session_name", "game"};

/* SQL for values that are wrong in one column or the other. */
static const char *const values[] = {
    "-1",         "-2", "128",   "40000",   "-9223372036854775808",  "9223372036854775807",
    "4294967299", /* 3 in 32 bits */
    "1.5",        "''", "'a/b'", "x'00ff'", "CAST(x'c328' AS TEXT)",
};

/* Two recordings, a game of a list, and a fact of each kind about a session, a team, and another
 * client. */
static void fill(void **state, tt_io_archive *archive)
{
    char *path = host_files_path(state, "a"), *other = host_files_path(state, "b");
    const char *const paths[] = {path, other};
    const tt_io_archive_scan_options scan = {.paths = paths, .count = 2, .threads = 1};
    db_write_recording(state, "a", 1);
    db_write_recording(state, "b", 2);
    assert_int_equal(db_scan(archive, &scan).files, 2);
    db_run(archive,
           "PRAGMA synchronous = OFF; PRAGMA foreign_keys = OFF;"
           "INSERT INTO game VALUES ('00000000-0000-3000-8000-000000000001', 1000, 0, 'm', NULL,"
           " NULL, NULL);"
           "INSERT INTO name VALUES (9, 'n', NULL, 'n');"
           "INSERT INTO session_name SELECT recording, session, 0, 1, 9, 2, 2 FROM session;"
           "INSERT INTO fact SELECT m.recording, m.session, 10 + k.kind, k.kind, 1, 1, 2, 3, 4,"
           " m.session, 't', NULL, '00000000-0000-3000-8000-000000000002'"
           " FROM session AS m, fact_kind AS k;"
           "INSERT INTO fact SELECT id, -1, 9, 17, 1, NULL, 2, 3, NULL, NULL, NULL, NULL, NULL"
           " FROM recording");
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        db_run_format(archive, "CREATE TEMP TABLE kept_%s AS SELECT * FROM main.%s", tables[i],
                      tables[i]);
    }
    free(path);
    free(other);
}

/* One table, or all that a scan may have changed. */
static void restore(tt_io_archive *archive, const char *table)
{
    for (size_t i = 0; i < sizeof tables / sizeof tables[0]; i++) {
        if (table != NULL && strcmp(table, tables[i]) != 0) {
            continue;
        }
        db_run_format(archive, "DELETE FROM main.%s; INSERT INTO main.%s SELECT * FROM kept_%s",
                      tables[i], tables[i], tables[i]);
    }
}

static void assert_uuid(tt_bytes text)
{
    tt_uuid uuid;
    assert_true(text.data == NULL || tti_uuid_parse(&uuid, text) == TT_OK);
}

/* What everybody who takes an answer relies on. */
static bool on_answer(void *user, const tt_io_archive_answer *a)
{
    static const int64_t day = 86400, year = 366 * 86400;
    bool is_fact = a->kind == TT_IO_ARCHIVE_IS_FACT;
    assert_true(is_fact ? tt_io_archive_keeps(a->fact) : a->fact == TT_FACT_KINDS);
    assert_true(a->cid >= -1 && a->cid < TT_CIDS);
    assert_true(a->other >= -1);
    assert_true(a->first_tick >= 0 && a->tick >= -1 && a->last_tick >= 0);
    assert_true(a->value >= INT32_MIN && a->value <= INT32_MAX);
    assert_true(a->start.zone >= -day && a->start.zone <= day);
    assert_true(a->start.unix_time / year > -2000 && a->start.unix_time / year < 8050);
    assert_true((a->file.size > 0) == (a->kind != TT_IO_ARCHIVE_IS_GAME));
    assert_uuid(a->game_uuid);
    assert_uuid(a->uuid);
    ++*(size_t *)user;
    return true;
}

enum { SEARCHES = 6 };

/* Every `step`-th search from `first` on. How many failed; each says that the database is damaged.
 */
static int search(tt_io_archive *archive, int first, int step, size_t *answers)
{
    int failed = 0;
    for (int i = first; i < SEARCHES; i += step) {
        tt_io_error error;
        tt_io_archive_query query;
        tt_io_archive_query_init(&query);
        query.with_teams = true;
        query.player.name = i == 1 || i == 2 ? "*" : NULL;
        query.kinds = i == 2 || i == 3 ? TT_FACTS_ALL : 0;
        query.killer.cid = i == 4 ? 4 : -1;
        query.damaged = i == 5;
        if (!tt_io_archive_search(archive, &query, on_answer, answers, &error)) {
            assert_int_equal(error.status, TT_ERR_ARCHIVE);
            assert_non_null(strstr(error.text, "is damaged"));
            failed++;
        }
    }
    return failed;
}

/* The names of a table's columns, one after the other. False after the last one. */
static bool column_of(tt_io_archive *archive, const char *table, int number, char name[64])
{
    tt_io_error error;
    sqlite3_stmt *s = tti_archive_prepare(
        archive, "SELECT name FROM pragma_table_info(?1) WHERE cid = ?2", &error);
    assert_non_null(s);
    sqlite3_bind_text(s, 1, table, -1, SQLITE_STATIC);
    sqlite3_bind_int(s, 2, number);
    bool is_there = sqlite3_step(s) == SQLITE_ROW;
    if (is_there) {
        snprintf(name, 64, "%s", (const char *)sqlite3_column_text(s, 0));
    }
    sqlite3_finalize(s);
    return is_there;
}

/* SQLite itself refuses some values, such as a text for an id. */
static void change(tt_io_archive *archive, const char *table, const char *column, const char *value)
{
    char sql[200];
    tt_io_error error;
    snprintf(sql, sizeof sql, "UPDATE OR IGNORE main.%s SET \"%s\" = %s", table, column, value);
    (void)tti_archive_run(archive, sql, &error);
}

static void scan_quietly(void **state, tt_io_archive *archive)
{
    tt_io_error error;
    char *path = host_files_path(state, "a");
    const char *const paths[] = {path};
    const tt_io_archive_scan_options scan = {.paths = paths, .count = 1, .threads = 1};
    if (!tt_io_archive_scan(archive, &scan, NULL, &error)) {
        assert_int_equal(error.status, TT_ERR_ARCHIVE);
    }
    free(path);
}

static void any_value_in_any_column(void **state)
{
    tt_io_archive *archive = db_open(state, "db");
    size_t answers = 0, ignored = 0;
    int failed = 0;
    fill(state, archive);
    assert_int_equal(search(archive, 0, 1, &answers), 0);
    assert_true(answers > 40);
    for (size_t t = 0; t < sizeof tables / sizeof tables[0]; t++) {
        char column[64];
        for (int c = 0; column_of(archive, tables[t], c, column); c++) {
            for (size_t v = 0; v < sizeof values / sizeof values[0]; v++) {
                change(archive, tables[t], column, values[v]);
                failed += search(archive, (int)v % SEARCHES, SEARCHES, &ignored);
                bool scans = v % 5 == 4;
                if (scans) {
                    scan_quietly(state, archive);
                }
                restore(archive, scans ? NULL : tables[t]);
            }
        }
    }
    assert_true(failed > 25);
    assert_int_equal(search(archive, 0, 1, &answers), 0);
    tt_io_archive_close(archive);
}

/* Kinds, times and UUIDs are what an answer is made of, so they are named in the error. */
static void the_error_says_what_is_wrong(void **state)
{
    static const char *const wrong[][2] = {
        {"UPDATE fact SET kind = 'x'", "the kind of a row"},
        {"UPDATE recording SET start_time = 9223372036854775807", "the start time of a row"},
        {"UPDATE recording SET game_uuid = '../../x'", "the UUID of a row"},
        {"UPDATE recording SET format = 'x'", "the format of a row"},
    };
    tt_io_archive *archive = db_open(state, "db");
    fill(state, archive);
    for (size_t i = 0; i < sizeof wrong / sizeof wrong[0]; i++) {
        size_t answers = 0;
        tt_io_error error;
        tt_io_archive_query query;
        tt_io_archive_query_init(&query);
        query.kinds = TT_FACTS_ALL;
        db_run(archive, wrong[i][0]);
        assert_false(tt_io_archive_search(archive, &query, on_answer, &answers, &error));
        assert_non_null(strstr(error.text, wrong[i][1]));
        restore(archive, NULL);
    }
    tt_io_archive_close(archive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(any_value_in_any_column),
        IN_FOLDER(the_error_says_what_is_wrong),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
