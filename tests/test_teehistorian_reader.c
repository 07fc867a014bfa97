/* SPDX-License-Identifier: MIT
 *
 * Tests of the teehistorian reader with recordings of real games: how many records of each kind
 * they have, when they end, and that it does not matter into which pieces they are cut.
 */
#include <stdlib.h>

#include "cm.h"
#include "support/th_log.h"
#include "support/th_make.h"
#include "teehistorian/record.h"

static const struct recording {
    const char *name;
    int32_t last_tick;
    int notes; /* 1: no FINISH */
    struct {
        tt_th_kind kind;
        int count;
    } kinds[TT_TH_KINDS];
} recordings[] = {
    {"dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0",
     4092,
     0,
     {{TT_TH_HEADER, 1},
      {TT_TH_PLAYER_DIFF, 6186},
      {TT_TH_FINISH, 1},
      {TT_TH_TICK_SKIP, 30},
      {TT_TH_PLAYER_NEW, 4},
      {TT_TH_PLAYER_OLD, 4},
      {TT_TH_INPUT_DIFF, 1801},
      {TT_TH_INPUT_NEW, 4},
      {TT_TH_MESSAGE, 61},
      {TT_TH_JOIN, 4},
      {TT_TH_DROP, 4},
      {TT_TH_CONSOLE_COMMAND, 21},
      {TT_TH_DDNETVER, 4},
      {TT_TH_AUTH_LOGIN, 1},
      {TT_TH_AUTH_LOGOUT, 1},
      {TT_TH_JOINVER6, 4},
      {TT_TH_LOAD_FAILURE, 1},
      {TT_TH_PLAYER_TEAM, 4},
      {TT_TH_PLAYER_READY, 4}}},
    {"gold-mine-07/31d4b0ce-d0f7-4df0-ac42-914164ce7201",
     3611,
     0,
     {{TT_TH_HEADER, 1},        {TT_TH_PLAYER_DIFF, 6926}, {TT_TH_FINISH, 1},
      {TT_TH_TICK_SKIP, 26},    {TT_TH_PLAYER_NEW, 4},     {TT_TH_PLAYER_OLD, 4},
      {TT_TH_INPUT_DIFF, 2213}, {TT_TH_INPUT_NEW, 4},      {TT_TH_MESSAGE, 50},
      {TT_TH_JOIN, 4},          {TT_TH_DROP, 4},           {TT_TH_CONSOLE_COMMAND, 15},
      {TT_TH_DDNETVER, 3},      {TT_TH_AUTH_LOGIN, 1},     {TT_TH_AUTH_LOGOUT, 1},
      {TT_TH_JOINVER6, 3},      {TT_TH_JOINVER7, 1},       {TT_TH_PLAYER_TEAM, 4},
      {TT_TH_TEAM_PRACTICE, 2}, {TT_TH_PLAYER_READY, 4}}},
    {"map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d",
     1390,
     0,
     {{TT_TH_HEADER, 1},
      {TT_TH_PLAYER_DIFF, 1},
      {TT_TH_FINISH, 1},
      {TT_TH_TICK_SKIP, 7},
      {TT_TH_PLAYER_NEW, 1},
      {TT_TH_INPUT_NEW, 1},
      {TT_TH_MESSAGE, 4},
      {TT_TH_JOIN, 1},
      {TT_TH_CONSOLE_COMMAND, 2},
      {TT_TH_DDNETVER, 1},
      {TT_TH_JOINVER6, 1},
      {TT_TH_PLAYER_READY, 1}}},
    {"map-change/c9aae45d-f4e7-4f41-b2bb-d548fb58a3ff",
     750,
     0,
     {{TT_TH_HEADER, 1},
      {TT_TH_PLAYER_DIFF, 16},
      {TT_TH_FINISH, 1},
      {TT_TH_TICK_SKIP, 7},
      {TT_TH_PLAYER_NEW, 1},
      {TT_TH_INPUT_NEW, 1},
      {TT_TH_MESSAGE, 4},
      {TT_TH_CONSOLE_COMMAND, 2},
      {TT_TH_DDNETVER, 1},
      {TT_TH_PLAYER_READY, 1}}},
    {"map-change/93aa5d9e-d880-41a8-bef9-bcae304c6a10",
     197,
     1,
     {{TT_TH_HEADER, 1},
      {TT_TH_PLAYER_DIFF, 16},
      {TT_TH_TICK_SKIP, 5},
      {TT_TH_PLAYER_NEW, 1},
      {TT_TH_INPUT_NEW, 1},
      {TT_TH_MESSAGE, 4},
      {TT_TH_CONSOLE_COMMAND, 1},
      {TT_TH_DDNETVER, 1},
      {TT_TH_PLAYER_READY, 1}}},
    {"tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9",
     40095,
     0,
     {{TT_TH_HEADER, 1},
      {TT_TH_PLAYER_DIFF, 36434},
      {TT_TH_FINISH, 1},
      {TT_TH_TICK_SKIP, 372},
      {TT_TH_PLAYER_NEW, 5},
      {TT_TH_PLAYER_OLD, 5},
      {TT_TH_INPUT_DIFF, 8476},
      {TT_TH_INPUT_NEW, 5},
      {TT_TH_MESSAGE, 256},
      {TT_TH_JOIN, 5},
      {TT_TH_DROP, 5},
      {TT_TH_CONSOLE_COMMAND, 18},
      {TT_TH_DDNETVER, 5},
      {TT_TH_AUTH_LOGIN, 1},
      {TT_TH_AUTH_LOGOUT, 1},
      {TT_TH_JOINVER6, 5},
      {TT_TH_PLAYER_READY, 5}}},
};

#define COUNT (sizeof recordings / sizeof recordings[0])
#define DM1 0
#define MAP_CHANGE 2 /* to 4 */

static void recordings_are_read(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT; i++) {
        const struct recording *r = &recordings[i];
        int kinds[TT_TH_KINDS] = {0};
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, r->name);
        th_log log = th_log_of(m.data, m.size, 0, TH_ONE_PIECE, 0);
        assert_int_equal(log.status, TT_END);
        assert_int_equal(log.last_tick, r->last_tick);
        assert_int_equal(log.levels[TT_LEVEL_ERROR], 0);
        assert_int_equal(log.levels[TT_LEVEL_WARNING], 0);
        assert_int_equal(log.levels[TT_LEVEL_NOTE], r->notes);
        assert_int_equal(tt_th_look(&log.th).finished, !r->notes);
        assert_true(tt_th_look(&log.th).offset == m.size);
        for (size_t k = 0; k < TT_TH_KINDS && r->kinds[k].count != 0; k++) {
            kinds[r->kinds[k].kind] = r->kinds[k].count;
        }
        for (int kind = 0; kind < TT_TH_KINDS; kind++) {
            assert_int_equal(log.kinds[kind], kinds[kind]);
        }
        th_log_free(&log);
        th_make_free(&m);
    }
}

static void compare(const th_make *m, const char *whole, th_split split)
{
    th_log log = th_log_of(m->data, m->size, TH_LOG_FULL, split, 0);
    th_log_compare(log.text, whole, "split");
    th_log_free(&log);
}

static void split_at_every_byte(void **state)
{
    (void)state;
    for (size_t i = MAP_CHANGE; i < MAP_CHANGE + 3; i++) {
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, recordings[i].name);
        th_log whole = th_log_of(m.data, m.size, TH_LOG_FULL, TH_ONE_PIECE, 0);
        for (size_t cut = 0; cut <= m.size; cut++) {
            compare(&m, whole.text, (th_split){cut, 0, 0});
        }
        compare(&m, whole.text, TH_PIECES(1));
        th_log_free(&whole);
        th_make_free(&m);
    }
}

static void split_into_pieces(void **state)
{
    (void)state;
    const size_t sizes[] = {1, 2, 3, 7, 64, 4096};
    th_make m = {NULL, 0, 0};
    th_make_recording(&m, recordings[DM1].name);
    th_log whole = th_log_of(m.data, m.size, TH_LOG_FULL, TH_ONE_PIECE, 0);
    for (size_t i = 0; i < sizeof sizes / sizeof sizes[0]; i++) {
        compare(&m, whole.text, TH_PIECES(sizes[i]));
    }
    for (uint64_t seed = 1; seed <= 12; seed++) {
        compare(&m, whole.text, (th_split){0, (size_t)1 << seed, seed});
    }
    th_log_free(&whole);
    th_make_free(&m);
}

/* The smallest scratch does, as long as the header fits, and the header of real files does. */
static void the_smallest_scratch_suffices(void **state)
{
    (void)state;
    for (size_t i = 0; i < COUNT - 1; i++) {
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, recordings[i].name);
        th_log whole = th_log_of(m.data, m.size, TH_LOG_FULL, TH_ONE_PIECE, 0);
        th_log log = th_log_of(m.data, m.size, TH_LOG_FULL, TH_PIECES(11), TT_TH_SCRATCH_MIN);
        th_log_compare(log.text, whole.text, recordings[i].name);
        th_log_free(&log);
        th_log_free(&whole);
        th_make_free(&m);
    }
}

static void scratch_too_small(void **state)
{
    (void)state;
    tt_th th;
    static tt_world world;
    static uint8_t scratch[4096];
    assert_int_equal(tt_th_init(&th, &world, scratch, TT_TH_SCRATCH_MIN - 1), TT_ERR_ARGUMENT);
    assert_int_equal(tt_th_init(&th, &world, scratch, TT_TH_SCRATCH_MIN), TT_OK);
    assert_int_equal(tti_th_seen(&th)->recover, 0);
    assert_true(tti_th_seen(&th)->on_issue == NULL && tt_th_look(&th).world == &world);
}

/* Nothing at all, in every order of calls, and no callback. */
static void no_bytes(void **state)
{
    (void)state;
    tt_th th;
    tt_th_event event;
    static tt_world world;
    static uint8_t scratch[4096];
    assert_int_equal(tt_th_init(&th, &world, scratch, sizeof scratch), TT_OK);
    assert_int_equal(tt_th_next(&th, &event), TT_MORE);
    assert_int_equal(tt_th_next(&th, &event), TT_MORE);
    tt_th_feed(&th, "", 0);
    assert_int_equal(tt_th_next(&th, &event), TT_ERR_TH_MAGIC);
    assert_int_equal(tt_th_look(&th).error->status, TT_ERR_TH_MAGIC);
    assert_int_equal(tt_th_next(&th, &event), TT_ERR_TH_MAGIC);
}

/* Reads the header and the beginning of a record, then the rest without its last byte, told to be
 * the last piece before it is read. */
static void check_early_end(const th_make *m, size_t header, size_t first)
{
    tt_th th;
    tt_th_event event;
    static tt_world world;
    static uint8_t scratch[4096];
    assert_int_equal(tt_th_init(&th, &world, scratch, sizeof scratch), TT_OK);
    tt_th_feed(&th, m->data, first);
    assert_int_equal(tt_th_next(&th, &event), TT_OK);
    assert_int_equal(event.kind, TT_TH_HEADER);
    assert_int_equal(tt_th_next(&th, &event), TT_MORE);
    tt_th_feed(&th, m->data + first, m->size - first - 1);
    tt_th_feed(&th, NULL, 0);
    assert_int_equal(tt_th_next(&th, &event), TT_ERR_TH_TRUNCATED);
    assert_true(tt_th_look(&th).error->offset == header);
}

/* The end may come before the last piece is used up, whatever that piece ends in. */
static void end_is_told_early(void **state)
{
    (void)state;
    for (int record = 0; record < 3; record++) {
        th_make m = {NULL, 0, 0};
        th_make_header(&m, 2, "");
        size_t header = m.size;
        if (record == 0) {
            TH_INTS(&m, TH_PLAYER_NEW, 1, 2, 300);
        } else {
            TH_INTS(&m, record == 1 ? TH_MESSAGE : TH_DROP, 1, 10);
            th_make_fill(&m, 'x', 9);
            th_make_fill(&m, 0, 1);
        }
        for (size_t first = header; first < m.size; first++) {
            check_early_end(&m, header, first);
        }
        th_make_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_are_read), cmocka_unit_test(split_at_every_byte),
        cmocka_unit_test(split_into_pieces),   cmocka_unit_test(the_smallest_scratch_suffices),
        cmocka_unit_test(scratch_too_small),   cmocka_unit_test(no_bytes),
        cmocka_unit_test(end_is_told_early),
    };
    return cmocka_run_group_tests_name("teehistorian_reader", tests, NULL, NULL);
}
