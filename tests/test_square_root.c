/* SPDX-License-Identifier: MIT
 *
 * Tests of base/square_root.h: around every square with a root of one bit or of all bits, and of
 * numbers at random.
 */
#include "cm.h"

#include "base/square_root.h"

static void assert_root(uint64_t square, unsigned bits)
{
    uint64_t root = tti_square_root(square, bits);
    assert_true(root <= UINT32_MAX);
    assert_true(root * root <= square);
    assert_true(root == UINT32_MAX || (root + 1) * (root + 1) > square);
}

static void borders(void **state)
{
    (void)state;
    assert_int_equal(tti_square_root(0, 1), 0);
    assert_int_equal(tti_square_root(3, 1), 1);
    for (unsigned bits = 1; bits <= 32; bits++) {
        uint64_t most = (UINT64_C(1) << bits) - 1, first = UINT64_C(1) << (bits - 1);
        assert_int_equal(tti_square_root(most * most, bits), most);
        assert_int_equal(tti_square_root(most * most + 2 * most, bits), most);
        assert_int_equal(tti_square_root(most * most - 1, bits), most - 1);
        assert_int_equal(tti_square_root(first * first, bits), first);
        assert_int_equal(tti_square_root(first * first - 1, bits), first - 1);
    }
    assert_int_equal(tti_square_root(UINT64_MAX, 32), UINT32_MAX);
}

static void numbers(void **state)
{
    (void)state;
    uint64_t seed = 1;
    for (int i = 0; i < 100000; i++) {
        uint64_t square = (uint64_t)random_next(&seed) << 32 | random_next(&seed);
        unsigned bits = 1 + random_next(&seed) % 32;
        assert_root(square >> (64 - 2 * bits), bits);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {cmocka_unit_test(borders), cmocka_unit_test(numbers)};
    return cmocka_run_group_tests_name("square_root", tests, NULL, NULL);
}
