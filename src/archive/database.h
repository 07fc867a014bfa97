/* SPDX-License-Identifier: MIT
 *
 * SQLite as this room uses it: statements, transactions, errors. For the sources of this room that
 * are left out of a build without SQLite.
 */
#ifndef ARCHIVE_DATABASE_H
#define ARCHIVE_DATABASE_H

#include <sqlite3.h>

#include "archive/archive.h"
#include "teetape/bytes.h"
#include "teetape/uuid.h"

struct archive {
    sqlite3 *db;
    char *path;
    const struct host_stop *stop; /* may be NULL */
    archive_notice_fn *notice;    /* may be NULL */
    void *notice_user;
    bool lost_value; /* no memory to bind one: what it is for must fail */
};

/* Fills *error with what SQLite says of the last call. Always false. */
bool archive_fail(const struct archive *archive, struct host_error *error);

/* Runs statements that give no rows. */
bool archive_run(struct archive *archive, const char *sql, struct host_error *error);

/* The same one after the other; NULL is the end. */
bool archive_run_all(struct archive *archive, const char *const *sql, struct host_error *error);

/* The first column of the first row; 0 when there is none. */
bool archive_number(struct archive *archive, const char *sql, int64_t *number,
                    struct host_error *error);

/* A statement, to be given to sqlite3_finalize; NULL on failure. */
sqlite3_stmt *archive_prepare(struct archive *archive, const char *sql, struct host_error *error);

/* Runs a statement once that gives no rows, and makes it ready for new values. */
bool archive_do(struct archive *archive, sqlite3_stmt *statement, struct host_error *error);

/* Begins to write; waits for another program that writes. Ends it: all or nothing. */
bool archive_begin(struct archive *archive, struct host_error *error);
bool archive_commit(struct archive *archive, struct host_error *error);
void archive_rollback(struct archive *archive);

/* Values. Texts of strangers take two columns: as text, with U+FFFD in place of what is not UTF-8;
 * and as the bytes they are, NULL when the text says it all. The bytes have to remain valid until
 * the statement was run. Without memory the next archive_do or archive_commit fails. */
void archive_bind_text(struct archive *archive, sqlite3_stmt *statement, int column, tt_bytes text);
void archive_bind_raw(sqlite3_stmt *statement, int column, tt_bytes text);
/* A copy, which need not remain. */
void archive_bind_copy(struct archive *archive, sqlite3_stmt *statement, int column,
                       const char *text);
void archive_bind_uuid(struct archive *archive, sqlite3_stmt *statement, int column,
                       const tt_uuid *uuid);
/* Whether a value was lost since the last call; fills *error then. */
bool archive_lost_value(struct archive *archive, struct host_error *error);

/* The bytes of such a pair of columns. Valid until the statement moves on. */
tt_bytes archive_column(sqlite3_stmt *statement, int text, int raw);

#endif
