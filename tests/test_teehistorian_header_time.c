/* SPDX-License-Identifier: MIT
 *
 * Tests of tti_th_time_parse: both forms of start_time, and what is neither.
 */
#include "cm.h"
#include "teehistorian/header.h"

#include "teetape/teehistorian_header.h"

static void forms_of_start_time(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        int64_t unix_time;
        int32_t zone;
    } rows[] = {
        {"2017-09-28 02:42:35 +0200", 1506559355, 7200},
        {"2018-01-11T02:42:35+0200", 1515631355, 7200},
        {"1970-01-01T00:00:00+0000", 0, 0},
        {"1970-01-01T00:00:00-0000", 0, 0},
        {"1969-12-31T23:59:59+0000", -1, 0},
        {"1970-01-01 00:00:00 -0330", 12600, -12600},
        {"1970-01-01T00:00:00+2359", -86340, 86340},
        {"2000-02-29T12:00:00+0000", 951825600, 0},
        {"2016-12-31T23:59:60+0000", 1483228800, 0},
        {"0001-01-01T00:00:00+0000", INT64_C(-62135596800), 0},
        {"9999-12-31T23:59:59-1200", INT64_C(253402343999), -43200},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tt_th_time time;
        assert_int_equal(tti_th_time_parse(&time, tt_bytes_of(rows[i].text)), TT_OK);
        assert_true(time.unix_time == rows[i].unix_time);
        assert_int_equal(time.zone, rows[i].zone);
    }
}

static void what_is_no_start_time(void **state)
{
    (void)state;
    static const char *const rows[] = {
        "",
        "2018-01-11T02:42:35",
        "2018-01-11T02:42:35Z",
        "2018-01-11T02:42:35+02:00",
        "2018-01-11T02:42:35 +0200",
        "2018-01-11 02:42:35+0200",
        "2018-01-11t02:42:35+0200",
        "2018-01-11T02:42:35+020",
        "2018-01-11T02:42:35+02000",
        " 2018-01-11T02:42:35+0200",
        "2018/01/11T02:42:35+0200",
        "0000-01-11T02:42:35+0200",
        "2018-00-11T02:42:35+0200",
        "2018-13-11T02:42:35+0200",
        "2018-01-00T02:42:35+0200",
        "2018-01-32T02:42:35+0200",
        "2018-02-29T02:42:35+0200",
        "2018-01-11T24:42:35+0200",
        "2018-01-11T02:60:35+0200",
        "2018-01-11T02:42:61+0200",
        "2018-01-11T02:42:35+2400",
        "2018-01-11T02:42:35+0260",
        "2018-01-11T02:42:35*0200",
        "-018-01-11T02:42:35+0200",
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tt_th_time time = {1, 1};
        if (tti_th_time_parse(&time, tt_bytes_of(rows[i])) != TT_ERR_SYNTAX) {
            fail_msg("taken: %s", rows[i]);
        }
        assert_true(time.unix_time == 0 && time.zone == 0);
    }
    tt_th_time time;
    assert_int_equal(tti_th_time_parse(&time, (tt_bytes){NULL, 0}), TT_ERR_SYNTAX);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(forms_of_start_time),
        cmocka_unit_test(what_is_no_start_time),
    };
    return cmocka_run_group_tests_name("teehistorian_header_time", tests, NULL, NULL);
}
