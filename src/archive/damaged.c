/* SPDX-License-Identifier: MIT
 *
 * Reports the damaged recordings of a database, and counts all of them.
 */
#include "host/posix.h"

#include "archive/damaged.h"

#include <string.h>

#include "archive/database.h"
#include "archive/notice.h"
#include "archive/query.h"
#include "archive/query_want.h"

/* One by one; the rest is counted. */
#define REPORTED 10

struct report {
    const struct archive *archive;
    bool is_quiet;
    size_t count;
};

/* See archive_answer_fn. */
static bool on_damaged(void *user, const struct archive_answer *answer)
{
    struct report *report = user;
    char path[4096];
    if (report->count++ >= REPORTED || report->is_quiet) {
        return true;
    }
    size_t size = answer->file.size < sizeof path ? answer->file.size : sizeof path - 1;
    memcpy(path, answer->file.data, size);
    path[size] = '\0';
    if (answer->kind == ARCHIVE_IS_WRECK) {
        archive_notice(report->archive, ARCHIVE_ERROR, path, "%.*s", (int)answer->text.size,
                       (const char *)answer->text.data);
    } else {
        archive_notice(report->archive, ARCHIVE_WARNING, path,
                       "damaged (%.*s); it is searched as far as it can be read",
                       (int)answer->text.size, (const char *)answer->text.data);
    }
    return true;
}

bool archive_report_damaged(struct archive *archive, const char *const *roots, size_t root_count,
                            bool is_quiet, size_t *damaged, struct host_error *error)
{
    struct archive_query query = ARCHIVE_QUERY_ALL;
    struct report report = {.archive = archive, .is_quiet = is_quiet};
    query.roots = roots;
    query.root_count = root_count;
    query.damaged = true;
    bool good = archive_search(archive, &query, on_damaged, &report, error);
    if (good && !is_quiet && report.count > REPORTED) {
        archive_notice(archive, ARCHIVE_WARNING, NULL,
                       "%zu more recordings are damaged; find --damaged lists them",
                       report.count - REPORTED);
    }
    *damaged = report.count;
    return good;
}

bool archive_count(struct archive *archive, const char *const *roots, size_t count, size_t *files,
                   struct host_error *error)
{
    int64_t number = 0;
    bool good = archive_run(archive, "BEGIN", error) &&
                archive_want_files(archive, roots, count, error) &&
                archive_number(archive,
                               "SELECT count(*) FROM temp.want_file AS w"
                               " CROSS JOIN file AS f ON f.id = w.id"
                               " WHERE f.recording IS NOT NULL OR f.damage IS NOT NULL",
                               &number, error);
    archive_rollback(archive);
    *files = (size_t)number;
    return good;
}
