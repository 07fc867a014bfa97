/* SPDX-License-Identifier: MIT
 *
 * SQLite as this room uses it: statements, transactions, errors. For the sources of this room, and
 * for the tables of src/table/sqlite.c, that are left out of a build without SQLite.
 */
#ifndef ARCHIVE_DATABASE_H
#define ARCHIVE_DATABASE_H

#include <sqlite3.h>

#include "teetape/bytes.h"
#include "teetape/io/archive.h"
#include "teetape/uuid.h"

/* An open database. src/table/sqlite.c has one of its own, for the calls below. */
struct tt_io_archive {
    sqlite3 *db;                     /* NULL before it was opened */
    char *path;                      /* as the caller gave it; of malloc */
    const tt_io_stop *stop;          /* may be NULL */
    tt_io_archive_notice_fn *notice; /* may be NULL */
    void *notice_user;               /* handed to `notice` */
    bool lost_value;                 /* no memory to bind one: what it is for must fail */
};

/* Fills *error with what SQLite says of the last call. Always false. Has to be called before
 * another call of SQLite on this database, which would change what that says. */
bool tti_archive_fail(const tt_io_archive *archive, tt_io_error *error);

/* Runs statements that give no rows. */
bool tti_archive_run(tt_io_archive *archive, const char *sql, tt_io_error *error);

/* The same one after the other; NULL is the end. */
bool tti_archive_run_all(tt_io_archive *archive, const char *const *sql, tt_io_error *error);

/* The first column of the first row; 0 when there is none. */
bool tti_archive_number(tt_io_archive *archive, const char *sql, int64_t *number,
                        tt_io_error *error);

/* A statement, to be given to sqlite3_finalize; NULL on failure. */
sqlite3_stmt *tti_archive_prepare(tt_io_archive *archive, const char *sql, tt_io_error *error);

/* Runs a statement once that gives no rows, and makes it ready for new values. Fails when a value
 * was lost since the last run, so callers need not check each binding. */
bool tti_archive_do(tt_io_archive *archive, sqlite3_stmt *statement, tt_io_error *error);

/* BEGIN IMMEDIATE: takes the right to write at once, and waits for another program that writes. A
 * transaction that begins to read and then wants to write could find that another one has written
 * meanwhile, which no waiting resolves. False when it did not begin. */
bool tti_archive_begin(tt_io_archive *archive, tt_io_error *error);
/* All or nothing: after a failure it is rolled back. */
bool tti_archive_commit(tt_io_archive *archive, tt_io_error *error);
/* Nothing when no transaction is open, so it may follow any failure. */
void tti_archive_rollback(tt_io_archive *archive);

/* Values. Texts of strangers take two columns: as text, with U+FFFD in place of what is not UTF-8;
 * and as the bytes they are, NULL when the text says it all. The bytes have to remain valid until
 * the statement was run. Without memory the next tti_archive_do or tti_archive_commit fails. */
void tti_archive_bind_text(tt_io_archive *archive, sqlite3_stmt *statement, int column,
                           tt_bytes text);
void tti_archive_bind_raw(sqlite3_stmt *statement, int column, tt_bytes text);
/* A copy, which need not remain. */
void tti_archive_bind_copy(tt_io_archive *archive, sqlite3_stmt *statement, int column,
                           const char *text);
void tti_archive_bind_uuid(tt_io_archive *archive, sqlite3_stmt *statement, int column,
                           const tt_uuid *uuid);
/* The same as results of a column of a virtual table. */
void tti_archive_give_text(sqlite3_context *to, tt_bytes text);
void tti_archive_give_raw(sqlite3_context *to, tt_bytes text);

/* Whether a value was lost since the last call; fills *error then. */
bool tti_archive_lost_value(tt_io_archive *archive, tt_io_error *error);

/* The bytes of such a pair of columns. Valid until the statement moves on. */
tt_bytes tti_archive_column(sqlite3_stmt *statement, int text, int raw);

/* Composes a sentence and hands it to the archive's tt_io_archive_notice_fn, if there is one; the
 * kind decides the level. A sentence of 2000 bytes or more is cut. */
void tti_archive_notice(const tt_io_archive *archive, tt_io_archive_notice_kind kind,
                        const char *path, const char *format, ...)
    __attribute__((format(printf, 4, 5)));

/* Whether SQLite may open what is at `path`, which may be nothing: it has to be a file, also those
 * that SQLite keeps beside it, since SQLite would wait for the other end of a pipe; and no database
 * of another program, since SQLite would finish what that left undone. */
bool tti_archive_check_file(const char *path, tt_io_error *error);

/* Whether a database of `version` has the tables, indexes and views that its steps make, and no
 * triggers. Others beside them are the user's. */
bool tti_archive_check_schema(tt_io_archive *archive, int64_t version, tt_io_error *error);

#endif
