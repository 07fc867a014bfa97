/* SPDX-License-Identifier: MIT
 *
 * Tests of TT_WANT_NO_MOVES: it leaves out moves and tick marks and nothing else, wherever the
 * input is split; ticks, facts and the world are those of a reader that gives everything.
 */
#include "cm.h"

#include <stdbool.h>
#include <string.h>

#include "recording/stream.h"
#include "support/th_make.h"
#include "support/th_random.h"
#include "teetape/recording.h"

static tt_recording rec;
static uint64_t scratch[TT_RECORDING_SCRATCH / 8];

/* What was read: the sum of the items but moves, and how it ended. */
typedef struct seen {
    uint64_t sum, items;
    tt_status status;
    tt_world world;
} seen;

static void add(seen *s, int64_t value)
{
    s->sum = (s->sum ^ (uint64_t)value) * UINT64_C(0x9e3779b97f4a7c15);
    s->sum ^= s->sum >> 29;
}

static bool is_move(const tt_item *item)
{
    return item->kind == TT_ITEM_RECORD &&
           (item->th->kind == TT_TH_PLAYER_DIFF ||
            (item->th->kind == TT_TH_TICK_SKIP && item->th->u.tick_skip.dt < TT_GAP_TICKS));
}

static void take(seen *s, const tt_item *item)
{
    tt_recorded_input input;
    if (is_move(item)) {
        return; /* the first record about a client is given */
    }
    s->items++;
    add(s, item->kind);
    add(s, item->tick);
    add(s, (int64_t)item->session);
    add(s, item->th != NULL ? (int64_t)item->th->offset : -1);
    if (item->kind == TT_ITEM_RECORD && tt_item_input(item, &input)) {
        const int32_t *ints = (const int32_t *)&input.input;
        for (int i = 0; i < TT_INPUT_INTS; i++) {
            add(s, ints[i]);
            add(s, input.diff != NULL ? input.diff[i] : 0);
        }
    }
}

static void read_all(seen *s, const th_make *m, size_t piece, unsigned wants, int64_t from,
                     int64_t to)
{
    tt_item item;
    memset(s, 0, sizeof *s);
    assert_int_equal(tt_recording_init(&rec, scratch, sizeof scratch), TT_OK);
    tt_recording_recover(&rec, 1);
    tt_recording_want(&rec, wants, TT_FACTS_ALL);
    tti_recording_span(&rec, from, to);
    for (size_t at = 0;;) {
        s->status = tt_recording_next(&rec, &item);
        if (s->status == TT_MORE) {
            size_t size = m->size - at < piece ? m->size - at : piece;
            tt_recording_feed(&rec, m->data + at, size);
            at += size;
        } else if (s->status != TT_OK) {
            break;
        } else {
            take(s, &item);
        }
    }
    s->world = *tt_recording_world(&rec);
}

static void check(const th_make *m, size_t piece)
{
    static const unsigned wants[] = {TT_WANT_RECORDS, TT_WANT_RECORDS | TT_WANT_FACTS,
                                     TT_WANT_RECORDS | TT_WANT_FACTS | TT_WANT_TICKS};
    static const int64_t spans[][2] = {{INT64_MIN, INT64_MAX}, {40, 700}, {0, 0}};
    static seen every, some;
    for (size_t i = 0; i < sizeof wants / sizeof wants[0]; i++) {
        for (size_t k = 0; k < sizeof spans / sizeof spans[0]; k++) {
            read_all(&every, m, m->size, wants[i], spans[k][0], spans[k][1]);
            read_all(&some, m, piece, wants[i] | TT_WANT_NO_MOVES, spans[k][0], spans[k][1]);
            assert_int_equal(every.items, some.items);
            assert_true(every.sum == some.sum);
            assert_int_equal(every.status, some.status);
            assert_memory_equal(&every.world, &some.world, sizeof every.world);
        }
    }
}

static void recordings_give_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < TH_RECORDINGS; i++) {
        th_make m = {0};
        th_make_recording(&m, th_recordings[i]);
        check(&m, 65536);
        check(&m, 1000);
        th_make_free(&m);
    }
}

static void random_recordings_give_the_same(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 100; seed++) {
        th_make m = th_random_recording(seed, 300, seed % 2 == 0);
        check(&m, (size_t)(seed % 90) + 1);
        check(&m, m.size);
        th_make_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_give_the_same),
        cmocka_unit_test(random_recordings_give_the_same),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
