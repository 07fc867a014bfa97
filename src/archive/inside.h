/* SPDX-License-Identifier: MIT
 *
 * Functions of the archive that jobs/find.c uses and that are not public.
 */
#ifndef ARCHIVE_INSIDE_H
#define ARCHIVE_INSIDE_H

#include "teetape/io/query.h"

/* Gives a notice for each damaged recording below the roots, at most ten. Roots are paths of files
 * and folders; no roots means everything. With `is_quiet` there are no notices. `damaged` receives
 * the number, and may be NULL. */
bool tti_archive_report_damaged(tt_io_archive *archive, const char *const *roots, size_t root_count,
                                bool is_quiet, uint64_t *damaged, tt_io_error *error);

/* Fills temp.root in a transaction that the caller has begun and rolls back. */
bool tti_archive_put_roots(tt_io_archive *archive, const char *const *roots, size_t count,
                           tt_io_error *error);

/* Counts the files below the roots that the database knows as recordings, by content or by name,
 * with or without those that `archive` removed from the disk. After a failure `*files` is 0. */
bool tti_archive_count(tt_io_archive *archive, const char *const *roots, size_t root_count,
                       bool with_removed, uint64_t *files, tt_io_error *error);

/* Reads a list of games (docs/archive.md), plain or compressed, "-" for stdin: searches then find
 * these games by map and time without a recording. `lines` receives the number of games taken,
 * `bad` that of wrong lines; the first ten wrong lines get a notice. `stop` NULL means that of the
 * archive. After a failure the database is unchanged. */
bool tti_archive_import(tt_io_archive *archive, const char *path, const tt_io_stop *stop,
                        size_t *lines, size_t *bad, tt_io_error *error);

typedef enum tti_archive_names { TTI_ARCHIVE_PLAYERS, TTI_ARCHIVE_MAPS } tti_archive_names;

/* Bytes of a near name with its NUL: names of up to 40 bytes are compared. */
#define TTI_ARCHIVE_NEAR 48

/* Finds the name in the database that is nearest to `asked` and not equal to it; "" when none is
 * near, and when the asked one is there. */
bool tti_archive_near_name(tt_io_archive *archive, tti_archive_names of, const char *asked,
                           char near[TTI_ARCHIVE_NEAR], tt_io_error *error);

/* Returns the kinds of facts that a query finds. The result is 0 when no facts are searched for,
 * and when the query sets two members that no kind has together. */
uint64_t tti_archive_query_kinds(const tt_io_archive_query *query);

#endif
