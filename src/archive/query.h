/* SPDX-License-Identifier: MIT
 *
 * The parts of a search: query.c checks if it can have an answer, query_search.c finds the rows,
 * query_answer.c makes answers of them.
 */
#ifndef ARCHIVE_QUERY_H
#define ARCHIVE_QUERY_H

#include "teetape/io/query.h"

struct sqlite3_stmt;

/* Checks a query. TT_ERR_ARGUMENT when no archive can have an answer: an empty result would look as
 * if none had matched. */
bool tti_archive_query_check(const tt_io_archive_query *query, tt_io_error *error);

/* Creates the functions, temporary tables and views of searches. */
bool tti_archive_query_open(tt_io_archive *archive, tt_io_error *error);

/* Turns the rows of a view of answers.sql into answers. If on_answer ends the search, the result is
 * true. */
bool tti_archive_answers(tt_io_archive *archive, struct sqlite3_stmt *rows,
                         tt_io_archive_answer_fn *on_answer, void *user, tt_io_error *error);

#endif
