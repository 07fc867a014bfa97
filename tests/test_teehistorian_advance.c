/* SPDX-License-Identifier: MIT
 *
 * Tests of tt_th_advance: to every tick of real recordings and to random ticks of random ones,
 * the world is the one that tt_th_next makes.
 */
#include <stdlib.h>

#include "cm.h"
#include "support/th_log.h"
#include "support/th_random.h"

/* A reader with its bytes, which are fed in pieces as it asks for them. */
typedef struct source {
    const th_make *m;
    size_t at;
    th_split split;
    uint8_t *block, *scratch;
    tt_world *world;
    tt_th th;
    int issues;
} source;

static void on_issue(void *user, const tt_issue *issue)
{
    (void)issue;
    ++*(int *)user;
}

static void source_open(source *s, const th_make *m, th_split split, int recover)
{
    memset(s, 0, sizeof *s);
    s->m = m;
    s->split = split;
    s->scratch = malloc(TT_TH_SCRATCH);
    s->world = malloc(sizeof *s->world);
    assert_true(s->scratch != NULL && s->world != NULL);
    assert_int_equal(tt_th_init(&s->th, s->world, s->scratch, TT_TH_SCRATCH), TT_OK);
    s->th.recover = recover;
    s->th.on_issue = on_issue;
    s->th.user = &s->issues;
}

static void source_close(source *s)
{
    free(s->block);
    free(s->scratch);
    free(s->world);
}

static void source_feed(source *s)
{
    size_t size = th_split_next(&s->split, s->m->size - s->at);
    if (s->at == s->m->size) {
        tt_th_end(&s->th);
        return;
    }
    free(s->block);
    s->block = malloc(size != 0 ? size : 1);
    assert_non_null(s->block);
    memcpy(s->block, s->m->data + s->at, size);
    s->at += size;
    tt_th_feed(&s->th, s->block, size);
}

static tt_status source_next(source *s, tt_th_event *event)
{
    tt_status status;
    while ((status = tt_th_next(&s->th, event)) == TT_MORE) {
        source_feed(s);
    }
    return status;
}

static tt_status source_advance(source *s, int32_t tick)
{
    tt_status status;
    while ((status = tt_th_advance(&s->th, tick)) == TT_MORE) {
        source_feed(s);
    }
    return status;
}

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
    source slow, fast;
    tt_th_event event;
    tt_world *before = malloc(sizeof *before);
    assert_non_null(before);
    source_open(&slow, m, TH_ONE_PIECE, recover);
    source_open(&fast, m, seed % 3 ? (th_split){0, 1 + seed % 3000, seed} : TH_ONE_PIECE, recover);
    assert_int_equal(source_next(&slow, &event), TT_OK);
    assert_int_equal(source_next(&fast, &event), TT_OK);
    int32_t tick = 0;
    tt_status status;
    memcpy(before, slow.world, sizeof *before);
    while ((status = source_next(&slow, &event)) == TT_OK) {
        while (tick < event.tick) {
            assert_int_equal(source_advance(&fast, tick), TT_OK);
            assert_true(fast.world->tick <= tick);
            same_world(fast.world, before, !recover);
            assert_int_equal(source_advance(&fast, tick), TT_OK);
            assert_int_equal(source_advance(&fast, tick - 1), TT_OK);
            assert_int_equal(source_advance(&fast, INT32_MIN), TT_OK);
            same_world(fast.world, before, !recover);
            /* a long silence is gone through once */
            int32_t next = 1 + (int32_t)(random_next(&seed) % (uint32_t)step);
            tick = event.tick - tick > 1000 ? event.tick : tick + next;
        }
        memcpy(before, slow.world, sizeof *before);
    }
    assert_int_equal(source_advance(&fast, INT32_MAX), status);
    same_world(fast.world, slow.world, 1);
    assert_int_equal(fast.issues, slow.issues);
    assert_true(tt_th_offset(&fast.th) == tt_th_offset(&slow.th));
    assert_int_equal(fast.th.finished, slow.th.finished);
    assert_int_equal(fast.th.error.status, slow.th.error.status);
    assert_true(fast.th.error.offset == slow.th.error.offset);
    source_close(&slow);
    source_close(&fast);
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
        source s;
        tt_th_event event;
        th_make_header(&m, 2, "");
        TH_INTS(&m, TH_TICK_SKIP, INT32_MAX - 10, TH_TICK_SKIP, 100, TH_PLAYER_NEW, 1, 2, 3);
        TH_INTS(&m, TH_TICK_SKIP, 0, TH_FINISH);
        source_open(&s, &m, TH_ONE_PIECE, recover);
        assert_int_equal(source_next(&s, &event), TT_OK);
        assert_int_equal(source_advance(&s, INT32_MAX - 1), TT_OK);
        assert_int_equal(s.world->tick, INT32_MAX - 9);
        assert_int_equal(source_advance(&s, INT32_MAX), recover ? TT_END : TT_ERR_TH_TICK);
        assert_int_equal(s.world->tick, INT32_MAX);
        assert_int_equal(s.th.finished, recover);
        source_close(&s);
        th_make_free(&m);
    }
}

/* Advancing and reading in turn is the same as reading alone from there on. */
static void reading_goes_on_after_it(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    th_make_recording(&m, "dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0");
    source slow, fast;
    tt_th_event event, other;
    source_open(&slow, &m, TH_ONE_PIECE, 0);
    source_open(&fast, &m, TH_PIECES(50), 0);
    assert_int_equal(source_next(&fast, &other), TT_OK);
    for (int32_t tick = 100; tick < 4000; tick += 100) {
        assert_int_equal(source_advance(&fast, tick), TT_OK);
        assert_int_equal(source_next(&fast, &other), TT_OK);
        do {
            assert_int_equal(source_next(&slow, &event), TT_OK);
        } while (event.tick <= tick);
        assert_int_equal(event.kind, other.kind);
        assert_int_equal(event.tick, other.tick);
        assert_int_equal(event.cid, other.cid);
        assert_true(event.offset == other.offset && event.size == other.size);
        same_world(fast.world, slow.world, 1);
    }
    source_close(&slow);
    source_close(&fast);
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
