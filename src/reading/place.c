/* SPDX-License-Identifier: MIT
 *
 * Reads places in time, and converts them to ticks.
 *
 * Places are rounded up: a span begins at the first tick that is not before the place. Arithmetic
 * is in 64 bits, and results are limited to the ticks that a recording can have.
 */
#include "host/posix.h"

#include "base/date.h"
#include "teetape/io/place.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "reading/inside.h"

#define MS_PER_TICK (1000 / TT_TICKS_PER_SECOND)
#define MS_PER_DAY INT64_C(86400000)

static bool read_number(const char **at, int max_digits, int64_t *value)
{
    int digits = 0;
    *value = 0;
    while (**at >= '0' && **at <= '9' && digits < max_digits) {
        *value = *value * 10 + (**at - '0');
        ++*at;
        digits++;
    }
    return digits > 0;
}

static bool read_byte(const char **at, char c)
{
    bool is_there = **at == c;
    *at += is_there;
    return is_there;
}

/* Reads a fraction in milliseconds. More than three digits are cut off. "5." is an error, and the
 * callers reject ".5". */
static bool read_fraction(const char **at, int64_t *ms)
{
    *ms = 0;
    if (!read_byte(at, '.')) {
        return true;
    }
    int64_t unit = 100;
    bool any = false;
    for (; **at >= '0' && **at <= '9'; ++*at, unit /= 10, any = true) {
        *ms += (**at - '0') * unit;
    }
    return any;
}

/* Parses a game time. The first number has no upper limit: 90:00 is an hour and a half. */
static bool parse_game_time(tt_io_place *place, const char *text)
{
    const char *at = text;
    int64_t hours = 0, minutes, seconds, ms;
    if (!read_number(&at, 9, &minutes) || !read_byte(&at, ':') || !read_number(&at, 2, &seconds)) {
        return false;
    }
    if (read_byte(&at, ':')) {
        hours = minutes;
        minutes = seconds;
        if (!read_number(&at, 2, &seconds) || minutes > 59) {
            return false;
        }
    }
    if (!read_fraction(&at, &ms) || *at != 0 || seconds > 59) {
        return false;
    }
    ms += ((hours * 60 + minutes) * 60 + seconds) * 1000;
    place->kind = TT_IO_PLACE_TICK;
    place->is_game_time = true;
    place->tick = (ms + MS_PER_TICK - 1) / MS_PER_TICK;
    return true;
}

/* Reads a zone: "Z", "+0100" or "+01:00", or nothing. East of Greenwich is positive. */
static bool read_zone(const char **at, bool *has_zone, int64_t *east_ms)
{
    int64_t hours, minutes;
    char sign = **at;
    *east_ms = 0;
    *has_zone = sign != 0;
    if (sign == 0 || read_byte(at, 'Z')) {
        return true;
    }
    if (!read_byte(at, '+') && !read_byte(at, '-')) {
        return false;
    }
    const char *digits = *at;
    if (!read_number(at, 2, &hours) || *at != digits + 2) {
        return false;
    }
    read_byte(at, ':');
    digits = *at;
    if (!read_number(at, 2, &minutes) || *at != digits + 2 || hours > 23 || minutes > 59) {
        return false;
    }
    *east_ms = (hours * 60 + minutes) * 60000 * (sign == '-' ? -1 : 1);
    return true;
}

/* Reads a time of day, 20:14, 20:14:30 or 20:14:30.5, in milliseconds. */
static bool read_time_of_day(const char **at, int64_t *ms)
{
    int64_t hour, minute, second = 0, part = 0;
    if (!read_number(at, 2, &hour) || !read_byte(at, ':') || !read_number(at, 2, &minute) ||
        (read_byte(at, ':') && (!read_number(at, 2, &second) || !read_fraction(at, &part)))) {
        return false;
    }
    *ms = ((hour * 60 + minute) * 60 + second) * 1000 + part;
    return tti_date_clock_valid((int32_t)hour, (int32_t)minute, (int32_t)second);
}

static bool read_word(const char **at, const char *word)
{
    size_t size = strlen(word);
    bool is_there = strncmp(*at, word, size) == 0;
    *at += is_there ? size : 0;
    return is_there;
}

/* Reads a date, or the word for today or yesterday on this machine's clock, as a day counted from
 * 1970-01-01. */
static bool read_day(const char **at, int64_t *days)
{
    int64_t year, month, day, back = read_word(at, "yesterday");
    if (back != 0 || read_word(at, "today")) {
        time_t now = time(NULL);
        struct tm local;
        if (localtime_r(&now, &local) == NULL) {
            return false;
        }
        *days = tti_date_to_days(local.tm_year + 1900, local.tm_mon + 1, local.tm_mday) - back;
        return true;
    }
    if (!read_number(at, 4, &year) || !read_byte(at, '-') || !read_number(at, 2, &month) ||
        !read_byte(at, '-') || !read_number(at, 2, &day) ||
        !tti_date_valid((int32_t)year, (int32_t)month, (int32_t)day)) {
        return false;
    }
    *days = tti_date_to_days((int32_t)year, (int32_t)month, (int32_t)day);
    return true;
}

/* Parses a date and time of ISO 8601. The T may be a blank, and seconds may be missing. `ms` counts
 * in UTC, or as if the zone of the recording were UTC. */
static bool parse_clock(tt_io_place *place, const char *text)
{
    const char *at = text;
    int64_t days, ms = 0, east = 0;
    place->kind = TT_IO_PLACE_CLOCK;
    place->is_of_day = read_byte(&at, '@');
    if (place->is_of_day) {
        return read_time_of_day(&at, &place->ms) && *at == 0;
    }
    if (!read_day(&at, &days)) {
        return false;
    }
    if (*at != 0) {
        if ((!read_byte(&at, 'T') && !read_byte(&at, ' ')) || !read_time_of_day(&at, &ms)) {
            return false;
        }
        read_byte(&at, ' ');
        if (!read_zone(&at, &place->has_zone, &east) || *at != 0) {
            return false;
        }
    }
    place->ms = days * MS_PER_DAY + ms - east;
    return true;
}

/* Parses a length of time before now: -1d. */
static bool parse_ago(tt_io_place *place, const char *text)
{
    static const struct {
        char letter;
        int64_t ms;
    } units[] = {{'m', 60000}, {'h', 3600000}, {'d', MS_PER_DAY}, {'w', 7 * MS_PER_DAY}};
    const char *at = text;
    int64_t count;
    place->kind = TT_IO_PLACE_CLOCK;
    place->has_zone = true;
    if (!read_byte(&at, '-') || !read_number(&at, 6, &count)) {
        return false;
    }
    for (size_t i = 0; i < sizeof units / sizeof units[0]; i++) {
        if (at[0] == units[i].letter && at[1] == 0) {
            place->ms = (int64_t)time(NULL) * 1000 - count * units[i].ms;
            return true;
        }
    }
    return false;
}

/* Parses the length of a span: +60 (seconds), +1:00. */
static bool parse_length(tt_io_place *place, const char *text)
{
    int32_t ticks;
    place->kind = TT_IO_PLACE_LENGTH;
    bool is_length = text[0] == '+' && tti_io_place_length(text + 1, &ticks);
    place->tick = is_length ? ticks : 0;
    return is_length;
}

/* Parses the number of a marker. A demo has 64 markers at most, and the first is number 1. */
static bool parse_marker(tt_io_place *place, const char *text)
{
    static const char prefix[] = "marker:";
    const char *at = text + sizeof prefix - 1;
    place->kind = TT_IO_PLACE_MARKER;
    return strncmp(text, prefix, sizeof prefix - 1) == 0 && read_number(&at, 2, &place->tick) &&
           *at == 0 && place->tick > 0 && place->tick <= TT_DEMO_MARKERS;
}

bool tt_io_place_parse(tt_io_place *place, const char *text)
{
    const char *at = text;
    *place = (tt_io_place){.kind = TT_IO_PLACE_TICK};
    if (read_number(&at, 10, &place->tick) && *at == 0) {
        return true;
    }
    return parse_game_time(place, text) || parse_clock(place, text) || parse_ago(place, text) ||
           parse_length(place, text) || parse_marker(place, text);
}

bool tti_io_place_length(const char *text, int32_t *ticks)
{
    const char *at = text;
    tt_io_place place;
    int64_t seconds, ms;
    if (read_number(&at, 9, &seconds) && read_fraction(&at, &ms) && *at == 0) {
        place.tick = (seconds * 1000 + ms + MS_PER_TICK - 1) / MS_PER_TICK;
    } else if (!parse_game_time(&place, text)) {
        return false;
    }
    *ticks = place.tick <= INT32_MAX ? (int32_t)place.tick : 0;
    return place.tick <= INT32_MAX;
}

/* Returns how far this machine's clock is ahead of UTC at a time, in seconds. Summer time may begin
 * inside a recording, so each time has its own. A time that the system cannot convert gets UTC. */
static int32_t local_zone(int64_t unix_time)
{
    time_t seconds = (time_t)unix_time;
    struct tm local;
    if ((int64_t)seconds != unix_time || localtime_r(&seconds, &local) == NULL) {
        return 0;
    }
    int64_t days = tti_date_to_days(local.tm_year + 1900, local.tm_mon + 1, local.tm_mday);
    int64_t minutes = (days * 24 + local.tm_hour) * 60 + local.tm_min;
    return (int32_t)((minutes * 60 + local.tm_sec - unix_time) / 60 * 60);
}

/* Returns how far `zone` is ahead of UTC at a time, in seconds. */
static int32_t east_of(tt_io_zone zone, const tt_th_time *start, int64_t unix_time)
{
    return zone == TT_IO_ZONE_RECORDING ? start->zone
           : zone == TT_IO_ZONE_LOCAL   ? local_zone(unix_time)
                                        : 0;
}

tt_io_place tti_io_place_zoned(const tt_io_place *place)
{
    tt_io_place zoned = *place;
    bool is_date = place->kind == TT_IO_PLACE_CLOCK && !place->has_zone && !place->is_of_day;
    if (is_date && place->zone != TT_IO_ZONE_RECORDING) {
        int64_t seconds = place->ms / 1000;
        bool is_local = place->zone == TT_IO_ZONE_LOCAL;
        zoned.ms -= is_local ? local_zone(seconds - local_zone(seconds)) * INT64_C(1000) : 0;
        zoned.has_zone = true;
    }
    return zoned;
}

/* Finds the start time that a date counts from. The header of a demo has no zone, so a date with a
 * zone cannot be compared. */
static bool start_of(const tt_io_place *place, const tt_th_header *th, const tt_demo_header *demo,
                     int64_t *start)
{
    if (demo != NULL) {
        return !place->has_zone && tt_demo_start_time(demo, start);
    }
    const tt_th_time *time = &th->start_time;
    *start = time->unix_time + (place->has_zone ? 0 : east_of(place->zone, time, time->unix_time));
    return TT_TH_HAS(th, start_time);
}

/* Returns the day of a time, counted from 1970; a time before 1970 rounds down, too. */
static int64_t day_of(int64_t ms)
{
    return ms >= 0 ? ms / MS_PER_DAY : -((MS_PER_DAY - 1 - ms) / MS_PER_DAY);
}

bool tti_io_place_tick(const tt_io_place *asked, const tt_th_header *th, const tt_demo_header *demo,
                       int32_t first_tick, int64_t *tick, const char **why)
{
    const tt_io_place zoned = tti_io_place_zoned(asked), *place = demo == NULL ? &zoned : asked;
    int32_t zero = demo != NULL ? first_tick : 0;
    int64_t start, value = place->tick + (place->is_game_time ? zero : 0);
    if (place->kind == TT_IO_PLACE_MARKER) {
        if (demo == NULL || place->tick > demo->marker_count) {
            *why = demo == NULL ? "only demos have markers" : "the demo has no such marker";
            return false;
        }
        *tick = demo->markers[place->tick - 1];
        return true;
    }
    if (place->kind == TT_IO_PLACE_CLOCK) {
        if (!start_of(place, th, demo, &start)) {
            *why = demo != NULL && place->has_zone ? "the start time of a demo has no zone"
                                                   : "the header has no start time";
            return false;
        }
        int64_t ms = place->ms - start * 1000;
        if (place->is_of_day) {
            ms += day_of(start * 1000) * MS_PER_DAY;
            ms += ms <= -MS_PER_DAY / 2 ? MS_PER_DAY : 0;
        }
        value = ms < 0 ? 0 : zero + (ms + MS_PER_TICK - 1) / MS_PER_TICK;
    }
    *tick = value > TT_IO_PLACE_END ? TT_IO_PLACE_END : value;
    return true;
}

/* Writes the date and time of a tick. A tick has 20 ms, so hundredths are exact. The remainders of
 * the zone keep the text within its bounds. */
void tti_io_place_clock(char dst[TT_IO_PLACE_CLOCK_TEXT], const tt_th_time *start, int32_t tick,
                        tt_io_zone in)
{
    int32_t east = east_of(in, start, start->unix_time + tick / TT_TICKS_PER_SECOND);
    int64_t ms = (start->unix_time + east) * 1000 + (int64_t)tick * MS_PER_TICK;
    int64_t days = day_of(ms);
    int64_t rest = (ms - days * MS_PER_DAY) / 10;
    int32_t year, month, day, zone = east / 60;
    if (!tti_date_from_days(days, &year, &month, &day)) {
        snprintf(dst, TT_IO_PLACE_CLOCK_TEXT, "?");
        return;
    }
    snprintf(dst, TT_IO_PLACE_CLOCK_TEXT, "%04d-%02d-%02dT%02d:%02d:%02d.%02d%c%02d%02d", (int)year,
             (int)month, (int)day, (int)(rest / 360000), (int)(rest / 6000 % 60),
             (int)(rest / 100 % 60), (int)(rest % 100), zone < 0 ? '-' : '+',
             (int)((zone < 0 ? -zone : zone) / 60 % 100), (int)((zone < 0 ? -zone : zone) % 60));
}

bool tti_io_place_demo_clock(char dst[TT_IO_PLACE_CLOCK_TEXT], const tt_demo_header *header,
                             int32_t since_start)
{
    tt_th_time start = {.zone = 0};
    if (!tt_demo_start_time(header, &start.unix_time)) {
        return false;
    }
    tti_io_place_clock(dst, &start, since_start, TT_IO_ZONE_RECORDING);
    char *zone = strchr(dst, '+');
    if (zone != NULL) {
        *zone = 0;
    }
    return true;
}

static char *two_digits(char *at, char before, uint32_t value)
{
    *at++ = before;
    *at++ = (char)('0' + value / 10);
    *at++ = (char)('0' + value % 10);
    return at;
}

/* Writes a game time. The remainder is unsigned, because INT64_MIN has no positive counterpart. */
const char *tt_io_place_time(char dst[TT_IO_PLACE_TIME_TEXT], int64_t tick)
{
    char digits[20]; /* digits of the hours, last one first */
    size_t count = 0;
    char *at = dst;
    uint64_t ticks = tick < 0 ? 0u - (uint64_t)tick : (uint64_t)tick;
    uint64_t seconds = ticks / TT_TICKS_PER_SECOND;
    uint64_t hours = seconds / 3600;
    do {
        digits[count++] = (char)('0' + hours % 10);
        hours /= 10;
    } while (hours > 0);
    if (tick < 0) {
        *at++ = '-';
    }
    while (count > 0) {
        *at++ = digits[--count];
    }
    at = two_digits(at, ':', (uint32_t)(seconds / 60 % 60));
    at = two_digits(at, ':', (uint32_t)(seconds % 60));
    at = two_digits(at, '.', (uint32_t)(ticks % TT_TICKS_PER_SECOND * (100 / TT_TICKS_PER_SECOND)));
    *at = '\0';
    return dst;
}
