/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/status.h: every number has a name and a sentence, and none stands twice.
 */
#include "cm.h"

#include "teetape/status.h"

#include "base/error.h"

typedef struct row {
    int number;
    const char *name;
    const char *text;
} row;

static const row rows[] = {
#define ROW(name, number, text) {number, #name, text},
    TT_STATUS_LIST(ROW)
#undef ROW
};

#define COUNT (sizeof rows / sizeof rows[0])

static void names_and_sentences_are_those_of_the_list(void **state)
{
    (void)state;
    assert_true(COUNT >= 40);
    for (size_t i = 0; i < COUNT; i++) {
        assert_string_equal(tt_status_name((tt_status)rows[i].number), rows[i].name);
        assert_string_equal(tt_status_text((tt_status)rows[i].number), rows[i].text);
    }
    assert_string_equal(tt_status_name(TT_ERR_TRUNCATED), "TT_ERR_TRUNCATED");
}

static void nothing_stands_twice(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        for (size_t k = 0; k < i; k++) {
            assert_int_not_equal(rows[i].number, rows[k].number);
            assert_string_not_equal(rows[i].text, rows[k].text);
        }
    }
}

/* The sign and the prefix say the same: programs rely on `status < 0`. */
static void sign_fits_the_name(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        int is_error = strncmp(rows[i].name, "TT_ERR_", 7) == 0;
        assert_int_equal(is_error, rows[i].number < 0);
        assert_int_equal(rows[i].number == 0, strcmp(rows[i].name, "TT_OK") == 0);
        if (strncmp(rows[i].name, "TT_WARN_", 8) == 0 ||
            strncmp(rows[i].name, "TT_NOTE_", 8) == 0) {
            assert_in_range(rows[i].number, 10, 999);
        }
    }
}

static void sentences_have_no_full_stop(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        size_t length = strlen(rows[i].text);
        assert_true(length > 0 && rows[i].text[length - 1] != '.');
    }
}

/* The numbers may not change: other programs have stored them. */
static void numbers_are_stable(void **state)
{
    (void)state;
    assert_int_equal(TT_OK, 0);
    assert_int_equal(TT_MORE, 1);
    assert_int_equal(TT_END, 2);
    assert_int_equal(TT_LATER, 3);
    assert_int_equal(TT_ERR_ARGUMENT, -1);
    assert_int_equal(TT_ERR_TRUNCATED, -2);
    assert_int_equal(TT_ERR_SPACE, -3);
    assert_int_equal(TT_ERR_RANGE, -4);
    assert_int_equal(TT_ERR_UTF8, -5);
    assert_int_equal(TT_ERR_SYNTAX, -6);
    assert_int_equal(TT_ERR_UNKNOWN, -7);
}

static void unknown_numbers_have_a_name_too(void **state)
{
    (void)state;
    const int unknown[] = {4, 9, 100000, -99, -100000, INT32_MAX, INT32_MIN};
    for (size_t i = 0; i < sizeof unknown / sizeof unknown[0]; i++) {
        /* Through memory, as it would come from a file: a cast of a number outside the
         * enum is what is being tested. */
        tt_status status;
        assert_int_equal(sizeof status, sizeof unknown[i]);
        memcpy(&status, &unknown[i], sizeof status);
        assert_string_equal(tt_status_name(status), "TT_?");
        assert_string_equal(tt_status_text(status), "unknown status");
    }
}

static void fail_fills_the_error(void **state)
{
    (void)state;
    tt_error error = {TT_OK, 0, NULL};
    assert_int_equal(tti_fail(&error, TT_ERR_SPACE, 77), TT_ERR_SPACE);
    assert_int_equal(error.status, TT_ERR_SPACE);
    assert_int_equal(error.offset, 77);
    assert_string_equal(error.what, tt_status_text(TT_ERR_SPACE));
    assert_int_equal(tti_fail(NULL, TT_ERR_RANGE, 1), TT_ERR_RANGE);
}

static void a_recording_is_good_unfinished_or_damaged(void **state)
{
    (void)state;
    assert_int_equal(tt_recording_state_of(0, 1), TT_RECORDING_GOOD);
    assert_int_equal(tt_recording_state_of(0, 0), TT_RECORDING_UNFINISHED);
    assert_int_equal(tt_recording_state_of(1, 1), TT_RECORDING_DAMAGED);
    assert_int_equal(tt_recording_state_of(UINT64_MAX, 0), TT_RECORDING_DAMAGED);
    assert_string_equal(tt_recording_state_name(TT_RECORDING_GOOD), "good");
    assert_string_equal(tt_recording_state_name(TT_RECORDING_UNFINISHED), "unfinished");
    assert_string_equal(tt_recording_state_name(TT_RECORDING_DAMAGED), "damaged");
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(names_and_sentences_are_those_of_the_list),
        cmocka_unit_test(nothing_stands_twice),
        cmocka_unit_test(sign_fits_the_name),
        cmocka_unit_test(sentences_have_no_full_stop),
        cmocka_unit_test(numbers_are_stable),
        cmocka_unit_test(unknown_numbers_have_a_name_too),
        cmocka_unit_test(fail_fills_the_error),
        cmocka_unit_test(a_recording_is_good_unfinished_or_damaged),
    };
    return cmocka_run_group_tests_name("status", tests, NULL, NULL);
}
