/* SPDX-License-Identifier: MIT
 *
 * The facts of a teehistorian file. Each step looks for one kind of them in the current record;
 * their order is that in which the facts are given.
 */
#include "base/mem.h"
#include "recording/recording.h"
#include "teehistorian/profile.h"
#include "teehistorian/rare.h"

typedef int step_fn(tti_recording *r, tt_fact *fact);

static const tt_th_event *event_of(const tti_recording *r)
{
    return &r->u.th.event;
}

/* A fact of the record's client; the game and the server run commands under negative ids. Its
 * session can be another one than that of the slot: the next one, before a JOIN. */
static int begin(const tti_recording *r, tt_fact *fact, tt_fact_kind kind)
{
    tti_fact_begin(r, fact, kind);
    fact->cid = event_of(r)->cid >= 0 ? event_of(r)->cid : -1;
    fact->session = r->u.th.change.session;
    return 1;
}

static int map(tti_recording *r, tt_fact *fact)
{
    const tt_th_header *header = &r->u.th.th.header;
    if (!r->is_header) {
        return 0;
    }
    tti_fact_begin(r, fact, TT_FACT_MAP);
    fact->u.map.name = tt_bytes_of(r->map_name);
    if (TT_TH_HAS(header, map_size) && header->map_size >= 0 && header->map_size <= INT32_MAX) {
        fact->u.map.size = (int32_t)header->map_size;
    }
    if (TT_TH_HAS(header, map_crc)) {
        fact->u.map.crc = tti_signed(header->map_crc);
    }
    if (TT_TH_HAS(header, map_sha256)) {
        fact->u.map.sha256 = (tt_bytes){header->map_sha256.bytes, sizeof header->map_sha256.bytes};
    }
    return 1;
}

/* The records between which damage is given are those that the fast path gives, so that it does not
 * depend on the path. */
static int gap(tti_recording *r, tt_fact *fact)
{
    const tt_th_event *event = event_of(r);
    return tti_th_is_silence(event, TT_GAP_TICKS) &&
           tti_fact_gap(r, fact, event->u.tick_skip.dt, TT_GAP_SILENCE);
}

static int replaced(tti_recording *r, tt_fact *fact)
{
    if (r->u.th.change.broken == TT_SESSION_NONE) {
        return 0;
    }
    begin(r, fact, TT_FACT_LEAVE);
    fact->session = r->u.th.change.broken;
    fact->u.leave.how = TT_LEFT_REPLACED;
    return 1;
}

static int join(tti_recording *r, tt_fact *fact)
{
    if (!r->u.th.change.began) {
        return 0;
    }
    begin(r, fact, TT_FACT_JOIN);
    fact->u.join.recorded = event_of(r)->kind == TT_TH_JOIN;
    fact->u.join.protocol = r->world.client[fact->cid].protocol;
    return 1;
}

static int join_second(tti_recording *r, tt_fact *fact)
{
    if (!r->u.th.change.began2) {
        return 0;
    }
    begin(r, fact, TT_FACT_JOIN);
    fact->cid = event_of(r)->u.player_switch.cid2;
    fact->session = r->u.th.change.session2;
    fact->u.join.protocol = r->world.client[fact->cid].protocol;
    return 1;
}

static int leave(tti_recording *r, tt_fact *fact)
{
    if (!r->u.th.change.ended) {
        return 0;
    }
    begin(r, fact, TT_FACT_LEAVE);
    fact->u.leave.how = r->u.th.change.remnant ? TT_LEFT_NOBODY : TT_LEFT;
    fact->u.leave.reason = event_of(r)->u.drop.reason;
    return 1;
}

static int has_client(const tti_recording *r)
{
    return event_of(r)->cid >= 0 && event_of(r)->cid < TT_CIDS;
}

static int is_name_recorded(const tti_recording *r, int32_t cid)
{
    return r->world.client[cid].name_source == TT_NAME_RECORDED;
}

static int name(tti_recording *r, tt_fact *fact)
{
    int32_t cid = event_of(r)->cid;
    if (!has_client(r) || !tti_fact_name(r, fact, cid)) {
        return 0;
    }
    r->known[cid].name_recorded = (uint8_t)is_name_recorded(r, cid);
    return 1;
}

/* The server says the name that the client asked for: no new name, but it is certain. */
static int name_confirm(tti_recording *r, tt_fact *fact)
{
    int32_t cid = event_of(r)->cid;
    if (!has_client(r) || r->known[cid].name_recorded == is_name_recorded(r, cid)) {
        return 0;
    }
    r->known[cid].name_recorded = (uint8_t)is_name_recorded(r, cid);
    return r->known[cid].name_recorded && begin(r, fact, TT_FACT_NAME_CONFIRM);
}

static int is_message(const tti_recording *r)
{
    return event_of(r)->kind == TT_TH_MESSAGE;
}

static int clan(tti_recording *r, tt_fact *fact)
{
    return has_client(r) && tti_fact_clan(r, fact, event_of(r)->cid, is_message(r));
}

static int country(tti_recording *r, tt_fact *fact)
{
    int32_t now, cid = event_of(r)->cid;
    tt_skin skin;
    if (!tti_th_profile_is_looks(event_of(r))) {
        return 0;
    }
    tti_th_profile_looks(&r->u.th.past.profile[cid], &now, &skin);
    return tti_fact_country(r, fact, cid, now, is_message(r));
}

static int skin(tti_recording *r, tt_fact *fact)
{
    int32_t now, cid = event_of(r)->cid;
    tt_skin looks;
    if (!tti_th_profile_is_looks(event_of(r))) {
        return 0;
    }
    tti_th_profile_looks(&r->u.th.past.profile[cid], &now, &looks);
    return tti_fact_skin(r, fact, cid, &looks, is_message(r));
}

/* Who left has his tee taken away; the next one in his slot has not died by that. */
static int death(tti_recording *r, tt_fact *fact)
{
    int32_t cid = event_of(r)->cid;
    if (event_of(r)->kind != TT_TH_PLAYER_OLD || r->known[cid].alive != TTI_OWN_TEE ||
        !r->world.client[cid].connected) {
        return 0;
    }
    begin(r, fact, TT_FACT_DEATH);
    fact->u.death.x = r->world.tee[cid].x;
    fact->u.death.y = r->world.tee[cid].y;
    return 1;
}

static int spawn(tti_recording *r, tt_fact *fact)
{
    if (event_of(r)->kind != TT_TH_PLAYER_NEW) {
        return 0;
    }
    begin(r, fact, TT_FACT_SPAWN);
    fact->u.spawn.x = event_of(r)->u.player_new.x;
    fact->u.spawn.y = event_of(r)->u.player_new.y;
    return 1;
}

static int chat(const tti_recording *r, tt_fact *fact, tt_bytes text, tt_chat_to to, int32_t to_cid)
{
    begin(r, fact, TT_FACT_CHAT);
    fact->u.chat.to = (int32_t)to;
    fact->u.chat.to_cid = to == TT_CHAT_PLAYER ? to_cid : -1;
    fact->u.chat.text = text;
    return 1;
}

static tt_chat_to chat_to_of_7(int32_t mode)
{
    enum { TEAM = 2, WHISPER = 3 };
    return mode == TEAM ? TT_CHAT_TEAM : mode == WHISPER ? TT_CHAT_PLAYER : TT_CHAT_ALL;
}

static int vote_start(const tti_recording *r, tt_fact *fact, tt_bytes type, tt_bytes value,
                      tt_bytes reason)
{
    begin(r, fact, TT_FACT_VOTE_START);
    fact->u.vote_start.type = type;
    fact->u.vote_start.description = value;
    fact->u.vote_start.reason = reason;
    return 1;
}

static int vote(const tti_recording *r, tt_fact *fact, int32_t choice)
{
    begin(r, fact, TT_FACT_VOTE);
    fact->u.vote.choice = choice;
    return 1;
}

static int emoticon(const tti_recording *r, tt_fact *fact, int32_t number)
{
    begin(r, fact, TT_FACT_EMOTICON);
    fact->u.emoticon.emoticon = number;
    return 1;
}

static int message(tti_recording *r, tt_fact *fact)
{
    const tt_msg *msg = is_message(r) ? event_of(r)->u.message.decoded : NULL;
    switch (msg != NULL ? msg->kind : TT_MSG_KINDS) {
    case TT_MSG_CL_KILL:
    case TT_MSG_CL7_KILL:
        return r->world.tee[event_of(r)->cid].alive && begin(r, fact, TT_FACT_KILL_REQUEST);
    case TT_MSG_CL_SAY:
        return chat(r, fact, msg->u.cl_say.message,
                    msg->u.cl_say.team != 0 ? TT_CHAT_TEAM : TT_CHAT_ALL, -1);
    case TT_MSG_CL7_SAY:
        return chat(r, fact, msg->u.cl7_say.message, chat_to_of_7(msg->u.cl7_say.mode),
                    msg->u.cl7_say.target);
    case TT_MSG_CL_CALL_VOTE:
        return vote_start(r, fact, msg->u.cl_call_vote.type, msg->u.cl_call_vote.value,
                          msg->u.cl_call_vote.reason);
    case TT_MSG_CL7_CALL_VOTE:
        return vote_start(r, fact, msg->u.cl7_call_vote.type, msg->u.cl7_call_vote.value,
                          msg->u.cl7_call_vote.reason);
    case TT_MSG_CL_VOTE:
        return vote(r, fact, msg->u.cl_vote.vote);
    case TT_MSG_CL7_VOTE:
        return vote(r, fact, msg->u.cl7_vote.vote);
    case TT_MSG_CL_EMOTICON:
        return emoticon(r, fact, msg->u.cl_emoticon.emoticon);
    case TT_MSG_CL7_EMOTICON:
        return emoticon(r, fact, msg->u.cl7_emoticon.emoticon);
    default:
        return 0;
    }
}

static int command(tti_recording *r, tt_fact *fact)
{
    const struct tt_th_console_command *ran = &event_of(r)->u.console_command;
    if (event_of(r)->kind != TT_TH_CONSOLE_COMMAND) {
        return 0;
    }
    begin(r, fact, TT_FACT_COMMAND);
    fact->u.command.console = ran->flags;
    fact->u.command.name = ran->cmd;
    fact->u.command.args = ran->args;
    return 1;
}

static int login(const tti_recording *r, tt_fact *fact, int32_t level, tt_bytes account, int before)
{
    begin(r, fact, TT_FACT_LOGIN);
    fact->u.login.level = level;
    fact->u.login.account = account;
    fact->u.login.before = before;
    return 1;
}

static int version(const tti_recording *r, tt_fact *fact)
{
    const tt_th_event *event = event_of(r);
    begin(r, fact, TT_FACT_VERSION);
    if (event->kind == TT_TH_DDNETVER_OLD) {
        fact->u.version.version = event->u.ddnetver_old.version;
    } else {
        fact->u.version.version = event->u.ddnetver.version;
        fact->u.version.connection_id = event->u.ddnetver.connection_id;
        fact->u.version.text = event->u.ddnetver.version_str;
    }
    return 1;
}

static int team(tti_recording *r, tt_fact *fact)
{
    int32_t cid = event_of(r)->cid, now = r->world.client[cid].team;
    if (r->known[cid].team == now) {
        return 0;
    }
    r->known[cid].team = now;
    begin(r, fact, TT_FACT_TEAM);
    fact->u.team.team = now;
    return 1;
}

static int swap(const tti_recording *r, tt_fact *fact)
{
    begin(r, fact, TT_FACT_SWAP);
    fact->u.swap.other = event_of(r)->u.player_switch.cid2;
    return 1;
}

/* What happened to clients. */
static int extension(tti_recording *r, tt_fact *fact)
{
    const tt_th_event *event = event_of(r);
    switch (event->kind) {
    case TT_TH_DDNETVER_OLD:
    case TT_TH_DDNETVER:
        return version(r, fact);
    case TT_TH_AUTH_INIT:
        return login(r, fact, event->u.auth_init.level, event->u.auth_init.auth_name, 1);
    case TT_TH_AUTH_LOGIN:
        return login(r, fact, event->u.auth_login.level, event->u.auth_login.auth_name, 0);
    case TT_TH_AUTH_LOGOUT:
        return begin(r, fact, TT_FACT_LOGOUT);
    case TT_TH_PLAYER_TEAM:
        return team(r, fact);
    case TT_TH_PLAYER_SWITCH:
        return swap(r, fact);
    case TT_TH_PLAYER_FINISH:
        begin(r, fact, TT_FACT_FINISH);
        fact->u.finish.ticks = event->u.player_finish.ticks;
        return 1;
    default:
        return 0;
    }
}

/* What happened to teams: those facts are about no client. */
static int team_extension(tti_recording *r, tt_fact *fact)
{
    const tt_th_event *event = event_of(r);
    switch (event->kind) {
    case TT_TH_SAVE_SUCCESS:
        tti_fact_begin(r, fact, TT_FACT_SAVE);
        fact->u.save.team = event->u.save_success.team;
        fact->u.save.save_id = event->u.save_success.save_id;
        return 1;
    case TT_TH_SAVE_FAILURE:
        tti_fact_begin(r, fact, TT_FACT_SAVE_FAILURE);
        fact->u.save_failure.team = event->u.save_failure.team;
        return 1;
    case TT_TH_LOAD_SUCCESS:
        tti_fact_begin(r, fact, TT_FACT_LOAD);
        fact->u.load.team = event->u.load_success.team;
        fact->u.load.save_id = event->u.load_success.save_id;
        return 1;
    case TT_TH_LOAD_FAILURE:
        tti_fact_begin(r, fact, TT_FACT_LOAD_FAILURE);
        fact->u.load_failure.team = event->u.load_failure.team;
        return 1;
    case TT_TH_TEAM_PRACTICE:
        tti_fact_begin(r, fact, TT_FACT_PRACTICE);
        fact->u.practice.team = event->u.team_practice.team;
        fact->u.practice.on = event->u.team_practice.practice != 0;
        return 1;
    case TT_TH_TEAM_FINISH:
        tti_fact_begin(r, fact, TT_FACT_TEAM_FINISH);
        fact->u.team_finish.team = event->u.team_finish.team;
        fact->u.team_finish.ticks = event->u.team_finish.ticks;
        return 1;
    default:
        return 0;
    }
}

static int swap_second(tti_recording *r, tt_fact *fact)
{
    const tt_th_event *event = event_of(r);
    if (event->kind != TT_TH_PLAYER_SWITCH) {
        return 0;
    }
    begin(r, fact, TT_FACT_SWAP);
    fact->cid = event->u.player_switch.cid2;
    fact->session = r->u.th.change.session2;
    fact->u.swap.other = event->u.player_switch.cid1;
    return 1;
}

/* Whose the tee in the slot is. No fact. */
static int follow_tee(tti_recording *r, tt_fact *fact)
{
    (void)fact;
    if (has_client(r)) {
        uint8_t *alive = &r->known[event_of(r)->cid].alive;
        if (!r->world.tee[event_of(r)->cid].alive) {
            *alive = TTI_NO_TEE;
        } else if (event_of(r)->kind == TT_TH_PLAYER_NEW) {
            *alive = TTI_OWN_TEE;
        } else if (r->u.th.change.began) {
            *alive = TTI_OTHERS_TEE;
        }
    }
    return 0;
}

static step_fn *const steps[] = {
    tti_fact_damage, gap,       replaced,       join,        join_second, leave, name,
    name_confirm,    clan,      country,        skin,        death,       spawn, message,
    command,         extension, team_extension, swap_second, follow_tee,
};

/* 1 when the fast path would not have given the record: it has no facts. */
static int is_bare(const tti_recording *r)
{
    const tt_th_event *event = event_of(r);
    return tti_th_is_frequent(event->kind) && !r->u.th.change.began &&
           !tti_th_is_silence(event, TT_GAP_TICKS);
}

int tti_teehistorian_fact(tti_recording *r, tt_fact *fact)
{
    if (r->is_header) {
        return r->cursor.step++ == 0 && map(r, fact);
    }
    if (is_bare(r)) {
        return 0;
    }
    while (r->cursor.step < sizeof steps / sizeof steps[0]) {
        if (steps[r->cursor.step++](r, fact)) {
            return 1;
        }
    }
    return 0;
}

void tti_teehistorian_know(tti_recording *r)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tti_known *known = &r->known[cid];
        const tt_client *client = &r->world.client[cid];
        tti_copy(known->name, client->name, TT_NAME_CAP);
        tti_copy(known->clan, client->clan, TT_NAME_CAP);
        tti_th_profile_looks(&r->u.th.past.profile[cid], &known->country, &known->skin);
        known->team = client->team;
        known->name_recorded = (uint8_t)is_name_recorded(r, cid);
        known->alive = r->world.tee[cid].alive ? TTI_OWN_TEE : TTI_NO_TEE;
    }
}
