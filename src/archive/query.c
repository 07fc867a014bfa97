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
#include "archive/query_steps.h"
#include "archive/sql.h"

static bool refuse(tt_io_error *error, const char *sentence)
{
    tt_io_error_say(error, TT_ERR_ARGUMENT, "%s", sentence);
    return false;
}

/* Members that are about facts, and no kind of facts that has them. kinds is 0 also when two
 * members were given whose facts have no kind in common. */
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

/* One kind that is kept is enough: the others have no answers. */
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

/* With a name the client id is not looked at. */
static bool check_who(const tt_io_archive_who *who, tt_io_error *error)
{
    bool is_good = who->name != NULL || (who->cid >= -1 && who->cid < TT_CIDS);
    if (!is_good) {
        tt_io_error_say(error, TT_ERR_ARGUMENT, "%d is no client id: those are 0 to %d",
                        (int)who->cid, TT_CIDS - 1);
    }
    return is_good;
}

/* False with TT_ERR_ARGUMENT when no archive can have an answer: an empty result would look like
 * one. `kinds` of the query are those of tt_io_archive_query_kinds. */
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
    if (!check(&whole, error)) {
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
