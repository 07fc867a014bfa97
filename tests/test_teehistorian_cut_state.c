/* SPDX-License-Identifier: MIT
 *
 * Tests of cuts as a whole: the world at every tick of a cut is that of the whole recording, a
 * strict reader takes it, and the cut of a cut is the direct one, byte for byte.
 */
#include <stdio.h>
#include <stdlib.h>

#include "cm.h"
#include "support/th_cut.h"
#include "support/th_random.h"
#include "teetape/io/walk.h"

#define PAIRS (200 / TT_TEST_SHARE)

static void advance(th_source *s, int32_t tick)
{
    tt_th_event event;
    if (tt_th_look(&s->th).offset == 0) {
        assert_int_equal(th_source_next(s, &event), TT_OK);
    }
    th_source_advance(s, tick);
}

/* The last tick of a recording, as far as it is readable. */
static int32_t last_tick_of(const th_make *m, int recover)
{
    th_source s;
    th_source_open(&s, m, TH_ONE_PIECE, recover);
    advance(&s, INT32_MAX);
    int32_t tick = s.world->tick;
    th_source_close(&s);
    return tick;
}

/* Compares at every tick at which something can have changed. */
static void check_state(const th_make *cut, const th_make *whole, int32_t from, int64_t to,
                        int recover)
{
    th_source a, b;
    th_source_open(&a, cut, TH_ONE_PIECE, 0);
    th_source_open(&b, whole, TH_ONE_PIECE, recover);
    for (int64_t tick = from; tick < to;) {
        advance(&a, (int32_t)tick);
        advance(&b, (int32_t)tick);
        const char *what = th_cut_world_differs(a.world, b.world);
        if (what != NULL) {
            fail_msg("[%d, %d): %s differs at tick %d", (int)from, (int)to, what, (int)tick);
        }
        int64_t next_a = th_source_next_tick(&a), next_b = th_source_next_tick(&b);
        tick = next_a < next_b ? next_a : next_b;
    }
    assert_int_equal(tt_th_look(&a.th).error->status, TT_OK);
    th_source_close(&a);
    th_source_close(&b);
}

static void check_same(const th_make *a, const th_make *b, const char *what)
{
    if (a->size != b->size || memcmp(a->data, b->data, a->size) != 0) {
        th_log x = th_log_of(a->data, a->size, TH_LOG_EVENTS | TH_LOG_DECODED, TH_ONE_PIECE, 0);
        th_log y = th_log_of(b->data, b->size, TH_LOG_EVENTS | TH_LOG_DECODED, TH_ONE_PIECE, 0);
        th_log_compare(x.text, y.text, what);
        fail_msg("%s: the same events in other bytes", what);
    }
}

static int32_t between(uint64_t *seed, int32_t first, int64_t last)
{
    return first + (int32_t)(random_next(seed) % ((uint32_t)(last - first) + 1));
}

typedef struct spans {
    int32_t from;
    int64_t to;
    int32_t inner_from;
    int64_t inner_to;
} spans;

/* Now and then to the end, or beyond it. */
static spans spans_of(uint64_t *seed, int32_t last)
{
    spans s;
    s.from = between(seed, 0, last + 2);
    s.to = random_next(seed) % 8 != 0 ? between(seed, s.from, last + 2) : TT_TH_CUT_END;
    int64_t end = s.to != TT_TH_CUT_END ? s.to : last > s.from ? last : s.from;
    s.inner_from = between(seed, s.from, end);
    s.inner_to = s.to == TT_TH_CUT_END && random_next(seed) % 2 ? TT_TH_CUT_END
                                                                : between(seed, s.inner_from, end);
    return s;
}

/* Flags of a check. */
enum { ODD = 1, RECOVER = 2 };

static void check_spans(const th_make *m, const spans *s, int32_t last, int flags)
{
    th_make cut = {NULL, 0, 0}, inner = {NULL, 0, 0}, direct = {NULL, 0, 0};
    th_split split = {SIZE_MAX, 700, (uint64_t)s->from % 3};
    int recover = (flags & RECOVER) != 0;
    th_cut_result result = th_cut(&cut, m, TH_CUT_SPAN(s->from, s->to), split, recover);
    assert_true(recover || result.left_out == 0);
    assert_true(recover || result.status == TT_END);
    th_cut_check_strictly(&cut, (flags & ODD) != 0);
    check_state(&cut, m, s->from, s->to < last + 3 ? s->to : last + 3, recover);
    th_cut(&inner, &cut, TH_CUT_SPAN(s->inner_from, s->inner_to), split, 0);
    th_cut(&direct, m, TH_CUT_SPAN(s->inner_from, s->inner_to), TH_ONE_PIECE, recover);
    check_same(&inner, &direct, "the cut of a cut");
    th_make_free(&cut);
    th_make_free(&inner);
    th_make_free(&direct);
}

/* Nothing at all, one tick, the last one, and what is after it, inside of everything. */
static void check_edges(const th_make *m, int32_t last, int flags)
{
    const spans rows[] = {
        {0, TT_TH_CUT_END, 0, 0},
        {0, TT_TH_CUT_END, 0, 1},
        {0, 1, 0, 0},
        {0, 1, 0, 1},
        {0, TT_TH_CUT_END, 1, 1},
        {1, TT_TH_CUT_END, 1, 2},
        {0, last + 1, last / 2, last / 2},
        {last / 2, last / 2, last / 2, last / 2},
        {0, last + 1, last / 2, last / 2 + 1},
        {last / 2, last / 2 + 1, last / 2, last / 2 + 1},
        {last, last, last, last},
        {0, last, last, last},
        {0, last + 1, last, last + 1},
        {last, TT_TH_CUT_END, last, TT_TH_CUT_END},
        {0, TT_TH_CUT_END, last, TT_TH_CUT_END},
        {last, last + 1, last, last},
        {0, TT_TH_CUT_END, last + 1, TT_TH_CUT_END},
        {last + 2, TT_TH_CUT_END, last + 100, last + 200},
        {0, TT_TH_CUT_END, INT32_MAX - 1, TT_TH_CUT_END},
        {0, TT_TH_CUT_END, INT32_MAX, TT_TH_CUT_END},
        {0, TT_TH_CUT_END, 0, INT32_MAX},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        check_spans(m, &rows[i], last, flags);
    }
}

static void check_recording(const th_make *m, int pairs, uint64_t seed, int flags)
{
    int32_t last = last_tick_of(m, (flags & RECOVER) != 0);
    check_edges(m, last, flags);
    for (int i = 0; i < pairs; i++) {
        spans s = spans_of(&seed, last);
        check_spans(m, &s, last, flags);
    }
}

static void real_recordings(void **state)
{
    (void)state;
    for (size_t i = 0; i < TH_SHORT_RECORDINGS; i++) {
        th_make m = {NULL, 0, 0};
        th_make_recording(&m, th_recordings[i]);
        check_recording(&m, PAIRS, 1000 + i, 0);
        th_make_free(&m);
    }
}

static void the_long_recording(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    th_make_recording(&m, th_recordings[TH_SHORT_RECORDINGS]);
    check_recording(&m, PAIRS, 77, 0);
    th_make_free(&m);
}

static void make_file(th_make *m, const char *path)
{
    uint8_t piece[4096];
    size_t size;
    FILE *file = fopen(path, "rb");
    assert_non_null(file);
    while ((size = fread(piece, 1, sizeof piece, file)) > 0) {
        th_make_bytes(m, piece, size);
    }
    fclose(file);
}

/* All recordings below the folder that TT_RECORDINGS names. */
static void recordings_of_the_user(void **state)
{
    (void)state;
    const char *folder = getenv("TT_RECORDINGS");
    tt_io_list files = {0};
    if (folder == NULL) {
        skip();
    }
    assert_true(tt_io_walk(&files, &folder, 1, true, NULL, NULL));
    for (size_t i = 0; i < files.count; i++) {
        const char *path = files.entries[i].path;
        th_make m = {NULL, 0, 0};
        size_t size = strlen(path), end = strlen(".teehistorian");
        if (size < end || strcmp(path + size - end, ".teehistorian") != 0) {
            continue;
        }
        make_file(&m, path);
        check_recording(&m, PAIRS, i, 0);
        printf("%s: %d pairs\n", path, PAIRS);
        th_make_free(&m);
    }
    tt_io_list_free(&files);
}

/* From the start to the end, only header and marks can be others. */
static void everything(void **state)
{
    (void)state;
    for (size_t i = 0; i < TH_RECORDINGS; i++) {
        th_make m = {NULL, 0, 0}, cut = {NULL, 0, 0};
        th_make_recording(&m, th_recordings[i]);
        th_cut(&cut, &m, TH_CUT_SPAN(0, TT_TH_CUT_END), TH_ONE_PIECE, 0);
        size_t more = strlen(",\"cut_of\":\"\"") + TT_UUID_TEXT - 1;
        size_t header = 17 + strlen((const char *)m.data + 16);
        int is_closed = m.data[m.size - 1] == 0x40;
        assert_int_equal(cut.size, m.size + more + !is_closed);
        assert_memory_equal(cut.data + header + more, m.data + header, m.size - header);
        th_make_free(&m);
        th_make_free(&cut);
    }
}

static const char *const headers[] = {
    "",
    ",\"version_minor\":\"8\",\"game_uuid\":\"01234567-89ab-4cde-8f01-23456789abcd\"",
    ",\"config\":{\"sv_info_change_delay\":\"1\"}",
    ",\"config\":{\"sv_spamprotection\":\"0\"},\"version_minor\":\"22\"",
};

static void make_random(th_make *m, uint64_t *seed, int wild)
{
    th_make_free(m);
    th_make_header(m, 2, headers[random_next(seed) % 4]);
    th_random_records(m, seed, between(seed, 1, 1200), wild);
    if (random_next(seed) % 4 != 0) {
        TH_INTS(m, TH_FINISH);
    }
}

static void random_recordings(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    uint64_t seed = 4242;
    for (int i = 0; i < 200 / TT_TEST_SHARE; i++) {
        make_random(&m, &seed, 0);
        check_recording(&m, 4, seed, 0);
    }
    th_make_free(&m);
}

/* What is wrong is left out or put right, what is odd remains. */
static void wild_recordings(void **state)
{
    (void)state;
    th_make m = {NULL, 0, 0};
    uint64_t seed = 99;
    for (int i = 0; i < 200 / TT_TEST_SHARE; i++) {
        make_random(&m, &seed, 1);
        if (random_next(&seed) % 3 == 0) {
            size_t header = 17 + strlen((const char *)m.data + 16);
            m.size -= random_next(&seed) % (m.size - header + 1);
        }
        check_recording(&m, 4, seed, ODD | RECOVER);
    }
    th_make_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_recordings),        cmocka_unit_test(the_long_recording),
        cmocka_unit_test(recordings_of_the_user), cmocka_unit_test(everything),
        cmocka_unit_test(random_recordings),      cmocka_unit_test(wild_recordings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
