/* SPDX-License-Identifier: MIT
 *
 * Checks if a database is an archive's. A file with the right mark may still be hostile: a view in
 * place of a table may never end, a trigger may delete what was written.
 *
 * tti_archive_check_file checks before SQLite opens the file, tti_archive_check_schema after that.
 * Neither changes the database.
 */
#include "host/posix.h"

#include "archive/database.h"
#include "host/error.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "archive/schema.h"
#include "base/mem.h"

/* Offsets in the header of an SQLite file (https://www.sqlite.org/fileformat.html): the number of
 * pages and the application id, 4 bytes each, big-endian. */
#define HEADER 100
#define HEADER_PAGES 28
#define HEADER_APPLICATION 68

static bool is_other_than_file(const char *path, const char *suffix, tt_io_error *error)
{
    struct stat facts;
    size_t size = strlen(path) + strlen(suffix) + 1;
    char *name = malloc(size);
    if (name == NULL) {
        tt_io_error_system(error, ENOMEM, "cannot be opened");
        return true;
    }
    snprintf(name, size, "%s%s", path, suffix);
    bool is_other = stat(name, &facts) == 0 && !S_ISREG(facts.st_mode) && !S_ISDIR(facts.st_mode);
    free(name);
    if (is_other) {
        tti_error_say(error, TT_ERR_ARCHIVE,
                      suffix[0] == '\0'
                          ? "is not a regular file, so not a database"
                          : "cannot be opened: the file beside it that ends in %s is not a "
                            "regular file",
                      suffix);
    }
    return is_other;
}

/* Reads the first bytes through SQLite: closing a descriptor of the file releases all locks that
 * the process has on it. Returns 0 when they cannot be read. */
static size_t read_header(const char *path, uint8_t header[HEADER])
{
    sqlite3_vfs *vfs = sqlite3_initialize() == SQLITE_OK ? sqlite3_vfs_find(NULL) : NULL;
    sqlite3_file *file = vfs == NULL ? NULL : calloc(1, (size_t)vfs->szOsFile);
    size_t size = strlen(path), got = 0;
    char *name = calloc(1, size + 4);
    if (file != NULL && name != NULL) {
        memcpy(name, path, size);
        int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_MAIN_DB;
        int result = vfs->xOpen(vfs, name, file, flags, NULL);
        if (result == SQLITE_OK && file->pMethods->xRead(file, header, HEADER, 0) == SQLITE_OK) {
            got = HEADER;
        }
        if (file->pMethods != NULL) {
            file->pMethods->xClose(file);
        }
    }
    free(name);
    free(file);
    return got;
}

/* Returns true for a database of another program. A new database has one page and no mark while
 * its first transaction is only in the log, and a file whose log is not merged yet has the old
 * header. So one page without a mark passes here, and the schema is checked after SQLite has
 * read the log. */
static bool is_foreign(const char *path)
{
    uint8_t header[HEADER] = {0};
    if (read_header(path, header) < sizeof header || memcmp(header, "SQLite format 3", 16) != 0) {
        return false;
    }
    uint32_t application = tti_load_be32(header + HEADER_APPLICATION);
    return application != ARCHIVE_APPLICATION &&
           (application != 0 || tti_load_be32(header + HEADER_PAGES) > 1);
}

/* Checks a file before SQLite opens it. SQLite looks for its other files beside the real one, so
 * the path is resolved first. */
bool tti_archive_check_file(const char *path, tt_io_error *error)
{
    static const char *const suffixes[] = {"", "-journal", "-wal", "-shm"};
    char *real = realpath(path, NULL);
    bool is_good = true;
    for (size_t i = 0; real != NULL && is_good && i < sizeof suffixes / sizeof suffixes[0]; i++) {
        is_good = !is_other_than_file(real, suffixes[i], error);
    }
    if (is_good && real != NULL && is_foreign(real)) {
        tti_error_say(error, TT_ERR_ARCHIVE, "is the database of another program");
        is_good = false;
    }
    free(real);
    return is_good;
}

static int has_entry(tt_io_archive *archive, sqlite3_stmt *find, sqlite3_stmt *wanted,
                     tt_io_error *error)
{
    for (int column = 0; column < 3; column++) {
        sqlite3_bind_value(find, column + 1, sqlite3_column_value(wanted, column));
    }
    int step = sqlite3_step(find);
    if (step != SQLITE_ROW && step != SQLITE_DONE) {
        tti_archive_fail(archive, error);
    }
    sqlite3_reset(find);
    return step == SQLITE_ROW ? 1 : step == SQLITE_DONE ? 0 : -1;
}

static int has_all(tt_io_archive *archive, tt_io_archive *model, char **name, tt_io_error *error)
{
    sqlite3_stmt *find = tti_archive_prepare(
        archive, "SELECT 1 FROM sqlite_master WHERE type = ? AND name = ? AND sql = ?", error);
    sqlite3_stmt *all =
        find == NULL
            ? NULL
            : tti_archive_prepare(
                  model, "SELECT type, name, sql FROM sqlite_master WHERE sql NOT NULL", error);
    int step = SQLITE_DONE, has = all != NULL ? 1 : -1;
    while (has == 1 && (step = sqlite3_step(all)) == SQLITE_ROW) {
        has = has_entry(archive, find, all, error);
    }
    if (has == 1 && step != SQLITE_DONE) {
        tti_archive_fail(model, error);
        has = -1;
    }
    *name = has == 0 ? strdup((const char *)sqlite3_column_text(all, 1)) : NULL;
    sqlite3_finalize(find);
    sqlite3_finalize(all);
    return has;
}

/* Checks the schema. SQLite keeps its own form of a schema, so a model is made by the same
 * statements and compared. */
bool tti_archive_check_schema(tt_io_archive *archive, tt_io_error *error)
{
    tt_io_archive model = {.db = NULL};
    char *name = NULL;
    int64_t triggers;
    bool is_made =
        (sqlite3_open(":memory:", &model.db) == SQLITE_OK || tti_archive_fail(&model, error)) &&
        tti_archive_run_all(&model, tti_archive_schema_sql, error);
    int has = is_made ? has_all(archive, &model, &name, error) : -1;
    sqlite3_close(model.db);
    if (has == 0) {
        tti_error_say(error, TT_ERR_ARCHIVE,
                      "is not an archive database: its %s is missing or different. Move it away "
                      "to make a new one",
                      name != NULL ? name : "schema");
    }
    free(name);
    if (has != 1 ||
        !tti_archive_number(archive, "SELECT count(*) FROM sqlite_master WHERE type = 'trigger'",
                            &triggers, error)) {
        return false;
    }
    return triggers == 0 ||
           tti_error_say(
               error, TT_ERR_ARCHIVE,
               "is not an archive database of find: it has triggers. Move it to make a new one");
}
