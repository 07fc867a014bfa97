/* SPDX-License-Identifier: MIT
 *
 * Tests of base/date.h: every day of the years 1 to 9999 against the C library, and the
 * edges of what is a date.
 */
#define _DEFAULT_SOURCE /* timegm */
/* All those days, where time_t has 32 bits unless asked. */
#define _FILE_OFFSET_BITS 64
#define _TIME_BITS 64

#include <time.h>

#include "base/date.h"
#include "cm.h"

static void every_day_agrees_with_the_c_library(void **state)
{
    (void)state;
    int32_t year = 0, month = 0, day = 0;
    for (int64_t days = TTI_DATE_DAY_MIN; days <= TTI_DATE_DAY_MAX; days++) {
        time_t seconds = (time_t)days * 86400;
        struct tm tm;
        if (gmtime_r(&seconds, &tm) == NULL || !tti_date_from_days(days, &year, &month, &day) ||
            tm.tm_year + 1900 != year || tm.tm_mon + 1 != month || tm.tm_mday != day) {
            fail_msg("day %lld is not %d-%d-%d", (long long)days, year, month, day);
        }
        if (!tti_date_valid(year, month, day) || tti_date_to_days(year, month, day) != days) {
            fail_msg("%d-%d-%d is not day %lld", year, month, day, (long long)days);
        }
    }
}

static void every_date_is_valid_exactly_when_it_comes_back(void **state)
{
    (void)state;
    static const int32_t years[] = {1, 4, 100, 400, 1582, 1899, 1900, 1970, 2000, 2023, 2024, 9999};
    for (size_t i = 0; i < sizeof years / sizeof years[0]; i++) {
        int32_t valid = 0;
        for (int32_t month = -1; month <= 14; month++) {
            for (int32_t day = -1; day <= 33; day++) {
                struct tm tm = {.tm_year = years[i] - 1900, .tm_mon = month - 1, .tm_mday = day};
                (void)timegm(&tm); /* brings what is no date to one that is */
                int same =
                    tm.tm_year == years[i] - 1900 && tm.tm_mon == month - 1 && tm.tm_mday == day;
                assert_int_equal(tti_date_valid(years[i], month, day), same);
                valid += same;
            }
        }
        assert_int_equal(valid, tti_date_valid(years[i], 2, 29) ? 366 : 365);
    }
}

static void known_days(void **state)
{
    (void)state;
    assert_int_equal(tti_date_to_days(1970, 1, 1), 0);
    assert_int_equal(tti_date_to_days(1969, 12, 31), -1);
    assert_int_equal(tti_date_to_days(2000, 2, 29), 11016);
    assert_int_equal(tti_date_to_days(2000, 3, 1), 11017);
    assert_int_equal(tti_date_to_days(1, 1, 1), TTI_DATE_DAY_MIN);
    assert_int_equal(tti_date_to_days(9999, 12, 31), TTI_DATE_DAY_MAX);
}

static void years_outside_are_refused(void **state)
{
    (void)state;
    int32_t year = 7, month = 8, day = 9;
    assert_int_equal(tti_date_from_days(TTI_DATE_DAY_MIN - 1, &year, &month, &day), 0);
    assert_int_equal(tti_date_from_days(TTI_DATE_DAY_MAX + 1, &year, &month, &day), 0);
    assert_int_equal(tti_date_from_days(INT64_MIN, &year, &month, &day), 0);
    assert_int_equal(tti_date_from_days(INT64_MAX, &year, &month, &day), 0);
    assert_true(year == 7 && month == 8 && day == 9);
    assert_false(tti_date_valid(0, 12, 31));
    assert_false(tti_date_valid(-4, 1, 1));
    assert_false(tti_date_valid(10000, 1, 1));
    assert_false(tti_date_valid(2024, INT32_MAX, 1));
    assert_false(tti_date_valid(2024, 1, INT32_MIN));
}

static void months_and_leap_years(void **state)
{
    (void)state;
    assert_true(tti_date_valid(2024, 2, 29) && tti_date_valid(2000, 2, 29) &&
                tti_date_valid(4, 2, 29));
    assert_false(tti_date_valid(2023, 2, 29) || tti_date_valid(1900, 2, 29) ||
                 tti_date_valid(2100, 2, 29));
    assert_true(tti_date_valid(2023, 2, 28) && tti_date_valid(2023, 12, 31));
    assert_false(tti_date_valid(2024, 2, 30) || tti_date_valid(2023, 0, 1) ||
                 tti_date_valid(2023, 13, 1));
}

static void times_of_day(void **state)
{
    (void)state;
    assert_true(tti_date_clock_valid(0, 0, 0));
    assert_true(tti_date_clock_valid(23, 59, 60));
    assert_false(tti_date_clock_valid(24, 0, 0));
    assert_false(tti_date_clock_valid(0, 60, 0));
    assert_false(tti_date_clock_valid(0, 0, 61));
    assert_false(tti_date_clock_valid(-1, 0, 0));
    assert_false(tti_date_clock_valid(0, -1, 0));
    assert_false(tti_date_clock_valid(0, 0, -1));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_day_agrees_with_the_c_library),
        cmocka_unit_test(every_date_is_valid_exactly_when_it_comes_back),
        cmocka_unit_test(known_days),
        cmocka_unit_test(years_outside_are_refused),
        cmocka_unit_test(months_and_leap_years),
        cmocka_unit_test(times_of_day),
    };
    return cmocka_run_group_tests_name("date", tests, NULL, NULL);
}
