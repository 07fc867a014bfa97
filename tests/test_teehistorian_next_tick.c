/* SPDX-License-Identifier: MIT
 *
 * Tests of the calls that stop before a tick: tt_th_next_tick and tt_th_next_sparse.
 */
#include <stdlib.h>

#include "cm.h"
#include "support/th_random.h"
#include "support/th_source.h"

static tt_status source_next_tick(th_source *s, int32_t *tick)
{
    tt_status status;
    while ((status = tt_th_next_tick(&s->th, tick)) == TT_MORE) {
        th_source_feed(s);
    }
    return status;
}

static tt_status source_next_sparse_until(th_source *s, tt_th_event *event, int32_t tick)
{
    tt_status status;
    while ((status = tt_th_next_sparse(&s->th, event, tick)) == TT_MORE) {
        th_source_feed(s);
    }
    return status;
}

/* The tick that is reported is that of the next event, and looking changes nothing. */
static void check_ticks(const th_make *m, th_split split, int recover)
{
    th_source looks, goes;
    tt_th_event event, want;
    th_source_open(&looks, m, split, recover);
    th_source_open(&goes, m, TH_ONE_PIECE, recover);
    assert_int_equal(th_source_next(&looks, &event), TT_OK);
    assert_int_equal(th_source_next(&goes, &want), TT_OK);
    tt_status status;
    do {
        int32_t tick = -1, again = -1;
        tt_status looked = source_next_tick(&looks, &tick);
        assert_int_equal(source_next_tick(&looks, &again), looked);
        assert_int_equal(again, tick);
        assert_true(looked != TT_OK || looks.world->tick <= tick);
        status = th_source_next(&looks, &event);
        assert_int_equal(th_source_next(&goes, &want), status);
        /* What is wrong with a record shows when it is taken. */
        assert_true(looked == status || (looked == TT_OK && status < 0));
        if (status == TT_OK) {
            assert_int_equal(tick, event.tick);
            assert_true(event.offset == want.offset && event.kind == want.kind);
        }
        assert_memory_equal(looks.world, goes.world, sizeof *goes.world);
        assert_int_equal(looks.issues, goes.issues);
    } while (status == TT_OK);
    th_source_close(&looks);
    th_source_close(&goes);
}

/* The sparse events up to a tick, then those after it, are the sparse events. */
static void check_until(const th_make *m, th_split split, int recover, int32_t step)
{
    th_source parts, all;
    tt_th_event event, want;
    tt_status status = TT_OK;
    th_source_open(&parts, m, split, recover);
    th_source_open(&all, m, TH_ONE_PIECE, recover);
    for (int32_t until = 0; status == TT_OK || status == TT_LATER; until += step) {
        while ((status = source_next_sparse_until(&parts, &event, until)) == TT_OK) {
            assert_int_equal(th_source_next_sparse(&all, &want), TT_OK);
            assert_true(event.offset == want.offset && event.kind == want.kind);
            assert_true(event.tick <= until);
        }
        int32_t tick;
        if (status == TT_LATER) {
            assert_true(parts.world->tick <= until);
            assert_int_equal(source_next_tick(&parts, &tick), TT_OK);
            assert_true(tick > until);
            until = tick - step > until ? tick - step : until; /* over long gaps */
        }
    }
    assert_int_equal(th_source_next_sparse(&all, &want), status);
    assert_memory_equal(parts.world, all.world, sizeof *all.world);
    assert_int_equal(parts.issues, all.issues);
    th_source_close(&parts);
    th_source_close(&all);
}

static void real_recordings(void **state)
{
    (void)state;
    for (size_t i = 0; i < TH_SHORT_RECORDINGS; i++) {
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, th_recordings[i]);
        check_ticks(&m, TH_ONE_PIECE, 0);
        check_ticks(&m, (th_split){0, 90, 5}, 0);
        check_until(&m, TH_ONE_PIECE, 0, 1);
        check_until(&m, (th_split){0, 90, 5}, 0, 100);
        th_make_free(&m);
    }
}

static void random_recordings(void **state)
{
    (void)state;
    uint64_t seed = 11;
    for (int i = 0; i < 300; i++) {
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, "");
        th_random_records(&m, &seed, 300, i % 2);
        for (int recover = 0; recover < 2; recover++) {
            check_ticks(&m, TH_ONE_PIECE, recover);
            check_ticks(&m, (th_split){0, 20, seed}, recover);
            check_until(&m, TH_ONE_PIECE, recover, 1 + i % 50);
            check_until(&m, (th_split){0, 20, seed}, recover, 1 + i % 50);
        }
        th_make_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_recordings),
        cmocka_unit_test(random_recordings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
