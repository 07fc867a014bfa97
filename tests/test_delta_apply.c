/* SPDX-License-Identifier: MIT
 *
 * Tests of applying deltas, good and odd and bad ones (teetape/delta.h).
 */
#include "cm.h"

#include <stdlib.h>

#include "support/snap_make.h"
#include "teetape/snap_object.h"
#include "vectors.h"

static slow_snap model;
static made_snap from;
static tt_snap_space space;
static tt_snap to;
static tt_delta_report report;

static const struct {
    int theirs;
    tt_status ours;
} errors[] = {
    {-101, TT_ERR_DELTA_REMOVED_END}, {-102, TT_ERR_DELTA_UPDATE_END},
    {-103, TT_ERR_DELTA_SIZE_END},    {-201, TT_ERR_DELTA_REMOVED},
    {-202, TT_ERR_DELTA_TYPE},        {-203, TT_ERR_DELTA_ID},
    {-204, TT_ERR_DELTA_SIZE},        {-205, TT_ERR_DELTA_DATA_END},
    {-206, TT_ERR_DELTA_NEW_SIZE},    {-207, TT_ERR_DELTA_OLD_SIZE},
    {-302, TT_ERR_DELTA_FULL},
};

static tt_status status_of(int theirs)
{
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        if (errors[i].theirs == theirs) {
            return errors[i].ours;
        }
    }
    fail_msg("no status for %d", theirs);
    return TT_OK;
}

static void vectors_apply(void **state)
{
    (void)state;
    static int32_t ints[4096];
    vectors v;
    int lines = 0, failures = 0;
    vectors_open(&v, "delta_apply.txt");
    while (vectors_next(&v)) {
        const tt_snap_sizes *sizes = made_sizes(v.field[1]);
        made_parse(&from, v.field[2]);
        tt_delta delta = {ints, vectors_ints(ints, 4096, v.field[3])};
        memset(&space, 0x5a, sizeof space);
        tt_status status = tt_delta_apply(&to, &space, &from.snap, delta, sizes, &report);
        if (strncmp(v.field[4], "ok ", 3) == 0) {
            char *items;
            uint32_t checksum = (uint32_t)strtoul(v.field[4] + 3, &items, 10);
            slow_parse(&model, items + 1);
            assert_int_equal(status, TT_OK);
            assert_int_equal(tt_snap_checksum(&to), checksum);
            assert_true(made_same(&to, &model));
            made_check(&to);
        } else {
            assert_int_equal(status, status_of(atoi(v.field[4])));
            assert_int_equal(report.error.status, status);
            assert_int_equal(to.count, 0);
            failures++;
        }
        assert_int_equal(tt_delta_apply(&to, &space, &from.snap, delta, sizes, NULL), status);
        lines++;
    }
    assert_int_equal(lines, 39);
    assert_true(failures > 10);
}

#define OLD "5/1:10,20,0;64/7:1,2,3;70/0"

struct row {
    int32_t ints[16];
    size_t count;
    tt_status status; /* or TT_OK */
    size_t at;        /* of the int at fault */
    unsigned odd;
    const char *items;
};

/* clang-format off */
static const struct row rows[] = {
    /* odd, but every reader takes it */
    {{0, 0, 0}, 3, TT_OK, 0, 0, OLD},
    {{0, 0, 7}, 3, TT_OK, 0, TT_DELTA_ODD_THIRD, OLD},
    {{1, 0, 0, 9}, 4, TT_OK, 0, TT_DELTA_ODD_UNKNOWN, OLD},
    {{1, 0, 0, -1}, 4, TT_OK, 0, TT_DELTA_ODD_UNKNOWN, OLD},
    {{2, 0, 0, 327681, 327681}, 5, TT_OK, 0, TT_DELTA_ODD_REMOVED_TWICE, "64/7:1,2,3;70/0"},
    {{1, 1, 0, 327681, 5, 1, 1, 1, 1}, 9, TT_OK, 0, TT_DELTA_ODD_REMOVED_UPDATED,
     "64/7:1,2,3;70/0;5/1:11,21,1"},
    {{1, 2, 0, 327681, 5, 1, 1, 1, 1, 5, 1, 2, 2, 2}, 14, TT_OK, 0,
     TT_DELTA_ODD_REMOVED_UPDATED | TT_DELTA_ODD_UPDATED_TWICE, "64/7:1,2,3;70/0;5/1:12,22,2"},
    {{0, 2, 0, 5, 1, 1, 1, 1, 5, 1, 2, 2, 2}, 13, TT_OK, 0, TT_DELTA_ODD_UPDATED_TWICE,
     "5/1:12,22,2;64/7:1,2,3;70/0"},
    {{0, 2, 0, 66, 1, 1, 5, 66, 1, 1, 6}, 11, TT_OK, 0, TT_DELTA_ODD_UPDATED_TWICE,
     OLD ";66/1:6"},
    {{0, -1, 0}, 3, TT_OK, 0, TT_DELTA_ODD_UPDATES, OLD},
    {{0, INT32_MIN, 0, 4}, 4, TT_OK, 0, TT_DELTA_ODD_UPDATES | TT_DELTA_ODD_LEFT_OVER, OLD},
    {{0, 1, 0, 5, 1, 0, 0, 0}, 8, TT_OK, 0, TT_DELTA_ODD_NO_CHANGE, OLD},
    {{0, 1, 0, 70, 0, 0}, 6, TT_OK, 0, TT_DELTA_ODD_NO_CHANGE, OLD},
    {{0, 1, 0, 71, 0, 0}, 6, TT_OK, 0, 0, OLD ";71/0"},
    {{0, 1, 0, 4, 0, 0, 0, 0, 0}, 9, TT_OK, 0, 0, OLD ";4/0:0,0,0,0"},
    /* after a removal the numbers of what follows are others */
    {{1, 1, 0, 327681, 64, 7, 3, 1, 1, 1}, 10, TT_OK, 0, 0, "64/7:2,3,4;70/0"},
    {{1, 1, 0, 4194311, 5, 1, 1, 0, 0}, 9, TT_OK, 0, 0, "5/1:11,20,0;70/0"},
    {{1, 2, 0, 327681, 64, 7, 3, 1, 1, 1, 64, 7, 3, 2, 2, 2}, 16, TT_OK, 0,
     TT_DELTA_ODD_UPDATED_TWICE, "64/7:3,4,5;70/0"},
    /* bad, and where */
    {{-1}, 1, TT_ERR_DELTA_REMOVED, 0, 0, "-"},
    {{-1, 0, 0}, 3, TT_ERR_DELTA_REMOVED, 0, 0, "-"},
    {{0}, 0, TT_ERR_DELTA_REMOVED_END, 0, 0, "-"},
    {{0, 0}, 2, TT_ERR_DELTA_REMOVED_END, 2, 0, "-"},
    {{2, 0, 0, 5}, 4, TT_ERR_DELTA_REMOVED_END, 4, 0, "-"},
    {{INT32_MAX, 0, 0, 5}, 4, TT_ERR_DELTA_REMOVED_END, 4, 0, "-"},
    {{0, 1, 0}, 3, TT_ERR_DELTA_UPDATE_END, 3, 0, "-"},
    {{0, 1, 0, 5}, 4, TT_ERR_DELTA_UPDATE_END, 4, 0, "-"},
    {{0, INT32_MAX, 0, 71, 1, 0}, 6, TT_ERR_DELTA_UPDATE_END, 6, 0, "-"},
    {{0, 1, 0, -1, 5}, 5, TT_ERR_DELTA_TYPE, 3, 0, "-"},
    {{0, 1, 0, 0x8000, -1}, 5, TT_ERR_DELTA_TYPE, 3, 0, "-"},
    {{0, 1, 0, 5, -1, 0}, 6, TT_ERR_DELTA_ID, 4, 0, "-"},
    {{0, 1, 0, 5, 0x10000, 0}, 6, TT_ERR_DELTA_ID, 4, 0, "-"},
    {{0, 1, 0, 64, 1}, 5, TT_ERR_DELTA_SIZE_END, 5, 0, "-"},
    {{0, 1, 0, 64, 1, -1}, 6, TT_ERR_DELTA_SIZE, 5, 0, "-"},
    {{0, 1, 0, 64, 1, INT32_MAX / 4 + 1}, 6, TT_ERR_DELTA_SIZE, 5, 0, "-"},
    {{0, 1, 0, 64, 1, INT32_MAX / 4}, 6, TT_ERR_DELTA_DATA_END, 6, 0, "-"},
    {{0, 1, 0, 5, 1, 1, 1}, 7, TT_ERR_DELTA_DATA_END, 7, 0, "-"},
    {{0, 1, 0, 64, 7, 2, 1, 1}, 8, TT_ERR_DELTA_NEW_SIZE, 3, 0, "-"},
    {{0, 2, 0, 71, 7, 1, 1, 64, 7, 0}, 10, TT_ERR_DELTA_NEW_SIZE, 7, 0, "-"},
    {{1, 1, 0, 4194311, 64, 7, 0}, 7, TT_ERR_DELTA_OLD_SIZE, 4, TT_DELTA_ODD_REMOVED_UPDATED, "-"},
};
/* clang-format on */

static void odd_and_bad_deltas(void **state)
{
    (void)state;
    made_parse(&from, OLD);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i];
        tt_delta delta = {row->count == 0 ? NULL : row->ints, row->count};
        tt_status status =
            tt_delta_apply(&to, &space, &from.snap, delta, tt_snap_sizes_of(TT_DIALECT_6), &report);
        slow_parse(&model, row->items);
        if (status != row->status || report.odd != row->odd || !made_same(&to, &model) ||
            (status != TT_OK && report.error.offset != row->at)) {
            fail_msg("row %d: status %d odd %u at %d", (int)i, (int)status, report.odd,
                     (int)report.error.offset);
        }
    }
}

/* The walk sees the same as apply, as far as it can. */
static void walking_sees_what_apply_sees(void **state)
{
    (void)state;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const struct row *row = &rows[i];
        tt_delta_walk walk;
        tt_delta_step step;
        tt_error error = {TT_OK, 0, NULL};
        tt_delta delta = {row->count == 0 ? NULL : row->ints, row->count};
        tt_status status = tt_delta_walk_init(&walk, delta, tt_snap_sizes_of(TT_DIALECT_6), &error);
        while (status == TT_OK) {
            status = tt_delta_walk_next(&walk, &step, &error);
        }
        if (row->status == TT_OK || row->status == TT_ERR_DELTA_NEW_SIZE ||
            row->status == TT_ERR_DELTA_OLD_SIZE) {
            assert_int_equal(status, TT_END);
            assert_int_equal(walk.at != walk.end, (row->odd & TT_DELTA_ODD_LEFT_OVER) != 0);
        } else {
            assert_int_equal(status, row->status);
            assert_int_equal(error.status, status);
            assert_int_equal(error.offset, row->at);
        }
    }
}

static void steps_of_a_walk(void **state)
{
    (void)state;
    static const int32_t ints[] = {2, 2, 0, 917504, -1, 5, 1, 7, 8, 9, 64, 3, 1, 6};
    tt_delta_walk walk;
    tt_delta_step step;
    tt_delta delta = {ints, sizeof ints / sizeof ints[0]};
    assert_int_equal(tt_delta_walk_init(&walk, delta, tt_snap_sizes_of(TT_DIALECT_6), NULL), TT_OK);
    assert_int_equal(tt_delta_walk_next(&walk, &step, NULL), TT_OK);
    assert_int_equal(step.kind, TT_DELTA_REMOVE);
    assert_true(step.item.data == NULL && step.item.size == 0);
    assert_true(step.item.type == 14 && step.item.id == 0 && step.key == 917504);
    assert_int_equal(step.offset, 3);
    assert_int_equal(tt_delta_walk_next(&walk, &step, NULL), TT_OK);
    assert_true(step.item.type == -1 && step.item.id == 0xffff && step.key == -1);
    assert_int_equal(tt_delta_walk_next(&walk, &step, NULL), TT_OK);
    assert_int_equal(step.kind, TT_DELTA_UPDATE);
    assert_true(step.item.type == 5 && step.item.id == 1 && step.item.size == 3);
    assert_ptr_equal(step.item.data, ints + 7);
    assert_int_equal(step.offset, 5);
    assert_int_equal(tt_delta_walk_next(&walk, &step, NULL), TT_OK);
    assert_true(step.item.type == 64 && step.item.id == 3 && step.item.size == 1);
    assert_ptr_equal(step.item.data, ints + 13);
    assert_int_equal(tt_delta_walk_next(&walk, &step, NULL), TT_END);
    assert_int_equal(tt_delta_walk_next(&walk, &step, NULL), TT_END);
}

/* Adds 20 ints again and again: bytes run out before items do. */
static void a_delta_can_fill_a_snapshot_but_not_more(void **state)
{
    (void)state;
    static int32_t ints[TT_DELTA_MAX_INTS];
    tt_snap empty = tt_snap_empty();
    for (int size = 0; size < 30; size += 1) {
        size_t at = 3;
        int32_t count = 0, fitting = (TT_SNAP_MAX_INTS - 2) / (2 + size);
        fitting = fitting < TT_SNAP_MAX_ITEMS ? fitting : TT_SNAP_MAX_ITEMS;
        memset(ints, 0, sizeof ints);
        while (count < fitting + 1 && at + 3 + (size_t)size <= TT_DELTA_MAX_INTS) {
            ints[at] = 64;
            ints[at + 1] = count++;
            ints[at + 2] = size;
            at += 3 + (size_t)size;
        }
        ints[1] = count;
        tt_status status = tt_delta_apply(&to, &space, &empty, (tt_delta){ints, at},
                                          tt_snap_sizes_of(TT_DIALECT_6), &report);
        assert_int_equal(status, count > fitting ? TT_ERR_DELTA_FULL : TT_OK);
        ints[1] = count > fitting ? fitting : count;
        assert_int_equal(tt_delta_apply(&to, &space, &empty, (tt_delta){ints, at},
                                        tt_snap_sizes_of(TT_DIALECT_6), &report),
                         TT_OK);
        assert_int_equal(to.count, ints[1]);
        made_check(&to);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(vectors_apply),
        cmocka_unit_test(odd_and_bad_deltas),
        cmocka_unit_test(walking_sees_what_apply_sees),
        cmocka_unit_test(steps_of_a_walk),
        cmocka_unit_test(a_delta_can_fill_a_snapshot_but_not_more),
    };
    return cmocka_run_group_tests_name("delta_apply", tests, NULL, NULL);
}
