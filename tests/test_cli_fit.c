/* SPDX-License-Identifier: MIT
 *
 * Tests of cli/shell/fit.h: where texts are cut.
 */
#include "cm.h"

#include <locale.h>
#include <stdio.h>

#include "cli/shell/fit.h"
#include "cli/text/text.h"

static void numbers_are_left_whole(void **state)
{
    static const struct {
        const char *text;
        size_t width;
        const char *want; /* without its sign */
    } rows[] = {
        {"bytes 19", 7, "bytes "},
        {"bytes 19 and more", 9, "bytes "},
        {"bytes 19 and more", 10, "bytes 19 "},
        {"bytes 45,051 x", 10, "bytes "},
        {"bytes 45,051 x", 13, "bytes "},
        {"1,2,3,4", 4, "1,"},
        {"at 0:12:34.56 x", 8, "at "},
        {"on 2026-11-21T08:04:43+0000 x", 20, "on "},
        {"x -15 y", 5, "x "},
        {"x -15 y 3", 7, "x -15 "},
        {"nameless tee", 8, "nameles"},
        {"12345", 3, ""},
        {"\xe4\xb8\xad\xe6\x96\x87 12", 6, "\xe4\xb8\xad\xe6\x96\x87 "},
        {"\xe4\xb8\xad\xe6\x96\x87 12", 4, "\xe4\xb8\xad"},
        {"abc", 1, ""},
    };
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        tt_bytes cut = fit_cut(tt_bytes_of(rows[i].text), rows[i].width);
        if (!tt_bytes_equal(cut, tt_bytes_of(rows[i].want))) {
            fail_msg("'%s' in %zu columns: '%.*s'", rows[i].text, rows[i].width, (int)cut.size,
                     (const char *)cut.data);
        }
    }
}

/* Of any text, in any width: a beginning of it that has room and ends in no digit. */
static void any_text(void **state)
{
    static const char letters[] = "0123456789012345,.:-+T/ abcx\xc3\xa4";
    uint64_t seed = 7;
    (void)state;
    for (int i = 0; i < 20000; i++) {
        char text[40];
        size_t size = 1 + random_next(&seed) % sizeof text;
        for (size_t at = 0; at < size; at++) {
            text[at] = letters[random_next(&seed) % (sizeof letters - 1)];
        }
        const tt_bytes whole = {(const uint8_t *)text, size};
        size_t most = text_width(whole);
        for (size_t width = 1; width < most; width++) {
            tt_bytes cut = fit_cut(whole, width);
            assert_ptr_equal(cut.data, whole.data);
            assert_true(cut.size < size && (cut.size == 0 || text_width(cut) < width));
            assert_true(cut.size == 0 || text[cut.size - 1] < '0' || text[cut.size - 1] > '9');
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers_are_left_whole),
        cmocka_unit_test(any_text),
    };
    /* widths of characters are known in a UTF-8 locale only; every Debian has this one */
    setlocale(LC_CTYPE, "C.UTF-8");
    return cmocka_run_group_tests(tests, NULL, NULL);
}
