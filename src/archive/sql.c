/* SPDX-License-Identifier: MIT
 *
 * Puts statements together.
 */
#include "host/posix.h"

#include "archive/sql.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* Most bytes of a piece with its NUL: pieces are constants of this room, and the longest is
 * shorter. */
#define PIECE_MOST 4096

/* Room for a whole piece is made before, so that one vsnprintf is enough. A piece that is too long
 * counts as no memory: a statement without it would be another one. */
void tti_archive_sql_add(struct archive_sql *sql, const char *format, ...)
{
    if (sql->cap - sql->size < PIECE_MOST) {
        char *grown = realloc(sql->text, sql->cap + 2 * PIECE_MOST);
        if (grown == NULL) {
            sql->no_memory = true;
            return;
        }
        sql->text = grown;
        sql->cap += (size_t)2 * PIECE_MOST;
    }
    va_list values;
    va_start(values, format);
    int size = vsnprintf(sql->text + sql->size, PIECE_MOST, format, values);
    va_end(values);
    if (size < 0 || size >= PIECE_MOST) {
        sql->no_memory = true;
    } else {
        sql->size += (size_t)size;
    }
}

/* A parameter with a number, ?1 and on, since it is bound by its number. False when there are too
 * many, which no query makes. */
static bool add_value(struct archive_sql *sql)
{
    if (sql->count == ARCHIVE_SQL_VALUES) {
        sql->no_memory = true;
        return false;
    }
    tti_archive_sql_add(sql, "?%d", sql->count + 1);
    sql->count++;
    return true;
}

/* Copied: the caller's text may be one that it frees. */
void tti_archive_sql_text(struct archive_sql *sql, const char *text)
{
    if (add_value(sql)) {
        sql->value[sql->count - 1].text = strdup(text);
        sql->no_memory = sql->no_memory || sql->value[sql->count - 1].text == NULL;
    }
}

void tti_archive_sql_int(struct archive_sql *sql, int64_t number)
{
    if (add_value(sql)) {
        sql->value[sql->count - 1].number = number;
    }
}

/* The values are bound without a copy, so *sql has to remain until the statement was run. */
sqlite3_stmt *tti_archive_sql_prepare(const struct archive_sql *sql, tt_io_archive *archive,
                                      tt_io_error *error)
{
    if (sql->no_memory) {
        tt_io_error_say(error, TT_ERR_SYSTEM, "the search is too large for the memory");
        return NULL;
    }
    sqlite3_stmt *statement = tti_archive_prepare(archive, sql->text, error);
    for (int i = 0; statement != NULL && i < sql->count; i++) {
        if (sql->value[i].text != NULL) {
            tti_archive_bind_text(archive, statement, i + 1, tt_bytes_of(sql->value[i].text));
        } else {
            sqlite3_bind_int64(statement, i + 1, sql->value[i].number);
        }
    }
    if (statement != NULL && tti_archive_lost_value(archive, error)) {
        sqlite3_finalize(statement);
        return NULL;
    }
    return statement;
}

bool tti_archive_sql_run(struct archive_sql *sql, tt_io_archive *archive, tt_io_error *error)
{
    sqlite3_stmt *statement = tti_archive_sql_prepare(sql, archive, error);
    bool good = statement != NULL && tti_archive_do(archive, statement, error);
    sqlite3_finalize(statement);
    tti_archive_sql_free(sql);
    return good;
}

void tti_archive_sql_free(struct archive_sql *sql)
{
    for (int i = 0; i < sql->count; i++) {
        free(sql->value[i].text);
    }
    free(sql->text);
    memset(sql, 0, sizeof *sql);
}
