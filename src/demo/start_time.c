/* SPDX-License-Identifier: MIT
 *
 * When a demo was begun, as its header has it: 2026-11-21_20-14-00, on the recorder's clock.
 */
#include "base/mem.h"
#include "teetape/date.h"
#include "teetape/demo_header.h"

#define SECONDS_OF_DAY 86400

/* Where the numbers are, with separators of one character between them; LENGTH is that of all. */
enum { YEAR = 0, MONTH = 5, DAY = 8, HOUR = 11, MINUTE = 14, SECOND = 17, LENGTH = 19 };

/* -1 when they are no digits. The field is 20 bytes and ends with a NUL, so that a shorter text has
 * no digits where they are looked for. */
static int32_t number(const char *text, int digits)
{
    int32_t value = 0;
    for (int i = 0; i < digits; i++) {
        if (text[i] < '0' || text[i] > '9') {
            return -1;
        }
        value = value * 10 + (text[i] - '0');
    }
    return value;
}

static void put_number(char *dst, int32_t value, int digits)
{
    while (digits > 0) {
        dst[--digits] = (char)('0' + value % 10);
        value /= 10;
    }
}

/* Seconds since 1970 on a clock without a zone: the header does not say which one the recorder had.
 * Separators are not looked at. */
int tt_demo_start_time(const tt_demo_header *header, int64_t *seconds)
{
    const char *text = header->start_time;
    int32_t year = number(text + YEAR, 4), month = number(text + MONTH, 2);
    int32_t day = number(text + DAY, 2), hour = number(text + HOUR, 2);
    int32_t minute = number(text + MINUTE, 2), second = number(text + SECOND, 2);
    if (text[LENGTH] != 0 || !tt_date_valid(year, month, day) ||
        !tt_date_clock_valid(hour, minute, second)) {
        return 0;
    }
    *seconds =
        tt_date_to_days(year, month, day) * SECONDS_OF_DAY + hour * 3600 + minute * 60 + second;
    return 1;
}

/* The day is the quotient that is rounded down, also before 1970: hence the sum and the second
 * remainder. */
int tt_demo_set_start_time(tt_demo_header *header, int64_t seconds)
{
    int64_t second = (seconds % SECONDS_OF_DAY + SECONDS_OF_DAY) % SECONDS_OF_DAY;
    int32_t year, month, day, clock = (int32_t)second;
    char *text = header->start_time;
    if (!tt_date_from_days((seconds - second) / SECONDS_OF_DAY, &year, &month, &day)) {
        return 0;
    }
    tti_copy(text, "0000-00-00_00-00-00", LENGTH + 1);
    put_number(text + YEAR, year, 4);
    put_number(text + MONTH, month, 2);
    put_number(text + DAY, day, 2);
    put_number(text + HOUR, clock / 3600, 2);
    put_number(text + MINUTE, clock / 60 % 60, 2);
    put_number(text + SECOND, clock % 60, 2);
    return 1;
}
