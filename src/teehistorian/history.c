/* SPDX-License-Identifier: MIT
 *
 * Follows the sessions through a recording, and lets the profiles follow.
 *
 * The world is asked who is connected, world/history.c is the rule of what a session is, profile.c
 * keeps what clients said. All three are kept for each client id, so the cost of an event does not
 * depend on how long the recording is.
 */
#include "teetape/teehistorian_history.h"

#include "base/mem.h"
#include "teehistorian/record.h"
#include "world/history.h"

void tt_th_history_init(tt_th_history *history)
{
    tti_fill(history, 0, sizeof *history);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        history->slot[cid].session = TT_SESSION_NONE;
        history->slot[cid].info_tick = -1;
    }
}

/* This struct is public, and demos keep theirs in another one. */
static tti_sessions sessions_of(const tt_th_history *history)
{
    return (tti_sessions){history->sessions, history->open_sessions, history->most_open};
}

static tti_session_slot slot_of(const struct tt_th_history_slot *slot)
{
    return (tti_session_slot){slot->session, slot->since, slot->open, slot->joined};
}

static void take(tt_th_history *history, int32_t cid, const tti_sessions *sessions,
                 const tti_session_slot *slot)
{
    history->sessions = sessions->count;
    history->open_sessions = sessions->open;
    history->most_open = sessions->most_open;
    history->slot[cid].session = slot->session;
    history->slot[cid].since = slot->since;
    history->slot[cid].open = slot->open;
    history->slot[cid].joined = slot->joined;
}

static void join(tt_th_history *history, int32_t cid, int32_t tick, tt_th_change *change)
{
    tti_sessions sessions = sessions_of(history);
    tti_session_slot slot = slot_of(&history->slot[cid]);
    change->began = tti_session_join(&sessions, &slot, tick, &change->broken);
    take(history, cid, &sessions, &slot);
}

static int mention(tt_th_history *history, int32_t cid, const tt_world *world)
{
    if (history->slot[cid].open || !world->client[cid].connected) {
        return 0;
    }
    tti_sessions sessions = sessions_of(history);
    tti_session_slot slot = slot_of(&history->slot[cid]);
    int began = tti_session_mention(&sessions, &slot, world->tick);
    take(history, cid, &sessions, &slot);
    return began;
}

static int leave(tt_th_history *history, int32_t cid)
{
    tti_sessions sessions = sessions_of(history);
    tti_session_slot slot = slot_of(&history->slot[cid]);
    int ended = tti_session_leave(&sessions, &slot);
    take(history, cid, &sessions, &slot);
    return ended;
}

/* 1 when the server took the info message: then the world has its tick. With a delay a second one
 * in the same tick was refused; a Cl_StartInfo is always taken. */
static int follow_info_tick(tt_th_history *history, const tt_th_event *event, const tt_world *world)
{
    int32_t before = history->slot[event->cid].info_tick;
    int32_t after = world->client[event->cid].info_tick;
    history->slot[event->cid].info_tick = after;
    if (event->kind != TT_TH_MESSAGE || event->u.message.decoded == NULL) {
        return 0;
    }
    int is_change = event->u.message.decoded->kind == TT_MSG_CL_CHANGE_INFO;
    return !is_change || after != before || world->info_delay <= 0;
}

tt_th_change tt_th_history_follow(tt_th_history *history, const tt_th_event *event,
                                  const tt_world *world)
{
    tt_th_change change = {TT_SESSION_NONE, TT_SESSION_NONE, TT_SESSION_NONE, 0, 0, 0, 0};
    int32_t cid = event->cid;
    if (cid < 0 || cid >= TT_CIDS) {
        return change;
    }
    if (event->kind == TT_TH_JOIN) {
        join(history, cid, world->tick, &change);
    } else {
        change.began = mention(history, cid, world);
    }
    change.session = history->slot[cid].session;
    /* A JOINVER connects no client. In a slot that a mention opened, the JOIN that follows
     * completes the session. */
    if ((event->kind == TT_TH_JOINVER6 || event->kind == TT_TH_JOINVER7) &&
        (!history->slot[cid].open || history->slot[cid].joined)) {
        change.session = history->sessions; /* the JOIN of the next session follows directly */
    }
    if (event->kind == TT_TH_PLAYER_SWITCH) {
        change.began2 = mention(history, event->u.player_switch.cid2, world);
        change.session2 = history->slot[event->u.player_switch.cid2].session;
    }
    if (event->kind == TT_TH_DROP && leave(history, cid)) {
        change.ended = 1;
        /* A cut writes a tee or an input of a slot without a client like this: a mention, then a
         * DROP without a reason in the same tick. */
        change.no_client = world->is_cut && !history->slot[cid].joined &&
                           history->slot[cid].since == world->tick &&
                           event->u.drop.reason.size == 0;
    }
    if (event->kind == TT_TH_JOIN || event->kind == TT_TH_DROP || event->kind == TT_TH_MESSAGE ||
        event->kind > TT_TH_EX) {
        tti_th_profile_follow(&history->profile[cid], event,
                              follow_info_tick(history, event, world));
    }
    return change;
}
