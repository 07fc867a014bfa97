/* SPDX-License-Identifier: MIT
 *
 * Values as text, for formats that are text.
 */
#ifndef TABLE_VALUE_H
#define TABLE_VALUE_H

#include "table/format.h"

/* Most bytes of a value that is no text. */
#define TABLE_VALUE_MAX 40

/* The date that was written last: most times are of the same day. All zero is 1970-01-01. */
struct table_day {
    int64_t day;
    char text[16]; /* "2026-11-21" */
};

/* Writes the value of a row that has one, not of type TEXT, and returns where it ends. Booleans are
 * 0 and 1; times are in ISO 8601, in UTC, with three digits after the second; floats have as many
 * digits as they need. */
uint8_t *tti_table_value(uint8_t *at, const tt_io_column_data *data, size_t row,
                         struct table_day *day);

#endif
