/* SPDX-License-Identifier: MIT
 *
 * The last step of a search: the statement that gives the answers, from the tables of
 * archive/query_want.h.
 */
#ifndef ARCHIVE_QUERY_SELECT_H
#define ARCHIVE_QUERY_SELECT_H

#include "archive/query.h"
#include "archive/sql.h"

/* Adds all of the statement; its columns are those that archive/query_answer.c takes. */
void archive_select(struct archive_sql *sql, const struct archive_query *query);

/* The recordings of all marks that are asked for, some of them several times. */
void archive_select_recordings(struct archive_sql *sql, const struct archive_query *query);

#endif
