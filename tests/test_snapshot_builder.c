/* SPDX-License-Identifier: MIT
 *
 * Tests of the builder of snapshots (teetape/snapshot.h).
 */
#include "cm.h"
#include "wire/uuid.h"

#include "snap/index.h"
#include "support/snap_make.h"
#include "vectors.h"

static slow_snap model;
static tt_snap_space space;
static tt_snap_types types;
static tt_snap_builder b;

static tt_status add(int32_t type, int32_t id, size_t size)
{
    static int32_t data[TT_SNAP_MAX_INTS];
    for (size_t i = 0; i < size; i++) {
        data[i] = (int32_t)i + id;
    }
    return tt_snap_builder_add(&b, type, id, size == 0 ? NULL : data, size);
}

static void vectors_build(void **state)
{
    (void)state;
    vectors v;
    vectors_open(&v, "snapshot.txt");
    while (vectors_next(&v)) {
        slow_parse(&model, v.field[1]);
        tt_snap_builder_init(&b, &space, NULL);
        for (int i = 0; i < model.count; i++) {
            const slow_item *item = &model.item[i];
            assert_int_equal(tt_snap_builder_add(&b, item->type, item->id, model.ints + item->at,
                                                 (size_t)item->size),
                             TT_OK);
        }
        tt_snap snap = tt_snap_builder_finish(&b);
        assert_true(made_same(&snap, &model));
        made_check(&snap);
    }
}

static void what_is_refused_changes_nothing(void **state)
{
    (void)state;
    tt_snap_builder_init(&b, &space, NULL);
    assert_int_equal(add(5, 1, 3), TT_OK);
    assert_int_equal(add(5, 1, 3), TT_ERR_SNAP_TWICE);
    assert_int_equal(add(5, 1, 0), TT_ERR_SNAP_TWICE);
    assert_int_equal(add(-1, 1, 0), TT_ERR_SNAP_TYPE);
    assert_int_equal(add(0x8000, 1, 0), TT_ERR_SNAP_TYPE);
    assert_int_equal(add(5, -1, 0), TT_ERR_SNAP_ID);
    assert_int_equal(add(5, 0x10000, 0), TT_ERR_SNAP_ID);
    assert_int_equal(tt_snap_builder_add(&b, 6, 1, NULL, SIZE_MAX), TT_ERR_SNAP_FULL);
    tt_uuid uuid = {{1}};
    assert_int_equal(tt_snap_builder_add_uuid(&b, &uuid, 1, NULL, 0), TT_ERR_ARGUMENT);
    assert_int_equal(add(0x7fff, 0xffff, 0), TT_OK);
    tt_snap snap = tt_snap_builder_finish(&b);
    slow_parse(&model, "5/1:1,2,3;32767/65535");
    assert_true(made_same(&snap, &model));
}

static void no_more_than_1024_items(void **state)
{
    (void)state;
    tt_snap_builder_init(&b, &space, NULL);
    for (int i = 0; i < TT_SNAP_MAX_ITEMS; i++) {
        assert_int_equal(add(i % 60, i / 60 * 3800, 1), TT_OK);
        if (i < 70 || i > 1000) {
            tt_snap so_far = tt_snap_builder_finish(&b);
            made_check(&so_far);
        }
    }
    assert_int_equal(add(64, 0, 0), TT_ERR_SNAP_FULL);
    assert_int_equal(add(0, 0, 0), TT_ERR_SNAP_TWICE);
    tt_snap snap = tt_snap_builder_finish(&b);
    assert_int_equal(snap.count, TT_SNAP_MAX_ITEMS);
    made_check(&snap);
}

static void no_more_than_65536_bytes(void **state)
{
    (void)state;
    tt_snap_builder_init(&b, &space, NULL);
    assert_int_equal(add(1, 1, TT_SNAP_MAX_INTS - 3), TT_ERR_SNAP_FULL);
    assert_int_equal(add(1, 1, TT_SNAP_MAX_INTS - 4 - 10), TT_OK);
    assert_int_equal(add(1, 2, 9), TT_ERR_SNAP_FULL);
    assert_int_equal(add(1, 2, 8), TT_OK);
    assert_int_equal(add(1, 3, 0), TT_ERR_SNAP_FULL);
    tt_snap snap = tt_snap_builder_finish(&b);
    assert_int_equal(tti_snap_write_size(&snap), TT_SNAP_MAX_INTS);
    made_check(&snap);
}

static const tt_uuid a = {{0x93, 0x3d, 0xea, 0x6a, 0xda, 0x79, 0x30, 0xea, 0xa9, 0x8f, 0x8a, 0xf0,
                           0x36, 0x89, 0xa9, 0x45}};
static const tt_uuid c = {{0xec, 0x15, 0xe6, 0x69, 0xce, 0x11, 0x33, 0x67, 0xae, 0x8e, 0xb9, 0x0e,
                           0x5b, 0x27, 0xb9, 0xd5}};
#define A_INTS "-1824658838,-629591830,-1450210576,914991429"
#define C_INTS "-334109079,-837733529,-1366378226,1529330133"

static void expect(const char *text)
{
    tt_snap snap = tt_snap_builder_finish(&b);
    slow_parse(&model, text);
    assert_true(made_same(&snap, &model));
}

static void extended_types_are_declared_at_their_first_use(void **state)
{
    (void)state;
    const int32_t data[] = {3, 4};
    memset(&types, 0, sizeof types);
    tt_snap_builder_init(&b, &space, &types);
    assert_int_equal(add(5, 1, 1), TT_OK);
    assert_int_equal(tt_snap_builder_add_uuid(&b, &a, 7, data, 2), TT_OK);
    assert_int_equal(tt_snap_builder_add_uuid(&b, &a, 8, data, 1), TT_OK);
    assert_int_equal(tt_snap_builder_add_uuid(&b, &a, 8, data, 1), TT_ERR_SNAP_TWICE);
    assert_int_equal(tt_snap_builder_add_uuid(&b, &c, 0x10000, data, 1), TT_ERR_SNAP_ID);
    assert_int_equal(tt_snap_builder_add_uuid(&b, &c, 7, NULL, 0), TT_OK);
    expect("5/1:1;0/32767:" A_INTS ";32767/7:3,4;32767/8:3;0/32766:" C_INTS ";32766/7");
    /* the next snapshot begins with all that were ever used */
    tt_snap_builder_init(&b, &space, &types);
    assert_int_equal(tt_snap_builder_add_uuid(&b, &c, 1, data, 1), TT_OK);
    expect("0/32767:" A_INTS ";0/32766:" C_INTS ";32766/1:3");
    tt_snap snap = tt_snap_builder_finish(&b);
    tt_uuid got;
    assert_true(tti_snap_type_uuid(&snap, 32766, &got) && tti_uuid_equal(&got, &c));
}

static void no_more_than_64_types(void **state)
{
    (void)state;
    tt_uuid uuid = {{0}};
    memset(&types, 0, sizeof types);
    tt_snap_builder_init(&b, &space, &types);
    for (int i = 0; i < TT_SNAP_MAX_TYPES; i++) {
        uuid.bytes[3] = (uint8_t)i;
        assert_int_equal(tt_snap_builder_add_uuid(&b, &uuid, 0, NULL, 0), TT_OK);
    }
    uuid.bytes[3] = 200;
    assert_int_equal(tt_snap_builder_add_uuid(&b, &uuid, 0, NULL, 0), TT_ERR_SNAP_TYPES);
    assert_int_equal(types.count, TT_SNAP_MAX_TYPES);
    tt_snap snap = tt_snap_builder_finish(&b);
    assert_int_equal(snap.count, 2 * TT_SNAP_MAX_TYPES);
    tt_snap_builder_init(&b, &space, &types);
    snap = tt_snap_builder_finish(&b);
    assert_int_equal(snap.count, TT_SNAP_MAX_TYPES);
    made_check(&snap);
}

static void a_full_snapshot_declares_nothing(void **state)
{
    (void)state;
    memset(&types, 0, sizeof types);
    tt_snap_builder_init(&b, &space, &types);
    assert_int_equal(add(1, 1, TT_SNAP_MAX_INTS - 4 - 8), TT_OK);
    /* room for the declaration, but not for the item: the declaration remains */
    assert_int_equal(tt_snap_builder_add_uuid(&b, &a, 0, NULL, 0), TT_OK);
    assert_int_equal(tt_snap_builder_add_uuid(&b, &c, 0, NULL, 0), TT_ERR_SNAP_FULL);
    assert_int_equal(types.count, 1);
    tt_snap_builder_init(&b, &space, &types);
    assert_int_equal(add(1, 1, TT_SNAP_MAX_INTS - 4 - 6 - 7), TT_OK);
    assert_int_equal(tt_snap_builder_add_uuid(&b, &c, 0, NULL, 0), TT_ERR_SNAP_FULL);
    assert_int_equal(types.count, 2);
    tt_snap snap = tt_snap_builder_finish(&b);
    assert_int_equal(snap.count, 3);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_build),
        cmocka_unit_test(what_is_refused_changes_nothing),
        cmocka_unit_test(no_more_than_1024_items),
        cmocka_unit_test(no_more_than_65536_bytes),
        cmocka_unit_test(extended_types_are_declared_at_their_first_use),
        cmocka_unit_test(no_more_than_64_types),
        cmocka_unit_test(a_full_snapshot_declares_nothing),
    };
    return cmocka_run_group_tests_name("snapshot_builder", tests, NULL, NULL);
}
