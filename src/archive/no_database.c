/* SPDX-License-Identifier: MIT
 *
 * Replaces archives in a build without SQLite.
 *
 * The build takes this file instead of all sources that need SQLite (src/io.cmake). Programs link
 * with either build, and get an error when they open an archive.
 */
#include "archive/expire.h"
#include "archive/inside.h"
#include "host/error.h"

static bool fail(tt_io_error *error)
{
    return tti_error_say(error, TT_ERR_UNSUPPORTED,
                         "this build has no archive databases (made without SQLite)");
}

tt_io_archive *tt_io_archive_open(const char *path, const tt_io_archive_options *options,
                                  tt_io_error *error)
{
    (void)options;
    fail(error);
    tti_error_of(error, path);
    return NULL;
}

void tt_io_archive_close(tt_io_archive *archive)
{
    (void)archive;
}

bool tt_io_archive_scan(tt_io_archive *archive, const tt_io_archive_scan_options *scan,
                        tt_io_archive_counts *counts, tt_io_error *error)
{
    (void)archive, (void)scan, (void)counts;
    return fail(error);
}

bool tti_archive_report_damaged(tt_io_archive *archive, const char *const *roots, size_t root_count,
                                bool is_quiet, uint64_t *damaged, tt_io_error *error)
{
    (void)archive, (void)roots, (void)root_count, (void)is_quiet;
    if (damaged != NULL) {
        *damaged = 0;
    }
    return fail(error);
}

bool tti_archive_count(tt_io_archive *archive, const char *const *roots, size_t root_count,
                       bool with_removed, uint64_t *files, tt_io_error *error)
{
    (void)archive, (void)roots, (void)root_count, (void)with_removed;
    *files = 0;
    return fail(error);
}

bool tti_archive_import(tt_io_archive *archive, const char *path, const tt_io_stop *stop,
                        size_t *lines, size_t *bad, tt_io_error *error)
{
    (void)archive, (void)path, (void)stop, (void)lines, (void)bad;
    return fail(error);
}

bool tti_archive_expire(tt_io_archive *archive, const char *const *roots, size_t count,
                        const tt_io_archive_expiry *expiry, tt_io_archive_expired *result,
                        tt_io_error *error)
{
    (void)archive, (void)roots, (void)count, (void)expiry, (void)result;
    return fail(error);
}

bool tti_archive_near_name(tt_io_archive *archive, tti_archive_names of, const char *asked,
                           char near[TTI_ARCHIVE_NEAR], tt_io_error *error)
{
    (void)archive, (void)of, (void)asked, (void)near;
    return fail(error);
}

bool tt_io_archive_search(tt_io_archive *archive, const tt_io_archive_query *query,
                          tt_io_archive_answer_fn *on_answer, void *user, tt_io_error *error)
{
    (void)archive, (void)query, (void)on_answer, (void)user;
    return fail(error);
}
