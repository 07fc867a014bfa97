/* SPDX-License-Identifier: MIT
 *
 * Whether a query can find anything.
 */
#ifndef ARCHIVE_QUERY_CHECK_H
#define ARCHIVE_QUERY_CHECK_H

#include "teetape/io/query.h"

/* False with TT_ERR_ARGUMENT when no archive can have an answer. `kinds` of the query are those of
 * tt_io_archive_query_kinds. */
bool tti_archive_query_check(const tt_io_archive_query *query, tt_io_error *error);

#endif
