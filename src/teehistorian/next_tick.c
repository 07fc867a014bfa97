/* SPDX-License-Identifier: MIT
 *
 * tt_th_next_tick: looks at the next record without taking it.
 */
#include "teehistorian/diff.h"

/* The tick of a tee that moves, or of an input that changes, whose record lies in the piece; -1 for
 * other records. */
static int64_t frequent_tick(const tt_th *th)
{
    unsigned cid;
    if (th->state != TTI_TH_RECORDS || th->carried != 0 || th->end - th->at < TTI_TH_DIFF_MAX) {
        return -1;
    }
    if (tti_th_cid_get(th->at, &cid) != 0) {
        return (int64_t)th->world->tick + ((int32_t)cid <= th->last_cid);
    }
    int is_input = th->at[0] == TTI_TH_BYTE_INPUT_DIFF && tti_th_cid_get(th->at + 1, &cid) != 0;
    return is_input ? th->world->tick : -1;
}

/* Passes over records that are not given in recovery mode, but move the tick. TT_OK: `event` is the
 * next one that is given, if it is no error. */
static tt_status peek(tt_th *th, tt_th_event *event)
{
    for (;;) {
        int deliver;
        tt_status status =
            th->state == TTI_TH_RECORDS ? tti_th_peek(th, event) : tti_th_step(th, event);
        if (status != TT_OK || !th->recover || !tti_th_has_bad_cid(event)) {
            return status;
        }
        status = tti_th_take(th, event, &deliver);
        if (status != TT_OK) {
            return status;
        }
    }
}

tt_status tt_th_next_tick(tt_th *th, int32_t *tick)
{
    tt_th_event event;
    int64_t after = frequent_tick(th);
    if (after < 0) {
        tt_status status = peek(th, &event);
        if (status != TT_OK) {
            return status;
        }
        after = tti_th_tick_after(th, &event);
    }
    *tick = after > INT32_MAX ? INT32_MAX : (int32_t)after;
    return TT_OK;
}
