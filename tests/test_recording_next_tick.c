/* SPDX-License-Identifier: MIT
 *
 * Tests of tti_recording_next_tick: it is the tick of the record that comes next, however the input
 * is split, and asking changes nothing.
 */
#include "cm.h"
#include "recording/recording.h"
#include "recording/stream.h"

#include <stdlib.h>

#include "support/rec_log.h"
#include "support/th_make.h"
#include "support/th_random.h"

#define SCRATCH (TT_RECORDING_SCRATCH + TT_TH_HEADER_MAX)

/* A reader of bytes in pieces. */
typedef struct source {
    tt_recording rec;
    tt_bytes rest;
    size_t piece;
} source;

static void feed(source *s)
{
    size_t size = s->rest.size < s->piece ? s->rest.size : s->piece;
    tt_recording_feed(&s->rec, s->rest.data, size);
    s->rest.data += size;
    s->rest.size -= size;
}

static tt_status next(source *s, tt_item *item)
{
    tt_status status;
    while ((status = tt_recording_next(&s->rec, item)) == TT_MORE) {
        feed(s);
    }
    return status;
}

/* Of a demo it is asked for only where all of it was fed: then there is never too little. */
static tt_status next_tick(source *s, int32_t *tick)
{
    tt_status status;
    while ((status = tti_recording_next_tick(&s->rec, tick)) == TT_MORE) {
        feed(s);
    }
    return status;
}

static source *open(tt_bytes bytes, size_t piece, void *scratch)
{
    source *s = calloc(1, sizeof *s);
    assert_non_null(s);
    *s = (source){.rest = bytes, .piece = piece};
    assert_int_equal(tt_recording_init(&s->rec, scratch, SCRATCH), TT_OK);
    tt_recording_want(&s->rec, TT_WANT_RECORDS | TT_WANT_FACTS, TT_FACTS_ALL);
    tt_recording_recover(&s->rec, 1);
    return s;
}

/* The ticks of a demo's records are compared at its tick markers only. */
static int begins_tick(const tt_item *item)
{
    return item->demo == NULL || (item->demo->kind == TT_DEMO_TICK && item->demo->status == TT_OK);
}

/* The tick at which the item is given. A death of a demo has waited for its place, and has the tick
 * of its message still. */
static int32_t given_at(const source *s, const tt_item *item)
{
    int is_late = item->kind == TT_ITEM_FACT && item->fact->kind == TT_FACT_DEATH &&
                  tt_recording_look(&s->rec).format == TT_FORMAT_DEMO;
    int32_t now = tt_recording_look(&s->rec).tick;
    if (is_late) {
        assert_true(item->tick <= now);
    }
    return is_late ? now : item->tick;
}

static void check(tt_bytes bytes, size_t piece)
{
    void *scratch = malloc(SCRATCH), *plain_scratch = malloc(SCRATCH);
    source *s = open(bytes, piece, scratch), *plain = open(bytes, bytes.size, plain_scratch);
    tt_item item, same;
    int32_t tick = -1;
    tt_status told = TT_ERR_ARGUMENT, status;
    assert_int_equal(tti_recording_next_tick(&s->rec, &tick), TT_ERR_ARGUMENT);
    do {
        int32_t before = tt_recording_look(&s->rec).tick;
        status = next(s, &item);
        assert_int_equal(next(plain, &same), status);
        assert_int_equal(item.kind, same.kind);
        assert_int_equal(item.tick, same.tick);
        assert_int_equal(tt_recording_look(&s->rec).tick, tt_recording_look(&plain->rec).tick);
        if (status == TT_OK && told == TT_OK && begins_tick(&item)) {
            assert_int_equal(given_at(s, &item), tick);
            assert_true(before < 0 || item.demo != NULL || before <= tick);
        }
        if (status != TT_OK) {
            assert_int_not_equal(told, TT_OK);
        }
        told = status == TT_OK ? next_tick(s, &tick) : status;
    } while (status == TT_OK);
    free(scratch);
    free(plain_scratch);
    free(s);
    free(plain);
}

static void it_is_that_of_the_next_record(void **state)
{
    (void)state;
    const char *name;
    size_t size;
    uint8_t *data;
    for (int i = 0; (data = rec_log_each(i, &size, &name)) != NULL; i++) {
        tt_bytes bytes = {data, size};
        check(bytes, size);
        if (tti_format_told(bytes) == TT_FORMAT_TEEHISTORIAN) {
            check(bytes, 1);
            check(bytes, 4099);
        }
        free(data);
    }
}

static void damage_is_passed_over(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 200; seed++) {
        th_make m = th_random_recording(seed, 200, seed % 2 == 0);
        check((tt_bytes){m.data, m.size}, 1);
        check((tt_bytes){m.data, m.size}, m.size);
        th_make_free(&m);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(it_is_that_of_the_next_record),
        cmocka_unit_test(damage_is_passed_over),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
