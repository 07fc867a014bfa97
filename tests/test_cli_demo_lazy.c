/* SPDX-License-Identifier: MIT
 *
 * A world that is brought up to date only now and then (cli/read/demo_lazy.h) is the one that
 * follows every snapshot, whenever somebody asks.
 */
#include "cli/read/demo_lazy.h"

#include <stdlib.h>
#include <string.h>

#include "cm.h"
#include "support/demo_people.h"

static tt_demo demo, lazy_demo;
static tt_demo_memory memory, lazy_memory;
static tt_demo_event event;

static struct side {
    tt_demo_world follower;
    tt_world world;
} all, some;

/* When somebody came cannot be known, and so neither what he lost by that. */
static void assert_same(void)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_client *a = &all.world.client[cid], *b = &some.world.client[cid];
        tt_snap_item item;
        assert_int_equal(b->connected, a->connected);
        if (!tt_snap_find(&demo.snap, tt_snap_key(11, cid), &item)) {
            continue; /* the name is that of one who left meanwhile, or none */
        }
        assert_string_equal(b->name, a->name);
        assert_string_equal(b->clan, a->clan);
        assert_int_equal(b->country, a->country);
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_tee *a = &all.world.tee[cid], *b = &some.world.tee[cid];
        assert_int_equal(b->alive, a->alive);
        assert_true(!a->alive || (b->x == a->x && b->y == a->y && b->weapon == a->weapon));
    }
    /* of somebody who is steered no longer nobody tells it later */
    tt_snap_item item;
    int32_t local = all.follower.local;
    if (local >= 0 && tt_snap_find(&demo.snap, tt_snap_key(10, local), &item) &&
        item.data[0] == 1) {
        assert_int_equal(some.follower.local, local);
    }
}

/* The reader of the lazy side gets pieces of any size, so that chunks stand in its memory too. */
static tt_status lazy_next(const demo_bytes *bytes, size_t *fed, uint64_t *random)
{
    tt_status status;
    while ((status = tt_demo_next(&lazy_demo, &event)) == TT_MORE) {
        size_t size = 1 + random_next(random) % 400;
        size = size < bytes->size - *fed ? size : bytes->size - *fed;
        if (size == 0) {
            tt_demo_end(&lazy_demo);
        } else {
            tt_demo_feed(&lazy_demo, bytes->data + *fed, size);
            *fed += size;
        }
    }
    return status;
}

/* Goes through a demo on both sides, and asks once in `rarely` events. Returns how often. */
static long compare(const demo_bytes *bytes, uint64_t seed, uint64_t rarely)
{
    struct demo_lazy lazy;
    tt_demo_event full;
    uint64_t random = seed;
    size_t fed = 0;
    long asked = 0;
    tt_demo_init(&demo, &memory);
    tt_demo_init(&lazy_demo, &lazy_memory);
    demo.recover = lazy_demo.recover = 1;
    lazy_demo.skip_snapshots = 1;
    tt_demo_world_init(&all.follower, &all.world);
    tt_demo_world_init(&some.follower, &some.world);
    tt_demo_feed(&demo, bytes->data, bytes->size);
    tt_demo_end(&demo);
    assert_int_equal(tt_demo_next(&demo, &full), TT_OK);
    assert_int_equal(lazy_next(bytes, &fed, &random), TT_OK);
    tt_demo_world_follow(&all.follower, &demo, &full);
    tt_demo_world_follow(&some.follower, &lazy_demo, &event);
    assert_true(demo_lazy_open(&lazy, &lazy_demo, &some.follower));
    while (tt_demo_next(&demo, &full) == TT_OK) {
        assert_int_equal(lazy_next(bytes, &fed, &random), TT_OK);
        assert_int_equal(event.offset, full.offset);
        tt_demo_world_follow(&all.follower, &demo, &full);
        assert_true(demo_lazy_keep(&lazy, &event));
        if (random_next(&random) % rarely == 0) {
            demo_lazy_catch_up(&lazy);
            assert_same();
            asked++;
        }
    }
    demo_lazy_close(&lazy);
    return asked;
}

static void same_whenever_asked(void **state)
{
    (void)state;
    long asked = 0;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        demo_bytes bytes = {NULL, 0, 0};
        demo_people_make(&bytes, seed, 120, 0);
        asked += compare(&bytes, seed, 1 + seed % 60);
        demo_bytes_free(&bytes);
    }
    assert_true(asked > 1000);
}

/* A chunk that is no good changes nothing on either side. */
static void same_with_damage(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 200; seed++) {
        demo_bytes bytes = {NULL, 0, 0};
        uint64_t random = seed;
        demo_people_make(&bytes, seed, 60, 0);
        for (int i = 0; i < 4; i++) {
            size_t at = TT_DEMO_HEADER_MAX + 60 +
                        random_next(&random) % (bytes.size - TT_DEMO_HEADER_MAX - 60);
            bytes.data[at] ^= (uint8_t)(1u << random_next(&random) % 8);
        }
        compare(&bytes, seed, 1 + seed % 20);
        demo_bytes_free(&bytes);
    }
}

/* A second time at the same place there is nothing to do. */
static void asking_twice(void **state)
{
    (void)state;
    demo_bytes bytes = {NULL, 0, 0};
    demo_people_make(&bytes, 7, 50, 0);
    struct demo_lazy lazy;
    uint64_t random = 1;
    size_t fed = 0;
    tt_demo_init(&lazy_demo, &lazy_memory);
    lazy_demo.skip_snapshots = 1;
    tt_demo_world_init(&some.follower, &some.world);
    assert_int_equal(lazy_next(&bytes, &fed, &random), TT_OK);
    assert_true(demo_lazy_open(&lazy, &lazy_demo, &some.follower));
    demo_lazy_catch_up(&lazy); /* nothing was there yet */
    assert_false(some.world.client[0].connected);
    while (lazy_next(&bytes, &fed, &random) == TT_OK) {
        assert_true(demo_lazy_keep(&lazy, &event));
    }
    demo_lazy_catch_up(&lazy);
    assert_int_equal(lazy.size, 0);
    struct side before = some;
    demo_lazy_catch_up(&lazy);
    assert_memory_equal(&before.world, &some.world, sizeof before.world);
    demo_lazy_close(&lazy);
    demo_bytes_free(&bytes);
}

/* Without keyframes, and without anybody who asks, memory does not grow with the demo. */
static void memory_is_bounded(void **state)
{
    (void)state;
    enum { CHUNK = 60000, CHUNKS = 400 };
    static uint8_t chunk[CHUNK];
    struct demo_lazy lazy;
    chunk[0] = 3 << 5 | 31; /* a delta that is none */
    chunk[1] = (uint8_t)((CHUNK - 3) & 0xff);
    chunk[2] = (uint8_t)((CHUNK - 3) >> 8);
    tt_demo_init(&lazy_demo, &lazy_memory);
    lazy_demo.sizes = &tt_snap_sizes_6;
    lazy_demo.header.version = 6;
    tt_demo_world_init(&some.follower, &some.world);
    assert_true(demo_lazy_open(&lazy, &lazy_demo, &some.follower));
    event = (tt_demo_event){.kind = TT_DEMO_DELTA, .tick = 1, .size = CHUNK};
    event.packed = (tt_bytes){chunk + 3, CHUNK - 3};
    for (int i = 0; i < CHUNKS; i++) {
        assert_true(demo_lazy_keep(&lazy, &event));
        assert_true(lazy.capacity < 9u << 20);
    }
    demo_lazy_catch_up(&lazy);
    assert_int_equal(lazy.size, 0);
    demo_lazy_close(&lazy);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_whenever_asked),
        cmocka_unit_test(same_with_damage),
        cmocka_unit_test(asking_twice),
        cmocka_unit_test(memory_is_bounded),
    };
    return cmocka_run_group_tests_name("demo_lazy", tests, NULL, NULL);
}
