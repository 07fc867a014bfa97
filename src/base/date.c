/* SPDX-License-Identifier: MIT
 *
 * Dates and day numbers.
 *
 * The calendar repeats every 400 years. A cycle has centuries of 24 leap years (25 in the fourth),
 * groups of four years with a leap year at the end (none in the last group of a century but the
 * fourth), and years.
 */
#include "base/date.h"

enum {
    DAYS_YEAR = 365,
    DAYS_FOUR = 4 * DAYS_YEAR + 1,
    DAYS_CENTURY = 25 * DAYS_FOUR - 1,
    DAYS_CYCLE = 4 * DAYS_CENTURY + 1
};

/* Days of a common year before each month; the 13th entry ends December. */
static const int16_t before_month[13] = {0,   31,  59,  90,  120, 151, 181,
                                         212, 243, 273, 304, 334, 365};

static bool is_leap_year(int32_t year)
{
    return year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
}

/* Returns 0 when `month` is not 1 to 12. */
static int32_t days_of_month(int32_t year, int32_t month)
{
    if (month < 1 || month > 12) {
        return 0;
    }
    int32_t days = before_month[month] - before_month[month - 1];
    return month == 2 && is_leap_year(year) ? days + 1 : days;
}

/* Years above 9999 are invalid: headers of recordings write a year with four digits. */
bool tti_date_valid(int32_t year, int32_t month, int32_t day)
{
    return year >= 1 && year <= 9999 && day >= 1 && day <= days_of_month(year, month);
}

bool tti_date_clock_valid(int32_t hour, int32_t minute, int32_t second)
{
    return hour >= 0 && hour <= 23 && minute >= 0 && minute <= 59 && second >= 0 && second <= 60;
}

/* Returns the days from 1970-01-01 to a date. Up to the year 9999 all values fit into 32 bits. */
int64_t tti_date_to_days(int32_t year, int32_t month, int32_t day)
{
    int32_t whole = year - 1; /* complete years before `year` */
    int32_t days = whole * DAYS_YEAR + whole / 4 - whole / 100 + whole / 400;
    days += before_month[month - 1] + day - 1;
    /* before_month has no leap day */
    if (month > 2 && is_leap_year(year)) {
        days++;
    }
    return (int64_t)days - TTI_DATE_DAYS_TO_1970;
}

/* Removes at most `most` whole periods from `*days`, and returns their number. The limit keeps the
 * extra day at the end of a long period in that period. */
static int32_t take_periods(int32_t *days, int32_t length, int32_t most)
{
    int32_t count = *days / length;
    if (count > most) {
        count = most;
    }
    *days -= count * length;
    return count;
}

/* Gives the date of a day counted from 1970-01-01. `left` counts from 0001-01-01, so no negative
 * number is divided. */
bool tti_date_from_days(int64_t days, int32_t *year, int32_t *month, int32_t *day)
{
    if (days < TTI_DATE_DAY_MIN || days > TTI_DATE_DAY_MAX) {
        return false;
    }
    int32_t left = (int32_t)(days + TTI_DATE_DAYS_TO_1970);
    int32_t y = 1 + 400 * take_periods(&left, DAYS_CYCLE, INT32_MAX);
    y += 100 * take_periods(&left, DAYS_CENTURY, 3);
    y += 4 * take_periods(&left, DAYS_FOUR, 24);
    y += take_periods(&left, DAYS_YEAR, 3);
    int32_t m = 1;
    while (left >= days_of_month(y, m)) {
        left -= days_of_month(y, m);
        m++;
    }
    *year = y;
    *month = m;
    *day = left + 1;
    return true;
}
