/* SPDX-License-Identifier: MIT
 *
 * Tests of the reader of demos (teetape/demo.h): splits, truncation, hostile chunks, seeking. That
 * it reads what games wrote is the matter of test_demo_write.c, which writes it again.
 */
#include "cm.h"

#include <stdlib.h>

#include "demo/parts.h"
#include "support/demo_make.h"
#include "support/demo_people.h"
#include "support/snap_make.h"
#include "teetape/server_message.h"
#include "teetape/varint.h"

static tt_demo demo;
static tt_demo_memory memory;
static tt_demo_event event;

static void any_split_gives_the_same(void **state)
{
    (void)state;
    static const struct {
        int32_t version;
        uint32_t map_size;
    } kinds[] = {{3, 0}, {4, 100}, {5, 3}, {6, 0}, {6, 700}};
    for (size_t i = 0; i < sizeof kinds / sizeof kinds[0]; i++) {
        demo_bytes bytes = {NULL, 0, 0};
        demo_make(&bytes, 11 + i, kinds[i].version, kinds[i].map_size, 60);
        tt_bytes all = {bytes.data, bytes.size};
        char *whole = demo_log(all, 0, 0);
        assert_null(strstr(whole, "issue"));
        assert_non_null(strstr(whole, "delta at"));
        assert_non_null(strstr(whole, "ended 2"));
        for (size_t piece = 1; piece < 40; piece++) {
            char *pieces = demo_log(all, piece, 0);
            assert_string_equal(pieces, whole);
            free(pieces);
        }
        free(whole);
        demo_bytes_free(&bytes);
    }
}

/* What is read of the beginning of a demo is the beginning of what is read of the demo. */
static void every_truncation(void **state)
{
    (void)state;
    demo_bytes bytes = {NULL, 0, 0};
    demo_make(&bytes, 5, 6, 20, 12);
    char *whole = demo_log((tt_bytes){bytes.data, bytes.size}, 0, 0);
    for (size_t size = 0; size < bytes.size; size += TT_TEST_SHARE) {
        char *part = demo_log((tt_bytes){bytes.data, size}, 0, 0);
        char *end = strstr(part, "ended ");
        assert_non_null(end);
        char *issue = strstr(part, "issue 2");
        size_t common = (size_t)((issue != NULL ? issue : end) - part);
        assert_memory_equal(part, whole, common);
        if (size < TT_DEMO_HEADER_MAX + 20) {
            assert_non_null(strstr(end, "ended -4"));
        }
        free(part);
    }
    free(whole);
    demo_bytes_free(&bytes);
}

/* A demo whose header is followed by these chunks. */
static void begin(int32_t version, const char *hex)
{
    static uint8_t bytes[4000];
    tt_demo_header header = demo_make_header(version, 0);
    header.length = 1;
    size_t size = tti_demo_header_write(bytes, &header);
    for (; hex[0] != 0; hex += hex[0] == ' ' ? 1 : 2) {
        if (hex[0] != ' ') {
            char two[3] = {hex[0], hex[1], 0};
            bytes[size++] = (uint8_t)strtoul(two, NULL, 16);
        }
    }
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, bytes, size);
    tt_demo_feed(&demo, NULL, 0);
    assert_int_equal(tt_demo_next(&demo, &event), TT_OK);
    assert_int_equal(event.kind, TT_DEMO_HEADER);
}

static void expect_tick(int32_t tick)
{
    assert_int_equal(tt_demo_next(&demo, &event), TT_OK);
    assert_int_equal(event.kind, TT_DEMO_TICK);
    assert_int_equal(event.tick, tick);
}

static void ticks_of_versions(void **state)
{
    (void)state;
    begin(6, "c0 00000064 a1 bf 80 000000c8 a0 e3");
    expect_tick(100);
    assert_true(event.keyframe);
    assert_true(event.absolute);
    expect_tick(101);
    assert_false(event.keyframe);
    expect_tick(132);
    expect_tick(200);
    expect_tick(200); /* a step of 0 is legal */
    expect_tick(203);
    assert_true(event.keyframe);
    assert_int_equal(tt_demo_next(&demo, &event), TT_ERR_DEMO_NO_KEYFRAME);

    begin(4, "c0 00000064 81 bf 80 000000c8");
    expect_tick(100);
    expect_tick(101);
    expect_tick(164);
    expect_tick(200);
    assert_int_equal(tt_demo_next(&demo, &event), TT_ERR_DEMO_NO_KEYFRAME);

    begin(4, "c0 00000064 a1 a0");
    tt_demo_set(&demo, &(tt_demo_options){.steps_as_5 = true});
    expect_tick(100);
    expect_tick(101);
    expect_tick(101);
}

static void expect_failure(tt_status status, uint64_t offset)
{
    assert_int_equal(tt_demo_next(&demo, &event), status);
    assert_int_equal(tt_demo_look(&demo).error->status, status);
    assert_int_equal(tt_demo_look(&demo).error->offset, TT_DEMO_HEADER_MAX + offset);
    assert_int_equal(tt_demo_next(&demo, &event), status);
}

static void bad_ticks(void **state)
{
    (void)state;
    begin(6, "a1");
    expect_failure(TT_ERR_DEMO_TICK, 0);
    begin(6, "80 6fffffff");
    expect_failure(TT_ERR_DEMO_TICK, 0);
    begin(6, "80 ffffffff");
    expect_failure(TT_ERR_DEMO_TICK, 0);
    begin(6, "80 6ffffffe a1");
    expect_tick(0x6ffffffe);
    expect_failure(TT_ERR_DEMO_TICK, 5);
    begin(6, "80 6ffffff0 80 0000");
    expect_tick(0x6ffffff0);
    expect_failure(TT_ERR_DEMO_TRUNCATED, 5);
}

/* 28fd is the stream of no bytes: the end symbol alone. */
static void bad_payloads(void **state)
{
    (void)state;
    static const struct {
        const char *hex;
        tt_status status;
    } cases[] = {
        {"80 00000001 2100", TT_ERR_DEMO_HUFFMAN}, /* no end symbol */
        {"80 00000001 20", TT_ERR_DEMO_HUFFMAN},   /* nothing at all */
        {"80 00000001 5e", TT_ERR_DEMO_TRUNCATED}, /* cut in the size */
        {"80 00000001 4300", TT_ERR_DEMO_TRUNCATED},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        begin(6, cases[i].hex);
        expect_tick(1);
        expect_failure(cases[i].status, 5);
    }
}

/* A chunk with a payload that is packed here. */
static size_t add_chunk(uint8_t *dst, unsigned type, const int32_t *ints, size_t count)
{
    static uint8_t varints[TT_DEMO_DATA_MAX], packed[TT_DEMO_PACKED_MAX];
    size_t size;
    assert_int_equal(tt_varints_encode(varints, sizeof varints, &size, ints, count), TT_OK);
    assert_int_equal(tt_huffman_compress(packed, sizeof packed, &size, (tt_bytes){varints, size},
                                         TT_HUFFMAN_CURRENT),
                     TT_OK);
    dst[0] = (uint8_t)(type << 5 | 31); /* longer than needed */
    dst[1] = (uint8_t)size;
    dst[2] = (uint8_t)(size >> 8);
    memcpy(dst + 3, packed, size);
    return size + 3;
}

static unsigned warned, failed;

static void count_issue(void *user, const tt_issue *issue)
{
    (void)user;
    warned += issue->level == TT_LEVEL_WARNING;
    failed += issue->level == TT_LEVEL_ERROR;
}

/* Bad chunks one after the other; the good ones between them are read as if nothing was. */
static void goes_on_after_bad_chunks(void **state)
{
    (void)state;
    static const int32_t delta[] = {0, 1, 0, 4, 7, 1, 2, 3, 4}; /* type 4, id 7, four ints */
    static const int32_t empty_snapshot[] = {0, 0};
    static const int32_t bad_snapshot[] = {0, 1};
    static const int32_t bad_delta[] = {0, 1};
    static uint8_t bytes[4000];
    static const uint8_t tick[] = {0x80, 0, 0, 0, 9};
    tt_demo_header header = demo_make_header(6, 0);
    size_t size = tti_demo_header_write(bytes, &header);
    memcpy(bytes + size, tick, sizeof tick);
    size += sizeof tick;
    size += add_chunk(bytes + size, 3, delta, 9); /* before any snapshot */
    size += add_chunk(bytes + size, 1, empty_snapshot, 2);
    size += add_chunk(bytes + size, 3, delta, 9);
    size += add_chunk(bytes + size, 3, bad_delta, 2);
    size += add_chunk(bytes + size, 1, bad_snapshot, 2);
    size += add_chunk(bytes + size, 0, bad_snapshot, 2); /* nobody looks at it */
    size += add_chunk(bytes + size, 1, empty_snapshot, 2);
    tt_demo_init(&demo, &memory);
    warned = failed = 0;
    tt_demo_set(&demo, &(tt_demo_options){.recover = true, .on_issue = count_issue});
    tt_demo_feed(&demo, bytes, size);
    tt_demo_feed(&demo, NULL, 0);
    static const struct {
        tt_demo_kind kind;
        tt_status status;
        uint32_t items;
        int unreliable;
    } expected[] = {
        {TT_DEMO_HEADER, TT_OK, 0, 0},
        {TT_DEMO_TICK, TT_OK, 0, 0},
        {TT_DEMO_DELTA, TT_ERR_DEMO_NO_SNAPSHOT, 0, 0},
        {TT_DEMO_SNAPSHOT, TT_OK, 0, 0},
        {TT_DEMO_DELTA, TT_OK, 1, 0},
        {TT_DEMO_DELTA, TT_ERR_DELTA_REMOVED_END, 1, 1},
        {TT_DEMO_SNAPSHOT, TT_ERR_SNAP_SIZE, 1, 1},
        {TT_DEMO_OTHER, TT_OK, 1, 1},
        {TT_DEMO_SNAPSHOT, TT_OK, 0, 0},
    };
    for (size_t i = 0; i < sizeof expected / sizeof expected[0]; i++) {
        assert_int_equal(tt_demo_next(&demo, &event), TT_OK);
        assert_int_equal(event.kind, expected[i].kind);
        assert_int_equal(event.status, expected[i].status);
        assert_int_equal(tt_demo_look(&demo).snap->count, expected[i].items);
        assert_int_equal(tt_demo_look(&demo).unreliable, expected[i].unreliable);
    }
    assert_int_equal(tt_demo_next(&demo, &event), TT_END);
    assert_int_equal(failed, 3);
    assert_int_equal(warned, 7 + 1); /* seven long sizes and one chunk of type 0 */
}

static void map_is_skipped(void **state)
{
    (void)state;
    for (size_t fed = TT_DEMO_HEADER_MAX; fed < TT_DEMO_HEADER_MAX + 520; fed += 37) {
        demo_bytes bytes = {NULL, 0, 0};
        demo_make(&bytes, 3, 6, 500, 3);
        tt_demo_init(&demo, &memory);
        tt_demo_feed(&demo, bytes.data, fed);
        assert_int_equal(tt_demo_next(&demo, &event), TT_OK);
        if (fed % 2 == 0 && fed > TT_DEMO_HEADER_MAX) {
            assert_int_equal(tt_demo_next(&demo, &event), TT_OK); /* a piece of it */
        }
        uint64_t left = tti_demo_skip_map(&demo);
        size_t map_end = TT_DEMO_HEADER_MAX + 500;
        assert_int_equal(left, fed < map_end ? map_end - fed : 0);
        assert_int_equal(tti_demo_skip_map(&demo), 0);
        tt_status status = tt_demo_next(&demo, &event);
        if (fed <= map_end) {
            assert_int_equal(status, TT_MORE);
            assert_int_equal(tt_demo_look(&demo).offset, map_end);
            tt_demo_feed(&demo, bytes.data + map_end, bytes.size - map_end);
            status = tt_demo_next(&demo, &event);
        }
        while (status == TT_OK && event.kind != TT_DEMO_TICK) {
            status = tt_demo_next(&demo, &event);
        }
        demo_bytes_free(&bytes);
    }
}

/* From every keyframe on, the same as without seeking. */
static void seek_to_keyframes(void **state)
{
    (void)state;
    demo_bytes bytes = {NULL, 0, 0};
    demo_make(&bytes, 8, 6, 50, 300);
    uint64_t offsets[64];
    size_t count = 0;
    uint32_t last = 0;
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, bytes.data, bytes.size);
    tt_demo_feed(&demo, NULL, 0);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        if (event.kind == TT_DEMO_TICK && event.keyframe && count < 64) {
            offsets[count++] = event.offset;
        }
    }
    last = tt_snap_checksum(tt_demo_look(&demo).snap);
    int32_t tick = tt_demo_look(&demo).tick;
    assert_true(count > 3);
    while (count-- > 0) {
        tt_demo_seek(&demo, offsets[count]);
        tt_demo_feed(&demo, bytes.data + offsets[count], bytes.size - (size_t)offsets[count]);
        tt_demo_feed(&demo, NULL, 0);
        while (tt_demo_next(&demo, &event) == TT_OK) {
        }
        assert_int_equal(tt_demo_look(&demo).error->status, TT_OK);
        assert_int_equal(tt_demo_look(&demo).tick, tick);
        assert_int_equal(tt_snap_checksum(tt_demo_look(&demo).snap), last);
    }
    demo_bytes_free(&bytes);
}

/* What is not wanted remains packed. */
static void skips_what_is_not_wanted(void **state)
{
    (void)state;
    demo_bytes bytes = {NULL, 0, 0};
    demo_make(&bytes, 9, 5, 0, 30);
    tt_demo_init(&demo, &memory);
    tt_demo_set(&demo, &(tt_demo_options){.skip_snapshots = true, .skip_messages = true});
    tt_demo_feed(&demo, bytes.data, bytes.size);
    tt_demo_feed(&demo, NULL, 0);
    size_t chunks = 0;
    tt_status status;
    while ((status = tt_demo_next(&demo, &event)) == TT_OK) {
        chunks += event.packed.size != 0;
        assert_int_equal(event.count, 0);
        assert_int_equal(event.data.size, 0);
    }
    assert_int_equal(status, TT_END);
    assert_true(chunks > 40);
    assert_int_equal(tt_demo_look(&demo).snap->count, 0);
    demo_bytes_free(&bytes);
}

/* Every wanted message is there as without the choice, and no other. Returns how many were left. */
static long compare_choice(const demo_bytes *bytes, uint64_t only)
{
    static tt_demo other;
    static tt_demo_memory other_memory;
    tt_demo_event part;
    tt_sv_head head;
    long left = 0;
    tt_demo_init(&demo, &memory);
    tt_demo_init(&other, &other_memory);
    tti_demo_of(&other)->only_messages = only;
    tt_demo_feed(&demo, bytes->data, bytes->size);
    tt_demo_feed(&other, bytes->data, bytes->size);
    tt_demo_feed(&demo, NULL, 0);
    tt_demo_feed(&other, NULL, 0);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        assert_int_equal(tt_demo_next(&other, &part), TT_OK);
        assert_int_equal(part.kind, event.kind);
        assert_int_equal(part.offset, event.offset);
        assert_int_equal(part.packed.size, event.packed.size);
        int is_wanted = event.kind != TT_DEMO_MESSAGE || only == 0;
        if (!is_wanted) {
            /* an id that is cut, or longer than needed by far, cannot be known beforehand */
            int32_t id;
            int is_plain =
                tt_varint_decode(event.data.data, event.data.size < 4 ? event.data.size : 4, &id,
                                 NULL) != 0 &&
                id >= 0;
            tt_sv_head_of(&head, event.data);
            is_wanted =
                !is_plain || (!head.is_system && head.id < 64 && (only >> head.id & 1) != 0);
        }
        left += !is_wanted;
        assert_int_equal(part.data.size, is_wanted ? event.data.size : 0);
        assert_int_equal(part.count, event.count);
        assert_true(part.data.size == 0 ||
                    memcmp(part.data.data, event.data.data, part.data.size) == 0);
        assert_int_equal(demo_form(&part), is_wanted ? demo_form(&event) : TT_HUFFMAN_CURRENT);
        assert_int_equal(tt_snap_checksum(tt_demo_look(&other).snap),
                         tt_snap_checksum(tt_demo_look(&demo).snap));
    }
    assert_int_equal(tt_demo_next(&other, &part), TT_END);
    return left;
}

static void only_some_messages(void **state)
{
    (void)state;
    long left = 0;
    for (uint64_t seed = 1; seed <= 64; seed++) {
        demo_bytes bytes = {NULL, 0, 0};
        uint64_t random = seed, only = (uint64_t)1 << (seed - 1);
        if (seed % 2 == 0) {
            demo_make(&bytes, seed, 6, 0, 100);
        } else {
            demo_people_make(&bytes, seed, 100, 0);
        }
        assert_int_equal(compare_choice(&bytes, 0), 0);
        left += compare_choice(&bytes, only);
        left += compare_choice(&bytes, (uint64_t)random_next(&random) << 32 | random_next(&random));
        demo_bytes_free(&bytes);
    }
    assert_true(left > 2000);
}

/* Ids in any form that a varint has, and what is too short to have one. */
static void ids_of_messages(void **state)
{
    (void)state;
    static const struct {
        uint8_t bytes[8];
        uint8_t size;
        uint8_t is_unpacked;
    } cases[] = {
        {{6, 1, 2, 3}, 4, 1},                /* id 3 */
        {{7, 1, 2, 3}, 4, 0},                /* of the system */
        {{8, 1, 2, 3}, 4, 0},                /* id 4 */
        {{0, 1, 2, 3}, 4, 1},                /* a UUID */
        {{0x86, 0, 1, 2, 3, 4}, 6, 1},       /* id 3, one byte more than needed */
        {{0xbe, 1, 1, 2, 3, 4}, 6, 1},       /* id 63 */
        {{0x80, 2, 1, 2, 3, 4}, 6, 0},       /* id 64 */
        {{0x86, 0x80, 0x80, 0x00, 9}, 5, 1}, /* id 3 in four bytes */
        {{0x88, 0x80, 0x80, 0x00, 9}, 5, 0}, /* id 4 in four bytes */
        {{0x88, 0x80, 0x80, 0x80, 0}, 5, 1}, /* longer than what is looked at */
        {{0x48, 1, 2, 3}, 4, 1},             /* below 0 */
        {{6}, 1, 1},                         /* padded with zeros */
        {{8}, 1, 0},
        {{0}, 0, 1},
    };
    const uint64_t only = tt_sv_bit(TT_SV_CHAT) | tt_sv_bit(TT_SV_SERVER_ALERT) | (uint64_t)1 << 63;
    static tt_demo_write_memory write_memory;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        demo_bytes bytes = {NULL, 0, 0};
        tt_demo_writer writer;
        tt_demo_header header = demo_make_header(6, 0);
        tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &bytes);
        assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
        assert_int_equal(tt_demo_write_message(&writer, (tt_bytes){cases[i].bytes, cases[i].size}),
                         TT_OK);
        tt_demo_init(&demo, &memory);
        tt_demo_set(&demo, &(tt_demo_options){.only_messages = only});
        tt_demo_feed(&demo, bytes.data, bytes.size);
        tt_demo_feed(&demo, NULL, 0);
        assert_int_equal(tt_demo_next(&demo, &event), TT_OK);
        assert_int_equal(tt_demo_next(&demo, &event), TT_OK);
        assert_int_equal(event.kind, TT_DEMO_MESSAGE);
        assert_int_equal(event.data.size, cases[i].is_unpacked ? (cases[i].size + 3u) / 4 * 4 : 0);
        demo_bytes_free(&bytes);
    }
}

/* A message that nobody wants may be damaged after its id; one without an id is always told. */
static void damage_in_messages(void **state)
{
    (void)state;
    begin(6, "80 00000001 42ffff 40");
    tt_demo_set(&demo, &(tt_demo_options){.only_messages = tt_sv_bit(TT_SV_CHAT)});
    expect_tick(1);
    assert_int_equal(tt_demo_next(&demo, &event), TT_OK);
    assert_int_equal(event.kind, TT_DEMO_MESSAGE);
    assert_int_equal(event.data.size, 0);
    expect_failure(TT_ERR_DEMO_HUFFMAN, 8);
    begin(6, "80 00000001 42ffff");
    tt_demo_set(&demo,
                &(tt_demo_options){.only_messages = tt_sv_bit(TT_SV_SERVER_ALERT)}); /* id 0 */
    expect_tick(1);
    expect_failure(TT_ERR_DEMO_HUFFMAN, 5);
}

/* Whatever a flipped bit does, the reader comes to an end without an error of memory. Nothing else
 * is asserted: only a sanitizer, a crash or a reader that does not end makes this test fail. Other
 * builds flip every 31st bit; test_demo_damage.c flips all bits of a demo and looks at what comes
 * of it. */
static void flipped_bits(void **state)
{
    (void)state;
    demo_bytes bytes = {NULL, 0, 0};
    demo_make(&bytes, 21, 6, 10, 8);
    for (size_t i = 0; i < bytes.size * 8; i += SANITIZER_STEP) {
        bytes.data[i / 8] ^= (uint8_t)(1u << (i % 8));
        free(demo_log((tt_bytes){bytes.data, bytes.size}, 0, 1));
        bytes.data[i / 8] ^= (uint8_t)(1u << (i % 8));
    }
    demo_bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(any_split_gives_the_same),
        cmocka_unit_test(every_truncation),
        cmocka_unit_test(ticks_of_versions),
        cmocka_unit_test(bad_ticks),
        cmocka_unit_test(bad_payloads),
        cmocka_unit_test(goes_on_after_bad_chunks),
        cmocka_unit_test(map_is_skipped),
        cmocka_unit_test(seek_to_keyframes),
        cmocka_unit_test(skips_what_is_not_wanted),
        cmocka_unit_test(only_some_messages),
        cmocka_unit_test(ids_of_messages),
        cmocka_unit_test(damage_in_messages),
        cmocka_unit_test(flipped_bits),
    };
    return cmocka_run_group_tests_name("demo reader", tests, NULL, NULL);
}
