/* SPDX-License-Identifier: MIT
 *
 * Values as text. Numbers are most of a table, so they are written without printf.
 */
#include "table/value.h"

#include <stdio.h>
#include <string.h>

#include "teetape/date.h"

static const char pairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536"
    "37383940414243444546474849505152535455565758596061626364656667686970717273"
    "7475767778798081828384858687888990919293949596979899";

static uint8_t *write_uint(uint8_t *at, uint64_t value)
{
    uint8_t digits[20], *begin = digits + sizeof digits;
    while (value >= 100) {
        begin -= 2;
        memcpy(begin, pairs + value % 100 * 2, 2);
        value /= 100;
    }
    if (value >= 10) {
        begin -= 2;
        memcpy(begin, pairs + value * 2, 2);
    } else {
        *--begin = (uint8_t)('0' + value);
    }
    size_t size = (size_t)(digits + sizeof digits - begin);
    memcpy(at, begin, size);
    return at + size;
}

/* Most values are short: a division by a constant of 32 bits is much cheaper. */
static uint8_t *write_small(uint8_t *at, uint32_t value)
{
    if (value < 10) {
        *at = (uint8_t)('0' + value);
        return at + 1;
    }
    if (value < 100) {
        memcpy(at, pairs + value * 2, 2);
        return at + 2;
    }
    if (value < 10000) {
        uint32_t high = value / 100;
        at = write_small(at, high);
        memcpy(at, pairs + (value - high * 100) * 2, 2);
        return at + 2;
    }
    return write_uint(at, value);
}

static uint8_t *write_int(uint8_t *at, int64_t value)
{
    uint64_t size = value < 0 ? 0 - (uint64_t)value : (uint64_t)value;
    if (value < 0) {
        *at++ = '-';
    }
    return size <= UINT32_MAX ? write_small(at, (uint32_t)size) : write_uint(at, size);
}

/* Velocities are multiples of 1/256, which have at most eight digits after the point. */
static uint8_t *write_float(uint8_t *at, float value)
{
    float scaled = value * 256;
    if (!(scaled > -2147483648.0f && scaled < 2147483648.0f) || (float)(int64_t)scaled != scaled) {
        return at + snprintf((char *)at, TABLE_VALUE_MAX, "%.9g", (double)value);
    }
    int64_t whole = (int64_t)scaled;
    uint64_t size = whole < 0 ? (uint64_t)-whole : (uint64_t)whole;
    uint32_t rest = (uint32_t)(size & 255) * 390625; /* in 10^-8 */
    if (whole < 0) {
        *at++ = '-';
    }
    at = write_small(at, (uint32_t)(size >> 8));
    if (rest == 0) {
        return at;
    }
    *at++ = '.';
    for (uint32_t unit = 10000000; rest != 0; unit /= 10) {
        *at++ = (uint8_t)('0' + rest / unit);
        rest %= unit;
    }
    return at;
}

static void write_pair(uint8_t *at, uint32_t value, uint8_t then)
{
    memcpy(at, pairs + value * 2, 2);
    at[2] = then;
}

static uint8_t *write_time(uint8_t *at, int64_t us, struct table_day *cache)
{
    const int64_t day_us = INT64_C(86400) * 1000000;
    int64_t day = us / day_us - (us % day_us < 0);
    uint32_t ms = (uint32_t)((us - day * day_us) / 1000), s = ms / 1000;
    if (cache->text[0] == 0 || day != cache->day) {
        int32_t year = 1970, month = 1, date = 1;
        (void)tt_date_from_days(day, &year, &month, &date);
        snprintf(cache->text, sizeof cache->text, "%04u-%02u-%02u", (unsigned)year % 10000,
                 (unsigned)month % 100, (unsigned)date % 100);
        cache->day = day;
    }
    memcpy(at, cache->text, 10);
    at[10] = 'T';
    write_pair(at + 11, s / 3600, ':');
    write_pair(at + 14, s / 60 % 60, ':');
    write_pair(at + 17, s % 60, '.');
    at[20] = (uint8_t)('0' + ms / 100 % 10);
    write_pair(at + 21, ms % 100, 'Z');
    return at + 24;
}

static int64_t number_at(const tt_io_column_data *data, size_t row)
{
    const uint8_t *bytes = data->values;
    int16_t half;
    int32_t word;
    int64_t number;
    switch (data->column->type) {
    case TT_COLUMN_BOOL:
        return bytes[row];
    case TT_COLUMN_INT8:
        return ((const int8_t *)bytes)[row];
    case TT_COLUMN_INT16:
        memcpy(&half, bytes + 2 * row, sizeof half);
        return half;
    case TT_COLUMN_INT32:
        memcpy(&word, bytes + 4 * row, sizeof word);
        return word;
    default:
        memcpy(&number, bytes + 8 * row, sizeof number);
        return number;
    }
}

uint8_t *tti_table_value(uint8_t *at, const tt_io_column_data *data, size_t row,
                         struct table_day *day)
{
    float real;
    switch (data->column->type) {
    case TT_COLUMN_FLOAT:
        memcpy(&real, (const uint8_t *)data->values + 4 * row, sizeof real);
        return write_float(at, real);
    case TT_COLUMN_TIME:
        return write_time(at, number_at(data, row), day);
    case TT_COLUMN_UUID:
        tt_uuid_format((char *)at, (const tt_uuid *)data->values + row);
        return at + TT_UUID_TEXT - 1;
    default:
        return write_int(at, number_at(data, row));
    }
}
