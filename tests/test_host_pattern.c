/* SPDX-License-Identifier: MIT
 *
 * Tests of host/pattern.h: valid texts, folded case, patterns against a slow model of them.
 */
#include "host/pattern.h"

#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "teetape/string.h"

static void assert_valid(const void *text, size_t size, const char *want)
{
    char *have = tti_text_valid((tt_bytes){text, size});
    assert_non_null(have);
    assert_string_equal(have, want);
    free(have);
}

static void invalid_bytes_are_replaced(void **state)
{
    (void)state;
    assert_valid("", 0, "");
    assert_valid("plain \xc3\xab", 8, "plain \xc3\xab");
    assert_valid("a\xff"
                 "b",
                 3,
                 "a\xef\xbf\xbd"
                 "b");
    assert_valid("\xe2\x82", 2, "\xef\xbf\xbd");
    assert_valid("a\0b", 3,
                 "a\xef\xbf\xbd"
                 "b");
    assert_valid("\xed\xa0\x80", 3, "\xef\xbf\xbd\xef\xbf\xbd\xef\xbf\xbd");
}

static void case_is_folded(void **state)
{
    (void)state;
    static const char *const rows[][2] = {
        {"", ""},
        {"Nameless TEE 123 [({@`~", "nameless tee 123 [({@`~"},
        {"ÀÖØÞ×ß÷ÿ", "àöøþ×ß÷ÿ"},
        {"ĀāĲĳĹĺŇňŊŋŶŷŸŹźŽž", "āāĳĳĺĺňňŋŋŷŷŸźźžž"},
        {"ΈΑΡΣΫας", "έαρσϋας"},
        {"ЀЏАЯЁёяѠѡҊҋӐӑԮԯ", "ѐџаяёёяѡѡҋҋӑӑԯԯ"},
        {"ԱՖ", "աֆ"},
        {"ḀẔẠỸ", "ḁẕạỹ"},
        {"ＡＺ", "ａｚ"},
        {"名前 🎮", "名前 🎮"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *have = tti_text_fold(rows[i][0]);
        assert_string_equal(have, rows[i][1]);
        /* What is folded remains so. */
        char *again = tti_text_fold(have);
        assert_string_equal(again, have);
        free(again);
        free(have);
    }
}

/* Of every code point: folding keeps the text valid and as long, and is done after once. */
static void every_letter_can_be_folded(void **state)
{
    (void)state;
    for (int32_t point = 1; point < 0x12000; point++) {
        char text[5] = "";
        if (point < 0x80) {
            text[0] = (char)point;
        } else if (point < 0x800) {
            text[0] = (char)(0xc0 | point >> 6);
            text[1] = (char)(0x80 | (point & 0x3f));
        } else if (point < 0x10000) {
            text[0] = (char)(0xe0 | point >> 12);
            text[1] = (char)(0x80 | (point >> 6 & 0x3f));
            text[2] = (char)(0x80 | (point & 0x3f));
        }
        if (text[0] == 0 || !tt_utf8_valid(tt_bytes_of(text))) {
            continue;
        }
        char *have = tti_text_fold(text);
        char *again = tti_text_fold(have);
        assert_true(tt_utf8_valid(tt_bytes_of(have)));
        assert_int_equal(strlen(have), strlen(text));
        assert_string_equal(have, again);
        free(again);
        free(have);
    }
}

static void patterns_match(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *text;
        bool matches;
    } rows[] = {
        {"", "", true},
        {"", "a", false},
        {"abc", "abc", true},
        {"abc", "abcd", false},
        {"abcd", "abc", false},
        {"*", "", true},
        {"*", "anything", true},
        {"?", "", false},
        {"?", "a", true},
        {"?", "ë", true},
        {"??", "ë", false},
        {"?", "🎮", true},
        {"a*", "a", true},
        {"*a", "ba", true},
        {"*a", "ab", false},
        {"a*b*c", "a-b-b-c", true},
        {"a*b*c", "a-c-b", false},
        {"**a**", "xax", true},
        {"*?", "", false},
        {"*?", "x", true},
        {"[ab]", "a", false},
        {"[ab]", "[ab]", true},
        {"100%_", "100%_", true},
        {"100%_", "100ab", false},
        {"\\*", "*", true},
        {"\\*", "x", false},
        {"\\?x", "?x", true},
        {"\\\\", "\\", true},
        {"\\a", "\\a", true},
        {"\\", "\\", true},
        {"*\\**", "a*b", true},
        {"*\\**", "ab", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (tti_pattern_match(rows[i].pattern, rows[i].text, false) != rows[i].matches) {
            fail_msg("'%s' and '%s'", rows[i].pattern, rows[i].text);
        }
    }
}

static void beginnings_of_patterns(void **state)
{
    (void)state;
    static const struct {
        const char *pattern, *begin;
        bool is_one;
    } rows[] = {
        {"", "", false},         {"moo", "moo", false},   {"mo*o", "mo", true},
        {"?moo", "", true},      {"m\\*o", "m*o", false}, {"m\\*o?", "m*o", true},
        {"m\\o", "m\\o", false}, {"\\\\*", "\\", true},   {"a\\", "a\\", false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char *begin = tti_pattern_begin(rows[i].pattern);
        assert_string_equal(begin, rows[i].begin);
        assert_int_equal(tti_pattern_is_one(rows[i].pattern), rows[i].is_one);
        /* What matches begins so; without a wildcard it is the only text that does. */
        if (!rows[i].is_one) {
            assert_true(tti_pattern_match(rows[i].pattern, begin, false));
        }
        free(begin);
    }
}

/* Tries everything. */
static bool model(const char *pattern, const char *text)
{
    if (*pattern == 0) {
        return *text == 0;
    }
    if (*pattern == '*') {
        return model(pattern + 1, text) || (*text != 0 && model(pattern, text + 1));
    }
    if (*pattern == '\\' && pattern[1] != 0 && strchr("*?\\", pattern[1]) != NULL) {
        pattern++;
    } else if (*pattern == '?') {
        return *text != 0 && model(pattern + 1, text + 1);
    }
    return *pattern == *text && model(pattern + 1, text + 1);
}

static void patterns_match_as_the_model_does(void **state)
{
    (void)state;
    uint64_t seed = 7;
    size_t matched = 0;
    for (int round = 0; round < 200000; round++) {
        char pattern[8] = "", text[8] = "";
        size_t pattern_size = random_next(&seed) % 8, text_size = random_next(&seed) % 8;
        for (size_t i = 0; i < pattern_size; i++) {
            pattern[i] = "ab*?\\*a"[random_next(&seed) % 7];
        }
        for (size_t i = 0; i < text_size; i++) {
            text[i] = "ab*?\\aa"[random_next(&seed) % 7];
        }
        bool want = model(pattern, text);
        if (tti_pattern_match(pattern, text, false) != want) {
            fail_msg("'%s' and '%s': not %d", pattern, text, want);
        }
        matched += want;
    }
    assert_true(matched > 10000);
}

/* The worst there is takes no time that could be noticed. */
static void long_patterns_end(void **state)
{
    (void)state;
    char text[2001], pattern[401];
    memset(text, 'a', 2000);
    text[2000] = 0;
    for (size_t i = 0; i < 400; i += 2) {
        memcpy(pattern + i, "*a", 2);
    }
    pattern[399] = 'b';
    pattern[400] = 0;
    assert_false(tti_pattern_match(pattern, text, false));
}

static void names(void **state)
{
    (void)state;
    static const struct {
        const char *wanted, *name;
        bool fits, fits_without_case;
    } rows[] = {
        {"bob", "bob", true, true},
        {"bob", "BoB", false, true},
        {"*ob*", "bobby", true, true},
        {"*OB*", "bobby", false, true},
        {"b?b",
         "b\xc3\xa9"
         "b",
         true, true},
        {"*\xc3\x89?",
         "b\xc3\xa9"
         "b",
         false, true},
        {"\xd0\x96*", "\xd0\xb6uk", false, true},
        {"b\\*b", "b*b", true, true},
        {"b\\*b", "bob", false, false},
        {"b\\*b", "b\\*b", true, true}, /* the same bytes */
        {"*", "", true, true},
        {"b*b", "b*b", true, true},
        {"*\xff", "b\xff", false, false}, /* shown as U+FFFD */
        {"b?", "b\xff", true, true},
        {"\\o/", "\\o/", true, true},
        {"\\O/", "\\o/", false, true},
        {"*", "longer than a name in any recording can be", false, false},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const tt_bytes name = tt_bytes_of(rows[i].name);
        if (tti_pattern_name(rows[i].wanted, false, name) != rows[i].fits ||
            tti_pattern_name(rows[i].wanted, true, name) != rows[i].fits_without_case) {
            fail_msg("'%s' and the name '%s'", rows[i].wanted, rows[i].name);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(invalid_bytes_are_replaced),
        cmocka_unit_test(case_is_folded),
        cmocka_unit_test(every_letter_can_be_folded),
        cmocka_unit_test(patterns_match),
        cmocka_unit_test(beginnings_of_patterns),
        cmocka_unit_test(patterns_match_as_the_model_does),
        cmocka_unit_test(long_patterns_end),
        cmocka_unit_test(names),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
