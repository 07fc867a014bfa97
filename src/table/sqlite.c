/* SPDX-License-Identifier: MIT
 *
 * A database of SQLite with one table. SQLite writes the temporary file of file.h, in one
 * transaction and without a journal: an incomplete file never gets its name, so nothing has to be
 * undone.
 *
 * Booleans are 0 and 1. Times and UUIDs are the texts of CSV, which SQLite's own functions of time
 * read. A NUL in a text becomes U+FFFD, because functions of SQL end at it.
 */
#include <errno.h>
#include <sqlite3.h>
#include <stdlib.h>
#include <string.h>

#include "archive/database.h"
#include "host/error.h"
#include "host/file_inside.h"
#include "table/buffer.h"
#include "table/format.h"
#include "table/value.h"

#define NUL_AS "\xef\xbf\xbd"

/* State of the format. Parts come in order and one at a time, so one statement is enough. */
struct database {
    tt_io_archive archive;
    sqlite3_stmt *insert;
};

/* Closes the database. SQLite accepts NULL in both calls. Rows that were not committed are lost
 * with the file, which has no name yet. */
static void close_database(struct table_writing *w)
{
    struct database *d = w->state;
    if (d != NULL) {
        sqlite3_finalize(d->insert);
        sqlite3_close(d->archive.db);
        free(d);
    }
    w->state = NULL;
}

static void put(struct table_buffer *sql, const char *text)
{
    tti_table_buffer_put(sql, text, strlen(text));
}

/* Appends the name of the table. The caller may choose it, so a quotation mark inside is doubled.
 * Names of columns need no quotes. */
static void put_name(struct table_buffer *sql, const char *name)
{
    put(sql, "\"");
    for (; *name != '\0'; name++) {
        tti_table_buffer_put(sql, *name == '"' ? "\"\"" : name, *name == '"' ? 2 : 1);
    }
    put(sql, "\"");
}

/* Returns the type of a column in SQL. SQLite has only these affinities; whole numbers of all sizes
 * are INTEGER. */
static const char *type_of(const tt_io_column *column)
{
    switch (column->type) {
    case TT_COLUMN_FLOAT:
        return "REAL";
    case TT_COLUMN_TIME:
    case TT_COLUMN_UUID:
    case TT_COLUMN_TEXT:
        return "TEXT";
    default:
        return "INTEGER";
    }
}

/* Writes both statements into `sql`, each with its NUL. Returns the offset of the second one. */
static size_t make_statements(struct table_buffer *sql, const struct table_writing *w)
{
    const tt_io_table_plan *plan = w->plan;
    put(sql, "CREATE TABLE ");
    put_name(sql, w->table);
    for (size_t i = 0; i < plan->count; i++) {
        put(sql, i == 0 ? "(" : ", ");
        put(sql, plan->column[i]->name);
        put(sql, " ");
        put(sql, type_of(plan->column[i]));
        put(sql, plan->column[i]->is_nullable ? "" : " NOT NULL");
    }
    tti_table_buffer_put(sql, ")", 2); /* 2 bytes: the NUL ends the statement */
    size_t insert = sql->size;
    put(sql, "INSERT INTO ");
    put_name(sql, w->table);
    for (size_t i = 0; i < plan->count; i++) {
        put(sql, i == 0 ? " VALUES (?" : ", ?");
    }
    tti_table_buffer_put(sql, ")", 2);
    return insert;
}

static bool make_table(struct database *d, const struct table_writing *w, tt_io_error *error)
{
    struct table_buffer sql = {.data = NULL};
    size_t insert = make_statements(&sql, w);
    bool good = !sql.has_failed || tti_table_no_memory(error);
    good = good && tti_archive_run(&d->archive, (const char *)sql.data, error);
    if (good) {
        d->insert = tti_archive_prepare(&d->archive, (const char *)sql.data + insert, error);
        good = d->insert != NULL;
    }
    free(sql.data);
    return good;
}

/* Opens the file, which exists and is empty. Neither journal nor syncs are needed: an incomplete
 * file never gets its name. */
static bool open_database(struct table_writing *w, tt_io_error *error)
{
    static const char *const settings[] = {"PRAGMA journal_mode = OFF", "PRAGMA synchronous = OFF",
                                           "PRAGMA locking_mode = EXCLUSIVE", NULL};
    const char *path = w->options.file != NULL ? tti_host_file_place(w->options.file) : NULL;
    if (path == NULL) {
        return tti_error_say(error, TT_ERR_ARGUMENT,
                             "SQLite needs a regular file that is not compressed");
    }
    struct database *d = calloc(1, sizeof *d);
    w->state = d;
    if (d == NULL) {
        return tti_table_no_memory(error);
    }
    if (sqlite3_open_v2(path, &d->archive.db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX, NULL) !=
        SQLITE_OK) {
        return tti_archive_fail(&d->archive, error);
    }
    return tti_archive_run_all(&d->archive, settings, error) &&
           tti_archive_begin(&d->archive, error) && make_table(d, w, error);
}

/* Binds a text without a copy, because the batch is valid until the row is inserted. A text with a
 * NUL is copied; SQLite calls free() also when the bind fails. */
static void bind_text(struct database *d, int column, tt_bytes text)
{
    struct table_buffer b = {.data = NULL};
    if (text.size == 0 || memchr(text.data, 0, text.size) == NULL) {
        tti_archive_bind_text(&d->archive, d->insert, column, text);
        return;
    }
    for (size_t i = 0; i < text.size; i++) {
        bool is_nul = text.data[i] == 0;
        tti_table_buffer_put(&b, is_nul ? NUL_AS : (const char *)text.data + i, is_nul ? 3 : 1);
    }
    d->archive.lost_value = d->archive.lost_value || b.has_failed;
    if (b.has_failed) {
        free(b.data);
        return;
    }
    sqlite3_bind_text64(d->insert, column, (const char *)b.data, b.size, free, SQLITE_UTF8);
}

static void bind_number(struct database *d, int column, const tt_io_column_data *data, size_t row)
{
    const int8_t *bytes = data->values;
    const int16_t *halves = data->values;
    const int32_t *words = data->values;
    const int64_t *longs = data->values;
    switch (data->column->type) {
    case TT_COLUMN_INT16:
        sqlite3_bind_int(d->insert, column, halves[row]);
        break;
    case TT_COLUMN_INT32:
        sqlite3_bind_int(d->insert, column, words[row]);
        break;
    case TT_COLUMN_INT64:
        sqlite3_bind_int64(d->insert, column, longs[row]);
        break;
    default:
        sqlite3_bind_int(d->insert, column, bytes[row]);
        break;
    }
}

static void bind(struct database *d, int column, struct table_pen *pen, size_t row)
{
    const tt_io_column_data *data = pen->data;
    const float *reals = data->values;
    const tt_uuid *uuids = data->values;
    char time[TABLE_VALUE_MAX + 1];
    if (!table_has(data, row)) {
        sqlite3_bind_null(d->insert, column);
        return;
    }
    switch (data->column->type) {
    case TT_COLUMN_TEXT:
        bind_text(d, column, table_text(data, row));
        break;
    case TT_COLUMN_TIME:
        *table_pen_write(pen, row, (uint8_t *)time) = '\0';
        tti_archive_bind_copy(&d->archive, d->insert, column, time);
        break;
    case TT_COLUMN_UUID:
        tti_archive_bind_uuid(&d->archive, d->insert, column, &uuids[row]);
        break;
    case TT_COLUMN_FLOAT:
        sqlite3_bind_double(d->insert, column, (double)reals[row]);
        break;
    default:
        bind_number(d, column, data, row);
        break;
    }
}

static bool add(struct table_part *part, const tt_io_batch *batch)
{
    struct database *d = part->writing->state;
    struct table_pen pens[TT_IO_TABLE_COLUMNS];
    tti_table_pens(pens, batch);
    for (size_t row = 0; row < batch->rows; row++) {
        for (size_t i = 0; i < batch->columns; i++) {
            bind(d, (int)i + 1, &pens[i], row);
        }
        if (!tti_archive_do(&d->archive, d->insert, &part->error)) {
            return false;
        }
    }
    return true;
}

static bool end(struct table_writing *w, tt_io_output *out, tt_io_error *error)
{
    struct database *d = w->state;
    (void)out;
    return tti_archive_commit(&d->archive, error);
}

const struct table_format tti_table_sqlite = {
    .is = {.name = "sqlite",
           .ending = ".sqlite",
           .doc = "database of SQLite",
           .in_order = 1,
           .needs_file = 1,
           .is_plain = true},
    .open = open_database,
    .part_add = add,
    .end = end,
    .close = close_database,
};
