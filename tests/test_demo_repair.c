/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/demo_repair.h: what is undamaged comes out as it is; of a demo in which any bit
 * is wrong, any byte is missing or too much, or which ends anywhere, all is saved but what lies
 * around the damage.
 */
#include "cm.h"
#include "demo/write.h"

#include <stdio.h>
#include <stdlib.h>

#include "demo/parts.h"
#include "host_files.h"
#include "support/demo_make.h"
#include "teetape/demo_cut.h"
#include "teetape/demo_repair.h"
#include "teetape/string.h"

/* The demo that is damaged has keyframes this many ticks apart. A flipped bit of the first tick can
 * make it smaller or larger by more than an hour. */
#define TICKS 60
#define INTERVAL 10
#define FIRST_TICK 5000000

static tt_demo_repair repair;
static tt_demo_repair_memory memory;
static tt_demo_writer writer;
static tt_demo_write_memory write_memory;
static tt_demo_cut cut;
static tt_demo demo;
static tt_demo_memory demo_memory;

/* What the repaired demo holds. */
typedef struct content {
    uint32_t sum[TICKS + 1]; /* of the snapshot of each tick, 0 for none */
    int other;               /* ticks that the original has not */
    int issues;
    int32_t map_size;
} content;

static size_t read_bytes(void *user, uint64_t offset, uint8_t *dst, size_t size)
{
    const tt_bytes *bytes = user;
    size_t left = offset < bytes->size ? bytes->size - (size_t)offset : 0;
    size_t part = size < left ? size : left;
    if (part != 0) {
        memcpy(dst, bytes->data + offset, part);
    }
    return part;
}

/* Snapshots of one item that moves, and chat. `interval` is the number of ticks from one keyframe
 * to the next. */
static demo_bytes make_with(uint32_t map_size, int32_t interval)
{
    static const uint8_t chat[] = {3 << 1, 0, 1, 'h', 'e', 'l', 'l', 'o', 0};
    static uint8_t map[64] = {0xc0, 0, 0, 1, 0, 0x21};
    static tt_snap_space space;
    demo_bytes bytes = {NULL, 0, 0};
    tt_demo_header header = demo_make_header(6, map_size);
    tt_demo_patch patch;
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &bytes);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
    assert_int_equal(tt_demo_write_map(&writer, (tt_bytes){map, map_size}), TT_OK);
    for (int32_t i = 0; i < TICKS; i++) {
        tt_snap_builder b;
        int32_t pickup[4] = {i * 37, i * i, 3, 4}, flag[3] = {i / 7, 2, 1};
        tt_snap_builder_init(&b, &space, NULL);
        tt_snap_builder_add(&b, 4, 1, pickup, 4);
        tt_snap_builder_add(&b, 5, 2, flag, 3);
        tt_snap snap = tt_snap_builder_finish(&b);
        tt_status status = i % interval == 0
                               ? tti_demo_write_keyframe(&writer, FIRST_TICK + i, &snap)
                               : tt_demo_write_snapshot(&writer, FIRST_TICK + i, &snap);
        assert_int_equal(status, TT_OK);
        if (i % 7 == 3) {
            tt_demo_write_message(&writer, (tt_bytes){chat, sizeof chat});
        }
    }
    assert_int_equal(tt_demo_write_finish(&writer, &patch), TT_OK);
    memcpy(bytes.data, patch.bytes, patch.size);
    return bytes;
}

static demo_bytes make(uint32_t map_size)
{
    return make_with(map_size, INTERVAL);
}

static void count_issue(void *user, const tt_issue *issue)
{
    content *c = user;
    c->issues += issue->level != TT_LEVEL_NOTE;
}

static content look(tt_bytes bytes)
{
    content c = {{0}, 0, 0, 0};
    tt_demo_event event;
    tt_demo_init(&demo, &demo_memory);
    tt_demo_set(&demo, &(tt_demo_options){.on_issue = count_issue, .user = &c});
    tt_demo_feed(&demo, bytes.data, bytes.size);
    tt_demo_feed(&demo, NULL, 0);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        int32_t i = tt_demo_look(&demo).tick - FIRST_TICK;
        if (event.kind != TT_DEMO_SNAPSHOT && event.kind != TT_DEMO_DELTA) {
            continue;
        }
        if (i >= 0 && i < TICKS) {
            c.sum[i] = tt_snap_checksum(tt_demo_look(&demo).snap) + 1;
        } else {
            c.other++;
        }
    }
    c.map_size = (int32_t)tt_demo_look(&demo).header->map_size;
    return c;
}

/* Repairs: TT_OK, or why there is no demo. */
static tt_status repair_bytes(demo_bytes *out, tt_bytes bytes)
{
    tt_demo_cut_options options = {.to = TT_DEMO_TICK_END, .drop_unreliable = 1};
    tt_demo_event event;
    tt_demo_patch patch;
    tt_status status;
    *out = (demo_bytes){NULL, 0, 0};
    tt_demo_repair_init(&repair, &memory, read_bytes, &bytes, NULL);
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, out);
    assert_int_equal(tt_demo_cut_init(&cut, &writer, &options), TT_OK);
    while ((status = tt_demo_repair_next(&repair, &event)) == TT_OK) {
        assert_int_equal(tt_demo_cut_event(&cut, tt_demo_repair_look(&repair).demo, &event), TT_OK);
    }
    if (status == TT_END) {
        status = tt_demo_cut_finish(&cut, tt_demo_repair_look(&repair).demo, &patch);
    }
    if (status == TT_OK) {
        memcpy(out->data, patch.bytes, patch.size);
    }
    return status;
}

/* Repairs the bytes; how many ticks of the original are missing or have another snapshot. */
static int lose(const content *original, tt_bytes damaged)
{
    demo_bytes out;
    int lost = 0;
    content c = {{0}, 0, 0, 0};
    tt_status status = repair_bytes(&out, damaged);
    if (status == TT_OK) {
        c = look((tt_bytes){out.data, out.size});
        assert_int_equal(c.issues, 0);
    } else {
        assert_int_equal(status, TT_ERR_DEMO_EMPTY);
    }
    for (int i = 0; i < TICKS; i++) {
        lost += c.sum[i] != original->sum[i];
    }
    demo_bytes_free(&out);
    return lost;
}

static void undamaged_demos_stay(void **state)
{
    (void)state;
    size_t size;
    unsigned char *real =
        host_files_read(TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo", &size);
    demo_bytes out, made = make(64);
    assert_int_equal(repair_bytes(&out, (tt_bytes){real, size}), TT_OK);
    assert_int_equal(tt_demo_repair_look(&repair).gaps + tt_demo_repair_look(&repair).bad_chunks +
                         tt_demo_repair_look(&repair).lost_bytes,
                     0);
    /* the same as a cut of everything */
    tt_demo_cut_options options = {.to = TT_DEMO_TICK_END};
    demo_bytes direct = {NULL, 0, 0};
    tt_demo_event event;
    tt_demo_patch patch;
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &direct);
    tt_demo_cut_init(&cut, &writer, &options);
    tt_demo_init(&demo, &demo_memory);
    tt_demo_feed(&demo, real, size);
    tt_demo_feed(&demo, NULL, 0);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        assert_int_equal(tt_demo_cut_event(&cut, &demo, &event), TT_OK);
    }
    assert_int_equal(tt_demo_cut_finish(&cut, &demo, &patch), TT_OK);
    memcpy(direct.data, patch.bytes, patch.size);
    assert_int_equal(out.size, direct.size);
    assert_memory_equal(out.data, direct.data, out.size);
    demo_bytes_free(&out);
    demo_bytes_free(&direct);
    free(real);
    /* written by the same rules, it is the same to the byte */
    assert_int_equal(repair_bytes(&out, (tt_bytes){made.data, made.size}), TT_OK);
    assert_int_equal(out.size, made.size);
    assert_memory_equal(out.data, made.data, made.size);
    demo_bytes_free(&out);
    demo_bytes_free(&made);
}

/* What is before the end is there, to the last whole chunk. */
static void every_end(void **state)
{
    (void)state;
    demo_bytes made = make(0);
    tt_bytes all = {made.data, made.size};
    content original = look(all);
    size_t chunks = TT_DEMO_HEADER_MAX;
    for (size_t size = 0; size < made.size; size++) {
        demo_bytes out;
        tt_status status = repair_bytes(&out, (tt_bytes){made.data, size});
        if (size < chunks) {
            assert_true(status == TT_ERR_DEMO_MAGIC || status == TT_ERR_DEMO_HEADER_END);
            demo_bytes_free(&out);
            continue;
        }
        content c = {{0}, 0, 0, 0}, part = look((tt_bytes){made.data, size});
        if (status == TT_OK) {
            c = look((tt_bytes){out.data, out.size});
        }
        assert_int_equal(c.issues, 0);
        for (int i = 0; i < TICKS; i++) {
            assert_true(c.sum[i] == part.sum[i]);
            assert_true(part.sum[i] == 0 || part.sum[i] == original.sum[i]);
        }
        demo_bytes_free(&out);
    }
    demo_bytes_free(&made);
}

/* At most what lies around the damage is lost: the interval that it is in, and one beside it. */
static void every_bit(void **state)
{
    (void)state;
    demo_bytes made = make(0);
    tt_bytes all = {made.data, made.size};
    content original = look(all);
    int worst = 0, sum = 0, count = 0;
    for (size_t bit = (size_t)TT_DEMO_HEADER_MAX * 8; bit < made.size * 8; bit++) {
        made.data[bit / 8] ^= (uint8_t)(1u << (bit % 8));
        int lost = lose(&original, all);
        made.data[bit / 8] ^= (uint8_t)(1u << (bit % 8));
        worst = lost > worst ? lost : worst;
        sum += lost;
        count++;
    }
    print_message("%d bits, %d.%02d ticks lost each\n", count, sum / count,
                  sum * 100 / count % 100);
    assert_true(worst <= 2 * INTERVAL);
    assert_true(sum <= INTERVAL * count);
    demo_bytes_free(&made);
}

/* A byte that is missing, or a strange one. */
static void every_byte(void **state)
{
    (void)state;
    demo_bytes made = make(0);
    content original = look((tt_bytes){made.data, made.size});
    uint8_t *damaged = malloc(made.size + 1);
    assert_non_null(damaged);
    int worst = 0;
    for (size_t at = TT_DEMO_HEADER_MAX; at < made.size; at++) {
        memcpy(damaged, made.data, at);
        memcpy(damaged + at, made.data + at + 1, made.size - at - 1);
        int lost = lose(&original, (tt_bytes){damaged, made.size - 1});
        worst = lost > worst ? lost : worst;
        for (int byte = 0; byte < 256; byte += 51) {
            damaged[at] = (uint8_t)byte;
            memcpy(damaged + at + 1, made.data + at, made.size - at);
            lost = lose(&original, (tt_bytes){damaged, made.size + 1});
            worst = lost > worst ? lost : worst;
        }
    }
    print_message("%d ticks lost at most\n", worst);
    assert_true(worst <= 2 * INTERVAL);
    free(damaged);
    demo_bytes_free(&made);
}

/* A hole of zeros, or of anything, costs the keyframe intervals that it touches. */
static void holes(void **state)
{
    (void)state;
    demo_bytes made = make(0);
    tt_bytes all = {made.data, made.size};
    content original = look(all);
    uint8_t kept[64];
    uint64_t seed = 11;
    for (size_t at = TT_DEMO_HEADER_MAX; at + sizeof kept < made.size; at++) {
        memcpy(kept, made.data + at, sizeof kept);
        for (size_t i = 0; i < sizeof kept; i++) {
            made.data[at + i] = at % 2 == 0 ? 0 : (uint8_t)random_next(&seed);
        }
        int lost = lose(&original, all);
        assert_true(lost <= 4 * INTERVAL);
        assert_true(tt_demo_repair_look(&repair).gaps >= 1 ||
                    tt_demo_repair_look(&repair).bad_chunks >= 1);
        memcpy(made.data + at, kept, sizeof kept);
    }
    demo_bytes_free(&made);
}

static void gap_told(void *user, const tt_demo_gap *gap)
{
    *(tt_demo_gap *)user = *gap;
}

/* Of a real one, which is larger than all windows: the interval of the hole is lost at most, and
 * what comes before the hole is there. */
static void holes_in_a_real_demo(void **state)
{
    (void)state;
    size_t size;
    unsigned char *real =
        host_files_read(TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo", &size);
    tt_bytes all = {real, size};
    tt_demo_gap gap = {0, 0, 0, 0};
    tt_demo_event event;
    uint64_t seed = 3;
    for (int i = 0; i < 60; i++) {
        uint8_t kept[2000];
        size_t at = 20000 + (size_t)(random_next(&seed) % (size - 100000));
        memcpy(kept, real + at, sizeof kept);
        memset(real + at, i % 2 == 0 ? 0 : 0x7f, sizeof kept);
        const tt_demo_repair_options options = {.on_gap = gap_told, .user = &gap};
        tt_demo_repair_init(&repair, &memory, read_bytes, &all, &options);
        int64_t last = -1;
        while (tt_demo_repair_next(&repair, &event) == TT_OK) {
            if (event.kind == TT_DEMO_TICK) {
                assert_true(event.tick > last);
                last = event.tick;
            }
        }
        assert_int_equal(last, 3878);
        assert_int_equal(tt_demo_repair_look(&repair).gaps, 1);
        assert_in_range(gap.offset, at - 1200, at + sizeof kept);
        assert_in_range(gap.next_tick - gap.tick, 1, 300);
        assert_int_equal(tt_demo_repair_look(&repair).bad_chunks, 0);
        memcpy(real + at, kept, sizeof kept);
    }
    free(real);
}

static void map_that_is_not_whole(void **state)
{
    (void)state;
    demo_bytes made = make(64), out;
    content original = look((tt_bytes){made.data, made.size});
    /* the header promises more than the file has: no map, but all ticks */
    tt_demo_header header = demo_make_header(6, 0x7fffffff);
    uint8_t bytes[TT_DEMO_HEADER_MAX];
    tti_demo_header_write(bytes, &header);
    memcpy(made.data, bytes, sizeof bytes);
    assert_int_equal(lose(&original, (tt_bytes){made.data, made.size}), 0);
    assert_true(tt_demo_repair_look(&repair).map_lost);
    assert_int_equal(repair_bytes(&out, (tt_bytes){made.data, made.size}), TT_OK);
    assert_int_equal(look((tt_bytes){out.data, out.size}).map_size, 0);
    demo_bytes_free(&out);
    /* a size that is wrong within the file */
    header = demo_make_header(6, 20);
    tti_demo_header_write(bytes, &header);
    memcpy(made.data, bytes, sizeof bytes);
    assert_int_equal(lose(&original, (tt_bytes){made.data, made.size}), 0);
    assert_int_equal(tt_demo_repair_look(&repair).gaps, 1);
    demo_bytes_free(&made);
}

static void gaps_are_told(void **state)
{
    (void)state;
    demo_bytes made = make(0);
    tt_demo_event event;
    tt_demo_gap gap = {0, 0, 0, 0};
    tt_bytes bytes = {made.data, made.size};
    size_t middle = TT_DEMO_HEADER_MAX + (made.size - TT_DEMO_HEADER_MAX) / 2;
    memset(made.data + middle, 0xff, 40);
    const tt_demo_repair_options options = {.on_gap = gap_told, .user = &gap};
    tt_demo_repair_init(&repair, &memory, read_bytes, &bytes, &options);
    while (tt_demo_repair_next(&repair, &event) == TT_OK) {
    }
    assert_int_equal(tt_demo_repair_look(&repair).gaps, 1);
    assert_in_range(gap.offset, middle - 40, middle + 40);
    assert_in_range(gap.offset + gap.size, middle + 40, made.size);
    assert_in_range(gap.tick, FIRST_TICK + 10, FIRST_TICK + TICKS / 2 + INTERVAL);
    assert_int_equal(gap.next_tick % INTERVAL, 0);
    assert_true(gap.next_tick > gap.tick);
    assert_int_equal(tt_demo_repair_look(&repair).lost_bytes, gap.size);
    /* and the rest, when nothing comes after it */
    memset(made.data + middle, 0xff, made.size - middle);
    tt_demo_repair_init(&repair, &memory, read_bytes, &bytes, &options);
    while (tt_demo_repair_next(&repair, &event) == TT_OK) {
    }
    assert_int_equal(gap.next_tick, -1);
    assert_int_equal(gap.offset + gap.size, made.size);
    demo_bytes_free(&made);
}

/* Appends what looks like a keyframe of a tick far away, with `items` items, after a chunk that is
 * cut by the end of the file. */
static void append_lie(demo_bytes *made, int items)
{
    static tt_snap_space space;
    tt_snap_builder b;
    demo_bytes lie = {NULL, 0, 0};
    tt_demo_header header = demo_make_header(6, 0);
    tt_snap_builder_init(&b, &space, NULL);
    for (int i = 0; i < items; i++) {
        tt_snap_builder_add(&b, 4, i, (const int32_t[]){7}, 1);
    }
    tt_snap snap = tt_snap_builder_finish(&b);
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &lie);
    tt_demo_write_header(&writer, &header);
    tti_demo_write_keyframe(&writer, 1784174342, &snap);
    demo_bytes_put(made, (tt_bytes){(const uint8_t *)"\x5f\xff\xff", 3});
    demo_bytes_put(made, (tt_bytes){lie.data + TT_DEMO_HEADER_MAX, lie.size - TT_DEMO_HEADER_MAX});
    demo_bytes_free(&lie);
}

/* After the damage of a demo with one keyframe, no false keyframe is accepted. */
static void false_keyframes(void **state)
{
    (void)state;
    for (int items = 0; items < 2; items++) {
        demo_bytes made = make_with(0, TICKS);
        content original = look((tt_bytes){made.data, made.size});
        append_lie(&made, items);
        assert_int_equal(lose(&original, (tt_bytes){made.data, made.size}), 0);
        assert_int_equal(tt_demo_repair_look(&repair).gaps, 1);
        demo_bytes_free(&made);
    }
}

/* Returns the last tick of a repaired demo. Ticks must rise from `first` on, to near `end`. */
static int32_t check_ticks(tt_bytes bytes, int32_t first, int32_t end)
{
    tt_demo_event event;
    int32_t last = -1;
    tt_demo_repair_init(&repair, &memory, read_bytes, &bytes, NULL);
    while (tt_demo_repair_next(&repair, &event) == TT_OK) {
        if (event.kind == TT_DEMO_TICK) {
            assert_true(last < 0 ? event.tick == first : event.tick > last);
            last = event.tick;
        }
    }
    assert_true(last <= end + TT_DEMO_REPAIR_TICKS);
    return last;
}

/* One bit flipped, or bytes deleted, in the first seconds of a real demo, which have one keyframe.
 */
static void damage_before_the_second_keyframe(void **state)
{
    (void)state;
    enum { MARKS = 400 };
    static tt_demo_event marks[MARKS], event;
    size_t size, count = 0;
    uint8_t *real = host_files_read(TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo", &size);
    tt_demo_init(&demo, &demo_memory);
    tt_demo_feed(&demo, real, size);
    while (tt_demo_next(&demo, &event) == TT_OK && (count == 0 || !event.keyframe)) {
        if (event.kind == TT_DEMO_TICK && count < MARKS) {
            marks[count++] = event;
        }
    }
    size = (size_t)event.offset;
    uint8_t *damaged = malloc(size);
    assert_non_null(damaged);
    uint64_t seed = 7;
    for (int i = 0; i < 400; i++) {
        size_t before = 1 + (size_t)(random_next(&seed) % (count - 3));
        size_t at = (size_t)marks[before + 1].offset + (size_t)(random_next(&seed) % 30);
        size_t gone = i % 2 == 0 ? 0 : 1 + (size_t)(random_next(&seed) % 20);
        memcpy(damaged, real, at);
        memcpy(damaged + at, real + at + gone, size - at - gone);
        damaged[at] = (uint8_t)(damaged[at] ^ (i % 2 == 0 ? 1u << (i / 2 % 8) : 0));
        tt_bytes bytes = {damaged, size - gone};
        assert_true(check_ticks(bytes, marks[0].tick, marks[count - 1].tick) >= marks[before].tick);
    }
    free(damaged);
    free(real);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(undamaged_demos_stay),
        cmocka_unit_test(every_end),
        cmocka_unit_test(every_bit),
        cmocka_unit_test(every_byte),
        cmocka_unit_test(holes),
        cmocka_unit_test(map_that_is_not_whole),
        cmocka_unit_test(gaps_are_told),
        cmocka_unit_test(holes_in_a_real_demo),
        cmocka_unit_test(false_keyframes),
        cmocka_unit_test(damage_before_the_second_keyframe),
    };
    return cmocka_run_group_tests_name("demo repair", tests, NULL, NULL);
}
