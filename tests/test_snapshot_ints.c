/* SPDX-License-Identifier: MIT
 *
 * Tests of rows of ints (snap/ints.h): the portable functions against a loop of this file, and
 * the ones for SSE2 against those, for all short sizes. Sanitizers see what lies outside.
 */
#include "cm.h"

#include <stdlib.h>

#include "snap/ints.h"

enum { MOST = 70 };

static void fill(int32_t *row, size_t count, uint64_t *seed)
{
    for (size_t i = 0; i < count; i++) {
        row[i] = tti_signed(random_next(seed));
    }
}

/* Rows in blocks of exactly their size. */
static int32_t *row_of(size_t count)
{
    int32_t *row = malloc(count * sizeof *row + 1);
    assert_non_null(row);
    return row;
}

static void check(size_t count, uint64_t *seed, int what)
{
    int32_t *a = row_of(count), *b = row_of(count), *plain = row_of(count), *fast = row_of(count);
    uint32_t sum = 0;
    fill(a, count, seed);
    memcpy(b, a, count * sizeof *a);
    if (what == 1) {
        fill(b, count, seed);
    } else if (what == 2 && count != 0) {
        b[random_next(seed) % count] ^= 1 << random_next(seed) % 31; /* one bit in one int */
    }
    int differs = memcmp(a, b, count * sizeof *a) != 0;
    assert_int_equal(tti_ints_diff_plain(plain, a, b, count), differs);
    assert_int_equal(tti_ints_diff(fast, a, b, count), differs);
    assert_memory_equal(plain, fast, count * sizeof *a);
    for (size_t i = 0; i < count; i++) {
        assert_int_equal((uint32_t)plain[i], (uint32_t)a[i] - (uint32_t)b[i]);
        sum += (uint32_t)a[i];
    }
    /* b and the difference make a again */
    assert_int_equal(tti_ints_add_plain(fast, b, plain, count), differs);
    assert_memory_equal(fast, a, count * sizeof *a);
    memset(fast, 0, count * sizeof *a);
    assert_int_equal(tti_ints_add(fast, b, plain, count), differs);
    assert_memory_equal(fast, a, count * sizeof *a);
    /* in place: the difference and b make a */
    memcpy(fast, plain, count * sizeof *a);
    int any = 0;
    for (size_t i = 0; i < count; i++) {
        any |= b[i] != 0;
    }
    assert_int_equal(tti_ints_add_plain(plain, plain, b, count), any);
    assert_memory_equal(plain, a, count * sizeof *a);
    assert_int_equal(tti_ints_add(fast, fast, b, count), any);
    assert_memory_equal(fast, a, count * sizeof *a);
    assert_int_equal(tti_ints_sum_plain(a, count), sum);
    assert_int_equal(tti_ints_sum(a, count), sum);
    free(a);
    free(b);
    free(plain);
    free(fast);
}

static void all_short_rows(void **state)
{
    (void)state;
    uint64_t seed = 31;
    for (int round = 0; round < 40; round++) {
        for (size_t count = 0; count < MOST; count++) {
            for (int what = 0; what < 3; what++) {
                check(count, &seed, what);
            }
        }
    }
}

static void sums_wrap(void **state)
{
    (void)state;
    const int32_t a[2] = {INT32_MIN, INT32_MAX}, b[2] = {1, -1};
    int32_t row[2];
    assert_true(tti_ints_diff(row, a, b, 2));
    assert_true(row[0] == INT32_MAX && row[1] == INT32_MIN);
    const int32_t c[2] = {-1, 1};
    assert_true(tti_ints_add(row, a, c, 2));
    assert_true(row[0] == INT32_MAX && row[1] == INT32_MIN);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_short_rows),
        cmocka_unit_test(sums_wrap),
    };
    return cmocka_run_group_tests_name("snapshot_ints", tests, NULL, NULL);
}
