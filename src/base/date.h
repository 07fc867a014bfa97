/* SPDX-License-Identifier: MIT
 *
 * Dates of the Gregorian calendar, extended before 1582 as ISO 8601 does, and days counted from
 * 1970-01-01. Years are 1 to 9999. This file knows no time zones, and does not use the C library.
 */
#ifndef TTI_BASE_DATE_H
#define TTI_BASE_DATE_H

#include <stdint.h>

#include "base/private_api.h"

/* The number of 1970-01-01 when 0001-01-01 is day 0. */
#define TTI_DATE_DAYS_TO_1970 719162

/* The first day that has a date: 0001-01-01. */
#define TTI_DATE_DAY_MIN (-TTI_DATE_DAYS_TO_1970)
/* The last day that has a date: 9999-12-31. */
#define TTI_DATE_DAY_MAX 2932896

/* Returns true when the date exists in the Gregorian calendar, and the year is 1 to 9999. */
TT_PRIVATE_API bool tti_date_valid(int32_t year, int32_t month, int32_t day);

/* Returns true when the time of day exists. Second 60 is valid: clocks show leap seconds. */
TT_PRIVATE_API bool tti_date_clock_valid(int32_t hour, int32_t minute, int32_t second);

/* Returns the days from 1970-01-01 to a valid date, negative before. */
TT_PRIVATE_API int64_t tti_date_to_days(int32_t year, int32_t month, int32_t day);

/* Gives the date of a day counted from 1970-01-01. Returns false, and stores nothing, when `days`
 * is outside TTI_DATE_DAY_MIN..TTI_DATE_DAY_MAX. */
TT_PRIVATE_API bool tti_date_from_days(int64_t days, int32_t *year, int32_t *month, int32_t *day);

#endif
