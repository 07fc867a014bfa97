/* SPDX-License-Identifier: MIT
 *
 * Tests of the repair without going on after damage: recordings that are whole, cut anywhere, or
 * have bits flipped; each record that a reader calls an error; headers; outputs that fail.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "support/th_check.h"
#include "support/th_damage.h"
#include "support/th_repair.h"

/* What is written is the same, however the bytes are split, with resync and without. */
static void whole_recordings_stay_the_same(void **state)
{
    (void)state;
    static const th_split splits[] = {{SIZE_MAX, 0, 0}, {1000, 1000, 0}, {3, 700, 77}};
    for (int i = 0; i < TH_RECORDINGS * 6; i++) {
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, th_recordings[i / 6]);
        th_log log = th_log_of(m.data, m.size, 0, TH_ONE_PIECE, 0);
        size_t finish = tt_th_look(&log.th).finished ? 0 : 1;
        th_repair *r = th_repair_of(m.data, m.size, i % 2, splits[i / 2 % 3], 0);
        th_repair_strict(r, th_recordings[i / 6]);
        assert_int_equal(r->out.size, m.size + finish);
        assert_memory_equal(r->out.data, m.data, m.size);
        assert_int_equal(r->out.data[r->out.size - 1], 0x40);
        assert_int_equal(r->losses, 0);
        assert_int_equal(r->done.finished, !finish);
        assert_int_equal(r->done.records, log.events - 1); /* but for the header */
        assert_int_equal(r->done.bytes, m.size);
        assert_int_equal(r->done.tick, log.last_tick);
        th_repair_free(r);
        th_log_free(&log);
        th_make_free(&m);
    }
}

/* A recording that is cut at `size` gives its whole records, all of them: those that end at `last`
 * or before. */
static void check_cut(const th_make *m, size_t size, size_t head, size_t last, int resync)
{
    th_repair *r = th_repair_of(m->data, size, resync, TH_ONE_PIECE, 0);
    if (size < head) {
        assert_int_equal(r->status, size < 16 ? TT_ERR_TH_MAGIC : TT_ERR_TH_HEADER_END);
        assert_int_equal(r->out.size, 0);
        th_repair_free(r);
        return;
    }
    char what[40];
    snprintf(what, sizeof what, "cut at %zu", size);
    th_repair_strict(r, what);
    size_t kept = r->out.size - 1;
    assert_int_equal(kept, last);
    assert_memory_equal(r->out.data, m->data, kept);
    assert_int_equal(r->out.data[kept], 0x40);
    if (kept == size) {
        assert_int_equal(r->losses, 0);
    } else {
        assert_int_equal(r->losses, 1);
        assert_int_equal(r->loss[0].kind, TT_TH_LOSS_CUT);
        assert_int_equal(r->loss[0].offset, kept);
        assert_int_equal(r->loss[0].bytes, size - kept);
    }
    th_repair_free(r);
}

static void cut_recordings_keep_their_whole_records(void **state)
{
    (void)state;
    for (int i = 0; i < TH_SHORT_RECORDINGS; i++) {
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, th_recordings[i]);
        size_t head = 16 + strlen((char *)m.data + 16) + 1;
        size_t end = m.data[m.size - 1] == 0x40 ? m.size : m.size + 1, last = 0;
        uint8_t *starts = th_record_starts(&m);
        starts[m.size] = 1; /* as good as one: the last record ends here */
        for (size_t size = 0; size < end; size++) {
            last = starts[size] ? size : last;
            if ((size < head + 4000 && size % TT_TEST_SHARE == 0) || size % 53 == 0)
                check_cut(&m, size, head, last, size % 3 == 0);
        }
        free(starts);
        th_make_free(&m);
    }
}

/* Flipped bits anywhere: what comes out is always readable, and where the first 1000 bytes of
 * records are good, they are there. */
static void flipped_bits_leave_readable_recordings(void **state)
{
    (void)state;
    uint64_t seed = 99;
    for (int i = 0; i < 2000 / TT_TEST_SHARE; i++) {
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, th_recordings[i % TH_SHORT_RECORDINGS]);
        size_t head = 16 + strlen((char *)m.data + 16) + 1, first = m.size;
        for (int n = 0; n <= i % 4; n++) {
            seed = seed * 6364136223846793005u + 1442695040888963407u;
            size_t at = head + (size_t)(seed >> 33) % (m.size - head);
            m.data[at] ^= (uint8_t)(1u << (seed >> 30 & 7));
            first = at < first ? at : first;
        }
        th_repair *r = th_repair_of(m.data, m.size, i & 1, TH_ONE_PIECE, 0);
        th_repair_strict(r, "flipped bits");
        /* no record before it is longer than this */
        size_t good = first > head + 2000 ? first - 2000 : head;
        assert_true(r->out.size >= good);
        assert_memory_equal(r->out.data, m.data, good);
        th_repair_free(r);
        th_make_free(&m);
    }
}

/* Records after a header of this version; the repaired ones as lines, but for header and finish.
 */
static th_repair *check_records(const th_make *records, int version, const char *want)
{
    th_make m = {NULL, 0, 0};
    th_make_header(&m, version, "");
    th_make_bytes(&m, records->data, records->size);
    th_repair *r = th_repair_of(m.data, m.size, 0, TH_ONE_PIECE, 0);
    th_repair_strict(r, want);
    th_log log = th_log_of(r->out.data, r->out.size, TH_LOG_EVENTS, TH_ONE_PIECE, 0);
    char *lines = malloc(strlen(want) + 100);
    sprintf(lines, "0 header\n%s%d finish\n= TT_END\n", want, (int)log.last_tick);
    th_log_compare(log.text, lines, want);
    free(lines);
    th_log_free(&log);
    th_make_free(&m);
    return r;
}

#define CHECK(r, version, want, ...)                                                               \
    th_make records_ = {NULL, 0, 0};                                                               \
    TH_INTS(&records_, __VA_ARGS__);                                                               \
    th_repair *r = check_records(&records_, version, want);                                        \
    th_make_free(&records_)

/* One loss: its kind, the reason, the offset of the record after the header, its size. */
static void check_loss(th_repair *r, int i, tt_th_loss_kind kind, tt_status status, size_t offset,
                       size_t bytes)
{
    assert_true(r->losses > i);
    assert_int_equal(r->loss[i].kind, kind);
    assert_int_equal(r->loss[i].status, status);
    assert_int_equal(r->loss[i].offset, TH_FIRST + offset);
    assert_int_equal(r->loss[i].bytes, bytes);
}

static void faults_are_left_out(void **state)
{
    (void)state;
    {
        CHECK(r, 2, "1 player_new cid=0 x=1 y=2\n2 player_diff cid=0 dx=1 dy=1 x=2 y=3\n", /* */
              TH_PLAYER_NEW, 0, 1, 2, 3, 1, 1, TH_PLAYER_OLD, 4, 0, 1, 1);
        assert_int_equal(r->losses, 2);
        check_loss(r, 0, TT_TH_LOSS_RECORD, TT_ERR_TH_NOT_ALIVE, 4, 3);
        check_loss(r, 1, TT_TH_LOSS_RECORD, TT_ERR_TH_NOT_ALIVE, 7, 2);
        assert_int_equal(r->done.fault[0].status, TT_ERR_TH_NOT_ALIVE);
        assert_int_equal(r->done.fault[0].count, 2);
        assert_int_equal(r->done.fault[0].offset, TH_FIRST + 4);
        assert_int_equal(r->done.fault[1].status, TT_OK);
        assert_int_equal(r->done.sum[TT_TH_LOSS_RECORD].bytes, 5);
        th_repair_free(r);
    }
    {
        /* an input that builds on one that was left out is left out too */
        CHECK(r, 2, "0 input_new cid=1 input=(1,2,3,4,5,6,7,8,9,10)\n", TH_INPUT_DIFF, 0, 1, 0, 0,
              0, 0, 0, 0, 0, 0, 0, TH_INPUT_DIFF, 0, 1, 0, 0, 0, 0, 0, 0, 0, 0, 0, TH_INPUT_NEW, 1,
              1, 2, 3, 4, 5, 6, 7, 8, 9, 10);
        assert_int_equal(r->losses, 2);
        check_loss(r, 1, TT_TH_LOSS_RECORD, TT_ERR_TH_NO_INPUT, 12, 12);
        th_repair_free(r);
    }
    {
        CHECK(r, 2, "1 player_new cid=0 x=1 y=1\n1 join cid=3\n", /* */
              TH_JOIN, 128, TH_PLAYER_NEW, 0, 1, 1, TH_JOIN, -1, TH_TICK_SKIP, -3, TH_JOIN, 3,
              TH_TICK_SKIP, INT32_MAX);
        assert_int_equal(r->losses, 4);
        check_loss(r, 0, TT_TH_LOSS_RECORD, TT_ERR_TH_CID, 0, 3);
        check_loss(r, 1, TT_TH_LOSS_RECORD, TT_ERR_TH_CID, 7, 2);
        check_loss(r, 2, TT_TH_LOSS_RECORD, TT_ERR_TH_TICK, 9, 2);
        check_loss(r, 3, TT_TH_LOSS_RECORD, TT_ERR_TH_TICK, 13, 6);
        th_repair_free(r);
    }
}

static void extensions_that_are_wrong_are_left_out(void **state)
{
    (void)state;
    th_make records = {NULL, 0, 0}, payload = {NULL, 0, 0};
    TH_INTS(&payload, 5);
    th_make_ex(&records, TT_TH_PLAYER_READY, &payload);
    th_make_ex(&records, TT_TH_PLAYER_TEAM, &payload); /* no team */
    TH_INTS(&records, TH_JOIN, 3);
    th_repair *r = check_records(&records, 2, "0 player_ready cid=5\n0 join cid=3\n");
    check_loss(r, 0, TT_TH_LOSS_RECORD, TT_ERR_TH_EX, 19, 19);
    th_repair_free(r);
    r = check_records(&records, 1, "0 join cid=3\n");
    assert_int_equal(r->losses, 2);
    check_loss(r, 0, TT_TH_LOSS_RECORD, TT_ERR_TH_EX_VERSION, 0, 19);
    th_repair_free(r);
    th_make_free(&payload);
    th_make_free(&records);
}

/* A record that is left out has opened a tick: it is marked now. */
static void ticks_stay_when_records_go(void **state)
{
    (void)state;
    CHECK(r, 2,
          "1 player_new cid=0 x=1 y=1\n1 player_new cid=5 x=1 y=1\n"
          "3 tick_skip dt=1\n3 player_diff cid=5 dx=1 dy=1 x=2 y=2\n"
          "4 player_diff cid=0 dx=1 dy=1 x=2 y=2\n7 tick_skip dt=2\n7 join cid=1\n",
          TH_PLAYER_NEW, 0, 1, 1, TH_PLAYER_NEW, 5, 1, 1, 3, 1, 1 /* tick 2 */, 2, 1, 1 /* 3 */, 5,
          1, 1, 0, 1, 1 /* 4 */, TH_PLAYER_OLD, 0 + 7 /* 4 */, 3, 1, 1 /* 5 */, TH_TICK_SKIP, 1,
          TH_JOIN, 1);
    assert_int_equal(r->losses, 4);
    assert_int_equal(r->done.tick, 7);
    th_repair_free(r);
}

/* A tee that appears twice has moved, as a reader in recovery mode sees it. */
static void tees_that_appear_twice_are_repaired(void **state)
{
    (void)state;
    CHECK(r, 2,
          "1 player_new cid=2 x=10 y=20\n2 player_diff cid=2 dx=-7 dy=5 x=3 y=25\n"
          "4 tick_skip dt=1\n4 player_diff cid=2 dx=1 dy=0 x=4 y=25\n",
          TH_PLAYER_NEW, 2, 10, 20, TH_PLAYER_NEW, 2, 3, 25, TH_PLAYER_NEW, 2, 3, 25, 2, 1, 0);
    assert_int_equal(r->losses, 2);
    check_loss(r, 0, TT_TH_LOSS_REPAIRED, TT_ERR_TH_ALIVE, 4, 0);
    assert_int_equal(r->done.sum[TT_TH_LOSS_REPAIRED].count, 2);
    th_repair_free(r);
}

static void what_cannot_be_decoded_ends_it(void **state)
{
    (void)state;
    {
        CHECK(r, 2, "0 join cid=1\n", TH_JOIN, 1, -12, TH_JOIN, 2);
        check_loss(r, 0, TT_TH_LOSS_REST, TT_ERR_TH_KIND, 2, 3);
        assert_false(r->done.finished);
        th_repair_free(r);
    }
    {
        CHECK(r, 2, "0 join cid=1\n", TH_JOIN, 1, TH_MESSAGE, 1, -1, 0);
        check_loss(r, 0, TT_TH_LOSS_REST, TT_ERR_TH_SIZE, 2, 4);
        th_repair_free(r);
    }
    {
        CHECK(r, 2, "0 join cid=1\n", TH_JOIN, 1, TH_FINISH, TH_JOIN, 2, 0);
        assert_int_equal(r->losses, 1);
        check_loss(r, 0, TT_TH_LOSS_AFTER, TT_ERR_TH_AFTER_FINISH, 3, 3);
        assert_true(r->done.finished);
        th_repair_free(r);
    }
    th_make text = {NULL, 0, 0};
    TH_INTS(&text, TH_DROP, 3);
    th_make_fill(&text, 'x', TT_TH_SCRATCH);
    th_repair *r = check_records(&text, 2, "");
    check_loss(r, 0, TT_TH_LOSS_REST, TT_ERR_TH_STRING, 0, TT_TH_SCRATCH + 2);
    th_repair_free(r);
    th_make_free(&text);
}

static th_repair *of_header(const char *magic, const char *json)
{
    th_make m = {NULL, 0, 0};
    th_make_bytes(&m, tt_th_magic.bytes, 16);
    memcpy(m.data, magic, strlen(magic));
    th_make_text(&m, json);
    TH_INTS(&m, TH_JOIN, 1);
    th_repair *r = th_repair_of(m.data, m.size, 1, TH_PIECES(5), 0);
    th_make_free(&m);
    return r;
}

#define COMMENT "\"comment\":\"teehistorian@ddnet.tw\""

static void headers_are_needed(void **state)
{
    (void)state;
    static const struct {
        const char *magic, *json;
        tt_status status;
        uint64_t offset;
    } cases[] = {{"", "{\"version\":\"2\"}", TT_OK, 0},
                 {"x", "{" COMMENT ",\"version\":\"2\"}", TT_OK, 0},
                 {"x", "{\"version\":\"2\"}", TT_ERR_TH_MAGIC, 0},
                 {"x", "{" COMMENT ",\"version\":\"3\"}", TT_ERR_TH_MAGIC, 0},
                 {"x", "nothing of that kind", TT_ERR_TH_MAGIC, 0},
                 {"", "{\"version\":\"3\"}", TT_ERR_TH_VERSION, 16 + 11},
                 {"", "{\"version\":\"2\" x}", TT_ERR_JSON_SYNTAX, 16 + 15}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        th_repair *r = of_header(cases[i].magic, cases[i].json);
        assert_int_equal(r->status, cases[i].status);
        if (cases[i].status == TT_OK) {
            th_repair_strict(r, cases[i].json);
            assert_int_equal(r->losses, cases[i].magic[0] != 0);
            assert_int_equal(r->done.sum[TT_TH_LOSS_MAGIC].count, r->losses);
        } else {
            assert_int_equal(r->out.size, 0);
            assert_int_equal(r->done.error.offset, cases[i].offset);
        }
        th_repair_free(r);
    }
    th_make m = {NULL, 0, 0};
    th_make_bytes(&m, tt_th_magic.bytes, 16);
    th_make_fill(&m, ' ', 600000);
    th_repair *r = th_repair_of(m.data, m.size, 0, TH_ONE_PIECE, 0);
    assert_int_equal(r->status, TT_ERR_TH_HEADER_END);
    th_repair_free(r);
    th_make_free(&m);
    assert_int_equal(
        tt_th_repair_init(&(tt_th_repair){0}, NULL, TT_TH_REPAIR_MIN - 1, NULL, NULL, NULL),
        TT_ERR_ARGUMENT);
}

static void outputs_that_fail_stop_it(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    th_make_recording(&m, th_recordings[TH_RECORDINGS - 1]);
    for (int puts = 0; puts < 5; puts++) {
        th_repair *r = th_repair_failing(m.data, m.size, puts);
        assert_int_equal(r->status, TT_ERR_TH_WRITE_PUT);
        assert_int_equal(tt_th_repair_feed(&r->r, NULL, 0), TT_ERR_TH_WRITE_PUT);
        assert_int_equal(tt_th_repair_feed(&r->r, m.data, 1), TT_ERR_TH_WRITE_PUT);
        th_repair_free(r);
    }
    th_make_free(&m);
}

static void losses_have_names(void **state)
{
    (void)state;
    for (int i = 0; i < TT_TH_LOSSES; i++) {
        assert_non_null(tt_th_loss_words_of((tt_th_loss_kind)i)->name);
        assert_non_null(tt_th_loss_words_of((tt_th_loss_kind)i)->doc);
    }
    assert_string_equal(tt_th_loss_words_of(TT_TH_LOSS_GAP)->name, "gap");
    assert_null(tt_th_loss_words_of(TT_TH_LOSSES));
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_recordings_stay_the_same),
        cmocka_unit_test(cut_recordings_keep_their_whole_records),
        cmocka_unit_test(flipped_bits_leave_readable_recordings),
        cmocka_unit_test(faults_are_left_out),
        cmocka_unit_test(extensions_that_are_wrong_are_left_out),
        cmocka_unit_test(ticks_stay_when_records_go),
        cmocka_unit_test(tees_that_appear_twice_are_repaired),
        cmocka_unit_test(what_cannot_be_decoded_ends_it),
        cmocka_unit_test(headers_are_needed),
        cmocka_unit_test(outputs_that_fail_stop_it),
        cmocka_unit_test(losses_have_names),
    };
    return cmocka_run_group_tests_name("teehistorian_repair", tests, NULL, NULL);
}
