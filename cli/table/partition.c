/* SPDX-License-Identifier: MIT
 *
 * The folders of days.
 */
#include "cli/table/partition.h"

#include <stdio.h>

#include "cli/shell/target.h"
#include "teetape/io/index.h"
#include "teetape/io/table.h"

/* The name is that of the recording (its UUID), so that a second run finds the same file, and
 * recordings of one name from two folders do not meet. Folders are made as for an index; an output
 * that is claimed twice is the same recording twice. */
bool partition_path(char dst[OUT_PATH], const struct reading *r, const tt_io_table_format *format,
                    enum exit_status *status)
{
    char day[TT_IO_TABLE_DAY], uuid[TT_UUID_TEXT], name[128];
    tt_uuid recording = tt_io_table_recording(&r->io);
    tt_io_error error;
    (void)tt_io_table_day(day, &r->io); /* "unknown" is a folder, too */
    tt_uuid_format(uuid, &recording);
    snprintf(name, sizeof name, "day=%s/%s%s", day, uuid, format->ending);
    *status = EXIT_SYSTEM;
    if (!out_path_join(dst, r->job->settings->output, name)) {
        return false;
    }
    if (!tt_io_index_make_folders(dst, &error)) {
        tt_io_error_system(&error, error.system, "its folder cannot be made");
        *status = target_failed(r->job, dst, &error);
        return false;
    }
    *status = EXIT_USAGE;
    return out_path_claim(dst, r->job->path);
}
