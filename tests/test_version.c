/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/version.h: the text and the numbers are the same, and they are what is linked.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>

#include <cmocka.h>

#include "teetape/version.h"

static void text_has_the_three_numbers(void **state)
{
    (void)state;
    char text[32];
    (void)snprintf(text, sizeof(text), "%d.%d.%d", TT_VERSION_MAJOR, TT_VERSION_MINOR,
                   TT_VERSION_PATCH);
    assert_string_equal(text, TT_VERSION_STRING);
}

static void linked_library_is_the_one_of_the_headers(void **state)
{
    (void)state;
    assert_string_equal(tt_version(), TT_VERSION_STRING);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(text_has_the_three_numbers),
        cmocka_unit_test(linked_library_is_the_one_of_the_headers),
    };
    return cmocka_run_group_tests_name("version", tests, NULL, NULL);
}
