/* SPDX-License-Identifier: MIT
 *
 * An archive without SQLite: there is none.
 */
#include "archive/archive.h"
#include "archive/query.h"

static bool fail(struct host_error *error)
{
    host_error_say(error, TT_ERR_UNSUPPORTED,
                   "this build has no archive databases (made without SQLite)");
    return false;
}

struct archive *archive_open(const char *path, const struct archive_options *options,
                             struct host_error *error)
{
    (void)options;
    fail(error);
    host_error_of(error, path);
    return NULL;
}

void archive_close(struct archive *archive)
{
    (void)archive;
}

bool archive_scan(struct archive *archive, const struct archive_scan *scan,
                  struct archive_counts *counts, struct host_error *error)
{
    (void)archive;
    (void)scan;
    (void)counts;
    return fail(error);
}

bool archive_report_damaged(struct archive *archive, const char *const *roots, size_t root_count,
                            bool is_quiet, size_t *damaged, struct host_error *error)
{
    (void)archive;
    (void)roots;
    (void)root_count;
    (void)is_quiet;
    *damaged = 0;
    return fail(error);
}

bool archive_import(struct archive *archive, const char *path, const struct host_stop *stop,
                    size_t *lines, size_t *bad, struct host_error *error)
{
    (void)archive;
    (void)path;
    (void)stop;
    (void)lines;
    (void)bad;
    return fail(error);
}

bool archive_search(struct archive *archive, const struct archive_query *query,
                    archive_answer_fn *on_answer, void *user, struct host_error *error)
{
    (void)archive;
    (void)query;
    (void)on_answer;
    (void)user;
    return fail(error);
}
