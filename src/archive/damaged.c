/* SPDX-License-Identifier: MIT
 *
 * Reports the damaged recordings of a database, and counts all of them.
 *
 * Damage is kept in the database when a file is read, so that later runs, which do not read it
 * again, can still name it.
 */
#include "host/posix.h"

#include "teetape/io/archive.h"

#include <string.h>

#include "archive/database.h"
#include "archive/query_steps.h"
#include "teetape/io/query.h"

/* Damaged recordings that are reported one by one; the rest is counted. A broken disk has
 * thousands, which nobody reads. */
#define REPORTED 10

/* By content or by name: a file that has a recording, or is damaged by its name alone. */
#define IS_RECORDING "(f.recording IS NOT NULL OR f.damage IS NOT NULL)"

struct report {
    const tt_io_archive *archive;
    bool is_quiet;
    size_t count; /* of damaged recordings so far, also those without a notice */
};

/* See tt_io_archive_answer_fn. The path is copied because a notice takes a text with a NUL, and cut
 * at 4095 bytes. */
static bool on_damaged(void *user, const tt_io_archive_answer *answer)
{
    struct report *report = user;
    char path[4096];
    if (report->count++ >= REPORTED || report->is_quiet) {
        return true;
    }
    size_t size = answer->file.size < sizeof path ? answer->file.size : sizeof path - 1;
    memcpy(path, answer->file.data, size);
    path[size] = '\0';
    if (answer->kind == TT_IO_ARCHIVE_IS_WRECK) {
        tti_archive_notice(report->archive, TT_IO_ARCHIVE_NO_CONTENT, path, "%.*s",
                           (int)answer->text.size, (const char *)answer->text.data);
    } else {
        tti_archive_notice(report->archive, TT_IO_ARCHIVE_DAMAGED, path,
                           "damaged (%.*s); it is searched as far as it can be read",
                           (int)answer->text.size, (const char *)answer->text.data);
    }
    return true;
}

/* An ordinary search with `damaged`, so that the report and find --damaged never differ. */
bool tt_io_archive_report_damaged(tt_io_archive *archive, const char *const *roots,
                                  size_t root_count, bool is_quiet, uint64_t *damaged,
                                  tt_io_error *error)
{
    tt_io_archive_query query;
    struct report report = {.archive = archive, .is_quiet = is_quiet};
    tt_io_archive_query_init(&query);
    query.roots = roots;
    query.root_count = root_count;
    query.damaged = true;
    bool good = tt_io_archive_search(archive, &query, on_damaged, &report, error);
    if (good && !is_quiet && report.count > REPORTED) {
        tti_archive_notice(archive, TT_IO_ARCHIVE_MORE, NULL, "%zu more recordings are damaged",
                           report.count - REPORTED);
    }
    if (damaged != NULL) {
        *damaged = report.count;
    }
    return good;
}

/* The transaction is rolled back in any case: it only keeps the numbers together and takes the
 * temporary table away. */
bool tt_io_archive_count(tt_io_archive *archive, const char *const *roots, size_t root_count,
                         uint64_t *files, tt_io_error *error)
{
    int64_t number = 0;
    tt_io_error_clear(error);
    bool good =
        tti_archive_run(archive, "BEGIN", error) &&
        tti_archive_want_files(archive, roots, root_count, error) &&
        tti_archive_number(archive,
                           root_count == 0 ? "SELECT count(*) FROM file AS f WHERE " IS_RECORDING
                                           : "SELECT count(*) FROM temp.want_file AS w"
                                             " CROSS JOIN file AS f ON f.id = w.id"
                                             " WHERE " IS_RECORDING,
                           &number, error);
    tti_archive_rollback(archive);
    *files = (uint64_t)number;
    return good || tt_io_error_of(error, archive->path);
}
