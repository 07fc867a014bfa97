/* SPDX-License-Identifier: MIT
 *
 * Tests of cli/text/text.h: nothing a stranger writes reaches the terminal as a command; widths
 * and cuts of wide and combining characters.
 */
#include "host/posix.h"

#include "cli/text/text.h"

#include <locale.h>
#include <stdbool.h>
#include <stdlib.h>

#include "cm.h"
#include "teetape/string.h"

#define FFFD "\xef\xbf\xbd"

static tt_bytes view(const char *text)
{
    const tt_bytes bytes = {(const uint8_t *)text, strlen(text)};
    return bytes;
}

static void assert_safe(const char *raw, const char *expected)
{
    char shown[256];
    size_t size = tt_utf8_safe(shown, sizeof(shown), view(raw));
    assert_int_equal(size, strlen(expected));
    assert_memory_equal(shown, expected, size);
}

static void test_safe(void **state)
{
    (void)state;
    assert_safe("", "");
    assert_safe("plain text, \\x1b too", "plain text, \\x1b too");
    assert_safe("nameless tee \xe2\x9c\x93 \xf0\x9f\x98\x80",
                "nameless tee \xe2\x9c\x93 \xf0\x9f\x98\x80");
    assert_safe("\x1b[31mred", "\\x1b[31mred");
    assert_safe("a\tb\nc\rd\x7f", "a\\x09b\\x0ac\\x0dd\\x7f");
    assert_safe("\x01\x1f", "\\x01\\x1f");
    assert_safe("\x9b"
                "2J",
                FFFD "2J"); /* C1 as a byte */
    assert_safe("\xc2\x9b"
                "2J",
                FFFD "2J"); /* and as a character */
    assert_safe("\xc2\xa0", "\xc2\xa0");
    assert_safe("\xe2\x80\xae"
                "abc",
                FFFD "abc"); /* right-to-left override */
    assert_safe("\xe2\x81\xa6\xe2\x80\xa8", FFFD FFFD);
    assert_safe("\xe2\x80\x8e\xe2\x80\x8f\xd8\x9c", FFFD FFFD FFFD); /* the marks */
    assert_safe("\xc3", FFFD);
    assert_safe("\xed\xa0\x80x", FFFD FFFD FFFD "x"); /* a surrogate */
    assert_safe("\xff\xfe", FFFD FFFD);
    const uint8_t nul[] = {'a', 0, 'b'};
    const tt_bytes with_nul = {nul, 3};
    char shown[16];
    assert_int_equal(tt_utf8_safe(shown, sizeof(shown), with_nul), 6);
    assert_memory_equal(shown, "a\\x00b", 6);
}

/* Every pair of bytes and many random strings: valid, without control characters, in bounds. */
static void test_safe_always(void **state)
{
    (void)state;
    uint64_t random = 3;
    for (unsigned round = 0; round < 65536 + 20000; round++) {
        uint8_t raw[12] = {(uint8_t)(round >> 8), (uint8_t)round};
        tt_bytes bytes = {raw, 2};
        if (round >= 65536) {
            bytes.size = random_next(&random) % sizeof(raw);
            for (size_t i = 0; i < bytes.size; i++) {
                static const uint8_t likely[] = {0x1b, 0xc2, 0x9b, 0xe2, 0x80, 0xae, 0xf0, 0x00};
                uint32_t number = random_next(&random);
                raw[i] = number & 256 ? likely[number % 8] : (uint8_t)number;
            }
        }
        char shown[TT_UTF8_SAFE_BOUND(sizeof(raw))];
        const tt_bytes safe = {(const uint8_t *)shown,
                               tt_utf8_safe(shown, TT_UTF8_SAFE_BOUND(bytes.size), bytes)};
        assert_true(tt_utf8_valid(safe));
        for (tt_bytes rest = safe; rest.size > 0;) {
            size_t used = 0;
            int32_t point = tt_utf8_decode(rest, &used);
            assert_true(point >= 0x20 && (point < 0x7f || point > 0x9f));
            rest.data += used;
            rest.size -= used;
        }
    }
}

static void test_safe_cap(void **state)
{
    (void)state;
    char shown[8];
    for (size_t cap = 0; cap <= 8; cap++) {
        memset(shown, '#', sizeof(shown));
        size_t size = tt_utf8_safe(shown, cap, view("\x1b\xff\x07"));
        assert_int_equal(size, cap >= 7 ? 7 : cap >= 4 ? 4 : 0);
        for (size_t i = size; i < sizeof(shown); i++) {
            assert_int_equal(shown[i], '#');
        }
    }
}

static bool set_utf8(void)
{
    return setlocale(LC_CTYPE, "C.UTF-8") != NULL || setlocale(LC_CTYPE, "en_US.UTF-8") != NULL;
}

static size_t cut(const char *text, size_t width)
{
    return text_cut(view(text), width).size;
}

static void test_width_utf8(void **state)
{
    (void)state;
    if (!set_utf8()) {
        skip();
    }
    assert_int_equal(text_width(view("")), 0);
    assert_int_equal(text_width(view("tee")), 3);
    assert_int_equal(text_width(view("\xc3\xa9")), 1);
    assert_int_equal(text_width(view("\xe4\xb8\xad\xe6\x96\x87")), 4); /* wide */
    assert_int_equal(text_width(view("e\xcc\x81x")), 2);               /* combining */
    assert_int_equal(text_width(view("\xff\xc3")), 2);
    assert_int_equal(cut("teetape", 3), 3);
    assert_int_equal(cut("teetape", 7), 7);
    assert_int_equal(cut("teetape", 70), 7);
    assert_int_equal(cut("teetape", 0), 0);
    assert_int_equal(cut("\xe4\xb8\xad\xe6\x96\x87", 3), 3); /* no half character */
    assert_int_equal(cut("\xe4\xb8\xad\xe6\x96\x87", 1), 0);
    assert_int_equal(cut("e\xcc\x81x", 1), 3); /* the accent remains with its letter */
    setlocale(LC_CTYPE, "C");
}

static void test_width_c(void **state)
{
    (void)state;
    setlocale(LC_CTYPE, "C");
    assert_int_equal(text_width(view("\xe4\xb8\xad\xe6\x96\x87")), 2);
    assert_int_equal(cut("\xe4\xb8\xad\xe6\x96\x87", 1), 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(test_safe),     cmocka_unit_test(test_safe_always),
        cmocka_unit_test(test_safe_cap), cmocka_unit_test(test_width_utf8),
        cmocka_unit_test(test_width_c),
    };
    return cmocka_run_group_tests_name("cli_text_safe", tests, NULL, NULL);
}
