/* SPDX-License-Identifier: MIT
 *
 * The library's ways to read a whole recording. See readers_teehistorian.h.
 */
#include "readers_teehistorian.h"

#include <string.h>

#include "teetape/teehistorian.h"

static uint8_t scratch[TT_TH_SCRATCH];
volatile uint32_t reader_seen;

static void copy_world(tt_bench_result *result, const tt_world *world)
{
    result->last_tick = world->tick;
    for (int cid = 0; cid < TT_CIDS; cid++) {
        const tt_tee *tee = &world->tee[cid];
        result->alive[cid] = tee->alive;
        result->x[cid] = tee->alive ? tee->x : 0;
        result->y[cid] = tee->alive ? tee->y : 0;
        result->has_input[cid] = tee->has_input;
        memcpy(result->input[cid], tee->input, sizeof tee->input);
    }
}

int reader_pull(const void *data, size_t size, tt_bench_result *result)
{
    tt_th th;
    tt_world world;
    tt_th_event event;
    uint32_t seen = 0;
    uint64_t records = 0;
    tt_status status = tt_th_init(&th, &world, scratch, sizeof scratch);
    if (status != TT_OK) {
        return 1;
    }
    tt_th_feed(&th, data, size);
    tt_th_feed(&th, NULL, 0);
    while ((status = tt_th_next(&th, &event)) == TT_OK) {
        seen = seen * 31 + (uint32_t)event.kind + (uint32_t)event.tick;
        records += event.kind != TT_TH_HEADER && event.kind != TT_TH_FINISH &&
                   event.kind != TT_TH_TICK_SKIP;
    }
    reader_seen = seen;
    result->records = records;
    copy_world(result, &world);
    return status != TT_END;
}

int reader_rare(const void *data, size_t size, tt_bench_result *result)
{
    tt_th th;
    tt_world world;
    tt_th_event event;
    uint32_t seen = 0;
    tt_status status = tt_th_init(&th, &world, scratch, sizeof scratch);
    if (status != TT_OK) {
        return 1;
    }
    tt_th_feed(&th, data, size);
    tt_th_feed(&th, NULL, 0);
    while ((status = tt_th_next_sparse(&th, &event, INT32_MAX)) == TT_OK) {
        seen = seen * 31 + (uint32_t)event.kind + (uint32_t)event.tick;
    }
    reader_seen = seen;
    copy_world(result, &world);
    return status != TT_END;
}

/* Moves `step` ticks at a time. */
static int advance_all(const void *data, size_t size, tt_bench_result *result, int32_t step)
{
    tt_th th;
    tt_world world;
    tt_th_event event;
    tt_status status = tt_th_init(&th, &world, scratch, sizeof scratch);
    tt_th_feed(&th, data, size);
    tt_th_feed(&th, NULL, 0);
    if (status != TT_OK || tt_th_next(&th, &event) != TT_OK) {
        return 1;
    }
    for (int32_t tick = step; (status = tt_th_advance(&th, tick)) == TT_OK; tick += step) {
        reader_seen = (uint32_t)world.tick;
    }
    copy_world(result, &world);
    return status != TT_END;
}

int reader_advance(const void *data, size_t size, tt_bench_result *result)
{
    return advance_all(data, size, result, INT32_MAX);
}

int reader_advance_by_tick(const void *data, size_t size, tt_bench_result *result)
{
    return advance_all(data, size, result, 1);
}
