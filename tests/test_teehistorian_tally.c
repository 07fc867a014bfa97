/* SPDX-License-Identifier: MIT
 *
 * Tests of tt_th_tally: what is counted and what is given are together all records, wherever the
 * input is split; and the world and the facts are those of a reader that gives everything.
 */
#include "cm.h"
#include "recording/stream.h"

#include <float.h>
#include <math.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "support/th_make.h"
#include "support/th_random.h"
#include "teehistorian/tally.h"
#include "teetape/recording.h"

static tt_recording rec;
static uint64_t scratch[TT_RECORDING_SCRATCH / 8];

/* All that a tally has, and the rest. */
typedef struct counts {
    tt_th_tally tally;
    uint64_t kinds[TT_TH_KINDS];
    uint64_t facts;
    tt_status status;
    int32_t tick;
    tt_world world;
} counts;

static double way_of(const struct tt_th_player_diff *move)
{
    double way = sqrt((double)move->dx * move->dx + (double)move->dy * move->dy);
    return way <= TT_TEE_JUMP ? way : 0;
}

/* As the tally does it, with what is given. */
static void count(counts *c, const tt_th_event *event, int64_t from)
{
    if (event->tick < from) {
        return;
    }
    c->kinds[event->kind]++;
    if (event->kind == TT_TH_PLAYER_DIFF) {
        c->tally.moves[event->cid]++;
        c->tally.way[event->cid] += way_of(&event->u.player_diff);
    } else if (event->kind == TT_TH_INPUT_DIFF) {
        c->tally.inputs[event->cid]++;
    } else if (event->kind == TT_TH_TICK_SKIP) {
        c->tally.tick_skips++;
    }
}

/* How it is read. */
enum { EVERY, TALLIED, TALLIED_NO_WAYS };

/* Reads all of it, in pieces of `piece` bytes. */
static void read_all(counts *c, tt_bytes bytes, size_t piece, unsigned wants, int64_t from,
                     int tallies)
{
    tt_item item;
    static tt_th_tally tally;
    memset(c, 0, sizeof *c);
    memset(&tally, 0, sizeof tally);
    tally.no_ways = tallies == TALLIED_NO_WAYS;
    assert_int_equal(tt_recording_init(&rec, scratch, sizeof scratch), TT_OK);
    tt_recording_recover(&rec, 1);
    tt_recording_want(&rec, wants, TT_FACTS_ALL);
    if (tallies) {
        tti_recording_tally(&rec, &tally, from);
    }
    for (size_t at = 0;;) {
        c->status = tt_recording_next(&rec, &item);
        if (c->status == TT_MORE) {
            size_t size = bytes.size - at < piece ? bytes.size - at : piece;
            tt_recording_feed(&rec, bytes.data + at, size);
            at += size;
        } else if (c->status != TT_OK) {
            break;
        } else if (item.kind == TT_ITEM_RECORD) {
            count(c, item.th, from);
        } else {
            c->facts += item.kind == TT_ITEM_FACT;
        }
    }
    c->tick = tt_recording_look(&rec).tick;
    c->world = tt_recording_world(&rec) != NULL ? *tt_recording_world(&rec) : c->world;
    for (int32_t cid = 0; tallies && cid < TT_CIDS; cid++) {
        c->kinds[TT_TH_PLAYER_DIFF] += tally.moves[cid];
        c->kinds[TT_TH_INPUT_DIFF] += tally.inputs[cid];
        c->tally.moves[cid] += tally.moves[cid];
        c->tally.inputs[cid] += tally.inputs[cid];
        c->tally.way[cid] += tally.way[cid];
        assert_true(!tally.no_ways || tally.way[cid] == 0);
    }
    c->kinds[TT_TH_TICK_SKIP] += tallies ? tally.tick_skips : 0;
    c->tally.tick_skips += tallies ? tally.tick_skips : 0;
}

/* Ways are sums in another order only where some moves are given. */
static void assert_same(const counts *a, const counts *b)
{
    assert_memory_equal(a->tally.moves, b->tally.moves, sizeof a->tally.moves);
    assert_memory_equal(a->tally.inputs, b->tally.inputs, sizeof a->tally.inputs);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        assert_true(fabs(a->tally.way[cid] - b->tally.way[cid]) <= 1e-9 * a->tally.way[cid]);
    }
    assert_int_equal(a->tally.tick_skips, b->tally.tick_skips);
    assert_memory_equal(a->kinds, b->kinds, sizeof a->kinds);
    assert_int_equal(a->facts, b->facts);
    assert_int_equal(a->status, b->status);
    assert_int_equal(a->tick, b->tick);
    assert_memory_equal(&a->world, &b->world, sizeof a->world);
}

static void check(tt_bytes bytes, size_t piece)
{
    static const unsigned wants[] = {TT_WANT_RECORDS, TT_WANT_RECORDS | TT_WANT_FACTS,
                                     TT_WANT_RECORDS | TT_WANT_FACTS | TT_WANT_TICKS};
    static counts every, tallied;
    for (size_t i = 0; i < sizeof wants / sizeof wants[0]; i++) {
        static const int64_t from[] = {INT64_MIN, 0, 40, 700, INT64_MAX};
        for (size_t k = 0; k < sizeof from / sizeof from[0]; k++) {
            read_all(&every, bytes, bytes.size, wants[i], from[k], EVERY);
            read_all(&tallied, bytes, piece, wants[i], from[k], TALLIED);
            assert_same(&every, &tallied);
            read_all(&tallied, bytes, piece, wants[i], from[k], TALLIED_NO_WAYS);
            memcpy(tallied.tally.way, every.tally.way, sizeof tallied.tally.way);
            assert_same(&every, &tallied);
        }
    }
}

static void recordings_count_the_same(void **state)
{
    (void)state;
    for (size_t i = 0; i < TH_RECORDINGS; i++) {
        th_make m = {0};
        th_make_recording(&m, th_recordings[i]);
        check((tt_bytes){m.data, m.size}, 65536);
        check((tt_bytes){m.data, m.size}, 1000);
        th_make_free(&m);
    }
}

static void random_recordings_count_the_same(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 100; seed++) {
        th_make m = th_random_recording(seed, 300, seed % 2 == 0);
        check((tt_bytes){m.data, m.size}, (size_t)(seed % 7) + 1);
        check((tt_bytes){m.data, m.size}, m.size);
        th_make_free(&m);
    }
}

/* In pieces of every size. */
static void splits_count_the_same(void **state)
{
    (void)state;
    static counts every, tallied;
    for (uint64_t seed = 1; seed < 5; seed++) {
        th_make m = th_random_recording(seed, 60, seed % 2 == 0);
        tt_bytes bytes = {m.data, m.size};
        read_all(&every, bytes, bytes.size, TT_WANT_RECORDS | TT_WANT_FACTS, 20, EVERY);
        for (size_t piece = 1; piece < m.size; piece++) {
            read_all(&tallied, bytes, piece, TT_WANT_RECORDS | TT_WANT_FACTS, 20, TALLIED);
            assert_same(&every, &tallied);
        }
        th_make_free(&m);
    }
}

/* To the last bit; a CPU with excess precision may round twice. */
static bool is_root(double root, double want)
{
    return fabs(root - want) <= (FLT_EVAL_METHOD == 0 ? 0 : 1e-13);
}

/* Ways are square roots, but for jumps. */
static void ways_are_exact(void **state)
{
    (void)state;
    static tt_th_tally tally;
    for (int32_t x = -330; x <= 330; x++) {
        for (int32_t y = -330; y <= 330; y++) {
            const struct tt_th_player_diff move = {.dx = x, .dy = y};
            tally.way[0] = 0;
            tti_th_tally_move(&tally, 0, x, y);
            assert_true(is_root(tally.way[0], way_of(&move)));
        }
    }
    static const int32_t far[] = {INT32_MIN, INT32_MAX, 321, -321};
    for (size_t i = 0; i < 4; i++) {
        tally.way[0] = 0;
        tti_th_tally_move(&tally, 0, far[i], 0);
        assert_true(tally.way[0] == 0);
    }
}

/* The portable roots are those of sqrt. */
static void roots_are_exact(void **state)
{
    (void)state;
    for (int32_t square = 0; square <= TT_TEE_JUMP * TT_TEE_JUMP; square++) {
        assert_true(is_root(tti_th_root_plain(square), sqrt(square)));
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_count_the_same),
        cmocka_unit_test(random_recordings_count_the_same),
        cmocka_unit_test(splits_count_the_same),
        cmocka_unit_test(ways_are_exact),
        cmocka_unit_test(roots_are_exact),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
