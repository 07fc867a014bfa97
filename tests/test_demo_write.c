/* SPDX-License-Identifier: MIT
 *
 * Tests of the writer of demos (teetape/demo_write.h).
 */
#include "cm.h"
#include "demo/write.h"

#include <stdio.h>
#include <stdlib.h>

#include "demo/parts.h"
#include "host_files.h"
#include "support/demo_make.h"
#include "support/snap_make.h"
#include "teetape/varint.h"

static tt_demo demo;
static tt_demo_memory memory;
static tt_demo_writer writer;
static tt_demo_write_memory write_memory, later_memory;

/* Packs what a reader unpacked, and not its packed bytes. */
static void pack_again(tt_demo_event *event, uint8_t packed[TT_DEMO_PACKED_MAX])
{
    static int32_t ints[TT_DEMO_DATA_MAX / 4];
    static uint8_t varints[TT_DEMO_DATA_MAX];
    size_t size, count = event->count;
    if (event->kind == TT_DEMO_MESSAGE) {
        count = event->data.size / 4;
        for (size_t i = 0; i < count; i++) {
            const uint8_t *p = event->data.data + 4 * i;
            ints[i] = (int32_t)((uint32_t)p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 |
                                (uint32_t)p[3] << 24);
        }
        event->ints = ints;
    }
    assert_int_equal(tt_varints_encode(varints, sizeof varints, &size, event->ints, count), TT_OK);
    assert_int_equal(tt_huffman_compress(packed, TT_DEMO_PACKED_MAX, &size,
                                         (tt_bytes){varints, size}, demo_form(event)),
                     TT_OK);
    event->packed = (tt_bytes){packed, size};
}

static void write_event(tt_demo_event *event, demo_bytes *out)
{
    static uint8_t packed[TT_DEMO_PACKED_MAX];
    switch (event->kind) {
    case TT_DEMO_HEADER:
        tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, out);
        assert_int_equal(tt_demo_write_header(&writer, tt_demo_look(&demo).header), TT_OK);
        break;
    case TT_DEMO_MAP:
        assert_int_equal(tt_demo_write_map(&writer, event->data), TT_OK);
        break;
    default:
        if (event->kind != TT_DEMO_TICK) {
            pack_again(event, packed);
        }
        assert_int_equal(tti_demo_write_event(&writer, event), TT_OK);
    }
}

static unsigned issues;

static void count_issue(void *user, const tt_issue *issue)
{
    (void)user;
    issues += issue->level != TT_LEVEL_NOTE;
}

/* Every chunk is unpacked, packed again and written: the same bytes, and no warning. */
static void check_rewrite(const char *path)
{
    size_t size;
    unsigned char *file = host_files_read(path, &size);
    demo_bytes out = {NULL, 0, 0};
    tt_demo_event event;
    tt_status status;
    tt_demo_init(&demo, &memory);
    tt_demo_set(&demo, &(tt_demo_options){.on_issue = count_issue});
    issues = 0;
    tt_demo_feed(&demo, file, size);
    tt_demo_feed(&demo, NULL, 0);
    while ((status = tt_demo_next(&demo, &event)) == TT_OK) {
        write_event(&event, &out);
    }
    assert_int_equal(status, TT_END);
    assert_int_equal(issues, 0);
    assert_int_equal(out.size, size);
    assert_memory_equal(out.data, file, size);
    demo_bytes_free(&out);
    free(file);
}

static void real_demo_is_written_again(void **state)
{
    (void)state;
    check_rewrite(TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo");
}

static void all_real_demos_are_written_again(void **state)
{
    (void)state;
    static const char *const names[] = {"dm1/client0.demo", "dm1/server.demo",
                                        "gold-mine-07/client0.demo", "gold-mine-07/server.demo"};
    const char *folder = getenv("TT_RECORDINGS");
    if (folder == NULL) {
        skip();
    }
    for (size_t i = 0; i < 4; i++) {
        char path[4096];
        assert_true(snprintf(path, sizeof path, "%s/%s", folder, names[i]) < (int)sizeof path);
        check_rewrite(path);
    }
}

/* The snapshots of a real demo, given to the writer one by one: keyframes come at the ticks where
 * the recorder put them, length and header are the same, and the snapshots are read back. */
static void snapshots_are_recorded_as_the_game_does(void **state)
{
    (void)state;
    size_t size;
    unsigned char *file =
        host_files_read(TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo", &size);
    demo_bytes out = {NULL, 0, 0};
    static tt_demo again;
    static tt_demo_memory again_memory;
    tt_demo_event event;
    tt_demo_patch patch;
    int32_t tick = -1;
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, file, size);
    tt_demo_feed(&demo, NULL, 0);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        if (event.kind == TT_DEMO_HEADER) {
            write_event(&event, &out);
            tti_demo_writer_of(&writer)->form = TT_HUFFMAN_CLASSIC;
            tti_demo_writer_of(&writer)->header.length = 0;
        } else if (event.kind == TT_DEMO_MAP) {
            write_event(&event, &out);
        } else if (event.kind == TT_DEMO_MESSAGE) {
            assert_int_equal(tt_demo_write_message(&writer, event.data), TT_OK);
        } else if (event.kind == TT_DEMO_TICK) {
            tick = event.tick;
        } else {
            assert_int_equal(tt_demo_write_snapshot(&writer, tick, tt_demo_look(&demo).snap),
                             TT_OK);
        }
    }
    assert_int_equal(tt_demo_write_finish(&writer, &patch), TT_OK);
    assert_int_equal(patch.size, TT_DEMO_HEADER_MAX);
    assert_memory_equal(patch.bytes, file, patch.size);

    /* every tick of this demo has a snapshot, so both have the same markers */
    tt_demo_event event2;
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, file, size);
    tt_demo_feed(&demo, NULL, 0);
    tt_demo_init(&again, &again_memory);
    tt_demo_feed(&again, out.data, out.size);
    tt_demo_feed(&again, NULL, 0);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        assert_int_equal(tt_demo_next(&again, &event2), TT_OK);
        assert_int_equal(event2.kind, event.kind);
        assert_int_equal(event2.tick, event.tick);
        assert_int_equal(event2.keyframe, event.keyframe);
        assert_int_equal(event2.absolute, event.absolute);
        assert_int_equal(tt_snap_checksum(tt_demo_look(&again).snap),
                         tt_snap_checksum(tt_demo_look(&demo).snap));
        assert_int_equal(tt_demo_look(&again).snap->count, tt_demo_look(&demo).snap->count);
    }
    assert_int_equal(tt_demo_next(&again, &event2), TT_END);
    demo_bytes_free(&out);
    free(file);
}

static int refuse(void *user, tt_bytes piece)
{
    (void)piece;
    return --*(int *)user < 0;
}

static void begin(demo_bytes *out, int32_t version)
{
    tt_demo_header header = demo_make_header(version, 0);
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, out);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
}

static void calls_out_of_order(void **state)
{
    (void)state;
    demo_bytes out = {NULL, 0, 0};
    tt_snap snap = tt_snap_empty();
    tt_demo_header header = demo_make_header(6, 10);
    tt_bytes eleven = {(const uint8_t *)"eleven byte", 11};
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &out);
    assert_int_equal(tt_demo_write_snapshot(&writer, 1, &snap), TT_ERR_DEMO_WRITE_STATE);
    assert_int_equal(tt_demo_write_message(&writer, eleven), TT_ERR_DEMO_WRITE_STATE);
    assert_int_equal(tt_demo_write_finish(&writer, NULL), TT_ERR_DEMO_WRITE_STATE);
    header.version = 7;
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_ERR_ARGUMENT);
    header.version = 6;
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_ERR_DEMO_WRITE_STATE);
    assert_int_equal(tt_demo_write_snapshot(&writer, 1, &snap), TT_ERR_DEMO_WRITE_STATE);
    assert_int_equal(tt_demo_write_map(&writer, eleven), TT_ERR_DEMO_MAP_SIZE);
    eleven.size = 10;
    assert_int_equal(tt_demo_write_map(&writer, eleven), TT_OK);
    assert_int_equal(tt_demo_write_map(&writer, eleven), TT_ERR_DEMO_WRITE_STATE);
    assert_int_equal(tt_demo_write_snapshot(&writer, -1, &snap), TT_ERR_DEMO_TICK);
    assert_int_equal(tt_demo_write_snapshot(&writer, TT_DEMO_TICK_END, &snap), TT_ERR_DEMO_TICK);
    assert_int_equal(tt_demo_write_snapshot(&writer, 10, &snap), TT_OK);
    assert_int_equal(tt_demo_write_snapshot(&writer, 10, &snap), TT_ERR_DEMO_TICK);
    assert_int_equal(tt_demo_write_snapshot(&writer, 9, &snap), TT_ERR_DEMO_TICK);
    assert_int_equal(tt_demo_write_finish(&writer, NULL), TT_OK);
    assert_int_equal(tt_demo_write_snapshot(&writer, 11, &snap), TT_ERR_DEMO_WRITE_STATE);
    assert_int_equal(tt_demo_writer_look(&writer).written, out.size);
    demo_bytes_free(&out);
}

static void ticks_are_written_as_versions_want(void **state)
{
    (void)state;
    static const struct {
        int32_t version;
        int32_t step;
        uint8_t head;
        size_t size;
    } cases[] = {{6, 1, 0xa1, 1},  {6, 31, 0xbf, 1}, {6, 32, 0x80, 5}, {5, 31, 0xbf, 1},
                 {4, 31, 0x9f, 1}, {4, 63, 0xbf, 1}, {3, 64, 0x80, 5}, {6, 251, 0xc0, 9}};
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        demo_bytes out = {NULL, 0, 0};
        tt_snap snap = tt_snap_empty();
        begin(&out, cases[i].version);
        assert_int_equal(tt_demo_write_snapshot(&writer, 1000, &snap), TT_OK);
        size_t before = out.size;
        assert_int_equal(tt_demo_write_snapshot(&writer, 1000 + cases[i].step, &snap), TT_OK);
        /* nothing changed: the marker alone, but for a keyframe */
        assert_int_equal(out.data[before], cases[i].head);
        assert_int_equal(out.size - before >= cases[i].size, 1);
        assert_int_equal(cases[i].head == 0xc0 || out.size - before == cases[i].size, 1);
        demo_bytes_free(&out);
    }
}

static void markers(void **state)
{
    (void)state;
    demo_bytes out = {NULL, 0, 0};
    tt_snap snap = tt_snap_empty();
    tt_demo_patch patch;
    tt_demo_header header;
    size_t size;
    begin(&out, 6);
    assert_int_equal(tt_demo_write_marker(&writer), TT_ERR_DEMO_MARKER);
    for (int32_t i = 0; i < TT_DEMO_MARKERS; i++) {
        assert_int_equal(tt_demo_write_snapshot(&writer, 100 + 50 * i, &snap), TT_OK);
        assert_int_equal(tt_demo_write_marker(&writer), TT_OK);
        assert_int_equal(tt_demo_write_marker(&writer), TT_ERR_DEMO_MARKER);
        assert_int_equal(tt_demo_write_snapshot(&writer, 149 + 50 * i, &snap), TT_OK);
        assert_int_equal(tt_demo_write_marker(&writer), TT_ERR_DEMO_MARKER);
    }
    assert_int_equal(tt_demo_write_snapshot(&writer, 9000, &snap), TT_OK);
    assert_int_equal(tt_demo_write_marker(&writer), TT_ERR_DEMO_MARKER);
    assert_int_equal(tt_demo_write_finish(&writer, &patch), TT_OK);
    assert_int_equal(
        tt_demo_header_parse(&header, &size, (tt_bytes){patch.bytes, patch.size}, NULL), TT_OK);
    assert_int_equal(header.marker_count, TT_DEMO_MARKERS);
    assert_int_equal(header.markers[63], 100 + 50 * 63);
    assert_int_equal(header.length, 178);
    demo_bytes_free(&out);
    begin(&out, 3);
    assert_int_equal(tt_demo_write_snapshot(&writer, 100, &snap), TT_OK);
    assert_int_equal(tt_demo_write_marker(&writer), TT_ERR_DEMO_MARKER);
    demo_bytes_free(&out);
}

/* A demo that begins while another one is written, and then has its chunks. */
static void a_demo_goes_on_with_chunks(void **state)
{
    (void)state;
    demo_bytes out = {NULL, 0, 0}, late = {NULL, 0, 0};
    tt_demo_writer later;
    tt_demo_header header = demo_make_header(6, 0);
    tt_snap snap = tt_snap_empty();
    tt_demo_patch patch;
    size_t size;
    begin(&out, 6);
    assert_int_equal(tt_demo_write_snapshot(&writer, 100, &snap), TT_OK);
    tt_demo_writer_init(&later, &later_memory, demo_bytes_put, &late);
    assert_int_equal(tti_demo_write_chunks(&later, 101, (tt_bytes){NULL, 0}),
                     TT_ERR_DEMO_WRITE_STATE);
    assert_int_equal(tt_demo_write_header(&later, &header), TT_OK);
    assert_int_equal(tt_demo_write_snapshot(&later, 100, &snap), TT_OK);
    size_t from = out.size;
    assert_int_equal(tt_demo_write_snapshot(&writer, 101, &snap), TT_OK);
    assert_int_equal(tt_demo_write_snapshot(&writer, 150, &snap), TT_OK);
    const tt_bytes chunks = {out.data + from, out.size - from};
    assert_int_equal(tti_demo_write_chunks(&later, 99, chunks), TT_ERR_DEMO_TICK);
    assert_int_equal(tti_demo_write_chunks(&later, TT_DEMO_TICK_END, chunks), TT_ERR_DEMO_TICK);
    assert_int_equal(tti_demo_write_chunks(&later, 150, chunks), TT_OK);
    assert_int_equal(late.size, out.size);
    assert_memory_equal(late.data, out.data, out.size);
    assert_int_equal(tt_demo_writer_look(&later).written, out.size);
    assert_int_equal(tt_demo_write_marker(&later), TT_OK);
    assert_int_equal(tt_demo_writer_look(&later).header->markers[0], 150);
    from = late.size;
    assert_int_equal(tt_demo_write_snapshot(&later, 151, &snap), TT_OK);
    assert_int_equal(late.data[from], 0xc0); /* a keyframe */
    assert_int_equal(tt_demo_write_finish(&later, &patch), TT_OK);
    assert_int_equal(
        tt_demo_header_parse(&header, &size, (tt_bytes){patch.bytes, patch.size}, NULL), TT_OK);
    assert_int_equal(header.length, 1);
    demo_bytes_free(&out);
    demo_bytes_free(&late);
}

/* Bytes with long codes grow under Huffman beyond what a size field can say. */
static void too_large(void **state)
{
    (void)state;
    static uint8_t message[TT_DEMO_DATA_MAX + 1];
    demo_bytes out = {NULL, 0, 0};
    uint64_t seed = 3;
    for (size_t i = 0; i < sizeof message; i++) {
        message[i] = (uint8_t)random_next(&seed);
    }
    begin(&out, 6);
    size_t before = out.size;
    assert_int_equal(tt_demo_write_message(&writer, (tt_bytes){message, sizeof message}),
                     TT_ERR_DEMO_LARGE);
    assert_int_equal(tt_demo_write_message(&writer, (tt_bytes){message, TT_DEMO_DATA_MAX}),
                     TT_ERR_DEMO_LARGE);
    assert_int_equal(out.size, before);
    memset(message, 0, sizeof message);
    assert_int_equal(tt_demo_write_message(&writer, (tt_bytes){message, TT_DEMO_DATA_MAX}), TT_OK);
    demo_bytes_free(&out);
}

static void output_that_fails(void **state)
{
    (void)state;
    tt_snap snap = tt_snap_empty();
    tt_demo_header header = demo_make_header(6, 0);
    for (int calls = 0; calls < 3; calls++) {
        int left = calls;
        tt_demo_writer_init(&writer, &write_memory, refuse, &left);
        tt_status status = tt_demo_write_header(&writer, &header);
        if (status == TT_OK) {
            status = tt_demo_write_snapshot(&writer, 1, &snap);
        }
        assert_int_equal(status, calls < 3 ? TT_ERR_DEMO_PUT : TT_OK);
        assert_int_equal(tt_demo_write_snapshot(&writer, 2, &snap), TT_ERR_DEMO_PUT);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(real_demo_is_written_again),
        cmocka_unit_test(all_real_demos_are_written_again),
        cmocka_unit_test(snapshots_are_recorded_as_the_game_does),
        cmocka_unit_test(calls_out_of_order),
        cmocka_unit_test(ticks_are_written_as_versions_want),
        cmocka_unit_test(markers),
        cmocka_unit_test(a_demo_goes_on_with_chunks),
        cmocka_unit_test(too_large),
        cmocka_unit_test(output_that_fails),
    };
    return cmocka_run_group_tests_name("demo writer", tests, NULL, NULL);
}
