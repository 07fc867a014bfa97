/* SPDX-License-Identifier: MIT
 *
 * The rows that a search finds, as answers.
 */
#ifndef ARCHIVE_QUERY_ANSWER_H
#define ARCHIVE_QUERY_ANSWER_H

#include <sqlite3.h>

#include "archive/query.h"

/* Gives all rows of a statement of archive/query_select.h, until `on_answer` says no. */
bool archive_answers(struct archive *archive, sqlite3_stmt *rows, archive_answer_fn *on_answer,
                     void *user, struct host_error *error);

#endif
