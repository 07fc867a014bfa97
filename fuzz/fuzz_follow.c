/* SPDX-License-Identifier: MIT
 *
 * Where tees of a demo are: whatever the numbers are, a tick ends soon, and who begins to follow at
 * a tick has the same states as who came there.
 *
 * The input is a demo. Its tees move on a small terrain.
 */
#include "follow/follow.h"
#include "must.h"
#include "physics/core.h"
#include "teetape/follow.h"

#include <string.h>

/* A floor, a wall, tiles for hooks, and a teleporter for hooks with its exit. */
static const uint8_t game[] = {0, 0, 0, 0, 1, 0, 3, 0, 1, 0, 0, 0, 66, 0, 0, 0,
                               0, 0, 1, 0, 1, 0, 0, 0, 1, 0, 1, 0, 1,  0, 3, 0};
static const uint8_t front[] = {0, 0, 6, 0, 0, 0, 67, 8, 0, 0, 5, 0, 66, 0, 67, 3,
                                0, 0, 0, 0, 0, 0, 0,  0, 0, 0, 0, 0, 0,  0, 0,  0};
static const uint8_t teles[] = {0, 0, 1, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 1, 27,
                                0, 0, 2, 15, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0};
static const tt_terrain terrain = {4, 4, {game, front, teles}};

static tt_recording rec;
static uint64_t scratch[TT_RECORDING_SCRATCH / 8];
static tt_follow with, fresh, without;

static void look(int32_t tick)
{
    tt_follow_init(&fresh, &terrain);
    tt_follow_take(&fresh, &rec, tick);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_tee_state a, b, c;
        int is_there = tt_follow_tee(&with, cid, tick, &a);
        MUST(tt_follow_tee(&fresh, cid, tick, &b) == is_there);
        MUST(tt_follow_tee(&without, cid, tick, &c) == is_there);
        if (is_there) {
            MUST(memcmp(&a, &b, sizeof a) == 0);
            MUST(a.core_age >= 0 && a.core_age == c.core_age && a.place != TT_UNKNOWN);
        }
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    tt_item item;
    tt_status status;
    int32_t before = -1;
    int ticks = 0, is_over = 0;
    tt_recording_init(&rec, scratch, sizeof scratch);
    tt_recording_recover(&rec, 1);
    tt_recording_want(&rec, TT_WANT_TICKS | TT_WANT_FACTS,
                      TT_FACT_BIT(TT_FACT_KILL) | TT_FACT_BIT(TT_FACT_DEATH));
    tt_follow_init(&with, &terrain);
    tt_follow_init(&without, NULL);
    tti_follow_guess(&without, 1);
    tt_recording_feed(&rec, data, size);
    while ((status = tt_recording_next(&rec, &item)) == TT_OK || (status == TT_MORE && !is_over)) {
        if (status == TT_MORE) {
            is_over = 1;
            tt_recording_feed(&rec, NULL, 0);
        } else if (item.kind == TT_ITEM_FACT) {
            tt_fact fact = *item.fact;
            tt_follow_fact(&with, &rec, &fact);
            MUST(!fact.derived || fact.u.death.x != TT_NO_PLACE);
        } else if (item.kind == TT_ITEM_TICK && ticks++ < 200) {
            tt_tee_state state;
            tt_follow_take(&with, &rec, item.tick);
            tt_follow_take(&without, &rec, item.tick);
            if (before >= 0 && before + 1 < item.tick) {
                (void)tt_follow_tee(&with, 0, before + 1, &state);
            }
            look(item.tick);
            before = item.tick;
        }
    }
    return 0;
}
