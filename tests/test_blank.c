/* SPDX-License-Identifier: MIT
 *
 * Tests of the game's blanks (wire/blank.h).
 */
#include "cm.h"

#include "wire/blank.h"

/* In order; every code point that is not here is no blank. */
static const int32_t blanks[] = {
    0x85,   0xa0,   0x34f,  0x115f, 0x1160, 0x1680, 0x180e, 0x2000, 0x2001, 0x2002, 0x2003, 0x2004,
    0x2005, 0x2006, 0x2007, 0x2008, 0x2009, 0x200a, 0x200b, 0x200c, 0x200d, 0x200e, 0x200f, 0x2028,
    0x2029, 0x202a, 0x202b, 0x202c, 0x202d, 0x202e, 0x202f, 0x205f, 0x2060, 0x2061, 0x2062, 0x2063,
    0x2064, 0x206a, 0x206b, 0x206c, 0x206d, 0x206e, 0x206f, 0x2800, 0x3000, 0x3164, 0xfe00, 0xfe01,
    0xfe02, 0xfe03, 0xfe04, 0xfe05, 0xfe06, 0xfe07, 0xfe08, 0xfe09, 0xfe0a, 0xfe0b, 0xfe0c, 0xfe0d,
    0xfe0e, 0xfe0f, 0xfeff, 0xffa0, 0xfff9, 0xfffa, 0xfffb, 0xfffc,
};

static void all_code_points(void **state)
{
    (void)state;
    size_t next = 0, count = sizeof blanks / sizeof blanks[0];
    for (int32_t point = 0; point <= 0x10ffff; point++) {
        int want = point <= ' ';
        if (next < count && point == blanks[next]) {
            want = 1;
            next++;
        }
        if (tti_is_blank(point) != want) {
            fail_msg("U+%04X", (unsigned)point);
        }
    }
    assert_int_equal(next, count);
}

static void no_code_points(void **state)
{
    (void)state;
    assert_int_equal(tti_is_blank(-1), 0);
    assert_int_equal(tti_is_blank(INT32_MIN), 0);
    assert_int_equal(tti_is_blank(INT32_MAX), 0);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_code_points),
        cmocka_unit_test(no_code_points),
    };
    return cmocka_run_group_tests_name("blank", tests, NULL, NULL);
}
