/* SPDX-License-Identifier: MIT
 *
 * Tests of strings in ints (teetape/string.h) with the vectors of tests/vectors/strings.txt.
 */
#include "cm.h"

#include "base/mem.h"
#include "teetape/string.h"
#include "vectors.h"

static void one_string_by_hand(void **state)
{
    (void)state;
    int32_t ints[3];
    char text[12];
    assert_int_equal(tt_string_to_ints(ints, 3, tt_bytes_of("ab")), TT_OK);
    assert_int_equal((uint32_t)ints[0], 0xe1e28080u);
    assert_int_equal((uint32_t)ints[1], 0x80808080u);
    assert_int_equal((uint32_t)ints[2], 0x80808000u);
    assert_int_equal(tt_string_from_ints(text, ints, 3), TT_OK);
    assert_string_equal(text, "ab");
}

/* Each length against each number of ints; what fits comes back. */
static void lengths(void **state)
{
    (void)state;
    for (size_t count = 0; count <= 8; count++) {
        for (size_t size = 0; size <= 40; size++) {
            uint8_t text[40];
            char back[36];
            int32_t ints[9], before[9];
            memset(text, 'q', sizeof text);
            memset(ints, 0x5a, sizeof ints);
            memset(back, 'e', sizeof back);
            memcpy(before, ints, sizeof ints);
            tt_status status = tt_string_to_ints(ints, count, (tt_bytes){text, size});
            int fits = size + 1 <= 4 * count;
            assert_int_equal(status, fits ? TT_OK : TT_ERR_SPACE);
            if (!fits) {
                assert_memory_equal(ints, before, sizeof ints);
                continue;
            }
            assert_int_equal(ints[count], before[count]);
            assert_int_equal(ints[count - 1] & 0xff, 0);
            assert_int_equal(tt_string_from_ints(back, ints, count), TT_OK);
            assert_int_equal(back[4 * count], 'e');
            assert_true(size == 0 || memcmp(back, text, size) == 0);
            for (size_t i = size; i < 4 * count; i++) {
                assert_int_equal(back[i], 0);
            }
        }
    }
}

static void nul_in_the_text_does_not_fit(void **state)
{
    (void)state;
    int32_t ints[2] = {7, 7};
    tt_bytes text = {(const uint8_t *)"a\0b", 3};
    assert_int_equal(tt_string_to_ints(ints, 2, text), TT_ERR_SPACE);
    assert_int_equal(ints[0], 7);
    assert_int_equal(ints[1], 7);
}

static void no_ints_are_no_string(void **state)
{
    (void)state;
    char text[1] = {'e'};
    assert_int_equal(tt_string_from_ints(text, NULL, 0), TT_ERR_ARGUMENT);
    assert_int_equal(text[0], 'e');
    assert_int_equal(tt_string_to_ints(NULL, 0, tt_bytes_of("")), TT_ERR_SPACE);
}

static void all_zero_is_not_the_empty_string(void **state)
{
    (void)state;
    const int32_t zeros[3] = {0, 0, 0};
    char text[12];
    memset(text, 'e', sizeof text);
    assert_int_equal(tt_string_from_ints(text, zeros, 3), TT_ERR_UTF8);
    for (size_t i = 0; i < sizeof text; i++) {
        assert_int_equal(text[i], 0);
    }
}

static void invalid_utf8_is_written_as_it_is(void **state)
{
    (void)state;
    int32_t ints[1];
    char text[4];
    assert_int_equal(tt_string_to_ints(ints, 1, tt_bytes_of("a\xff")), TT_OK);
    assert_int_equal(ints[0], tti_signed(0xe17f8000u));
    assert_int_equal(tt_string_from_ints(text, ints, 1), TT_ERR_UTF8);
}

/* What follows the first NUL is no part of the text, valid or not. */
static void bytes_behind_the_nul_do_not_count(void **state)
{
    (void)state;
    const int32_t ints[2] = {tti_signed(0xe1807f7fu), tti_signed(0x7f7f7f7fu)};
    char text[8];
    assert_int_equal(tt_string_from_ints(text, ints, 2), TT_OK);
    assert_memory_equal(text, "a\0\0\0\0\0\0\0", 8);
}

static void random_ints(void **state)
{
    (void)state;
    uint64_t seed = 7;
    for (int round = 0; round < 20000; round++) {
        int32_t ints[4], again[4];
        char text[16];
        uint8_t bytes[16];
        for (size_t i = 0; i < 4; i++) {
            ints[i] = tti_signed(random_next(&seed));
            /* Mostly ASCII, or all would be invalid. */
            ints[i] = tti_signed((uint32_t)ints[i] | ((round & 7) != 0 ? 0x80808080u : 0));
            for (unsigned k = 0; k < 4; k++) {
                bytes[4 * i + k] = (uint8_t)(((uint32_t)ints[i] >> (24 - 8 * k)) + 128);
            }
        }
        bytes[15] = 0;
        tt_bytes model = {bytes, strlen((const char *)bytes)};
        tt_status status = tt_string_from_ints(text, ints, 4);
        assert_int_equal(status, tt_utf8_valid(model) ? TT_OK : TT_ERR_UTF8);
        if (status != TT_OK) {
            assert_string_equal(text, "");
            continue;
        }
        assert_true(tt_bytes_equal(tt_bytes_of(text), model));
        char text_again[16];
        assert_int_equal(tt_string_to_ints(again, 4, model), TT_OK);
        assert_int_equal(tt_string_from_ints(text_again, again, 4), TT_OK);
        assert_string_equal(text_again, text);
    }
}

static void vectors_are_met(void **state)
{
    (void)state;
    int to = 0, from = 0;
    vectors v;
    vectors_open(&v, "strings.txt");
    while (vectors_next(&v)) {
        uint8_t bytes[128];
        int32_t ints[32], made[32];
        char text[128];
        if (vectors_is(&v, "strtoints.")) {
            size_t count = (size_t)vectors_part(&v, 1);
            size_t size = vectors_hex(bytes, sizeof bytes, v.field[1]);
            assert_int_equal(vectors_ints(ints, 32, v.field[2]), count);
            assert_int_equal(tt_string_to_ints(made, count, (tt_bytes){bytes, size}), TT_OK);
            assert_memory_equal(made, ints, count * sizeof ints[0]);
            assert_int_equal(tt_string_from_ints(text, ints, count), TT_OK);
            assert_true(tt_bytes_equal(tt_bytes_of(text), (tt_bytes){bytes, size}));
            to++;
        } else if (vectors_is(&v, "intstostr.")) {
            size_t count = vectors_ints(ints, 32, v.field[1]);
            size_t size = vectors_hex(bytes, sizeof bytes, v.field[2] + 2);
            tt_status expected = v.field[2][0] == '1' ? TT_OK : TT_ERR_UTF8;
            assert_int_equal(tt_string_from_ints(text, ints, count), expected);
            assert_true(tt_bytes_equal(tt_bytes_of(text), (tt_bytes){bytes, size}));
            from++;
        }
    }
    assert_int_equal(to, 55);
    assert_int_equal(from, 8);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_string_by_hand),
        cmocka_unit_test(lengths),
        cmocka_unit_test(nul_in_the_text_does_not_fit),
        cmocka_unit_test(no_ints_are_no_string),
        cmocka_unit_test(all_zero_is_not_the_empty_string),
        cmocka_unit_test(invalid_utf8_is_written_as_it_is),
        cmocka_unit_test(bytes_behind_the_nul_do_not_count),
        cmocka_unit_test(random_ints),
        cmocka_unit_test(vectors_are_met),
    };
    return cmocka_run_group_tests_name("string_ints", tests, NULL, NULL);
}
