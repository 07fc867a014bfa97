/* SPDX-License-Identifier: MIT
 *
 * The first steps of a search: which files, recordings and sessions are wanted.
 */
#ifndef ARCHIVE_QUERY_WANT_H
#define ARCHIVE_QUERY_WANT_H

#include "teetape/io/query.h"

/* Makes temp.want_file(id, is_root), and fills it with the files that are a root or lie below one.
 * In a transaction: it goes when it is rolled back. */
bool tti_archive_want_files(tt_io_archive *archive, const char *const *roots, size_t count,
                            tt_io_error *error);

/* Fills temp.want_file if there are roots, temp.want_recording(id), if a player is asked for,
 * temp.want_session(recording, session), of a killer temp.want_killer, and what
 * archive/query_team.h needs. In a transaction: they go when it is rolled back. */
bool tti_archive_want(tt_io_archive *archive, const tt_io_archive_query *query, tt_io_error *error);

#endif
