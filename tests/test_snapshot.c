/* SPDX-License-Identifier: MIT
 *
 * Tests of views of snapshots (teetape/snapshot.h): opening, writing, finding, copying.
 */
#include "cm.h"
#include "wire/uuid.h"

#include <stdlib.h>

#include "base/mem.h"
#include "snap/index.h"
#include "support/snap_make.h"
#include "teetape/snap_object.h"
#include "vectors.h"

static slow_snap model;
static made_snap made;
static tt_snap_space space;

static void vectors_open_and_write(void **state)
{
    (void)state;
    static uint8_t bytes[TT_SNAP_MAX_SIZE];
    static int32_t ints[TT_SNAP_MAX_INTS], back[TT_SNAP_MAX_INTS];
    vectors v;
    int lines = 0;
    vectors_open(&v, "snapshot.txt");
    while (vectors_next(&v)) {
        size_t size = vectors_hex(bytes, sizeof bytes, v.field[2]), count;
        for (size_t i = 0; i < size / 4; i++) {
            ints[i] = tti_signed(tti_load_le32(bytes + 4 * i));
        }
        tt_snap snap;
        tt_snap_index index;
        assert_int_equal(tt_snap_open(&snap, &index, ints, size / 4, NULL), TT_OK);
        slow_parse(&model, v.field[1]);
        assert_true(made_same(&snap, &model));
        assert_int_equal(tt_snap_checksum(&snap), strtoul(v.field[3], NULL, 10));
        assert_int_equal(tti_snap_write_size(&snap), size / 4);
        assert_int_equal(tt_snap_write(back, size / 4, &count, &snap), TT_OK);
        assert_int_equal(count, size / 4);
        assert_memory_equal(back, ints, size);
        assert_int_equal(tt_snap_write(back, size / 4 - 1, &count, &snap), TT_ERR_SPACE);
        assert_int_equal(count, 0);
        lines++;
    }
    assert_int_equal(lines, 25);
}

static void keys_and_their_parts(void **state)
{
    (void)state;
    assert_int_equal(tt_snap_key(5, 1), 327681);
    assert_int_equal(tt_snap_key(0x7fff, 0xffff), INT32_MAX);
    assert_int_equal(tt_snap_key_type(INT32_MAX), 0x7fff);
    assert_int_equal(tt_snap_key_id(INT32_MAX), 0xffff);
    assert_int_equal(tt_snap_key_type(917504), 14);
    assert_int_equal(tt_snap_key_id(917504), 0);
}

/* Opens `count` ints from `ints` and expects a failure at one of them. */
static void fails(tt_status status, uint64_t at, const int32_t *ints, size_t count)
{
    tt_error error = {TT_OK, 99, NULL};
    tt_snap snap;
    tt_snap_index index;
    assert_int_equal(tt_snap_open(&snap, &index, ints, count, &error), status);
    assert_int_equal(error.status, status);
    assert_int_equal(error.offset, at);
    assert_int_equal(snap.count, 0);
    assert_int_equal(tt_snap_open(&snap, &index, ints, count, NULL), status);
}

#define FAILS(status, at, ...)                                                                     \
    do {                                                                                           \
        static const int32_t ints[] = {__VA_ARGS__};                                               \
        fails(status, at, ints, sizeof ints / sizeof ints[0]);                                     \
    } while (0)

static void bad_snapshots_fail_where_they_are_bad(void **state)
{
    (void)state;
    static int32_t large[TT_SNAP_MAX_INTS + 1];
    fails(TT_ERR_TRUNCATED, 0, NULL, 0);
    FAILS(TT_ERR_TRUNCATED, 0, 0);
    large[0] = (TT_SNAP_MAX_INTS - 1) * 4;
    fails(TT_ERR_SNAP_LARGE, 0, large, TT_SNAP_MAX_INTS + 1);
    FAILS(TT_ERR_SNAP_ITEMS, 1, 0, -1);
    FAILS(TT_ERR_SNAP_ITEMS, 1, 0, 1025);
    FAILS(TT_ERR_SNAP_ITEMS, 1, 0, INT32_MAX);
    FAILS(TT_ERR_SNAP_SIZE, 0, -4, 0);
    FAILS(TT_ERR_SNAP_SIZE, 0, 4, 0);         /* one int is missing */
    FAILS(TT_ERR_SNAP_SIZE, 0, 0, 0, 7);      /* one is too many */
    FAILS(TT_ERR_SNAP_SIZE, 0, 4, 0, 327681); /* dead ints without an item */
    FAILS(TT_ERR_SNAP_SIZE, 0, 6, 1, 0, 327681);
    FAILS(TT_ERR_SNAP_SIZE, 0, INT32_MAX, 1, 0, 327681);
    FAILS(TT_ERR_SNAP_SIZE, 0, INT32_MIN, 1, 0, 327681);
    FAILS(TT_ERR_SNAP_OFFSET, 2, 0, 1, 0);                  /* not even a key */
    FAILS(TT_ERR_SNAP_OFFSET, 2, 8, 1, 4, 0, 327681);       /* a gap in front */
    FAILS(TT_ERR_SNAP_OFFSET, 2, 4, 1, -4, 327681);         /* before the items */
    FAILS(TT_ERR_SNAP_OFFSET, 3, 8, 2, 0, 0, 327681, 1);    /* does not rise */
    FAILS(TT_ERR_SNAP_OFFSET, 3, 8, 2, 0, 8, 327681, 1);    /* at the end */
    FAILS(TT_ERR_SNAP_OFFSET, 3, 8, 2, 0, 6, 327681, 1);    /* between ints */
    FAILS(TT_ERR_SNAP_OFFSET, 3, 8, 2, 0, INT32_MAX, 1, 2); /* far away */
    FAILS(TT_ERR_SNAP_OFFSET, 4, 12, 3, 0, 8, 4, 1, 2, 3);  /* back */
    FAILS(TT_ERR_SNAP_TYPE, 5, 8, 2, 0, 4, 327681, -1);
    FAILS(TT_ERR_SNAP_TWICE, 6, 12, 2, 0, 8, 327681, 5, 327681);
}

/* Two negative keys that are the same: what is wrong is the same for both. */
static void negative_keys_are_not_called_twice(void **state)
{
    (void)state;
    FAILS(TT_ERR_SNAP_TYPE, 4, 8, 2, 0, 4, INT32_MIN, INT32_MIN);
}

static void the_largest_snapshots_open(void **state)
{
    (void)state;
    model.count = 0;
    model.used = 0;
    for (int i = 0; i < TT_SNAP_MAX_ITEMS; i++) {
        *slow_add(&model, 64, 1023 - i, 1) = i;
    }
    made_from(&made, &model);
    assert_true(made_same(&made.snap, &model));
    model.count = 0;
    model.used = 0;
    slow_add(&model, 0x7fff, 0xffff, TT_SNAP_MAX_INTS - 4)[0] = -5;
    made_from(&made, &model);
    assert_int_equal(made.count, TT_SNAP_MAX_INTS);
    assert_true(made_same(&made.snap, &model));
    tt_snap copy;
    tti_snap_copy(&copy, &space, &made.snap);
    assert_true(made_same(&copy, &model));
}

static void what_is_not_there_is_not_found(void **state)
{
    (void)state;
    uint64_t seed = 11;
    tt_snap empty = tt_snap_empty();
    tt_snap_item item = {1, 2, NULL, 3};
    assert_int_equal(empty.count, 0);
    assert_int_equal(tt_snap_checksum(&empty), 0);
    assert_int_equal(tti_snap_write_size(&empty), 2);
    for (int round = 0; round < 40; round++) {
        made_random(&model, &seed, (int)(random_next(&seed) % 300),
                    tt_snap_sizes_of(TT_DIALECT_6)->ints);
        made_from(&made, &model);
        for (int i = 0; i < 2000; i++) {
            int32_t key = (int32_t)random_next(&seed);
            key = i % 2 == 0 ? key : tt_snap_key((key & 0xff) % 72, (key >> 8 & 0xff) % 130);
            int there =
                key >= 0 && slow_find(&model, tt_snap_key_type(key), tt_snap_key_id(key)) >= 0;
            assert_int_equal(tt_snap_find(&made.snap, key, &item), there);
            assert_false(tt_snap_find(&empty, key, &item));
        }
    }
    made_parse(&made, "-");
    assert_false(tt_snap_find(&made.snap, 0, &item));
}

static void equal_means_same_items_in_the_same_order(void **state)
{
    (void)state;
    static made_snap other;
    static const char *const texts[] = {"-",   "5/1",       "5/1:1",     "5/1:2",
                                        "5/2", "5/1:1;6/1", "6/1;5/1:1", "5/1;6/1:1"};
    for (int i = 0; i < 8; i++) {
        for (int j = 0; j < 8; j++) {
            made_parse(&made, texts[i]);
            made_parse(&other, texts[j]);
            assert_int_equal(tti_snap_equal(&made.snap, &other.snap), i == j);
        }
    }
}

static void copies_have_the_same_items(void **state)
{
    (void)state;
    uint64_t seed = 12;
    for (int round = 0; round < 60; round++) {
        tt_snap copy;
        made_random(&model, &seed, (int)(random_next(&seed) % 800),
                    tt_snap_sizes_of(TT_DIALECT_7)->ints);
        made_from(&made, &model);
        tti_snap_copy(&copy, &space, &made.snap);
        assert_true(made_same(&copy, &model));
        made_check(&copy);
    }
}

static void types_are_declared_by_items(void **state)
{
    (void)state;
    tt_uuid game_info, got;
    memset(&got, 7, sizeof got);
    assert_int_equal(
        tti_uuid_parse(&game_info, tt_bytes_of("933dea6a-da79-30ea-a98f-8af03689a945")), TT_OK);
    made_parse(&made, "0/32767:-1824658838,-629591830,-1450210576,914991429;"
                      "0/32766:1,2,3;0/16384:-1824658838,-629591830,-1450210576,914991429,5;"
                      "0/5:1,1,1,1;32767/0:1,2,3");
    assert_true(tti_snap_type_uuid(&made.snap, 32767, &got));
    assert_true(tti_uuid_equal(&got, &game_info));
    assert_true(tti_snap_type_uuid(&made.snap, 16384, &got));  /* longer: the first four count */
    assert_false(tti_snap_type_uuid(&made.snap, 32766, &got)); /* too short */
    assert_false(tti_snap_type_uuid(&made.snap, 32765, &got));
    assert_false(tti_snap_type_uuid(&made.snap, 5, &got)); /* no extended type */
    assert_false(tti_snap_type_uuid(&made.snap, -1, &got));
    assert_false(tti_snap_type_uuid(&made.snap, 1 << 20, &got));
    assert_true(tti_uuid_equal(&got, &game_info));
    /* three ints, and the key of the next item looks like the fourth */
    made_parse(&made, "0/32766:-1824658838,-629591830,-1450210576;13961/43333");
    assert_false(tti_snap_type_uuid(&made.snap, 32766, &got));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_open_and_write),
        cmocka_unit_test(keys_and_their_parts),
        cmocka_unit_test(bad_snapshots_fail_where_they_are_bad),
        cmocka_unit_test(negative_keys_are_not_called_twice),
        cmocka_unit_test(the_largest_snapshots_open),
        cmocka_unit_test(what_is_not_there_is_not_found),
        cmocka_unit_test(equal_means_same_items_in_the_same_order),
        cmocka_unit_test(copies_have_the_same_items),
        cmocka_unit_test(types_are_declared_by_items),
    };
    return cmocka_run_group_tests_name("snapshot", tests, NULL, NULL);
}
