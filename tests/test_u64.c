/* SPDX-License-Identifier: MIT
 *
 * Tests of the numbers of wire/checked.h.
 */
#include "cm.h"

#include "base/cursor.h"
#include "wire/checked.h"

static void check(uint64_t value, const char *bytes, size_t size)
{
    uint8_t room[TTI_U64_MAX];
    for (size_t cap = 0; cap <= sizeof room; cap++) {
        tt_packer p = tt_packer_of(room, cap);
        tti_pack_u64(&p, value);
        assert_int_equal(p.status, cap < size ? TT_ERR_SPACE : TT_OK);
        assert_int_equal(tt_packer_bytes(&p).size, cap < size ? 0 : size);
    }
    assert_memory_equal(room, bytes, size);
    for (size_t there = 0; there <= size; there++) {
        tt_unpacker u = tt_unpacker_of(bytes, there);
        assert_true(tti_unpack_u64(&u) == (there < size ? 0 : value));
        assert_int_equal(u.status, there < size ? TT_ERR_TRUNCATED : TT_OK);
        assert_int_equal(tti_unpacker_offset(&u), there < size ? 0 : size);
    }
}

static void numbers(void **state)
{
    (void)state;
    check(0, "\x00", 1);
    check(1, "\x01", 1);
    check(127, "\x7f", 1);
    check(128, "\x80\x01", 2);
    check(300, "\xac\x02", 2);
    check(16383, "\xff\x7f", 2);
    check(16384, "\x80\x80\x01", 3);
    check(UINT32_MAX, "\xff\xff\xff\xff\x0f", 5);
    check(INT64_MAX, "\xff\xff\xff\xff\xff\xff\xff\xff\x7f", 9);
    check((uint64_t)INT64_MAX + 1, "\x80\x80\x80\x80\x80\x80\x80\x80\x80\x01", 10);
    check(UINT64_MAX, "\xff\xff\xff\xff\xff\xff\xff\xff\xff\x01", 10);
}

static void every_bit(void **state)
{
    (void)state;
    for (unsigned bit = 0; bit < 64; bit++) {
        uint8_t room[TTI_U64_MAX];
        uint64_t value = UINT64_C(1) << bit;
        tt_packer p = tt_packer_of(room, sizeof room);
        tti_pack_u64(&p, value);
        assert_int_equal(tt_packer_bytes(&p).size, bit / 7 + 1);
        tt_unpacker u = tt_unpacker_of(room, sizeof room);
        assert_true(tti_unpack_u64(&u) == value);
    }
}

static void check_bad(const char *bytes, size_t size)
{
    tt_unpacker u = tt_unpacker_of(bytes, size);
    assert_true(tti_unpack_u64(&u) == 0);
    assert_int_equal(u.status, TT_ERR_RANGE);
    assert_int_equal(tti_unpacker_offset(&u), 0);
    assert_true(tti_unpack_u64(&u) == 0); /* the first error remains */
    assert_int_equal(u.status, TT_ERR_RANGE);
}

static void other_forms_are_refused(void **state)
{
    (void)state;
    check_bad("\x80\x00", 2);
    check_bad("\xff\x80\x00\x01", 4);
    check_bad("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x00", 10);
    check_bad("\xff\xff\xff\xff\xff\xff\xff\xff\xff\x02", 10);
    check_bad("\x80\x80\x80\x80\x80\x80\x80\x80\x80\x81\x00", 11);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(numbers),
        cmocka_unit_test(every_bit),
        cmocka_unit_test(other_forms_are_refused),
    };
    return cmocka_run_group_tests_name("u64", tests, NULL, NULL);
}
