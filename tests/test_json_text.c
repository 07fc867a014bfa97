/* SPDX-License-Identifier: MIT
 *
 * Tests of what teetape/json.h does inside tokens: escapes, names and whole numbers.
 */
#include <stdio.h>

#include "base/json_int.h"
#include "cm.h"

#include "teetape/json.h"
#include "teetape/string.h"

typedef struct pair {
    const char *text; /* escaped */
    const char *want;
    size_t size; /* of `want`, which may have a NUL in it */
} pair;

#define PAIR(text, want)                                                                           \
    {                                                                                              \
        text, want, sizeof(want) - 1                                                               \
    }

static const pair pairs[] = {
    PAIR("", ""),
    PAIR("plain", "plain"),
    PAIR("\\\"\\\\\\/\\b\\f\\n\\r\\t", "\"\\/\b\f\n\r\t"),
    PAIR("a\\u0041b", "aAb"),
    PAIR("\\u0000", "\0"),
    PAIR("\\u007f\\u0080", "\x7f\xc2\x80"),
    PAIR("\\u00e4\\u00C4", "\xc3\xa4\xc3\x84"),
    PAIR("\\u07ff\\u0800", "\xdf\xbf\xe0\xa0\x80"),
    PAIR("\\uffff", "\xef\xbf\xbf"),
    PAIR("\\ud7ff\\ue000", "\xed\x9f\xbf\xee\x80\x80"),
    PAIR("\\ud800\\udc00", "\xf0\x90\x80\x80"),
    PAIR("\\uD83D\\uDE00", "\xf0\x9f\x98\x80"),
    PAIR("\\udbff\\udfff", "\xf4\x8f\xbf\xbf"),
    /* lone halves */
    PAIR("\\ud800", "\xef\xbf\xbd"),
    PAIR("\\udc00", "\xef\xbf\xbd"),
    PAIR("\\ud800x", "\xef\xbf\xbdx"),
    PAIR("\\ud800\\n", "\xef\xbf\xbd\n"),
    PAIR("\\ud800\\u0041", "\xef\xbf\xbd"
                           "A"),
    PAIR("\\ud800\\ud800\\udc00", "\xef\xbf\xbd\xf0\x90\x80\x80"),
    PAIR("\\udc00\\udc00", "\xef\xbf\xbd\xef\xbf\xbd"),
    PAIR("\\udc00\\ud800", "\xef\xbf\xbd\xef\xbf\xbd"),
    /* bytes that are not UTF-8 remain */
    PAIR("\xff\\n\xc3", "\xff\n\xc3"),
    PAIR("\xed\xa0\x80", "\xed\xa0\x80"),
};

static void escapes(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        const pair *p = &pairs[i];
        tt_bytes text = tt_bytes_of(p->text);
        char out[64];
        assert_true(p->size <= text.size);
        for (size_t cap = 0; cap <= p->size + 2; cap++) {
            memset(out, '#', sizeof out);
            assert_int_equal(tt_json_unescape(out, cap, text), p->size);
            size_t copied = cap < p->size ? cap : p->size;
            assert_memory_equal(out, p->want, copied);
            assert_int_equal(out[copied], '#');
        }
        assert_int_equal(tt_json_unescape(NULL, 0, text), p->size);
    }
}

static void names(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof pairs / sizeof pairs[0]; i++) {
        if (memchr(pairs[i].want, 0, pairs[i].size) != NULL) {
            continue;
        }
        char other[64];
        assert_true(tt_json_equal(tt_bytes_of(pairs[i].text), pairs[i].want));
        (void)snprintf(other, sizeof other, "%s!", pairs[i].want);
        assert_false(tt_json_equal(tt_bytes_of(pairs[i].text), other));
        if (pairs[i].size > 0) {
            other[pairs[i].size - 1] = 0;
            assert_false(tt_json_equal(tt_bytes_of(pairs[i].text), other));
        }
    }
    assert_true(tt_json_equal(tt_bytes_of("\\u0076ersion"), "version"));
    assert_false(tt_json_equal(tt_bytes_of("version\\u0000"), "version"));
    assert_false(tt_json_equal(tt_bytes_of("Version"), "version"));
    assert_false(tt_json_equal(tt_bytes_of("versio"), "version"));
    assert_false(tt_json_equal((tt_bytes){(const uint8_t *)"a\0b", 3}, "a"));
    assert_true(tt_json_equal((tt_bytes){NULL, 0}, ""));
}

/* Texts that no scanner has seen: nothing is promised but to remain inside. */
static void broken_escapes_are_survived(void **state)
{
    (void)state;
    static const char *const rows[] = {"\\",         "\\u",       "\\u1",    "\\u12", "\\u123",
                                       "\\ud800\\u", "\\ud800\\", "\\uzzzz", "a\\q"};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char out[16];
        tt_bytes text = tt_bytes_of(rows[i]);
        assert_true(tt_json_unescape(out, sizeof out, text) <= text.size);
        (void)tt_json_equal(text, "u");
    }
}

static void whole_numbers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        tt_status status;
        int64_t value;
    } rows[] = {
        {"0", TT_OK, 0},
        {"-0", TT_OK, 0},
        {"7", TT_OK, 7},
        {"-7", TT_OK, -7},
        {"007", TT_OK, 7},
        {"000000000000000000000000000001", TT_OK, 1},
        {"9223372036854775807", TT_OK, INT64_MAX},
        {"-9223372036854775807", TT_OK, -INT64_MAX},
        {"-9223372036854775808", TT_OK, INT64_MIN},
        {"9223372036854775808", TT_ERR_RANGE, 0},
        {"9223372036854775810", TT_ERR_RANGE, 0},
        {"-9223372036854775809", TT_ERR_RANGE, 0},
        {"18446744073709551616", TT_ERR_RANGE, 0},
        {"99999999999999999999999999999999", TT_ERR_RANGE, 0},
        {"99999999999999999999999999999999x", TT_ERR_SYNTAX, 0},
        {"", TT_ERR_SYNTAX, 0},
        {"-", TT_ERR_SYNTAX, 0},
        {"+1", TT_ERR_SYNTAX, 0},
        {" 1", TT_ERR_SYNTAX, 0},
        {"1 ", TT_ERR_SYNTAX, 0},
        {"1.0", TT_ERR_SYNTAX, 0},
        {"1e3", TT_ERR_SYNTAX, 0},
        {"0x10", TT_ERR_SYNTAX, 0},
        {"--1", TT_ERR_SYNTAX, 0},
        {"\\u0031", TT_ERR_SYNTAX, 0},
        {"\xd9\xa1", TT_ERR_SYNTAX, 0},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        int64_t value = 12345;
        assert_int_equal(tti_json_int(&value, tt_bytes_of(rows[i].text)), rows[i].status);
        assert_true(value == rows[i].value);
    }
    int64_t value = 1;
    assert_int_equal(tti_json_int(&value, (tt_bytes){NULL, 0}), TT_ERR_SYNTAX);
    assert_true(value == 0);
}

static void whole_numbers_against_printf(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (int round = 0; round < 100000; round++) {
        uint64_t bits = (uint64_t)random_next(&random) << 32 | random_next(&random);
        int64_t want = (int64_t)(bits >> random_next(&random) % 64);
        want = round & 1 ? -want - (want == INT64_MIN) : want;
        char text[32];
        int64_t value = 0;
        (void)snprintf(text, sizeof text, "%lld", (long long)want);
        assert_int_equal(tti_json_int(&value, tt_bytes_of(text)), TT_OK);
        assert_true(value == want);
    }
}

/* Every code point, as one escape or two. */
static void every_code_point(void **state)
{
    (void)state;
    for (int32_t code = 0; code <= 0x10ffff; code++) {
        char text[16];
        char out[16];
        size_t used = 0;
        if (code < 0x10000) {
            (void)snprintf(text, sizeof text, "\\u%04x", (unsigned)code);
        } else {
            (void)snprintf(text, sizeof text, "\\u%04X\\u%04x",
                           0xd800u + ((unsigned)(code - 0x10000) >> 10),
                           0xdc00u + (unsigned)(code & 0x3ff));
        }
        size_t size = tt_json_unescape(out, sizeof out, tt_bytes_of(text));
        int32_t got = tt_utf8_decode((tt_bytes){(uint8_t *)out, size}, &used);
        int32_t want = code >= 0xd800 && code <= 0xdfff ? 0xfffd : code;
        if (got != want || used != size) {
            fail_msg("%s gives U+%04X", text, (unsigned)got);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(escapes),
        cmocka_unit_test(names),
        cmocka_unit_test(broken_escapes_are_survived),
        cmocka_unit_test(whole_numbers),
        cmocka_unit_test(whole_numbers_against_printf),
        cmocka_unit_test(every_code_point),
    };
    return cmocka_run_group_tests_name("json_text", tests, NULL, NULL);
}
