/* SPDX-License-Identifier: MIT
 *
 * Calls SQLite for the other sources of src/archive, and reports SQLite's errors.
 *
 * Every function that can fail fills the error with a sentence for people and returns false or
 * NULL; *error is not touched otherwise.
 */
#include "host/posix.h"

#include "archive/database.h"
#include "host/error.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "host/pattern.h"
#include "teetape/string.h"

/* Fills an error from SQLite's code. The low byte has the main code, whether or not extended codes
 * are on. The error of the system counts only for I/O and opening: for other codes an earlier call
 * may have left it. */
bool tti_archive_fail(const tt_io_archive *archive, tt_io_error *error)
{
    const char *words = sqlite3_errmsg(archive->db);
    tt_status status = TT_ERR_SYSTEM;
    int system = sqlite3_system_errno(archive->db);
    switch (sqlite3_errcode(archive->db) & 0xff) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        status = TT_ERR_ARCHIVE;
        words = "is damaged or not a database; nothing was changed. Move it to make a new one";
        break;
    case SQLITE_BUSY:
        status = TT_ERR_ARCHIVE_BUSY;
        words = tt_io_stop_wanted(archive->stop) ? "another program is writing it"
                                                 : "another program keeps writing it";
        break;
    case SQLITE_INTERRUPT:
        status = TT_ERR_STOPPED;
        words = "stopped";
        break;
    case SQLITE_FULL:
        words = "cannot be written: the disk is full";
        break;
    case SQLITE_READONLY:
        status = TT_ERR_ARCHIVE_READ_ONLY;
        words = "is not writable";
        break;
    case SQLITE_IOERR:
        if (system != 0) {
            return tt_io_error_system(error, system, "cannot be read or written");
        }
        break;
    case SQLITE_CANTOPEN:
        if (system != 0) {
            return tt_io_error_system(error, system, "cannot be opened");
        }
        break;
    default:
        break;
    }
    tti_error_say(error, status, "%s", words);
    error->system = (sqlite3_errcode(archive->db) & 0xff) == SQLITE_FULL ? ENOSPC : 0;
    return false;
}

bool tti_archive_run(tt_io_archive *archive, const char *sql, tt_io_error *error)
{
    return sqlite3_exec(archive->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           tti_archive_fail(archive, error);
}

bool tti_archive_run_all(tt_io_archive *archive, const char *const *sql, tt_io_error *error)
{
    bool is_good = true;
    for (; is_good && *sql != NULL; sql++) {
        is_good = tti_archive_run(archive, *sql, error);
    }
    return is_good;
}

sqlite3_stmt *tti_archive_prepare(tt_io_archive *archive, const char *sql, tt_io_error *error)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(archive->db, sql, -1, &statement, NULL) != SQLITE_OK) {
        tti_archive_fail(archive, error);
    }
    return statement;
}

static bool has_lost_value(tt_io_archive *archive, tt_io_error *error)
{
    bool is_lost = archive->lost_value;
    archive->lost_value = false;
    if (is_lost) {
        tt_io_error_system(error, ENOMEM, "cannot be written");
    }
    return is_lost;
}

/* Runs a statement. It is reset in any case: a statement that is still running could keep a
 * transaction from ending. */
bool tti_archive_do(tt_io_archive *archive, sqlite3_stmt *statement, tt_io_error *error)
{
    bool good = !has_lost_value(archive, error) &&
                (sqlite3_step(statement) == SQLITE_DONE || tti_archive_fail(archive, error));
    sqlite3_reset(statement);
    return good;
}

/* Reads a number. A damaged database can have text where a number is expected: SQLite makes 0 or a
 * number of it. */
bool tti_archive_number(tt_io_archive *archive, const char *sql, int64_t *number,
                        tt_io_error *error)
{
    *number = 0;
    sqlite3_stmt *statement = tti_archive_prepare(archive, sql, error);
    if (statement == NULL) {
        return false;
    }
    int step = sqlite3_step(statement);
    if (step == SQLITE_ROW) {
        *number = sqlite3_column_int64(statement, 0);
    }
    bool good = step == SQLITE_ROW || step == SQLITE_DONE || tti_archive_fail(archive, error);
    sqlite3_finalize(statement);
    return good;
}

bool tti_archive_begin(tt_io_archive *archive, tt_io_error *error)
{
    return tti_archive_run(archive, "BEGIN IMMEDIATE", error);
}

bool tti_archive_commit(tt_io_archive *archive, tt_io_error *error)
{
    if (!has_lost_value(archive, error) && tti_archive_run(archive, "COMMIT", error)) {
        return true;
    }
    tti_archive_rollback(archive);
    return false;
}

/* Ends a transaction. SQLite ends it by itself after some failures, such as a full disk; a ROLLBACK
 * would then be an error. */
void tti_archive_rollback(tt_io_archive *archive)
{
    if (sqlite3_get_autocommit(archive->db) == 0) {
        sqlite3_exec(archive->db, "ROLLBACK", NULL, NULL, NULL);
    }
}

/* Binds a text. SQLite takes a NULL pointer for the value NULL, so an empty text has to be "". */
void tti_archive_bind_text(tt_io_archive *archive, sqlite3_stmt *statement, int column,
                           tt_bytes text)
{
    if (tt_utf8_valid(text)) {
        sqlite3_bind_text64(statement, column, text.size == 0 ? "" : (const char *)text.data,
                            text.size, SQLITE_STATIC, SQLITE_UTF8);
        return;
    }
    char *valid = tti_text_valid(text);
    archive->lost_value = archive->lost_value || valid == NULL;
    sqlite3_bind_text(statement, column, valid, -1, free);
}

/* Returns true for UTF-8 without a NUL, which would hide what follows it from most functions of
 * SQL. */
static bool is_plain(tt_bytes text)
{
    return tt_utf8_valid(text) && (text.size == 0 || memchr(text.data, 0, text.size) == NULL);
}

void tti_archive_bind_raw(sqlite3_stmt *statement, int column, tt_bytes text)
{
    if (is_plain(text)) {
        sqlite3_bind_null(statement, column);
    } else {
        sqlite3_bind_blob64(statement, column, text.data, text.size, SQLITE_STATIC);
    }
}

void tti_archive_give_text(sqlite3_context *to, tt_bytes text)
{
    if (tt_utf8_valid(text)) {
        sqlite3_result_text64(to, text.size == 0 ? "" : (const char *)text.data, text.size,
                              SQLITE_STATIC, SQLITE_UTF8);
        return;
    }
    char *valid = tti_text_valid(text);
    if (valid != NULL) {
        sqlite3_result_text(to, valid, -1, free);
    } else {
        sqlite3_result_error_nomem(to);
    }
}

void tti_archive_give_raw(sqlite3_context *to, tt_bytes text)
{
    if (!is_plain(text)) {
        sqlite3_result_blob64(to, text.data, text.size, SQLITE_STATIC);
    }
}

void tti_archive_bind_copy(tt_io_archive *archive, sqlite3_stmt *statement, int column,
                           const char *text)
{
    int result = sqlite3_bind_text(statement, column, text, -1, SQLITE_TRANSIENT);
    archive->lost_value = archive->lost_value || result != SQLITE_OK;
}

void tti_archive_bind_uuid(tt_io_archive *archive, sqlite3_stmt *statement, int column,
                           const tt_uuid *uuid)
{
    char text[TT_UUID_TEXT];
    tt_uuid_format(text, uuid);
    tti_archive_bind_copy(archive, statement, column, text);
}

/* Returns a column. SQLite requires that a column's text or blob is read before its size. */
tt_bytes tti_archive_column(sqlite3_stmt *statement, int text, int raw)
{
    if (sqlite3_column_type(statement, raw) == SQLITE_BLOB) {
        const void *data = sqlite3_column_blob(statement, raw);
        return (tt_bytes){data, (size_t)sqlite3_column_bytes(statement, raw)};
    }
    const void *data = sqlite3_column_text(statement, text);
    return (tt_bytes){data, data == NULL ? 0 : (size_t)sqlite3_column_bytes(statement, text)};
}

#define SENTENCE 2000

static const tt_io_archive_level levels[] = {
    [TT_IO_ARCHIVE_UPDATED] = TT_IO_ARCHIVE_NOTE,
    [TT_IO_ARCHIVE_UNREADABLE] = TT_IO_ARCHIVE_ERROR,
    [TT_IO_ARCHIVE_FULL] = TT_IO_ARCHIVE_WARNING,
    [TT_IO_ARCHIVE_DAMAGED] = TT_IO_ARCHIVE_WARNING,
    [TT_IO_ARCHIVE_NO_CONTENT] = TT_IO_ARCHIVE_WARNING,
    [TT_IO_ARCHIVE_MORE] = TT_IO_ARCHIVE_WARNING,
    [TT_IO_ARCHIVE_MISSING] = TT_IO_ARCHIVE_WARNING,
    [TT_IO_ARCHIVE_BAD_LINE] = TT_IO_ARCHIVE_WARNING,
};

void tti_archive_notice(const tt_io_archive *archive, tt_io_archive_notice_kind kind,
                        const char *path, const char *format, ...)
{
    char sentence[SENTENCE];
    va_list args;
    if (archive->notice == NULL) {
        return;
    }
    va_start(args, format);
    vsnprintf(sentence, sizeof sentence, format, args);
    va_end(args);
    const tt_io_archive_notice notice = {kind, levels[kind], path, sentence};
    archive->notice(archive->notice_user, &notice);
}
