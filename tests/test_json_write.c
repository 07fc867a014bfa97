/* SPDX-License-Identifier: MIT
 *
 * Tests of tt_pack_json_string: what it writes, that the scanner reads it back, and that
 * nothing is written of what does not fit.
 */
#include <stdio.h>

#include "cm.h"

#include "teetape/json.h"
#include "teetape/string.h"

#define CAP 4096

/* Writes `text` and checks what holds for every text. Returns the bytes, which are in `out`. */
static tt_bytes write_checked(uint8_t out[CAP], tt_bytes text)
{
    tt_packer p = tt_packer_of(out, CAP);
    tt_pack_json_string(&p, text);
    assert_int_equal(p.status, TT_OK);
    tt_bytes json = tt_packer_bytes(&p);
    assert_true(json.size <= TT_JSON_STRING_BOUND(text.size));
    assert_true(tt_utf8_valid(json));
    return json;
}

/* Reads one JSON string and resolves it. */
static size_t read_back(char back[CAP], tt_bytes json)
{
    tt_json j = tt_json_of(json);
    tt_json_token token;
    assert_int_equal(tt_json_next(&j, &token), TT_OK);
    assert_int_equal(token.kind, TT_JSON_STRING);
    size_t size = tt_json_unescape(back, CAP, token.text);
    assert_true(size <= CAP);
    assert_int_equal(tt_json_next(&j, &token), TT_END);
    return size;
}

static void known_texts(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        size_t size;
        const char *want;
    } rows[] = {
        {"", 0, "\"\""},
        {"a", 1, "\"a\""},
        {"a/b", 3, "\"a/b\""},
        {"\"\\", 2, "\"\\\"\\\\\""},
        {"\b\n\r\t", 4, "\"\\b\\n\\r\\t\""},
        {"\0\1\f\x1f\x7f", 5, "\"\\u0000\\u0001\\u000c\\u001f\\u007f\""},
        {"\x1b[0m", 4, "\"\\u001b[0m\""},
        {"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80", 9, "\"\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80\""},
        {"name", 4, "\"name\""},
        {"0123456789 0123456789", 21, "\"0123456789 0123456789\""},
        {"0123456789\n0123456789", 21, "\"0123456789\\n0123456789\""},
        {"server \"name\"\\\1\n\xc3\xa4", 18, "\"server \\\"name\\\"\\\\\\u0001\\n\xc3\xa4\""},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t out[CAP];
        char back[CAP];
        tt_bytes json = write_checked(out, (tt_bytes){(const uint8_t *)rows[i].text, rows[i].size});
        assert_true(tt_bytes_equal(json, tt_bytes_of(rows[i].want)));
        assert_int_equal(read_back(back, json), rows[i].size);
        assert_memory_equal(back, rows[i].text, rows[i].size);
    }
}

/* One U+FFFD for each longest beginning of a sequence that goes wrong, as browsers do it. */
static void invalid_utf8(void **state)
{
    (void)state;
#define R "\xef\xbf\xbd"
    static const char *const rows[][2] = {
        {"\x80", R},
        {"\xff\xfe", R R},
        {"\xc3", R},
        {"\xc3"
         "a",
         R "a"},
        {"a\xc3\xa4\xc3", "a\xc3\xa4" R},
        {"\xc0\xaf", R R},
        {"\xe0\x80\xaf", R R R},
        {"\xed\xa0\x80", R R R},
        {"\xe2\x82", R},
        {"\xe2\x82\xc3\xa4", R "\xc3\xa4"},
        {"\xf0\x9f\x98", R},
        {"\xf0\x9f\x98z", R "z"},
        {"\xf4\x90\x80\x80", R R R R},
        {"\xf5\x80", R R},
        {"\xf0\x9f\"\x98", R "\\\"" R},
        {"01234567\xff"
         "01234567\xc3\n",
         "01234567" R "01234567" R "\\n"},
    };
#undef R
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        uint8_t out[CAP];
        tt_bytes json = write_checked(out, tt_bytes_of(rows[i][0]));
        tt_bytes inner = {json.data + 1, json.size - 2};
        assert_true(tt_bytes_equal(inner, tt_bytes_of(rows[i][1])));
    }
}

/* What reading back has to give: the text with U+FFFD for what is invalid. */
static size_t repaired(uint8_t *dst, tt_bytes text)
{
    size_t size = 0;
    while (text.size > 0) {
        size_t used = 0;
        if (tt_utf8_decode(text, &used) < 0) {
            memcpy(dst + size, "\xef\xbf\xbd", 3);
            size += 3;
        } else {
            memcpy(dst + size, text.data, used);
            size += used;
        }
        text.data += used;
        text.size -= used;
    }
    return size;
}

/* Random bytes of a mood: anything, mostly ASCII, or mostly parts of UTF-8. */
static size_t random_text(uint8_t *text, size_t cap, uint64_t *random)
{
    size_t size = random_next(random) % cap;
    uint32_t mood = random_next(random) % 3;
    for (size_t i = 0; i < size; i++) {
        uint32_t r = random_next(random);
        text[i] = (uint8_t)(mood == 0 || r % 16 == 0 ? r >> 8
                            : mood == 1              ? 0x20 + (r >> 8) % 0x60
                                                     : 0x80 + (r >> 8) % 0x80);
    }
    return size;
}

static void random_texts_come_back(void **state)
{
    (void)state;
    uint64_t random = 11;
    for (int round = 0; round < 20000; round++) {
        uint8_t text[200], want[3 * sizeof text], out[CAP];
        char back[CAP];
        tt_bytes view = {text, random_text(text, sizeof text, &random)};
        tt_bytes json = write_checked(out, view);
        size_t size = repaired(want, view);
        assert_int_equal(read_back(back, json), size);
        assert_memory_equal(back, want, size);
    }
}

/* A long text with one special byte at each place. */
static void runs_are_copied_whole(void **state)
{
    (void)state;
    uint8_t text[64], out[CAP];
    char back[CAP];
    for (size_t size = 1; size <= 40; size++) {
        for (size_t at = 0; at < size; at++) {
            for (size_t i = 0; i < size; i++) {
                text[i] = (uint8_t)('0' + i);
            }
            text[at] = '\n';
            tt_bytes json = write_checked(out, (tt_bytes){text, size});
            assert_int_equal(json.size, size + 3);
            assert_int_equal(read_back(back, json), size);
            assert_memory_equal(back, text, size);
        }
    }
}

/* Code points that act instead of being seen, from 0x7f on. */
static int is_unseen(uint32_t point)
{
    static const struct {
        uint32_t first, last;
    } rows[] = {
        {0x7f, 0x9f},     {0x61c, 0x61c},   {0x200e, 0x200f},
        {0x2028, 0x202e}, {0x2066, 0x2069}, {0xfeff, 0xfeff},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        if (point >= rows[i].first && point <= rows[i].last) {
            return 1;
        }
    }
    return 0;
}

static size_t utf8_of(uint8_t *out, uint32_t point)
{
    size_t more = point < 0x80 ? 0 : point < 0x800 ? 1 : point < 0x10000 ? 2 : 3;
    static const uint8_t head[] = {0, 0xc0, 0xe0, 0xf0};
    for (size_t i = more; i > 0; i--, point >>= 6) {
        out[i] = (uint8_t)(0x80 | (point & 0x3f));
    }
    out[0] = (uint8_t)(head[more] | point);
    return more + 1;
}

/* Every code point, after 0 to 8 plain bytes and before some more. */
static void what_is_not_seen_is_escaped(void **state)
{
    (void)state;
    for (uint32_t point = 0x7f; point < 0x110000; point++) {
        uint8_t text[32], out[CAP];
        char back[CAP], want[16];
        size_t before = point % 9, size = before;
        if (point >= 0xd800 && point <= 0xdfff) {
            continue;
        }
        memset(text, 'a', sizeof text);
        size += utf8_of(text + before, point);
        tt_bytes character = {text + before, size - before};
        size += 9;
        tt_bytes json = write_checked(out, (tt_bytes){text, size});
        tt_bytes got = {json.data + 1 + before, json.size - 2 - before - 9};
        (void)snprintf(want, sizeof want, "\\u%04x", (unsigned)point);
        assert_true(tt_bytes_equal(got, is_unseen(point) ? tt_bytes_of(want) : character));
        assert_int_equal(read_back(back, json), size);
        assert_memory_equal(back, text, size);
    }
}

static void exact_space_and_one_less(void **state)
{
    (void)state;
    uint64_t random = 5;
    for (int round = 0; round < 5000; round++) {
        uint8_t text[100], whole[CAP], out[CAP];
        tt_bytes view = {text, random_text(text, sizeof text, &random)};
        tt_bytes json = write_checked(whole, view);

        memset(out, 0xcc, sizeof out);
        tt_packer p = tt_packer_of(out, json.size);
        tt_pack_json_string(&p, view);
        assert_int_equal(p.status, TT_OK);
        assert_true(tt_bytes_equal(tt_packer_bytes(&p), json));
        assert_int_equal(out[json.size], 0xcc);

        memset(out, 0xcc, sizeof out);
        p = tt_packer_of(out, json.size - 1);
        tt_pack_json_string(&p, view);
        assert_int_equal(p.status, TT_ERR_SPACE);
        assert_int_equal(tt_packer_bytes(&p).size, 0);
        for (size_t i = 0; i < json.size; i++) {
            assert_int_equal(out[i], 0xcc);
        }
    }
}

static void too_little_for_anything(void **state)
{
    (void)state;
    uint8_t out[2];
    for (size_t cap = 0; cap < 2; cap++) {
        tt_packer p = tt_packer_of(cap ? out : NULL, cap);
        tt_pack_json_string(&p, (tt_bytes){NULL, 0});
        assert_int_equal(p.status, TT_ERR_SPACE);
    }
    tt_packer p = tt_packer_of(out, 2);
    tt_pack_json_string(&p, (tt_bytes){NULL, 0});
    assert_int_equal(p.status, TT_OK);
    assert_memory_equal(out, "\"\"", 2);
}

static void an_earlier_error_stays(void **state)
{
    (void)state;
    uint8_t out[16] = {0};
    tt_packer p = tt_packer_of(out, sizeof out);
    p.status = TT_ERR_RANGE;
    tt_pack_json_string(&p, tt_bytes_of("a"));
    assert_int_equal(p.status, TT_ERR_RANGE);
    assert_int_equal(out[0], 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(known_texts),
        cmocka_unit_test(invalid_utf8),
        cmocka_unit_test(random_texts_come_back),
        cmocka_unit_test(runs_are_copied_whole),
        cmocka_unit_test(what_is_not_seen_is_escaped),
        cmocka_unit_test(exact_space_and_one_less),
        cmocka_unit_test(too_little_for_anything),
        cmocka_unit_test(an_earlier_error_stays),
    };
    return cmocka_run_group_tests_name("json_write", tests, NULL, NULL);
}
