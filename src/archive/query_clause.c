/* SPDX-License-Identifier: MIT
 *
 * What patterns and dates are in SQL.
 */
#include "host/posix.h"

#include "archive/query_steps.h"

#include <stdlib.h>
#include <string.h>

#include "archive/text.h"

/* The last character of Unicode: texts with a given beginning are a range of an index. */
#define LAST "\xf4\x8f\xbf\xbf"

/* SQLite's GLOB has classes of characters ([a-z]), and its LIKE and lower() know the case of ASCII
 * only. NULL matches nothing. */
static void match_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *pattern = (const char *)sqlite3_value_text(values[0]);
    const char *text = (const char *)sqlite3_value_text(values[1]);
    (void)count;
    sqlite3_result_int(context,
                       pattern != NULL && text != NULL && tti_archive_pattern_match(pattern, text));
}

static void fold_function(sqlite3_context *context, int count, sqlite3_value **values)
{
    const char *text = (const char *)sqlite3_value_text(values[0]);
    char *folded = text == NULL ? NULL : tti_archive_text_fold(text);
    (void)count;
    if (folded == NULL) {
        sqlite3_result_null(context);
    } else {
        sqlite3_result_text(context, folded, -1, free);
    }
}

bool tti_archive_clause_functions(tt_io_archive *archive, tt_io_error *error)
{
    const int flags = SQLITE_UTF8 | SQLITE_DETERMINISTIC;
    return (sqlite3_create_function(archive->db, "archive_match", 2, flags, NULL, match_function,
                                    NULL, NULL) == SQLITE_OK &&
            sqlite3_create_function(archive->db, "archive_fold", 1, flags, NULL, fold_function,
                                    NULL, NULL) == SQLITE_OK) ||
           tti_archive_fail(archive, error);
}

/* Takes the fastest form: without a wildcard an equation, which an index answers; with a text
 * before the first wildcard a range and the match; else the match for every row. Folding leaves
 * wildcards and backslashes. */
void tti_archive_clause_pattern(struct archive_sql *sql, const char *column, const char *folded,
                                const tt_io_archive_query *query, const char *pattern)
{
    char *own = query->ignore_case ? tti_archive_text_fold(pattern) : strdup(pattern);
    char *begin = own == NULL ? NULL : tti_archive_pattern_begin(own);
    if (begin == NULL) {
        sql->no_memory = true;
        free(own);
        return;
    }
    const char *left = query->ignore_case && folded != NULL ? folded : column;
    bool folds = query->ignore_case && folded == NULL;
    const char *open = folds ? "archive_fold(" : "", *close = folds ? ")" : "";
    if (!tti_archive_pattern_is_one(own)) {
        tti_archive_sql_add(sql, " AND %s%s%s = ", open, left, close);
        tti_archive_sql_text(sql, begin);
    } else {
        tti_archive_sql_add(sql, " AND archive_match(");
        tti_archive_sql_text(sql, own);
        tti_archive_sql_add(sql, ", %s%s%s)", open, left, close);
        if (begin[0] != '\0' && !folds) {
            tti_archive_sql_add(sql, " AND %s >= ", left);
            tti_archive_sql_text(sql, begin);
            tti_archive_sql_add(sql, " AND %s < ", left);
            tti_archive_sql_text(sql, begin);
            tti_archive_sql_add(sql, " || '" LAST "'");
        }
    }
    free(begin);
    free(own);
}

/* No pattern: `*` is itself, as chat has it often. */
void tti_archive_clause_part(struct archive_sql *sql, const char *column,
                             const tt_io_archive_query *query, const char *part)
{
    char *own = query->ignore_case ? tti_archive_text_fold(part) : strdup(part);
    tti_archive_sql_add(
        sql, query->ignore_case ? " AND instr(archive_fold(%s), " : " AND instr(%s, ", column);
    tti_archive_sql_text(sql, own != NULL ? own : "");
    tti_archive_sql_add(sql, ") > 0");
    sql->no_memory = sql->no_memory || own == NULL;
    free(own);
}

/* Compares a moment with ">= " or "< ", in milliseconds (a tick has 20). Without a zone local times
 * are compared. With one a demo is no answer: it has no zone. */
static void add_moment(struct archive_sql *sql, const tt_io_archive_moment *moment,
                       const char *ticks, const char *compare)
{
    if (moment->is_given) {
        tti_archive_sql_add(sql, " AND (r.start_time%s) * 1000 + (%s) * 20 %s ",
                            moment->has_zone ? "" : " + ifnull(r.zone, 0)", ticks, compare);
        tti_archive_sql_int(sql, moment->ms);
        tti_archive_sql_add(sql, moment->has_zone ? " AND r.zone IS NOT NULL" : "");
    }
}

void tti_archive_clause_span(struct archive_sql *sql, const tt_io_archive_query *query,
                             const char *first, const char *last)
{
    add_moment(sql, &query->from, last, ">=");
    add_moment(sql, &query->to, first, "<");
}
