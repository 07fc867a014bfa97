/* SPDX-License-Identifier: MIT
 *
 * Searches in steps, so that no planner has to guess: what every search is about becomes small,
 * tables of numbers in temporary tables, within a transaction that is rolled back. The last
 * statement joins them with the large tables in a fixed order (CROSS JOIN).
 *
 * The report of damaged recordings is a search, too: damage is kept in the database when a file is
 * read, as later runs do not read it again.
 */
#include "host/posix.h"

#include <string.h>

#include "archive/database.h"
#include "archive/inside.h"
#include "archive/query_steps.h"

static bool refuse(tt_io_error *error, const char *sentence)
{
    tt_io_error_say(error, TT_ERR_ARGUMENT, "%s", sentence);
    return false;
}

static bool check_facts(const tt_io_archive_query *query, tt_io_error *error)
{
    if (query->kinds != 0) {
        return true;
    }
    if (query->chat != NULL || query->account != NULL || query->save != NULL ||
        tt_io_archive_who_is_given(&query->killer)) {
        return refuse(error, "chat, account, save and killer ask for different facts; no fact has "
                             "two of them");
    }
    if (query->min_value != INT64_MIN || query->max_value != INT64_MAX) {
        return refuse(error, "min_value and max_value need kinds: what a value means depends on "
                             "the kind of the fact");
    }
    return true;
}

static bool check_kept(const tt_io_archive_query *query, tt_io_error *error)
{
    const tt_type *type = NULL;
    for (int kind = 0; kind < TT_FACT_KINDS; kind++) {
        bool is_wanted = (query->kinds & TT_FACT_BIT(kind)) != 0;
        if (is_wanted && tt_io_archive_keeps((tt_fact_kind)kind)) {
            return true;
        }
        type = is_wanted && type == NULL ? tt_fact_type((tt_fact_kind)kind) : type;
    }
    if (query->kinds != 0) {
        tt_io_error_say(error, TT_ERR_ARGUMENT, "an archive keeps no facts of the kind %s",
                        type != NULL ? type->name : "that is asked for");
    }
    return query->kinds == 0;
}

static bool check_who(const tt_io_archive_who *who, tt_io_error *error)
{
    bool is_good = who->name != NULL || (who->cid >= -1 && who->cid < TT_CIDS);
    if (!is_good) {
        tt_io_error_say(error, TT_ERR_ARGUMENT, "%d is no client id: those are 0 to %d",
                        (int)who->cid, TT_CIDS - 1);
    }
    return is_good;
}

/* TT_ERR_ARGUMENT when no archive can have an answer: an empty result would look like one. */
static bool check(const tt_io_archive_query *query, tt_io_error *error)
{
    return check_facts(query, error) && check_kept(query, error) &&
           check_who(&query->player, error) && check_who(&query->killer, error);
}

static bool answer(tt_io_archive *archive, const tt_io_archive_query *query,
                   tt_io_archive_answer_fn *on_answer, void *user, tt_io_error *error)
{
    struct archive_sql sql = {0};
    tti_archive_select(&sql, query);
    sqlite3_stmt *rows = tti_archive_sql_prepare(&sql, archive, error);
    bool good = rows != NULL && tti_archive_answers(archive, rows, on_answer, user, error);
    sqlite3_finalize(rows);
    tti_archive_sql_free(&sql);
    return good;
}

static bool count(tt_io_archive *archive, const tt_io_archive_query *query, tt_io_error *error)
{
    struct archive_sql sql = {0};
    tt_io_archive_query all = *query;
    all.limit = 0;
    tti_archive_sql_add(&sql, "SELECT count(*) FROM (");
    tti_archive_select(&sql, &all);
    tti_archive_sql_add(&sql, ")");
    sqlite3_stmt *row = tti_archive_sql_prepare(&sql, archive, error);
    bool good =
        row != NULL && (sqlite3_step(row) == SQLITE_ROW || tti_archive_fail(archive, error));
    if (good) {
        *query->total = (uint64_t)sqlite3_column_int64(row, 0);
    }
    sqlite3_finalize(row);
    tti_archive_sql_free(&sql);
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
    tt_io_error_clear(error);
    if (!check(&whole, error)) {
        return tt_io_error_of(error, archive->path);
    }
    sqlite3_progress_handler(archive->db, STEPS, is_stopped, archive);
    bool good = tti_archive_clause_functions(archive, error) &&
                tti_archive_run(archive, "BEGIN", error) &&
                tti_archive_want(archive, &whole, error) &&
                answer(archive, &whole, on_answer, user, error) &&
                (whole.total == NULL || count(archive, &whole, error));
    sqlite3_progress_handler(archive->db, 0, NULL, NULL);
    tti_archive_rollback(archive);
    return good || tt_io_error_of(error, archive->path);
}

#define REPORTED 10

#define IS_RECORDING "(f.recording IS NOT NULL OR f.damage IS NOT NULL)"

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

bool tti_archive_count(tt_io_archive *archive, const char *const *roots, size_t root_count,
                       uint64_t *files, tt_io_error *error)
{
    int64_t number = 0;
    tt_io_error_clear(error);
    bool good =
        tti_archive_run(archive, "BEGIN", error) &&
        tti_archive_want_files(archive, roots, root_count, error) &&
        tti_archive_number(archive,
                           root_count == 0 ? "SELECT count(*) FROM file AS f WHERE " IS_RECORDING
                                           : "SELECT count(*) FROM temp.want_file AS w"
                                             " CROSS JOIN file AS f ON f.id = w.id"
                                             " WHERE " IS_RECORDING,
                           &number, error);
    tti_archive_rollback(archive);
    *files = (uint64_t)number;
    return good || tt_io_error_of(error, archive->path);
}
