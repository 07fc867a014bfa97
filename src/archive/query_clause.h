/* SPDX-License-Identifier: MIT
 *
 * Restrictions that several statements of a search have in common: " AND ..." after a WHERE.
 */
#ifndef ARCHIVE_QUERY_CLAUSE_H
#define ARCHIVE_QUERY_CLAUSE_H

#include "archive/sql.h"
#include "teetape/io/query.h"

/* Has to be called before a statement with a pattern is prepared. */
bool tti_archive_clause_functions(tt_io_archive *archive, tt_io_error *error);

/* A column and how it is compared with what the user wrote. `folded` is a column that holds the
 * folded text already, or NULL. */
void tti_archive_clause_pattern(struct archive_sql *sql, const char *column, const char *folded,
                                const tt_io_archive_query *query, const char *pattern);

/* A column that has what the user wrote somewhere in it. */
void tti_archive_clause_part(struct archive_sql *sql, const char *column,
                             const tt_io_archive_query *query, const char *part);

/* The span, and what of recording r begins and ends this many ticks after its start. */
void tti_archive_clause_span(struct archive_sql *sql, const tt_io_archive_query *query,
                             const char *first, const char *last);

#endif
