/* SPDX-License-Identifier: MIT
 *
 * Opens archive databases, makes them, and brings old ones up to date.
 *
 * Durability: WAL with synchronous=NORMAL. A program that is killed loses nothing that was
 * committed; a machine that loses power may lose the last commits, whole ones, and then these
 * files are read again.
 */
#include "host/posix.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "archive/database.h"
#include "archive/query.h"
#include "archive/rows.h"
#include "archive/schema.h"
#include "base/ascii.h"
#include "host/error.h"
#include "host/fd.h"
#include "host/folders.h"

/* Milliseconds for which this program waits for another one: tt_io_archive_open promises thirty
 * seconds. Another program commits at least once a second, unless it stores an enormous recording.
 * Asking every 10 ms costs nothing beside a commit. */
#define WAIT_MS 30000
#define RETRY_MS 10

/* Creates the file for its owner alone, because SQLite gives its other files the rights of the
 * database, which has accounts and saves. Closing a file releases all locks that the process has on
 * it, also those of SQLite: no thread may open a new database before the one that made it has
 * closed it. */
static bool make_file(const char *path, tt_io_error *error)
{
    static pthread_mutex_t making = PTHREAD_MUTEX_INITIALIZER;
    int no_folder = tti_host_folders_make(path, 0700);
    pthread_mutex_lock(&making);
    int fd = tti_host_fd_open(path, O_RDWR | O_CREAT | O_EXCL, 0600);
    int failed = fd < 0 ? errno : 0;
    if (fd >= 0) {
        close(fd);
    }
    pthread_mutex_unlock(&making);
    if (failed == 0 || failed == EEXIST) {
        return true;
    }
    bool is_folder = failed == ENOENT && no_folder != 0;
    return tt_io_error_system(error, is_folder ? no_folder : failed, "cannot be made");
}

/* Stores name and description of each kind of fact, for people whose queries join this table. A
 * newer teetape may change them, so each version writes them anew. */
static bool fill_kinds(tt_io_archive *archive, tt_io_error *error)
{
    sqlite3_stmt *insert =
        tti_archive_prepare(archive,
                            /* INSERT OR REPLACE would search all rows for facts of the kind */
                            "INSERT INTO fact_kind(kind, name, doc) VALUES (?1, ?2, ?3)"
                            " ON CONFLICT (kind) DO UPDATE SET name = ?2, doc = ?3",
                            error);
    bool good = insert != NULL;
    for (int kind = 0; good && kind < TT_FACT_KINDS; kind++) {
        const tt_type *type = tt_fact_type((tt_fact_kind)kind);
        if (tt_io_archive_keeps((tt_fact_kind)kind)) {
            sqlite3_bind_int(insert, 1, kind);
            sqlite3_bind_text(insert, 2, type->name, -1, SQLITE_STATIC);
            sqlite3_bind_text(insert, 3, type->doc, -1, SQLITE_STATIC);
            good = tti_archive_do(archive, insert, error);
        }
    }
    sqlite3_finalize(insert);
    return good;
}

/* Removes all tables and views of a release before 0.2. Their names are not known. */
static bool drop_all(tt_io_archive *archive, tt_io_error *error)
{
    sqlite3_stmt *all = tti_archive_prepare(
        archive,
        "SELECT group_concat('DROP ' || type || ' \"' || replace(name, '\"', '\"\"') || '\"', ';')"
        " FROM sqlite_master"
        " WHERE type IN ('table', 'view') AND name NOT LIKE 'sqlite_%'",
        error);
    bool good =
        all != NULL && (sqlite3_step(all) == SQLITE_ROW || tti_archive_fail(archive, error));
    const char *text = good ? (const char *)sqlite3_column_text(all, 0) : NULL;
    char *sql = text != NULL ? strdup(text) : NULL;
    sqlite3_finalize(all);
    good = good && tti_archive_run(archive, "PRAGMA defer_foreign_keys = ON", error) &&
           (sql == NULL || tti_archive_run(archive, sql, error));
    free(sql);
    return good;
}

/* Makes version 4 of version 3, that of 0.2: without ids of connections, with the length of a
 * recording, an index for digits of clients, and a table of removed recordings. No file has the
 * time stamp that is set here, so a scan reads all recordings again; those that are not there keep
 * their rows. */
static const char *const from_3[] = {
    "DROP INDEX fact_alone",
    "DROP INDEX session_name_name",
    "DROP VIEW recordings",
    "ALTER TABLE recording ADD COLUMN ticks INTEGER NOT NULL DEFAULT 0",
    "UPDATE fact SET uuid = NULL WHERE kind = 9",
    "UPDATE recording SET mtime_ns = -1, ticks = last_tick - first_tick",
    "UPDATE file SET mtime_ns = -1",
    NULL,
};

/* Runs the statements of the schema that make what is not there. */
static bool add_new(tt_io_archive *archive, tt_io_error *error)
{
    bool good = true;
    for (const char *const *sql = tti_archive_schema_sql; good && *sql != NULL; sql++) {
        if (strncmp(*sql, "CREATE TABLE removed", 20) == 0 ||
            strncmp(*sql, "CREATE VIEW recordings", 22) == 0 ||
            strncmp(*sql, "CREATE INDEX fact_alone", 23) == 0 ||
            strncmp(*sql, "CREATE INDEX fact_client", 24) == 0 ||
            strncmp(*sql, "CREATE INDEX session_name_name", 30) == 0) {
            good = tti_archive_run(archive, *sql, error);
        }
    }
    return good;
}

static bool make_tables(tt_io_archive *archive, int64_t version, tt_io_error *error)
{
    if (version == 3) {
        return tti_archive_run_all(archive, from_3, error) && add_new(archive, error);
    }
    return drop_all(archive, error) && tti_archive_run_all(archive, tti_archive_schema_sql, error);
}

static bool check_version(int64_t version, tt_io_error *error)
{
    if (version > ARCHIVE_VERSION) {
        tti_error_say(error, TT_ERR_ARCHIVE_NEW,
                      "has version %" PRId64 " and was made by a newer teetape; this one knows "
                      "versions up to %d",
                      version, ARCHIVE_VERSION);
    } else if (version < 0) {
        tti_error_say(error, TT_ERR_ARCHIVE, "is damaged: its version is %" PRId64, version);
    }
    return version >= 0 && version <= ARCHIVE_VERSION;
}

/* Makes the tables of this version. The transaction leaves a whole version or the one before.
 * Another program may have made the same database in between: then the tables are left as they
 * are. */
static bool bring_up(tt_io_archive *archive, int64_t old, tt_io_error *error)
{
    char sql[64];
    int64_t version = old;
    bool good = tti_archive_begin(archive, error);
    good = good && tti_archive_number(archive, "PRAGMA user_version", &version, error) &&
           check_version(version, error);
    snprintf(sql, sizeof sql, "PRAGMA user_version = %d", ARCHIVE_VERSION);
    good = good && (version == ARCHIVE_VERSION ||
                    (make_tables(archive, version, error) && tti_archive_run(archive, sql, error)));
    snprintf(sql, sizeof sql, "PRAGMA application_id = %d", ARCHIVE_APPLICATION);
    good = good && tti_archive_run(archive, sql, error) && fill_kinds(archive, error);
    good = good && tti_archive_commit(archive, error);
    if (!good) {
        tti_archive_rollback(archive);
    } else if (old > 0) {
        tti_archive_notice(archive, TT_IO_ARCHIVE_UPDATED, archive->path,
                           "was made by an older teetape (version %" PRId64
                           " of the database); all recordings are read again%s",
                           old, old < 3 ? ", and what is not there any more is forgotten" : "");
    }
    return good;
}

struct facts {
    int64_t version, application, tables;
};

static bool read_facts(tt_io_archive *archive, struct facts *facts, tt_io_error *error)
{
    bool good =
        tti_archive_run(archive, "BEGIN", error) &&
        tti_archive_number(archive, "PRAGMA user_version", &facts->version, error) &&
        tti_archive_number(archive, "PRAGMA application_id", &facts->application, error) &&
        tti_archive_number(archive, "SELECT count(*) FROM sqlite_master", &facts->tables, error) &&
        tti_archive_commit(archive, error);
    if (!good) {
        tti_archive_rollback(archive);
    }
    return good;
}

/* Checks that the database is an archive, before its log is used: closing the database merges the
 * log that an earlier program left, which must not happen to a foreign database. */
static bool check(tt_io_archive *archive, int64_t *version, tt_io_error *error)
{
    struct facts facts;
    if (!read_facts(archive, &facts, error)) {
        return false;
    }
    bool is_empty = facts.tables == 0 && facts.application == 0 && facts.version == 0;
    if (!is_empty && facts.application != ARCHIVE_APPLICATION) {
        return tti_error_say(error, TT_ERR_ARCHIVE, "is the database of another program");
    }
    sqlite3_db_config(archive->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 0, NULL);
    if (facts.version == 0 && facts.tables != 0) {
        return tti_error_say(error, TT_ERR_ARCHIVE,
                             "is damaged: it has tables, but its version is that of an empty one");
    }
    *version = facts.version;
    return check_version(facts.version, error) &&
           (facts.version != ARCHIVE_VERSION || tti_archive_check_schema(archive, error));
}

/* Waits for another program. SQLite's own handler would not end when a stop is raised. */
static int wait_for_other(void *user, int waits)
{
    const tt_io_archive *archive = user;
    if (waits >= WAIT_MS / RETRY_MS || tt_io_stop_wanted(archive->stop)) {
        return 0;
    }
    sqlite3_sleep(RETRY_MS);
    return 1;
}

/* Switches the database to WAL. When two programs open a new file, SQLite gives up at once and does
 * not wait: each of them has read the file, so neither can get exclusive access. */
static bool keep_log(tt_io_archive *archive, tt_io_error *error)
{
    static const char sql[] = "PRAGMA journal_mode = WAL";
    int result = sqlite3_exec(archive->db, sql, NULL, NULL, NULL);
    for (int waits = 0; (result & 0xff) == SQLITE_BUSY && wait_for_other(archive, waits); waits++) {
        result = sqlite3_exec(archive->db, sql, NULL, NULL, NULL);
    }
    return result == SQLITE_OK || tti_archive_fail(archive, error);
}

/* Sets what the file does not keep: it keeps only the kind of its journal. mmap is off: if another
 * program shortens the database, reading it would end this program by a signal. The cache has 64
 * MiB. A search does not update an old database, because the caller may not expect it or have no
 * right to. */
static bool set_up(tt_io_archive *archive, tt_io_archive_use use, tt_io_error *error)
{
    int64_t version = 0;
    sqlite3_busy_handler(archive->db, wait_for_other, archive);
    sqlite3_db_config(archive->db, SQLITE_DBCONFIG_NO_CKPT_ON_CLOSE, 1, NULL);
    sqlite3_extended_result_codes(archive->db, 1);
    if (!tti_archive_run(archive,
                         "PRAGMA synchronous = NORMAL; PRAGMA foreign_keys = ON;"
                         " PRAGMA temp_store = MEMORY; PRAGMA cache_size = -65536;"
                         " PRAGMA mmap_size = 0",
                         error) ||
        !check(archive, &version, error)) {
        return false;
    }
    if (use == TT_IO_ARCHIVE_READ && version == 0) {
        return tti_error_say(error, TT_ERR_ARCHIVE_EMPTY, "is empty");
    }
    if (use == TT_IO_ARCHIVE_READ && version < ARCHIVE_VERSION) {
        return tti_error_say(error, TT_ERR_ARCHIVE_OLD,
                             "was made by an older teetape (version %" PRId64
                             ", this one needs %d)",
                             version, ARCHIVE_VERSION);
    }
    if (use == TT_IO_ARCHIVE_READ) {
        return tti_archive_query_open(archive, error);
    }
    /* the file keeps the journal's kind, so WAL is set only after the check that it is an
     * archive */
    return keep_log(archive, error) &&
           (version == ARCHIVE_VERSION || bring_up(archive, version, error)) &&
           tti_archive_query_open(archive, error);
}

/* Opens the database for writing, even for a reader: WAL keeps a list of readers in a file beside
 * the database. */
static bool open_file(tt_io_archive *archive, tt_io_archive_use use, tt_io_error *error)
{
    const int flags = SQLITE_OPEN_READWRITE | SQLITE_OPEN_NOMUTEX;
    return (sqlite3_open_v2(archive->path, &archive->db, flags, NULL) == SQLITE_OK ||
            tti_archive_fail(archive, error)) &&
           set_up(archive, use, error);
}

/* Returns the address by which SQLite reads a file that nobody writes. NULL when the database is
 * being written, or without memory. A log that has bytes may hold commits that are not in the
 * database yet. An escaped character takes three bytes. */
static char *still_name(const char *path)
{
    struct stat facts;
    char *real = realpath(path, NULL);
    size_t size = real == NULL ? 0 : strlen(real);
    char *name = malloc(size * 3 + sizeof "file://?immutable=1");
    char *at = name;
    if (real == NULL || name == NULL) {
        free(real);
        free(name);
        return NULL;
    }
    snprintf(name, size + sizeof "-wal", "%s-wal", real);
    bool is_still = stat(name, &facts) != 0 || facts.st_size == 0;
    at += sprintf(at, "file://");
    for (size_t i = 0; i < size; i++) {
        bool is_special = strchr("%?#", real[i]) != NULL;
        *at++ = is_special ? '%' : real[i];
        if (is_special) {
            tti_hex_put(at, (const uint8_t *)&real[i], 1);
            at += 2;
        }
    }
    sprintf(at, "?immutable=1");
    free(real);
    if (!is_still) {
        free(name);
        return NULL;
    }
    return name;
}

/* Reads a WAL database in a folder where this user may not write, if no other program writes it.
 * *error remains that of the first attempt when this is not possible. */
static bool open_still(tt_io_archive *archive, tt_io_error *error)
{
    int why = sqlite3_errcode(archive->db) & 0xff;
    char *name =
        why == SQLITE_READONLY || why == SQLITE_CANTOPEN ? still_name(archive->path) : NULL;
    if (name == NULL) {
        return false;
    }
    const int flags = SQLITE_OPEN_READONLY | SQLITE_OPEN_URI | SQLITE_OPEN_NOMUTEX;
    sqlite3_close(archive->db);
    archive->db = NULL;
    bool good = (sqlite3_open_v2(name, &archive->db, flags, NULL) == SQLITE_OK ||
                 tti_archive_fail(archive, error)) &&
                set_up(archive, TT_IO_ARCHIVE_READ, error);
    free(name);
    return good;
}

tt_io_archive *tt_io_archive_open(const char *path, const tt_io_archive_options *options,
                                  tt_io_error *error)
{
    tt_io_archive *archive = calloc(1, sizeof *archive);
    if (archive == NULL || (archive->path = strdup(path)) == NULL) {
        free(archive);
        tt_io_error_system(error, ENOMEM, "cannot be opened");
        tti_error_of(error, path);
        return NULL;
    }
    const tt_io_archive_options how =
        options != NULL ? *options : (tt_io_archive_options){.use = TT_IO_ARCHIVE_WRITE};
    const tt_io_archive_use use = how.use;
    archive->stop = how.stop;
    archive->notice = how.notice;
    archive->notice_user = how.user;
    bool good = (use == TT_IO_ARCHIVE_READ || make_file(path, error)) &&
                tti_archive_check_file(path, error);
    good = good && (open_file(archive, use, error) ||
                    (use == TT_IO_ARCHIVE_READ && open_still(archive, error)));
    if (!good) {
        tti_error_of(error, path);
        tt_io_archive_close(archive);
        return NULL;
    }
    return archive;
}

void tt_io_archive_close(tt_io_archive *archive)
{
    if (archive != NULL) {
        sqlite3_close(archive->db);
        free(archive->path);
        free(archive);
    }
}
