/* SPDX-License-Identifier: MIT
 *
 * Columns about the whole recording, from its header, and the time when its game began.
 */
#include "table/table.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/date.h"
#include "reading/inside.h"
#include "teetape/io/table.h"
#include "teetape/json.h"

/* Fills the columns about the recording. A start time that is outside of the years 1 to 9999 in UTC
 * has no date, and counts as missing. */
void tti_table_about(struct table_about *about, const tt_io_reading *r)
{
    const tt_th_header *th = &r->th_header;
    *about = (struct table_about){.is_known = r->has_header};
    if (r->has_header) {
        about->recording = r->inside->id;
        about->has_start = TT_TH_HAS(th, start_time) != 0 &&
                           th->start_time.unix_time >= TABLE_TIME_BEGIN / 1000000 &&
                           th->start_time.unix_time < TABLE_TIME_END / 1000000;
        about->start_us = about->has_start ? th->start_time.unix_time * 1000000 : 0;
    }
}

/* Writes a date. The remainders show the compiler that the text fits; a valid date is below
 * them. */
void tti_table_put_day(char day[TT_IO_TABLE_DAY], int32_t year, int32_t month, int32_t date)
{
    snprintf(day, TT_IO_TABLE_DAY, "%04u-%02u-%02u", (unsigned)year % 10000, (unsigned)month % 100,
             (unsigned)date % 100);
}

static int64_t floor_of(int64_t value, int64_t by)
{
    return value / by - (value % by < 0);
}

/* Writes the day of the recording, which is a partition of a database and the name of a folder. So
 * a recording without a start has a day, too. A time before 1970 belongs to the day that contains
 * it. */
bool tt_io_table_day(char day[TT_IO_TABLE_DAY], const tt_io_reading *r)
{
    const tt_demo_header *demo = tt_recording_demo_header(r->rec);
    const tt_th_header *th = &r->th_header;
    bool has_start = TT_TH_HAS(th, start_time) != 0;
    int64_t seconds = 0;
    int32_t year, month, date;
    snprintf(day, TT_IO_TABLE_DAY, "unknown");
    if (demo != NULL) {
        has_start = tt_demo_start_time(demo, &seconds);
    } else if (has_start) {
        seconds = th->start_time.unix_time;
    }
    int64_t days = floor_of(seconds, 86400);
    if (!has_start || !tti_date_from_days(days, &year, &month, &date)) {
        return false;
    }
    tti_table_put_day(day, year, month, date);
    return true;
}

/* Writes when tick 0 of the game was. The start of a teehistorian file is the time of tick 0; that
 * of a demo is the time of its first tick, and its ticks count from the begin of the game. */
bool tti_table_game_start(char text[TABLE_CLOCK], const tt_io_reading *r)
{
    const tt_demo_header *demo = tt_recording_demo_header(r->rec);
    int32_t first = tt_recording_look(r->rec).first_tick, year, month, date;
    int64_t seconds = 0;
    bool is_known = demo != NULL ? first >= 0 && tt_demo_start_time(demo, &seconds)
                                 : TT_TH_HAS(&r->th_header, start_time) != 0;
    if (demo != NULL) {
        seconds = floor_of(seconds * TT_TICKS_PER_SECOND - first, TT_TICKS_PER_SECOND);
    } else if (is_known) {
        seconds = r->th_header.start_time.unix_time + r->th_header.start_time.zone;
    }
    int64_t days = floor_of(seconds, 86400);
    if (!is_known || !tti_date_from_days(days, &year, &month, &date)) {
        return false;
    }
    unsigned clock = (unsigned)(seconds - days * 86400) % 86400;
    tti_table_put_day(text, year, month, date);
    snprintf(text + strlen(text), TABLE_CLOCK - strlen(text), "T%02u:%02u:%02u", clock / 3600,
             clock / 60 % 60, clock % 60);
    return true;
}

/* Decodes a text of the header. An escape in JSON is never shorter than its UTF-8, so a copy of the
 * raw size is large enough. The copy has no NUL. */
bool tti_table_header_text(const tt_io_reading *r, tt_th_key key, tt_bytes *text, char **memory)
{
    tt_bytes raw = r->th_header.raw[key];
    *text = (tt_bytes){NULL, 0};
    *memory = NULL;
    if (raw.size == 0) {
        return true;
    }
    *memory = malloc(raw.size);
    if (*memory == NULL) {
        return false;
    }
    *text = (tt_bytes){(const uint8_t *)*memory, tt_json_unescape(*memory, raw.size, raw)};
    return true;
}
