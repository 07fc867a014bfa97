/* SPDX-License-Identifier: MIT
 *
 * Tests of tt_th_next_sparse: the events that tt_th_next gives, but for those that fill a
 * recording, with the same world and the same history. And of tt_th_record: the bytes of every
 * event.
 */
#include <stdlib.h>

#include "cm.h"
#include "support/th_random.h"
#include "support/th_source.h"
#include "teehistorian/record.h"
#include "teetape/teehistorian_history.h"

#define ZEROS 0, 0, 0, 0, 0, 0, 0, 0, 0, 0

static int is_frequent(tt_th_kind kind)
{
    return kind == TT_TH_PLAYER_DIFF || kind == TT_TH_INPUT_DIFF || kind == TT_TH_TICK_SKIP;
}

static void check_record(const th_source *s, const tt_th_event *event)
{
    tt_bytes record = tt_th_record(&s->th, event);
    assert_int_equal(record.size, event->size);
    assert_true(event->offset + event->size <= s->m->size);
    assert_memory_equal(record.data, s->m->data + event->offset, event->size);
}

/* The next event that is to be expected of tt_th_next_sparse. */
static tt_status next_filtered(th_source *s, tt_th_history *history, tt_th_event *event)
{
    uint8_t was_connected[TT_CIDS];
    for (;;) {
        for (int32_t cid = 0; cid < TT_CIDS; cid++) {
            was_connected[cid] = s->world->client[cid].connected;
        }
        tt_status status = th_source_next(s, event);
        if (status != TT_OK) {
            return status;
        }
        check_record(s, event);
        tt_th_history_follow(history, event, s->world);
        if (!is_frequent(event->kind) ||
            (event->cid >= 0 &&
             s->world->client[event->cid].connected > was_connected[event->cid])) {
            return TT_OK;
        }
    }
}

static void check_fields(const tt_th_event *a, const tt_th_event *b)
{
    th_log x, y;
    memset(&x, 0, sizeof x);
    memset(&y, 0, sizeof y);
    th_log_add(&x, "%d", (int)a->kind);
    th_log_add(&y, "%d", (int)b->kind);
    th_log_fields(&x, tt_th_type(a->kind), &a->u);
    th_log_fields(&y, tt_th_type(b->kind), &b->u);
    assert_string_equal(x.text, y.text);
    free(x.text);
    free(y.text);
}

static void check_same_event(const tt_th_event *a, const tt_th_event *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->tick, b->tick);
    assert_int_equal(a->cid, b->cid);
    assert_int_equal(a->size, b->size);
    assert_true(a->offset == b->offset);
    check_fields(a, b);
}

static int compare(const th_make *m, th_split split, int recover)
{
    th_source slow, fast;
    tt_th_event want, have;
    tt_status status;
    int given = 0;
    tt_th_history *pasts = malloc(2 * sizeof *pasts);
    assert_non_null(pasts);
    tt_th_history_init(&pasts[0]);
    tt_th_history_init(&pasts[1]);
    th_source_open(&slow, m, TH_ONE_PIECE, recover);
    th_source_open(&fast, m, split, recover);
    while ((status = next_filtered(&slow, &pasts[0], &want)) == TT_OK) {
        assert_int_equal(th_source_next_sparse(&fast, &have), TT_OK);
        check_same_event(&have, &want);
        check_record(&fast, &have);
        tt_th_history_follow(&pasts[1], &have, fast.world);
        assert_memory_equal(fast.world, slow.world, sizeof *slow.world);
        assert_memory_equal(&pasts[1], &pasts[0], sizeof(tti_th_history));
        given++;
    }
    assert_int_equal(th_source_next_sparse(&fast, &have), status);
    assert_memory_equal(fast.world, slow.world, sizeof *slow.world);
    assert_true(tt_th_look(&fast.th).offset == tt_th_look(&slow.th).offset);
    assert_int_equal(tt_th_look(&fast.th).error->status, tt_th_look(&slow.th).error->status);
    assert_true(tt_th_look(&fast.th).error->offset == tt_th_look(&slow.th).error->offset);
    assert_int_equal(tt_th_look(&fast.th).finished, tt_th_look(&slow.th).finished);
    assert_int_equal(fast.issues, slow.issues);
    th_source_close(&slow);
    th_source_close(&fast);
    free(pasts);
    return given;
}

static void real_recordings(void **state)
{
    (void)state;
    for (size_t i = 0; i < TH_RECORDINGS; i++) {
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, th_recordings[i]);
        int given = compare(&m, TH_ONE_PIECE, 0);
        assert_int_equal(compare(&m, TH_PIECES(1 + i), 0), given);
        assert_int_equal(compare(&m, (th_split){0, 300, i + 1}, 0), given);
        assert_true(given >= 10 && (m.size < 10000 || (size_t)given < m.size / 50));
        th_make_free(&m);
    }
}

static void random_recordings(void **state)
{
    (void)state;
    uint64_t seed = 99;
    for (uint64_t round = 1; round < 200; round++) {
        int wild = round % 2 == 0;
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, round % 3 != 0 ? "" : ",\"version_minor\":\"8\"");
        th_random_records(&m, &seed, 400, wild);
        if (round % 5 == 0) {
            m.size -= 1;
        } else {
            th_make_int(&m, TH_FINISH);
        }
        compare(&m, TH_ONE_PIECE, wild);
        compare(&m, TH_PIECES(1), wild);
        compare(&m, (th_split){0, 1 + (size_t)round * 7, round}, wild);
        compare(&m, (th_split){0, 100, round}, 0);
        th_make_free(&m);
    }
}

/* An input that is left of the client before may be the first word of the next one. */
static void first_words_are_given(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    th_source s;
    tt_th_event event;
    th_make_header(&m, 2, "");
    TH_INTS(&m, TH_PLAYER_NEW, 1, 0, 0, TH_INPUT_NEW, 1, ZEROS, TH_INPUT_DIFF, 1, ZEROS);
    TH_INTS(&m, TH_TICK_SKIP, 0, 1, 5, 5, TH_DROP, 1, 0, 1, 5, 5, TH_TICK_SKIP, 100000);
    TH_INTS(&m, TH_INPUT_DIFF, 1, ZEROS, TH_INPUT_DIFF, 1, ZEROS);
    for (int i = 0; i < 100; i++) {
        TH_INTS(&m, 1, 1, 1); /* enough bytes after it for the fast loop */
    }
    const tt_th_kind want[] = {TT_TH_HEADER, TT_TH_PLAYER_NEW, TT_TH_INPUT_NEW, TT_TH_DROP,
                               TT_TH_INPUT_DIFF};
    th_source_open(&s, &m, TH_ONE_PIECE, 0);
    for (size_t i = 0; i < sizeof want / sizeof want[0]; i++) {
        assert_int_equal(th_source_next_sparse(&s, &event), TT_OK);
        assert_int_equal(event.kind, want[i]);
    }
    assert_int_equal(event.tick, 100004);
    assert_int_equal(th_source_next_sparse(&s, &event), TT_END);
    assert_int_equal(s.world->tee[1].x, 110);
    assert_int_equal(s.world->tick, 100103);
    th_source_close(&s);
    th_make_free(&m);
}

/* The three ways to read can take turns. */
static void ways_take_turns(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    th_source slow, fast;
    tt_th_event want, have;
    uint64_t seed = 5;
    th_make_recording(&m, th_recordings[0]);
    th_source_open(&slow, &m, TH_ONE_PIECE, 0);
    th_source_open(&fast, &m, (th_split){0, 500, 3}, 0);
    tt_status status = th_source_next(&fast, &have);
    while (status == TT_OK) {
        if (random_next(&seed) % 3 == 0) {
            status = th_source_next_sparse(&fast, &have);
        } else if (random_next(&seed) % 10 == 0) {
            status = th_source_advance(&fast, fast.world->tick + 20);
            status = status == TT_OK ? th_source_next(&fast, &have) : status;
        } else {
            status = th_source_next(&fast, &have);
        }
        if (status == TT_OK) {
            do {
                assert_int_equal(th_source_next(&slow, &want), TT_OK);
            } while (want.offset < have.offset);
            check_same_event(&have, &want);
            check_record(&fast, &have);
            assert_memory_equal(fast.world, slow.world, sizeof *slow.world);
        }
    }
    assert_int_equal(status, TT_END);
    th_source_close(&slow);
    th_source_close(&fast);
    th_make_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_recordings),
        cmocka_unit_test(random_recordings),
        cmocka_unit_test(first_words_are_given),
        cmocka_unit_test(ways_take_turns),
    };
    return cmocka_run_group_tests_name("teehistorian_sparse", tests, NULL, NULL);
}
