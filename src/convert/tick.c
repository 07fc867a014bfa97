/* SPDX-License-Identifier: MIT
 *
 * A tick of a conversion: the bodies of tees go through it, then come its snapshot and messages.
 */
#include "convert/body.h"
#include "convert/parts.h"

/* A conversion of few clients that takes what is known of them from one that follows everybody.
 * Messages and snapshots are its own.
 *
 * Bodies and looks of all clients cost the most of a conversion, and are the same in each of many
 * demos of a recording. So one conversion follows everything, and the others copy what they show: a
 * few clients each.
 */

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
static void share_tick(tt_convert *c, int32_t tick)
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

/* Who begins to look here, or at a keyframe, needs what is otherwise sent only when it changes:
 * players of demos jump to keyframes. It comes before what happened in this tick, whose messages
 * are in the queue already; so it is appended and then moved to the front. The keyframes counted
 * here are where the writer puts its own: both count ticks of the demo from the first snapshot. */
static void add_messages(tt_convert *c, const tt_world *world)
{
    size_t before = tti_queue_size(c, c->tick);
    int is_keyframe = c->is_due && (c->keyframe < 0 || tti_demo_tick(c, c->tick) - c->keyframe >
                                                           TT_DEMO_KEYFRAME_TICKS);
    if (is_keyframe) {
        c->keyframe = tti_demo_tick(c, c->tick);
    }
    if (is_keyframe || c->teams_due) {
        tti_queue_teams(c, c->tick, world);
        c->teams_due = 0;
    }
    if (!c->is_started) {
        if (c->has_tunings) {
            tti_queue_tunings(c, c->tick);
        }
        tti_say_begin(c, c->tick);
        c->is_started = 1;
    }
    if (before != 0) {
        tti_queue_put_first(c, before);
    }
}

/* A client sees nothing when it is not there: a demo of a client has no ticks then, as no server
 * sent it any. */
static int is_seen(tt_convert *c, int32_t tick)
{
    return !c->is_client ||
           (c->local >= 0 && c->local < TT_CIDS && tti_look_at(c, c->local, tick)->in_game);
}

/* Nothing is seen in this tick: the next one in which something may be, or tees move by themselves.
 * The caller may leave out the ticks between, which keeps long silences cheap; it must not while
 * bodies are busy, as their hooks and freezing go on unseen. */
static int32_t next_sight(const tt_convert *c, int32_t tick)
{
    const tt_convert *bodies = c->shared != NULL ? c->shared : c;
    int32_t next = tti_later(tick, 1);
    int is_coming = c->local >= 0 && c->local < TT_CIDS && tti_look_at(c, c->local, next)->in_game;
    return is_coming || bodies->is_busy ? next : INT32_MAX;
}

/* Order matters: bodies first, as items show them; then the view, as the choice of the local client
 * looks at the tees of this tick and is itself an int of an item; then the snapshot. The snapshot
 * is made only from c->wake on: before it the last one still holds, and most ticks of a quiet
 * server cost next to nothing. */
tt_status tt_convert_tick(tt_convert *c, const tt_world *world, int32_t tick)
{
    tt_status status = TT_OK;
    c->tick = tick;
    if (c->shared != NULL) {
        share_tick(c, tick);
    } else {
        tti_body_tick(c, world, tick);
    }
    if (c->view && !c->is_client) {
        tti_view_tick(c, world);
    }
    if (!is_seen(c, tick)) {
        c->is_due = c->marker = 0;
        c->queue_tick = TTI_NEVER;
        c->unseen = next_sight(c, tick);
        return TT_OK;
    }
    c->unseen = 0;
    c->is_due = !c->is_started || c->every <= 1 || (tick - c->shift) % c->every == 0;
    if (c->is_due && (!c->is_started || tick >= c->wake)) {
        status = tti_snapshot_make(c, world, tick);
    }
    c->marker = c->marker_tick == tick;
    add_messages(c, world);
    return status;
}

/* Bodies alone: c->tick and c->snap remain those of the last tick that was made. */
void tt_convert_watch(tt_convert *c, const tt_world *world, int32_t tick)
{
    tti_body_tick(c, world, tick);
}

int tt_convert_marks(const tt_convert *c, int32_t cid)
{
    return c->client[cid].marked == c->tick;
}
