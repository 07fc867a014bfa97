/* SPDX-License-Identifier: MIT
 *
 * Makes the facts of a demo's messages: chat, deaths, votes, emoticons, finishes.
 *
 * A demo of a server has a message to everybody once for each client, so copies are found by their
 * sums. Messages of 0.6 are changed to those of 0.7 if these have more fields. A fact that needs a
 * session or a position needs the current world, so message_client_fact first unpacks skipped
 * snapshots.
 */
#include "demo/parts.h"
#include "recording/recording.h"
#include "wire/hash.h"

bool tti_demo_killed(tti_recording *r, tt_fact *fact, int32_t cid, const int32_t *item)
{
    tti_killed *killed = &r->known[cid].killed;
    killed->is = TTI_PLACED;
    tti_fact_of(r, fact, TT_FACT_DEATH, cid);
    fact->tick = killed->tick;
    fact->session = killed->session;
    fact->offset = killed->offset;
    fact->u.death.x = item != NULL ? item[0] : TT_NO_PLACE;
    fact->u.death.y = item != NULL ? item[1] : TT_NO_PLACE;
    return true;
}

/* Makes a fact about a client, if it is wanted. Only a wanted fact is worth bringing the world up
 * to this message. */
static bool message_client_fact(tti_recording *r, tt_fact *fact, tt_fact_kind kind, int32_t cid)
{
    if (r->u.demo.is_lazy && tti_wants_fact(r, kind)) {
        tti_demo_lazy_catch_up(r);
    }
    return tti_fact_of(r, fact, kind, cid);
}

static bool server_message(tti_recording *r, tt_fact *fact, tt_server_text where, tt_bytes text)
{
    tti_fact_begin(r, fact, TT_FACT_SERVER_MESSAGE);
    fact->u.server_message.where = (int32_t)where;
    fact->u.server_message.text = text;
    return true;
}

/* Makes the fact of a chat line. A sent whisper names its receiver, a received one its sender. The
 * other one is the client that recorded, which the world knows. */
static bool sv_chat_fact(tti_recording *r, tt_fact *fact, const struct tt_sv_chat *said)
{
    /* values of Sv_Chat's team */
    enum { TEAM = 1, WHISPER_SENT = 2, WHISPER_RECEIVED = 3 };
    bool is_sent = said->team == WHISPER_SENT;
    bool is_whisper = is_sent || said->team == WHISPER_RECEIVED;
    if (said->cid < 0 && !is_whisper) {
        return server_message(r, fact, TT_SERVER_CHAT, said->message);
    }
    message_client_fact(r, fact, TT_FACT_CHAT, said->cid);
    fact->u.chat.to = said->team == TEAM ? TT_CHAT_TEAM : TT_CHAT_ALL;
    fact->u.chat.to_cid = -1;
    fact->u.chat.text = said->message;
    if (is_whisper) {
        int32_t local = tti_demo_world_seen(&r->u.demo.follower)->local;
        tti_fact_of(r, fact, TT_FACT_CHAT, is_sent ? local : said->cid);
        fact->u.chat.to = TT_CHAT_PLAYER;
        fact->u.chat.to_cid = is_sent ? said->cid : local;
        fact->u.chat.text = said->message;
    }
    return true;
}

static bool chat7(tti_recording *r, tt_fact *fact, const struct tt_sv7_chat *said)
{
    tt_chat_to to = tti_chat_to_of_7(said->mode);
    if (said->cid < 0) {
        return server_message(r, fact, TT_SERVER_CHAT, said->message);
    }
    message_client_fact(r, fact, TT_FACT_CHAT, said->cid);
    fact->u.chat.to = (int32_t)to;
    fact->u.chat.to_cid = to == TT_CHAT_PLAYER ? said->target : -1;
    fact->u.chat.text = said->message;
    return true;
}

/* Makes the fact of a vote. A vote whose time is 0 is over. Only 0.7 has a caller and a type. Types
 * from ABORTED on are results. */
static bool vote(tti_recording *r, tt_fact *fact, const struct tt_sv7_vote_set *set)
{
    static const char *const types[] = {"", "option", "kick", "spectate"};
    /* types of 0.7 when the time is 0; in 0.6 the type is always 0 and the result unknown */
    enum { ABORTED = 4, PASSED = 5, FAILED = 6 };
    if (set->timeout == 0) {
        message_client_fact(r, fact, TT_FACT_VOTE_END, set->cid);
        fact->u.vote_end.result = set->type == PASSED    ? TT_VOTE_PASSED
                                  : set->type == FAILED  ? TT_VOTE_FAILED
                                  : set->type == ABORTED ? TT_VOTE_ABORTED
                                                         : TT_VOTE_UNKNOWN;
        fact->u.vote_end.description = set->description;
        fact->u.vote_end.reason = set->reason;
        return true;
    }
    message_client_fact(r, fact, TT_FACT_VOTE_START, set->cid);
    fact->u.vote_start.seconds = set->timeout;
    fact->u.vote_start.type = tt_bytes_of(types[set->type > 0 && set->type < 4 ? set->type : 0]);
    fact->u.vote_start.description = set->description;
    fact->u.vote_start.reason = set->reason;
    return true;
}

/* Notes a death that waits for its position (fact_demo.c), and numbers its fact 1 of the message. A
 * death of the same client that still waits is given now without a position. A copy of the message
 * is no second death. */
static bool kill_fact(tti_recording *r, tt_fact *fact, const struct tt_sv7_kill_msg *kill,
                      uint32_t number)
{
    int32_t cid = kill->victim;
    if (number == 0) {
        message_client_fact(r, fact, TT_FACT_KILL, cid);
        fact->u.kill.killer = kill->killer;
        fact->u.kill.weapon = kill->weapon;
        fact->u.kill.mode_special = kill->mode_special;
        return true;
    }
    if (r->u.demo.is_copy || r->u.demo.is_lazy) {
        return false;
    }
    bool waited = r->known[cid].killed.is == TTI_KILLED && tti_demo_killed(r, fact, cid, NULL);
    r->known[cid].killed =
        (tti_killed){TTI_KILLED, r->tick, r->format->slot(r, cid).session, r->offset};
    r->has_killed = true;
    return waited;
}

static bool is_in_team(const tti_recording *r, const struct tt_sv_kill_msg_team *kill, int32_t cid)
{
    const tt_client *client = &r->world.client[cid];
    return cid == kill->first ||
           (client->connected && client->team == kill->team && r->world.tee[cid].alive);
}

/* Gives a fact for each client of the team, counted by the cursor. The weapon -4 is none. */
static bool team_killed(tti_recording *r, tt_fact *fact, const struct tt_sv_kill_msg_team *kill)
{
    tti_cursor *c = &r->cursor;
    if (r->u.demo.is_lazy && tti_wants_fact(r, TT_FACT_KILL)) {
        tti_demo_lazy_catch_up(r);
    }
    for (; c->cid < TT_CIDS; c->cid++, c->part = 0) {
        struct tt_sv7_kill_msg one = {kill->first, c->cid, -4, 0};
        while (c->part < 2 && is_in_team(r, kill, c->cid)) {
            if (kill_fact(r, fact, &one, c->part++)) {
                return true;
            }
        }
    }
    return false;
}

/* Makes the fact of a message that gives one. Messages of 0.6 and 0.7 with the same name have the
 * same fields, except for votes. The two alerts have the same fields, too. */
static bool single(tti_recording *r, tt_fact *fact, const tt_sv_msg *msg)
{
    enum { MS_A_TICK = 1000 / TT_TICKS_PER_SECOND };
    int64_t ms;
    struct tt_sv7_vote_set set;
    switch (msg->kind) {
    case TT_SV_CHAT:
        return sv_chat_fact(r, fact, &msg->u.sv_chat);
    case TT_SV7_CHAT:
        return chat7(r, fact, &msg->u.sv7_chat);
    case TT_SV_MOTD:
    case TT_SV7_MOTD:
        return server_message(r, fact, TT_SERVER_MOTD, msg->u.sv_motd.message);
    case TT_SV_BROADCAST:
    case TT_SV7_BROADCAST:
        return server_message(r, fact, TT_SERVER_BROADCAST, msg->u.sv_broadcast.message);
    case TT_SV_SERVER_ALERT:
    case TT_SV_MODERATOR_ALERT:
        return server_message(r, fact, TT_SERVER_ALERT, msg->u.sv_server_alert.message);
    case TT_SV_VOTE_SET:
        set = (struct tt_sv7_vote_set){-1, 0, msg->u.sv_vote_set.timeout,
                                       msg->u.sv_vote_set.description, msg->u.sv_vote_set.reason};
        return vote(r, fact, &set);
    case TT_SV7_VOTE_SET:
        return vote(r, fact, &msg->u.sv7_vote_set);
    case TT_SV_EMOTICON:
    case TT_SV7_EMOTICON:
        message_client_fact(r, fact, TT_FACT_EMOTICON, msg->u.sv_emoticon.cid);
        fact->u.emoticon.emoticon = msg->u.sv_emoticon.emoticon;
        return true;
    case TT_SV_RACE_FINISH:
    case TT_SV7_RACE_FINISH:
        message_client_fact(r, fact, TT_FACT_FINISH, msg->u.sv_race_finish.cid);
        ms = msg->u.sv_race_finish.time_ms > 0 ? msg->u.sv_race_finish.time_ms : 0;
        /* the time comes from whole ticks, rounded down, so the nearest tick is right */
        fact->u.finish.ticks = (int32_t)((ms + MS_A_TICK / 2) / MS_A_TICK);
        return true;
    default:
        return false;
    }
}

bool tti_demo_message_has_facts(const tti_recording *r)
{
    static const uint8_t has_facts[TT_SV_KINDS + 1] = {
        [TT_SV_CHAT] = 1,         [TT_SV7_CHAT] = 1,           [TT_SV_MOTD] = 1,
        [TT_SV7_MOTD] = 1,        [TT_SV_BROADCAST] = 1,       [TT_SV7_BROADCAST] = 1,
        [TT_SV_SERVER_ALERT] = 1, [TT_SV_MODERATOR_ALERT] = 1, [TT_SV_VOTE_SET] = 1,
        [TT_SV7_VOTE_SET] = 1,    [TT_SV_EMOTICON] = 1,        [TT_SV7_EMOTICON] = 1,
        [TT_SV_RACE_FINISH] = 1,  [TT_SV7_RACE_FINISH] = 1,    [TT_SV_KILL_MSG] = 1,
        [TT_SV7_KILL_MSG] = 1,    [TT_SV_KILL_MSG_TEAM] = 1};
    const tti_demo_stream *d = &r->u.demo;
    bool is_wanted = !d->is_copy || (r->wants & TT_WANT_COPIES) != 0;
    return d->event.kind == TT_DEMO_MESSAGE && is_wanted &&
           has_facts[tti_demo_world_seen(&d->follower)->message.kind];
}

/* Adds the message to the sums of its tick. A tick marker clears all sums, and the ring replaces
 * the oldest. In a demo of a client, equal lines really came twice. */
void tti_demo_message_note(tti_recording *r)
{
    tti_demo_stream *d = &r->u.demo;
    const tt_demo_event *event = &d->event;
    d->is_copy = 0;
    if (event->kind == TT_DEMO_TICK && event->tick != d->tick) {
        d->said_count = 0;
    }
    if (!tti_demo_message_has_facts(r) || !tt_demo_is_server(&tti_demo_seen(&d->demo)->header)) {
        return;
    }
    /* includes the padding, which is the same in all copies */
    uint64_t sum = tti_xxh64_of(event->data.data, event->data.size);
    for (uint32_t i = 0; i < d->said_count && i < TTI_SAID_MAX; i++) {
        d->is_copy |= d->said[i] == sum;
    }
    if (!d->is_copy) {
        d->said[d->said_count++ % TTI_SAID_MAX] = sum;
    }
}

/* Makes the next fact of a message. The cursor's `part` counts the facts that the message has
 * given: a kill has two. */
bool tti_demo_message_fact(tti_recording *r, tt_fact *fact)
{
    const tt_sv_msg *msg = &tti_demo_world_seen(&r->u.demo.follower)->message;
    if (!tti_demo_message_has_facts(r)) {
        return false;
    }
    if (msg->kind == TT_SV_KILL_MSG_TEAM) {
        return team_killed(r, fact, &msg->u.sv_kill_msg_team);
    }
    uint32_t number = r->cursor.part++;
    if ((msg->kind == TT_SV_KILL_MSG || msg->kind == TT_SV7_KILL_MSG) && number < 2) {
        /* both messages have these fields */
        return kill_fact(r, fact, &msg->u.sv7_kill_msg, number);
    }
    return number == 0 && single(r, fact, msg);
}
