/* SPDX-License-Identifier: MIT
 *
 * Moves by nothing: one is a warning, TT_TH_STILL_RUN in a row are the zeros of a disk and end the
 * recording. Reader, repair and writer agree on it.
 */
#include "cm.h"
#include "support/th_check.h"
#include "support/th_repair.h"
#include "teetape/teehistorian_write.h"

#define STILL 3, 0, 0
#define SEVEN STILL, STILL, STILL, STILL, STILL, STILL, STILL
#define NEW "1 player_new cid=3 x=5 y=6\n"
#define LINE(tick, offset)                                                                         \
    "! warning TT_WARN_TH_STILL @" #offset " " #tick "\n" #tick                                    \
    " player_diff cid=3 dx=0 dy=0 x=5 y=6\n"
#define SEVEN_LINES                                                                                \
    LINE(2, 36)                                                                                    \
    LINE(3, 39) LINE(4, 42) LINE(5, 45) LINE(6, 48) LINE(7, 51) LINE(8, 54)

/* Each split feeds them in other pieces: see th_check. */
static void seven_are_warnings(void **state)
{
    (void)state;
    const char *want = NEW SEVEN_LINES;
    TH_CHECK(want, want, TH_PLAYER_NEW, 3, 5, 6, SEVEN);
    want = NEW SEVEN_LINES "8 join cid=9\n";
    TH_CHECK(want, want, TH_PLAYER_NEW, 3, 5, 6, SEVEN, TH_JOIN, 9);
    /* Other records between them make no run. */
    want = NEW SEVEN_LINES "9 player_diff cid=3 dx=0 dy=1 x=5 y=7\n"
                           "! warning TT_WARN_TH_STILL @60 10\n"
                           "10 player_diff cid=3 dx=0 dy=0 x=5 y=7\n";
    TH_CHECK(want, want, TH_PLAYER_NEW, 3, 5, 6, SEVEN, 3, 0, 1, STILL);
}

/* What follows them is wrong: they are given before the error. */
static void seven_before_an_error(void **state)
{
    (void)state;
    const char *want = NEW SEVEN_LINES "! error TT_ERR_TH_KIND @57 8\n= TT_ERR_TH_KIND @57\n";
    TH_CHECK(want, want, TH_PLAYER_NEW, 3, 5, 6, SEVEN, -40);
    th_make m = {NULL, 0, 0};
    th_make_header(&m, 2, "");
    TH_INTS(&m, TH_PLAYER_NEW, 3, 5, 6, SEVEN);
    th_check_file(&m, 0, 0,
                  "0 header\n" NEW SEVEN_LINES "! note TT_NOTE_TH_NO_FINISH @57 8\n= TT_END\n");
    TH_INTS(&m, TH_PLAYER_NEW, 4);
    th_check_file(&m, TH_LOG_RECOVER, 0,
                  "0 header\n" NEW SEVEN_LINES
                  "! error TT_ERR_TH_TRUNCATED @57 8\n= TT_ERR_TH_TRUNCATED @57\n");
    th_make_free(&m);
}

/* Nothing of a run is given, for any client, also when there is no such tee. */
static void eight_end_the_recording(void **state)
{
    (void)state;
    const char *want = NEW "! error TT_ERR_TH_STILL @36 1\n= TT_ERR_TH_STILL @36\n";
    TH_CHECK(want, want, TH_PLAYER_NEW, 3, 5, 6, SEVEN, STILL);
    TH_CHECK(want, want, TH_PLAYER_NEW, 3, 5, 6, SEVEN, STILL, TH_JOIN, 9, SEVEN);
    TH_CHECK(want, want, TH_PLAYER_NEW, 3, 5, 6, 0, 0, 0, 127, 0, 0, 63, 0, 0, 64, 0, 0, 1, 0, 0, 1,
             0, 0, 2, 0, 0, 3, 0, 0);
}

/* An int of another form is none of zeros. */
static void other_forms(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    TH_INTS(&m, TH_PLAYER_NEW, 3, 5, 6, SEVEN);
    th_make_bytes(&m, "\x03\x80\x00\x00", 4);
    const char *want = NEW SEVEN_LINES "! warning TT_WARN_OVERLONG @57 9\n"
                                       "! warning TT_WARN_TH_STILL @57 9\n"
                                       "9 player_diff cid=3 dx=0 dy=0 x=5 y=6\n";
    th_check(&m, 0, want);
    th_make_free(&m);
}

/* Every call that looks at the next record ends at the same place. */
static void every_way_ends_there(void **state)
{
    (void)state;
    static uint8_t scratch[TT_TH_SCRATCH_MIN];
    tt_world world;
    tt_th_event event;
    for (int way = 0; way < 4; way++) {
        for (size_t each = 1; each < 200; each += 9) {
            tt_th th;
            th_make m = {NULL, 0, 0};
            th_make_header(&m, 2, "");
            TH_INTS(&m, TH_PLAYER_NEW, 3, 5, 6, SEVEN, STILL);
            th_make_fill(&m, 0, 100);
            assert_int_equal(tt_th_init(&th, &world, scratch, sizeof scratch), TT_OK);
            tt_status status = TT_OK;
            int32_t tick = 0, has_header = 0;
            for (size_t at = 0; status >= 0 && at < m.size; at += each) {
                tt_th_feed(&th, m.data + at, each < m.size - at ? each : m.size - at);
                status = TT_OK;
                while (status == TT_OK) {
                    int is_first = !has_header || way == 0;
                    status = is_first   ? tt_th_next(&th, &event)
                             : way == 1 ? tt_th_next_sparse(&th, &event, INT32_MAX)
                             : way == 2 ? tt_th_advance(&th, INT32_MAX)
                                        : tt_th_next_tick(&th, &tick);
                    has_header |= status == TT_OK;
                    if (way == 3 && status == TT_OK && tick != 0) {
                        status = tt_th_next(&th, &event);
                    }
                }
            }
            assert_int_equal(status, TT_ERR_TH_STILL);
            assert_int_equal(tt_th_look(&th).error->offset, 36);
            assert_int_equal(world.tick, 1);
            assert_int_equal(tt_th_look(&th).offset, 36);
            th_make_free(&m);
        }
    }
}

/* The bytes of a record that waited are there as those of every other. */
static void bytes_of_the_records(void **state)
{
    (void)state;
    static uint8_t scratch[TT_TH_SCRATCH_MIN];
    tt_world world;
    tt_th th;
    tt_th_event event;
    th_make m = {NULL, 0, 0};
    th_make_header(&m, 2, "");
    TH_INTS(&m, TH_PLAYER_NEW, 3, 5, 6, TH_PLAYER_NEW, 70, 0, 0, STILL, 70, 0, 0, TH_JOIN, 9);
    for (size_t each = 1; each <= m.size; each++) {
        size_t at = 0;
        int records = 0;
        assert_int_equal(tt_th_init(&th, &world, scratch, sizeof scratch), TT_OK);
        for (tt_status status = TT_MORE; status >= 0 && status != TT_END;) {
            if (status == TT_MORE && at == m.size) {
                tt_th_feed(&th, NULL, 0);
            } else if (status == TT_MORE) {
                size_t size = each < m.size - at ? each : m.size - at;
                tt_th_feed(&th, m.data + at, size);
                at += size;
            }
            status = tt_th_next(&th, &event);
            if (status == TT_OK && event.kind != TT_TH_HEADER) {
                tt_bytes record = tt_th_record(&th, &event);
                assert_int_equal(record.size, event.size);
                assert_memory_equal(record.data, m.data + event.offset, event.size);
                records++;
            }
        }
        assert_int_equal(records, 5);
    }
    th_make_free(&m);
}

/* Ends there without resync, goes on after it with; a strict reader takes the result. */
static void repair_ends_before(void **state)
{
    (void)state;
    for (int resync = 0; resync < 2; resync++) {
        for (size_t zeros = 21; zeros < 30000; zeros = zeros * 3 + 5) {
            th_make m = {NULL, 0, 0};
            th_make_recording(&m, "dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0");
            size_t half = m.size / 2, size = m.size;
            th_make damaged = {NULL, 0, 0};
            th_make_bytes(&damaged, m.data, half);
            th_make_fill(&damaged, 0, zeros);
            th_make_bytes(&damaged, m.data + half, size - half);
            th_repair *r = th_repair_of(damaged.data, damaged.size, resync, TH_PIECES(777), 0);
            th_repair_strict(r, "zeros inside");
            th_log log = th_log_of(r->out.data, r->out.size, TH_LOG_ISSUES, TH_ONE_PIECE, 0);
            assert_null(strstr(log.text, "TT_ERR"));
            assert_true(zeros <= 24 ||
                        r->done.sum[resync ? TT_TH_LOSS_GAP : TT_TH_LOSS_REST].count == 1);
            th_log_free(&log);
            th_repair_free(r);
            th_make_free(&damaged);
            th_make_free(&m);
        }
    }
}

static int put(void *user, tt_bytes piece)
{
    (void)user;
    (void)piece;
    return 0;
}

/* The writer refuses the one that would make a run, so that every reader takes what it wrote. */
static void writer_makes_no_run(void **state)
{
    (void)state;
    static uint8_t buffer[TT_TH_WRITE_MIN];
    tt_th_writer w;
    assert_int_equal(tt_th_writer_init(&w, buffer, sizeof buffer, put, NULL), TT_OK);
    assert_int_equal(tt_th_write_header(&w, tt_bytes_of("{\"version\":\"2\"}")), TT_OK);
    assert_int_equal(tt_th_write_begin_tick(&w, 1), TT_OK);
    assert_int_equal(tt_th_write_player(&w, 3, 5, 6), TT_OK);
    tt_th_event still = {.kind = TT_TH_PLAYER_DIFF, .cid = 3, .tick = 1};
    still.u.player_diff = (struct tt_th_player_diff){3, 0, 0, 5, 6};
    for (int i = 1; i < TT_TH_STILL_RUN; i++) {
        still.tick++;
        assert_int_equal(tt_th_write_event(&w, &still), TT_OK);
    }
    still.tick++;
    assert_int_equal(tt_th_write_event(&w, &still), TT_ERR_TH_STILL);
    /* a mark before it breaks the run */
    assert_int_equal(tt_th_write_begin_tick(&w, still.tick + 1), TT_OK);
    still.tick++;
    assert_int_equal(tt_th_write_event(&w, &still), TT_OK);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(seven_are_warnings),      cmocka_unit_test(seven_before_an_error),
        cmocka_unit_test(eight_end_the_recording), cmocka_unit_test(other_forms),
        cmocka_unit_test(every_way_ends_there),    cmocka_unit_test(bytes_of_the_records),
        cmocka_unit_test(repair_ends_before),      cmocka_unit_test(writer_makes_no_run),
    };
    return cmocka_run_group_tests_name("teehistorian_still", tests, NULL, NULL);
}
