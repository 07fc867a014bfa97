/* SPDX-License-Identifier: MIT
 *
 * Dates of the Gregorian calendar, carried back before 1582 as ISO 8601 does, and days
 * counted from 1970-01-01. Years 1 to 9999. Shared inside the library only; the C library
 * is not asked, because the core has none and because time zones must not come in.
 */
#ifndef TTI_BASE_DATE_H
#define TTI_BASE_DATE_H

#include <stdint.h>

/* 1970-01-01 counted so that 0001-01-01 is day 0. */
#define TTI_DAYS_TO_1970 719162

/* The first and the last day that there is a date for: 0001-01-01 and 9999-12-31. */
#define TTI_DAY_MIN (-TTI_DAYS_TO_1970)
#define TTI_DAY_MAX 2932896

/* 1 when `year` has a 29th of February. */
int tti_leap_year(int32_t year);

/* 28 to 31; 0 when `month` is not 1 to 12. */
int32_t tti_days_of_month(int32_t year, int32_t month);

/* 1 when there is such a day, and the year is 1 to 9999. */
int tti_civil_valid(int32_t year, int32_t month, int32_t day);

/* 1 when there is such a time of day. Second 60 exists: clocks show leap seconds. */
int tti_clock_valid(int32_t hour, int32_t minute, int32_t second);

/* Days from 1970-01-01 to a valid date, negative before. */
int64_t tti_days_from_civil(int32_t year, int32_t month, int32_t day);

/* The other way: 1, or 0 when `days` is outside TTI_DAY_MIN..TTI_DAY_MAX and nothing was
 * stored. */
int tti_civil_from_days(int64_t days, int32_t *year, int32_t *month, int32_t *day);

#endif
