/* SPDX-License-Identifier: MIT
 *
 * What rows have of the recording as a whole.
 *
 * Names and sessions change, these do not.
 */
#ifndef TABLE_ABOUT_H
#define TABLE_ABOUT_H

#include "teetape/io/reading.h"

/* Filled once, when the table is opened: the header is read by then, and is the same for all rows.
 */
struct table_about {
    tt_uuid recording; /* value of the column; zeros until it is known */
    bool is_known;     /* the header was read: the rest is filled */
    bool has_start;    /* the time of tick 0 is known */
    int64_t start_us;  /* microseconds since 1970, UTC */
};

/* Fills it from the header of a reading; nothing when it has none yet. */
void tti_table_about(struct table_about *about, const tt_io_reading *r);

/* A text of the header of a teehistorian file, which is escaped there; empty when there is none.
 * *memory is to be freed. False when there is no memory. */
bool tti_table_header_text(const tt_io_reading *r, tt_th_key key, tt_bytes *text, char **memory);

/* Bytes of a date and a time of day, with the NUL. */
#define TABLE_CLOCK 32

/* When tick 0 was, on the clock of the header and without its zone: 2026-11-21T20:14:00. False, and
 * nothing was stored, when it is not known. */
bool tti_table_game_start(char text[TABLE_CLOCK], const tt_io_reading *r);

/* Microseconds of a tick. The game has 50 ticks a second. */
#define TABLE_TICK_US INT64_C(20000)

#endif
