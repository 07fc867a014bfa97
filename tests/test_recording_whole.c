/* SPDX-License-Identifier: MIT
 *
 * Whether a recording is whole, as packing asks before it replaces one (TT_WANT_MAP_SUMS and
 * TT_WANT_NO_SESSIONS): the same answer for any pieces, and never "good" for what is not whole.
 */
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cm.h"
#include "demo/demo.h"
#include "host_files.h"
#include "support/demo_make.h"
#include "teetape/demo_header.h"
#include "teetape/recording.h"
#include "teetape/teehistorian.h"

#define RECORDINGS TT_SOURCE_DIR "/tests/recordings/"

static const char *const whole[] = {
    RECORDINGS "map-change/6460a6fc-ddaa-469c-89f1-35bd95f48c1d.teehistorian",
    RECORDINGS "dm1/31940c05-6b04-4f9d-ba6b-b77b7f30e2c0.teehistorian",
    RECORDINGS "tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian",
    RECORDINGS "dm1/client0.demo",
};

static void on_issue(void *user, const tt_issue *issue)
{
    bool *is_damaged = user;
    *is_damaged |= issue->level == TT_LEVEL_ERROR;
}

static void read_fed(tt_recording *rec, bool *is_damaged)
{
    tt_item item;
    tt_status status;
    do {
        status = tt_recording_next(rec, &item);
    } while (status == TT_OK);
    *is_damaged |= status < 0;
}

/* In pieces of `piece` bytes, each in memory of its own, which ends where the piece does. */
static tt_recording_state state_of(const unsigned char *bytes, size_t size, size_t piece)
{
    static uint64_t scratch[TT_RECORDING_SCRATCH / sizeof(uint64_t)];
    static tt_recording rec;
    bool is_damaged = false;
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_want(&rec, TT_WANT_MAP_SUMS | TT_WANT_NO_SESSIONS, 0);
    tt_recording_on_issue(&rec, on_issue, &is_damaged);
    for (size_t at = 0; at < size && !is_damaged; at += piece) {
        size_t part = size - at < piece ? size - at : piece;
        unsigned char *copy = malloc(part);
        assert_non_null(copy);
        memcpy(copy, bytes + at, part);
        tt_recording_feed(&rec, copy, part);
        read_fed(&rec, &is_damaged);
        free(copy);
    }
    if (!is_damaged) {
        tt_recording_feed(&rec, NULL, 0);
        read_fed(&rec, &is_damaged);
    }
    return tt_recording_state_of(is_damaged ? 1 : 0, tt_recording_look(&rec).is_closed);
}

static void whole_ones_are_good(void **state)
{
    static const size_t pieces[] = {1, 7, 1000, 65536, SIZE_MAX / 2};
    (void)state;
    for (size_t i = 0; i < sizeof whole / sizeof whole[0]; i++) {
        size_t size;
        unsigned char *bytes = host_files_read(whole[i], &size);
        for (size_t p = 0; p < sizeof pieces / sizeof pieces[0]; p++) {
            assert_int_equal(state_of(bytes, size, pieces[p]), TT_RECORDING_GOOD);
        }
        free(bytes);
    }
}

/* What a reader that hands out everything says of the same bytes. */
static tt_recording_state slow_state_of(const unsigned char *bytes, size_t size)
{
    static unsigned char scratch[TT_TH_SCRATCH];
    static tt_world world;
    static tt_th th;
    tt_th_event event;
    tt_status status;
    assert_int_equal(tt_th_init(&th, &world, scratch, sizeof scratch), TT_OK);
    tt_th_feed(&th, bytes, size);
    do {
        status = tt_th_next(&th, &event);
        if (status == TT_MORE) {
            tt_th_feed(&th, NULL, 0);
        }
    } while (status == TT_OK || status == TT_MORE);
    return status < 0                 ? TT_RECORDING_DAMAGED
           : tt_th_look(&th).finished ? TT_RECORDING_GOOD
                                      : TT_RECORDING_UNFINISHED;
}

/* Every length of a small one, and every byte of it with another value. */
static void parts_and_changes_are_seen(void **state)
{
    size_t size, unfinished = 0, damaged = 0;
    unsigned char *bytes = host_files_read(whole[0], &size);
    (void)state;
    for (size_t end = 0; end < size; end++) {
        tt_recording_state kind = state_of(bytes, end, 333);
        assert_int_not_equal(kind, TT_RECORDING_GOOD);
        assert_int_equal(kind, slow_state_of(bytes, end));
        unfinished += kind == TT_RECORDING_UNFINISHED;
        damaged += kind == TT_RECORDING_DAMAGED;
    }
    assert_true(unfinished > 10);
    assert_true(damaged > size / 2);
    for (size_t at = 0; at < size; at++) {
        bytes[at] ^= 0x55;
        assert_int_equal(state_of(bytes, size, 333), slow_state_of(bytes, size));
        bytes[at] ^= 0x55;
    }
    free(bytes);
}

/* A demo's length is in its header; 0 is none. Its end is no sign, but a chunk may be cut. */
static void demos_tell_by_their_header(void **state)
{
    enum { LENGTH_AT = 152 };
    size_t size;
    unsigned char *bytes = host_files_read(whole[3], &size);
    (void)state;
    assert_int_equal(state_of(bytes, size - 1, 4096), TT_RECORDING_DAMAGED);
    memset(bytes + LENGTH_AT, 0, 4);
    assert_int_equal(state_of(bytes, size, 4096), TT_RECORDING_UNFINISHED);
    assert_int_equal(state_of(bytes, size - 1, 4096), TT_RECORDING_DAMAGED);
    assert_int_equal(state_of(bytes, 100, 4096), TT_RECORDING_DAMAGED);
    free(bytes);
    bytes = host_files_read(whole[3], &size);
    bytes[5000] ^= 1; /* of the embedded map, which no chunk depends on */
    assert_int_equal(state_of(bytes, size, 4096), TT_RECORDING_DAMAGED);
    free(bytes);
}

/* Of less than a second a recorder writes a length of 0, too: as tt_recording_look has it. */
static void short_demos_are_good(void **state)
{
    static const struct {
        int32_t tick;
        tt_recording_state state;
    } ticks[] = {{10, TT_RECORDING_GOOD}, {59, TT_RECORDING_GOOD}, {60, TT_RECORDING_UNFINISHED}};
    static tt_demo_write_memory memory;
    demo_bytes bytes = {NULL, 0, 0};
    tt_demo_writer writer;
    tt_demo_header header = demo_make_header(6, 0);
    tt_snap snap = tt_snap_empty();
    (void)state;
    tt_demo_writer_init(&writer, &memory, demo_bytes_put, &bytes);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
    for (size_t i = 0; i < sizeof ticks / sizeof ticks[0]; i++) {
        assert_int_equal(tt_demo_write_snapshot(&writer, ticks[i].tick, &snap), TT_OK);
        assert_int_equal(state_of(bytes.data, bytes.size, 100), ticks[i].state);
    }
    demo_bytes_free(&bytes);
}

static void nothing_and_else_are_damaged(void **state)
{
    static const unsigned char zeros[5000], text[] = "somebody wrote this";
    (void)state;
    assert_int_equal(state_of(zeros, 0, 1), TT_RECORDING_DAMAGED);
    assert_int_equal(state_of(zeros, sizeof zeros, 100), TT_RECORDING_DAMAGED);
    assert_int_equal(state_of(text, sizeof text, 100), TT_RECORDING_DAMAGED);
    assert_int_equal(state_of(tti_demo_magic, TT_DEMO_MAGIC_SIZE, 1), TT_RECORDING_DAMAGED);
    assert_int_equal(state_of(tt_th_magic.bytes, 16, 1), TT_RECORDING_DAMAGED);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(whole_ones_are_good),
        cmocka_unit_test(parts_and_changes_are_seen),
        cmocka_unit_test(demos_tell_by_their_header),
        cmocka_unit_test(short_demos_are_good),
        cmocka_unit_test(nothing_and_else_are_damaged),
    };
    return cmocka_run_group_tests_name("recording_whole", tests, NULL, NULL);
}
