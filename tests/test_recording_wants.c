/* SPDX-License-Identifier: MIT
 *
 * Tests of what is left out by tt_recording: wants that change while a recording is read, messages
 * that are not unpacked, and the map of a demo.
 */
#include "cm.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/demo_make.h"
#include "support/rec_log.h"
#include "support/th_make.h"
#include "support/th_random.h"

#define GAP TT_FACT_BIT(TT_FACT_GAP)

/* The line alone: sscanf measures its whole text each time. */
typedef struct one_line {
    char text[256];
} one_line;

static one_line line_of(const char *text)
{
    one_line line;
    size_t size = strcspn(text, "\n");
    size = size < sizeof line.text ? size : sizeof line.text - 1;
    memcpy(line.text, text, size);
    line.text[size] = 0;
    return line;
}

/* The offset that the line of a record or of a fact has. */
static uint64_t offset_of(const char *text)
{
    uint64_t offset = 0;
    one_line line = line_of(text);
    const char *at = strstr(line.text, " @");
    int found = text[0] == 'F' ? at != NULL && sscanf(at, " @%" SCNu64, &offset) == 1
                               : sscanf(line.text, "R %*d %*d %" SCNu64, &offset) == 1;
    assert_int_equal(found, 1);
    return offset;
}

/* TT_FACT_KINDS for lines that are no facts. */
static tt_fact_kind kind_of(const char *text)
{
    char name[64] = "";
    one_line line = line_of(text);
    return sscanf(line.text, "F %*d %63s", name) == 1 ? tt_fact_find(name) : TT_FACT_KINDS;
}

static int is_kept(const char *line, const rec_log_change *change)
{
    return line[0] == 'R' ? (change->wants & TT_WANT_RECORDS) != 0
                          : (change->facts >> kind_of(line) & 1) != 0;
}

/* The lines of `all` that are wanted where they are. A gap is wanted everywhere; its offset is that
 * of the damage. */
static char *expect(const char *all, const rec_log_changes *changes)
{
    char *kept = malloc(strlen(all) + 1), *to = kept;
    size_t i = 0;
    assert_non_null(kept);
    while (*all != 0) {
        size_t size = strcspn(all, "\n") + 1;
        int is_free = (all[0] != 'R' && all[0] != 'F') || kind_of(all) == TT_FACT_GAP;
        if (!is_free) {
            uint64_t offset = offset_of(all);
            while (i + 1 < changes->count && changes->change[i + 1].offset <= offset) {
                i++;
            }
        }
        if (is_free || is_kept(all, &changes->change[i])) {
            memcpy(to, all, size);
            to += size;
        }
        all += size;
    }
    *to = 0;
    return kept;
}

/* Facts and records come and go with the wants, and no fact is late or lost. */
static void check_changes(const char *name, tt_bytes bytes, uint64_t seed)
{
    static rec_log_changes changes;
    unsigned always = TT_WANT_FACTS | (seed % 2 != 0 ? TT_WANT_TICKS : 0);
    rec_log_how how = {.wants = always | TT_WANT_RECORDS, .facts = TT_FACTS_ALL, .recover = 1};
    char *all = rec_log(bytes, how);
    changes.seed = seed;
    changes.always = GAP;
    how.changes = &changes;
    char *some = rec_log(bytes, how), *want = expect(all, &changes);
    rec_log_same(name, want, some);
    free(all);
    free(some);
    free(want);
}

static void wants_may_change(void **state)
{
    (void)state;
    const char *name;
    size_t size;
    uint8_t *data;
    for (int i = 0; (data = rec_log_each(i, &size, &name)) != NULL; i++) {
        for (uint64_t seed = 1; seed < 9; seed++) {
            check_changes(name, (tt_bytes){data, size}, seed);
        }
        free(data);
    }
    for (uint64_t seed = 1; seed < 200 / TT_TEST_SHARE; seed++) {
        th_make m = th_random_recording(seed, 200, seed % 4 == 0);
        check_changes("random", (tt_bytes){m.data, m.size}, seed);
        th_make_free(&m);
    }
}

static tt_snap_builder builder;
static tt_snap_space space;
static tt_snap_types types;

static void add_client(int32_t cid)
{
    struct tt_obj_client_info info = {.country = -1};
    assert_int_equal(tt_snap_builder_add(&builder, 11, cid, (const int32_t *)&info, 17), TT_OK);
}

/* In each snapshot another client is the only one. */
static tt_bytes make_turns(demo_bytes *made)
{
    static tt_demo_writer writer;
    static tt_demo_write_memory memory;
    tt_demo_header header = demo_make_header(6, 0);
    memset(&types, 0, sizeof types);
    tt_demo_writer_init(&writer, &memory, demo_bytes_put, made);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
    for (int32_t i = 0; i < 6; i++) {
        tt_snap_builder_init(&builder, &space, &types);
        add_client(i % 2 == 0 ? 40 - i : 50 + i); /* before and after the one who leaves */
        tt_snap snap = tt_snap_builder_finish(&builder);
        assert_int_equal(tt_demo_write_snapshot(&writer, 10 + i, &snap), TT_OK);
    }
    return (tt_bytes){made->data, made->size};
}

/* The sessions that end with a snapshot were not open together with those that begin. */
static void who_leaves_makes_room(void **state)
{
    (void)state;
    demo_bytes made = {0};
    char *log = rec_log(make_turns(&made), (rec_log_how){.wants = TT_WANT_TICKS});
    char *end = rec_log_only(log, "S", 0);
    assert_string_equal(end, "S 6 1 10\n");
    free(log);
    free(end);
    demo_bytes_free(&made);
}

static void check_map(tt_bytes demo, size_t first)
{
    rec_log_how how = {.wants = TT_WANT_RECORDS | TT_WANT_FACTS, .facts = TT_FACTS_ALL};
    char *with = rec_log(demo, how);
    how.first = first;
    how.skip_map = 1;
    char *without = rec_log(demo, how);
    rec_log_same("without a map", with, without);
    free(with);
    free(without);
}

/* The rest is the same without the map, however much of it was fed with the header. */
static void maps_may_be_left_out(void **state)
{
    (void)state;
    const char *name;
    size_t size;
    uint8_t *data;
    for (int i = 0; (data = rec_log_each(i, &size, &name)) != NULL; i++) {
        static const size_t pieces[] = {0, 1, 176, 600, 5000, 400000};
        for (size_t k = 0; k < sizeof pieces / sizeof pieces[0]; k++) {
            check_map((tt_bytes){data, size}, pieces[k]);
        }
        free(data);
    }
    for (uint32_t map_size = 0; map_size < 3; map_size++) {
        demo_bytes made = {0};
        demo_make(&made, 1, 6, map_size, 3);
        for (size_t first = 0; first < made.size; first++) {
            check_map((tt_bytes){made.data, made.size}, first);
        }
        demo_bytes_free(&made);
    }
}

/* Who reads messages no more has no state that could be packed. */
static void states_need_messages(void **state)
{
    (void)state;
    static tt_recording rec;
    static uint64_t scratch[TT_RECORDING_SCRATCH / sizeof(uint64_t)];
    const char *name;
    size_t size;
    uint8_t *data = rec_log_recording(1, &size, &name);
    for (unsigned limit = 0; limit < 2; limit++) {
        tt_item item;
        tt_recording_init(&rec, scratch, sizeof scratch);
        tt_recording_want(&rec, TT_WANT_RECORDS | (limit ? TT_WANT_NO_MESSAGES : 0), 0);
        tt_recording_feed(&rec, data, size);
        for (int i = 0; i < 500; i++) {
            assert_int_equal(tt_recording_next(&rec, &item), TT_OK);
            int has_data = item.demo != NULL && item.demo->data.size != 0;
            assert_true(!limit || !has_data || item.demo->kind == TT_DEMO_MAP);
        }
        tt_recording_want(&rec, TT_WANT_RECORDS, 0);
        assert_int_equal(tt_recording_next(&rec, &item), TT_OK);
        assert_int_equal(tt_recording_is_access_point(&rec), !limit);
    }
    free(data);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(wants_may_change),
        cmocka_unit_test(who_leaves_makes_room),
        cmocka_unit_test(maps_may_be_left_out),
        cmocka_unit_test(states_need_messages),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
