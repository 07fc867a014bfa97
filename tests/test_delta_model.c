/* SPDX-License-Identifier: MIT
 *
 * Deltas at random (teetape/delta.h) against the slow model, which goes by the text of
 * docs/format/delta.md and nothing else.
 */
#include "cm.h"

#include <stdlib.h>

#include "support/snap_make.h"
#include "teetape/snap_object.h"

static slow_snap old_model, new_model, result;
static made_snap from, to;
static tt_snap_space space;
static int32_t delta[TT_DELTA_BOUND], expected[TT_DELTA_BOUND];

static const tt_snap_sizes *sizes_by(unsigned number)
{
    return number == 2 ? &sizes_none : tt_snap_sizes_of(number == 1 ? TT_DIALECT_7 : TT_DIALECT_6);
}

/* Creates the delta both ways, then applies it. */
static void check_pair(const tt_snap_sizes *sizes)
{
    size_t count;
    made_from(&from, &old_model);
    made_from(&to, &new_model);
    assert_int_equal(tt_delta_create(delta, TT_DELTA_BOUND, &count, &from.snap, &to.snap, sizes),
                     TT_OK);
    assert_int_equal(count, slow_create(expected, &old_model, &new_model, sizes->ints));
    assert_memory_equal(delta, expected, count * sizeof *delta);
    if (count == 0) {
        return;
    }
    tt_snap back;
    tt_delta_report report;
    assert_int_equal(
        tt_delta_apply(&back, &space, &from.snap, (tt_delta){delta, count}, sizes, &report), TT_OK);
    assert_int_equal(report.odd, 0);
    assert_int_equal(slow_apply(&result, &old_model, delta, count, sizes->ints), 0);
    assert_true(made_same(&back, &result));
    made_check(&back);
    /* the new snapshot, if in another order */
    assert_int_equal(back.count, to.snap.count);
    assert_int_equal(tt_snap_checksum(&back), tt_snap_checksum(&to.snap));
    assert_int_equal(tt_delta_create(delta, TT_DELTA_BOUND, &count, &back, &to.snap, sizes), TT_OK);
    assert_int_equal(count, 0);
}

static void any_two_snapshots(void **state)
{
    (void)state;
    uint64_t seed = 21;
    for (int round = 0; round < 600; round++) {
        const tt_snap_sizes *sizes = sizes_by((unsigned)round % 3);
        int most = round % 50 == 0 ? 1000 : 60;
        made_random(&old_model, &seed, (int)(random_next(&seed) % (uint32_t)most), sizes->ints);
        made_random(&new_model, &seed, (int)(random_next(&seed) % (uint32_t)most), sizes->ints);
        check_pair(sizes);
    }
}

static void snapshots_that_follow_each_other(void **state)
{
    (void)state;
    uint64_t seed = 22;
    for (int run = 0; run < 30; run++) {
        const tt_snap_sizes *sizes = sizes_by((unsigned)run % 3);
        made_random(&old_model, &seed, 1 << run % 11, sizes->ints);
        for (int round = 0; round < 12; round++) {
            made_next(&new_model, &old_model, &seed, random_next(&seed) % 100, sizes->ints);
            check_pair(sizes);
            old_model = new_model;
        }
    }
}

static int32_t random_int(uint64_t *seed)
{
    static const int32_t special[] = {-1, INT32_MIN, INT32_MAX, 0x7fff, 0x8000, 0xffff, 0x10000};
    uint32_t kind = random_next(seed) % 40;
    return kind < 7 ? special[kind] : (int32_t)(random_next(seed) % 6);
}

/* Compares what becomes of any ints: the same snapshot, or the error that DDNet has. */
static void check_any(size_t count, const tt_snap_sizes *sizes)
{
    static const struct {
        int theirs;
        tt_status ours;
    } errors[] = {{0, TT_OK},
                  {-101, TT_ERR_DELTA_REMOVED_END},
                  {-102, TT_ERR_DELTA_UPDATE_END},
                  {-103, TT_ERR_DELTA_SIZE_END},
                  {-201, TT_ERR_DELTA_REMOVED},
                  {-202, TT_ERR_DELTA_TYPE},
                  {-203, TT_ERR_DELTA_ID},
                  {-204, TT_ERR_DELTA_SIZE},
                  {-205, TT_ERR_DELTA_DATA_END},
                  {-206, TT_ERR_DELTA_NEW_SIZE},
                  {-207, TT_ERR_DELTA_OLD_SIZE},
                  {-302, TT_ERR_DELTA_FULL}};
    tt_snap back;
    int theirs = slow_apply(&result, &old_model, delta, count, sizes->ints);
    tt_status ours =
        tt_delta_apply(&back, &space, &from.snap, (tt_delta){delta, count}, sizes, NULL);
    int known = 0;
    for (size_t i = 0; i < sizeof errors / sizeof errors[0]; i++) {
        if (errors[i].theirs == theirs) {
            assert_int_equal(ours, errors[i].ours);
            known = 1;
        }
    }
    assert_true(known);
    if (ours == TT_OK) {
        assert_true(made_same(&back, &result));
        made_check(&back);
    }
}

static void any_ints_are_applied_or_refused(void **state)
{
    (void)state;
    uint64_t seed = 23;
    for (int round = 0; round < 30000; round++) {
        const tt_snap_sizes *sizes = sizes_by((unsigned)round % 3);
        if (round % 100 == 0) {
            made_random(&old_model, &seed, (int)(random_next(&seed) % 40), sizes->ints);
            made_from(&from, &old_model);
        }
        size_t count = random_next(&seed) % 40;
        for (size_t i = 0; i < count; i++) {
            delta[i] = random_int(&seed);
        }
        check_any(count, sizes);
    }
}

/* A good delta with one thing changed is closer to the borders than noise. */
static void damaged_deltas(void **state)
{
    (void)state;
    uint64_t seed = 24;
    for (int round = 0; round < 8000; round++) {
        const tt_snap_sizes *sizes = sizes_by((unsigned)round % 3);
        made_random(&old_model, &seed, (int)(random_next(&seed) % 20), sizes->ints);
        made_next(&new_model, &old_model, &seed, 50, sizes->ints);
        made_from(&from, &old_model);
        made_from(&to, &new_model);
        size_t count;
        assert_int_equal(
            tt_delta_create(delta, TT_DELTA_BOUND, &count, &from.snap, &to.snap, sizes), TT_OK);
        for (int i = 0; i < 3 && count > 4; i++) {
            size_t at = random_next(&seed) % count;
            switch (random_next(&seed) % 5) {
            case 0:
                count -= at % 5;
                break;
            case 1:
                delta[at] = delta[random_next(&seed) % count];
                break;
            case 2:
                delta[at] += (int32_t)(random_next(&seed) % 3) - 1;
                break;
            case 3:
                delta[at] = random_int(&seed);
                break;
            default: /* remove what is updated, or update more than there is */
                delta[at % 2]++;
                break;
            }
        }
        check_any(count, sizes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_two_snapshots),
        cmocka_unit_test(snapshots_that_follow_each_other),
        cmocka_unit_test(any_ints_are_applied_or_refused),
        cmocka_unit_test(damaged_deltas),
    };
    return cmocka_run_group_tests_name("delta_model", tests, NULL, NULL);
}
