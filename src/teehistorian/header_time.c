/* SPDX-License-Identifier: MIT
 *
 * Reads the start_time of a header, which the server writes with strftime in its local time:
 *
 *     2017-09-28 02:42:35 +0200    version 1
 *     2018-01-11T02:42:35+0200     version 2
 *
 * The form decides alone: whatever the version says, both are taken.
 */
#include "teetape/date.h"
#include "teetape/teehistorian_header.h"

/* The two forms: 0 is a digit, + is a sign, other characters stand for themselves. */
static const char form_1[] = "0000-00-00 00:00:00 +0000";
static const char form_2[] = "0000-00-00T00:00:00+0000";

/* Where the zone begins, which differs; the rest has its digits at the same places. */
enum { ZONE_1 = 20, ZONE_2 = 19 };

/* 1 when `byte` is what `pattern` asks for. */
static int fits(uint8_t byte, char pattern)
{
    if (pattern == '0') {
        return byte >= '0' && byte <= '9';
    }
    if (pattern == '+') {
        return byte == '+' || byte == '-';
    }
    return byte == (uint8_t)pattern;
}

/* The whole text has the form, with nothing before or after it. `size` is that of the form. */
static int has_form(tt_bytes text, const char *form, size_t size)
{
    size_t i = 0;
    while (i < size && i < text.size && fits(text.data[i], form[i])) {
        i++;
    }
    return i == size && text.size == size;
}

/* The number that `count` digits make; has_form has seen that they are digits. At most four, so it
 * cannot overflow. */
static int32_t number(tt_bytes text, size_t at, size_t count)
{
    int32_t sum = 0;
    for (size_t i = 0; i < count; i++) {
        sum = sum * 10 + (text.data[at + i] - '0');
    }
    return sum;
}

/* Digits alone make no date: a month of 13 or an hour of 24 is refused. `*time` remains zeros then.
 */
tt_status tt_th_time_parse(tt_th_time *time, tt_bytes text)
{
    *time = (tt_th_time){0, 0};
    size_t zone = 0;
    if (has_form(text, form_1, sizeof form_1 - 1)) {
        zone = ZONE_1;
    } else if (has_form(text, form_2, sizeof form_2 - 1)) {
        zone = ZONE_2;
    } else {
        return TT_ERR_SYNTAX;
    }

    int32_t year = number(text, 0, 4), month = number(text, 5, 2), day = number(text, 8, 2);
    int32_t hour = number(text, 11, 2), minute = number(text, 14, 2), second = number(text, 17, 2);
    int32_t zone_hour = number(text, zone + 1, 2), zone_minute = number(text, zone + 3, 2);
    if (!tt_date_valid(year, month, day) || !tt_date_clock_valid(hour, minute, second) ||
        !tt_date_clock_valid(zone_hour, zone_minute, 0)) {
        return TT_ERR_SYNTAX;
    }

    /* Local time is ahead of UTC by the zone, so UTC is the clock less the zone. */
    int32_t east = (zone_hour * 60 + zone_minute) * 60;
    time->zone = text.data[zone] == '-' ? -east : east;
    time->unix_time =
        tt_date_to_days(year, month, day) * 86400 + (hour * 60 + minute) * 60 + second - time->zone;
    return TT_OK;
}
