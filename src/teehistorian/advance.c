/* SPDX-License-Identifier: MIT
 *
 * tt_th_advance: moves the world without handing out events.
 *
 * One loop runs over the three records that fill a recording, with the tick, the last client id and
 * the place in registers. Whatever it does not know it leaves to the general reader, which looks at
 * one record and comes back. A step of the loop that gives up has changed nothing.
 *
 * The loop is there twice: with a tally and without.
 */
#include "base/inline.h"
#include "teehistorian/diff.h"
#include "teehistorian/tally.h"

/* The reader's state while the loop runs, copied out of it and back. */
struct run {
    const uint8_t *at;   /* the next record */
    const uint8_t *last; /* a record that begins before it lies whole in the piece */
    int32_t last_cid;    /* as th->last_cid */
    uint32_t tick;       /* the one that is open, up to INT32_MAX */
    uint32_t limit;      /* the last tick that is wanted; not below tick */
    int is_done;         /* the next record belongs to a later tick */
};

/* The tick is looked at before the rest, so that a record of a later tick is not taken. It has no
 * sign, so one step beyond INT32_MAX is a number too, and above every limit. A dead tee is an
 * error, which the general reader reports. */
TTI_ALWAYS_INLINE int run_player_diff(struct run *run, tt_world *world, tt_th_tally *tally,
                                      unsigned cid, const uint8_t *p)
{
    int32_t dx, dy;
    tt_tee *tee = &world->tee[cid];
    tti_th_step_on on = tti_th_rule(TT_TH_PLAYER_DIFF, (int32_t)cid, 0, run->last_cid);
    uint32_t tick = run->tick + (uint32_t)on.ticks;
    /* Not taken: the caller looks at the reader as it is before this record. The run that a move by
     * nothing may begin is an error, which has no tick: the general reader finds it. */
    if (tick > run->limit) {
        run->is_done = (p[0] | p[1]) != 0;
        return 0;
    }
    p = tti_th_move_get(p, &dx, &dy);
    if (p == NULL || !tee->alive) {
        return 0;
    }
    run->tick = tick;
    run->last_cid = on.last_cid;
    tee->x = (int32_t)((uint32_t)tee->x + (uint32_t)dx);
    tee->y = (int32_t)((uint32_t)tee->y + (uint32_t)dy);
    run->at = p;
    if (tally != NULL) {
        tti_th_tally_move(tally, cid, dx, dy);
    }
    return 1;
}

/* As next_input_diff of next.c. An input never opens a tick, so there is no limit to look at. The
 * differences are not wanted, but have to go somewhere. */
TTI_ALWAYS_INLINE int run_input_diff(struct run *run, tt_world *world, tt_th_tally *tally)
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
    if (tally != NULL) {
        tally->inputs[cid]++;
    }
    return 1;
}

/* One byte of dt reaches 63 ticks; longer gaps are few enough for the general reader, and so is a
 * negative dt, which has bit 6 set. The limit is not below the tick, so the difference has a
 * meaning without a sign. */
TTI_ALWAYS_INLINE int run_tick_skip(struct run *run, tt_th_tally *tally)
{
    uint8_t dt = run->at[1];
    if (dt >= 0x40) {
        return 0;
    }
    tti_th_step_on on = tti_th_rule(TT_TH_TICK_SKIP, -1, dt, run->last_cid);
    if (run->limit - run->tick < (uint32_t)on.ticks) {
        run->is_done = 1;
        return 0;
    }
    run->tick += (uint32_t)on.ticks;
    run->last_cid = on.last_cid;
    run->at += 2;
    if (tally != NULL) {
        tally->tick_skips++;
    }
    return 1;
}

/* The two records of run_fast that are not as frequent. 0 for every other one. */
TTI_ALWAYS_INLINE int run_other(struct run *run, tt_world *world, tt_th_tally *tally)
{
    if (run->at[0] == TTI_TH_BYTE_INPUT_DIFF) {
        return run_input_diff(run, world, tally);
    }
    return run->at[0] == TTI_TH_BYTE_TICK_SKIP && run_tick_skip(run, tally);
}

/* Compilers put every function above in here, and the struct into registers. */
TTI_ALWAYS_INLINE void run_fast(struct run *run, tt_world *world, tt_th_tally *tally)
{
    int goes_on = 1;
    while (goes_on && run->at < run->last) {
        unsigned cid;
        unsigned size = tti_th_cid_get(run->at, &cid);
        goes_on = size != 0 ? run_player_diff(run, world, tally, cid, run->at + size)
                            : run_other(run, world, tally);
    }
}

/* The loop with a tally. It takes and gives the struct as a value: with a pointer to it, the other
 * loop could have to keep it in memory. */
static TTI_NOINLINE struct run run_counting(struct run run, tt_world *world, tt_th_tally *tally)
{
    run_fast(&run, world, tally);
    return run;
}

/* Out of the reader into the struct, and back. Nothing else of the reader changes in the loop:
 * th->odd and th->diff belong to a record that is handed out. The end of a piece, or a record in
 * the scratch, is for the general way. */
int tti_th_run(tt_th *th, int32_t limit)
{
    if (!tti_th_is_at_piece(th) || th->end - th->at < TTI_TH_DIFF_MAX || th->world->tick > limit) {
        return 0; /* the loop counts on a limit that was not passed yet */
    }
    /* A record at `last` or after it has fewer than TTI_TH_DIFF_MAX bytes before the end of the
     * piece. */
    struct run run = {th->at,          th->end - TTI_TH_DIFF_MAX + 1,
                      th->last_cid,    (uint32_t)th->world->tick,
                      (uint32_t)limit, 0};
    if (th->tally != NULL) {
        run = run_counting(run, th->world, th->tally);
    } else {
        run_fast(&run, th->world, NULL);
    }
    th->offset += (uint64_t)(run.at - th->at);
    th->at = run.at;
    th->world->tick = (int32_t)run.tick;
    th->last_cid = run.last_cid;
    return run.is_done;
}

/* At each turn the loop takes as many records as it can, then the general reader takes one. Where
 * th->state is not TTI_TH_RECORDS, the end or an error of the recording is given, as tt_th_next
 * gives it. */
tt_status tt_th_advance(tt_th *th, int32_t tick)
{
    tt_th_event event;
    for (;;) {
        int deliver;
        if (th->state != TTI_TH_RECORDS) {
            return tti_th_step(th, &event);
        }
        /* INT32_MAX is the last tick: what would be later is taken there, and found wrong. */
        if (tti_th_run(th, tick) && tick != INT32_MAX) {
            return TT_OK;
        }
        tt_status status = tti_th_peek(th, &event);
        if (status == TT_OK && tick != INT32_MAX && tti_th_tick_after(th, &event) > tick) {
            return TT_OK;
        }
        if (status == TT_OK) {
            status = tti_th_take(th, &event, &deliver);
        }
        if (status != TT_OK) {
            return status;
        }
        if (deliver && th->tally != NULL) {
            tti_th_tally_take(th->tally, &event);
        }
    }
}
