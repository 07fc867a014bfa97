/* SPDX-License-Identifier: MIT
 *
 * Which recording it is. A demo has no number of its own: its header, with map, server or client,
 * and time, takes its place.
 */
#include "table/about.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "teetape/date.h"
#include "teetape/io/table.h"
#include "teetape/json.h"

/* The id in the column `recording` joins the rows of a recording over all tables and files, so it
 * must come out the same from each reading. A teehistorian file has its game_uuid. Of a demo it is
 * made of the bytes of the header, with length and count of markers as they are before the recorder
 * stops; ticks of markers that are there remain in it. The writer refuses versions above 6, and
 * would give all of them the id of no bytes; so these are written as version 6. Years 1 to 9999 fit
 * into microseconds. */
void tti_table_about(struct table_about *about, const tt_io_reading *r)
{
    const tt_th_header *th = &r->th_header;
    const tt_demo_header *demo = tt_recording_demo_header(r->rec);
    uint8_t bytes[TT_DEMO_HEADER_MAX];
    *about = (struct table_about){.is_known = demo != NULL || r->has_header};
    if (demo != NULL) {
        tt_demo_header open = *demo;
        open.length = 0; /* written when the recorder stops, as is the count of markers */
        open.marker_count = 0;
        open.version = open.version > 6 ? 6 : open.version;
        about->recording = tt_uuid_from_name((tt_bytes){bytes, tt_demo_header_write(bytes, &open)});
    } else if (r->has_header) {
        about->recording = th->game_uuid;
        about->has_start = TT_TH_HAS(th, start_time) != 0;
        about->start_us = about->has_start ? th->start_time.unix_time * 1000000 : 0;
    }
}

/* The remainders change nothing of a valid date: they show the compiler that the text fits. */
static void put_day(char day[TT_IO_TABLE_DAY], int32_t year, int32_t month, int32_t date)
{
    snprintf(day, TT_IO_TABLE_DAY, "%04u-%02u-%02u", (unsigned)year % 10000, (unsigned)month % 100,
             (unsigned)date % 100);
}

/* The day is a partition of a database and the name of a folder. So it is a text for a recording
 * without a start, too. The division rounds down: a time before 1970 belongs to the day in which it
 * is, not to the one after it. */
bool tt_io_table_day(char day[TT_IO_TABLE_DAY], const tt_io_reading *r)
{
    const tt_demo_header *demo = tt_recording_demo_header(r->rec);
    const tt_th_header *th = &r->th_header;
    bool has_start = TT_TH_HAS(th, start_time) != 0;
    int64_t seconds = 0;
    int32_t year, month, date;
    snprintf(day, TT_IO_TABLE_DAY, "unknown");
    if (demo != NULL) {
        has_start = tt_demo_start_time(demo, &seconds) != 0;
    } else if (has_start) {
        seconds = th->start_time.unix_time;
    }
    int64_t days = seconds / 86400 - (seconds % 86400 < 0);
    if (!has_start || !tt_date_from_days(days, &year, &month, &date)) {
        return false;
    }
    put_day(day, year, month, date);
    return true;
}

/* An escape in JSON is never shorter than the UTF-8 that it stands for, so a copy of the raw size
 * is large enough. The copy has no NUL after it. */
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
