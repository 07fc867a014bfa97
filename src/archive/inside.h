/* SPDX-License-Identifier: MIT
 *
 * Calls of an archive for a search in folders (jobs/find.c).
 */
#ifndef ARCHIVE_INSIDE_H
#define ARCHIVE_INSIDE_H

#include "teetape/io/query.h"

/* Gives a notice for each recording below the roots that is damaged, the first ten of them one by
 * one. The roots are paths of files and folders; none is everything. `is_quiet` leaves the words
 * out. `damaged` counts them, and may be NULL. */
bool tti_archive_report_damaged(tt_io_archive *archive, const char *const *roots, size_t root_count,
                                bool is_quiet, uint64_t *damaged, tt_io_error *error);

/* Counts the files below the roots that the database knows as recordings, by content or by name. 0
 * after a failure. */
bool tti_archive_count(tt_io_archive *archive, const char *const *roots, size_t root_count,
                       uint64_t *files, tt_io_error *error);

/* Reads a list of games (docs/archive.md), "-" for stdin, plain or compressed: they are known then
 * by map and time though their recordings are not there. `lines` is how many were taken. Wrong
 * lines are counted in `bad`, the first ten of them with a notice. `stop` NULL is that of the
 * archive. After a failure nothing was taken. */
bool tti_archive_import(tt_io_archive *archive, const char *path, const tt_io_stop *stop,
                        size_t *lines, size_t *bad, tt_io_error *error);

/* The kinds of facts that a query finds. 0 when no facts are searched for, and when no fact has two
 * of the members that ask for kinds. */
uint64_t tti_archive_query_kinds(const tt_io_archive_query *query);

#endif
