/* SPDX-License-Identifier: MIT
 *
 * Searches in steps: puts the query into temporary tables (answers.sql), fills further ones with
 * candidates (search.sql), and reads the answers as rows of a view. The transaction that fills the
 * tables is rolled back.
 *
 * The report of damaged recordings is a search, too. The database keeps the damage that a scan
 * found, because later scans do not read the file again.
 */
#include "host/posix.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "archive/database.h"
#include "archive/inside.h"
#include "archive/query.h"
#include "archive/rows.h"
#include "archive/schema.h"
#include "host/error.h"
#include "host/inside.h"
#include "host/pattern.h"
#include "reading/inside.h"
#include "teetape/string.h"

/* The SQL function archive_match(pattern, text, folds). The pattern is already folded. SQLite's
 * GLOB has classes of characters ([a-z]), and its LIKE and lower() know the case of ASCII only.
 * NULL matches nothing. */
static void match_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *pattern = (const char *)sqlite3_value_text(values[0]);
    const char *text = (const char *)sqlite3_value_text(values[1]);
    bool folds = text != NULL && sqlite3_value_int(values[2]) != 0;
    char *folded = folds ? tti_text_fold(text) : NULL;
    (void)count;
    if (folds && folded == NULL) {
        sqlite3_result_error_nomem(context);
        return;
    }
    text = folds ? folded : text;
    sqlite3_result_int(context,
                       pattern != NULL && text != NULL && tti_pattern_match(pattern, text, false));
    free(folded);
}

/* The SQL function archive_fold(text, folds). It returns the text itself where `folds` is false. */
static void fold_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *text = (const char *)sqlite3_value_text(values[0]);
    (void)count;
    if (text == NULL || sqlite3_value_int(values[1]) == 0) {
        sqlite3_result_value(context, values[0]);
        return;
    }
    char *folded = tti_text_fold(text);
    if (folded != NULL) {
        sqlite3_result_text(context, folded, -1, free);
    } else {
        sqlite3_result_error_nomem(context);
    }
}

bool tti_archive_query_open(tt_io_archive *archive, tt_io_error *error)
{
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC | SQLITE_INNOCUOUS;
    if (sqlite3_create_function(archive->db, "archive_match", 3, flags, NULL, match_function, NULL,
                                NULL) != SQLITE_OK ||
        sqlite3_create_function(archive->db, "archive_fold", 2, flags, NULL, fold_function, NULL,
                                NULL) != SQLITE_OK) {
        return tti_archive_fail(archive, error);
    }
    return tti_archive_run_all(archive, tti_archive_answers_sql, error);
}

/* Stores a root as text and as bytes. The root "/" becomes "", because a slash is added to each. */
static bool put_root(tt_io_archive *archive, sqlite3_stmt *put, sqlite3_stmt *put_bytes,
                     const char *real, tt_io_error *error)
{
    tt_bytes path = tt_bytes_of(strcmp(real, "/") == 0 ? "" : real);
    tti_archive_bind_text(archive, put, 1, path);
    sqlite3_bind_blob64(put_bytes, 1, path.data, path.size, SQLITE_STATIC);
    sqlite3_bind_int(put_bytes, 2, !tt_utf8_valid(path));
    return tti_archive_do(archive, put, error) && tti_archive_do(archive, put_bytes, error);
}

bool tti_archive_put_roots(tt_io_archive *archive, const char *const *roots, size_t count,
                           tt_io_error *error)
{
    sqlite3_stmt *put =
        tti_archive_prepare(archive, "INSERT OR IGNORE INTO temp.root VALUES (?1)", error);
    sqlite3_stmt *put_bytes =
        put == NULL ? NULL
                    : tti_archive_prepare(archive,
                                          "INSERT OR IGNORE INTO temp.root_bytes"
                                          " VALUES (?1, CAST(?1 || x'2f' AS BLOB), ?2)",
                                          error);
    bool good = put_bytes != NULL;
    for (size_t i = 0; good && i < count; i++) {
        char *real = tti_io_real_path(roots[i]);
        if (real == NULL) {
            tt_io_error_system(error, ENOMEM, "cannot hold the paths of the folders");
        }
        good = real != NULL && put_root(archive, put, put_bytes, real, error);
        free(real);
    }
    sqlite3_finalize(put);
    sqlite3_finalize(put_bytes);
    return good;
}

static void bind_text(tt_io_archive *archive, sqlite3_stmt *put, int column, const char *text)
{
    if (text != NULL) {
        tti_archive_bind_text(archive, put, column, tt_bytes_of(text));
    }
}

/* Stores a player of the query. Names that can match begin like the pattern, so they are in a
 * range: from the pattern's beginning to that with a last character. That character is Unicode's
 * last one, or its first one if the pattern has no wildcard. */
static bool put_who(tt_io_archive *archive, const tt_io_archive_query *query,
                    const tt_io_archive_who *who, tt_io_error *error)
{
    if (!tt_io_archive_who_is_given(who)) {
        return true;
    }
    sqlite3_stmt *put = tti_archive_prepare(
        archive, "INSERT INTO temp.who VALUES (?1, ?2, ?3, ?4, char(?5))", error);
    if (put == NULL) {
        return false;
    }
    char *begin = NULL;
    sqlite3_bind_int(put, 1, who == &query->killer);
    sqlite3_bind_int(put, 2, who->cid);
    if (who->name != NULL) {
        begin = tti_pattern_begin(who->name);
        archive->lost_value = archive->lost_value || begin == NULL;
        bind_text(archive, put, 3, who->name);
        bind_text(archive, put, 4, begin);
        sqlite3_bind_int(put, 5, tti_pattern_is_one(who->name) ? 0x10ffff : 1);
    }
    bool good = tti_archive_do(archive, put, error);
    sqlite3_finalize(put);
    free(begin);
    return good;
}

static bool put_query(tt_io_archive *archive, const tt_io_archive_query *query, tt_io_error *error)
{
    const struct {
        bool is_given;
        int64_t number;
    } numbers[] = {
        {true, query->ignore_case},
        {true, query->damaged},
        {true, query->with_teams},
        {true, query->same_client},
        {true, (int64_t)query->kinds},
        {true, query->limit},
        {true, query->min_ticks},
        {true, query->max_ticks},
        {true, query->min_value},
        {true, query->max_value},
        {query->from.is_given, query->from.ms},
        {true, query->from.has_zone},
        {query->to.is_given, query->to.ms},
        {true, query->to.has_zone},
    };
    bool is_exact =
        query->account != NULL && !query->ignore_case && !tti_pattern_is_one(query->account);
    char *account = is_exact ? tti_pattern_begin(query->account) : NULL;
    const char *const texts[] = {query->format, query->save,    account,    query->map,
                                 query->server, query->account, query->chat};
    const int count = sizeof numbers / sizeof numbers[0];
    sqlite3_stmt *put = tti_archive_prepare(
        archive,
        "INSERT INTO temp.asked(ignore_case, damaged, with_teams, same_client, kinds, most, "
        "min_ticks, max_ticks,"
        " min_value, max_value, from_ms, from_has_zone, to_ms, to_has_zone, format, save,"
        " account_is, map, server, account, chat)"
        " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
        error);
    for (int i = 0; put != NULL && i < count; i++) {
        if (numbers[i].is_given) {
            sqlite3_bind_int64(put, i + 1, numbers[i].number);
        }
    }
    for (size_t i = 0; put != NULL && i < sizeof texts / sizeof texts[0]; i++) {
        bind_text(archive, put, count + 1 + (int)i, texts[i]);
    }
    archive->lost_value = archive->lost_value || (is_exact && account == NULL);
    bool good = put != NULL && tti_archive_do(archive, put, error);
    sqlite3_finalize(put);
    free(account);
    return good;
}

static bool answer(tt_io_archive *archive, const tt_io_archive_query *query,
                   tt_io_archive_answer_fn *on_answer, void *user, tt_io_error *error)
{
    const char *what = query->kinds != 0                            ? "fact"
                       : tt_io_archive_who_is_given(&query->player) ? "session"
                                                                    : "recording";
    char sql[128];
    snprintf(sql, sizeof sql, "SELECT * FROM temp.answer_%s ORDER BY at, path, tick, number%s",
             what, query->limit > 0 ? " LIMIT ?1" : "");
    sqlite3_stmt *rows = tti_archive_prepare(archive, sql, error);
    if (rows == NULL) {
        return false;
    }
    sqlite3_bind_int64(rows, 1, query->limit);
    bool good = tti_archive_answers(archive, rows, on_answer, user, error);
    sqlite3_finalize(rows);
    bool is_session = strcmp(what, "session") == 0;
    snprintf(sql, sizeof sql,
             is_session ? "SELECT total FROM temp.total_%s" : "SELECT count(*) FROM temp.answer_%s",
             what);
    int64_t total = 0;
    if (good && query->total != NULL) {
        good = tti_archive_number(archive, sql, &total, error);
        *query->total = (uint64_t)total;
    }
    return good;
}

#define STEPS 10000

static int is_stopped(void *user)
{
    const tt_io_archive *archive = user;
    return tt_io_stop_wanted(archive->stop);
}

bool tt_io_archive_search(tt_io_archive *archive, const tt_io_archive_query *query,
                          tt_io_archive_answer_fn *on_answer, void *user, tt_io_error *error)
{
    tt_io_archive_query whole = *query;
    whole.kinds = tti_archive_query_kinds(query);
    tti_error_clear(error);
    if (!tti_archive_query_check(&whole, error)) {
        return tti_error_of(error, archive->path);
    }
    sqlite3_progress_handler(archive->db, STEPS, is_stopped, archive);
    bool good = tti_archive_run(archive, "BEGIN", error) &&
                tti_archive_put_roots(archive, query->roots, query->root_count, error) &&
                put_query(archive, &whole, error) &&
                put_who(archive, &whole, &whole.player, error) &&
                put_who(archive, &whole, &whole.killer, error) &&
                tti_archive_run_all(archive, tti_archive_search_sql, error) &&
                answer(archive, &whole, on_answer, user, error);
    sqlite3_progress_handler(archive->db, 0, NULL, NULL);
    tti_archive_rollback(archive);
    return good || tti_error_of(error, archive->path);
}

bool tti_archive_count(tt_io_archive *archive, const char *const *roots, size_t root_count,
                       bool with_removed, uint64_t *files, tt_io_error *error)
{
    char text[300];
    int64_t number = 0;
    snprintf(text, sizeof text,
             "SELECT count(*) FROM %s WHERE coalesce(f.recording, f.damage) NOT NULL%s",
             root_count == 0 ? "file AS f"
                             : "temp.root_range AS w CROSS JOIN temp.file_below AS f"
                               " ON f.path = w.path OR f.path >= w.first AND f.path < w.last",
             with_removed ? "" : " AND NOT EXISTS (SELECT 1 FROM removed WHERE file = f.id)");
    tti_error_clear(error);
    bool good = tti_archive_run(archive, "BEGIN", error) &&
                tti_archive_put_roots(archive, roots, root_count, error) &&
                tti_archive_number(archive, text, &number, error);
    tti_archive_rollback(archive);
    *files = (uint64_t)number;
    return good || tti_error_of(error, archive->path);
}

bool tti_archive_near_name(tt_io_archive *archive, tti_archive_names of, const char *asked,
                           char near[TTI_ARCHIVE_NEAR], tt_io_error *error)
{
    static const char *const texts[] = {
        [TTI_ARCHIVE_PLAYERS] = "SELECT name, name_raw FROM name ORDER BY name",
        [TTI_ARCHIVE_MAPS] = "SELECT DISTINCT map_name, map_name_raw FROM recording ORDER BY 1",
    };
    const tt_bytes wanted = tt_bytes_of(asked);
    size_t best = TTI_NAME_FAR;
    bool is_there = false;
    int step = SQLITE_DONE;
    sqlite3_stmt *names = tti_archive_prepare(archive, texts[of], error);
    near[0] = '\0';
    if (names == NULL) {
        return false;
    }
    while (!is_there && (step = sqlite3_step(names)) == SQLITE_ROW) {
        tt_bytes name = tti_archive_column(names, 0, 1);
        is_there = tt_bytes_equal(name, wanted);
        if (is_there) {
            near[0] = '\0';
        } else if (tti_name_is_nearer(wanted, name, &best) ||
                   (of == TTI_ARCHIVE_MAPS && near[0] == '\0' && tti_name_has_part(name, wanted))) {
            snprintf(near, TTI_ARCHIVE_NEAR, "%.*s", (int)name.size, (const char *)name.data);
        }
    }
    bool good = step == SQLITE_ROW || step == SQLITE_DONE || tti_archive_fail(archive, error);
    sqlite3_finalize(names);
    return good;
}

#define REPORTED 10

struct report {
    const tt_io_archive *archive;
    bool is_quiet;
    size_t count;
};

static bool on_damaged(void *user, const tt_io_archive_answer *answer)
{
    struct report *report = user;
    char path[4096];
    if (report->count++ >= REPORTED || report->is_quiet) {
        return true;
    }
    size_t size = answer->file.size < sizeof path ? answer->file.size : sizeof path - 1;
    memcpy(path, answer->file.data, size);
    path[size] = '\0';
    if (answer->kind == TT_IO_ARCHIVE_IS_WRECK) {
        tti_archive_notice(report->archive, TT_IO_ARCHIVE_NO_CONTENT, path, "%.*s",
                           (int)answer->text.size, (const char *)answer->text.data);
    } else {
        tti_archive_notice(report->archive, TT_IO_ARCHIVE_DAMAGED, path,
                           "damaged (%.*s); it is searched as far as it can be read",
                           (int)answer->text.size, (const char *)answer->text.data);
    }
    return true;
}

bool tti_archive_report_damaged(tt_io_archive *archive, const char *const *roots, size_t root_count,
                                bool is_quiet, uint64_t *damaged, tt_io_error *error)
{
    tt_io_archive_query query;
    struct report report = {.archive = archive, .is_quiet = is_quiet};
    tt_io_archive_query_init(&query);
    query.roots = roots;
    query.root_count = root_count;
    query.damaged = true;
    bool good = tt_io_archive_search(archive, &query, on_damaged, &report, error);
    if (good && !is_quiet && report.count > REPORTED) {
        tti_archive_notice(archive, TT_IO_ARCHIVE_MORE, NULL, "%zu more recordings are damaged",
                           report.count - REPORTED);
    }
    if (damaged != NULL) {
        *damaged = report.count;
    }
    return good;
}
