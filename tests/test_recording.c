/* SPDX-License-Identifier: MIT
 *
 * Tests of tt_recording: the same items however the input is split and whatever else is wanted,
 * and the records of a player.
 */
#include "cm.h"
#include "demo/demo.h"
#include "recording/format.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "recording/recording.h"
#include "support/demo_make.h"
#include "support/rec_log.h"
#include "support/th_make.h"
#include "support/th_random.h"
#include "teetape/recording.h"

#define ALL (TT_WANT_FACTS | TT_WANT_TICKS | TT_WANT_RECORDS)

/* All combinations of wants give a part of what all of them give. */
static void check_wants(const char *name, tt_bytes bytes, int recover)
{
    static const char *const letters[8] = {"HES",  "HESF",  "HEST",  "HESFT",
                                           "HESR", "HESFR", "HESTR", "HESFTR"};
    uint64_t sets[] = {TT_FACTS_ALL, TT_FACT_BIT(TT_FACT_NAME) | TT_FACT_BIT(TT_FACT_GAP),
                       TT_FACT_BIT(TT_FACT_DEATH) | TT_FACT_BIT(TT_FACT_CHAT)};
    char *all =
        rec_log(bytes, (rec_log_how){.wants = ALL, .facts = TT_FACTS_ALL, .recover = recover});
    for (unsigned wants = 0; wants < 8; wants++) {
        size_t count = (wants & TT_WANT_FACTS) != 0 ? sizeof sets / sizeof sets[0] : 1;
        for (size_t i = 0; i < count; i++) {
            char *only = rec_log_only(all, letters[wants], sets[i]);
            char *some =
                rec_log(bytes, (rec_log_how){.wants = wants, .facts = sets[i], .recover = recover});
            rec_log_same(name, only, some);
            free(only);
            free(some);
        }
    }
    free(all);
}

static void wants_give_a_part(void **state)
{
    (void)state;
    const char *name;
    size_t size;
    uint8_t *data;
    for (int i = 0; (data = rec_log_each(i, &size, &name)) != NULL; i++) {
        check_wants(name, (tt_bytes){data, size}, 0);
        free(data);
    }
    for (uint64_t seed = 1; seed < 60 / TT_TEST_SHARE; seed++) {
        th_make m = th_random_recording(seed, 200, seed % 2 == 0);
        check_wants("random", (tt_bytes){m.data, m.size}, 1);
        check_wants("random, no recovery", (tt_bytes){m.data, m.size}, 0);
        th_make_free(&m);
        demo_bytes demo = {0};
        demo_make(&demo, seed, 3 + (int32_t)(seed % 4), seed % 5 == 0 ? 700 : 0, 40);
        check_wants("made demo", (tt_bytes){demo.data, demo.size}, 0);
        demo_bytes_free(&demo);
    }
}

/* Reading in steps gives the same items, whatever is wanted. */
static void check_steps(const char *name, tt_bytes bytes, int recover)
{
    for (unsigned wants = 0; wants < 8; wants += TT_TEST_SHARE == 1 ? 1 : 3) {
        rec_log_how how = {.wants = wants, .facts = TT_FACTS_ALL, .recover = recover, .piece = 700};
        char *whole = rec_log(bytes, how);
        for (how.step = 1; how.step < 1000; how.step *= 31) {
            char *steps = rec_log(bytes, how);
            rec_log_same(name, whole, steps);
            free(steps);
        }
        free(whole);
    }
}

static void steps_change_nothing(void **state)
{
    (void)state;
    const char *name;
    size_t size;
    uint8_t *data;
    for (int i = 0; (data = rec_log_each(i, &size, &name)) != NULL; i++) {
        check_steps(name, (tt_bytes){data, size}, 0);
        check_steps(name, (tt_bytes){data, size * 2 / 3}, 1);
        free(data);
    }
    for (uint64_t seed = 1; seed < 60 / TT_TEST_SHARE; seed++) {
        th_make m = th_random_recording(seed, 200, seed % 2 == 0);
        check_steps("random", (tt_bytes){m.data, m.size}, (int)(seed / 2 % 2));
        th_make_free(&m);
    }
}

/* Cut anywhere into two, and into pieces of one size. */
static void check_splits(const char *name, tt_bytes bytes, size_t step)
{
    rec_log_how how = {.wants = ALL, .facts = TT_FACTS_ALL, .recover = 1};
    char *whole = rec_log(bytes, how);
    for (how.first = 1; how.first < bytes.size; how.first += step * TT_TEST_SHARE) {
        char *split = rec_log(bytes, how);
        rec_log_same(name, whole, split);
        free(split);
    }
    how.first = 0;
    for (how.piece = step == 1 ? 1 : 15; how.piece < 40; how.piece = 2 * how.piece + 1) {
        char *split = rec_log(bytes, how);
        rec_log_same(name, whole, split);
        free(split);
    }
    free(whole);
}

static void splits_change_nothing(void **state)
{
    (void)state;
    const char *name;
    size_t size;
    uint8_t *data;
    for (int i = 0; (data = rec_log_each(i, &size, &name)) != NULL && i < 7; i++) {
        check_splits(name, (tt_bytes){data, size}, size < 4000 ? 1 : size / 7);
        free(data);
    }
    for (uint64_t seed = 1; seed < 4; seed++) {
        demo_bytes demo = {0};
        demo_make(&demo, seed, 6, 100, 6);
        check_splits("made demo", (tt_bytes){demo.data, demo.size}, 1);
        demo_bytes_free(&demo);
    }
}

/* A recording that ends early gives the beginning of what the whole gives. */
static void check_truncations(const char *name, tt_bytes bytes)
{
    rec_log_how how = {.wants = TT_WANT_FACTS | TT_WANT_RECORDS, .facts = TT_FACTS_ALL};
    char *whole = rec_log(bytes, how);
    for (size_t size = 0; size < bytes.size; size += TT_TEST_SHARE) {
        char *cut = rec_log((tt_bytes){bytes.data, size}, how);
        char *items = rec_log_only(cut, "HRF", TT_FACTS_ALL);
        if (strncmp(items, whole, strlen(items)) != 0) {
            rec_log_same(name, items, whole);
        }
        free(cut);
        free(items);
    }
    free(whole);
}

static void truncations_give_the_beginning(void **state)
{
    (void)state;
    const char *name;
    size_t size;
    uint8_t *data = rec_log_recording(3, &size, &name);
    check_truncations(name, (tt_bytes){data, size});
    free(data);
    demo_bytes demo = {0};
    demo_make(&demo, 5, 6, 100, 6);
    check_truncations("made demo", (tt_bytes){demo.data, demo.size});
    demo_bytes_free(&demo);
}

/* The records of one name, as `dump --player` has them. */
static void bob_has_his_records(void **state)
{
    (void)state;
    const char *name;
    size_t size;
    uint8_t *data = rec_log_recording(6, &size, &name), bits[16];
    tt_recording *rec = malloc(sizeof *rec);
    void *scratch = malloc(TT_RECORDING_SCRATCH);
    tt_selection bob;
    tt_item item;
    tt_status status;
    int records = 0, positions = 0;
    assert_int_equal(tt_selection_name(&bob, bits, sizeof bits, "bob"), TT_OK);
    assert_int_equal(tt_selection_found(&bob), 0);
    for (int pass = 0; pass < 2; pass++) {
        int is_fed = 0;
        tt_recording_init(rec, scratch, TT_RECORDING_SCRATCH);
        if (pass == 0) {
            tt_recording_want(rec, TT_WANT_FACTS, TT_FACT_BIT(TT_FACT_NAME));
        } else {
            tt_recording_want(rec, TT_WANT_RECORDS, 0);
            tt_recording_select(rec, &bob);
        }
        while ((status = tt_recording_next(rec, &item)) == TT_OK || status == TT_MORE) {
            if (status == TT_MORE) {
                tt_recording_feed(rec, data, is_fed++ ? 0 : size);
            } else if (item.kind == TT_ITEM_FACT) {
                assert_int_equal(tt_selection_learn(&bob, item.fact), TT_OK);
            } else if (item.kind == TT_ITEM_RECORD) {
                tt_th_kind kind = item.th->kind;
                records++;
                positions += kind == TT_TH_PLAYER_NEW || kind == TT_TH_PLAYER_DIFF ||
                             kind == TT_TH_PLAYER_OLD;
            }
        }
        assert_int_equal(status, TT_END);
    }
    assert_int_equal(tt_selection_found(&bob), 1);
    assert_int_equal(records, 1052);
    assert_int_equal(positions, 844);
    free(data);
    free(rec);
    free(scratch);
}

static tt_status read_bytes(const void *data, size_t size, size_t piece)
{
    tt_recording *rec = malloc(sizeof *rec);
    void *scratch = malloc(TT_RECORDING_SCRATCH);
    size_t at = 0;
    tt_item item;
    tt_status status;
    tt_recording_init(rec, scratch, TT_RECORDING_SCRATCH);
    while ((status = tt_recording_next(rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE) {
            size_t left = size - at < piece ? size - at : piece;
            tt_recording_feed(rec, (const uint8_t *)data + at, left);
            at += left;
        }
    }
    assert_int_equal(tt_recording_next(rec, &item), status);
    assert_int_equal(tt_recording_look(rec).error->status, status < 0 ? status : TT_OK);
    free(rec);
    free(scratch);
    return status;
}

/* What is no recording is found out by the first byte that differs. */
static void formats_are_told_by_first_bytes(void **state)
{
    (void)state;
    static const char zeros[64] = "";
    assert_int_equal(tti_format_told((tt_bytes){tt_th_magic.bytes, 16}), TT_FORMAT_TEEHISTORIAN);
    assert_int_equal(tti_format_told((tt_bytes){tt_th_magic.bytes, 15}), TT_FORMAT_UNKNOWN);
    assert_int_equal(tti_format_told((tt_bytes){tti_demo_magic, 7}), TT_FORMAT_DEMO);
    assert_int_equal(tt_format_begun((tt_bytes){tt_th_magic.bytes, 1}), TT_FORMAT_TEEHISTORIAN);
    assert_int_equal(tt_format_begun((tt_bytes){tti_demo_magic, 6}), TT_FORMAT_DEMO);
    assert_int_equal(tt_format_begun((tt_bytes){tti_demo_magic, 0}), TT_FORMAT_UNKNOWN);
    assert_int_equal(tt_format_begun((tt_bytes){(const uint8_t *)"TWDEM0", 6}), TT_FORMAT_UNKNOWN);
    assert_null(tt_format_info_of(TT_FORMAT_UNKNOWN));
    assert_int_equal(tti_format_time_zero(TT_FORMAT_DEMO, 700), 700);
    assert_int_equal(tti_format_time_zero(TT_FORMAT_DEMO, -1), 0);
    assert_int_equal(tti_format_time_zero(TT_FORMAT_TEEHISTORIAN, 700), 0);
    assert_int_equal(tti_format_time_zero(TT_FORMATS, 700), 0);
    assert_string_equal(tti_format_name(TT_FORMAT_DEMO), "demo");
    assert_string_equal(tti_format_name(TT_FORMAT_TEEHISTORIAN), "teehistorian");
    assert_null(tti_format_name(TT_FORMATS));
    for (size_t piece = 1; piece < 20; piece += 6) {
        assert_int_equal(read_bytes(zeros, sizeof zeros, piece), TT_ERR_FORMAT);
        assert_int_equal(read_bytes(zeros, 0, piece), TT_ERR_FORMAT);
        assert_int_equal(read_bytes(tt_th_magic.bytes, 15, piece), TT_ERR_FORMAT);
        assert_int_equal(read_bytes("TWDEM", 5, piece), TT_ERR_FORMAT);
        assert_int_equal(read_bytes(tt_th_magic.bytes, 16, piece), TT_ERR_TH_HEADER_END);
        assert_int_equal(read_bytes("TWDEMO", 7, piece), TT_ERR_DEMO_HEADER_END);
    }
}

/* Every kind has a name, by which it is found. */
static void kinds_are_described(void **state)
{
    (void)state;
    for (unsigned kind = 0; kind < TT_FACT_KINDS; kind++) {
        const tt_type *type = tt_fact_type((tt_fact_kind)kind);
        assert_int_equal(tt_fact_find(type->name), kind);
        assert_true(type->doc[0] != 0);
    }
    assert_null(tt_fact_type(TT_FACT_KINDS));
    assert_int_equal(tt_fact_find("none of them"), TT_FACT_KINDS);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(kinds_are_described),   cmocka_unit_test(formats_are_told_by_first_bytes),
        cmocka_unit_test(bob_has_his_records),   cmocka_unit_test(wants_give_a_part),
        cmocka_unit_test(splits_change_nothing), cmocka_unit_test(truncations_give_the_beginning),
        cmocka_unit_test(steps_change_nothing),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
