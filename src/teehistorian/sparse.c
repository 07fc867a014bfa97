/* SPDX-License-Identifier: MIT
 *
 * tt_th_next_sparse: the events that people search for, at about the speed of tt_th_advance.
 */
#include "teehistorian/sparse.h"

#include "teehistorian/record.h"
#include "teehistorian/tally.h"

/* The connected flag of the client that the record is about; 0 without a client, and for an id out
 * of range, which is looked at before it is found wrong. */
static int is_connected(const tt_th *th, int32_t cid)
{
    return cid >= 0 && cid < TT_CIDS && th->world->client[cid].connected;
}

/* The loop takes a run of frequent records in one go, then one record the general way. That one may
 * be frequent too (an int of an unusual form, the end of a piece), so its kind is asked again. */
tt_status tti_th_next_sparse(tt_th *th, tt_th_event *event, int32_t tick, int64_t silence)
{
    for (;;) {
        int deliver;
        if (th->state != TTI_TH_RECORDS) {
            return tti_th_step(th, event);
        }
        /* INT32_MAX is the last tick: what would be later is left over, and found wrong below. */
        if (tti_th_run(th, tick) && tick != INT32_MAX) {
            return TT_LATER;
        }
        tt_status status = tti_th_peek(th, event);
        if (status != TT_OK) {
            return status;
        }
        if (tick != INT32_MAX && tti_th_tick_after(th, event) > tick) {
            return TT_LATER;
        }
        /* A frequent record that is the first one of its client begins a session, so it is given:
         * else the history would miss where the session began. */
        int was_connected = is_connected(th, event->cid);
        status = tti_th_take(th, event, &deliver);
        if (status != TT_OK) {
            return status;
        }
        int is_wanted = !tti_th_is_frequent(event->kind) || tti_th_is_silence(event, silence) ||
                        is_connected(th, event->cid) > was_connected;
        if (deliver && is_wanted) {
            return TT_OK;
        }
        /* The fast loop counts what it takes; this one it did not take. */
        if (deliver && th->tally != NULL) {
            tti_th_tally_take(th->tally, event);
        }
    }
}

tt_status tt_th_next_sparse_until(tt_th *th, tt_th_event *event, int32_t tick)
{
    return tti_th_next_sparse(th, event, tick, INT64_MAX);
}

tt_status tt_th_next_sparse(tt_th *th, tt_th_event *event)
{
    return tt_th_next_sparse_until(th, event, INT32_MAX);
}
