/* SPDX-License-Identifier: MIT
 *
 * Tests of what tt_recording says of a recording as a whole: that checking alone finds what reading
 * everything finds, that the map of a demo is compared, and when a recording is closed.
 */
#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "host_files.h"
#include "support/demo_make.h"
#include "support/rec_log.h"
#include "teetape/game.h"

#define ALL (TT_WANT_FACTS | TT_WANT_TICKS | TT_WANT_RECORDS)
#define DEMO TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo"

/* Places in a demo of version 6. */
enum { AT_MAP_CRC = 140, AT_LENGTH = 152, AT_SHA256 = 452, AT_MAP = 484 };

#define ISSUES_MAX 4096

/* What is said of a recording. */
typedef struct said {
    tt_status status;
    tt_error error;
    int is_closed, is_access_point;
    int32_t first_tick, last_tick;
    uint64_t offset;
    tt_issue issue[ISSUES_MAX];
    size_t count;
} said;

static tt_recording rec;
static uint64_t scratch[TT_RECORDING_SCRATCH / sizeof(uint64_t)];
static said left, right;

static void on_issue(void *user, const tt_issue *issue)
{
    said *s = user;
    if (s->count < ISSUES_MAX) {
        s->issue[s->count] = *issue;
    }
    s->count++;
}

static void read_all(said *s, tt_bytes bytes, size_t piece, unsigned wants, int recover)
{
    tt_item item;
    size_t at = 0;
    memset(s, 0, sizeof *s);
    assert_int_equal(tt_recording_init(&rec, scratch, sizeof scratch), TT_OK);
    tt_recording_want(&rec, wants, TT_FACTS_ALL);
    tt_recording_recover(&rec, recover);
    tt_recording_on_issue(&rec, on_issue, s);
    while ((s->status = tt_recording_next(&rec, &item)) == TT_OK || s->status == TT_MORE) {
        if (s->status == TT_MORE) {
            size_t part = bytes.size - at < piece ? bytes.size - at : piece;
            tt_recording_feed(&rec, bytes.data + at, part);
            at += part;
        }
    }
    s->error = *tt_recording_look(&rec).error;
    s->is_closed = tt_recording_look(&rec).is_closed;
    s->is_access_point = tt_recording_is_access_point(&rec);
    s->first_tick = tt_recording_look(&rec).first_tick;
    s->last_tick = tt_recording_look(&rec).last_tick;
    s->offset = tt_recording_look(&rec).offset;
}

static void compare(tt_bytes bytes, size_t piece, int recover)
{
    read_all(&left, bytes, piece, TT_WANT_NO_SESSIONS | TT_WANT_MAP_SUMS, recover);
    read_all(&right, bytes, bytes.size + 1, ALL | TT_WANT_MAP_SUMS, recover);
    assert_int_equal(left.status, right.status);
    assert_int_equal(left.error.status, right.error.status);
    assert_int_equal(left.error.offset, right.error.offset);
    assert_int_equal(left.is_closed, right.is_closed);
    assert_int_equal(left.first_tick, right.first_tick);
    assert_int_equal(left.last_tick, right.last_tick);
    assert_int_equal(left.offset, right.offset);
    assert_int_equal(left.count, right.count);
    for (size_t i = 0; i < left.count && i < ISSUES_MAX; i++) {
        const tt_issue *a = &left.issue[i], *b = &right.issue[i];
        assert_int_equal(a->level, b->level);
        assert_int_equal(a->status, b->status);
        assert_int_equal(a->offset, b->offset);
        assert_int_equal(a->tick, b->tick);
    }
    assert_int_equal(left.is_access_point, 0); /* nothing of it can be packed */
}

/* Every recording of the tree, whole, changed and cut. */
static void checking_finds_what_reading_finds(void **state)
{
    size_t size;
    const char *name;
    uint8_t *bytes;
    uint64_t seed = 1;
    (void)state;
    for (int number = 0; (bytes = rec_log_recording(number, &size, &name)) != NULL; number++) {
        compare((tt_bytes){bytes, size}, 4096, 0);
        for (int round = 0; round < (size < 100000 ? 60 : 6); round++) {
            size_t at = random_next(&seed) % size;
            uint8_t before = bytes[at];
            bytes[at] ^= (uint8_t)(1 + random_next(&seed) % 255);
            size_t end = round % 3 == 0 ? random_next(&seed) % size : size;
            compare((tt_bytes){bytes, end}, 1 + random_next(&seed) % 70000, round & 1);
            bytes[at] = before;
        }
        free(bytes);
    }
}

static void expect_map(tt_bytes demo, size_t count, tt_status first, tt_status second)
{
    static const size_t pieces[] = {1, 97, 4096, SIZE_MAX / 2};
    for (size_t i = 0; i < 8; i++) {
        int recover = (int)i & 1;
        read_all(&left, demo, pieces[i / 2], TT_WANT_MAP_SUMS | (i < 4 ? TT_WANT_FACTS : 0u),
                 recover);
        assert_int_equal(left.status, TT_END);
        assert_int_equal(left.error.status, TT_OK);
        size_t errors = 0;
        for (size_t k = 0; k < left.count; k++) {
            if (left.issue[k].level == TT_LEVEL_ERROR) {
                assert_int_equal(left.issue[k].status, errors == 0 ? first : second);
                assert_int_equal(left.issue[k].offset, AT_MAP);
                errors++;
            }
        }
        assert_int_equal(errors, count);
    }
}

/* The map has two sums in the header. A difference stops nothing, and is no gap. */
static void maps_are_compared(void **state)
{
    size_t size;
    unsigned char *bytes = host_files_read(DEMO, &size);
    tt_bytes demo = {bytes, size};
    (void)state;
    expect_map(demo, 0, TT_OK, TT_OK);
    bytes[AT_MAP + 777] ^= 1;
    expect_map(demo, 2, TT_ERR_DEMO_MAP_CRC, TT_ERR_DEMO_MAP_SHA256);
    read_all(&right, demo, 4096, ALL, 1);
    assert_int_equal(right.count, 0); /* it was not wanted */
    bytes[AT_MAP + 777] ^= 1;
    bytes[AT_MAP_CRC] ^= 1;
    expect_map(demo, 1, TT_ERR_DEMO_MAP_CRC, TT_OK);
    bytes[AT_MAP_CRC] ^= 1;
    bytes[AT_SHA256] ^= 1;
    expect_map(demo, 1, TT_ERR_DEMO_MAP_SHA256, TT_OK);
    bytes[AT_SHA256] ^= 1;
    read_all(&left, (tt_bytes){bytes, AT_MAP + 10}, 7, TT_WANT_MAP_SUMS, 1);
    assert_int_equal(left.status, TT_ERR_DEMO_MAP_END);
    assert_int_equal(left.error.status, TT_ERR_DEMO_MAP_END);
    free(bytes);
}

static void put_marker(demo_bytes *demo, int32_t tick)
{
    uint8_t marker[5] = {0x80, (uint8_t)(tick >> 24), (uint8_t)(tick >> 16), (uint8_t)(tick >> 8),
                         (uint8_t)tick};
    assert_int_equal(demo_bytes_put(demo, (tt_bytes){marker, sizeof marker}), 0);
}

/* A demo of these ticks, and then -1. */
static tt_bytes make_demo(demo_bytes *demo, int32_t length, const int32_t *ticks)
{
    static tt_demo_write_memory memory;
    static tt_demo_writer writer;
    tt_demo_header header = demo_make_header(6, 0);
    demo_bytes_free(demo);
    tt_demo_writer_init(&writer, &memory, demo_bytes_put, demo);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
    while (*ticks >= 0) {
        put_marker(demo, *ticks++);
    }
    memset(demo->data + AT_LENGTH, 0, 4);
    demo->data[AT_LENGTH + 3] = (uint8_t)length;
    return (tt_bytes){demo->data, demo->size};
}

/* One that goes on at each access point agrees with one that was there from the start. */
static void compare_resumed(tt_bytes bytes)
{
    static uint8_t space[TT_RECORDING_STATE_MAX];
    static tt_recording next;
    tt_packer packer = tt_packer_of(space, sizeof space);
    tt_item item;
    read_all(&left, bytes, bytes.size + 1, TT_WANT_RECORDS, 1);
    tt_recording_pack(&packer, &rec);
    assert_int_equal(packer.status, TT_OK);
    static uint64_t other[TT_RECORDING_SCRATCH / sizeof(uint64_t)];
    assert_int_equal(
        tt_recording_resume(&next, other, sizeof other, bytes, tt_packer_bytes(&packer)), TT_OK);
    tt_recording_feed(&next, NULL, 0);
    assert_int_equal(tt_recording_next(&next, &item), TT_END);
    assert_int_equal(tt_recording_look(&next).last_tick, left.last_tick);
    assert_int_equal(tt_recording_look(&next).is_closed, left.is_closed);
}

/* The length in the header says that a demo was closed; that of less than a second is 0. */
static void demos_are_closed(void **state)
{
    static const struct {
        int32_t length, ticks[5], last;
        int is_closed;
    } cases[] = {
        {0, {-1}, -1, 1},
        {0, {10, -1}, 10, 1},
        {0, {10, 59, -1}, 59, 1},
        {0, {10, 60, -1}, 60, 0},
        {0, {10, 60, 20, -1}, 60, 0}, /* ticks that go back count as well */
        {0, {10, 59, 20, -1}, 59, 1},
        {1, {10, 60, -1}, 60, 1},
        {1, {10, 900, 30, -1}, 900, 1},
    };
    demo_bytes demo = {NULL, 0, 0};
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        tt_bytes bytes = make_demo(&demo, cases[i].length, cases[i].ticks);
        static const unsigned wants[] = {TT_WANT_NO_SESSIONS, 0, TT_WANT_TICKS, ALL,
                                         TT_WANT_FACTS | TT_WANT_NO_SESSIONS};
        for (size_t k = 0; k < sizeof wants / sizeof wants[0]; k++) {
            read_all(&left, bytes, 3, wants[k], 1);
            assert_int_equal(left.status, TT_END);
            assert_int_equal(left.is_closed, cases[i].is_closed);
            assert_int_equal(left.last_tick, cases[i].last);
        }
        compare_resumed(bytes);
    }
    demo_bytes_free(&demo);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(checking_finds_what_reading_finds),
        cmocka_unit_test(maps_are_compared),
        cmocka_unit_test(demos_are_closed),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
