/* SPDX-License-Identifier: MIT
 *
 * Searches in steps, each of which is quick: the recordings that are wanted, the sessions of the
 * player that is wanted in them, and then what is asked for. The steps are temporary tables, so
 * that no planner has to guess.
 *
 * First what every search is about becomes small: tables of numbers in temporary tables, within a
 * transaction that is rolled back at its end, so nothing has to be dropped. The last statement
 * joins them with the large tables in a fixed order (CROSS JOIN).
 */
#include "host/posix.h"

#include "teetape/io/query.h"

#include "archive/database.h"
#include "archive/query_answer.h"
#include "archive/query_check.h"
#include "archive/query_clause.h"
#include "archive/query_select.h"
#include "archive/query_want.h"
#include "archive/sql.h"

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

/* The answers as they would be without a limit, of which SQLite makes no column. */
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

/* How many instructions of SQLite there are between two looks at the stop: a millisecond or less.
 */
#define STEPS 10000

/* Not 0 ends what SQLite is at. */
static int is_stopped(void *user)
{
    const tt_io_archive *archive = user;
    return tt_io_stop_wanted(archive->stop);
}

/* The handler is taken away before the rollback, which must not be interrupted. */
bool tt_io_archive_search(tt_io_archive *archive, const tt_io_archive_query *query,
                          tt_io_archive_answer_fn *on_answer, void *user, tt_io_error *error)
{
    tt_io_archive_query whole = *query;
    whole.kinds = tt_io_archive_query_kinds(query);
    tt_io_error_clear(error);
    if (!tti_archive_query_check(&whole, error)) {
        return tt_io_error_of(error, archive->path);
    }
    sqlite3_progress_handler(archive->db, STEPS, is_stopped, archive);
    /* One transaction: what another program writes meanwhile is not seen in parts. */
    bool good = tti_archive_clause_functions(archive, error) &&
                tti_archive_run(archive, "BEGIN", error) &&
                tti_archive_want(archive, &whole, error) &&
                answer(archive, &whole, on_answer, user, error) &&
                (whole.total == NULL || count(archive, &whole, error));
    sqlite3_progress_handler(archive->db, 0, NULL, NULL);
    tti_archive_rollback(archive);
    return good || tt_io_error_of(error, archive->path);
}
