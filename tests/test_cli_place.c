/* SPDX-License-Identifier: MIT
 *
 * Tests of reading/place.h: what is a place in time, which tick it is, and that the forms that are
 * printed come back.
 */
#include "host/posix.h"

#include "teetape/io/place.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "cm.h"
#include "reading/inside.h"
#include "teehistorian/header.h"

/* A header that begins on 2026-11-21 at 20:14:00, an hour east of Greenwich. */
#define UNIX_20_14 1795288440
static tt_th_header header_of(const char *start)
{
    static char json[128];
    tt_th_header header;
    snprintf(json, sizeof json, "{\"version\":\"2\",\"start_time\":\"%s\"}", start);
    assert_int_equal(tti_th_header_parse(&header, tt_bytes_of(json), NULL), TT_OK);
    return header;
}

static int64_t tick_of(const char *text, const tt_th_header *header)
{
    tt_io_place place;
    int64_t tick = -1;
    const char *why;
    if (!tt_io_place_parse(&place, text) ||
        !tti_io_place_tick(&place, header, NULL, 0, &tick, &why)) {
        fail_msg("'%s' is no place", text);
    }
    return tick;
}

static void test_ticks(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t tick;
    } rows[] = {
        {"0", 0},
        {"1500", 1500},
        {"0001500", 1500},
        {"2147483647", INT32_MAX},
        {"2147483648", TT_IO_PLACE_END},
        {"9999999999", TT_IO_PLACE_END},
        {"0:00", 0},
        {"0:30", 1500},
        {"1:02:03", 186150},
        {"1:02:03.5", 186175},
        {"90:00", 270000},
        {"0:00.02", 1},
        {"0:00.001", 1},
        {"0:00.0200", 1},
        {"0:00.021", 2},
        {"0:00.03999999999999999999999999999", 2},
        {"999999999:59:59", TT_IO_PLACE_END},
    };
    tt_th_header header = header_of("2026-11-21T20:14:00+0100");
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_int_equal(tick_of(rows[i].text, &header), rows[i].tick);
    }
}

static void test_clock(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t tick;
    } rows[] = {
        {"2026-11-21T20:14:00", 0},
        {"2026-11-21T20:14", 0},
        {"2026-11-21 20:14:30", 1500},
        {"2026-11-21T20:14:30+0100", 1500},
        {"2026-11-21T20:14:30+01:00", 1500},
        {"2026-11-21T20:14:30 +0100", 1500},
        {"2026-11-21T19:14:30Z", 1500},
        {"2026-11-21T14:44:30-0430", 1500},
        {"2026-11-22T04:44:30+0930", 1500},
        {"2026-11-21T20:14:30.01", 1501},
        {"2026-11-21T20:13:59.99", 0},
        {"1970-01-01T00:00:00Z", 0},
        {"9999-12-31T23:59:59Z", TT_IO_PLACE_END},
        {"2026-11-22T00:00", 678000},
        {"2026-11-22", 678000},
        {"2026-11-21", 0},
        {"@20:14", 0},
        {"@20:14:30.5", 1525},
        {"@20:13", 0},             /* the same day, before the start */
        {"@8:15", 0},              /* one minute less than 12 hours before the start */
        {"@8:14", 12 * 3600 * 50}, /* 12 hours before: the next day */
        {"@0:00", 678000},
        {"-999999w", 0},
    };
    tt_th_header header = header_of("2026-11-21T20:14:00+0100");
    assert_int_equal(header.start_time.unix_time, UNIX_20_14);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (tick_of(rows[i].text, &header) != rows[i].tick) {
            fail_msg("%s is tick %d", rows[i].text, (int)tick_of(rows[i].text, &header));
        }
    }
}

static void test_no_places(void **state)
{
    (void)state;
    static const char *const texts[] = {
        "",
        "x",
        "-1",
        "+",
        "+1x",
        "+x",
        "1x",
        "1.5",
        "0:60",
        "0:1:60",
        "0:60:00",
        "1:",
        ":30",
        "0:00.",
        "0:00.x",
        "0:00 ",
        "1:2:3:4",
        "0:001",
        "0x10",
        "2026",
        "2026-11",
        "99999999999",
        "2026-11-21T20",
        "2026-11-21T25:00",
        "2026-02-29T00:00",
        "2026-11-21T20:14:61",
        "2026-11-21T20:14:00+1",
        "2026-11-21T20:14:00+24:00",
        "2026-11-21T20:14:00+01:60",
        "2026-11-21T20:14:00Zx",
        "2026-11-21T20:14:00.",
        "2026-11-21x20:14:00",
        "2026-11-21T",
        "@",
        "@24:00",
        "@20:14+0100",
        "yesterday20:14",
        "yesterdays",
        "today 24:00",
        "-1",
        "-d",
        "-1y",
        "-1d ",
        "-1000000d",
        "marker:",
        "marker:0",
        "marker:65",
        "marker:1x",
        "marker",
    };
    tt_io_place place;
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        /* "2026" alone is a tick */
        bool is_tick = strcmp(texts[i], "2026") == 0;
        if (tt_io_place_parse(&place, texts[i]) != is_tick) {
            fail_msg("'%s'", texts[i]);
        }
    }
}

/* A length is the end of a span, and a number of ticks. */
static void test_span_lengths(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t ticks;
    } rows[] = {{"+1", 50}, {"+0", 0}, {"+1:00", 3000}, {"+0.03", 2}, {"+1:00:00", 180000}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tt_io_place place;
        assert_true(tt_io_place_parse(&place, rows[i].text));
        assert_int_equal(place.kind, TT_IO_PLACE_LENGTH);
        assert_int_equal(place.tick, rows[i].ticks);
        const tt_io_reading_options end = {.to = rows[i].text}, begin = {.from = rows[i].text};
        assert_null(tt_io_reading_check(&end));
        assert_non_null(tt_io_reading_check(&begin));
    }
}

/* A date without a zone is in the zone of the caller, but not in a demo. */
static void test_zones(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        tt_io_zone zone;
        int64_t tick;
    } rows[] = {
        {"2026-11-21 20:14:30", TT_IO_ZONE_RECORDING, 1500},
        {"2026-11-21 19:14:30", TT_IO_ZONE_UTC, 1500},
        {"2026-11-22 04:14:30", TT_IO_ZONE_LOCAL, 1500},
        {"2026-11-21 20:14:30+0100", TT_IO_ZONE_LOCAL, 1500},
        {"@19:14:30", TT_IO_ZONE_UTC, 1500},
        {"@4:14:30", TT_IO_ZONE_LOCAL, 1500},
    };
    const tt_th_header header = header_of("2026-11-21T20:14:00+0100");
    const tt_demo_header demo = {.start_time = "2026-11-21_20-14-00"};
    const char *why;
    int64_t tick;
    tt_io_place place;
    setenv("TZ", "JST-9", 1);
    tzset();
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(tt_io_place_parse(&place, rows[i].text));
        place.zone = rows[i].zone;
        assert_true(tti_io_place_tick(&place, &header, NULL, 0, &tick, &why));
        assert_int_equal(tick, rows[i].tick);
    }
    assert_true(tt_io_place_parse(&place, rows[0].text));
    place.zone = TT_IO_ZONE_LOCAL;
    assert_true(tti_io_place_tick(&place, NULL, &demo, 0, &tick, &why));
    assert_int_equal(tick, 1500);
    unsetenv("TZ");
    tzset();
}

static void test_no_start(void **state)
{
    (void)state;
    tt_th_header header;
    tt_io_place place;
    int64_t tick;
    const char *why = NULL;
    assert_int_equal(tti_th_header_parse(&header, tt_bytes_of("{\"version\":\"2\"}"), NULL), TT_OK);
    assert_true(tt_io_place_parse(&place, "2026-11-21T20:14:00Z"));
    assert_false(tti_io_place_tick(&place, &header, NULL, 0, &tick, &why));
    assert_non_null(why);
    assert_true(tt_io_place_parse(&place, "marker:1"));
    assert_false(tti_io_place_tick(&place, &header, NULL, 0, &tick, &why));
    assert_true(tt_io_place_parse(&place, "0:30"));
    assert_true(tti_io_place_tick(&place, &header, NULL, 0, &tick, &why));
    assert_int_equal(tick, 1500);
}

/* A demo whose first tick marker is 1000. */
static void test_demo(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t tick; /* -1: not in this demo */
    } rows[] = {
        {"0", 0},
        {"1500", 1500},
        {"0:00", 1000},
        {"0:30", 2500},
        {"999999999:59:59", TT_IO_PLACE_END},
        {"2026-11-21T20:14:00", 1000},
        {"2026-11-21 20:14:01.5", 1075},
        {"2026-11-21T20:13:00", 0},
        {"2026-11-21T20:14:00Z", -1},
        {"marker:1", 1700},
        {"marker:2", 1900},
        {"marker:3", -1},
    };
    tt_demo_header header = {.start_time = "2026-11-21_20-14-00", .marker_count = 2};
    header.markers[0] = 1700;
    header.markers[1] = 1900;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tt_io_place place;
        const char *why = NULL;
        int64_t tick = -1;
        assert_true(tt_io_place_parse(&place, rows[i].text));
        bool is_there = tti_io_place_tick(&place, NULL, &header, 1000, &tick, &why);
        assert_int_equal(is_there, rows[i].tick >= 0);
        assert_int_equal(tick, rows[i].tick);
        assert_int_equal(why == NULL, is_there);
    }
    /* a header without a time */
    tt_io_place place;
    const char *why = NULL;
    int64_t tick;
    memset(header.start_time, 0, sizeof header.start_time);
    assert_true(tt_io_place_parse(&place, "2026-11-21T20:14:00"));
    assert_false(tti_io_place_tick(&place, NULL, &header, 1000, &tick, &why));
    assert_non_null(why);
}

static void test_printed(void **state)
{
    (void)state;
    static const char *const starts[] = {"2026-11-21T20:14:00+0100", "2024-02-29T23:59:59-0330",
                                         "1999-12-31T23:59:59+0000", "1969-12-31T12:00:00-1200"};
    static const int32_t ticks[] = {0, 1, 49, 50, 1500, 4320000, 360000000};
    char text[TT_IO_PLACE_CLOCK_TEXT];
    for (size_t s = 0; s < sizeof starts / sizeof starts[0]; s++) {
        tt_th_header header = header_of(starts[s]);
        for (size_t i = 0; i < sizeof ticks / sizeof ticks[0]; i++) {
            for (int zone = TT_IO_ZONE_LOCAL; zone > TT_IO_ZONE_RECORDING; zone--) {
                tti_io_place_clock(text, &header.start_time, ticks[i], (tt_io_zone)zone);
                assert_int_equal(tick_of(text, &header), ticks[i]);
            }
            tti_io_place_clock(text, &header.start_time, ticks[i], TT_IO_ZONE_RECORDING);
            assert_int_equal(tick_of(text, &header), ticks[i]);
            text[strlen(text) - 5] = 0; /* without the zone the header's counts */
            assert_int_equal(tick_of(text, &header), ticks[i]);
        }
    }
    tt_th_header header = header_of("2024-02-28T23:59:59-0330");
    tti_io_place_clock(text, &header.start_time, 51, TT_IO_ZONE_RECORDING);
    assert_string_equal(text, "2024-02-29T00:00:00.02-0330");
    tti_io_place_clock(text, &header.start_time, 51, TT_IO_ZONE_UTC);
    assert_string_equal(text, "2024-02-29T03:30:00.02+0000");
}

/* A zone with an hour of summer time, which begins on 2026-03-29 at 01:00 UTC. */
static void test_local(void **state)
{
    (void)state;
#ifdef _WIN32
    skip(); /* TZ has no rules there */
#endif
    char text[TT_IO_PLACE_CLOCK_TEXT];
    tt_th_header header = header_of("2026-03-28T23:30:00-0130");
    setenv("TZ", "CET-1CEST,M3.5.0,M10.5.0/3", 1);
    tzset();
    tti_io_place_clock(text, &header.start_time, 49, TT_IO_ZONE_LOCAL);
    assert_string_equal(text, "2026-03-29T03:00:00.98+0200");
    header = header_of("2026-03-29T00:59:59+0000");
    tti_io_place_clock(text, &header.start_time, 49, TT_IO_ZONE_LOCAL);
    assert_string_equal(text, "2026-03-29T01:59:59.98+0100");
    tti_io_place_clock(text, &header.start_time, 50, TT_IO_ZONE_LOCAL);
    assert_string_equal(text, "2026-03-29T03:00:00.00+0200");
    unsetenv("TZ");
    tzset();
}

static void test_lengths(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int32_t ticks; /* -1: it is none */
    } rows[] = {
        {"0", 0},
        {"5", 250},
        {"0.5", 25},
        {"0.001", 1},
        {"60", 3000},
        {"1:00", 3000},
        {"1:00:00", 180000},
        {"0:00.02", 1},
        {"0:30.5", 1525},
        {"", -1},
        {"x", -1},
        {"5s", -1},
        {"-5", -1},
        {"1.", -1},
        {" 5", -1},
        {"1:60", -1},
        {"42949672", INT32_C(2147483600)},
        {"42949673", -1},
        {"999999999:00:00", -1},
        {"9999999999", -1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int32_t ticks = 0;
        assert_int_equal(tti_io_place_length(rows[i].text, &ticks), rows[i].ticks >= 0);
        if (rows[i].ticks >= 0) {
            assert_int_equal(ticks, rows[i].ticks);
        }
    }
}

/* Returns the milliseconds of a place in UTC or without a zone. */
static int64_t ms_of(const char *text, bool has_zone)
{
    tt_io_place place;
    assert_true(tt_io_place_parse(&place, text));
    assert_int_equal(place.kind, TT_IO_PLACE_CLOCK);
    assert_int_equal(place.has_zone, has_zone);
    return place.ms;
}

/* At midnight the second round of the loop is good. */
static void test_words(void **state)
{
    (void)state;
    const int64_t minute = 60000, hour = 60 * minute, day = 24 * hour;
    char date[32] = "", before[32] = "x";
    for (int round = 0; round < 2 && strcmp(date, before) != 0; round++) {
        time_t now = time(NULL);
        strftime(before, sizeof before, "%Y-%m-%d", localtime(&now));
        int64_t today = ms_of("today", false);
        assert_int_equal(ms_of("yesterday", false), today - day);
        assert_int_equal(ms_of("yesterday 20:14", false), today - day + 20 * hour + 14 * minute);
        assert_int_equal(ms_of("today 8:00:01", false), today + 8 * hour + 1000);
        int64_t ago = (int64_t)now * 1000 - ms_of("-2d", true);
        assert_true(ago <= 2 * day && ago > 2 * day - minute);
        assert_int_equal(ms_of("-1w", true) - ms_of("-6d", true), -day);
        now = time(NULL);
        strftime(date, sizeof date, "%Y-%m-%d", localtime(&now));
        if (strcmp(date, before) == 0) {
            assert_int_equal(ms_of(date, false), today);
        }
    }
    assert_string_equal(date, before);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_ticks),     cmocka_unit_test(test_clock),
        cmocka_unit_test(test_no_places), cmocka_unit_test(test_span_lengths),
        cmocka_unit_test(test_zones),     cmocka_unit_test(test_no_start),
        cmocka_unit_test(test_demo),      cmocka_unit_test(test_printed),
        cmocka_unit_test(test_local),     cmocka_unit_test(test_lengths),
        cmocka_unit_test(test_words),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
