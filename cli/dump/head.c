/* SPDX-License-Identifier: MIT
 *
 * See head.h.
 */
#include "cli/dump/head.h"

#include "cli/shell/issues.h"

/* Members of the rows below, in their order. */
struct head {
    int32_t tick;
    const char *time, *kind;
};

const struct column head_columns[] = {
    COLUMN(struct head, tick, "the absolute tick; of a tick_skip the one that it leads to"),
    COLUMN_WALL(struct head),
    COLUMN(struct head, kind, "which other keys there are, see below"),
    COLUMNS_END,
};

/* The object is open when it is returned: the caller appends its members and ends it. */
struct json head_json(const struct job *job, int32_t tick, const char *time, const char *kind)
{
    const struct head head = {tick, time, kind};
    struct json j = json_begin(job->out);
    job_json_file(job, &j);
    rows_members(&j, head_columns, TT_FORMAT_UNKNOWN, &head);
    return j;
}
