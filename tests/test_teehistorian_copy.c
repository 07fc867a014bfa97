/* SPDX-License-Identifier: MIT
 *
 * Tests of copies (copy.c): a writer that gets runs of bytes ends up with the same recording and
 * the same counts as one that gets every event, wherever the input is split and whatever is wrong
 * in it.
 */
#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "support/th_cut.h"
#include "support/th_random.h"
#include "teehistorian/cut.h"
#include "teehistorian/write.h"
#include "teetape/teehistorian_anonymize.h"

static tt_th_writer writer;
static tt_th_anonymizer anonymizer;
static uint8_t buffer[1000];

static int put(void *user, tt_bytes piece)
{
    th_make_bytes(user, piece.data, piece.size);
    return 0;
}

/* Anonymizes a recording, by copies or event by event. */
static tt_th_anonymizer_view anonymize(th_make *out, const th_make *m, th_split split, bool copies)
{
    th_source s;
    tt_th_event event;
    tt_th_writer_init(&writer, buffer, sizeof buffer, put, out);
    tt_th_anonymizer_init(&anonymizer, &writer, tt_bytes_of("key"), NULL);
    th_source_open(&s, m, split, 1);
    assert_int_equal(th_source_next(&s, &event), TT_OK);
    assert_int_equal(tt_th_anonymize_header(&anonymizer, tt_th_look(&s.th).header), TT_OK);
    if (copies) {
        tti_th_copy_begin(tti_th_of(&s.th), &writer);
    }
    while ((copies ? th_source_next_sparse(&s, &event) : th_source_next(&s, &event)) == TT_OK) {
        assert_int_equal(tt_th_anonymize_event(&anonymizer, &event), TT_OK);
    }
    tti_th_copy_end(tti_th_of(&s.th));
    tt_th_write_flush(&writer);
    th_source_close(&s);
    return tt_th_anonymizer_look(&anonymizer);
}

/* Cuts a recording event by event, from tick 0 on. */
static tt_th_cut_view cut(th_make *out, const th_make *m)
{
    static tt_th_history history;
    tt_th_cut whole;
    th_source s;
    tt_th_event event;
    tt_th_history_init(&history);
    tt_th_writer_init(&writer, buffer, sizeof buffer, put, out);
    tt_th_cut_init(&whole, &writer, TH_CUT_SPAN(0, TT_TH_CUT_END));
    th_source_open(&s, m, TH_ONE_PIECE, 1);
    assert_int_equal(th_source_next(&s, &event), TT_OK);
    size_t size = tt_th_cut_header_bound(&whole, tt_th_look(&s.th).header);
    uint8_t *space = malloc(size);
    assert_int_equal(tt_th_cut_header(&whole, tt_th_look(&s.th).header, space, size), TT_OK);
    free(space);
    tti_th_cut_state(&whole, s.world, &history);
    while (th_source_next(&s, &event) == TT_OK) {
        tt_th_change change = tt_th_history_follow(&history, &event, s.world);
        assert_int_equal(tti_th_cut_event(&whole, &s.th, &event, &history, &change), TT_OK);
    }
    tt_th_cut_finish(&whole, s.world, &history);
    th_source_close(&s);
    return tt_th_cut_look(&whole);
}

static void assert_same(const th_make *a, const th_make *b)
{
    assert_int_equal(a->size, b->size);
    assert_memory_equal(a->data, b->data, a->size);
}

static void check(const th_make *m, th_split split)
{
    th_make plain = {0}, copied = {0};
    tt_th_anonymizer_view want = anonymize(&plain, m, TH_ONE_PIECE, false);
    tt_th_anonymizer_view got = anonymize(&copied, m, split, true);
    assert_same(&plain, &copied);
    assert_memory_equal(&want, &got, sizeof want);
    th_make_free(&plain);
    tt_th_cut_view view = cut(&plain, m);
    th_cut_result result = th_cut(&copied, m, TH_CUT_SPAN(0, TT_TH_CUT_END), split, 1);
    assert_same(&plain, &copied);
    assert_int_equal(view.events, result.events);
    assert_int_equal(view.left_out, result.left_out);
    th_make_free(&plain);
    th_make_free(&copied);
}

static void recordings_are_copied(void **state)
{
    (void)state;
    for (size_t i = 0; i < TH_RECORDINGS; i++) {
        th_make m = {0};
        th_make_recording(&m, th_recordings[i]);
        check(&m, TH_ONE_PIECE);
        check(&m, TH_PIECES(1000));
        size_t header = strlen((const char *)m.data + 16) + 17;
        for (size_t at = header; at < m.size; at += m.size / 7) {
            m.data[at] ^= 1; /* damage, which a reader in recovery mode may pass */
            check(&m, TH_ONE_PIECE);
        }
        th_make_free(&m);
    }
}

static void random_recordings_are_copied(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 100; seed++) {
        th_make m = th_random_recording(seed, 400, seed % 2 == 0);
        check(&m, TH_ONE_PIECE);
        check(&m, TH_PIECES((size_t)(seed % 100) + 1));
        th_make_free(&m);
    }
}

/* Each of these is a place where bytes in a row mean something else to the writer: a TICK_SKIP that
 * it would not write, moves of a tee that is elsewhere, a run that is an error. */
static void odd_ticks_are_copied(void **state)
{
    (void)state;
    static const int64_t odd[][7] = {
        {-2, 0, 0, 1, 1, TH_STOP, 0}, {-2, 3, -2, 4, 1, 5, TH_STOP}, {2, 1, 1, TH_STOP, 0, 0, 0},
        {-3, 0, 90, 90, TH_STOP, 0},  {-4, 1, TH_STOP, 0, 0, 0, 0},  {0, 0, 0, 1, 0, 0, TH_STOP},
    };
    for (size_t i = 0; i < sizeof odd / sizeof odd[0]; i++) {
        th_make m = {0};
        th_make_header(&m, 2, "");
        TH_INTS(&m, -2, 0, -3, 0, 5, 5, -3, 1, 6, 6);
        for (int moves = 0; moves < 40; moves++) {
            TH_INTS(&m, 0, 1, 1, 1, 1, 1);
            if (moves == 12) {
                th_make_ints(&m, odd[i]);
            }
        }
        TH_INTS(&m, -2, 5, TH_FINISH);
        check(&m, TH_ONE_PIECE);
        check(&m, TH_PIECES(70));
        th_make_free(&m);
    }
}

/* A writer that was copied to knows the tees: further calls of a recorder continue from them. */
static void a_copy_ends_with_the_tees_of_the_reader(void **state)
{
    (void)state;
    th_make m = {0}, out = {0};
    th_source s;
    tt_th_event event;
    th_make_recording(&m, th_recordings[0]);
    tt_th_writer_init(&writer, buffer, sizeof buffer, put, &out);
    th_source_open(&s, &m, TH_ONE_PIECE, 0);
    assert_int_equal(th_source_next(&s, &event), TT_OK);
    tt_th_write_header(&writer, tt_th_look(&s.th).header->json);
    tti_th_copy_begin(tti_th_of(&s.th), &writer);
    while (th_source_next_sparse(&s, &event) == TT_OK && event.kind != TT_TH_FINISH) {
        assert_int_equal(tt_th_write_copy(&writer, &event, tt_th_record(&s.th, &event)), TT_OK);
    }
    tti_th_copy_end(tti_th_of(&s.th));
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_tee *tee = &tti_th_writer_seen(&writer)->tee[cid];
        assert_int_equal(tee->alive, s.world->tee[cid].alive);
        assert_int_equal(tee->x, s.world->tee[cid].x);
        assert_memory_equal(tee->input, s.world->tee[cid].input, sizeof tee->input);
    }
    assert_int_equal(tt_th_write_finish(&writer), TT_OK);
    assert_same(&out, &m);
    th_source_close(&s);
    th_make_free(&out);
    th_make_free(&m);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings_are_copied),
        cmocka_unit_test(random_recordings_are_copied),
        cmocka_unit_test(odd_ticks_are_copied),
        cmocka_unit_test(a_copy_ends_with_the_tees_of_the_reader),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
