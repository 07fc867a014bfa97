/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/demo_keyframe.h: from the row for any tick on, the reader comes to the same
 * snapshot as from the start; lists that are too short; markers that promise too much.
 */
#include "cm.h"
#include "demo/parts.h"

#include <stdlib.h>

#include "host_files.h"
#include "support/demo_make.h"
#include "teetape/demo_keyframe.h"

#define ROWS 64

/* What `teetape info` says of the demo. */
#define KEYFRAMES 12

static tt_demo demo;
static tt_demo_memory memory;
static tt_demo_keyframes keyframes;
static tt_demo_keyframe rows[ROWS];

static void begin(tt_bytes bytes)
{
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, bytes.data, bytes.size);
    tt_demo_feed(&demo, NULL, 0);
}

/* The number of rows that are set. */
static size_t count(void)
{
    const tt_demo_keyframe *last = tt_demo_keyframes_find(&keyframes, INT32_MAX);
    return last == NULL ? 0 : (size_t)(last - rows) + 1;
}

/* A pass that unpacks nothing. */
static void note_all(tt_bytes bytes, size_t capacity)
{
    tt_demo_event event;
    begin(bytes);
    tt_demo_set(&demo, &(tt_demo_options){.skip_snapshots = true, .skip_messages = true});
    tt_demo_keyframes_init(&keyframes, rows, capacity);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        tt_demo_keyframes_note(&keyframes, &event);
    }
}

/* The snapshot at the end of `tick`: its checksum and item count. */
static uint64_t look(int32_t tick)
{
    tt_demo_event event;
    uint64_t found = 0;
    while (tt_demo_next(&demo, &event) == TT_OK &&
           !(event.kind == TT_DEMO_TICK && event.tick > tick)) {
        found = (uint64_t)tt_demo_look(&demo).snap->count << 32 |
                tt_snap_checksum(tt_demo_look(&demo).snap);
    }
    return found;
}

static void every_tick_of_a_real_demo(void **state)
{
    (void)state;
    size_t size;
    unsigned char *real =
        host_files_read(TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo", &size);
    tt_bytes bytes = {real, size};
    for (size_t capacity = 2; capacity <= ROWS; capacity = capacity * 2 + 1) {
        note_all(bytes, capacity);
        assert_in_range(count(), 1, capacity);
        assert_true(capacity < KEYFRAMES || count() == KEYFRAMES);
        for (int32_t tick = 875; tick <= 3878; tick += 37) {
            begin(bytes);
            uint64_t expected = look(tick);
            const tt_demo_keyframe *row = tt_demo_keyframes_find(&keyframes, tick);
            assert_non_null(row);
            assert_true(row->tick <= tick);
            tt_demo_seek(&demo, row->offset);
            tt_demo_feed(&demo, bytes.data + row->offset, bytes.size - (size_t)row->offset);
            tt_demo_feed(&demo, NULL, 0);
            assert_true(look(tick) == expected);
        }
        /* an earlier tick is as near as it gets */
        assert_ptr_equal(tt_demo_keyframes_find(&keyframes, -5), &rows[0]);
    }
    free(real);
}

/* What is kept lies evenly, whatever there is. */
static void short_lists(void **state)
{
    (void)state;
    tt_demo_event tick = {.kind = TT_DEMO_TICK, .keyframe = 1, .absolute = 1};
    tt_demo_event snapshot = {.kind = TT_DEMO_SNAPSHOT};
    for (size_t capacity = 2; capacity <= 9; capacity++) {
        tt_demo_keyframes_init(&keyframes, rows, capacity);
        for (int32_t i = 0; i < 1000; i++) {
            tick.tick = 10 * i;
            tick.offset = (uint64_t)i * 100;
            tt_demo_keyframes_note(&keyframes, &tick);
            tt_demo_keyframes_note(&keyframes, &snapshot);
            assert_in_range(count(), capacity > (size_t)i ? (size_t)i + 1 : capacity / 2, capacity);
            int32_t every = 1; /* doubles when the rows are full */
            while (i / every >= (int32_t)capacity) {
                every *= 2;
            }
            for (size_t k = 0; k < count(); k++) {
                assert_int_equal(rows[k].tick, 10 * (int64_t)k * every);
                assert_int_equal(rows[k].offset, 10 * rows[k].tick);
            }
        }
    }
}

static void promises(void **state)
{
    (void)state;
    tt_demo_event tick = {
        .kind = TT_DEMO_TICK, .keyframe = 1, .absolute = 1, .tick = 50, .offset = 500};
    tt_demo_event delta = {.kind = TT_DEMO_DELTA}, snapshot = {.kind = TT_DEMO_SNAPSHOT};
    tt_demo_keyframes_init(&keyframes, rows, ROWS);
    assert_null(tt_demo_keyframes_find(&keyframes, 5));
    tt_demo_keyframes_note(&keyframes, &snapshot); /* without a marker */
    tt_demo_keyframes_note(&keyframes, &tick);
    tt_demo_keyframes_note(&keyframes, &delta); /* not what it promised */
    tt_demo_keyframes_note(&keyframes, &snapshot);
    assert_int_equal(count(), 0);
    tick.absolute = 0; /* a step, which means nothing after a seek */
    tick.offset = 550;
    tt_demo_keyframes_note(&keyframes, &tick);
    tt_demo_keyframes_note(&keyframes, &snapshot);
    assert_int_equal(count(), 0);
    tick.absolute = 1;
    tick.offset = 600;
    tt_demo_keyframes_note(&keyframes, &tick);
    tt_demo_keyframes_note(&keyframes, &snapshot);
    tt_demo_keyframes_note(&keyframes, &tick); /* once more, as after a seek */
    tt_demo_keyframes_note(&keyframes, &snapshot);
    tick.offset = 700; /* and one that goes back */
    tick.tick = 20;
    tt_demo_keyframes_note(&keyframes, &tick);
    tt_demo_keyframes_note(&keyframes, &snapshot);
    snapshot.status = TT_ERR_DEMO_HUFFMAN; /* and one that is damaged */
    tick.tick = 80;
    tt_demo_keyframes_note(&keyframes, &tick);
    tt_demo_keyframes_note(&keyframes, &snapshot);
    assert_int_equal(count(), 1);
    assert_int_equal(rows[0].offset, 600);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_tick_of_a_real_demo),
        cmocka_unit_test(short_lists),
        cmocka_unit_test(promises),
    };
    return cmocka_run_group_tests_name("demo keyframe", tests, NULL, NULL);
}
