/* SPDX-License-Identifier: MIT
 *
 * Tests of base/mem.h. test_mem_plain.c runs them again over the loops that a build without
 * a C library uses.
 */
#include "base/mem.h"

#include "cm.h"

static void copy_fill_and_equal(void **state)
{
    (void)state;
    for (size_t size = 0; size < 70; size++) {
        uint8_t from[80], to[80];
        for (size_t i = 0; i < sizeof from; i++) {
            from[i] = (uint8_t)(i * 7 + 1);
        }
        tti_fill(to, 0xee, sizeof to);
        tti_copy(to + 1, from, size);
        assert_int_equal(to[0], 0xee);
        assert_int_equal(to[size + 1], 0xee);
        assert_true(size == 0 || memcmp(to + 1, from, size) == 0);
        assert_true(tti_equal(to + 1, from, size));
        for (size_t i = 0; i < size; i++) {
            to[1 + i] ^= 0x80;
            assert_false(tti_equal(to + 1, from, size));
            to[1 + i] ^= 0x80;
        }
    }
}

static void move_may_overlap(void **state)
{
    (void)state;
    for (size_t from = 0; from < 8; from++) {
        for (size_t to = 0; to < 8; to++) {
            uint8_t bytes[24];
            for (size_t i = 0; i < sizeof bytes; i++) {
                bytes[i] = (uint8_t)i;
            }
            tti_move(bytes + to, bytes + from, 16);
            for (size_t i = 0; i < 16; i++) {
                assert_int_equal(bytes[to + i], from + i);
            }
        }
    }
}

static void null_is_good_for_no_bytes(void **state)
{
    (void)state;
    tti_copy(NULL, NULL, 0);
    tti_move(NULL, NULL, 0);
    tti_fill(NULL, 0, 0);
    assert_true(tti_equal(NULL, NULL, 0));
    assert_null(tti_find_byte(NULL, 0, 0));
}

static void find_and_length(void **state)
{
    (void)state;
    const uint8_t bytes[6] = {1, 2, 0, 2, 0xff, 0};
    assert_ptr_equal(tti_find_byte(bytes, 6, 2), bytes + 1);
    assert_ptr_equal(tti_find_byte(bytes, 6, 0xff), bytes + 4);
    assert_ptr_equal(tti_find_byte(bytes, 6, 0), bytes + 2);
    assert_null(tti_find_byte(bytes, 4, 0xff));
    assert_null(tti_find_byte(bytes, 6, 3));
    assert_int_equal(tti_strlen(""), 0);
    assert_int_equal(tti_strlen("tee\0tape"), 3);
}

static void load_and_store(void **state)
{
    (void)state;
    const uint8_t bytes[9] = {0, 0x81, 0x02, 0x03, 0x84, 0x05, 0x06, 0x07, 0xf8};
    const uint8_t *p = bytes + 1; /* not aligned */
    uint8_t out[8];
    assert_int_equal(tti_load_le16(p), 0x0281);
    assert_int_equal(tti_load_be16(p), 0x8102);
    assert_int_equal(tti_load_le32(p), 0x84030281u);
    assert_int_equal(tti_load_be32(p), 0x81020384u);
    assert_true(tti_load_le64(p) == UINT64_C(0xf807060584030281));
    assert_true(tti_load_be64(p) == UINT64_C(0x81020384050607f8));
    tti_store_le16(out, 0x0281);
    assert_memory_equal(out, p, 2);
    tti_store_le32(out, 0x84030281u);
    assert_memory_equal(out, p, 4);
    tti_store_be32(out, 0x81020384u);
    assert_memory_equal(out, p, 4);
    tti_store_le64(out, UINT64_C(0xf807060584030281));
    assert_memory_equal(out, p, 8);
    tti_store_be64(out, UINT64_C(0x81020384050607f8));
    assert_memory_equal(out, p, 8);
}

static void bits_become_signed(void **state)
{
    (void)state;
    assert_true(tti_signed(0) == 0);
    assert_true(tti_signed(0x7fffffffu) == INT32_MAX);
    assert_true(tti_signed(0x80000000u) == INT32_MIN);
    assert_true(tti_signed(0xffffffffu) == -1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(copy_fill_and_equal),
        cmocka_unit_test(move_may_overlap),
        cmocka_unit_test(null_is_good_for_no_bytes),
        cmocka_unit_test(find_and_length),
        cmocka_unit_test(load_and_store),
        cmocka_unit_test(bits_become_signed),
    };
    return cmocka_run_group_tests_name(TTI_FREESTANDING ? "mem_plain" : "mem", tests, NULL, NULL);
}
