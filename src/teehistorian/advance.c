/* SPDX-License-Identifier: MIT
 *
 * tt_th_advance: moves the world without handing out events.
 *
 * One loop runs over the three records that fill a recording, with the tick, the last client id
 * and the place in registers. Whatever it does not know it leaves to the general reader, which
 * looks at one record and comes back.
 */
#include "teehistorian/diff.h"

/* The reader's state while the loop runs. */
struct run {
    const uint8_t *at;
    const uint8_t *last; /* a record that begins before it lies whole in the piece */
    int32_t tick, last_cid;
    int32_t limit; /* the last tick that is wanted */
};

static int run_player_diff(struct run *run, tt_world *world)
{
    unsigned cid;
    int32_t dx = 0, dy = 0;
    unsigned size = tti_th_cid_get(run->at, &cid);
    tt_tee *tee = &world->tee[cid];
    int32_t tick = run->tick;
    const uint8_t *p = size != 0 ? tti_th_move_get(run->at + size, &dx, &dy) : NULL;
    if (p == NULL || !tee->alive || tick == run->limit) {
        return 0;
    }
    run->tick = tick + ((int32_t)cid <= run->last_cid);
    run->last_cid = (int32_t)cid;
    tee->x = (int32_t)((uint32_t)tee->x + (uint32_t)dx);
    tee->y = (int32_t)((uint32_t)tee->y + (uint32_t)dy);
    run->at = p;
    return 1;
}

static int run_input_diff(struct run *run, tt_world *world)
{
    unsigned cid;
    int32_t diff[TT_INPUT_INTS];
    unsigned size = tti_th_cid_get(run->at + 1, &cid);
    tt_tee *tee = &world->tee[cid];
    if (size == 0 || !tee->settled) {
        return 0;
    }
    const uint8_t *p = tti_th_input_get(run->at + 1 + size, tee->input, diff);
    if (p == NULL) {
        return 0;
    }
    run->at = p;
    return 1;
}

/* One byte of dt reaches 63 ticks; longer gaps are rare enough for the general reader. */
static int run_tick_skip(struct run *run)
{
    uint8_t dt = run->at[1];
    if (dt >= 0x40 || run->limit - run->tick <= dt) {
        return 0;
    }
    run->tick += dt + 1;
    run->last_cid = -1;
    run->at += 2;
    return 1;
}

static void run_fast(struct run *run, tt_world *world)
{
    int goes_on = 1;
    while (goes_on && run->at < run->last) {
        uint8_t first = run->at[0];
        if ((first & 0x40) == 0) {
            goes_on = run_player_diff(run, world);
        } else if (first == TTI_TH_BYTE_INPUT_DIFF) {
            goes_on = run_input_diff(run, world);
        } else {
            goes_on = first == TTI_TH_BYTE_TICK_SKIP && run_tick_skip(run);
        }
    }
}

static void advance_fast(tt_th *th, int32_t limit)
{
    if (th->carried != 0 || th->end - th->at < TTI_TH_DIFF_MAX || th->world->tick > limit) {
        return; /* the loop counts on a limit that was not passed yet */
    }
    struct run run = {th->at, th->end - TTI_TH_DIFF_MAX + 1, th->world->tick, th->last_cid, limit};
    run_fast(&run, th->world);
    th->offset += (uint64_t)(run.at - th->at);
    th->at = run.at;
    th->world->tick = run.tick;
    th->last_cid = run.last_cid;
}

tt_status tt_th_advance(tt_th *th, int32_t tick)
{
    tt_th_event event;
    for (;;) {
        int deliver;
        if (th->state != TTI_TH_RECORDS) {
            return tti_th_step(th, &event);
        }
        advance_fast(th, tick);
        tt_status status = tti_th_peek(th, &event);
        /* INT32_MAX is the last tick: what would be later is taken there, and found wrong. */
        if (status == TT_OK && tick != INT32_MAX && tti_th_tick_after(th, &event) > tick) {
            return TT_OK;
        }
        if (status == TT_OK) {
            status = tti_th_take(th, &event, &deliver);
        }
        if (status != TT_OK) {
            return status;
        }
    }
}
