/* SPDX-License-Identifier: MIT
 *
 * The rows that a search finds, as answers.
 */
#ifndef ARCHIVE_QUERY_ANSWER_H
#define ARCHIVE_QUERY_ANSWER_H

#include <sqlite3.h>

#include "teetape/io/query.h"

/* Gives all rows of a statement of archive/query_select.h, until `on_answer` says no. */
bool tti_archive_answers(tt_io_archive *archive, sqlite3_stmt *rows,
                         tt_io_archive_answer_fn *on_answer, void *user, tt_io_error *error);

#endif
