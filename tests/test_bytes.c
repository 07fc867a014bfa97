/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/bytes.h: views, and what both cursors promise about their first error.
 */
#include "cm.h"

#include "base/cursor.h"
#include "teetape/bytes.h"
#include "teetape/string.h"
#include "teetape/uuid.h"
#include "teetape/varint.h"
#include "wire/uuid.h"

static void views(void **state)
{
    (void)state;
    tt_bytes tee = tt_bytes_of("tee");
    assert_int_equal(tee.size, 3);
    assert_memory_equal(tee.data, "tee", 3);
    assert_int_equal(tt_bytes_of("").size, 0);
    assert_int_equal(tt_bytes_equal(tee, tt_bytes_of("tee")), 1);
    assert_int_equal(tt_bytes_equal(tee, tt_bytes_of("tea")), 0);
    assert_int_equal(tt_bytes_equal(tee, tt_bytes_of("teetape")), 0);
    assert_int_equal(tt_bytes_equal((tt_bytes){NULL, 0}, tt_bytes_of("")), 1);
    assert_int_equal(tt_bytes_equal((tt_bytes){NULL, 0}, tee), 0);
}

static void unpacker_counts(void **state)
{
    (void)state;
    const uint8_t bytes[5] = {1, 2, 3, 4, 5};
    tt_unpacker u = tt_unpacker_of(bytes, sizeof bytes);
    for (size_t i = 0; i <= 5; i++) {
        assert_int_equal(tti_unpacker_offset(&u), i);
        assert_int_equal(tt_unpacker_left(&u), 5 - i);
        if (i < 5) {
            tt_bytes one = tt_unpack_raw(&u, 1);
            assert_ptr_equal(one.data, bytes + i);
            assert_int_equal(one.size, 1);
        }
    }
    assert_int_equal(tt_unpack_raw(&u, 0).size, 0);
    assert_int_equal(u.status, TT_OK);
}

static void raw_is_bounded(void **state)
{
    (void)state;
    const uint8_t bytes[4] = {1, 2, 3, 4};
    const size_t too_many[] = {3, 4, SIZE_MAX / 2, SIZE_MAX - 1, SIZE_MAX};
    for (size_t i = 0; i < sizeof too_many / sizeof too_many[0]; i++) {
        tt_unpacker u = tt_unpacker_of(bytes, sizeof bytes);
        tt_unpack_raw(&u, 2);
        tt_bytes none = tt_unpack_raw(&u, too_many[i]);
        assert_null(none.data);
        assert_int_equal(none.size, 0);
        assert_int_equal(u.status, TT_ERR_TRUNCATED);
        assert_int_equal(tti_unpacker_offset(&u), 2);
        assert_int_equal(tt_unpacker_left(&u), 0);
    }
}

static void nothing_can_be_read_from_nothing(void **state)
{
    (void)state;
    tt_unpacker u = tt_unpacker_of(NULL, 0);
    assert_int_equal(tt_unpacker_left(&u), 0);
    assert_int_equal(tti_unpacker_offset(&u), 0);
    assert_int_equal(tt_unpack_raw(&u, 0).size, 0);
    assert_int_equal(u.status, TT_OK);
    tt_unpacker int_of = u, string_of = u, uuid_of = u;
    assert_int_equal(tt_unpack_int(&int_of), 0);
    assert_int_equal(tt_unpack_string(&string_of).size, 0);
    (void)tt_unpack_uuid(&uuid_of);
    assert_int_equal(int_of.status, TT_ERR_TRUNCATED);
    assert_int_equal(string_of.status, TT_ERR_TRUNCATED);
    assert_int_equal(uuid_of.status, TT_ERR_TRUNCATED);
}

/* Every getter gives nothing after an error, although there are good bytes left. */
static void first_read_error_is_kept(void **state)
{
    (void)state;
    const uint8_t bytes[40] = {1, 2, 3, 0x41, 0, 1};
    const tt_status errors[] = {TT_ERR_TRUNCATED, TT_ERR_RANGE, TT_ERR_UTF8};
    for (size_t i = 0; i < 3; i++) {
        tt_unpacker u = tt_unpacker_of(bytes, sizeof bytes);
        assert_int_equal(tt_unpack_int(&u), 1);
        u.status = errors[i];
        tt_uuid uuid = tt_unpack_uuid(&u);
        tt_uuid zeros = {{0}};
        assert_true(tti_uuid_equal(&uuid, &zeros));
        assert_int_equal(tt_unpack_int(&u), 0);
        assert_null(tt_unpack_string(&u).data);
        assert_null(tt_unpack_raw(&u, 1).data);
        assert_null(tt_unpack_raw(&u, SIZE_MAX).data);
        assert_int_equal(u.status, errors[i]);
        assert_int_equal(tti_unpacker_offset(&u), 1);
        assert_int_equal(tt_unpacker_left(&u), 0);
        assert_int_equal(u.odd, 0);
    }
}

static void packer_counts(void **state)
{
    (void)state;
    uint8_t space[8];
    memset(space, 0xee, sizeof space);
    tt_packer p = tt_packer_of(space, sizeof space);
    assert_int_equal(tt_packer_bytes(&p).size, 0);
    tt_pack_raw(&p, tt_bytes_of("tape"));
    tt_pack_raw(&p, (tt_bytes){NULL, 0});
    tt_pack_raw(&p, tt_bytes_of("4ta"));
    assert_int_equal(p.status, TT_OK);
    assert_ptr_equal(tt_packer_bytes(&p).data, space);
    assert_int_equal(tt_packer_bytes(&p).size, 7);
    assert_memory_equal(space, "tape4ta\xee", 8);
}

/* Each putter, with each space that is too small for it: it must not touch one byte. */
static void what_does_not_fit_writes_nothing(void **state)
{
    (void)state;
    const tt_uuid uuid = {{1, 2, 3}};
    const size_t sizes[5] = {4, 5, 16, 4, 7}; /* what the putters below need */
    for (int putter = 0; putter < 5; putter++) {
        for (size_t cap = 0; cap <= sizes[putter] + 1; cap++) {
            uint8_t space[24];
            memset(space, 0xee, sizeof space);
            tt_packer p = tt_packer_of(space, cap + 2);
            tt_pack_raw(&p, tt_bytes_of("ok"));
            switch (putter) {
            case 0:
                tt_pack_raw(&p, tt_bytes_of("tape"));
                break;
            case 1:
                tt_pack_int(&p, INT32_MAX);
                break;
            case 2:
                tt_pack_uuid(&p, &uuid);
                break;
            case 3:
                tt_pack_string(&p, tt_bytes_of("tee"), 0);
                break;
            default:
                tt_pack_string(&p, tt_bytes_of("\xff\xff"), 0);
                break;
            }
            int fits = cap >= sizes[putter];
            assert_int_equal(p.status, fits ? TT_OK : TT_ERR_SPACE);
            size_t written = 2 + (fits ? sizes[putter] : 0);
            assert_int_equal(tt_packer_bytes(&p).size, written);
            for (size_t i = written; i < sizeof space; i++) {
                assert_int_equal(space[i], 0xee);
            }
        }
    }
}

static void first_write_error_is_kept(void **state)
{
    (void)state;
    uint8_t space[4] = {0xee, 0xee, 0xee, 0xee};
    const tt_uuid uuid = {{0}};
    tt_packer p = tt_packer_of(space, sizeof space);
    tt_pack_raw(&p, tt_bytes_of("12345"));
    tt_pack_raw(&p, tt_bytes_of("1"));
    tt_pack_raw(&p, tt_bytes_of(""));
    tt_pack_int(&p, 1);
    tt_pack_string(&p, tt_bytes_of(""), 0);
    tt_pack_uuid(&p, &uuid);
    assert_int_equal(p.status, TT_ERR_SPACE);
    assert_int_equal(tt_packer_bytes(&p).size, 0);
    assert_memory_equal(space, "\xee\xee\xee\xee", 4);
}

static void nothing_fits_into_nothing(void **state)
{
    (void)state;
    tt_packer p = tt_packer_of(NULL, 0);
    assert_int_equal(tt_packer_bytes(&p).size, 0);
    tt_pack_raw(&p, tt_bytes_of(""));
    assert_int_equal(p.status, TT_OK);
    tt_packer raw = p, number = p, string = p;
    tt_pack_raw(&raw, tt_bytes_of("1"));
    tt_pack_int(&number, 0);
    tt_pack_string(&string, tt_bytes_of(""), 0);
    assert_int_equal(raw.status, TT_ERR_SPACE);
    assert_int_equal(number.status, TT_ERR_SPACE);
    assert_int_equal(string.status, TT_ERR_SPACE);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views),
        cmocka_unit_test(unpacker_counts),
        cmocka_unit_test(raw_is_bounded),
        cmocka_unit_test(nothing_can_be_read_from_nothing),
        cmocka_unit_test(first_read_error_is_kept),
        cmocka_unit_test(packer_counts),
        cmocka_unit_test(what_does_not_fit_writes_nothing),
        cmocka_unit_test(first_write_error_is_kept),
        cmocka_unit_test(nothing_fits_into_nothing),
    };
    return cmocka_run_group_tests_name("bytes", tests, NULL, NULL);
}
