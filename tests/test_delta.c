/* SPDX-License-Identifier: MIT
 *
 * Tests of making deltas (teetape/delta.h).
 */
#include "cm.h"
#include "snap/index.h"

#include <stdlib.h>

#include "snap/delta_form.h"
#include "support/snap_make.h"
#include "teetape/snap_object.h"
#include "teetape/varint.h"
#include "vectors.h"

static slow_snap old_model, new_model;
static made_snap from, to;
static tt_snap_space space;
static int32_t delta[TT_DELTA_BOUND], expected[TT_DELTA_BOUND];

static void vectors_create_and_apply(void **state)
{
    (void)state;
    static uint8_t packed[1 << 16], bytes[1 << 16];
    vectors v;
    int lines = 0;
    vectors_open(&v, "delta.txt");
    while (vectors_next(&v)) {
        const tt_snap_sizes *sizes = made_sizes(v.field[1]);
        size_t count, size;
        made_parse(&from, v.field[2]);
        made_parse(&to, v.field[3]);
        size_t wanted = vectors_ints(expected, TT_DELTA_BOUND, v.field[4]);
        assert_int_equal(
            tt_delta_create(delta, TT_DELTA_BOUND, &count, &from.snap, &to.snap, sizes), TT_OK);
        assert_int_equal(count, wanted);
        assert_memory_equal(delta, expected, count * sizeof *delta);
        size_t packed_size = vectors_hex(packed, sizeof packed, v.field[5]);
        assert_int_equal(tt_varints_encode(bytes, sizeof bytes, &size, delta, count), TT_OK);
        assert_int_equal(size, packed_size);
        assert_memory_equal(bytes, packed, size);
        assert_int_equal(tt_snap_checksum(&from.snap), strtoul(v.field[6], NULL, 10));
        assert_int_equal(tt_snap_checksum(&to.snap), strtoul(v.field[7], NULL, 10));
        if (count != 0) {
            tt_snap back;
            tt_delta_report report;
            assert_int_equal(
                tt_delta_apply(&back, &space, &from.snap, (tt_delta){delta, count}, sizes, &report),
                TT_OK);
            slow_parse(&new_model, v.field[8]);
            assert_true(made_same(&back, &new_model));
            assert_int_equal(report.odd, 0);
        }
        lines++;
    }
    assert_int_equal(lines, 50);
}

static void sizes_of_the_protocols(void **state)
{
    (void)state;
    static const uint16_t six[] = {0,  10, 6, 5, 4, 3, 8, 4, 15, 22, 5,
                                   17, 3,  2, 2, 2, 2, 3, 3, 3,  3,  0};
    assert_memory_equal(tt_snap_sizes_of(TT_DIALECT_6)->ints, six, sizeof six);
    assert_int_equal(tt_snap_sizes_of(TT_DIALECT_7)->ints[22], 7);
    assert_int_equal(tt_snap_sizes_of(TT_DIALECT_7)->ints[13], 58);
    for (int i = 0; i < TT_SNAP_SIZED_TYPES; i++) {
        assert_true(i < 21 || tt_snap_sizes_of(TT_DIALECT_6)->ints[i] == 0);
        assert_true(i < 23 || tt_snap_sizes_of(TT_DIALECT_7)->ints[i] == 0);
    }
}

static tt_status create(size_t cap, size_t *count, const char *old, const char *new)
{
    made_parse(&from, old);
    made_parse(&to, new);
    return tt_delta_create(cap == 0 ? NULL : delta, cap, count, &from.snap, &to.snap,
                           tt_snap_sizes_of(TT_DIALECT_6));
}

static void what_a_delta_cannot_say_is_refused(void **state)
{
    (void)state;
    size_t count = 9;
    assert_int_equal(create(100, &count, "64/1:1,2", "64/1:1,2,3"), TT_ERR_DELTA_UNEQUAL);
    assert_int_equal(count, 0);
    assert_int_equal(create(100, &count, "64/1", "64/1:1"), TT_ERR_DELTA_UNEQUAL);
    assert_int_equal(create(100, &count, "64/1:1", "64/1"), TT_ERR_DELTA_UNEQUAL);
    assert_int_equal(create(100, &count, "5/1:1,2,3", "5/1:1,2"), TT_ERR_DELTA_UNEQUAL);
    assert_int_equal(create(100, &count, "-", "5/1:1,2"), TT_ERR_DELTA_STATIC);
    assert_int_equal(create(100, &count, "5/1:1,2", "5/1:1,3"), TT_ERR_DELTA_STATIC);
    /* as long as it does not have to be written, its size is nobody's business */
    assert_int_equal(create(100, &count, "5/1:1,2", "5/1:1,2"), TT_OK);
    assert_int_equal(count, 0);
    assert_int_equal(create(100, &count, "5/1:1,2", "-"), TT_OK);
    assert_int_equal(count, 4);
}

/* With every room that is too small it fails, and with just enough it does not. */
static void too_little_room(void **state)
{
    (void)state;
    static const char *const pairs[][2] = {
        {"-", "5/1:1,2,3"},
        {"5/1:1,2,3;6/2:1,1,1,1,1,1,1,1", "-"},
        {"5/1:1,2,3;64/1:1;64/2:5,5;7/1:0,0,0,0", "5/1:1,2,4;64/1:1;65/1:2;64/2:5,5"},
        {"64/1", "64/2"},
    };
    for (int i = 0; i < 4; i++) {
        size_t count, needed;
        assert_int_equal(create(100, &needed, pairs[i][0], pairs[i][1]), TT_OK);
        memcpy(expected, delta, needed * sizeof *delta);
        for (size_t cap = 0; cap < needed; cap++) {
            memset(delta, 0x55, sizeof delta);
            assert_int_equal(create(cap, &count, pairs[i][0], pairs[i][1]), TT_ERR_SPACE);
            assert_int_equal(count, 0);
            assert_int_equal(delta[cap], 0x55555555);
        }
        assert_int_equal(create(needed, &count, pairs[i][0], pairs[i][1]), TT_OK);
        assert_int_equal(count, needed);
        assert_memory_equal(delta, expected, count * sizeof *delta);
    }
    size_t count;
    assert_int_equal(create(0, &count, "5/1:1,2,3;64/1", "64/1;5/1:1,2,3"), TT_OK);
    assert_int_equal(count, 0); /* another order is no change */
}

/* Two full snapshots that have nothing in common need the whole bound but a little. */
static void the_bound_is_enough(void **state)
{
    (void)state;
    size_t count;
    old_model.count = new_model.count = old_model.used = new_model.used = 0;
    for (int i = 0; i < TT_SNAP_MAX_ITEMS; i++) {
        slow_add(&old_model, 64, i, 13)[0] = i;
        slow_add(&new_model, 65, i, 13)[5] = i;
    }
    made_from(&from, &old_model);
    made_from(&to, &new_model);
    assert_int_equal(tt_delta_create(delta, TT_DELTA_BOUND, &count, &from.snap, &to.snap,
                                     tt_snap_sizes_of(TT_DIALECT_6)),
                     TT_OK);
    assert_int_equal(count, 3 + TT_SNAP_MAX_ITEMS * 17);
    assert_true(count <= TT_DELTA_BOUND);
    assert_int_equal(
        count, slow_create(expected, &old_model, &new_model, tt_snap_sizes_of(TT_DIALECT_6)->ints));
    assert_memory_equal(delta, expected, count * sizeof *delta);
    tt_snap back;
    assert_int_equal(tt_delta_apply(&back, &space, &from.snap, (tt_delta){delta, count},
                                    tt_snap_sizes_of(TT_DIALECT_6), NULL),
                     TT_OK);
    assert_true(tti_snap_equal(&back, &to.snap));
}

/* Builds the delta out of items, with a builder of `cap` ints. */
static tt_status build(tt_delta_builder *b, size_t cap, const tt_snap_sizes *sizes)
{
    tt_status status = TT_OK;
    tt_snap_item item, other;
    tt_delta_builder_init(b, expected, cap, sizes);
    for (uint32_t i = 0; i < to.snap.count && status == TT_OK; i++) {
        item = tt_snap_item_at(&to.snap, i);
        status = tt_snap_find(&from.snap, tt_snap_key(item.type, item.id), &other)
                     ? tti_delta_builder_change(b, &other, &item)
                     : tti_delta_builder_update(b, item.type, item.id, item.data, item.size);
    }
    for (uint32_t i = 0; i < from.snap.count && status == TT_OK; i++) {
        item = tt_snap_item_at(&from.snap, i);
        int32_t key = tt_snap_key(item.type, item.id);
        if (!tt_snap_find(&to.snap, key, &other)) {
            status = tti_delta_builder_remove(b, key);
        }
    }
    return status;
}

static void builder_makes_what_create_makes(void **state)
{
    (void)state;
    const tt_snap_sizes *const tables[] = {tt_snap_sizes_of(TT_DIALECT_6),
                                           tt_snap_sizes_of(TT_DIALECT_7), &sizes_none};
    long changed = 0;
    for (uint64_t seed = 1; seed <= 2000; seed++) {
        const tt_snap_sizes *sizes = tables[seed % 3];
        uint64_t random = seed;
        size_t count;
        tt_delta_builder b;
        made_random(&old_model, &random, (int)(seed % 40), sizes->ints);
        if (seed % 2 == 0) {
            made_next(&new_model, &old_model, &random, 30, sizes->ints);
        } else {
            made_random(&new_model, &random, (int)(seed % 50), sizes->ints);
        }
        made_from(&from, &old_model);
        made_from(&to, &new_model);
        assert_int_equal(
            tt_delta_create(delta, TT_DELTA_BOUND, &count, &from.snap, &to.snap, sizes), TT_OK);
        assert_int_equal(build(&b, count, sizes), TT_OK);
        assert_int_equal(tt_delta_builder_finish(&b), count);
        assert_memory_equal(expected, delta, count * sizeof *delta);
        changed += count != 0;
        if (count > 3) {
            assert_int_equal(build(&b, random_next(&random) % count, sizes), TT_ERR_SPACE);
        }
    }
    assert_true(changed > 1800);
}

/* What is refused changes nothing. */
static void builder_refuses(void **state)
{
    (void)state;
    static const int32_t data[30] = {1, 2, 3};
    tt_snap_item a = {5, 1, data, 3}, b = {5, 2, data, 3}, longer = {5, 1, data, 4};
    tt_delta_builder builder;
    tt_delta_builder_init(&builder, delta, 9, tt_snap_sizes_of(TT_DIALECT_6));
    assert_int_equal(tt_delta_builder_finish(&builder), 0);
    assert_int_equal(tti_delta_builder_change(&builder, &a, &a), TT_OK);
    assert_int_equal(tt_delta_builder_finish(&builder), 0);
    assert_int_equal(tti_delta_builder_update(&builder, 5, 1, data, 3), TT_OK);
    assert_int_equal(tti_delta_builder_change(&builder, &a, &b), TT_ERR_ARGUMENT);
    assert_int_equal(tti_delta_builder_change(&builder, &a, &longer), TT_ERR_DELTA_UNEQUAL);
    assert_int_equal(tti_delta_builder_update(&builder, 5, 1, data, 4), TT_ERR_DELTA_STATIC);
    assert_int_equal(tti_delta_builder_update(&builder, -1, 1, data, 3), TT_ERR_DELTA_TYPE);
    assert_int_equal(tti_delta_builder_update(&builder, 0x8000, 1, data, 3), TT_ERR_DELTA_TYPE);
    assert_int_equal(tti_delta_builder_update(&builder, 5, -1, data, 3), TT_ERR_DELTA_ID);
    assert_int_equal(tti_delta_builder_update(&builder, 5, 0x10000, data, 3), TT_ERR_DELTA_ID);
    assert_int_equal(tti_delta_builder_update(&builder, 5, 2, data, 3), TT_ERR_SPACE);
    assert_int_equal(tti_delta_builder_update(&builder, 100, 2, data, TT_SNAP_MAX_ITEM_INTS + 1),
                     TT_ERR_DELTA_SIZE);
    assert_int_equal(tti_delta_builder_remove(&builder, -7), TT_OK);
    assert_int_equal(tti_delta_builder_remove(&builder, 7), TT_ERR_SPACE);
    assert_int_equal(builder.removed, 1);
    assert_int_equal(builder.updates, 1);
    assert_int_equal(tt_delta_builder_finish(&builder), 9);
    static const int32_t wanted[] = {1, 1, 0, -7, 5, 1, 1, 2, 3};
    assert_memory_equal(delta, wanted, sizeof wanted);
    /* no room for the head */
    for (size_t cap = 0; cap < 4; cap++) {
        tt_delta_builder_init(&builder, delta, cap, &sizes_none);
        assert_int_equal(tti_delta_builder_remove(&builder, 7), TT_ERR_SPACE);
        assert_int_equal(tti_delta_builder_update(&builder, 5, 2, NULL, 0), TT_ERR_SPACE);
        assert_int_equal(tt_delta_builder_finish(&builder), 0);
    }
}

/* Objects as structs give the delta of the snapshots that are built from them. */
static void builder_takes_objects(void **state)
{
    (void)state;
    static tt_snap_space old_space, new_space;
    struct tt_obj_flag flag = {.x = 320, .y = 640}, moved = {.x = 352, .y = 640};
    struct tt_obj_pickup heart = {.x = 64, .y = 96};
    struct tt_obj_laser laser = {.x = 400, .y = 640, .from_x = 100};
    tt_snap_builder a, b;
    tt_delta_builder d;
    size_t count;
    tt_snap_builder_init(&a, &old_space, NULL);
    tt_snap_builder_init(&b, &new_space, NULL);
    tt_snap_builder_add_object(&a, TT_OBJ_FLAG, 0, &flag);
    tt_snap_builder_add_object(&a, TT_OBJ_PICKUP, 7, &heart);
    tt_snap_builder_add_object(&b, TT_OBJ_FLAG, 0, &moved);
    tt_snap_builder_add_object(&b, TT_OBJ_LASER, 1, &laser);
    tt_snap old_snap = tt_snap_builder_finish(&a), new_snap = tt_snap_builder_finish(&b);
    assert_int_equal(tt_delta_create(delta, TT_DELTA_BOUND, &count, &old_snap, &new_snap,
                                     tt_snap_sizes_of(TT_DIALECT_6)),
                     TT_OK);
    tt_delta_builder_init(&d, expected, TT_DELTA_BOUND, tt_snap_sizes_of(TT_DIALECT_6));
    assert_int_equal(tt_delta_builder_object(&d, TT_OBJ_FLAG, 0, &flag, &moved), TT_OK);
    assert_int_equal(tt_delta_builder_object(&d, TT_OBJ_FLAG, 0, &flag, &flag), TT_OK);
    assert_int_equal(tt_delta_builder_object(&d, TT_OBJ_LASER, 1, NULL, &laser), TT_OK);
    assert_int_equal(tt_delta_builder_object(&d, TT_OBJ_PICKUP, 7, &heart, NULL), TT_OK);
    assert_int_equal(tt_delta_builder_finish(&d), count);
    assert_memory_equal(expected, delta, count * sizeof *delta);
    assert_int_equal(tt_delta_builder_object(&d, TT_OBJ_FLAG, 0, NULL, NULL), TT_ERR_ARGUMENT);
    assert_int_equal(tt_delta_builder_object(&d, TT_OBJ_KINDS, 0, &flag, NULL), TT_ERR_ARGUMENT);
    assert_int_equal(tt_delta_builder_object(&d, TT_OBJ_DDNET_PLAYER, 0, &flag, NULL),
                     TT_ERR_ARGUMENT);
    assert_int_equal(tt_delta_builder_object(&d, TT_OBJ_FLAG, -1, &flag, NULL), TT_ERR_DELTA_ID);
    assert_int_equal(tt_delta_builder_finish(&d), count);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_create_and_apply),
        cmocka_unit_test(sizes_of_the_protocols),
        cmocka_unit_test(what_a_delta_cannot_say_is_refused),
        cmocka_unit_test(too_little_room),
        cmocka_unit_test(the_bound_is_enough),
        cmocka_unit_test(builder_makes_what_create_makes),
        cmocka_unit_test(builder_refuses),
        cmocka_unit_test(builder_takes_objects),
    };
    return cmocka_run_group_tests_name("delta", tests, NULL, NULL);
}
