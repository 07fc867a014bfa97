/* SPDX-License-Identifier: MIT
 *
 * Tests of src/demo/id.c: which recording a demo is, whatever becomes of it later; and that every
 * cut is another one.
 */
#include <string.h>

#include "cm.h"
#include "demo/demo.h"
#include "wire/uuid.h"

#include <stdbool.h>
#include <string.h>

#include "demo/parts.h"
#include "support/demo_people.h"
#include "teetape/demo_cut.h"

static tt_demo demo;
static tt_demo_memory memory;
static tt_demo_cut cut;
static tt_demo_writer writer;
static tt_demo_write_memory write_memory;
static const tt_uuid none;

/* By events, as they come of pieces of this size; zeros when it is not known. */
static tt_uuid id_of(tt_bytes bytes, size_t piece)
{
    tti_demo_id id = {.is_known = 0};
    tt_demo_event event;
    size_t at = 0;
    tt_status status;
    tt_demo_init(&demo, &memory);
    tt_demo_set(&demo, &(tt_demo_options){.recover = true});
    while ((status = tt_demo_next(&demo, &event)) == TT_OK || (status == TT_MORE)) {
        size_t size = bytes.size - at < piece ? bytes.size - at : piece;
        if (status == TT_OK) {
            tti_demo_id_event(&id, &demo, &event);
        } else if (size != 0) {
            tt_demo_feed(&demo, bytes.data + at, size);
            at += size;
        } else {
            tt_demo_feed(&demo, NULL, 0);
        }
    }
    assert_true(id.is_known == !tti_uuid_equal(&id.id, &none));
    return id.id;
}

static tt_bytes bytes_of(const demo_bytes *made)
{
    return (tt_bytes){made->data, made->size};
}

static tt_uuid whole_id(const demo_bytes *made)
{
    return id_of(bytes_of(made), SIZE_MAX);
}

#define EQUAL(a, b) assert_memory_equal(&(a), &(b), sizeof(tt_uuid))
#define DIFFERENT(a, b) assert_memory_not_equal(&(a), &(b), sizeof(tt_uuid))

/* The same header, another view: what two clients record that begin in the same second. */
static void views_differ(void **state)
{
    (void)state;
    enum { VIEWS = 20 };
    tt_uuid ids[VIEWS];
    tt_demo_header header[VIEWS];
    for (int i = 0; i < VIEWS; i++) {
        demo_bytes made = {NULL, 0, 0};
        demo_people_make(&made, (uint64_t)i + 1, 30, 0);
        ids[i] = whole_id(&made);
        header[i] = *tt_demo_look(&demo).header;
        EQUAL(ids[i], ids[i]);
        DIFFERENT(ids[i], none);
        for (int k = 0; k < i; k++) {
            header[k].length = header[i].length;
            assert_memory_equal(&header[k], &header[i], sizeof header[i]);
            DIFFERENT(ids[i], ids[k]);
        }
        demo_bytes_free(&made);
    }
}

/* Not known, and then the same at each size and at the end: with length, markers, and with pieces
 * of any size. */
static void remains_while_it_grows(void **state)
{
    (void)state;
    demo_bytes made = {NULL, 0, 0};
    demo_people_make(&made, 7, 60, 0);
    const tt_uuid id = whole_id(&made);
    bool was_known = false;
    for (size_t size = 0; size <= made.size; size += 1 + size / 50) {
        tt_uuid now = id_of((tt_bytes){made.data, size}, SIZE_MAX);
        bool is_known = !tti_uuid_equal(&now, &none);
        assert_true(is_known || !was_known);
        if (is_known) {
            EQUAL(now, id);
        }
        was_known = is_known;
    }
    assert_true(was_known);
    for (size_t piece = 1; piece < 100; piece += 7) {
        tt_uuid now = id_of(bytes_of(&made), piece);
        EQUAL(now, id);
    }
    tt_demo_header header = *tt_demo_look(&demo).header;
    size_t size;
    assert_int_equal(tt_demo_header_parse(&header, &size, bytes_of(&made), NULL), TT_OK);
    header.length = 12345;
    header.marker_count = 64;
    for (int i = 0; i < 64; i++) {
        header.markers[i] = i * 100;
    }
    uint8_t head[TT_DEMO_HEADER_MAX];
    assert_int_equal(tti_demo_header_write(head, &header), size);
    memcpy(made.data, head, size);
    tt_uuid closed = whole_id(&made);
    EQUAL(closed, id);
    header.map_crc++;
    tti_demo_header_write(head, &header);
    memcpy(made.data, head, size);
    tt_uuid other = whole_id(&made);
    DIFFERENT(other, id);
    demo_bytes_free(&made);
}

/* The cut of `original` with these options. */
static void make(demo_bytes *out, tt_bytes original, const tt_demo_cut_options *options)
{
    tt_demo_event event;
    tt_demo_patch patch;
    *out = (demo_bytes){NULL, 0, 0};
    tt_demo_writer_init(&writer, &write_memory, demo_bytes_put, out);
    assert_int_equal(tt_demo_cut_init(&cut, &writer, options), TT_OK);
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, original.data, original.size);
    tt_demo_feed(&demo, NULL, 0);
    while (tt_demo_next(&demo, &event) == TT_OK &&
           tt_demo_cut_event(&cut, &demo, &event) == TT_OK) {
    }
    assert_int_equal(tt_demo_cut_finish(&cut, &demo, &patch), TT_OK);
    memcpy(out->data, patch.bytes, patch.size);
}

/* All of them begin with the same keyframe, or nearly so. A copy is the recording itself; a cut of
 * a cut names the first original, and that of an edited one is not that of the original. */
static void cuts_are_others(void **state)
{
    (void)state;
    const int32_t end = TT_DEMO_TICK_END;
    const bool first_hidden[TT_CIDS] = {true}, second_hidden[TT_CIDS] = {[1] = true};
    demo_bytes original = {NULL, 0, 0}, again;
    demo_people_make(&original, 3, 200, 0);
    const tt_uuid id = whole_id(&original);
    const int32_t last = tt_demo_look(&demo).tick, half = last / 2;
    const tt_demo_cut_options options[] = {
        {.to = end},
        {.to = last},
        {.to = half},
        {.to = end, .drop_chat = 1},
        {.to = half, .drop_chat = 1},
        {.to = end, .hide = first_hidden},
        {.to = end, .hide = second_hidden},
        {.to = half, .hide = second_hidden},
    };
    enum { CUTS = sizeof options / sizeof options[0] };
    tt_uuid ids[CUTS], of_cut[CUTS], name, first;
    for (int i = 0; i < CUTS; i++) {
        demo_bytes made;
        make(&made, bytes_of(&original), &options[i]);
        ids[i] = whole_id(&made);
        assert_int_equal(tti_demo_header_cut(tt_demo_look(&demo).header, &name, &first), i != 0);
        if (i != 0) {
            EQUAL(first, id);
        }
        make(&again, bytes_of(&made), &options[0]);
        tt_uuid copy = whole_id(&again);
        EQUAL(copy, ids[i]);
        demo_bytes_free(&again);
        make(&again, bytes_of(&made), &options[2]);
        of_cut[i] = whole_id(&again);
        assert_true(tti_demo_header_cut(tt_demo_look(&demo).header, &name, &first));
        EQUAL(first, id);
        demo_bytes_free(&again);
        demo_bytes_free(&made);
        for (int k = 0; k < i; k++) {
            DIFFERENT(ids[i], ids[k]);
        }
    }
    EQUAL(ids[0], id);
    for (int i = 0; i < CUTS; i++) {
        assert_true(tti_uuid_equal(&of_cut[i], &ids[2]) == (i < 3));
    }
    EQUAL(of_cut[3], ids[4]);
    demo_bytes_free(&original);
}

/* A demo that is read from elsewhere on does not say which one it is. */
static void starts_at_the_start(void **state)
{
    (void)state;
    demo_bytes made = {NULL, 0, 0};
    tti_demo_id id = {.is_known = 0};
    tt_demo_event event;
    uint64_t second = 0;
    demo_people_make(&made, 5, 600, 0);
    for (int pass = 0; pass < 2; pass++) {
        tt_demo_init(&demo, &memory);
        tt_demo_feed(&demo, made.data, made.size);
        tt_demo_feed(&demo, NULL, 0);
        id = (tti_demo_id){.is_known = 0};
        for (int frames = 0; tt_demo_next(&demo, &event) == TT_OK;) {
            frames += event.kind == TT_DEMO_TICK && event.keyframe;
            second = pass == 0 && frames == 2 && second == 0 ? event.offset : second;
            if (pass == 0 || event.kind == TT_DEMO_HEADER || event.offset >= second) {
                tti_demo_id_event(&id, &demo, &event);
            }
        }
        assert_true(second != 0 && id.is_known == (pass == 0));
    }
    demo_bytes_free(&made);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(views_differ),
        cmocka_unit_test(remains_while_it_grows),
        cmocka_unit_test(cuts_are_others),
        cmocka_unit_test(starts_at_the_start),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
