/* SPDX-License-Identifier: MIT
 *
 * A conversion of few clients that takes what is known of them from one that follows everybody.
 * Messages and snapshots are its own.
 */
#include "convert/parts.h"

int tti_share_wants(const tt_convert *c, int32_t cid)
{
    return cid >= 0 && cid < TT_CIDS && (c->focus[cid] || cid == c->local);
}

/* All but where its items lie in the snapshot. */
void tti_share_take(tt_convert *c, int32_t cid)
{
    tt_convert_client *own = &c->client[cid], before = *own;
    *own = c->shared->client[cid];
    own->place = before.place;
    own->tee_place = before.tee_place;
    own->parts = before.parts;
}

/* The bodies went through the tick there. What comes of it may be the same as before, and then the
 * same snapshot is made once more. */
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
