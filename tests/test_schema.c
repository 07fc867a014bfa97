/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/schema.h and of the descriptions of all records and messages.
 */
#include "cm.h"
#include "teehistorian/write.h"

#include "schema/fields.h"
#include "teehistorian/tick.h"
#include "teetape/secret.h"
#include "teetape/string.h"
#include "teetape/teehistorian.h"
#include "teetape/varint.h"

static const size_t sizes[] = {
    [TT_TYPE_INT] = sizeof(tt_field_INT),         [TT_TYPE_OPT_INT] = sizeof(tt_field_OPT_INT),
    [TT_TYPE_BOOL] = sizeof(tt_field_BOOL),       [TT_TYPE_CID] = sizeof(tt_field_CID),
    [TT_TYPE_ANY_CID] = sizeof(tt_field_ANY_CID), [TT_TYPE_TEXT] = sizeof(tt_field_TEXT),
    [TT_TYPE_DATA] = sizeof(tt_field_DATA),       [TT_TYPE_UUID] = sizeof(tt_field_UUID),
    [TT_TYPE_TEXTS] = sizeof(tt_field_TEXTS),     [TT_TYPE_INPUT] = sizeof(tt_field_INPUT),
    [TT_TYPE_INTS] = sizeof(tt_field_INTS),       [TT_TYPE_MSG] = sizeof(tt_field_MSG),
};

/* Names, places that do not overlap, ranges that make sense. */
static void check_type(const tt_type *type, size_t room)
{
    size_t at = 0;
    assert_true(type->name[0] != 0 && type->doc[0] != 0);
    assert_true((type->fields == NULL) == (type->field_count == 0));
    for (size_t i = 0; i < type->field_count; i++) {
        const tt_field *field = &type->fields[i];
        assert_true(field->name[0] != 0 && field->doc[0] != 0);
        assert_true(field->type < sizeof sizes / sizeof sizes[0] && field->count >= 1);
        assert_true(field->offset >= at);
        at = field->offset + field->count * sizes[field->type];
        assert_true(field->min <= field->max);
        assert_true(field->derived == 0 || field->derived == 1);
        for (size_t other = 0; other < i; other++) {
            assert_string_not_equal(field->name, type->fields[other].name);
        }
        char object[1024];
        assert_ptr_equal(tt_field_of(field, object), object + field->offset);
    }
    assert_true(at <= room);
}

static void all_types_are_described(void **state)
{
    (void)state;
    for (int kind = 0; kind < TT_TH_KINDS; kind++) {
        const tt_type *type = tt_th_type((tt_th_kind)kind);
        assert_non_null(type);
        check_type(type, sizeof(((tt_th_event *)NULL)->u));
        for (int other = 0; other < kind; other++) {
            assert_string_not_equal(type->name, tt_th_type((tt_th_kind)other)->name);
        }
    }
    for (int kind = 0; kind < TT_MSG_KINDS; kind++) {
        const tt_type *type = tt_msg_type((tt_msg_kind)kind);
        assert_non_null(type);
        check_type(type, sizeof(((tt_msg *)NULL)->u));
    }
    assert_null(tt_th_type(TT_TH_KINDS));
    assert_null(tt_th_type((tt_th_kind)-1));
    assert_null(tt_msg_type(TT_MSG_KINDS));
    assert_null(tt_msg_type((tt_msg_kind)-1));
}

static void records_by_name(void **state)
{
    (void)state;
    assert_string_equal(tt_th_type(TT_TH_HEADER)->name, "header");
    assert_int_equal(tt_th_type(TT_TH_HEADER)->field_count, 0);
    assert_string_equal(tt_th_type(TT_TH_FINISH)->name, "finish");
    const tt_type *type = tt_th_type(TT_TH_PLAYER_DIFF);
    assert_string_equal(type->name, "player_diff");
    assert_int_equal(type->field_count, 5);
    const char *const names[] = {"cid", "dx", "dy", "x", "y"};
    tt_th_event event;
    for (int i = 0; i < 5; i++) {
        assert_string_equal(type->fields[i].name, names[i]);
        assert_int_equal(type->fields[i].derived, i >= 3);
    }
    event.u.player_diff.dy = -5;
    assert_int_equal(*(const int32_t *)tt_field_of(&type->fields[2], &event.u), -5);
}

/* Fields of bytes come back as they went in; those that only records have are refused. */
static void fields_are_packed(void **state)
{
    static const tt_field fields[] = {
        {.name = "uuid", .type = TT_TYPE_UUID, .offset = 0, .count = 1},
        {.name = "data", .type = TT_TYPE_DATA, .offset = sizeof(tt_uuid), .count = 1}};
    struct {
        tt_uuid uuid;
        tt_bytes data;
    } in = {{{1, 2, 3}}, tt_bytes_of("rest")}, out;
    const tt_type type = {.name = "any", .fields = fields, .field_count = 2};
    uint8_t room[64];
    (void)state;
    tt_packer p = tt_packer_of(room, sizeof room);
    tti_fields_pack(&type, &p, &in);
    assert_int_equal(p.status, TT_OK);
    assert_int_equal(tt_packer_bytes(&p).size, 20);
    tt_unpacker u = tt_unpacker_of(room, tt_packer_bytes(&p).size);
    assert_int_equal(tti_fields_unpack(&type, &u, &out), TT_OK);
    assert_memory_equal(&out.uuid, &in.uuid, sizeof in.uuid);
    assert_true(tt_bytes_equal(out.data, in.data));
    for (int kind = TT_TYPE_TEXTS; kind <= TT_TYPE_MSG; kind++) {
        const tt_field field = {.name = "no", .type = (tt_field_type)kind, .count = 1};
        const tt_type refused = {.name = "no", .fields = &field, .field_count = 1};
        if (kind != TT_TYPE_INTS) {
            p = tt_packer_of(room, sizeof room);
            tti_fields_pack(&refused, &p, &in);
            assert_int_equal(p.status, TT_ERR_ARGUMENT);
        }
    }
}

/* Known extensions: each UUID is that of its name, each is found again. */
static void extensions(void **state)
{
    (void)state;
    int count = 0;
    for (int k = -1; k <= TT_TH_KINDS; k++) {
        tt_th_kind kind = (tt_th_kind)k;
        const char *name = tti_th_ex_name(kind);
        int is_extension = k > TT_TH_EX && k < TT_TH_KINDS;
        assert_int_equal(name != NULL, is_extension);
        assert_int_equal(tti_th_ex_uuid(kind) != NULL, is_extension);
        if (is_extension) {
            tt_uuid uuid = tt_uuid_from_name(tt_bytes_of(name));
            assert_memory_equal(uuid.bytes, tti_th_ex_uuid(kind)->bytes, 16);
            assert_int_equal(tti_th_ex_find(&uuid), kind);
            uuid.bytes[15] ^= 1;
            assert_int_equal(tti_th_ex_find(&uuid), TT_TH_EX);
            count++;
        }
    }
    assert_int_equal(count, 21);
    assert_string_equal(tti_th_ex_name(TT_TH_PLAYER_SWITCH), "teehistorian-player-swap@ddnet.tw");
}

static void texts(void **state)
{
    (void)state;
    tt_texts list = {3, {(const uint8_t *)"one\0\0three", 11}};
    assert_true(tt_bytes_equal(tt_texts_next(&list), tt_bytes_of("one")));
    tt_bytes empty = tt_texts_next(&list);
    assert_true(empty.data != NULL && empty.size == 0);
    assert_int_equal(list.count, 1);
    assert_true(tt_bytes_equal(tt_texts_next(&list), tt_bytes_of("three")));
    for (int i = 0; i < 2; i++) {
        tt_bytes none = tt_texts_next(&list);
        assert_true(none.data == NULL && none.size == 0 && list.count == 0);
    }
    /* A wrong list has no more entries. */
    tt_texts wrong = {2, {(const uint8_t *)"one", 3}};
    assert_null(tt_texts_next(&wrong).data);
    assert_int_equal(wrong.count, 0);
    tt_texts negative = {-1, {(const uint8_t *)"one", 4}};
    assert_null(tt_texts_next(&negative).data);
}

/* The three types that have a framing of their own. */
static void types_that_are_not_walked(void **state)
{
    (void)state;
    const tt_th_kind kinds[] = {TT_TH_CONSOLE_COMMAND, TT_TH_INPUT_NEW};
    for (int i = 0; i < 2; i++) {
        tt_th_event event;
        tt_unpacker u = tt_unpacker_of("\1\1\1\0\0\0\0\0\0\0\0\0", 12);
        assert_int_equal(tti_fields_unpack(tt_th_type(kinds[i]), &u, &event.u), TT_ERR_ARGUMENT);
    }
}

static void derived_members_are_not_read(void **state)
{
    (void)state;
    tt_th_event event;
    tt_unpacker u = tt_unpacker_of("\5\6\7\1", 4);
    event.u.player_diff.x = 99;
    assert_int_equal(tti_fields_unpack(tt_th_type(TT_TH_PLAYER_DIFF), &u, &event.u), TT_OK);
    assert_int_equal(event.u.player_diff.cid, 5);
    assert_int_equal(event.u.player_diff.dx, 6);
    assert_int_equal(event.u.player_diff.dy, 7);
    assert_int_equal(event.u.player_diff.x, 99);
    assert_int_equal(tt_unpacker_left(&u), 1);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(all_types_are_described),
        cmocka_unit_test(records_by_name),
        cmocka_unit_test(fields_are_packed),
        cmocka_unit_test(extensions),
        cmocka_unit_test(texts),
        cmocka_unit_test(types_that_are_not_walked),
        cmocka_unit_test(derived_members_are_not_read),
    };
    return cmocka_run_group_tests_name("schema", tests, NULL, NULL);
}
