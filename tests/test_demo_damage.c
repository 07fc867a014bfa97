/* SPDX-License-Identifier: MIT
 *
 * Damage in demos (teetape/demo.h): every bit flipped, every length, sizes that lie. What comes
 * before the damage is delivered as ever; an error has a status, a place and a tick.
 *
 * The reader takes no memory but what it is given, so sizes that lie can cost none; that of the
 * commands is measured in test_cli_demo_damage.c.
 */
#include "cm.h"

#include <stdlib.h>

#include "demo/parts.h"
#include "support/demo_people.h"
#include "teetape/server_message.h"

static tt_demo demo;
static tt_demo_memory memory;
static tt_demo_event event;
static demo_bytes bytes;

/* What is compared of an event. */
struct brief {
    tt_demo_kind kind;
    uint64_t offset;
    uint32_t size, sum;
    int32_t tick;
    tt_status status;
};
#define BRIEFS 2000
static struct brief whole[BRIEFS];
static size_t whole_count;

static struct {
    long errors;
    tt_issue last;
} told;

static void on_issue(void *user, const tt_issue *issue)
{
    (void)user;
    if (issue->level == TT_LEVEL_ERROR) {
        told.errors++;
        told.last = *issue;
    }
}

static struct brief brief_of(void)
{
    struct brief brief = {event.kind, event.offset, event.size, 0, event.tick, event.status};
    brief.sum = tt_snap_checksum(tt_demo_look(&demo).snap) + tt_demo_look(&demo).snap->count;
    for (size_t i = 0; i < event.data.size; i++) {
        brief.sum = brief.sum * 31 + event.data.data[i];
    }
    return brief;
}

static void begin(const uint8_t *data, size_t size, int recover)
{
    told.errors = 0;
    tt_demo_init(&demo, &memory);
    tt_demo_set(&demo, &(tt_demo_options){.recover = recover, .on_issue = on_issue});
    tt_demo_feed(&demo, data, size);
    tt_demo_feed(&demo, NULL, 0);
}

/* Makes the demo of all tests and reads it. */
static void make(void)
{
    tt_status status;
    bytes = (demo_bytes){NULL, 0, 0};
    demo_people_make(&bytes, 3, 24, 0);
    assert_in_range(bytes.size, 1500, 16 * 1024);
    begin(bytes.data, bytes.size, 0);
    whole_count = 0;
    while ((status = tt_demo_next(&demo, &event)) == TT_OK) {
        assert_true(whole_count < BRIEFS);
        whole[whole_count++] = brief_of();
    }
    assert_int_equal(status, TT_END);
    assert_true(whole_count > 40);
}

/* The error that ended it, or that came last, has a sentence and a place in the demo. */
static void check_error(const tt_issue *issue, size_t size, int32_t tick)
{
    assert_true(issue->status < 0);
    assert_non_null(tt_status_name(issue->status));
    assert_true(strlen(issue->what) > 10);
    assert_true(issue->offset <= size);
    assert_int_equal(issue->tick, tick);
}

static int ends_before(const struct brief *brief, size_t place)
{
    return brief->offset + brief->size <= place;
}

static void assert_same(const struct brief *a, const struct brief *b)
{
    assert_int_equal(a->kind, b->kind);
    assert_int_equal(a->offset, b->offset);
    assert_int_equal(a->size, b->size);
    assert_int_equal(a->sum, b->sum);
    assert_int_equal(a->tick, b->tick);
    assert_int_equal(a->status, b->status);
}

/* Reads `size` bytes, which are those of the demo up to `good`. Events that end there are as they
 * were. Returns how many events came. */
static size_t read_damaged(const uint8_t *data, size_t size, size_t good, int recover)
{
    size_t count = 0;
    tt_status status;
    int32_t tick = -1;
    begin(data, size, recover);
    while ((status = tt_demo_next(&demo, &event)) == TT_OK) {
        struct brief brief = brief_of();
        if (count < whole_count && ends_before(&whole[count], good)) {
            assert_same(&brief, &whole[count]);
        }
        assert_true(event.status == TT_OK || recover);
        if (event.status != TT_OK) {
            assert_int_equal(told.last.offset, event.offset);
            check_error(&told.last, size, event.tick);
        }
        tick = event.tick;
        count++;
    }
    assert_int_equal(tt_demo_next(&demo, &event), status);
    if (status != TT_END) {
        assert_int_equal(tt_demo_look(&demo).error->status, status);
        assert_int_equal(told.last.status, status);
        assert_int_equal(told.last.offset, tt_demo_look(&demo).offset);
        check_error(&told.last, size, tick);
    }
    for (size_t i = 0; i < whole_count && ends_before(&whole[i], good); i++) {
        assert_true(i < count);
    }
    return count;
}

static void every_bit(void **state)
{
    (void)state;
    long stopped = 0, went_on = 0;
    make();
    for (size_t bit = 0; bit < bytes.size * 8; bit++) {
        bytes.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
        size_t strict = read_damaged(bytes.data, bytes.size, bit / 8, 0);
        long errors = told.errors;
        size_t all = read_damaged(bytes.data, bytes.size, bit / 8, 1);
        assert_true(errors <= 1);
        assert_true(all >= strict);
        stopped += errors;
        went_on += errors != 0 && all > strict;
        bytes.data[bit / 8] ^= (uint8_t)(1u << bit % 8);
    }
    assert_true(stopped > (long)bytes.size);
    assert_true(went_on > stopped / 2);
    demo_bytes_free(&bytes);
}

static void every_length(void **state)
{
    (void)state;
    make();
    for (size_t size = 0; size < bytes.size; size++) {
        for (int recover = 0; recover < 2; recover++) {
            uint8_t *copy = malloc(size + 1); /* just these bytes, so that reading on is noticed */
            assert_non_null(copy);
            memcpy(copy, bytes.data, size);
            size_t count = read_damaged(size != 0 ? copy : NULL, size, size, recover);
            int is_between = count != 0 && whole[count - 1].offset + whole[count - 1].size == size;
            int shows = 0; /* a demo that ends before its first full snapshot is damaged */
            for (size_t i = 0; i < count; i++) {
                shows |= whole[i].kind == TT_DEMO_SNAPSHOT;
            }
            assert_int_equal(tt_demo_look(&demo).error->status == TT_OK,
                             is_between && (shows || recover));
            assert_int_equal(told.errors, is_between && shows ? 0 : 1);
            free(copy);
        }
    }
    demo_bytes_free(&bytes);
}

static void put32(uint8_t *dst, uint32_t value)
{
    for (int i = 0; i < 4; i++) {
        dst[i] = (uint8_t)(value >> (24 - 8 * i));
    }
}

/* Every number of the header, and every text without an end. */
static void sizes_in_the_header(void **state)
{
    (void)state;
    static const uint32_t numbers[] = {0, 1, 0x7fffffff, 0x80000000, 0xfffffffe, 0xffffffff};
    static const size_t texts[][2] = {{8, 64}, {72, 64}, {144, 8}, {156, 20}};
    make();
    uint8_t *copy = malloc(bytes.size);
    assert_non_null(copy);
    for (size_t i = 0; i < sizeof numbers / sizeof numbers[0]; i++) {
        for (size_t at = 136; at < 436; at += at == 140 ? 12 : at == 152 ? 24 : 4) {
            memcpy(copy, bytes.data, bytes.size);
            put32(copy + at, numbers[i]);
            size_t count = read_damaged(copy, bytes.size, 0, 1);
            if (at != 136) {
                assert_int_equal(count, whole_count);
                assert_int_equal(tt_demo_look(&demo).error->status, TT_OK);
                assert_in_range(tt_demo_look(&demo).header->marker_count, 0, TT_DEMO_MARKERS);
            } else if (numbers[i] > 1) { /* the map takes all there is */
                assert_int_equal(count, 2);
                assert_int_equal(tt_demo_look(&demo).error->status, TT_ERR_DEMO_MAP_END);
                assert_int_equal(tt_demo_look(&demo).error->offset, bytes.size);
                assert_int_equal(tti_demo_skip_map(&demo), 0);
            }
        }
    }
    for (size_t i = 0; i < sizeof texts / sizeof texts[0]; i++) {
        memcpy(copy, bytes.data, bytes.size);
        memset(copy + texts[i][0], 0xff, texts[i][1]);
        (void)read_damaged(copy, bytes.size, 0, 1);
        assert_true(strlen(tt_demo_look(&demo).header->net_version) < 64);
        assert_true(strlen(tt_demo_look(&demo).header->map_name) < 64);
        assert_true(strlen(tt_demo_look(&demo).header->type) < 8);
        assert_true(strlen(tt_demo_look(&demo).header->start_time) < 20);
    }
    free(copy);
    demo_bytes_free(&bytes);
}

/* A map that is said to be 4 GiB is left out without reading on: the caller learns how much. */
static void map_without_an_end(void **state)
{
    (void)state;
    make();
    put32(bytes.data + 136, UINT32_MAX);
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, bytes.data, bytes.size);
    assert_int_equal(tt_demo_next(&demo, &event), TT_OK);
    uint64_t there = bytes.size - TT_DEMO_HEADER_MAX;
    assert_true(tti_demo_skip_map(&demo) == UINT32_MAX - there);
    assert_true(tt_demo_look(&demo).offset == TT_DEMO_HEADER_MAX + (uint64_t)UINT32_MAX);
    assert_int_equal(tt_demo_next(&demo, &event), TT_MORE);
    tt_demo_feed(&demo, NULL, 0);
    assert_int_equal(tt_demo_next(&demo, &event), TT_ERR_DEMO_NO_KEYFRAME);
    demo_bytes_free(&bytes);
}

/* In place of every chunk one that is said to have all sizes that the fields can tell. */
static void sizes_of_chunks(void **state)
{
    (void)state;
    static const uint8_t heads[][3] = {{30, 0, 0},    {30, 0xff, 0},    {31, 0, 0},
                                       {31, 0xff, 0}, {31, 0x00, 0x80}, {31, 0xff, 0xff},
                                       {29, 0, 0},    {1, 0, 0}};
    long cut = 0;
    make();
    uint8_t *copy = malloc(bytes.size + 3);
    assert_non_null(copy);
    for (size_t i = 1; i < whole_count; i++) {
        size_t at = (size_t)whole[i].offset;
        for (unsigned n = 0; n < 4 * sizeof heads / sizeof heads[0]; n++) {
            memcpy(copy, bytes.data, bytes.size);
            memset(copy + bytes.size, 0, 3);
            memcpy(copy + at, heads[n / 4], 3);
            copy[at] |= (uint8_t)(n % 4 << 5);
            (void)read_damaged(copy, bytes.size, at, 0);
            (void)read_damaged(copy, bytes.size, at, 1);
            cut += tt_demo_look(&demo).error->status == TT_ERR_DEMO_TRUNCATED &&
                   tt_demo_look(&demo).error->offset == at;
        }
    }
    assert_true(cut > (long)whole_count * 4);
    free(copy);
    demo_bytes_free(&bytes);
}

/* Payloads of the largest size: a bit for each byte, so that they would be eight times as large,
 * and others. They are reported or left out, and the chunk after them is read. */
static void payloads_that_unpack_to_much(void **state)
{
    (void)state;
    static const uint8_t fills[] = {0x00, 0x55, 0xaa, 0xff};
    static uint8_t data[TT_DEMO_HEADER_MAX + 5 + 3 + TT_DEMO_PACKED_MAX + 1];
    make();
    long large = 0;
    for (unsigned n = 0; n < 4 * sizeof fills; n++) {
        uint8_t *p = data + TT_DEMO_HEADER_MAX;
        memcpy(data, bytes.data, TT_DEMO_HEADER_MAX);
        memcpy(p, "\x80\0\0\0\x64", 5);
        p[5] = (uint8_t)(n % 4 << 5 | 31);
        p[6] = p[7] = 0xff;
        memset(p + 8, fills[n / 4], TT_DEMO_PACKED_MAX);
        data[sizeof data - 1] = 0xa1;
        begin(data, sizeof data, 1);
        for (int i = 0; i < 3; i++) {
            assert_int_equal(tt_demo_next(&demo, &event), TT_OK);
        }
        assert_int_equal(event.packed.size, TT_DEMO_PACKED_MAX);
        assert_true(event.status != TT_OK || n % 4 == 0 || event.kind == TT_DEMO_MESSAGE);
        large += event.status == TT_ERR_DEMO_LARGE;
        assert_int_equal(tt_demo_next(&demo, &event), TT_OK);
        assert_int_equal(event.tick, 101);
        assert_int_equal(tt_demo_next(&demo, &event), TT_END);
    }
    assert_true(large >= 3);
    demo_bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(every_bit),           cmocka_unit_test(every_length),
        cmocka_unit_test(sizes_in_the_header), cmocka_unit_test(map_without_an_end),
        cmocka_unit_test(sizes_of_chunks),     cmocka_unit_test(payloads_that_unpack_to_much),
    };
    return cmocka_run_group_tests_name("damage in demos", tests, NULL, NULL);
}
