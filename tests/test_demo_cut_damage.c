/* SPDX-License-Identifier: MIT
 *
 * Tests of teetape/demo_cut.h: after damage, false ticks are left out up to the next keyframe.
 * Without damage a cut takes any tick.
 */
#include "cm.h"
#include "demo/write.h"

#include "demo/parts.h"
#include "support/demo_make.h"
#include "teetape/demo_cut.h"

#define FIRST 1000
#define DAMAGED 1005 /* the first tick after the damage */
#define KEYFRAME 1010
#define END 1020
#define FAR_TICK 1762836642

static tt_demo demo;
static tt_demo_memory memory;
static tt_demo_writer writer;
static tt_demo_write_memory write_memory;
static tt_demo_cut cut;

/* A chunk that does not unpack, and zeros. */
static const uint8_t no_payload[] = {0x42, 0xff, 0xff}, zeros[] = {0, 0, 0, 0};
static const tt_bytes damages[] = {
    {no_payload, sizeof no_payload},
    {zeros, sizeof zeros},
    {zeros, 0}, /* the marker alone, without a snapshot */
};

/* Writes the ticks [from, to), each with a snapshot and a message. */
static void write_ticks(int32_t from, int32_t to)
{
    static const uint8_t chat[] = {3 << 1, 0, 1, 'h', 'e', 'l', 'l', 'o', 0};
    static tt_snap_space space;
    for (int32_t tick = from; tick < to; tick++) {
        tt_snap_builder b;
        tt_snap_builder_init(&b, &space, NULL);
        tt_snap_builder_add(&b, 4, 1, (const int32_t[]){tick, 2, 3, 4}, 4);
        tt_snap snap = tt_snap_builder_finish(&b);
        tt_status status = tick == FIRST || tick == KEYFRAME || tick == FAR_TICK
                               ? tti_demo_write_keyframe(&writer, tick, &snap)
                               : tt_demo_write_snapshot(&writer, tick, &snap);
        assert_int_equal(status, TT_OK);
        assert_int_equal(tt_demo_write_message(&writer, (tt_bytes){chat, sizeof chat}), TT_OK);
    }
}

static void begin(demo_bytes *bytes)
{
    tt_demo_header header = demo_make_header(6, 0);
    *bytes = (demo_bytes){NULL, 0, 0};
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, bytes);
    assert_int_equal(tt_demo_write_header(&writer, &header), TT_OK);
}

/* Writes damage, and a marker of `tick` after it. Steps that follow count from that tick. */
static void write_damage(demo_bytes *bytes, tt_bytes damage, uint32_t tick)
{
    const uint8_t marker[] = {0x80, (uint8_t)(tick >> 24), (uint8_t)(tick >> 16),
                              (uint8_t)(tick >> 8), (uint8_t)tick};
    demo_bytes_put(bytes, damage);
    demo_bytes_put(bytes, (tt_bytes){marker, sizeof marker});
}

/* Cuts the ticks [from, to), and frees the demo. */
static demo_bytes make_cut(demo_bytes *bytes, int32_t from, int32_t to)
{
    tt_demo_cut_options options = {.from = from, .to = to, .drop_unreliable = true};
    demo_bytes out = {NULL, 0, 0};
    tt_demo_event event;
    tt_status status = TT_OK;
    tt_demo_init(&demo, &memory);
    tt_demo_set(&demo, &(tt_demo_options){.recover = true});
    tt_demo_feed(&demo, bytes->data, bytes->size);
    tt_demo_feed(&demo, NULL, 0);
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, &out);
    assert_int_equal(tt_demo_cut_init(&cut, &writer, &options), TT_OK);
    while (status == TT_OK && (status = tt_demo_next(&demo, &event)) == TT_OK) {
        status = tt_demo_cut_event(&cut, &demo, &event);
    }
    assert_int_equal(status, TT_END);
    assert_int_equal(tt_demo_cut_finish(&cut, &demo, NULL), TT_OK);
    demo_bytes_free(bytes);
    return out;
}

/* Checks that the cut has the ticks of the two spans with their messages, and frees it. */
static void check(demo_bytes *out, int32_t from, int32_t until, int32_t again, int32_t to)
{
    tt_demo_event event;
    tt_status status;
    int32_t tick = from, messages = 0;
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, out->data, out->size);
    tt_demo_feed(&demo, NULL, 0);
    while ((status = tt_demo_next(&demo, &event)) == TT_OK) {
        if (event.kind == TT_DEMO_SNAPSHOT || event.kind == TT_DEMO_DELTA) {
            tick = tick == until ? again : tick;
            assert_int_equal(tt_demo_look(&demo).tick, tick++);
        }
        messages += event.kind == TT_DEMO_MESSAGE;
    }
    assert_int_equal(status, TT_END);
    assert_int_equal(tick, to);
    assert_int_equal(messages, until - from + to - again);
    demo_bytes_free(out);
}

static void far_ticks_after_damage(void **state)
{
    (void)state;
    for (int i = 0; i < 5; i++) {
        int32_t to = i < 4 && i % 2 == 0 ? END : TT_DEMO_TICK_END;
        demo_bytes bytes;
        begin(&bytes);
        write_ticks(FIRST, DAMAGED);
        write_damage(&bytes, damages[i / 2], i < 4 ? FAR_TICK : DAMAGED + 3001);
        write_ticks(DAMAGED, END + 1);
        demo_bytes out = make_cut(&bytes, 0, to);
        assert_true(tt_demo_cut_look(&cut).left_out > 0);
        check(&out, FIRST, DAMAGED, KEYFRAME, to == END ? END : END + 1);
    }
}

/* Damage before the span does not end it. */
static void far_ticks_before_the_span(void **state)
{
    (void)state;
    demo_bytes bytes;
    begin(&bytes);
    write_ticks(FIRST, DAMAGED);
    write_damage(&bytes, damages[0], FAR_TICK);
    write_ticks(DAMAGED, END);
    demo_bytes out = make_cut(&bytes, KEYFRAME + 2, END - 2);
    assert_int_equal(tt_demo_cut_look(&cut).left_out, 0);
    check(&out, KEYFRAME + 2, KEYFRAME + 2, KEYFRAME + 2, END - 2);
}

/* A tick far ahead is taken when nothing is damaged, or a whole keyframe follows the damage. */
static void far_ticks_without_damage(void **state)
{
    (void)state;
    for (int damaged = 0; damaged < 2; damaged++) {
        demo_bytes bytes;
        begin(&bytes);
        if (damaged) {
            write_ticks(FIRST, FIRST + 1);
            write_damage(&bytes, damages[0], FAR_TICK);
        }
        write_ticks(KEYFRAME, END);
        write_ticks(FAR_TICK, FAR_TICK + 3);
        demo_bytes out = make_cut(&bytes, damaged ? FIRST + 1 : 0, TT_DEMO_TICK_END);
        check(&out, KEYFRAME, END, FAR_TICK, FAR_TICK + 3);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(far_ticks_after_damage),
        cmocka_unit_test(far_ticks_before_the_span),
        cmocka_unit_test(far_ticks_without_damage),
    };
    return cmocka_run_group_tests_name("cuts of damaged demos", tests, NULL, NULL);
}
