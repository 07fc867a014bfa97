/* SPDX-License-Identifier: MIT
 *
 * Opens archive databases, and calls SQLite for the other sources.
 *
 * Durability: WAL with synchronous=NORMAL. A program that is killed loses nothing that was
 * committed; a machine that loses power may lose the last commits, whole ones, and then these
 * files are read again.
 */
#include "host/posix.h"

#include "archive/database.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/schema.h"
#include "archive/text.h"
#include "teetape/mark.h"
#include "teetape/string.h"

/* Another program commits at least once a second, unless it stores an enormous recording. */
#define WAIT_MS 30000

bool archive_fail(const struct archive *archive, struct host_error *error)
{
    const char *words = sqlite3_errmsg(archive->db);
    int system = sqlite3_system_errno(archive->db);
    switch (sqlite3_errcode(archive->db) & 0xff) {
    case SQLITE_NOTADB:
    case SQLITE_CORRUPT:
        words = "is damaged, or no database at all; nothing was changed. Move it away to have a "
                "new one made";
        break;
    case SQLITE_BUSY:
        words = "another program is writing it, and does not come to an end";
        break;
    case SQLITE_FULL:
        words = "cannot be written: the disk is full";
        break;
    case SQLITE_READONLY:
        words = "must not be written";
        break;
    case SQLITE_IOERR:
        if (system != 0) {
            host_error_system(error, system, "cannot be read or written");
            return false;
        }
        break;
    case SQLITE_CANTOPEN:
        if (system != 0) {
            host_error_system(error, system, "cannot be opened");
            return false;
        }
        break;
    default:
        break;
    }
    host_error_say(error, HOST_ERROR_SYSTEM, "%s", words);
    return false;
}

bool archive_run(struct archive *archive, const char *sql, struct host_error *error)
{
    return sqlite3_exec(archive->db, sql, NULL, NULL, NULL) == SQLITE_OK ||
           archive_fail(archive, error);
}

sqlite3_stmt *archive_prepare(struct archive *archive, const char *sql, struct host_error *error)
{
    sqlite3_stmt *statement = NULL;
    if (sqlite3_prepare_v2(archive->db, sql, -1, &statement, NULL) != SQLITE_OK) {
        archive_fail(archive, error);
    }
    return statement;
}

bool archive_do(struct archive *archive, sqlite3_stmt *statement, struct host_error *error)
{
    bool good = sqlite3_step(statement) == SQLITE_DONE || archive_fail(archive, error);
    sqlite3_reset(statement);
    return good;
}

bool archive_number(struct archive *archive, const char *sql, int64_t *number,
                    struct host_error *error)
{
    *number = 0;
    sqlite3_stmt *statement = archive_prepare(archive, sql, error);
    if (statement == NULL) {
        return false;
    }
    int step = sqlite3_step(statement);
    if (step == SQLITE_ROW) {
        *number = sqlite3_column_int64(statement, 0);
    }
    bool good = step == SQLITE_ROW || step == SQLITE_DONE || archive_fail(archive, error);
    sqlite3_finalize(statement);
    return good;
}

bool archive_begin(struct archive *archive, struct host_error *error)
{
    return archive_run(archive, "BEGIN IMMEDIATE", error);
}

bool archive_commit(struct archive *archive, struct host_error *error)
{
    if (archive_run(archive, "COMMIT", error)) {
        return true;
    }
    archive_rollback(archive);
    return false;
}

void archive_rollback(struct archive *archive)
{
    if (sqlite3_get_autocommit(archive->db) == 0) {
        sqlite3_exec(archive->db, "ROLLBACK", NULL, NULL, NULL);
    }
}

void archive_bind_text(sqlite3_stmt *statement, int column, tt_bytes text)
{
    if (tt_utf8_valid(text)) {
        sqlite3_bind_text64(statement, column, text.size == 0 ? "" : (const char *)text.data,
                            text.size, SQLITE_STATIC, SQLITE_UTF8);
        return;
    }
    char *valid = archive_text_valid(text);
    if (valid == NULL) {
        sqlite3_bind_text(statement, column, "\xef\xbf\xbd", -1, SQLITE_STATIC);
    } else {
        sqlite3_bind_text(statement, column, valid, -1, free);
    }
}

void archive_bind_raw(sqlite3_stmt *statement, int column, tt_bytes text)
{
    /* A NUL inside would hide what stands behind it from most functions of SQL. */
    if (tt_utf8_valid(text) && (text.size == 0 || memchr(text.data, 0, text.size) == NULL)) {
        sqlite3_bind_null(statement, column);
    } else {
        sqlite3_bind_blob64(statement, column, text.data, text.size, SQLITE_STATIC);
    }
}

void archive_bind_uuid(sqlite3_stmt *statement, int column, const tt_uuid *uuid)
{
    char text[TT_UUID_TEXT];
    tt_uuid_format(text, uuid);
    sqlite3_bind_text(statement, column, text, -1, SQLITE_TRANSIENT);
}

tt_bytes archive_column(sqlite3_stmt *statement, int text, int raw)
{
    if (sqlite3_column_type(statement, raw) == SQLITE_BLOB) {
        const void *data = sqlite3_column_blob(statement, raw);
        return (tt_bytes){data, (size_t)sqlite3_column_bytes(statement, raw)};
    }
    const void *data = sqlite3_column_text(statement, text);
    return (tt_bytes){data, data == NULL ? 0 : (size_t)sqlite3_column_bytes(statement, text)};
}

/* The folders above `path`. That one cannot be made shows when the file is opened. */
static void make_folders(const char *path)
{
    char *copy = strdup(path);
    for (char *at = copy == NULL ? NULL : strchr(copy + 1, '/'); at != NULL;
         at = strchr(at + 1, '/')) {
        *at = '\0';
        mkdir(copy, 0700);
        *at = '/';
    }
    free(copy);
}

/* SQLite gives its other files the access rights of the database; accounts and saves are in it. */
static bool make_file(const char *path, struct host_error *error)
{
    int fd = open(path, O_RDWR | O_CREAT | O_EXCL | O_CLOEXEC, 0600);
    if (fd >= 0) {
        close(fd);
        return true;
    }
    if (errno == EEXIST) {
        return true;
    }
    host_error_system(error, errno, "cannot be made");
    return false;
}

static bool fill_kinds(struct archive *archive, struct host_error *error)
{
    sqlite3_stmt *insert = archive_prepare(
        archive, "INSERT OR REPLACE INTO mark_kind(kind, name, doc) VALUES (?, ?, ?)", error);
    bool good = insert != NULL;
    for (int kind = 0; good && kind < TT_MARK_KINDS; kind++) {
        sqlite3_bind_int(insert, 1, kind);
        sqlite3_bind_text(insert, 2, tt_mark_name((tt_mark_kind)kind), -1, SQLITE_STATIC);
        sqlite3_bind_text(insert, 3, tt_mark_doc((tt_mark_kind)kind), -1, SQLITE_STATIC);
        good = archive_do(archive, insert, error);
    }
    sqlite3_finalize(insert);
    return good;
}

static bool take_step(struct archive *archive, int64_t version, struct host_error *error)
{
    char sql[64];
    for (size_t i = 0; archive_schema[version][i] != NULL; i++) {
        if (!archive_run(archive, archive_schema[version][i], error)) {
            return false;
        }
    }
    snprintf(sql, sizeof sql, "PRAGMA user_version = %" PRId64, version + 1);
    return archive_run(archive, sql, error);
}

/* In one transaction: a database has a whole version, or the one before. */
static bool bring_up(struct archive *archive, struct host_error *error)
{
    char sql[64];
    int64_t version;
    bool good = archive_begin(archive, error);
    /* Another program may have been faster. */
    good = good && archive_number(archive, "PRAGMA user_version", &version, error);
    for (; good && version < ARCHIVE_VERSION; version++) {
        good = take_step(archive, version, error);
    }
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d", ARCHIVE_APPLICATION);
    good = good && archive_run(archive, sql, error) && fill_kinds(archive, error);
    good = good && archive_commit(archive, error);
    if (!good) {
        archive_rollback(archive);
    }
    return good;
}

/* Whether this is a database that we may work with. */
static bool check_version(struct archive *archive, enum archive_use use, struct host_error *error)
{
    int64_t version, application, tables;
    if (!archive_number(archive, "PRAGMA user_version", &version, error) ||
        !archive_number(archive, "PRAGMA application_id", &application, error) ||
        !archive_number(archive, "SELECT count(*) FROM sqlite_master", &tables, error)) {
        return false;
    }
    bool is_empty = tables == 0 && application == 0 && version == 0;
    if (!is_empty && application != ARCHIVE_APPLICATION) {
        host_error_say(error, HOST_ERROR_SYSTEM,
                       "is no archive database, but one of another program");
        return false;
    }
    if (version > ARCHIVE_VERSION) {
        host_error_say(error, HOST_ERROR_SYSTEM,
                       "has version %" PRId64 " and was made by a newer teetape; this one knows "
                       "versions up to %d. Name another file with --db",
                       version, ARCHIVE_VERSION);
        return false;
    }
    if (version == ARCHIVE_VERSION) {
        return true;
    }
    if (use == ARCHIVE_READ) {
        host_error_say(error, HOST_ERROR_SYSTEM,
                       "has nothing in it yet, or is of an older version; find without "
                       "--no-scan brings it up to date");
        return false;
    }
    return bring_up(archive, error);
}

static bool set_up(struct archive *archive, enum archive_use use, struct host_error *error)
{
    sqlite3_busy_timeout(archive->db, WAIT_MS);
    sqlite3_extended_result_codes(archive->db, 1);
    /* The journal's kind can only be set in a file that may be written. */
    return (use == ARCHIVE_READ || archive_run(archive, "PRAGMA journal_mode = WAL", error)) &&
           archive_run(archive,
                       "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;"
                       " PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536;"
                       " PRAGMA mmap_size = 0",
                       error) &&
           check_version(archive, use, error);
}

struct archive *archive_open(const char *path, enum archive_use use, struct host_error *error)
{
    /* Counting its memory would cost a lock at every allocation. Fails when SQLite is at work
     * already, which does not matter. */
    sqlite3_config(SQLITE_CONFIG_MEMSTATUS, 0);
    struct archive *archive = calloc(1, sizeof *archive);
    if (archive == NULL || (archive->path = strdup(path)) == NULL) {
        free(archive);
        host_error_system(error, ENOMEM, "cannot be opened");
        return NULL;
    }
    if (use == ARCHIVE_WRITE) {
        make_folders(path);
    }
    /* One connection, one thread at a time: the writer's turn sees to that. */
    bool good = (use == ARCHIVE_READ || make_file(path, error)) &&
                (sqlite3_open_v2(path, &archive->db, SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX,
                                 NULL) == SQLITE_OK ||
                 archive_fail(archive, error)) &&
                set_up(archive, use, error);
    if (!good) {
        archive_close(archive);
        return NULL;
    }
    return archive;
}

void archive_close(struct archive *archive)
{
    if (archive != NULL) {
        sqlite3_close(archive->db);
        free(archive->path);
        free(archive);
    }
}
