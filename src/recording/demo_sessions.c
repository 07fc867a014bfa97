/* SPDX-License-Identifier: MIT
 *
 * Who is there in a demo: sessions, and what was known of clients where reading begins.
 */
#include "base/mem.h"
#include "recording/recording.h"

/* A client who is gone has left; a new one has come. What happens in between two snapshots is not
 * in a demo. `began` and `ended` are for the facts of this record, whose steps clear them. */
void tti_demo_follow_sessions(tti_recording *r)
{
    tti_demo *d = &r->u.demo;
    int32_t tick = d->event.tick < 0 ? 0 : d->event.tick;
    /* first all who leave: they were not there at the same time as those who come */
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        d->ended[cid] =
            !r->world.client[cid].connected && tti_session_leave(&d->sessions, &d->slot[cid]);
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_client *client = &r->world.client[cid];
        uint64_t replaced; /* none: who was there has left above */
        int began = 0;
        if (client->connected && !d->slot[cid].open) {
            began = client->joined ? tti_session_join(&d->sessions, &d->slot[cid], tick, &replaced)
                                   : tti_session_mention(&d->sessions, &d->slot[cid], tick);
        }
        if (client->connected) {
            tti_session_name(r->name[cid], client, began);
        }
        d->began[cid] = (uint8_t)began;
    }
}

/* For a reader that begins in the middle: what is true there is no news. */
void tti_demo_know(tti_recording *r)
{
    tti_demo *d = &r->u.demo;
    d->game_paused = d->follower.game_paused;
    d->spawns = d->follower.spawns;
    r->has_killed = 0;
    tti_fill(d->began, 0, sizeof d->began);
    tti_fill(d->ended, 0, sizeof d->ended);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tti_known *known = &r->known[cid];
        const tt_client *client = &r->world.client[cid];
        tti_known_init(known);
        tti_copy(known->name, client->name, TT_NAME_CAP);
        tti_copy(known->clan, client->clan, TT_NAME_CAP);
        known->skin = d->follower.skin[cid];
        known->country = client->country;
        known->team = client->team;
        known->rcon_level = client->rcon_level;
        known->alive = r->world.tee[cid].alive ? TTI_OWN_TEE : TTI_NO_TEE;
        known->paused = d->follower.paused[cid];
    }
}
