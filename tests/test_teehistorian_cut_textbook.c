/* SPDX-License-Identifier: MIT
 *
 * Cuts as another reader sees them: the one of the benchmark, which shares no code with the
 * library. It has to take every cut and to find what the whole recording has at its end.
 */
#include <stdlib.h>

#include "cm.h"
#include "support/th_cut.h"
#include "support/th_random.h"
#include "textbook_teehistorian.h"

#define PAIRS 200

static void compare(const tt_bench_result *have, const tt_world *want, int32_t last_tick)
{
    assert_int_equal(have->last_tick, last_tick);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_tee *tee = &want->tee[cid];
        assert_int_equal(have->alive[cid], tee->alive);
        if (tee->alive) {
            assert_int_equal(have->x[cid], tee->x);
            assert_int_equal(have->y[cid], tee->y);
        }
        assert_int_equal(have->has_input[cid], tee->has_input);
        assert_memory_equal(have->input[cid], tee->input, sizeof tee->input);
    }
}

/* The records of a cut that this benchmark counts, and its last tick. */
static uint64_t count(const th_make *m, int32_t *last_tick)
{
    th_source s;
    tt_th_event event;
    uint64_t records = 0;
    th_source_open(&s, m, TH_ONE_PIECE, 0);
    assert_int_equal(th_source_next(&s, &event), TT_OK);
    while (th_source_next(&s, &event) == TT_OK) {
        records += event.kind != TT_TH_TICK_SKIP && event.kind != TT_TH_FINISH;
    }
    *last_tick = s.world->tick;
    th_source_close(&s);
    return records;
}

/* `end` is the last tick of the whole recording. A cut has the last tick of its span, if the
 * recording goes on up to it. */
static void check_cut(const th_make *m, int32_t from, int64_t to, int32_t end)
{
    th_make cut = {NULL, 0, 0};
    th_source whole;
    tt_th_event event;
    tt_bench_result *result = calloc(1, sizeof *result);
    int32_t last_tick;
    assert_non_null(result);
    th_cut(&cut, m, TH_CUT_SPAN(from, to), TH_ONE_PIECE, 0);
    assert_int_equal(textbook_read(cut.data, cut.size, result), 0);
    assert_int_equal(result->records, count(&cut, &last_tick));
    assert_int_equal(last_tick, to - 1 < end ? to - 1 : end);
    th_source_open(&whole, m, TH_ONE_PIECE, 0);
    assert_int_equal(th_source_next(&whole, &event), TT_OK);
    th_source_advance(&whole, (int32_t)(to - 1));
    compare(result, whole.world, last_tick);
    th_source_close(&whole);
    free(result);
    th_make_free(&cut);
}

static void check_recording(const th_make *m, int pairs, uint64_t seed)
{
    int32_t last;
    count(m, &last);
    uint32_t places = (uint32_t)last + 2;
    for (int i = 0; i < pairs; i++) {
        int32_t from = (int32_t)(random_next(&seed) % places);
        int32_t to = from + 1 + (int32_t)(random_next(&seed) % (places - (uint32_t)from));
        check_cut(m, from, i % 8 != 0 ? to : TT_TH_CUT_END, last);
    }
}

static void real_recordings(void **state)
{
    (void)state;
    for (size_t i = 0; i < TH_RECORDINGS; i++) {
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, th_recordings[i]);
        check_recording(&m, PAIRS, 3 + i);
        th_make_free(&m);
    }
}

static void random_recordings(void **state)
{
    (void)state;
    uint64_t seed = 2718;
    for (int i = 0; i < 200; i++) {
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, "");
        th_random_records(&m, &seed, 800, 0);
        TH_INTS(&m, TH_FINISH);
        check_recording(&m, 4, seed);
        th_make_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_recordings),
        cmocka_unit_test(random_recordings),
    };
    return cmocka_run_group_tests_name("teehistorian_cut_textbook", tests, NULL, NULL);
}
