/* SPDX-License-Identifier: MIT
 *
 * The folders of days.
 */
#include "cli/table/partition.h"

#include <stdio.h>
#include <string.h>

#include "cli/shell/target.h"
#include "teetape/date.h"
#include "teetape/io/index.h"
#include "teetape/io/table.h"

/* The day on which the recording began, or "unknown". */
static void day_of(char day[16], const struct reading *r)
{
    const tt_demo_header *demo = tt_recording_demo_header(r->io.rec);
    const tt_th_header *th = &r->io.th_header;
    int32_t year, month, date;
    strcpy(day, "unknown");
    if (demo != NULL) {
        if (sscanf(demo->start_time, "%4d-%2d-%2d", &year, &month, &date) == 3 &&
            tt_date_valid(year, month, date)) {
            snprintf(day, 16, "%.10s", demo->start_time);
        }
        return;
    }
    if (TT_TH_HAS(th, start_time)) {
        int64_t seconds = th->start_time.unix_time;
        int64_t days = seconds / 86400 - (seconds % 86400 < 0);
        if (tt_date_from_days(days, &year, &month, &date)) {
            snprintf(day, 16, "%04u-%02u-%02u", (unsigned)year % 10000, (unsigned)month % 100,
                     (unsigned)date % 100);
        }
    }
}

bool partition_path(char dst[OUT_PATH], const struct reading *r, const tt_io_table_format *format)
{
    char day[16], uuid[TT_UUID_TEXT], name[128];
    tt_uuid recording = tt_io_table_recording(&r->io);
    tt_io_error error;
    day_of(day, r);
    tt_uuid_format(uuid, &recording);
    snprintf(name, sizeof name, "day=%s/%s%s", day, uuid, format->ending);
    if (!out_path_join(dst, r->job->settings->output, name) || !out_path_claim(dst)) {
        return false;
    }
    if (!tt_io_index_make_folders(dst, &error)) {
        target_failed(r->job, dst, &error);
        return false;
    }
    return true;
}
