/* SPDX-License-Identifier: MIT
 *
 * Writes values as text, for formats that are text.
 */
#ifndef TABLE_VALUE_H
#define TABLE_VALUE_H

#include <string.h>

#include "base/mem.h"
#include "table/format.h"

/* The most bytes of a value's text: a UUID has 36 bytes, a time 24, a number of 64 bits 20. */
#define TABLE_VALUE_MAX 40

/* Writes the values of one column of a batch. Many rows repeat the value of the row before, so a
 * short text is kept. */
struct table_pen {
    const tt_io_column_data *data;
    const uint8_t *values;
    size_t width;  /* bytes of a value; 0 for TEXT */
    int64_t last;  /* bits of the last written value; its width is 1 to 8 bytes */
    uint64_t text; /* text of `last`, the first character in the lowest byte */
    size_t size;   /* bytes of `text`; 0 when none was kept */
    int64_t day;
    char date[TT_IO_TABLE_DAY]; /* text of the last written day; empty at first */
};

/* Makes a pen for each column of a batch. */
void tti_table_pens(struct table_pen *pens, const tt_io_batch *batch);

/* Writes the value of a row when it differs from the last one, and keeps its text if it is short.
 * `value` is its bits, with the sign of the width. */
uint8_t *tti_table_pen_new(struct table_pen *pen, size_t row, int64_t value, uint8_t *at);

/* Writes the value of a row, and returns the end of the text. The row must have a value, not of
 * type TEXT. Up to TABLE_VALUE_MAX bytes from `at` on are changed. Times are in ISO 8601, in UTC,
 * with three digits after the second; floats have as many digits as they need. */
static inline uint8_t *table_pen_write(struct table_pen *pen, size_t row, uint8_t *at)
{
    int64_t value = 0;
    int32_t word;
    int16_t half;
    if (pen->width == 4) {
        memcpy(&word, pen->values + 4 * row, sizeof word);
        value = word;
    } else if (pen->width == 1) {
        value = (int8_t)pen->values[row];
        if (value >= 0 && value < 10) {
            *at = (uint8_t)('0' + value);
            return at + 1;
        }
    } else if (pen->width == 2) {
        memcpy(&half, pen->values + 2 * row, sizeof half);
        value = half;
    } else if (pen->width == 8) {
        memcpy(&value, pen->values + 8 * row, sizeof value);
    }
    if (pen->size != 0 && value == pen->last) {
        tti_store_le64(at, pen->text);
        return at + pen->size;
    }
    return tti_table_pen_new(pen, row, value, at);
}

#endif
