/* SPDX-License-Identifier: MIT
 *
 * Tests of the UTF-8 calls of teetape/string.h: every code point, every pair of bytes, and a
 * model for what is not valid.
 */
#include "cm.h"

#include "teetape/string.h"

/* Writes a code point, or what would be one if surrogates and large numbers were allowed. */
static size_t model_encode(uint8_t *dst, uint32_t point)
{
    size_t size = point < 0x80 ? 1 : point < 0x800 ? 2 : point < 0x10000 ? 3 : 4;
    static const uint8_t marks[5] = {0, 0x00, 0xc0, 0xe0, 0xf0};
    for (size_t i = size; i > 1; i--) {
        dst[i - 1] = (uint8_t)(0x80 | (point & 0x3f));
        point >>= 6;
    }
    dst[0] = (uint8_t)(marks[size] | point);
    return size;
}

static int32_t decode(const char *bytes, size_t size, size_t *used)
{
    return tt_utf8_decode((tt_bytes){(const uint8_t *)bytes, size}, used);
}

static void every_code_point(void **state)
{
    (void)state;
    for (uint32_t point = 0; point < 0x110000 + 0x1000; point++) {
        uint8_t bytes[5];
        size_t used, size = model_encode(bytes, point);
        int good = point < 0x110000 && (point < 0xd800 || point > 0xdfff);
        bytes[size] = 'x';
        int32_t result = tt_utf8_decode((tt_bytes){bytes, size + 1}, &used);
        if (good) {
            assert_int_equal(result, (int32_t)point);
            assert_int_equal(used, size);
        } else {
            /* The second byte already rules these out, so only the first is used. */
            assert_int_equal(result, -1);
            assert_int_equal(used, 1);
        }
        assert_int_equal(tt_utf8_valid((tt_bytes){bytes, size}), good);
        for (size_t cut = 1; good && cut < size; cut++) {
            assert_int_equal(tt_utf8_decode((tt_bytes){bytes, cut}, &used), -1);
            assert_int_equal(used, cut);
            assert_int_equal(tt_utf8_valid((tt_bytes){bytes, cut}), 0);
        }
    }
}

static void overlong_forms_are_invalid(void **state)
{
    (void)state;
    size_t used;
    for (unsigned lead = 0x80; lead < 0x100; lead++) {
        for (unsigned next = 0; next < 0x100; next++) {
            char bytes[4] = {(char)lead, (char)next, (char)0x80, (char)0x80};
            int32_t point = decode(bytes, 4, &used);
            int narrow = (lead == 0xe0 && next < 0xa0) || (lead == 0xed && next > 0x9f) ||
                         (lead == 0xf0 && next < 0x90) || (lead == 0xf4 && next > 0x8f);
            int leads = lead >= 0xc2 && lead <= 0xf4;
            if (leads && next >= 0x80 && next <= 0xbf && !narrow) {
                assert_true(point >= (lead < 0xe0 ? 0x80 : lead < 0xf0 ? 0x800 : 0x10000));
                assert_int_equal(used, lead < 0xe0 ? 2 : lead < 0xf0 ? 3 : 4);
            } else {
                assert_int_equal(point, -1);
                assert_int_equal(used, 1);
            }
        }
    }
}

static void invalid_parts_are_as_long_as_they_could_go_on(void **state)
{
    (void)state;
    static const struct {
        const char *bytes;
        size_t size, used;
    } rows[] = {
        {"\xe2\x82", 2, 2},         {"\xe2\x82x", 3, 2},    {"\xf0\x9f\x98x", 4, 3},
        {"\xf0\x9f\xc3\xa4", 4, 2}, {"\xc3\xc3", 2, 1},     {"\xe2\xe2\x82\xac", 4, 1},
        {"\xff\xff", 2, 1},         {"\x80\x80", 2, 1},     {"\xf4\x90\x80\x80", 4, 1},
        {"\xc0\x80", 2, 1},         {"\xed\xa0\x80", 3, 1}, {"\xf5\x80\x80\x80", 4, 1},
        {"\xf0\x9f\x98", 3, 3},     {"\xf4\x8f\xbf", 3, 3}, {"\xe0\x9f\xbf", 3, 1},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t used;
        assert_int_equal(decode(rows[i].bytes, rows[i].size, &used), -1);
        assert_int_equal(used, rows[i].used);
    }
}

/* One bad byte at every place of a text, so that the eight-at-a-time path sees it too. */
static void validity_sees_every_byte(void **state)
{
    (void)state;
    uint8_t text[40];
    assert_true(tt_utf8_valid((tt_bytes){NULL, 0}));
    for (size_t size = 1; size <= sizeof text; size++) {
        memset(text, 'a', sizeof text);
        assert_true(tt_utf8_valid((tt_bytes){text, size}));
        for (size_t at = 0; at < size; at++) {
            text[at] = 0x80;
            assert_false(tt_utf8_valid((tt_bytes){text, size}));
            text[at] = 0xc3;
            assert_false(tt_utf8_valid((tt_bytes){text, size}));
            if (at + 1 < size) {
                text[at + 1] = 0xa4;
                assert_true(tt_utf8_valid((tt_bytes){text, size}));
                text[at + 1] = 'a';
            }
            text[at] = 'a';
        }
    }
    assert_true(tt_utf8_valid((tt_bytes){(const uint8_t *)"a\0b", 3}));
}

/* The obvious way: from the front, point by point. */
static size_t model_cut(tt_bytes text, size_t limit)
{
    size_t at = 0;
    while (at < text.size) {
        size_t used;
        tt_bytes rest = {text.data + at, text.size - at};
        if (tt_utf8_decode(rest, &used) < 0) {
            used = 1; /* bytes that are no code point may be split */
        }
        if (at + used > limit) {
            return at;
        }
        at += used;
    }
    return at;
}

static void cut_splits_no_code_point(void **state)
{
    (void)state;
    tt_bytes text = tt_bytes_of("a\xc3\xa4\xe2\x82\xac\xf0\x9f\x98\x80z");
    const size_t expected[13] = {0, 1, 1, 3, 3, 3, 6, 6, 6, 6, 10, 11, 11};
    for (size_t limit = 0; limit < 13; limit++) {
        assert_int_equal(tt_utf8_cut(text, limit), expected[limit]);
        assert_int_equal(model_cut(text, limit), expected[limit]);
    }
    assert_int_equal(tt_utf8_cut((tt_bytes){NULL, 0}, 0), 0);
    assert_int_equal(tt_utf8_cut(text, SIZE_MAX), 11);
}

static void cut_of_any_bytes(void **state)
{
    (void)state;
    static const uint8_t kinds[] = {'a',  0x80, 0xbf, 0xc3, 0xe2, 0xed,
                                    0xa0, 0xf0, 0x9f, 0xf4, 0xff};
    uint64_t seed = 5;
    for (int round = 0; round < 20000; round++) {
        uint8_t bytes[12];
        tt_bytes text = {bytes, random_next(&seed) % 13};
        for (size_t i = 0; i < text.size; i++) {
            bytes[i] = kinds[random_next(&seed) % sizeof kinds];
        }
        for (size_t limit = 0; limit <= 12; limit++) {
            assert_int_equal(tt_utf8_cut(text, limit), model_cut(text, limit));
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_code_point),
        cmocka_unit_test(overlong_forms_are_invalid),
        cmocka_unit_test(invalid_parts_are_as_long_as_they_could_go_on),
        cmocka_unit_test(validity_sees_every_byte),
        cmocka_unit_test(cut_splits_no_code_point),
        cmocka_unit_test(cut_of_any_bytes),
    };
    return cmocka_run_group_tests_name("utf8", tests, NULL, NULL);
}
