/* SPDX-License-Identifier: MIT
 *
 * tt_th_next_tick: looks at the next record without taking it. A cut ends with it, and the
 * recording loop closes a tick with it, before the first record of the next one changes the world.
 */
#include "teehistorian/diff.h"
#include "teehistorian/sparse.h"

/* The tick of a tee that moves, or of an input that changes, whose record lies in the piece; -1 for
 * other records. The rest of the record is not looked at: what may be wrong there does not change
 * its tick. */
static int64_t frequent_tick(const tt_th *th)
{
    unsigned cid;
    if (th->state != TTI_TH_RECORDS || !tti_th_is_at_piece(th) ||
        th->end - th->at < TTI_TH_DIFF_MAX) {
        return -1;
    }
    unsigned size = tti_th_cid_get(th->at, &cid);
    if (size != 0 && (th->at[size] | th->at[size + 1]) == 0) {
        return -1; /* the run that such a move may begin has no tick */
    }
    if (size != 0) {
        return th->world->tick +
               tti_th_rule(TT_TH_PLAYER_DIFF, (int32_t)cid, 0, th->last_cid).ticks;
    }
    int is_input = th->at[0] == TTI_TH_BYTE_INPUT_DIFF && tti_th_cid_get(th->at + 1, &cid) != 0;
    return is_input ? th->world->tick : -1;
}

/* The tick to which the next record leads. One that is too late counts as the last one: taking it
 * finds the error. */
static int32_t tick_of(const tt_th *th, const tt_th_event *event)
{
    int64_t tick = tti_th_tick_after(th, event);
    return tick > INT32_MAX ? INT32_MAX : (int32_t)tick;
}

/* Looks at the next record, and passes over those that are not given in recovery mode, which still
 * move the tick; but only up to the end of tick `last`. Without recovery mode such a record is an
 * error, and the call that takes it reports it. */
static tt_status look(tt_th *th, int32_t last, int32_t *tick)
{
    for (;;) {
        tt_th_event event;
        int deliver;
        int64_t frequent = frequent_tick(th);
        if (frequent >= 0) {
            *tick = frequent > INT32_MAX ? INT32_MAX : (int32_t)frequent;
            return TT_OK;
        }
        tt_status status =
            th->state == TTI_TH_RECORDS ? tti_th_peek(th, &event) : tti_th_step(th, &event);
        if (status != TT_OK) {
            return status;
        }
        *tick = tick_of(th, &event);
        if (!th->recover || !tti_th_has_bad_cid(&event) || *tick > last) {
            return TT_OK;
        }
        status = tti_th_take(th, &event, &deliver);
        if (status != TT_OK) {
            return status;
        }
    }
}

/* `*tick` is set on success alone. */
tt_status tt_th_next_tick(tt_th *th, int32_t *tick)
{
    int32_t next;
    tt_status status = look(th, INT32_MAX, &next);
    if (status == TT_OK) {
        *tick = next;
    }
    return status;
}

tt_status tti_th_coming_tick(tt_th *th, int32_t open, int32_t *tick)
{
    return look(th, open, tick);
}
