/* SPDX-License-Identifier: MIT
 *
 * Dates of the Gregorian calendar, carried back before 1582 as ISO 8601 does, and days
 * counted from 1970-01-01. Years 1 to 9999. No time zones, and nothing of the C library.
 */
#ifndef TTI_BASE_DATE_H
#define TTI_BASE_DATE_H

#include <stdint.h>

#include "base/private_api.h"

/* 1970-01-01 counted so that 0001-01-01 is day 0. */
#define TTI_DATE_DAYS_TO_1970 719162

/* The first day that there is a date for: 0001-01-01. */
#define TTI_DATE_DAY_MIN (-TTI_DATE_DAYS_TO_1970)
/* The last day that there is a date for: 9999-12-31. */
#define TTI_DATE_DAY_MAX 2932896

/* True when the date exists in the Gregorian calendar, and the year is 1 to 9999. */
TT_PRIVATE_API bool tti_date_valid(int32_t year, int32_t month, int32_t day);

/* True when the time of day exists. Second 60 is valid: clocks show leap seconds. */
TT_PRIVATE_API bool tti_date_clock_valid(int32_t hour, int32_t minute, int32_t second);

/* Days from 1970-01-01 to a valid date, negative before. */
TT_PRIVATE_API int64_t tti_date_to_days(int32_t year, int32_t month, int32_t day);

/* Gives the date of a day counted from 1970-01-01: true, or false when `days` is outside
 * TTI_DATE_DAY_MIN..TTI_DATE_DAY_MAX and nothing was stored. */
TT_PRIVATE_API bool tti_date_from_days(int64_t days, int32_t *year, int32_t *month, int32_t *day);

#endif
