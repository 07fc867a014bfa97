/* SPDX-License-Identifier: MIT
 *
 * Tests of tt_th_advance: to every tick of real recordings and to random ticks of random ones,
 * the world is the one that tt_th_next makes.
 */
#include <stdlib.h>

#include "cm.h"
#include "support/th_random.h"
#include "support/th_source.h"

/* A record that is left out may move the tick before the one that is handed out does. */
static void same_world(const tt_world *have, const tt_world *want, int with_tick)
{
    size_t start = offsetof(tt_world, tee);
    assert_true(!with_tick || have->tick == want->tick);
    assert_memory_equal((const char *)have + start, (const char *)want + start,
                        sizeof *have - start);
}

/* Goes through `m` event by event, and with a second reader to ticks `step` apart. */
static void compare(const th_make *m, uint64_t seed, int32_t step, int recover)
{
    th_source slow, fast;
    tt_th_event event;
    tt_world *before = malloc(sizeof *before);
    assert_non_null(before);
    th_source_open(&slow, m, TH_ONE_PIECE, recover);
    th_source_open(&fast, m,
                   seed % 3 ? (th_split){0, 1 + (size_t)(seed % 3000), seed} : TH_ONE_PIECE,
                   recover);
    assert_int_equal(th_source_next(&slow, &event), TT_OK);
    assert_int_equal(th_source_next(&fast, &event), TT_OK);
    int32_t tick = 0;
    tt_status status;
    memcpy(before, slow.world, sizeof *before);
    while ((status = th_source_next(&slow, &event)) == TT_OK) {
        while (tick < event.tick) {
            assert_int_equal(th_source_advance(&fast, tick), TT_OK);
            assert_true(fast.world->tick <= tick);
            same_world(fast.world, before, !recover);
            assert_int_equal(th_source_advance(&fast, tick), TT_OK);
            assert_int_equal(th_source_advance(&fast, tick - 1), TT_OK);
            assert_int_equal(th_source_advance(&fast, INT32_MIN), TT_OK);
            same_world(fast.world, before, !recover);
            /* a long silence is gone through once */
            int32_t next = 1 + (int32_t)(random_next(&seed) % (uint32_t)step);
            tick = event.tick - tick > 1000 ? event.tick : tick + next;
        }
        memcpy(before, slow.world, sizeof *before);
    }
    assert_int_equal(th_source_advance(&fast, INT32_MAX), status);
    same_world(fast.world, slow.world, 1);
    assert_int_equal(fast.issues, slow.issues);
    assert_true(tt_th_look(&fast.th).offset == tt_th_look(&slow.th).offset);
    assert_int_equal(tt_th_look(&fast.th).finished, tt_th_look(&slow.th).finished);
    assert_int_equal(tt_th_look(&fast.th).error->status, tt_th_look(&slow.th).error->status);
    assert_true(tt_th_look(&fast.th).error->offset == tt_th_look(&slow.th).error->offset);
    th_source_close(&slow);
    th_source_close(&fast);
    free(before);
}

static void every_tick_of_real_recordings(void **state)
{
    (void)state;
    for (size_t i = 0; i < TH_SHORT_RECORDINGS; i++) {
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, th_recordings[i]);
        compare(&m, 3, 1, 0);
        compare(&m, 4, 1, 0);
        th_make_free(&m);
    }
}

static void steps_through_a_long_recording(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    th_make_recording(&m, th_recordings[TH_RECORDINGS - 1]);
    compare(&m, 7, 300, 0);
    th_make_free(&m);
}

static void random_ticks_of_random_records(void **state)
{
    (void)state;
    uint64_t seed = 21;
    for (uint64_t round = 1; round < 120; round++) {
        int wild = round % 2 == 0;
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, ",\"version_minor\":\"8\"");
        th_random_records(&m, &seed, 300, wild);
        if (round % 5 == 0) {
            m.size -= 1;
        } else {
            th_make_int(&m, TH_FINISH);
        }
        compare(&m, round, 1 + (int32_t)(round % 7), wild);
        compare(&m, round + 1, 3, 0);
        th_make_free(&m);
    }
}

/* There is no tick after INT32_MAX in which a record could wait for ever. */
static void the_last_tick(void **state)
{
    (void)state;
    for (int recover = 0; recover < 2; recover++) {
        th_make m = {NULL, 0, 0};
        th_source s;
        tt_th_event event;
        th_make_header(&m, 2, "");
        TH_INTS(&m, TH_TICK_SKIP, INT32_MAX - 10, TH_TICK_SKIP, 100, TH_PLAYER_NEW, 1, 2, 3);
        TH_INTS(&m, TH_TICK_SKIP, 0, TH_FINISH);
        th_source_open(&s, &m, TH_ONE_PIECE, recover);
        assert_int_equal(th_source_next(&s, &event), TT_OK);
        assert_int_equal(th_source_advance(&s, INT32_MAX - 1), TT_OK);
        assert_int_equal(s.world->tick, INT32_MAX - 9);
        assert_int_equal(th_source_advance(&s, INT32_MAX), recover ? TT_END : TT_ERR_TH_TICK);
        assert_int_equal(s.world->tick, INT32_MAX);
        assert_int_equal(tt_th_look(&s.th).finished, recover);
        th_source_close(&s);
        th_make_free(&m);
    }
}

/* Advancing and reading in turn is the same as reading alone from there on. */
static void reading_goes_on_after_it(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    th_make_recording(&m, "dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0");
    th_source slow, fast;
    tt_th_event event, other;
    th_source_open(&slow, &m, TH_ONE_PIECE, 0);
    th_source_open(&fast, &m, TH_PIECES(50), 0);
    assert_int_equal(th_source_next(&fast, &other), TT_OK);
    for (int32_t tick = 100; tick < 4000; tick += 100) {
        assert_int_equal(th_source_advance(&fast, tick), TT_OK);
        assert_int_equal(th_source_next(&fast, &other), TT_OK);
        do {
            assert_int_equal(th_source_next(&slow, &event), TT_OK);
        } while (event.tick <= tick);
        assert_int_equal(event.kind, other.kind);
        assert_int_equal(event.tick, other.tick);
        assert_int_equal(event.cid, other.cid);
        assert_true(event.offset == other.offset && event.size == other.size);
        same_world(fast.world, slow.world, 1);
    }
    th_source_close(&slow);
    th_source_close(&fast);
    th_make_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_tick_of_real_recordings),
        cmocka_unit_test(steps_through_a_long_recording),
        cmocka_unit_test(random_ticks_of_random_records),
        cmocka_unit_test(the_last_tick),
        cmocka_unit_test(reading_goes_on_after_it),
    };
    return cmocka_run_group_tests_name("teehistorian_advance", tests, NULL, NULL);
}
