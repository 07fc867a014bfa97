/* SPDX-License-Identifier: MIT
 *
 * Tests of the repair that goes on after damage: what is lost at a gap, where it must not go on,
 * and how much of the real recordings is found again after damage of every kind and size.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "support/th_damage.h"

enum { SEEDS = 60 / TT_TEST_SHARE, MARGIN = 2000 };

/* What was found again after one kind of damage. */
typedef struct found_rate {
    size_t records, missed, worst, false_records;
    int cases, gaps, silent, inside, wrong;
} found_rate;

static void count_case(found_rate *rate, const th_make *m, const uint8_t *starts,
                       th_damage_kind kind, uint64_t seed)
{
    th_damage d = th_damage_of(m, starts, kind, seed, MARGIN);
    th_repair *r = th_repair_of(d.bytes.data, d.bytes.size, 1, TH_ONE_PIECE, 0);
    th_repair_strict(r, "planted damage");
    th_recovery recovery = th_recovery_of(&d, r);
    rate->records += recovery.records;
    rate->missed += recovery.missed;
    if (recovery.missed > rate->worst)
        rate->worst = recovery.missed;
    rate->cases++;
    rate->gaps += recovery.gaps;
    rate->silent += recovery.gaps == 0;
    rate->inside += recovery.inside;
    rate->wrong += recovery.wrong;
    rate->false_records += (size_t)th_false_records(m, &r->out);
    th_repair_free(r);
    th_damage_free(&d);
}

/* The floor: in every case less than 100 records after the damage are missed, and on average less
 * than 3. Bytes that happen to decode may become records, but in less than one of ten cases; a gap
 * ends at a wrong place, to be in step some records later, in less than one of five. */
static void most_is_found_again_behind_damage(void **state)
{
    (void)state;
    static const char *const names[TH_DAMAGES] = {"overwritten", "zeroed", "deleted", "inserted",
                                                  "flipped"};
    for (int kind = 0; kind < TH_DAMAGES; kind++) {
        found_rate rate = {0};
        for (int i = 0; i < TH_RECORDINGS; i++) {
            th_make m = {NULL, 0, 0};
            th_make_recording(&m, th_recordings[i]);
            uint8_t *starts = th_record_starts(&m);
            for (uint64_t seed = 1; m.size > 10000 && seed <= SEEDS; seed++)
                count_case(&rate, &m, starts, (th_damage_kind)kind, seed);
            free(starts);
            th_make_free(&m);
        }
        print_message(
            "%-11s %d cases: %.2f records missed on average, %zu at most, %.3f %% of those "
            "after found again; %d gaps, %d that end in the damage, %d at a wrong place; %d cases "
            "without a gap; %zu false records\n",
            names[kind], rate.cases, (double)rate.missed / rate.cases, rate.worst,
            100 - 100.0 * (double)rate.missed / (double)rate.records, rate.gaps, rate.inside,
            rate.wrong, rate.silent, rate.false_records);
        assert_true(rate.cases >= 3 * SEEDS);
        assert_true(rate.worst < 100);
        assert_true(rate.missed < 3 * (size_t)rate.cases);
        assert_true(rate.wrong * 5 < rate.gaps);
        assert_true(rate.false_records * 10 < (size_t)rate.cases);
    }
}

/* Field by field: between them are bytes of no meaning. */
static void assert_same_loss(const tt_th_loss *a, const tt_th_loss *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->status, b->status);
    assert_int_equal(a->tick, b->tick);
    assert_int_equal(a->offset, b->offset);
    assert_int_equal(a->bytes, b->bytes);
    assert_int_equal(a->records, b->records);
}

/* Where damage is and what it costs does not depend on the pieces. */
static void pieces_make_no_difference(void **state)
{
    (void)state;
    static const th_split splits[] = {{1, 1, 0}, {0, 5000, 5}, {100000, 4096, 0}};
    th_make m = {NULL, 0, 0};
    th_make_recording(&m, th_recordings[TH_RECORDINGS - 1]);
    uint8_t *starts = th_record_starts(&m);
    for (uint64_t i = 0; i < 12; i++) {
        th_damage d = th_damage_of(&m, starts, (th_damage_kind)(i % TH_DAMAGES), i + 1, MARGIN);
        th_repair *one = th_repair_of(d.bytes.data, d.bytes.size, 1, TH_ONE_PIECE, 0);
        th_repair *more = th_repair_of(d.bytes.data, d.bytes.size, 1, splits[i % 3], 0);
        assert_int_equal(one->out.size, more->out.size);
        assert_memory_equal(one->out.data, more->out.data, one->out.size);
        assert_int_equal(one->losses, more->losses);
        for (int k = 0; k < one->losses; k++)
            assert_same_loss(&one->loss[k], &more->loss[k]);
        th_repair_free(one);
        th_repair_free(more);
        th_damage_free(&d);
    }
    free(starts);
    th_make_free(&m);
}

/* This many records that what follows a gap is believed. */
static void make_moves(th_make *m, int count)
{
    for (int i = 0; i < count; i++)
        TH_INTS(m, i % 3, 5, -7 - i % 5);
}

static void make_start(th_make *m)
{
    th_make_header(m, 2, "");
    for (int cid = 0; cid < 3; cid++) {
        TH_INTS(m, TH_PLAYER_NEW, cid, 1000, 2000);
        TH_INTS(m, TH_INPUT_NEW, cid, 1, 20, 30, 0, 1, 0, 0, 0, 0, 0);
    }
    make_moves(m, 9);
}

static int put_behind(void *user, tt_bytes piece)
{
    th_make_bytes(user, piece.data, piece.size);
    return 0;
}

static void a_gap_ends_all_tees(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    make_start(&m);
    size_t begin = m.size;
    th_make_fill(&m, 0x7f, 21);
    size_t end = m.size;
    make_moves(&m, 99);
    TH_INTS(&m, TH_INPUT_DIFF, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0);
    TH_INTS(&m, TH_PLAYER_OLD, 1, TH_PLAYER_NEW, 1, 10, 20, 1, 2, 3);
    TH_INTS(&m, TH_INPUT_NEW, 1, 0, 9, 9, 0, 0, 0, 0, 0, 0, 0);
    TH_INTS(&m, TH_INPUT_DIFF, 1, 0, 1, 1, 0, 0, 0, 0, 0, 0, 0, TH_JOIN, 9, TH_FINISH);

    th_repair *r = th_repair_of(m.data, m.size, 1, TH_ONE_PIECE, 0);
    th_repair_strict(r, "gap");
    assert_int_equal(r->losses, 2);
    assert_int_equal(r->loss[0].kind, TT_TH_LOSS_GAP);
    assert_int_equal(r->loss[0].status, TT_ERR_TH_KIND);
    assert_int_equal(r->loss[0].offset, begin);
    assert_int_equal(r->loss[0].bytes, end - begin);
    assert_int_equal(r->loss[0].tick, 4); /* three of moves after that of PLAYER_NEW */
    assert_int_equal(r->loss[1].kind, TT_TH_LOSS_UNKNOWN);
    assert_int_equal(r->loss[1].offset, begin);
    assert_int_equal(r->loss[1].records, 99 + 2); /* and INPUT_DIFF, PLAYER_OLD */
    assert_memory_equal(r->out.data, m.data, begin);

    th_log log = th_log_of(r->out.data, r->out.size, TH_LOG_EVENTS, TH_ONE_PIECE, 0);
    char *after = strstr(log.text, "5 player_old");
    assert_non_null(after);
    /* 5 is for the ends; 33 for 99 moves; the PLAYER_OLD of 1 opens one more, as its PLAYER_NEW */
    th_log_compare(after,
                   "5 player_old cid=0\n5 player_old cid=1\n5 player_old cid=2\n"
                   "40 tick_skip dt=34\n40 player_new cid=1 x=10 y=20\n"
                   "41 player_diff cid=1 dx=2 dy=3 x=12 y=23\n"
                   "41 input_new cid=1 input=(0,9,9,0,0,0,0,0,0,0)\n"
                   "41 input_diff cid=1 diff=(0,1,1,0,0,0,0,0,0,0) "
                   "input=(0,10,10,0,0,0,0,0,0,0)\n"
                   "41 join cid=9\n41 finish\n= TT_END\n",
                   "after the gap");
    th_log_free(&log);
    th_repair_free(r);
    th_make_free(&m);
}

/* A single odd record is no gap: what follows it goes on well. */
static void single_records_are_no_gap(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    make_start(&m);
    TH_INTS(&m, 0, 0, 0); /* moved by (0, 0): no server writes it, but it can be read */
    make_moves(&m, 60);
    TH_INTS(&m, 77, 1, 1); /* a tee that is not there */
    make_moves(&m, 60);
    TH_INTS(&m, TH_TICK_SKIP, 1 << 30); /* 248 days */
    make_moves(&m, 60);
    TH_INTS(&m, TH_FINISH);
    th_repair *r = th_repair_of(m.data, m.size, 1, TH_ONE_PIECE, 0);
    th_repair_strict(r, "single");
    assert_int_equal(r->losses, 1);
    assert_int_equal(r->loss[0].kind, TT_TH_LOSS_RECORD);
    assert_int_equal(r->out.size, m.size - 4);
    th_repair_free(r);
    th_make_free(&m);
}

/* FINISH in the middle of a recording, and one at the end with something else after it. */
static void finish_is_believed_at_the_end(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    make_start(&m);
    TH_INTS(&m, TH_FINISH);
    size_t end = m.size;
    th_make_fill(&m, 'x', 300);
    th_repair *r = th_repair_of(m.data, m.size, 1, TH_ONE_PIECE, 0);
    th_repair_strict(r, "finish");
    assert_int_equal(r->out.size, end);
    assert_int_equal(r->losses, 1);
    assert_int_equal(r->loss[0].kind, TT_TH_LOSS_AFTER);
    assert_int_equal(r->loss[0].offset, end);
    assert_int_equal(r->loss[0].bytes, 300);
    assert_true(r->done.finished);
    th_repair_free(r);

    m.size = end - 1; /* one with more bytes than it needs remains what it is */
    th_make_bytes(&m, "\xc0", 2);
    th_make_fill(&m, 'x', 300);
    r = th_repair_of(m.data, m.size, 1, TH_ONE_PIECE, 0);
    th_repair_strict(r, "long finish");
    assert_int_equal(r->out.size, end + 1);
    assert_memory_equal(r->out.data, m.data, end + 1);
    assert_int_equal(r->loss[0].offset, end + 1);
    th_repair_free(r);

    m.size = end - 1;
    TH_INTS(&m, TH_FINISH);
    make_moves(&m, 99);
    r = th_repair_of(m.data, m.size, 1, TH_ONE_PIECE, 0);
    th_repair_strict(r, "finish in the middle");
    assert_int_equal(r->losses, 2);
    assert_int_equal(r->loss[0].kind, TT_TH_LOSS_GAP);
    assert_int_equal(r->loss[0].status, TT_ERR_TH_AFTER_FINISH);
    assert_int_equal(r->loss[0].bytes, 1);
    assert_false(r->done.finished);
    th_repair_free(r);
    th_make_free(&m);
}

/* Another recording after the first does not become a part of it, damaged or not. */
static void another_recording_is_not_taken(void **state)
{
    (void)state;
    for (int damaged = 0; damaged < 2; damaged++) {
        th_make m = {NULL, 0, 0};
        make_start(&m);
        size_t end = m.size + !damaged;
        if (damaged)
            th_make_fill(&m, 0x7f, 5);
        else
            TH_INTS(&m, TH_FINISH);
        make_start(&m);
        make_moves(&m, 500);
        th_repair *r = th_repair_of(m.data, m.size, 1, TH_ONE_PIECE, 0);
        th_repair_strict(r, "two");
        assert_int_equal(r->out.size, end + (size_t)damaged);
        assert_int_equal(r->losses, 1);
        assert_int_equal(r->loss[0].kind, damaged ? TT_TH_LOSS_REST : TT_TH_LOSS_AFTER);
        assert_int_equal(r->loss[0].offset, end);
        assert_int_equal(r->loss[0].bytes, m.size - end);
        th_repair_free(r);
        th_make_free(&m);
    }
}

/* Damage much larger than the window, with a recording after it. */
static void large_damage_is_passed(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    uint64_t seed = 5;
    make_start(&m);
    size_t begin = m.size;
    for (int i = 0; i < 1000000; i++) {
        seed = seed * 6364136223846793005u + 1442695040888963407u;
        uint8_t byte = (uint8_t)(seed >> 40);
        th_make_bytes(&m, &byte, 1);
    }
    size_t end = m.size;
    make_moves(&m, 3000);
    TH_INTS(&m, TH_FINISH);
    th_repair *r = th_repair_of(m.data, m.size, 1, TH_PIECES(65536), 0);
    th_repair_strict(r, "large");
    assert_true(r->losses >= 2);
    const tt_th_loss *gap = &r->loss[0];
    for (int i = 0; i < r->losses; i++)
        if (r->loss[i].kind == TT_TH_LOSS_GAP && r->loss[i].offset >= gap->offset)
            gap = &r->loss[i];
    assert_int_equal(gap->kind, TT_TH_LOSS_GAP);
    assert_in_range(gap->offset, begin, begin + 100);
    assert_in_range(gap->offset + gap->bytes, end - 10, end + 10);
    assert_true(r->done.finished);
    th_repair_free(r);
    th_make_free(&m);
}

/* A part that could not be read, in the middle of a record and of the ticks of a tee that lives on:
 * all of it is a gap, and what happens to fit after it is not taken for the same. */
static void missing_bytes_are_a_gap(void **state)
{
    (void)state;
    for (int resync = 0; resync < 2; resync++) {
        th_make m = {NULL, 0, 0};
        make_start(&m);
        size_t begin = m.size;
        TH_INTS(&m, TH_MESSAGE, 1, 100);
        size_t end = m.size;
        make_moves(&m, 300);
        TH_INTS(&m, TH_PLAYER_OLD, 1, TH_PLAYER_NEW, 1, 10, 20, TH_FINISH);
        th_make out = {NULL, 0, 0};
        uint8_t *buffer = malloc(TT_TH_REPAIR_BUFFER);
        tt_th_repair repair;
        const tt_th_repair_options options = {.resync = resync};
        assert_int_equal(
            tt_th_repair_init(&repair, buffer, TT_TH_REPAIR_BUFFER, put_behind, &out, &options),
            TT_OK);
        assert_int_equal(tt_th_repair_feed(&repair, m.data, end), TT_OK);
        assert_int_equal(tt_th_repair_skip(&repair, 5000), TT_OK);
        assert_int_equal(tt_th_repair_feed(&repair, m.data + end, m.size - end), TT_OK);
        assert_int_equal(tt_th_repair_feed(&repair, NULL, 0), TT_OK);
        const tt_th_repair_view done = tt_th_repair_look(&repair);
        assert_int_equal(done.bytes, m.size + 5000);
        assert_memory_equal(out.data, m.data, begin);
        tt_th_loss_kind kind = resync ? TT_TH_LOSS_GAP : TT_TH_LOSS_REST;
        assert_int_equal(done.sum[kind].count, 1);
        assert_int_equal(done.sum[kind].bytes, resync ? end - begin + 5000 : m.size - begin + 5000);
        assert_int_equal(done.sum[TT_TH_LOSS_UNKNOWN].records, resync ? 301 : 0);
        assert_int_equal(done.finished, resync);
        assert_int_equal(tt_th_repair_skip(&repair, 1), TT_OK);
        free(buffer);
        th_make_free(&m);
        th_make_free(&out);
    }
    tt_th_repair headless;
    uint8_t *buffer = malloc(TT_TH_REPAIR_BUFFER);
    tt_th_repair_init(&headless, buffer, TT_TH_REPAIR_BUFFER, put_behind, NULL, NULL);
    assert_int_equal(tt_th_repair_skip(&headless, 1), TT_ERR_TH_HEADER_END);
    free(buffer);
}

/* Damage looks like a FINISH, at the end of a part or before more of it: what comes after the part
 * is not lost. When nothing comes, it was the end. */
static void a_finish_before_missing_bytes_is_not_believed(void **state)
{
    (void)state;
    for (int garbage = 0; garbage < 4; garbage++) {
        for (int goes_on = 0; goes_on < 2; goes_on++) {
            th_make m = {NULL, 0, 0}, out = {NULL, 0, 0};
            make_start(&m);
            TH_INTS(&m, TH_FINISH);
            for (int i = 0; i < garbage; i++) {
                TH_INTS(&m, TH_MESSAGE, -5);
            }
            size_t end = m.size;
            make_moves(&m, 300);
            TH_INTS(&m, TH_PLAYER_OLD, 1, TH_PLAYER_NEW, 1, 10, 20, TH_FINISH);
            uint8_t *buffer = malloc(TT_TH_REPAIR_BUFFER);
            tt_th_repair repair;
            const tt_th_repair_options options = {.resync = true};
            tt_th_repair_init(&repair, buffer, TT_TH_REPAIR_BUFFER, put_behind, &out, &options);
            assert_int_equal(tt_th_repair_feed(&repair, m.data, end), TT_OK);
            assert_int_equal(tt_th_repair_skip(&repair, 5000), TT_OK);
            if (goes_on) {
                assert_int_equal(tt_th_repair_feed(&repair, m.data + end, m.size - end), TT_OK);
            }
            assert_int_equal(tt_th_repair_feed(&repair, NULL, 0), TT_OK);
            const tt_th_repair_view done = tt_th_repair_look(&repair);
            assert_true(done.finished);
            assert_int_equal(done.sum[TT_TH_LOSS_GAP].count, goes_on);
            assert_int_equal(done.sum[TT_TH_LOSS_AFTER].count, !goes_on);
            assert_int_equal(done.sum[TT_TH_LOSS_UNKNOWN].records, goes_on ? 301 : 0);
            free(buffer);
            th_make_free(&m);
            th_make_free(&out);
        }
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(most_is_found_again_behind_damage),
        cmocka_unit_test(pieces_make_no_difference),
        cmocka_unit_test(a_gap_ends_all_tees),
        cmocka_unit_test(single_records_are_no_gap),
        cmocka_unit_test(finish_is_believed_at_the_end),
        cmocka_unit_test(another_recording_is_not_taken),
        cmocka_unit_test(large_damage_is_passed),
        cmocka_unit_test(missing_bytes_are_a_gap),
        cmocka_unit_test(a_finish_before_missing_bytes_is_not_believed),
    };
    return cmocka_run_group_tests_name("teehistorian_resync", tests, NULL, NULL);
}
