/* SPDX-License-Identifier: MIT
 *
 * Writes values as text. Numbers are most of a table, so they are written without printf.
 */
#include "table/value.h"
#include "base/date.h"

#include <stdio.h>
#include <string.h>

#include "table/table.h"

/* The digits of 00 to 99: writing two at a time needs half as many divisions. */
static const char pairs[] =
    "00010203040506070809101112131415161718192021222324252627282930313233343536"
    "37383940414243444546474849505152535455565758596061626364656667686970717273"
    "7475767778798081828384858687888990919293949596979899";

/* Writes an unsigned number, at most 20 digits. */
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

/* Returns the digits of a number below 10^8, with leading zeros, the first digit in the lowest
 * byte. Halves, pairs and digits are divided in parallel. 10486 / 2^20 is a hundredth for all
 * numbers below 10,000, and 103 / 2^10 a tenth for all below 100. The masks remove the bits that
 * lanes shift into each other. */
static uint64_t eight_digits(uint32_t value)
{
    uint64_t fours = value / 10000 | (uint64_t)(value % 10000) << 32;
    uint64_t hundreds = (fours * 10486 >> 20) & UINT64_C(0x7f0000007f);
    uint64_t twos = hundreds + ((fours - hundreds * 100) << 16);
    uint64_t tens = (twos * 103 >> 10) & UINT64_C(0x000f000f000f000f);
    return tens + ((twos - tens * 10) << 8);
}

/* Counts the leading zeros among the first six of seven digits. The first digit is in the lowest
 * byte. */
static unsigned zeros_before(uint64_t digits)
{
    digits |= UINT64_C(1) << 48; /* the last digit is written even if it is 0 */
#if defined(__GNUC__)
    return (unsigned)__builtin_ctzll(digits) / 8;
#else
    unsigned zeros = 0;
    for (; (digits & 255) == 0; digits >>= 8) {
        zeros++;
    }
    return zeros;
#endif
}

/* Writes a number of at most seven digits and keeps its text: with a sign they are eight bytes.
 * Adding 0x30 makes characters of the digits. The first of the eight digits is 0 and is shifted
 * out, like all leading zeros. Returns false for a longer number. */
static bool keep_number(struct table_pen *pen, int64_t value)
{
    if (value <= -10000000 || value >= 10000000) {
        return false;
    }
    uint64_t digits = eight_digits((uint32_t)(value < 0 ? -value : value)) >> 8;
    unsigned zeros = zeros_before(digits);
    unsigned sign = value < 0;
    uint64_t text = (digits | UINT64_C(0x30303030303030)) >> 8 * zeros;
    pen->text = text << 8 * sign | (sign != 0 ? '-' : 0);
    pen->size = 7 - zeros + sign;
    return true;
}

/* Writes a float. Velocities are multiples of 1/256, which have at most eight digits after the
 * point and are written exactly. Nine digits of printf are enough for every other float. The bounds
 * are checked first: a cast beyond them is undefined. */
static uint8_t *write_float(uint8_t *at, float value)
{
    float scaled = value * 256;
    /* the condition is also true for NaN */
    if (!(scaled > -2147483648.0f && scaled < 2147483648.0f) || (float)(int64_t)scaled != scaled) {
        return at + snprintf((char *)at, TABLE_VALUE_MAX, "%.9g", (double)value);
    }
    int64_t whole = (int64_t)scaled;
    uint64_t size = whole < 0 ? (uint64_t)-whole : (uint64_t)whole;
    uint32_t rest = (uint32_t)(size & 255) * 390625; /* the fraction in units of 10^-8 */
    if (whole < 0) {
        *at++ = '-';
    }
    at = write_uint(at, size >> 8);
    if (rest == 0) {
        return at;
    }
    *at++ = '.';
    while (rest > 0) {
        rest *= 10;
        *at++ = (uint8_t)('0' + rest / 100000000);
        rest %= 100000000;
    }
    return at;
}

static void write_pair(uint8_t *at, uint32_t value, uint8_t then)
{
    memcpy(at, pairs + value * 2, 2);
    at[2] = then;
}

/* Writes a time. Ticks are 20 ms, so thousandths are exact. The day rounds down, for times before
 * 1970. An impossible date is written as 1970-01-01. */
static uint8_t *write_time(uint8_t *at, int64_t us, struct table_pen *pen)
{
    const int64_t day_us = INT64_C(86400) * 1000000;
    int64_t day = us / day_us - (us % day_us < 0);
    uint32_t ms = (uint32_t)((us - day * day_us) / 1000), s = ms / 1000;
    if (pen->date[0] == 0 || day != pen->day) {
        int32_t year = 1970, month = 1, date = 1;
        (void)tti_date_from_days(day, &year, &month, &date);
        tti_table_put_day(pen->date, year, month, date);
        pen->day = day;
    }
    memcpy(at, pen->date, 10);
    at[10] = 'T';
    write_pair(at + 11, s / 3600, ':');
    write_pair(at + 14, s / 60 % 60, ':');
    write_pair(at + 17, s % 60, '.');
    at[20] = (uint8_t)('0' + ms / 100 % 10);
    write_pair(at + 21, ms % 100, 'Z');
    return at + 24;
}

void tti_table_pens(struct table_pen *pens, const tt_io_batch *batch)
{
    for (size_t i = 0; i < batch->columns; i++) {
        const tt_io_column_data *data = &batch->column[i];
        pens[i] = (struct table_pen){
            .data = data, .values = data->values, .width = tti_table_width(data->column->type)};
    }
}

/* Writes a float. Most velocities are whole or 0, so the text of whole numbers is kept, too. Seven
 * digits end at 1e7. */
static uint8_t *write_real(struct table_pen *pen, uint8_t *at, int64_t value)
{
    int32_t bits = (int32_t)value;
    float real;
    memcpy(&real, &bits, sizeof real);
    if (real > -1e7f && real < 1e7f && (float)(int32_t)real == real &&
        keep_number(pen, (int32_t)real)) {
        tti_store_le64(at, pen->text);
        at += pen->size;
        /* a check that seldom succeeds would cost more than writing the next value */
        pen->size = 0;
        return at;
    }
    return write_float(at, real);
}

/* Writes a new value. The last store writes eight bytes, for which the caller reserved
 * TABLE_VALUE_MAX. A UUID or a time is not kept. */
uint8_t *tti_table_pen_new(struct table_pen *pen, size_t row, int64_t value, uint8_t *at)
{
    pen->size = 0;
    pen->last = value;
    switch (pen->data->column->type) {
    case TT_COLUMN_FLOAT:
        return write_real(pen, at, value);
    case TT_COLUMN_TIME:
        return write_time(at, value, pen);
    case TT_COLUMN_UUID:
        tt_uuid_format((char *)at, (const tt_uuid *)pen->data->values + row);
        return at + TT_UUID_TEXT - 1;
    default:
        if (!keep_number(pen, value)) {
            if (value < 0) {
                *at++ = '-';
            }
            /* INT64_MIN has no positive counterpart, so it is negated as an unsigned number */
            return write_uint(at, value < 0 ? 0 - (uint64_t)value : (uint64_t)value);
        }
        tti_store_le64(at, pen->text);
        return at + pen->size;
    }
}
