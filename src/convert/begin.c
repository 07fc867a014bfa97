/* SPDX-License-Identifier: MIT
 *
 * What a conversion begins with: nothing, a world in the middle of a recording, or all that another
 * demo was begun with.
 */
#include "base/mem.h"
#include "convert/body.h"
#include "convert/parts.h"

/* All zeros are wrong for most members: 0 is a tick, a client id and a weapon. Each of those gets
 * its "none" here. is_ddrace is what a recording without a header most likely is; tt_convert_header
 * says it for sure. */
void tt_convert_init(tt_convert *c)
{
    tti_fill(c, 0, sizeof *c);
    c->local = -1;
    c->seen = (tt_convert_view)TT_CONVERT_VIEW_NONE;
    c->every = 1;
    c->tick = c->keyframe = c->marker_tick = c->queue_tick = c->wake = TTI_NEVER;
    c->body_tick = TTI_NEVER;
    c->is_ddrace = 1;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_convert_client *client = &c->client[cid];
        client->changed = client->moved = client->born = client->killed = TTI_NEVER;
        client->dead = client->emoticon = client->marked = TTI_NEVER;
        client->body.input_tick = TTI_NEVER;
        client->body.wanted = -1;
        tti_body_reset(&client->body);
        tti_look_init(&client->next, cid);
        client->shown = client->next;
        c->wakes[cid] = c->tee_wakes[cid] = INT32_MAX;
    }
    c->snap = tt_snap_empty();
}

/* The world says who is there and where, not since when: an input counts as of this tick, tees as
 * born in it, their order by age as that of client ids. Weapons, freezing and scores of before are
 * not known. The first input of a body presses no key, so counters of keys that ran for hours fire
 * no shot. */
void tt_convert_resume(tt_convert *c, const tt_world *world, const tt_th_history *history)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_convert_client *client = &c->client[cid];
        const tt_tee *tee = &world->tee[cid];
        if (world->client[cid].connected) {
            tti_note_name(c, cid, world);
            tti_look_info(&client->next, cid, &world->client[cid], &history->profile[cid]);
            client->next.in_game = history->profile[cid].info_size != 0 || tee->alive;
        }
        if (tee->has_input) {
            tti_look_input(&client->next, tee->input);
            client->next.input_tick = world->tick;
        }
        if (tee->alive) {
            client->born = world->tick;
            client->rank = c->alive++;
        }
        client->shown = client->next;
    }
    c->cids = TT_CIDS;
    tti_wake_all(c, world->tick);
    c->teams_due = 1;
}

void tt_convert_begin(tt_convert *c)
{
    c->is_started = 0;
    c->seen = (tt_convert_view)TT_CONVERT_VIEW_NONE;
    c->has_layout = 0; /* in a copy, the snapshot lies in the space of the original */
    c->keyframe = TTI_NEVER;
    c->snapshots = c->messages = c->markers = c->left_out = 0;
}
