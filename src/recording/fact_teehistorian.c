/* SPDX-License-Identifier: MIT
 *
 * Makes the facts of a teehistorian file. Each step looks for one kind of fact in the current
 * record. The order of the steps is that of the facts.
 *
 * A step notes the state even if its fact is not wanted, when a later fact depends on it. Facts and
 * packed states therefore do not depend on the wants.
 */
#include "base/mem.h"
#include "recording/recording.h"
#include "teehistorian/record.h"

typedef bool th_fact_fn(tti_recording *r, tt_fact *fact);

static const tt_th_event *th_event(const tti_recording *r)
{
    return &r->u.th.event;
}

static bool th_map(tti_recording *r, tt_fact *fact)
{
    const tt_th_header *header = &tti_th_seen(&r->u.th.th)->header;
    if (!r->is_header) {
        return false;
    }
    tti_fact_begin(r, fact, TT_FACT_MAP);
    fact->u.map.name = tt_bytes_of(r->map_name);
    if (TT_TH_HAS(header, map_size) && header->map_size >= 0 && header->map_size <= INT32_MAX) {
        fact->u.map.size = (int32_t)header->map_size;
    }
    if (TT_TH_HAS(header, map_crc)) {
        tti_fact_map_crc(r, fact, header->map_crc);
    }
    if (TT_TH_HAS(header, map_sha256)) {
        fact->u.map.sha256 = (tt_bytes){header->map_sha256.bytes, sizeof header->map_sha256.bytes};
    }
    return true;
}

static bool gap(tti_recording *r, tt_fact *fact)
{
    const tt_th_event *event = th_event(r);
    return tti_th_is_silence(event, TT_GAP_TICKS) &&
           tti_fact_gap(r, fact, event->u.tick_skip.dt, TT_GAP_SILENCE);
}

static bool replaced(tti_recording *r, tt_fact *fact)
{
    if (r->u.th.change.broken == TT_SESSION_NONE) {
        return false;
    }
    tti_fact_of_record(r, fact, TT_FACT_LEAVE);
    fact->session = r->u.th.change.broken;
    fact->u.leave.how = TT_LEFT_REPLACED;
    return true;
}

/* Makes the fact of a join. In a recording that began later, the first record that mentions a
 * client counts as its join. */
static bool th_join(tti_recording *r, tt_fact *fact)
{
    if (!r->u.th.change.began) {
        return false;
    }
    tti_fact_of_record(r, fact, TT_FACT_JOIN);
    fact->u.join.recorded = th_event(r)->kind == TT_TH_JOIN;
    fact->u.join.protocol = r->world.client[fact->cid].protocol;
    return true;
}

static bool join_second(tti_recording *r, tt_fact *fact)
{
    if (!r->u.th.change.began2) {
        return false;
    }
    tti_fact_of_record(r, fact, TT_FACT_JOIN);
    fact->cid = th_event(r)->u.player_switch.cid2;
    fact->session = r->u.th.change.session2;
    fact->u.join.protocol = r->world.client[fact->cid].protocol;
    return true;
}

/* Makes the fact of a leave. A cut puts a tee or an input into an empty slot by a session that only
 * the cut made. Its end gives no fact. */
static bool th_leave(tti_recording *r, tt_fact *fact)
{
    if (!r->u.th.change.ended) {
        return false;
    }
    tti_fact_of_record(r, fact, TT_FACT_LEAVE);
    fact->u.leave.how = r->u.th.change.no_client ? TT_LEFT_NOBODY : TT_LEFT;
    fact->u.leave.reason = th_event(r)->u.drop.reason;
    return true;
}

static bool record_has_client(const tti_recording *r)
{
    return th_event(r)->cid >= 0 && th_event(r)->cid < TT_CIDS;
}

/* Returns true when the name comes from a record. Older servers record only the names that clients
 * ask for. */
static bool is_name_recorded(const tti_recording *r, int32_t cid)
{
    return r->world.client[cid].name_source == TT_NAME_RECORDED;
}

static bool th_name(tti_recording *r, tt_fact *fact)
{
    int32_t cid = th_event(r)->cid;
    if (!record_has_client(r) || !tti_fact_name(r, fact, cid)) {
        return false;
    }
    r->known[cid].name_recorded = (uint8_t)is_name_recorded(r, cid);
    return true;
}

/* Makes the fact of a confirmed name. The recorded name equals the requested one: it is not new,
 * but now certain. */
static bool name_confirm(tti_recording *r, tt_fact *fact)
{
    int32_t cid = th_event(r)->cid;
    if (!record_has_client(r) || r->known[cid].name_recorded == is_name_recorded(r, cid)) {
        return false;
    }
    r->known[cid].name_recorded = (uint8_t)is_name_recorded(r, cid);
    return r->known[cid].name_recorded && tti_fact_of_record(r, fact, TT_FACT_NAME_CONFIRM);
}

static bool is_message(const tti_recording *r)
{
    return th_event(r)->kind == TT_TH_MESSAGE;
}

static bool th_clan(tti_recording *r, tt_fact *fact)
{
    return record_has_client(r) && tti_fact_clan(r, fact, th_event(r)->cid, is_message(r));
}

/* Returns false for records that cannot change the info message, so that the profile is not
 * unpacked for them. */
static bool may_look_other(const tti_recording *r)
{
    const tt_msg *msg = is_message(r) ? th_event(r)->u.message.decoded : NULL;
    tt_th_kind kind = th_event(r)->kind;
    if (kind != TT_TH_MESSAGE) {
        return kind == TT_TH_JOIN || kind == TT_TH_DROP || kind == TT_TH_PLAYER_REJOIN;
    }
    return msg != NULL &&
           (msg->kind == TT_MSG_CL_START_INFO || msg->kind == TT_MSG_CL_CHANGE_INFO ||
            msg->kind == TT_MSG_CL7_START_INFO || msg->kind == TT_MSG_CL7_SKIN_CHANGE);
}

static bool th_country(tti_recording *r, tt_fact *fact)
{
    int32_t now, cid = th_event(r)->cid;
    tt_skin skin;
    if (!may_look_other(r)) {
        return false;
    }
    tti_th_profile_looks(&tti_th_history_seen(&r->u.th.history)->profile[cid], &now, &skin);
    return tti_fact_country(r, fact, cid, now, is_message(r));
}

/* Makes the fact of a changed skin. The text is copied, because the profile has it packed. */
static bool th_skin(tti_recording *r, tt_fact *fact)
{
    int32_t now, cid = th_event(r)->cid;
    tt_skin looks;
    if (!may_look_other(r)) {
        return false;
    }
    tti_th_profile_looks(&tti_th_history_seen(&r->u.th.history)->profile[cid], &now, &looks);
    return tti_fact_skin(r, fact, cid, &looks, is_message(r));
}

/* Makes the fact of a death. The file has no record of a death. A missing tee is no death if its
 * client left, not even of the next client in the slot. */
static bool th_death(tti_recording *r, tt_fact *fact)
{
    int32_t cid = th_event(r)->cid;
    if (th_event(r)->kind != TT_TH_PLAYER_OLD || r->known[cid].alive != TTI_OWN_TEE ||
        !r->world.client[cid].connected) {
        return false;
    }
    tti_fact_of_record(r, fact, TT_FACT_DEATH);
    fact->u.death.x = r->world.tee[cid].x;
    fact->u.death.y = r->world.tee[cid].y;
    return true;
}

static bool th_spawn(tti_recording *r, tt_fact *fact)
{
    if (th_event(r)->kind != TT_TH_PLAYER_NEW) {
        return false;
    }
    tti_fact_of_record(r, fact, TT_FACT_SPAWN);
    fact->u.spawn.x = th_event(r)->u.player_new.x;
    fact->u.spawn.y = th_event(r)->u.player_new.y;
    return true;
}

static bool th_chat(const tti_recording *r, tt_fact *fact, tt_bytes text, tt_chat_to to,
                    int32_t to_cid)
{
    tti_fact_of_record(r, fact, TT_FACT_CHAT);
    fact->u.chat.to = (int32_t)to;
    fact->u.chat.to_cid = to == TT_CHAT_PLAYER ? to_cid : -1;
    fact->u.chat.text = text;
    return true;
}

/* Makes the fact of a message. Messages of 0.6 and 0.7 with the same name begin with the same
 * fields, except for chat. A request to be killed counts only with a tee. */
static bool message(tti_recording *r, tt_fact *fact)
{
    const tt_msg *msg = is_message(r) ? th_event(r)->u.message.decoded : NULL;
    switch (msg != NULL ? msg->kind : TT_MSG_KINDS) {
    case TT_MSG_CL_KILL:
    case TT_MSG_CL7_KILL:
        return r->world.tee[th_event(r)->cid].alive &&
               tti_fact_of_record(r, fact, TT_FACT_KILL_REQUEST);
    case TT_MSG_CL_SAY:
        return th_chat(r, fact, msg->u.cl_say.message,
                       msg->u.cl_say.team != 0 ? TT_CHAT_TEAM : TT_CHAT_ALL, -1);
    case TT_MSG_CL7_SAY:
        return th_chat(r, fact, msg->u.cl7_say.message, tti_chat_to_of_7(msg->u.cl7_say.mode),
                       msg->u.cl7_say.target);
    case TT_MSG_CL_CALL_VOTE:
    case TT_MSG_CL7_CALL_VOTE: /* whether the server begins the vote is not in the file */
        tti_fact_of_record(r, fact, TT_FACT_VOTE_START);
        fact->u.vote_start.type = msg->u.cl_call_vote.type;
        fact->u.vote_start.description = msg->u.cl_call_vote.value;
        fact->u.vote_start.reason = msg->u.cl_call_vote.reason;
        return true;
    case TT_MSG_CL_VOTE:
    case TT_MSG_CL7_VOTE:
        tti_fact_of_record(r, fact, TT_FACT_VOTE);
        fact->u.vote.choice = msg->u.cl_vote.vote;
        return true;
    case TT_MSG_CL_EMOTICON:
    case TT_MSG_CL7_EMOTICON:
        tti_fact_of_record(r, fact, TT_FACT_EMOTICON);
        fact->u.emoticon.emoticon = msg->u.cl_emoticon.emoticon;
        return true;
    default:
        return false;
    }
}

static bool command(tti_recording *r, tt_fact *fact)
{
    const struct tt_th_console_command *ran = &th_event(r)->u.console_command;
    if (th_event(r)->kind != TT_TH_CONSOLE_COMMAND) {
        return false;
    }
    tti_fact_of_record(r, fact, TT_FACT_COMMAND);
    fact->u.command.console = ran->flags;
    fact->u.command.name = ran->cmd;
    fact->u.command.args = ran->args;
    return true;
}

/* Makes the fact of a change of team. The fact has the recorded number, even one that is no team.
 * The client's known team is that of the world, which a packed state has. */
static bool th_team(tti_recording *r, tt_fact *fact)
{
    int32_t cid = th_event(r)->cid;
    if (th_event(r)->kind != TT_TH_PLAYER_TEAM) {
        return false;
    }
    int32_t now = th_event(r)->u.player_team.team;
    if (r->known[cid].team == now) {
        return false;
    }
    r->known[cid].team = r->world.client[cid].team;
    tti_fact_of_record(r, fact, TT_FACT_TEAM);
    fact->u.team.team = now;
    return true;
}

/* Notes who owns the tee in a slot. A tee that is there when a session begins belongs to the
 * previous client, who left in this tick. */
static void note_tee(tti_recording *r, int32_t cid, bool has_begun)
{
    if (!r->world.tee[cid].alive) {
        r->known[cid].alive = TTI_NO_TEE;
    } else if (th_event(r)->kind == TT_TH_PLAYER_NEW) {
        r->known[cid].alive = TTI_OWN_TEE;
    } else if (has_begun) {
        r->known[cid].alive = TTI_OTHERS_TEE;
    }
}

/* Notes the tee after all facts of the record, because deaths need its old state. */
static bool follow_tee_of_record(tti_recording *r, tt_fact *fact)
{
    (void)fact;
    if (record_has_client(r)) {
        note_tee(r, th_event(r)->cid, r->u.th.change.began);
    }
    if (r->u.th.change.began2) {
        note_tee(r, th_event(r)->u.player_switch.cid2, true);
    }
    return false;
}

#define FACT(kind) TT_FACT_BIT(TT_FACT_##kind)

/* A step with this set always runs, because it notes the state. */
#define NOTES UINT64_MAX

#define OF_MESSAGES                                                                                \
    (FACT(KILL_REQUEST) | FACT(CHAT) | FACT(VOTE_START) | FACT(VOTE) | FACT(EMOTICON))
#define OF_CLIENTS (FACT(VERSION) | FACT(LOGIN) | FACT(LOGOUT) | FACT(SWAP) | FACT(FINISH))
#define OF_TEAMS                                                                                   \
    (FACT(SAVE) | FACT(SAVE_FAILURE) | FACT(LOAD) | FACT(LOAD_FAILURE) | FACT(PRACTICE) |          \
     FACT(TEAM_FINISH))

static const struct {
    th_fact_fn *step;
    uint64_t kinds; /* the facts that the step can give */
} th_steps[] = {
    {tti_fact_damage, NOTES},
    {gap, FACT(GAP)},
    {replaced, FACT(LEAVE)},
    {th_join, FACT(JOIN)},
    {join_second, FACT(JOIN)},
    {th_leave, FACT(LEAVE)},
    {th_name, NOTES},
    {name_confirm, NOTES},
    {th_clan, NOTES},
    {th_country, NOTES},
    {th_skin, NOTES},
    {th_death, FACT(DEATH)},
    {th_spawn, FACT(SPAWN)},
    {message, OF_MESSAGES},
    {command, FACT(COMMAND)},
    {tti_fact_extension, OF_CLIENTS},
    {th_team, NOTES},
    {tti_fact_team, OF_TEAMS},
    {tti_fact_swap_second, FACT(SWAP)},
    {follow_tee_of_record, NOTES},
};

/* Returns true for records of the fast path. They have no facts even on the slow path, so that
 * facts do not depend on the path. Damage is given with the next record. */
static bool is_bare(const tti_recording *r)
{
    const tt_th_event *event = th_event(r);
    return tti_th_is_frequent(event->kind) && !r->u.th.change.began &&
           !tti_th_is_silence(event, TT_GAP_TICKS);
}

bool tti_teehistorian_fact(tti_recording *r, tt_fact *fact)
{
    if (r->is_header) {
        return r->cursor.step++ == 0 && th_map(r, fact);
    }
    if (is_bare(r)) {
        return false;
    }
    /* steps that note run without facts too, because the caller may want facts later */
    uint64_t wanted = (r->wants & TT_WANT_FACTS) != 0 ? r->facts : 0;
    while (r->cursor.step < sizeof th_steps / sizeof th_steps[0]) {
        uint32_t i = r->cursor.step++;
        if ((th_steps[i].kinds == NOTES || (th_steps[i].kinds & wanted) != 0) &&
            th_steps[i].step(r, fact)) {
            return true;
        }
    }
    return false;
}

/* Notes the present state as known for a reader that begins in the middle. Logins need no note: a
 * record states each change. */
void tti_teehistorian_know(tti_recording *r)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tti_known *known = &r->known[cid];
        const tt_client *client = &r->world.client[cid];
        tti_copy(known->name, client->name, TT_NAME_CAP);
        tti_copy(known->clan, client->clan, TT_NAME_CAP);
        tti_th_profile_looks(&tti_th_history_seen(&r->u.th.history)->profile[cid], &known->country,
                             &known->skin);
        known->team = client->team;
        known->name_recorded = (uint8_t)is_name_recorded(r, cid);
        known->alive = r->world.tee[cid].alive ? TTI_OWN_TEE : TTI_NO_TEE;
    }
}
