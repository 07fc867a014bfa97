/* SPDX-License-Identifier: MIT
 *
 * SQLite as src/archive uses it: statements, transactions, errors. A build without SQLite leaves
 * out all sources that include this file, also src/table/sqlite.c.
 */
#ifndef ARCHIVE_DATABASE_H
#define ARCHIVE_DATABASE_H

#include <sqlite3.h>

#include "teetape/bytes.h"
#include "teetape/io/archive.h"
#include "teetape/uuid.h"

struct tt_io_archive {
    sqlite3 *db;
    char *path;             /* path that the caller gave; from malloc */
    const tt_io_stop *stop; /* ends waits and work early; may be NULL */
    tt_io_archive_notice_fn *notice;
    void *notice_user;
    bool lost_value; /* a value could not be bound without memory: the next run must fail */
};

/* Fills *error with SQLite's words about the last call. Call it before any other call to SQLite.
 * Always returns false. */
bool tti_archive_fail(const tt_io_archive *archive, tt_io_error *error);

bool tti_archive_run(tt_io_archive *archive, const char *sql, tt_io_error *error);

bool tti_archive_run_all(tt_io_archive *archive, const char *const *sql, tt_io_error *error);

bool tti_archive_number(tt_io_archive *archive, const char *sql, int64_t *number,
                        tt_io_error *error);

sqlite3_stmt *tti_archive_prepare(tt_io_archive *archive, const char *sql, tt_io_error *error);

/* Runs a statement once that gives no rows, and makes it ready for new values. Fails when a value
 * was lost since the last run, so callers need not check each binding. */
bool tti_archive_do(tt_io_archive *archive, sqlite3_stmt *statement, tt_io_error *error);

/* Runs BEGIN IMMEDIATE. A transaction that reads first and writes later could find that another
 * program wrote meanwhile, which no waiting resolves. */
bool tti_archive_begin(tt_io_archive *archive, tt_io_error *error);
bool tti_archive_commit(tt_io_archive *archive, tt_io_error *error);
void tti_archive_rollback(tt_io_archive *archive);

/* Binds a text that a stranger wrote to two columns: the text with U+FFFD for what is not UTF-8,
 * and the raw bytes, or NULL when the text is complete. The bytes must remain valid until the
 * statement was run. Without memory the next tti_archive_do or tti_archive_commit fails. */
void tti_archive_bind_text(tt_io_archive *archive, sqlite3_stmt *statement, int column,
                           tt_bytes text);
void tti_archive_bind_raw(sqlite3_stmt *statement, int column, tt_bytes text);
void tti_archive_bind_copy(tt_io_archive *archive, sqlite3_stmt *statement, int column,
                           const char *text);
void tti_archive_bind_uuid(tt_io_archive *archive, sqlite3_stmt *statement, int column,
                           const tt_uuid *uuid);
void tti_archive_give_text(sqlite3_context *to, tt_bytes text);
void tti_archive_give_raw(sqlite3_context *to, tt_bytes text);

/* Returns the raw bytes of a text that is in two columns. Valid until the statement moves on. */
tt_bytes tti_archive_column(sqlite3_stmt *statement, int text, int raw);

/* Composes a sentence and gives it to the archive's tt_io_archive_notice_fn, if there is one; the
 * kind decides the level. A sentence of 2000 bytes or more is cut. */
void tti_archive_notice(const tt_io_archive *archive, tt_io_archive_notice_kind kind,
                        const char *path, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Checks if SQLite may open `path`, which need not exist. Refuses pipes, as SQLite would wait for
 * the other end. Refuses databases of other programs, as SQLite would finish what they left
 * undone. */
bool tti_archive_check_file(const char *path, tt_io_error *error);

/* Checks that the database has the tables, indexes and views of this version, and no triggers.
 * Other tables, indexes and views are the user's. */
bool tti_archive_check_schema(tt_io_archive *archive, tt_io_error *error);

#endif
