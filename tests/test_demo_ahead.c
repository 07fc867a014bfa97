/* SPDX-License-Identifier: MIT
 *
 * Tests of looking ahead in a demo without taking anything: tti_demo_next_tick, and
 * tti_demo_clone.
 */
#include "cm.h"
#include "demo/demo.h"
#include "snap/index.h"

#include "demo/parts.h"
#include "support/demo_make.h"

static const struct {
    int32_t version;
    uint32_t map_size;
} kinds[] = {{3, 0}, {4, 100}, {5, 3}, {6, 0}, {6, 700}};

enum { KINDS = sizeof kinds / sizeof kinds[0] };

/* A reader and how much of its demo it was fed. */
typedef struct reading {
    tt_demo demo;
    tt_demo_memory memory;
    tt_demo_event event;
    size_t fed;
} reading;

static reading first, second;

static void begin(reading *r, int recover)
{
    tt_demo_init(&r->demo, &r->memory);
    tt_demo_set(&r->demo, &(tt_demo_options){.recover = recover});
    r->fed = 0;
}

/* The next event, in pieces of at most `piece` bytes. */
static tt_status next(reading *r, const demo_bytes *bytes, size_t piece)
{
    tt_status status;
    while ((status = tt_demo_next(&r->demo, &r->event)) == TT_MORE) {
        size_t size = bytes->size - r->fed < piece ? bytes->size - r->fed : piece;
        if (size == 0) {
            tt_demo_feed(&r->demo, NULL, 0);
        } else {
            tt_demo_feed(&r->demo, bytes->data + r->fed, size);
            r->fed += size;
        }
    }
    return status;
}

/* Looks ahead before every event; what was seen has to come. */
static long look_and_read(const demo_bytes *bytes, size_t piece, int recover)
{
    long seen = 0;
    int32_t tick, promised = -1, is_over = 0;
    tt_status status;
    begin(&first, recover);
    assert_int_equal(tti_demo_next_tick(&first.demo, &tick), TT_ERR_ARGUMENT);
    while ((status = next(&first, bytes, piece)) == TT_OK) {
        if (first.event.kind == TT_DEMO_TICK && first.event.status == TT_OK) {
            assert_false(is_over);
            assert_true(promised == -1 || promised == first.event.tick);
            promised = -1;
        }
        tt_status ahead = tti_demo_next_tick(&first.demo, &tick);
        if (ahead == TT_OK) {
            assert_true(promised == -1 || promised == tick);
            promised = tick;
            seen++;
        } else {
            assert_int_equal(promised, -1);
            assert_true(ahead == TT_MORE || ahead == TT_END || ahead == TT_ERR_DEMO_TICK);
            is_over = ahead == TT_END || (ahead == TT_ERR_DEMO_TICK && !recover);
        }
    }
    assert_true(promised == -1 || status != TT_END);
    return seen;
}

static void next_tick_is_the_next_tick(void **state)
{
    (void)state;
    for (size_t i = 0; i < KINDS; i++) {
        demo_bytes bytes = {NULL, 0, 0};
        demo_make(&bytes, 31 + i, kinds[i].version, kinds[i].map_size, 60);
        assert_true(look_and_read(&bytes, bytes.size, 0) > 100);
        for (size_t piece = 1; piece < 60; piece++) {
            look_and_read(&bytes, piece, 0);
        }
        demo_bytes_free(&bytes);
    }
}

static void next_tick_with_damage(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        demo_bytes bytes = {NULL, 0, 0};
        uint64_t random = seed;
        demo_make(&bytes, seed, kinds[seed % KINDS].version, 0, 20);
        for (int i = 0; i < 6; i++) {
            size_t at =
                TT_DEMO_HEADER_MAX + random_next(&random) % (bytes.size - TT_DEMO_HEADER_MAX);
            bytes.data[at] ^= (uint8_t)(1u << random_next(&random) % 8);
        }
        look_and_read(&bytes, bytes.size, 1);
        look_and_read(&bytes, 1 + random_next(&random) % 100, 1);
        look_and_read(&bytes, bytes.size, 0);
        demo_bytes_free(&bytes);
    }
}

static void assert_same_moment(const reading *a, const reading *b)
{
    assert_int_equal(a->event.kind, b->event.kind);
    assert_int_equal(a->event.tick, b->event.tick);
    assert_int_equal(a->event.offset, b->event.offset);
    assert_int_equal(a->event.status, b->event.status);
    assert_int_equal(a->event.data.size, b->event.data.size);
    assert_int_equal(tt_demo_look(&a->demo).snap_tick, tt_demo_look(&b->demo).snap_tick);
    assert_true(tti_snap_equal(tt_demo_look(&a->demo).snap, tt_demo_look(&b->demo).snap));
}

/* Cloned at any event, the second reader goes on as the first one would, whatever that one does. */
static void clone_goes_on(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 60; seed++) {
        demo_bytes bytes = {NULL, 0, 0};
        uint64_t random = seed;
        size_t piece = 1 + random_next(&random) % 300;
        uint32_t events = random_next(&random) % 200;
        demo_make(&bytes, seed, kinds[seed % KINDS].version, kinds[seed % KINDS].map_size, 60);
        begin(&first, 1);
        while (events-- > 0 && next(&first, &bytes, piece) == TT_OK) {
        }
        memset(&second.memory, 0xa5, sizeof second.memory);
        second.fed = first.fed;
        tti_demo_clone(&second.demo, &second.memory, &first.demo);
        for (;;) {
            tt_status status = next(&first, &bytes, piece);
            assert_int_equal(next(&second, &bytes, piece), status);
            if (status != TT_OK) {
                break;
            }
            assert_same_moment(&first, &second);
        }
        demo_bytes_free(&bytes);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(next_tick_is_the_next_tick),
        cmocka_unit_test(next_tick_with_damage),
        cmocka_unit_test(clone_goes_on),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
