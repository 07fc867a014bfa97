/* SPDX-License-Identifier: MIT
 *
 * Tests of archive/rows.h: what facts become, their order, and the bounds.
 */
#include "archive/rows.h"

#include <stdlib.h>

#include "cm.h"

static struct archive_row fact_of(tt_fact_kind kind, uint64_t session, int32_t tick,
                                  const char *text)
{
    struct archive_row fact = {
        .kind = kind, .tick = tick, .cid = 3, .value = -7, .session = session};
    fact.text = tt_bytes_of(text);
    memset(fact.uuid.bytes, 0xab, sizeof fact.uuid.bytes);
    return fact;
}

static void add(struct archive_rows *rows, tt_fact_kind kind, uint64_t session, int32_t tick,
                const char *text)
{
    struct archive_row fact = fact_of(kind, session, tick, text);
    assert_true(tti_archive_rows_add(rows, &fact));
}

static void marks_are_kept(void **state)
{
    (void)state;
    struct archive_rows *rows = calloc(1, sizeof *rows);
    add(rows, TT_FACT_NAME, 5, 10, "moo");
    add(rows, TT_FACT_SAVE, TT_SESSION_NONE, 11, "");
    add(rows, TT_FACT_LEAVE, 5, 12, "bye");
    assert_int_equal(rows->fact_count, 3);
    assert_int_equal(rows->text_size, 3 + 16 + 3);
    const struct archive_fact *fact = &rows->facts[0];
    assert_int_equal(fact->kind, TT_FACT_NAME);
    assert_int_equal(fact->session, 5);
    assert_int_equal(fact->tick, 10);
    assert_int_equal(fact->value, -7);
    assert_int_equal(fact->cid, 3);
    assert_memory_equal(rows->text + fact->text, "moo", 3);
    assert_int_equal(rows->facts[1].session, ARCHIVE_SESSION_NONE);
    assert_int_equal(rows->text[rows->facts[1].text], 0xab);
    assert_memory_equal(rows->text + rows->facts[2].text, "bye", 3);
    assert_true(tti_archive_rows_memory(rows) > sizeof *rows);
    tti_archive_rows_free(rows);
    tti_archive_rows_free(NULL);
}

static void sessions_come_together(void **state)
{
    (void)state;
    struct archive_rows *rows = calloc(1, sizeof *rows);
    uint64_t seed = 3;
    for (int i = 0; i < 5000; i++) {
        uint64_t session = random_next(&seed) % 40;
        add(rows, TT_FACT_KILL_REQUEST, session == 0 ? TT_SESSION_NONE : session, i, "");
    }
    tti_archive_rows_sort(rows);
    for (size_t i = 1; i < rows->fact_count; i++) {
        const struct archive_fact *a = &rows->facts[i - 1], *b = &rows->facts[i];
        int64_t of_a = archive_fact_session(a), of_b = archive_fact_session(b);
        assert_true(of_a < of_b || (of_a == of_b && a->number < b->number));
        assert_int_equal(b->number, b->tick);
    }
    assert_int_equal(rows->fact_count, 5000);
    assert_int_equal(rows->facts[0].session, ARCHIVE_SESSION_NONE);
    assert_int_equal(rows->facts[4999].session, 39);
    size_t sessions = 0;
    for (size_t i = 0; i < 5000; i += tti_archive_rows_session(rows, i)) {
        assert_true(i == 0 || rows->facts[i - 1].session != rows->facts[i].session);
        sessions++;
    }
    assert_int_equal(sessions, 40);
    tti_archive_rows_free(rows);
    rows = calloc(1, sizeof *rows);
    tti_archive_rows_sort(rows);
    tti_archive_rows_free(rows);
}

static void nobody_is_left_out(void **state)
{
    (void)state;
    struct archive_rows *rows = calloc(1, sizeof *rows);
    for (int session = 0; session < 4; session++) {
        add(rows, TT_FACT_JOIN, (uint64_t)session, session, "");
    }
    for (int session = 0; session < 4; session++) {
        struct archive_row leave = fact_of(TT_FACT_LEAVE, (uint64_t)session, 10, "");
        leave.value = session % 2 == 0 ? TT_LEFT_NOBODY : TT_LEFT;
        assert_true(tti_archive_rows_add(rows, &leave));
    }
    tti_archive_rows_sort(rows);
    assert_int_equal(rows->fact_count, 4);
    static const unsigned numbers[] = {1, 5, 3, 7};
    for (size_t i = 0; i < 4; i++) {
        assert_int_equal(rows->facts[i].session, i < 2 ? 1 : 3);
        assert_int_equal(rows->facts[i].number, numbers[i]);
    }
    tti_archive_rows_free(rows);
}

/* A file made to fill the memory does not. */
static void there_are_bounds(void **state)
{
    (void)state;
    struct archive_rows *rows = calloc(1, sizeof *rows);
    char *text = malloc(70000);
    memset(text, 'x', 69999);
    text[69999] = 0;
    for (int i = 0; i < 1100; i++) {
        add(rows, TT_FACT_LEAVE, 1, i, text);
    }
    assert_true(rows->text_size <= ARCHIVE_TEXT_MAX);
    assert_int_equal(rows->facts[0].text_size, UINT16_MAX);
    assert_true(rows->facts_left_out > 50);
    assert_int_equal(rows->fact_count + rows->facts_left_out, 1100);
    uint64_t before = rows->facts_left_out;
    for (size_t i = 0; i < ARCHIVE_FACTS_MAX; i++) {
        add(rows, TT_FACT_KILL_REQUEST, 1, 0, "");
    }
    assert_int_equal(rows->fact_count, ARCHIVE_FACTS_MAX);
    assert_int_equal(rows->facts_left_out, before + 1100 - before);
    free(text);
    tti_archive_rows_free(rows);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(marks_are_kept),
        cmocka_unit_test(sessions_come_together),
        cmocka_unit_test(nobody_is_left_out),
        cmocka_unit_test(there_are_bounds),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
