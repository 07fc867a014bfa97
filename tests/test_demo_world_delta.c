/* SPDX-License-Identifier: MIT
 *
 * A world that follows by what deltas name (teetape/demo_world.h) is the one that follows by all
 * items of the snapshots: compared at every event of demos in which people come and go at random.
 */
#include "cm.h"
#include "demo/parts.h"

#include <string.h>

#include "support/demo_people.h"
#include "teetape/demo_world.h"

static tt_demo demo;
static tt_demo_memory memory;
static tt_demo_event event;

/* Both follow the same reader. */
struct side {
    tt_demo_world follower;
    tt_world world;
};
static struct side all, fast;

static struct {
    long deltas, clients, tees;
} counts;

static void compare(unsigned changes, unsigned fast_changes)
{
    assert_int_equal(fast_changes, changes);
    assert_int_equal(fast.world.tick, all.world.tick);
    assert_memory_equal(fast.world.client, all.world.client, sizeof all.world.client);
    assert_memory_equal(fast.world.tee, all.world.tee, sizeof all.world.tee);
    assert_int_equal(tt_demo_world_look(&fast.follower).local,
                     tt_demo_world_look(&all.follower).local);
    assert_int_equal(tti_demo_world_seen(&fast.follower)->type_count,
                     tti_demo_world_seen(&all.follower)->type_count);
    assert_memory_equal(tti_demo_world_seen(&fast.follower)->by_item,
                        tti_demo_world_seen(&all.follower)->by_item, TT_CIDS);
    assert_memory_equal(tt_demo_world_look(&fast.follower).core_tick,
                        tt_demo_world_look(&all.follower).core_tick, TT_CIDS * sizeof(int32_t));
    counts.clients += (changes & TT_DEMO_WORLD_CLIENTS) != 0;
    counts.tees += (changes & TT_DEMO_WORLD_TEES) != 0;
}

static void follow(void)
{
    /* a world that is not told of the ints has to look at all items */
    tt_demo_event bare = event;
    bare.ints = NULL;
    bare.count = 0;
    unsigned changes = tt_demo_world_follow(&all.follower, &demo, &bare);
    compare(changes, tt_demo_world_follow(&fast.follower, &demo, &event));
    counts.deltas += event.kind == TT_DEMO_DELTA;
}

static void begin(const demo_bytes *bytes)
{
    tt_demo_init(&demo, &memory);
    tt_demo_set(&demo, &(tt_demo_options){.recover = true});
    tt_demo_world_init(&all.follower, &all.world);
    tt_demo_world_init(&fast.follower, &fast.world);
    tt_demo_feed(&demo, bytes->data, bytes->size);
    tt_demo_feed(&demo, NULL, 0);
}

static void same_as_all_items(void **state)
{
    (void)state;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        demo_bytes bytes = {NULL, 0, 0};
        demo_people_make(&bytes, seed, 60, seed % 2 == 0 ? DEMO_PEOPLE_STRANGE : 0);
        begin(&bytes);
        while (tt_demo_next(&demo, &event) == TT_OK) {
            follow();
        }
        assert_int_equal(tt_demo_look(&demo).error->status, TT_OK);
        demo_bytes_free(&bytes);
    }
    assert_true(counts.deltas > 10000);
    assert_true(counts.clients > 1000);
    assert_true(counts.tees > 5000);
}

/* Bits are wrong, and events are left out by a caller, who looks at some moments only. */
static void same_with_damage_and_gaps(void **state)
{
    (void)state;
    uint64_t random = 77;
    for (uint64_t seed = 1; seed <= 300; seed++) {
        demo_bytes bytes = {NULL, 0, 0};
        demo_people_make(&bytes, seed, 60, seed % 3 == 0 ? DEMO_PEOPLE_STRANGE : 0);
        for (int i = 0; i < 3; i++) {
            size_t at =
                TT_DEMO_HEADER_MAX + random_next(&random) % (bytes.size - TT_DEMO_HEADER_MAX);
            bytes.data[at] ^= (uint8_t)(1u << random_next(&random) % 8);
        }
        begin(&bytes);
        while (tt_demo_next(&demo, &event) == TT_OK) {
            if (event.kind == TT_DEMO_HEADER || random_next(&random) % 8 != 0) {
                follow();
            }
        }
        demo_bytes_free(&bytes);
    }
}

/* Seeking to a keyframe begins anew. */
static void same_after_seeking(void **state)
{
    (void)state;
    demo_bytes bytes = {NULL, 0, 0};
    uint64_t keyframes[50];
    size_t count = 0;
    demo_people_make(&bytes, 5, 600, 0);
    begin(&bytes);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        follow();
        if (event.kind == TT_DEMO_TICK && event.keyframe && count < 50) {
            keyframes[count++] = event.offset;
        }
    }
    assert_true(count > 3);
    while (count-- > 0) {
        size_t at = (size_t)keyframes[count];
        tt_demo_seek(&demo, at);
        tt_demo_feed(&demo, bytes.data + at, bytes.size - at);
        tt_demo_feed(&demo, NULL, 0);
        for (int i = 0; i < 200 && tt_demo_next(&demo, &event) == TT_OK; i++) {
            follow();
        }
    }
    demo_bytes_free(&bytes);
}

/* That the shorter way is taken at all: items that the delta does not name are not looked at. */
static void looks_at_what_is_named(void **state)
{
    (void)state;
    demo_bytes bytes = {NULL, 0, 0};
    long spoilt = 0, kept = 0;
    demo_people_make(&bytes, 9, 300, 0);
    begin(&bytes);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        int32_t country = fast.world.client[0].country;
        fast.world.client[0].country = 999; /* somebody's that all items would repair */
        tt_demo_world_follow(&fast.follower, &demo, &event);
        if (event.kind == TT_DEMO_DELTA) {
            spoilt++;
            kept += fast.world.client[0].country == 999;
        }
        fast.world.client[0].country = country;
        tt_demo_world_follow(&all.follower, &demo, &event);
    }
    assert_true(kept > spoilt / 3);
    demo_bytes_free(&bytes);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(same_as_all_items),
        cmocka_unit_test(same_with_damage_and_gaps),
        cmocka_unit_test(same_after_seeking),
        cmocka_unit_test(looks_at_what_is_named),
    };
    return cmocka_run_group_tests_name("demo_world by deltas", tests, NULL, NULL);
}
