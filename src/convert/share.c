/* SPDX-License-Identifier: MIT
 *
 * A conversion of few clients that takes what is known of them from one that follows everybody.
 * Messages and snapshots are its own.
 *
 * Bodies and looks of all clients cost the most of a conversion, and are the same in each of many
 * demos of a recording. So one conversion follows everything, and the others copy what they show: a
 * few clients each.
 */
#include "convert/parts.h"

/* The local client too: whether the demo has a tick at all depends on it. */
int tti_share_wants(const tt_convert *c, int32_t cid)
{
    return cid >= 0 && cid < TT_CIDS && (c->focus[cid] || cid == c->local);
}

/* All but where its items lie in the snapshot: that is this conversion's own. The caller has to
 * have the other one follow the event, or go through the tick, before. */
void tti_share_take(tt_convert *c, int32_t cid)
{
    tt_convert_client *own = &c->client[cid], before = *own;
    *own = c->shared->client[cid];
    own->place = before.place;
    own->tee_place = before.tee_place;
    own->parts = before.parts;
}

/* The bodies went through the tick there. What comes of it may be the same as before, and then the
 * same snapshot is made once more: to find out would cost about as much. */
void tti_share_tick(tt_convert *c, int32_t tick)
{
    for (int32_t cid = tti_next_wanted(c, 0); cid < TT_CIDS; cid = tti_next_wanted(c, cid + 1)) {
        tti_share_take(c, cid);
        tti_wake(c, cid, tick);
    }
    if (c->local >= 0 && c->local < TT_CIDS) {
        tti_share_take(c, c->local);
    }
    c->alive = c->shared->alive;
}
