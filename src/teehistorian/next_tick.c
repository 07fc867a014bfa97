/* SPDX-License-Identifier: MIT
 *
 * tt_th_next_tick: looks at the next record without taking it.
 */
#include "teehistorian/diff.h"

/* The client id of a tee that moves, whose record lies in the piece; TT_CIDS for other records. */
static unsigned moving_cid(const tt_th *th)
{
    unsigned cid = TT_CIDS;
    if (th->state == TTI_TH_RECORDS && th->carried == 0 && th->end - th->at >= TTI_TH_DIFF_MAX &&
        tti_th_cid_get(th->at, &cid) == 0) {
        return TT_CIDS;
    }
    return cid;
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
    int64_t after;
    unsigned cid = moving_cid(th);
    if (cid != TT_CIDS) {
        after =
            th->world->tick + tti_th_rule(TT_TH_PLAYER_DIFF, (int32_t)cid, 0, th->last_cid).ticks;
    } else {
        tt_status status = peek(th, &event);
        if (status != TT_OK) {
            return status;
        }
        after = tti_th_tick_after(th, &event);
    }
    *tick = after > INT32_MAX ? INT32_MAX : (int32_t)after;
    return TT_OK;
}
