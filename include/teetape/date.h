/* SPDX-License-Identifier: MIT
 *
 * Dates of the Gregorian calendar, carried back before 1582 as ISO 8601 does, and days
 * counted from 1970-01-01. Years 1 to 9999. No time zones, and nothing of the C library.
 */
#ifndef TEETAPE_DATE_H
#define TEETAPE_DATE_H

#include <stddef.h>
#include <stdint.h>

#include "teetape/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/** 1970-01-01 counted so that 0001-01-01 is day 0. */
#define TT_DATE_DAYS_TO_1970 719162

/** The first day that there is a date for: 0001-01-01. */
#define TT_DATE_DAY_MIN (-TT_DATE_DAYS_TO_1970)
/** The last day that there is a date for: 9999-12-31. */
#define TT_DATE_DAY_MAX 2932896

/** 1 when the date exists in the Gregorian calendar, and the year is 1 to 9999. */
TT_API int tt_date_valid(int32_t year, int32_t month, int32_t day);

/** 1 when the time of day exists. Second 60 is valid: clocks show leap seconds. */
TT_API int tt_date_clock_valid(int32_t hour, int32_t minute, int32_t second);

/** Days from 1970-01-01 to a valid date, negative before. */
TT_API int64_t tt_date_to_days(int32_t year, int32_t month, int32_t day);

/** Gives the date of a day counted from 1970-01-01: 1, or 0 when `days` is outside
 * TT_DATE_DAY_MIN..TT_DATE_DAY_MAX and nothing was stored. */
TT_API int tt_date_from_days(int64_t days, int32_t *year, int32_t *month, int32_t *day);

#ifdef __cplusplus
}
#endif

#endif
