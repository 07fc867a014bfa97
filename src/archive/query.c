/* SPDX-License-Identifier: MIT
 *
 * Searches in steps, each of which is quick: the recordings that are wanted, the sessions of the
 * player that is wanted in them, and then what is asked for. The steps are temporary tables, so
 * that no planner has to guess.
 */
#include "host/posix.h"

#include "archive/query.h"

#include "archive/database.h"
#include "archive/query_answer.h"
#include "archive/query_clause.h"
#include "archive/query_select.h"
#include "archive/query_want.h"
#include "archive/sql.h"

static bool answer(struct archive *archive, const struct archive_query *query,
                   archive_answer_fn *on_answer, void *user, struct host_error *error)
{
    struct archive_sql sql = {0};
    archive_select(&sql, query);
    sqlite3_stmt *rows = archive_sql_prepare(&sql, archive, error);
    bool good = rows != NULL && archive_answers(archive, rows, on_answer, user, error);
    sqlite3_finalize(rows);
    archive_sql_free(&sql);
    return good;
}

bool archive_search(struct archive *archive, const struct archive_query *query,
                    archive_answer_fn *on_answer, void *user, struct host_error *error)
{
    host_error_clear(error);
    /* One transaction: what another program writes meanwhile is not seen in parts. */
    bool good = archive_clause_functions(archive, error) && archive_run(archive, "BEGIN", error) &&
                archive_want(archive, query, error) &&
                answer(archive, query, on_answer, user, error);
    archive_rollback(archive);
    return good || host_error_of(error, archive->path);
}
