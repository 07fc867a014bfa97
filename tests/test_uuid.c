/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/uuid.h. The UUIDs of teehistorian are made again from their names
 * (tests/vectors/uuids_teehistorian.txt).
 */
#include "base/cursor.h"
#include "cm.h"
#include "wire/uuid.h"

#include "teetape/uuid.h"
#include "vectors.h"

static void teehistorian_names(void **state)
{
    (void)state;
    int count = 0;
    vectors v;
    vectors_open(&v, "uuids_teehistorian.txt");
    while (vectors_next(&v)) {
        tt_uuid expected, made = tt_uuid_from_name(tt_bytes_of(v.field[1]));
        char text[TT_UUID_TEXT];
        assert_int_equal(v.fields, 3);
        assert_int_equal(tti_uuid_parse(&expected, tt_bytes_of(v.field[2])), TT_OK);
        tt_uuid_format(text, &made);
        assert_string_equal(text, v.field[2]);
        assert_true(tti_uuid_equal(&made, &expected));
        count++;
    }
    assert_int_equal(count, 22);
}

static void names_of_any_length_have_version_3(void **state)
{
    (void)state;
    uint8_t name[200];
    memset(name, 'n', sizeof name);
    for (size_t size = 0; size < sizeof name; size++) {
        tt_uuid uuid = tt_uuid_from_name((tt_bytes){size == 0 ? NULL : name, size});
        assert_int_equal(uuid.bytes[6] >> 4, 3);
        assert_int_equal(uuid.bytes[8] >> 6, 2);
    }
}

static void text_and_bytes(void **state)
{
    (void)state;
    const tt_uuid uuid = {{0xe0, 0x5d, 0xda, 0xaa, 0xc4, 0xe6, 0x4c, 0xfb, 0xb6, 0x42, 0x5d, 0x48,
                           0xe8, 0x0c, 0x00, 0x29}};
    char text[TT_UUID_TEXT + 1];
    memset(text, 'e', sizeof text);
    tt_uuid_format(text, &uuid);
    assert_string_equal(text, "e05ddaaa-c4e6-4cfb-b642-5d48e80c0029");
    assert_int_equal(text[TT_UUID_TEXT], 'e');
    tt_uuid back;
    assert_int_equal(tti_uuid_parse(&back, tt_bytes_of(text)), TT_OK);
    assert_true(tti_uuid_equal(&back, &uuid));
    assert_int_equal(tti_uuid_parse(&back, tt_bytes_of("E05DDAAA-C4E6-4CFB-B642-5D48E80C0029")),
                     TT_OK);
    assert_true(tti_uuid_equal(&back, &uuid));
}

/* Every byte at every place: only a hex digit, or a dash where one belongs, is accepted. */
static void parse_accepts_nothing_else(void **state)
{
    (void)state;
    const char *good = "e05ddaaa-c4e6-4cfb-b642-5d48e80c0029";
    const tt_uuid zeros = {{0}};
    for (size_t at = 0; at < 36; at++) {
        for (int c = 0; c < 256; c++) {
            char text[37];
            memcpy(text, good, 37);
            text[at] = (char)c;
            int dash = at == 8 || at == 13 || at == 18 || at == 23;
            int digit = (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F');
            tt_uuid uuid;
            memset(&uuid, 0xee, sizeof uuid);
            tt_status status = tti_uuid_parse(&uuid, (tt_bytes){(const uint8_t *)text, 36});
            assert_int_equal(status, (dash ? c == '-' : digit) ? TT_OK : TT_ERR_SYNTAX);
            if (status != TT_OK) {
                assert_true(tti_uuid_equal(&uuid, &zeros));
            }
        }
    }
    for (size_t size = 0; size < 40; size++) {
        char text[40];
        tt_uuid uuid;
        memset(text, 'a', sizeof text);
        memcpy(text, good, 36);
        memset(&uuid, 0xee, sizeof uuid);
        assert_int_equal(tti_uuid_parse(&uuid, (tt_bytes){(const uint8_t *)text, size}),
                         size == 36 ? TT_OK : TT_ERR_SYNTAX);
        assert_int_equal(tti_uuid_equal(&uuid, &zeros), size != 36);
    }
}

static void equal_looks_at_every_byte(void **state)
{
    (void)state;
    const tt_uuid a = {{1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16}};
    assert_int_equal(tti_uuid_equal(&a, &a), 1);
    for (size_t i = 0; i < 16; i++) {
        tt_uuid b = a;
        b.bytes[i] ^= 0x80;
        assert_int_equal(tti_uuid_equal(&a, &b), 0);
    }
}

static void cursors_take_sixteen_bytes(void **state)
{
    (void)state;
    const tt_uuid uuid = tt_uuid_from_name(tt_bytes_of("teehistorian-test@ddnet.tw"));
    const tt_uuid zeros = {{0}};
    for (size_t size = 0; size <= 17; size++) {
        uint8_t space[17] = {0};
        tt_packer p = tt_packer_of(space, size);
        tt_pack_uuid(&p, &uuid);
        assert_int_equal(p.status, size >= 16 ? TT_OK : TT_ERR_SPACE);
        assert_int_equal(tt_packer_bytes(&p).size, size >= 16 ? 16 : 0);
        tt_unpacker u = tt_unpacker_of(uuid.bytes, size > 16 ? 16 : size);
        tt_uuid back = tt_unpack_uuid(&u);
        assert_int_equal(u.status, size >= 16 ? TT_OK : TT_ERR_TRUNCATED);
        assert_true(tti_uuid_equal(&back, size >= 16 ? &uuid : &zeros));
        assert_int_equal(tti_unpacker_offset(&u), size >= 16 ? 16 : 0);
        if (size >= 16) {
            assert_memory_equal(space, uuid.bytes, 16);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(teehistorian_names),
        cmocka_unit_test(names_of_any_length_have_version_3),
        cmocka_unit_test(text_and_bytes),
        cmocka_unit_test(parse_accepts_nothing_else),
        cmocka_unit_test(equal_looks_at_every_byte),
        cmocka_unit_test(cursors_take_sixteen_bytes),
    };
    return cmocka_run_group_tests_name("uuid", tests, NULL, NULL);
}
