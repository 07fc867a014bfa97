/* SPDX-License-Identifier: MIT
 *
 * Tests of wire/xxh64.c: sums of another program for lengths around all its borders, and every way
 * to split the input in two.
 */
#include "cm.h"

#include "wire/hash.h"

/* Byte i of the input is i * 31 + 7. */
static void fill(uint8_t *data, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        data[i] = (uint8_t)(i * 31 + 7);
    }
}

static const struct {
    size_t size;
    uint64_t sum;
} rows[] = {
    {0, UINT64_C(0xef46db3751d8e999)},    {1, UINT64_C(0xa96c7f0ce858bbb7)},
    {3, UINT64_C(0x56e6957632a487f9)},    {4, UINT64_C(0xc60d15b1e3ff8f04)},
    {5, UINT64_C(0x808815858624dd4e)},    {7, UINT64_C(0xafbefc3d6c6f9a8e)},
    {8, UINT64_C(0x3da5c7aa269683e0)},    {11, UINT64_C(0x1fc070e44716bd8e)},
    {12, UINT64_C(0x8fe8ab1c1fd0666e)},   {15, UINT64_C(0xae2a37eb9357caa7)},
    {16, UINT64_C(0xa19ad429b02bc413)},   {31, UINT64_C(0x4a74f3a1a39ad4a1)},
    {32, UINT64_C(0x8d57d6a4671cc43d)},   {33, UINT64_C(0x62c9fd21ed857664)},
    {39, UINT64_C(0x1789542489e59cc4)},   {44, UINT64_C(0xa6b69c7cee5d5b54)},
    {63, UINT64_C(0x5c320a0d2707057f)},   {64, UINT64_C(0x7bbabbc45729d17e)},
    {65, UINT64_C(0xf3980c34bae65dc1)},   {100, UINT64_C(0xefa0ad2d3e70c151)},
    {255, UINT64_C(0x2c3db4bb567f731e)},  {256, UINT64_C(0x7c1ff7b1d57c10d5)},
    {1000, UINT64_C(0x99594f4828043d35)},
};

static void texts(void **state)
{
    (void)state;
    assert_true(tti_xxh64_of(NULL, 0) == UINT64_C(0xef46db3751d8e999));
    assert_true(tti_xxh64_of("a", 1) == UINT64_C(0xd24ec4f1a98c6e5b));
    assert_true(tti_xxh64_of("abc", 3) == UINT64_C(0x44bc2cf5ad770999));
    assert_true(tti_xxh64_of("teehistorian", 12) == UINT64_C(0x178d4e79f8c9dd35));
}

static void lengths_in_every_two_pieces(void **state)
{
    (void)state;
    uint8_t data[1000];
    fill(data, sizeof data);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_true(tti_xxh64_of(data, rows[i].size) == rows[i].sum);
        for (size_t split = 0; split <= rows[i].size; split++) {
            tti_xxh64 x;
            tti_xxh64_start(&x);
            tti_xxh64_add(&x, data, split);
            tti_xxh64_add(&x, data + split, rows[i].size - split);
            assert_true(tti_xxh64_sum(&x) == rows[i].sum);
        }
    }
}

/* The sum can be asked for on the way. */
static void one_byte_at_a_time(void **state)
{
    (void)state;
    uint8_t data[1000];
    tti_xxh64 x;
    size_t row = 0;
    fill(data, sizeof data);
    tti_xxh64_start(&x);
    for (size_t i = 0; i <= sizeof data; i++) {
        if (i == rows[row].size) {
            assert_true(tti_xxh64_sum(&x) == rows[row++].sum);
        }
        tti_xxh64_add(&x, NULL, 0);
        tti_xxh64_add(&x, data + i, i != sizeof data);
    }
    assert_int_equal(row, sizeof rows / sizeof rows[0]);
}

static void long_input_at_odd_places(void **state)
{
    (void)state;
    static uint8_t data[70001];
    fill(data + 1, 70000);
    assert_true(tti_xxh64_of(data + 1, 70000) == UINT64_C(0xd8b5e24e399adede));
    for (size_t step = 1; step < 3000; step += 97) {
        tti_xxh64 x;
        tti_xxh64_start(&x);
        for (size_t at = 0; at < 70000; at += step) {
            tti_xxh64_add(&x, data + 1 + at, 70000 - at < step ? 70000 - at : step);
        }
        assert_true(tti_xxh64_sum(&x) == UINT64_C(0xd8b5e24e399adede));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(texts),
        cmocka_unit_test(lengths_in_every_two_pieces),
        cmocka_unit_test(one_byte_at_a_time),
        cmocka_unit_test(long_input_at_odd_places),
    };
    return cmocka_run_group_tests_name("xxh64", tests, NULL, NULL);
}
