/* SPDX-License-Identifier: MIT
 *
 * Tests that a packed state depends on the place alone, not on what the reader that packs it wants.
 * A reader that wants everything is at every place; what others pack must be what it packs there.
 */
#include "cm.h"
#include "recording/recording.h"

#include <stdlib.h>
#include <string.h>

#include "support/demo_make.h"
#include "support/demo_people.h"
#include "support/rec_log.h"
#include "support/th_make.h"
#include "support/th_random.h"
#include "teetape/demo.h"
#include "wire/hash.h"

#define ALL (TT_WANT_FACTS | TT_WANT_TICKS | TT_WANT_RECORDS)

/* States in the order of the recording. There are up to three at an offset: between two records,
 * and before and after the end of a tick. */
typedef struct states {
    struct {
        uint64_t offset, sum;
    } * at;
    size_t count, cap;
} states;

/* Most places of long recordings are left out. */
static int is_sample(uint64_t offset, size_t size)
{
    return size < 20000 || offset * 0x9e3779b97f4a7c15u >> 60 == 0;
}

/* At the end of a recording a tick ends before the damage there is given, but only for who wants
 * ticks: `ignores_tick` leaves out whether it has ended. */
static void add_state(states *s, const tt_recording *rec, int ignores_tick)
{
    enum { FLAGS = 2, OPEN_TICK = 1 };
    static uint8_t bytes[TT_RECORDING_STATE_MAX];
    tt_packer p = tt_packer_of(bytes, sizeof bytes);
    tt_recording_pack(&p, rec);
    assert_int_equal(p.status, TT_OK);
    bytes[FLAGS] &= (uint8_t)(ignores_tick ? ~OPEN_TICK : 0xff);
    if (s->count == s->cap) {
        s->cap = 2 * s->cap + 256;
        s->at = realloc(s->at, s->cap * sizeof *s->at);
        assert_non_null(s->at);
    }
    tt_bytes packed = tt_packer_bytes(&p);
    s->at[s->count].offset = tt_recording_look(rec).offset;
    s->at[s->count++].sum = tti_xxh64_of(packed.data, packed.size);
}

static states read_states(tt_bytes bytes, unsigned wants, uint64_t facts)
{
    static tt_recording rec;
    static uint64_t scratch[TT_RECORDING_SCRATCH / sizeof(uint64_t)];
    states s = {0};
    tt_item item;
    tt_status status;
    int is_fed = 0;
    assert_int_equal(tt_recording_init(&rec, scratch, sizeof scratch), TT_OK);
    tt_recording_want(&rec, wants, facts);
    tt_recording_recover(&rec, 1);
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || status == TT_MORE) {
        if (status == TT_MORE) {
            tt_recording_feed(&rec, bytes.data, is_fed ? 0 : bytes.size);
            is_fed = 1;
        } else if (tt_recording_is_access_point(&rec) &&
                   is_sample(tt_recording_look(&rec).offset, bytes.size)) {
            add_state(&s, &rec, tt_recording_look(&rec).offset == bytes.size);
        }
    }
    return s;
}

static void check_wants(const char *name, const states *all, tt_bytes bytes, unsigned wants,
                        uint64_t facts)
{
    states some = read_states(bytes, wants, facts);
    size_t from = 0;
    for (size_t i = 0; i < some.count; i++) {
        while (from < all->count && all->at[from].offset < some.at[i].offset) {
            from++;
        }
        size_t at = from;
        while (at < all->count && all->at[at].offset == some.at[i].offset &&
               all->at[at].sum != some.at[i].sum) {
            at++;
        }
        if (at == all->count || all->at[at].offset != some.at[i].offset) {
            fail_msg("%s: wants %u, facts %llx: another state at offset %llu", name, wants,
                     (unsigned long long)facts, (unsigned long long)some.at[i].offset);
        }
    }
    free(some.at);
}

static void check(const char *name, tt_bytes bytes)
{
    static const uint64_t facts[] = {TT_FACTS_ALL, 0, TT_FACT_BIT(TT_FACT_KILL),
                                     TT_FACT_BIT(TT_FACT_NAME) | TT_FACT_BIT(TT_FACT_DEATH)};
    states all = read_states(bytes, ALL, TT_FACTS_ALL);
    assert_true(all.count > 0);
    for (unsigned wants = 1; wants <= ALL; wants++) {
        for (size_t i = 0; i < ((wants & TT_WANT_FACTS) != 0 ? 4 : 1); i++) {
            check_wants(name, &all, bytes, wants, facts[i]);
        }
        check_wants(name, &all, bytes, wants | TT_WANT_COPIES, TT_FACTS_ALL);
        check_wants(name, &all, bytes, wants | TT_WANT_COPIES | TT_WANT_MAP_SUMS, facts[2]);
    }
    free(all.at);
}

/* A demo of a server, in which the messages of every tick come a second time, after its snapshot.
 */
static void copy_messages(demo_bytes *dst, tt_bytes demo)
{
    enum { TYPE = 144 }; /* in the header */
    static tt_demo_memory memory;
    static tt_demo reader;
    demo_bytes again = {0};
    tt_demo_event event;
    tt_demo_init(&reader, &memory);
    tt_demo_feed(&reader, demo.data, demo.size);
    tt_demo_feed(&reader, NULL, 0);
    while (tt_demo_next(&reader, &event) == TT_OK) {
        tt_bytes chunk = {demo.data + event.offset, event.size};
        if (event.kind == TT_DEMO_TICK && again.size != 0) {
            demo_bytes_put(dst, (tt_bytes){again.data, again.size});
            again.size = 0;
        }
        demo_bytes_put(dst, chunk);
        if (event.kind == TT_DEMO_MESSAGE) {
            demo_bytes_put(&again, chunk);
        }
    }
    demo_bytes_free(&again);
    memcpy(dst->data + TYPE, "server", 7);
}

static void check_demo(const char *name, tt_bytes demo)
{
    demo_bytes copied = {0};
    check(name, demo);
    copy_messages(&copied, demo);
    check(name, (tt_bytes){copied.data, copied.size});
    demo_bytes_free(&copied);
}

static void recordings(void **state)
{
    (void)state;
    const char *name;
    size_t size;
    uint8_t *data;
    for (int i = 0; (data = rec_log_each(i, &size, &name)) != NULL; i++) {
        tt_bytes bytes = {data, size};
        if (tti_format_told(bytes) == TT_FORMAT_DEMO) {
            check_demo(name, bytes);
        } else {
            check(name, bytes);
        }
        free(data);
    }
}

static void random_recordings(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed < 2 + 10 / TT_TEST_SHARE; seed++) {
        th_make m = th_random_recording(seed, 150, seed % 2 == 0);
        check("random", (tt_bytes){m.data, m.size});
        th_make_free(&m);
        demo_bytes demo = {0};
        demo_make(&demo, seed, 3 + (int32_t)(seed % 4), seed % 5 == 0 ? 700 : 0, 40);
        check_demo("made demo", (tt_bytes){demo.data, demo.size});
        demo_bytes_free(&demo);
        demo = (demo_bytes){0};
        demo_people_make(&demo, seed, 60, seed % 2 != 0 ? DEMO_PEOPLE_STRANGE : 0);
        check_demo("people", (tt_bytes){demo.data, demo.size});
        demo_bytes_free(&demo);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(recordings),
        cmocka_unit_test(random_recordings),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
