/* SPDX-License-Identifier: MIT
 *
 * Makes the sessions of a demo, and skips snapshots while only facts of messages are wanted.
 *
 * Facts of messages need a snapshot only for the client that they are about. Full snapshots are
 * unpacked when they come. The deltas after them are kept packed until a fact is about a client. A
 * client who is there only between two full snapshots is missed. A search for chat therefore costs
 * one copy of each delta.
 */
#include "base/mem.h"
#include "demo/parts.h"
#include "recording/recording.h"
#include "recording/selection.h"

/* Each kept payload begins with its size, little-endian. */
enum { STATE_HEAD = 4 };

#define LAZY_FACTS                                                                                 \
    (TT_FACT_BIT(TT_FACT_MAP) | TT_FACT_BIT(TT_FACT_CHAT) | TT_FACT_BIT(TT_FACT_SERVER_MESSAGE) |  \
     TT_FACT_BIT(TT_FACT_VOTE_START) | TT_FACT_BIT(TT_FACT_VOTE_END) |                             \
     TT_FACT_BIT(TT_FACT_EMOTICON) | TT_FACT_BIT(TT_FACT_KILL) | TT_FACT_BIT(TT_FACT_FINISH))

/* Returns the set of 0.6 and DDNet messages that can give the wanted facts. Both messages with team
 * states give kills of a team. All messages with a UUID share one bit. */
static uint64_t messages_of(uint64_t facts)
{
    static const struct {
        tt_fact_kind fact;
        tt_sv_kind message;
    } needs[] = {
        {TT_FACT_CHAT, TT_SV_CHAT},
        {TT_FACT_SERVER_MESSAGE, TT_SV_CHAT},
        {TT_FACT_SERVER_MESSAGE, TT_SV_BROADCAST},
        {TT_FACT_SERVER_MESSAGE, TT_SV_MOTD},
        {TT_FACT_SERVER_MESSAGE, TT_SV_SERVER_ALERT}, /* represents all messages with a UUID */
        {TT_FACT_VOTE_START, TT_SV_VOTE_SET},
        {TT_FACT_VOTE_END, TT_SV_VOTE_SET},
        {TT_FACT_EMOTICON, TT_SV_EMOTICON},
        {TT_FACT_KILL, TT_SV_KILL_MSG},
        {TT_FACT_KILL, TT_SV_KILL_MSG_TEAM},
        {TT_FACT_KILL, TT_SV_TEAMS_STATE_LEGACY},
        {TT_FACT_FINISH, TT_SV_RACE_FINISH},
        {TT_FACT_FINISH, TT_SV_CHAT},
        {TT_FACT_FINISH, TT_SV_DDRACE_TIME_LEGACY},
    };
    uint64_t messages = 0;
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++) {
        if ((facts & TT_FACT_BIT(needs[i].fact)) != 0) {
            messages |= tt_sv_bit(needs[i].message);
        }
    }
    return messages;
}

/* Decides what is skipped, after the header and when the caller's wants change. When snapshots are
 * followed again, the changes that were missed become known without facts. */
void tti_demo_lazy_choose(tti_recording *r)
{
    tti_demo_stream *d = &r->u.demo;
    tti_demo *demo = tti_demo_of(&d->demo);
    unsigned wants = r->wants & ~(unsigned)TT_WANT_COPIES;
    bool was_lazy = d->is_lazy, is_7 = tti_demo_world_seen(&d->follower)->protocol == TT_PROTOCOL_7;
    uint64_t messages = 0;
    if (was_lazy) {
        tti_demo_lazy_catch_up(r);
    }
    /* a selection by sessions needs their numbers; in 0.7 messages say who joins and leaves */
    d->is_lazy = wants == (TT_WANT_FACTS | TT_WANT_NO_SESSIONS) && (r->facts & ~LAZY_FACTS) == 0 &&
                 (r->selection == NULL || !tti_selection_needs_sessions(r->selection)) && !is_7;
    demo->skip_snapshots = d->is_lazy;
    bool is_limited = d->is_lazy || (r->wants & TT_WANT_NO_MESSAGES) != 0;
    if (d->is_lazy) {
        messages = messages_of(r->facts);
    } else if (is_7) {
        messages = tt_sv_bit(TT_SV7_CLIENT_INFO) | tt_sv_bit(TT_SV7_CLIENT_DROP);
    }
    /* remains set, because skipped messages do not come again */
    d->lacks_messages |= (r->wants & TT_WANT_NO_MESSAGES) != 0;
    demo->only_messages = is_limited ? messages : 0;
    demo->skip_messages = is_limited && messages == 0;
    if (was_lazy && !d->is_lazy) {
        tti_demo_know(r);
    }
}

/* Unpacks a kept chunk. The snapshot needs the tick of that chunk, so the reader's tick is set to
 * it in between. */
static void unpack_kept(tti_demo_stream *d, tt_demo_kind kind, tt_bytes packed)
{
    tti_demo *demo = tti_demo_of(&d->demo);
    tt_demo_event event;
    tt_issue_fn *on_issue = demo->on_issue;
    int32_t tick = demo->tick;
    tti_fill(&event, 0, sizeof event);
    event.kind = kind;
    event.packed = packed;
    demo->on_issue = NULL;
    demo->skip_snapshots = false;
    demo->tick = d->kept_tick;
    d->is_behind |= tti_demo_unpack(demo, &event) == TT_OK;
    demo->tick = tick;
    demo->skip_snapshots = true;
    demo->on_issue = on_issue;
}

/* Unpacks all kept chunks, because each delta needs the one before. tti_demo_lazy_catch_up updates
 * the world. */
static void read_kept(tti_demo_stream *d)
{
    const uint8_t *at = d->chunks, *end = at + d->kept;
    while (at != end) {
        size_t size = tti_load_le32(at);
        unpack_kept(d, TT_DEMO_DELTA, (tt_bytes){at + STATE_HEAD, size});
        at += STATE_HEAD + size;
    }
    d->kept = 0;
}

/* Keeps a packed delta, or unpacks a full snapshot. A good full snapshot replaces the kept deltas.
 * When there is no room for another delta, the kept ones are unpacked first. */
void tti_demo_lazy_keep(tti_recording *r)
{
    tti_demo_stream *d = &r->u.demo;
    tt_bytes packed = d->event.packed;
    if (d->event.kind == TT_DEMO_SNAPSHOT) {
        uint32_t snaps = tti_demo_seen(&d->demo)->snaps;
        d->kept_tick = d->event.tick;
        unpack_kept(d, TT_DEMO_SNAPSHOT, packed);
        d->kept = tti_demo_seen(&d->demo)->snaps != snaps ? 0 : d->kept;
        return;
    }
    if (d->kept + STATE_HEAD + packed.size > TTI_KEPT_MAX) {
        read_kept(d);
    }
    d->kept_tick = d->event.tick;
    tti_store_le32(d->chunks + d->kept, (uint32_t)packed.size);
    tti_copy(d->chunks + d->kept + STATE_HEAD, packed.data, packed.size);
    d->kept += STATE_HEAD + packed.size;
}

/* Unpacks the kept deltas and updates the world. This would overwrite the decoded message, so the
 * message is saved for the caller's fact. */
void tti_demo_lazy_catch_up(tti_recording *r)
{
    tti_demo_stream *d = &r->u.demo;
    read_kept(d);
    if (d->is_behind && tti_demo_seen(&d->demo)->snap_tick >= 0) {
        tt_sv_msg message = tti_demo_world_seen(&d->follower)->message;
        tt_demo_event last; /* an event without ints, so that the world follows all items */
        tti_fill(&last, 0, sizeof last);
        last.kind = TT_DEMO_SNAPSHOT;
        last.tick = d->kept_tick;
        tt_demo_world_follow(&d->follower, &d->demo, &last);
        tti_demo_world_of(&d->follower)->message = message;
        tti_demo_follow_sessions(r);
    }
    d->is_behind = 0;
}

/* Begins and ends sessions where the world gained or lost a client. `began` and `ended` describe
 * this record alone. */
void tti_demo_follow_sessions(tti_recording *r)
{
    tti_demo_stream *d = &r->u.demo;
    int32_t tick = d->event.tick < 0 ? 0 : d->event.tick;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        d->ended[cid] =
            !r->world.client[cid].connected && tti_session_leave(&d->sessions, &d->slot[cid]);
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tt_client *client = &r->world.client[cid];
        uint64_t replaced; /* not used: the earlier session has ended already */
        bool began = false;
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

/* Notes the present state as known, so that a reader that begins in the middle gives no facts of
 * it. */
void tti_demo_know(tti_recording *r)
{
    tti_demo_stream *d = &r->u.demo;
    d->game_paused = tti_demo_world_seen(&d->follower)->game_paused;
    d->spawns = tti_demo_world_seen(&d->follower)->spawns;
    r->has_killed = false;
    tti_fill(d->began, 0, sizeof d->began);
    tti_fill(d->ended, 0, sizeof d->ended);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tti_known *known = &r->known[cid];
        const tt_client *client = &r->world.client[cid];
        tti_known_init(known);
        tti_copy(known->name, client->name, TT_NAME_CAP);
        tti_copy(known->clan, client->clan, TT_NAME_CAP);
        known->skin = tti_demo_world_seen(&d->follower)->skin[cid];
        known->country = client->country;
        known->team = client->team;
        known->rcon_level = client->rcon_level;
        known->alive = r->world.tee[cid].alive ? TTI_OWN_TEE : TTI_NO_TEE;
        known->paused = tti_demo_world_seen(&d->follower)->paused[cid];
    }
}
