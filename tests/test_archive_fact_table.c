/* SPDX-License-Identifier: MIT
 *
 * Tests of archive/store.h: each column of each kind of fact, odd texts, and that nobody but
 * us can name the table.
 */
#include "host/posix.h"

#include <stdlib.h>
#include <string.h>

#include "cm.h"
#include "host_files.h"

#ifndef TT_HAVE_SQLITE
int main(void)
{
    return 77; /* skipped */
}
#else
#include "archive/store.h"
#include "support/archive_db.h"

#define KEPT 2000

static const char *const odd_texts[] = {"", "moo", "caf\xc3\xa9", "\xff\xfe", "a\xc3", "x"};

/* Facts of all kinds, with random numbers and texts. */
static struct archive_rows *make_rows(uint64_t seed)
{
    struct archive_rows *rows = calloc(1, sizeof *rows);
    assert_non_null(rows);
    while (rows->fact_count < KEPT) {
        struct archive_row row = {
            .kind = (tt_fact_kind)(random_next(&seed) % TT_FACT_KINDS),
            .tick = (int32_t)random_next(&seed),
            .cid = (int32_t)(random_next(&seed) % 65) - 1,
            .team = (int32_t)random_next(&seed),
            .other = (int32_t)(random_next(&seed) % 65) - 1,
            .value = (int32_t)random_next(&seed) % 9,
            .session = random_next(&seed) % 30,
            .other_session = random_next(&seed) % 3 == 0 ? TT_SESSION_NONE : 7,
            .text = tt_bytes_of(odd_texts[random_next(&seed) % 6]),
        };
        row.session = row.session == 0 ? TT_SESSION_NONE : row.session;
        if (random_next(&seed) % 5 == 0) {
            row.text = (tt_bytes){(const uint8_t *)"a\0b", 3};
        }
        row.value = row.kind == TT_FACT_LEAVE ? TT_LEFT : row.value;
        memset(row.uuid.bytes, (int)(random_next(&seed) & 0xff), sizeof row.uuid.bytes);
        assert_true(tti_archive_rows_add(rows, &row));
    }
    tti_archive_rows_sort(rows);
    assert_int_equal(rows->fact_count, KEPT);
    return rows;
}

static void assert_number(sqlite3_stmt *s, int column, bool is_there, int64_t value)
{
    if (is_there) {
        assert_int_equal(sqlite3_column_type(s, column), SQLITE_INTEGER);
        assert_int_equal(sqlite3_column_int64(s, column), value);
    } else {
        assert_int_equal(sqlite3_column_type(s, column), SQLITE_NULL);
    }
}

/* Both columns of the text. */
static void assert_text(sqlite3_stmt *s, tt_bytes text)
{
    if (text.size == 0) {
        assert_int_equal(sqlite3_column_type(s, 10), SQLITE_NULL);
        assert_int_equal(sqlite3_column_type(s, 11), SQLITE_NULL);
        return;
    }
    assert_int_equal(sqlite3_column_type(s, 10), SQLITE_TEXT);
    bool is_odd = text.data[0] == 0xff || memchr(text.data, 0, text.size) != NULL ||
                  text.data[text.size - 1] == 0xc3;
    assert_int_equal(sqlite3_column_type(s, 11), is_odd ? SQLITE_BLOB : SQLITE_NULL);
    tt_bytes got = tti_archive_column(s, 10, 11);
    assert_int_equal(got.size, text.size);
    assert_memory_equal(got.data, text.data, text.size);
}

static void assert_uuid(sqlite3_stmt *s, const struct archive_rows *rows,
                        const struct archive_fact *fact)
{
    char text[TT_UUID_TEXT];
    tt_uuid uuid;
    if (tti_archive_columns_of((tt_fact_kind)fact->kind).uuid == NULL) {
        assert_int_equal(sqlite3_column_type(s, 12), SQLITE_NULL);
        return;
    }
    memcpy(uuid.bytes, rows->text + fact->text, sizeof uuid.bytes);
    tt_uuid_format(text, &uuid);
    assert_string_equal((const char *)sqlite3_column_text(s, 12), text);
}

static void assert_row(sqlite3_stmt *s, const struct archive_rows *rows,
                       const struct archive_fact *fact)
{
    const struct archive_columns columns = tti_archive_columns_of((tt_fact_kind)fact->kind);
    bool has_other = columns.other != NULL && fact->other >= 0;
    size_t uuid = columns.uuid != NULL ? 16 : 0;
    assert_number(s, 0, true, 77);
    assert_number(s, 1, true, fact->session == ARCHIVE_SESSION_NONE ? -1 : (int64_t)fact->session);
    assert_number(s, 2, true, fact->number);
    assert_number(s, 3, true, fact->kind);
    assert_number(s, 4, true, fact->tick);
    assert_number(s, 5, fact->cid >= 0, fact->cid);
    assert_number(s, 6, columns.team != NULL, fact->team);
    assert_number(s, 7, columns.value != NULL, fact->value);
    assert_number(s, 8, has_other, fact->other);
    assert_number(s, 9, has_other && fact->other_session != ARCHIVE_SESSION_NONE,
                  fact->other_session);
    assert_text(s, (tt_bytes){rows->text + fact->text + uuid, fact->text_size});
    assert_uuid(s, rows, fact);
}

static sqlite3_stmt *select_all(tt_io_archive *archive)
{
    tt_io_error error;
    assert_true(tti_archive_fact_table_add(archive, &error));
    sqlite3_stmt *s = tti_archive_prepare(archive, "SELECT * FROM teetape_facts(?1)", &error);
    assert_non_null(s);
    return s;
}

static void rows_are_facts(void **state)
{
    tt_io_archive *archive = db_open(state, "facts.db");
    struct archive_fact_table table;
    tti_archive_fact_table_init(&table);
    table.recording = 77;
    sqlite3_stmt *s = select_all(archive);
    for (uint64_t seed = 1; seed < 4; seed++) {
        struct archive_rows *rows = make_rows(seed);
        table.rows = rows;
        tti_archive_fact_table_bind(archive, s, 1, &table);
        for (size_t i = 0; i < rows->fact_count; i++) {
            assert_int_equal(sqlite3_step(s), SQLITE_ROW);
            assert_row(s, rows, &rows->facts[i]);
        }
        assert_int_equal(sqlite3_step(s), SQLITE_DONE);
        sqlite3_reset(s);
        tti_archive_rows_free(rows);
    }
    assert_false(archive->lost_value);
    sqlite3_finalize(s);
    tt_io_archive_close(archive);
}

/* A recording without facts, and what a stranger's statement can do. */
static void there_may_be_none(void **state)
{
    tt_io_archive *archive = db_open(state, "none.db");
    struct archive_fact_table table;
    struct archive_rows rows = {.fact_count = 0};
    tti_archive_fact_table_init(&table);
    table.rows = &rows;
    sqlite3_stmt *s = select_all(archive);
    assert_int_equal(sqlite3_step(s), SQLITE_DONE); /* nothing is bound */
    sqlite3_reset(s);
    tti_archive_fact_table_bind(archive, s, 1, &table);
    assert_int_equal(sqlite3_step(s), SQLITE_DONE);
    sqlite3_finalize(s);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM teetape_facts(12345678)"), 0);
    assert_int_equal(db_number(archive, "SELECT count(*) FROM teetape_facts('x')"), 0);
    assert_int_equal(sqlite3_exec(archive->db, "SELECT * FROM teetape_facts", NULL, NULL, NULL),
                     SQLITE_ERROR);
    db_run(archive, "CREATE VIEW v AS SELECT * FROM teetape_facts(1)");
    assert_int_equal(sqlite3_exec(archive->db, "SELECT * FROM v", NULL, NULL, NULL), SQLITE_ERROR);
    tt_io_archive_close(archive);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        IN_FOLDER(rows_are_facts),
        IN_FOLDER(there_may_be_none),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
#endif
