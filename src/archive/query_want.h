/* SPDX-License-Identifier: MIT
 *
 * The first steps of a search: which files, recordings and stays are wanted.
 */
#ifndef ARCHIVE_QUERY_WANT_H
#define ARCHIVE_QUERY_WANT_H

#include "archive/query.h"

/* Fills temp.want_file(id) if there are roots, temp.want_recording(id), if a player is asked for,
 * temp.want_stay(recording, stay), and what archive/query_team.h needs. In a transaction: they go
 * when it is rolled back. */
bool archive_want(struct archive *archive, const struct archive_query *query,
                  struct host_error *error);

#endif
