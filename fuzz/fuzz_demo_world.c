/* SPDX-License-Identifier: MIT
 *
 * The world of a demo: an event changes nothing but what it says, and the state keeps to its
 * limits. The keyframes that are noted on the way are places from where the demo can be read.
 *
 * The first byte is room for keyframes and, in its top bit, whether the reader goes on after
 * errors. The rest is the demo.
 */
#include <string.h>

#include "must.h"
#include "mutate.h"
#include "teetape/demo_keyframe.h"
#include "teetape/demo_world.h"
#include "world/world.h"

enum { KEYFRAMES = 2 + 127 };

static tt_demo demo;
static tt_demo_memory memory;
static tt_world world, before;
static tt_demo_world follower;
static tt_demo_keyframe rows[KEYFRAMES];
static tt_demo_keyframes keyframes;

static void check_changes(unsigned changes)
{
    MUST(changes <=
         (TT_DEMO_WORLD_CLIENTS | TT_DEMO_WORLD_TEES | TT_DEMO_WORLD_TEAMS | TT_DEMO_WORLD_GAME));
    if ((changes & TT_DEMO_WORLD_TEES) == 0) {
        MUST(memcmp(world.tee, before.tee, sizeof world.tee) == 0);
    }
    for (size_t cid = 0; cid < TT_CIDS; cid++) {
        tt_client *was = &before.client[cid];
        const tt_client *is = &world.client[cid];
        MUST((changes & TT_DEMO_WORLD_TEAMS) != 0 || is->team == was->team);
        was->team = is->team;
        MUST((changes & TT_DEMO_WORLD_CLIENTS) != 0 || memcmp(is, was, sizeof *is) == 0);
    }
}

static void check_limits(void)
{
    for (size_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_client *client = &world.client[cid];
        MUST(world.tee[cid].alive || world.tee[cid].weapon == -1);
        MUST(client->team >= 0 && client->team < TT_TEAMS);
        MUST(memchr(client->name, 0, TT_NAME_CAP) != NULL);
        MUST(memchr(client->clan, 0, TT_NAME_CAP) != NULL);
    }
    MUST(tt_demo_world_look(&follower).local >= -1 &&
         tt_demo_world_look(&follower).local < TT_CIDS);
}

static void follow_all(void)
{
    tt_demo_event event;
    tti_world_init(&world);
    tt_demo_world_init(&follower, &world);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        before = world;
        check_changes(tt_demo_world_follow(&follower, &demo, &event));
        check_limits();
        tt_demo_keyframes_note(&keyframes, &event);
    }
}

static void check_keyframes(const uint8_t *data, size_t size)
{
    tt_demo_event event;
    const tt_demo_keyframe *last = tt_demo_keyframes_find(&keyframes, INT32_MAX);
    if (last == NULL) {
        return;
    }
    for (const tt_demo_keyframe *row = rows; row <= last; row++) {
        MUST(row == rows || (row[-1].offset < row->offset && row[-1].tick < row->tick));
        MUST(tt_demo_keyframes_find(&keyframes, row->tick) == row);
    }
    tt_demo_seek(&demo, last->offset);
    tt_demo_feed(&demo, data + last->offset, size - (size_t)last->offset);
    tt_demo_feed(&demo, NULL, 0);
    MUST(tt_demo_next(&demo, &event) == TT_OK);
    MUST(event.kind == TT_DEMO_TICK && event.offset == last->offset);
    MUST(tt_demo_next(&demo, &event) == TT_OK);
    MUST(event.kind == TT_DEMO_SNAPSHOT && tt_demo_look(&demo).tick == last->tick);
}

MUTATE(mutate_demo, 1)

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    if (size == 0) {
        return 0;
    }
    tt_demo_init(&demo, &memory);
    tt_demo_set(&demo, &(tt_demo_options){.recover = data[0] >> 7});
    tt_demo_keyframes_init(&keyframes, rows, 2 + (data[0] & 127u));
    tt_demo_feed(&demo, data + 1, size - 1);
    tt_demo_feed(&demo, NULL, 0);
    follow_all();
    check_keyframes(data + 1, size - 1);
    return 0;
}
