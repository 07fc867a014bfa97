/* SPDX-License-Identifier: MIT
 *
 * tti_recording_span against a reader of everything whose items are compared one by one; and what
 * else can be asked of a recording before its items are taken.
 */
#include "cm.h"
#include "recording/stream.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/demo_make.h"
#include "support/rec_log.h"
#include "support/th_make.h"

static tt_recording rec;
static uint64_t scratch[TT_RECORDING_SCRATCH / 8];

/* A log of lines. */
static struct {
    char *text;
    size_t size, cap;
} logs[2];

static void add(int log, const char *line)
{
    size_t size = strlen(line);
    if (logs[log].size + size + 1 > logs[log].cap) {
        logs[log].cap = 2 * (logs[log].size + size + 1);
        logs[log].text = realloc(logs[log].text, logs[log].cap);
        assert_non_null(logs[log].text);
    }
    memcpy(logs[log].text + logs[log].size, line, size + 1);
    logs[log].size += size;
}

/* Where all tees are, and who is there under which name. */
static uint64_t sum_of_world(void)
{
    uint64_t sum = 0;
    const tt_world *world = tt_recording_world(&rec);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_session session = tt_recording_session(&rec, cid);
        sum = sum * 31 + (uint32_t)world->tee[cid].x;
        sum = sum * 31 + (uint32_t)world->tee[cid].y + world->tee[cid].alive;
        sum = sum * 31 + session.number + (uint32_t)session.since + (unsigned)session.open;
        for (const char *name = session.name; *name != 0; name++) {
            sum = sum * 31 + (unsigned char)*name;
        }
    }
    return sum;
}

static void add_item(int log, const tt_item *item)
{
    static char line[20000];
    uint64_t offset =
        item->th != NULL ? item->th->offset : (item->demo != NULL ? item->demo->offset : 0);
    if (item->kind == TT_ITEM_FACT) {
        rec_log_fact(line, sizeof line, item->fact, 0);
        add(log, line);
    }
    snprintf(line, sizeof line, "%d %" PRId32 " %" PRIu64 " %016" PRIx64 "\n", (int)item->kind,
             item->tick, offset, sum_of_world());
    add(log, line);
}

/* The items of the span: `by_span` as the library gives them, else those of all that are in it. */
static tt_status read_items(tt_bytes bytes, unsigned wants, const int64_t span[2], int by_span)
{
    tt_item item;
    tt_status status;
    int is_fed = 0, is_over = 0;
    logs[by_span].size = 0;
    add(by_span, "");
    assert_int_equal(tt_recording_init(&rec, scratch, sizeof scratch), TT_OK);
    tt_recording_want(&rec, wants, TT_FACTS_ALL);
    tt_recording_recover(&rec, 1);
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE) {
            tt_recording_feed(&rec, bytes.data, is_fed++ ? 0 : bytes.size);
            continue;
        }
        if (item.kind == TT_ITEM_HEADER && by_span) {
            tti_recording_span(&rec, span[0], span[1]);
        }
        is_over |= item.tick >= span[1];
        int is_in = item.tick >= span[0] && !is_over;
        assert_true(!by_span || item.kind == TT_ITEM_HEADER || item.fact != NULL || is_in);
        if (item.kind != TT_ITEM_HEADER && is_in) {
            add_item(by_span, &item);
        }
    }
    return status;
}

static void check_span(tt_bytes bytes, unsigned wants, int64_t from, int64_t to)
{
    const int64_t span[2] = {from, to};
    read_items(bytes, wants, span, 0);
    int32_t last = tt_recording_look(&rec).last_tick;
    tt_status status = read_items(bytes, wants, span, 1);
    if (strcmp(logs[0].text, logs[1].text) != 0) {
        rec_log_same("span", logs[0].text, logs[1].text);
    }
    assert_int_equal(status, last >= to ? TT_LATER : TT_END);
    assert_int_equal(tt_recording_next(&rec, &(tt_item){.kind = TT_ITEM_HEADER}), status);
}

static void check_spans(tt_bytes bytes)
{
    static const unsigned wants[] = {
        TT_WANT_RECORDS,
        TT_WANT_FACTS,
        TT_WANT_TICKS,
        TT_WANT_FACTS | TT_WANT_TICKS,
        TT_WANT_RECORDS | TT_WANT_FACTS | TT_WANT_TICKS,
    };
    const int64_t whole[2] = {INT64_MIN, INT64_MAX};
    read_items(bytes, 0, whole, 1);
    int64_t first = tt_recording_look(&rec).first_tick, last = tt_recording_look(&rec).last_tick;
    for (size_t i = 0; i < sizeof wants / sizeof wants[0]; i++) {
        check_span(bytes, wants[i], INT64_MIN, INT64_MAX);
        check_span(bytes, wants[i], first + 1, last);
        check_span(bytes, wants[i], first + (last - first) / 3, first + (last - first) / 2);
        check_span(bytes, wants[i], last, last + 1);
        check_span(bytes, wants[i], last + 1, INT64_MAX);
        for (int round = 0; round < 4; round++) {
            int64_t from = first + 1 + rand() % (last - first);
            check_span(bytes, wants[i], from, from + rand() % 200);
        }
    }
}

static void spans_of_recordings(void **state)
{
    (void)state;
    const char *name;
    size_t size;
    uint8_t *data;
    srand(5);
    for (int i = 0; (data = rec_log_each(i, &size, &name)) != NULL; i++) {
        check_spans((tt_bytes){data, size});
        free(data);
    }
}

static void spans_of_made_demos(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 6; seed++) {
        demo_bytes demo = {0};
        demo_make(&demo, seed, 6, seed % 2 == 0 ? 0 : 500, 60);
        check_spans((tt_bytes){demo.data, demo.size});
        demo_bytes_free(&demo);
    }
}

/* The tick of what comes next is known before it is taken, and the map can be left out. */
static void looks_ahead(void **state)
{
    (void)state;
    demo_bytes demo = {0};
    tt_item item;
    int32_t tick = -1;
    demo_make(&demo, 3, 6, 1000, 10);
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_want(&rec, TT_WANT_RECORDS, 0);
    assert_int_equal(tti_recording_next_tick(&rec, &tick), TT_ERR_ARGUMENT);
    assert_int_equal(tt_recording_next(&rec, &item), TT_MORE);
    tt_recording_feed(&rec, demo.data, demo.size - 1);
    assert_int_equal(tt_recording_next(&rec, &item), TT_OK);
    assert_int_equal(item.kind, TT_ITEM_HEADER);
    assert_int_equal(tti_recording_next_tick(&rec, &tick), TT_OK);
    assert_int_equal(tt_recording_skip_map(&rec), 0);
    do {
        assert_int_equal(tt_recording_next(&rec, &item), TT_OK);
        assert_true(item.demo->kind != TT_DEMO_MAP);
    } while (item.demo->kind != TT_DEMO_TICK);
    assert_int_equal(item.tick, tick);
    demo_bytes_free(&demo);
}

/* What a record of a demo says, and what a snapshot was before it. */
static void records_have_their_surroundings(void **state)
{
    (void)state;
    demo_bytes demo = {0};
    tt_item item;
    tt_status status;
    uint32_t items = 0, snapshots = 0;
    int is_fed = 0;
    demo_make(&demo, 4, 6, 0, 40);
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_want(&rec, TT_WANT_RECORDS, 0);
    assert_null(tt_recording_demo(&rec));
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE) {
            tt_recording_feed(&rec, demo.data, is_fed++ ? 0 : demo.size);
            continue;
        }
        assert_int_equal(tt_demo_look(tt_recording_demo(&rec)).snap_before->count, items);
        items = tt_demo_look(tt_recording_demo(&rec)).snap->count;
        snapshots += item.demo != NULL && item.demo->kind == TT_DEMO_SNAPSHOT;
        assert_true(item.message == NULL || item.demo->kind == TT_DEMO_MESSAGE);
    }
    assert_int_equal(status, TT_END);
    assert_true(snapshots > 0 && items > 0);
    assert_int_equal(tt_recording_object(&rec, 10), TT_OBJ_PLAYER_INFO);
    demo_bytes_free(&demo);
}

/* A selection that learns on the way has the record that names the player, too. */
static void one_pass_begins_with_the_name(void **state)
{
    (void)state;
    const char *path;
    size_t size;
    uint8_t *data = rec_log_recording(6, &size, &path), bits[64];
    tt_selection bob;
    tt_item item;
    tt_status status;
    uint64_t first = UINT64_MAX, named = UINT64_MAX;
    int is_fed = 0;
    tt_selection_name(&bob, bits, sizeof bits, "bob");
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_want(&rec, TT_WANT_RECORDS | TT_WANT_FACTS, TT_FACT_BIT(TT_FACT_NAME));
    tt_recording_select(&rec, &bob);
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE) {
            tt_recording_feed(&rec, data, is_fed++ ? 0 : size);
        } else if (item.fact != NULL) {
            assert_int_equal(tt_selection_learn(&bob, item.fact), TT_OK);
            named = named != UINT64_MAX ? named : item.fact->offset;
        } else if (item.th != NULL) {
            first = first != UINT64_MAX ? first : item.th->offset;
        }
    }
    assert_int_equal(status, TT_END);
    assert_true(first != UINT64_MAX && first == named);
    free(data);
}

/* A span that ends before all ticks has nothing in it. */
static void spans_before_everything(void **state)
{
    static const int64_t ends[] = {INT64_MIN, INT64_MIN + 1, INT32_MIN, -2, -1, 0};
    (void)state;
    const char *path;
    size_t size;
    uint8_t *data;
    for (int i = 0; (data = rec_log_each(i, &size, &path)) != NULL; i++) {
        for (size_t k = 0; k < 2 * sizeof ends / sizeof ends[0]; k++) {
            tt_item item;
            tt_status status;
            tt_recording_init(&rec, scratch, sizeof scratch);
            tt_recording_want(&rec, TT_WANT_TICKS | (k % 2 != 0 ? TT_WANT_RECORDS : 0), 0);
            tti_recording_span(&rec, INT64_MIN, ends[k / 2]);
            assert_int_equal(tt_recording_next(&rec, &item), TT_MORE);
            tt_recording_feed(&rec, data, size);
            while ((status = tt_recording_next(&rec, &item)) == TT_OK) {
                assert_true(item.kind == TT_ITEM_HEADER || item.tick < 0);
            }
            assert_int_equal(status, TT_LATER);
            assert_true(item.tick >= 0);
        }
        free(data);
    }
}

/* A silence of TT_GAP_TICKS is a gap in every format, one of a tick less is none. */
static void gaps_begin_at_the_same_length(void **state)
{
    (void)state;
    for (int32_t silent = TT_GAP_TICKS - 1; silent <= TT_GAP_TICKS + 1; silent++) {
        rec_log_how how = {.wants = TT_WANT_FACTS, .facts = TT_FACT_BIT(TT_FACT_GAP)};
        th_make m = {0};
        th_make_header(&m, 2, "");
        TH_INTS(&m, -2, 0, -8, 0, -2, silent, -9, 0);
        th_make_text(&m, "");
        TH_INTS(&m, -1);
        char *th = rec_log((tt_bytes){m.data, m.size}, how);
        static tt_demo_writer writer;
        static tt_demo_write_memory memory;
        demo_bytes demo = {0};
        tt_snap snap = tt_snap_empty();
        tt_demo_header header = demo_make_header(6, 0);
        tt_demo_writer_init(&writer, &memory, demo_bytes_put, &demo);
        assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
        assert_int_equal(tt_demo_write_snapshot(&writer, 10, &snap), TT_OK);
        assert_int_equal(tt_demo_write_snapshot(&writer, 11 + silent, &snap), TT_OK);
        char *of_demo = rec_log((tt_bytes){demo.data, demo.size}, how);
        assert_int_equal(strstr(th, " gap ") != NULL, silent >= TT_GAP_TICKS);
        assert_int_equal(strstr(of_demo, " gap ") != NULL, silent >= TT_GAP_TICKS);
        free(th);
        free(of_demo);
        th_make_free(&m);
        demo_bytes_free(&demo);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(spans_of_recordings),
        cmocka_unit_test(spans_of_made_demos),
        cmocka_unit_test(looks_ahead),
        cmocka_unit_test(records_have_their_surroundings),
        cmocka_unit_test(one_pass_begins_with_the_name),
        cmocka_unit_test(spans_before_everything),
        cmocka_unit_test(gaps_begin_at_the_same_length),
    };
    int failed = cmocka_run_group_tests(tests, NULL, NULL);
    free(logs[0].text);
    free(logs[1].text);
    return failed;
}
