/* SPDX-License-Identifier: MIT
 *
 * Tests of cli/text/text.h: game times, numbers, safe and padded text.
 */
#include "cm.h"

#include "cli/text/text.h"
#include "support/cli_capture.h"

static void times_are_exact(void **state)
{
    static const struct {
        int32_t tick;
        const char *text;
    } rows[] = {
        {0, "0:00:00.00"},
        {1, "0:00:00.02"},
        {49, "0:00:00.98"},
        {50, "0:00:01.00"},
        {2999, "0:00:59.98"},
        {3000, "0:01:00.00"},
        {179999, "0:59:59.98"},
        {180000, "1:00:00.00"},
        {186177, "1:02:03.54"},
        {4500000, "25:00:00.00"},
        {INT32_MAX, "11930:27:52.94"},
        {-1, "-0:00:00.02"},
        {INT32_MIN, "-11930:27:52.96"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[TEXT_TIME];
        assert_string_equal(text_time(text, rows[i].tick), rows[i].text);
    }
}

static void numbers_have_their_thousands_apart(void **state)
{
    static const struct {
        uint64_t number;
        const char *text;
    } rows[] = {
        {0, "0"},
        {7, "7"},
        {999, "999"},
        {1000, "1,000"},
        {45051, "45,051"},
        {999999, "999,999"},
        {1000000, "1,000,000"},
        {UINT64_MAX, "18,446,744,073,709,551,615"},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[TEXT_NUMBER];
        assert_string_equal(text_number(text, rows[i].number), rows[i].text);
    }
}

static void strangers_cannot_reach_the_terminal(void **state)
{
    struct capture capture;
    (void)state;
    capture_begin(&capture);
    text_safe(&capture.out, tt_bytes_of("a\033[31mb\n\xff\xe2\x80\xae"
                                        "c"));
    assert_string_equal(capture_end(&capture), "a\\x1b[31mb\\x0a\xef\xbf\xbd\xef\xbf\xbd"
                                               "c");
}

/* It is made safe in pieces; wherever they end, no character is torn. */
static void long_texts_stay_whole(void **state)
{
    char raw[1200];
    (void)state;
    for (size_t shift = 0; shift < 4; shift++) {
        struct capture capture;
        size_t size = shift;
        memset(raw, 'x', shift);
        while (size + 4 < sizeof raw) {
            memcpy(raw + size, "\xf0\x9f\x98\x80", 4);
            size += 4;
        }
        raw[size] = '\0';
        capture_begin(&capture);
        text_safe(&capture.out, tt_bytes_of(raw));
        assert_string_equal(capture_end(&capture), raw);
    }
}

/* Bytes that only continue a character that never began: each is shown, none is lost. */
static void long_garbage_ends(void **state)
{
    uint8_t raw[700];
    struct capture capture;
    (void)state;
    memset(raw, 0x80, sizeof raw);
    capture_begin(&capture);
    text_safe(&capture.out, (tt_bytes){raw, sizeof raw});
    assert_int_equal(strlen(capture_end(&capture)), 3 * sizeof raw);
}

static void padding_fills_up_to_the_width(void **state)
{
    struct capture capture;
    (void)state;
    capture_begin(&capture);
    text_pad(&capture.out, "ab", 4);
    text_pad(&capture.out, "abcd", 4);
    text_pad(&capture.out, "abcde", 4);
    text_pad(&capture.out, "\xc3\xa4", 3); /* one column, two bytes */
    text_pad(&capture.out, "", 0);
    assert_string_equal(capture_end(&capture), "ab  abcdabcde\xc3\xa4  ");
}

static void without_colour_there_are_no_sequences(void **state)
{
    (void)state;
    for (int look = TEXT_NORMAL; look <= TEXT_CYAN; look++) {
        assert_string_equal(text_look((enum text_look)look, false), "");
        assert_int_equal(text_look((enum text_look)look, true)[0], '\033');
    }
}

static void versions(void **state)
{
    (void)state;
    static const struct {
        int32_t version;
        const char *text;
    } rows[] = {
        {16040, "16.4"}, {15091, "15.9.1"}, {18031, "18.3.1"},
        {602, "0.60.2"}, {1, "0.0.1"},      {0, ""},
        {-16040, ""},    {INT32_MIN, ""},   {INT32_MAX, "2147483.64.7"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[TEXT_VERSION];
        assert_string_equal(text_version(text, rows[i].version), rows[i].text);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(versions),
        cmocka_unit_test(times_are_exact),
        cmocka_unit_test(numbers_have_their_thousands_apart),
        cmocka_unit_test(strangers_cannot_reach_the_terminal),
        cmocka_unit_test(long_texts_stay_whole),
        cmocka_unit_test(long_garbage_ends),
        cmocka_unit_test(padding_fills_up_to_the_width),
        cmocka_unit_test(without_colour_there_are_no_sequences),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
