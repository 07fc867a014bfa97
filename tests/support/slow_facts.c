/* SPDX-License-Identifier: MIT
 *
 * See slow_facts.h.
 */
#include "support/slow_facts.h"

#include "cm.h"

#include <stdlib.h>
#include <string.h>

#include "support/rec_log.h"

#define NOBODY TT_SESSION_NONE

typedef struct model {
    char *text;
    size_t size, cap;
    tt_world before, world;
    const tt_th_event *event;
    uint64_t count;                         /* number of sessions so far */
    uint64_t session[TT_CIDS];              /* last session in each slot */
    int32_t since[TT_CIDS];                 /* tick in which that session began */
    uint8_t open[TT_CIDS], joined[TT_CIDS]; /* 1 while that session lasts; 1 when it had a JOIN */
    uint64_t owner[TT_CIDS];                /* session whose tee is in each slot */
} model;

static tt_fact about(const model *m, tt_fact_kind kind, int32_t cid, uint64_t session)
{
    tt_fact fact;
    memset(&fact, 0, sizeof fact);
    fact.kind = kind;
    fact.tick = m->event->tick;
    fact.cid = cid;
    fact.session = session;
    fact.offset = m->event->offset;
    return fact;
}

static void say(model *m, const tt_fact *fact)
{
    if (m->cap - m->size < 8192) {
        m->cap = 2 * m->cap + 16384;
        m->text = realloc(m->text, m->cap);
        assert_non_null(m->text);
    }
    m->size += rec_log_fact(m->text + m->size, m->cap - m->size, fact, 0);
}

static void open_session(model *m, int32_t cid, int joined)
{
    m->session[cid] = m->count++;
    m->since[cid] = m->event->tick;
    m->open[cid] = 1;
    m->joined[cid] = (uint8_t)joined;
    tt_fact fact = about(m, TT_FACT_JOIN, cid, m->session[cid]);
    fact.u.join.recorded = joined;
    fact.u.join.protocol = m->world.client[cid].protocol;
    say(m, &fact);
}

/* Lets a client join. The previous client of the slot has left. */
static void join(model *m, int32_t cid)
{
    if (m->open[cid] && !m->joined[cid]) {
        m->joined[cid] = 1;
        return;
    }
    if (m->open[cid]) {
        tt_fact fact = about(m, TT_FACT_LEAVE, cid, m->session[cid]);
        fact.u.leave.how = TT_LEFT_REPLACED;
        say(m, &fact);
    }
    open_session(m, cid, 1);
}

static void drop(model *m, int32_t cid)
{
    tt_bytes reason = m->event->u.drop.reason;
    if (!m->open[cid]) {
        return;
    }
    m->open[cid] = 0;
    tt_fact fact = about(m, TT_FACT_LEAVE, cid, m->session[cid]);
    int is_nobody =
        m->world.is_cut && !m->joined[cid] && m->since[cid] == m->event->tick && reason.size == 0;
    fact.u.leave.how = is_nobody ? TT_LEFT_NOBODY : TT_LEFT;
    fact.u.leave.reason = reason;
    say(m, &fact);
}

static void sessions(model *m, int32_t cid)
{
    if (m->event->kind == TT_TH_JOIN) {
        join(m, cid);
    } else if (!m->open[cid] && m->world.client[cid].connected) {
        open_session(m, cid, 0);
    }
    if (m->event->kind == TT_TH_PLAYER_SWITCH) {
        int32_t other = m->event->u.player_switch.cid2;
        if (!m->open[other] && m->world.client[other].connected) {
            open_session(m, other, 0);
        }
    }
    if (m->event->kind == TT_TH_DROP) {
        drop(m, cid);
    }
}

/* Returns the session of a record. A JOINVER belongs to the session of the JOIN after it. */
static uint64_t session_of(const model *m, int32_t cid)
{
    int is_version = m->event->kind == TT_TH_JOINVER6 || m->event->kind == TT_TH_JOINVER7;
    if (cid < 0 || cid >= TT_CIDS) {
        return NOBODY;
    }
    return is_version && (!m->open[cid] || m->joined[cid]) ? m->count : m->session[cid];
}

static void names(model *m, int32_t cid)
{
    const tt_client *was = &m->before.client[cid], *is = &m->world.client[cid];
    tt_fact fact = about(m, TT_FACT_NAME, cid, m->session[cid]);
    if (is->name[0] != 0 && strcmp(was->name, is->name) != 0) {
        fact.u.name.name = tt_bytes_of(is->name);
        fact.u.name.source = is->name_source;
        say(m, &fact);
    } else if (is->name_source == TT_NAME_RECORDED && was->name_source != TT_NAME_RECORDED) {
        fact = about(m, TT_FACT_NAME_CONFIRM, cid, session_of(m, cid));
        say(m, &fact);
    }
    fact = about(m, TT_FACT_CLAN, cid, m->session[cid]);
    if (strcmp(was->clan, is->clan) != 0 && (is->clan[0] != 0 || m->event->kind == TT_TH_MESSAGE)) {
        fact.u.clan.clan = tt_bytes_of(is->clan);
        say(m, &fact);
    }
}

/* Notes the owner of a tee: a tee that dies belongs to the session in which it appeared. */
static void lives(model *m, int32_t cid)
{
    const tt_tee *tee = &m->world.tee[cid];
    tt_fact fact = about(m, TT_FACT_DEATH, cid, m->session[cid]);
    if (m->event->kind == TT_TH_PLAYER_NEW) {
        m->owner[cid] = m->session[cid];
        fact.kind = TT_FACT_SPAWN;
        fact.u.spawn.x = tee->x;
        fact.u.spawn.y = tee->y;
        say(m, &fact);
    }
    if (m->event->kind == TT_TH_PLAYER_OLD) {
        fact.u.death.x = tee->x;
        fact.u.death.y = tee->y;
        if (m->owner[cid] != NOBODY && m->owner[cid] == m->session[cid] &&
            m->world.client[cid].connected) {
            say(m, &fact);
        }
        m->owner[cid] = NOBODY;
    }
}

static void chat(model *m, tt_bytes text, int32_t to, int32_t to_cid)
{
    tt_fact fact = about(m, TT_FACT_CHAT, m->event->cid, m->session[m->event->cid]);
    fact.u.chat.text = text;
    fact.u.chat.to = to;
    fact.u.chat.to_cid = to == TT_CHAT_PLAYER ? to_cid : -1;
    say(m, &fact);
}

static void call_vote(model *m, tt_bytes type, tt_bytes value, tt_bytes reason)
{
    tt_fact fact = about(m, TT_FACT_VOTE_START, m->event->cid, m->session[m->event->cid]);
    fact.u.vote_start.type = type;
    fact.u.vote_start.description = value;
    fact.u.vote_start.reason = reason;
    say(m, &fact);
}

static void number(model *m, tt_fact_kind kind, int32_t value)
{
    tt_fact fact = about(m, kind, m->event->cid, m->session[m->event->cid]);
    if (kind == TT_FACT_VOTE) {
        fact.u.vote.choice = value;
    } else if (kind == TT_FACT_EMOTICON) {
        fact.u.emoticon.emoticon = value;
    } else if (kind == TT_FACT_FINISH) {
        fact.u.finish.ticks = value;
    } else if (kind == TT_FACT_TEAM) {
        fact.u.team.team = value;
    } else if (kind == TT_FACT_SWAP) {
        fact.u.swap.other = value;
    }
    say(m, &fact);
}

static void message(model *m)
{
    const tt_msg *msg = m->event->u.message.decoded;
    static const int32_t seven[4] = {TT_CHAT_ALL, TT_CHAT_ALL, TT_CHAT_TEAM, TT_CHAT_PLAYER};
    if (msg == NULL) {
        return;
    }
    if (msg->kind == TT_MSG_CL_SAY) {
        chat(m, msg->u.cl_say.message, msg->u.cl_say.team ? TT_CHAT_TEAM : TT_CHAT_ALL, -1);
    } else if (msg->kind == TT_MSG_CL7_SAY) {
        uint32_t mode = (uint32_t)msg->u.cl7_say.mode;
        chat(m, msg->u.cl7_say.message, mode < 4 ? seven[mode] : TT_CHAT_ALL,
             msg->u.cl7_say.target);
    } else if (msg->kind == TT_MSG_CL_CALL_VOTE) {
        call_vote(m, msg->u.cl_call_vote.type, msg->u.cl_call_vote.value,
                  msg->u.cl_call_vote.reason);
    } else if (msg->kind == TT_MSG_CL7_CALL_VOTE) {
        call_vote(m, msg->u.cl7_call_vote.type, msg->u.cl7_call_vote.value,
                  msg->u.cl7_call_vote.reason);
    } else if (msg->kind == TT_MSG_CL_VOTE) {
        number(m, TT_FACT_VOTE, msg->u.cl_vote.vote);
    } else if (msg->kind == TT_MSG_CL7_VOTE) {
        number(m, TT_FACT_VOTE, msg->u.cl7_vote.vote);
    } else if (msg->kind == TT_MSG_CL_EMOTICON) {
        number(m, TT_FACT_EMOTICON, msg->u.cl_emoticon.emoticon);
    } else if (msg->kind == TT_MSG_CL7_EMOTICON) {
        number(m, TT_FACT_EMOTICON, msg->u.cl7_emoticon.emoticon);
    } else if ((msg->kind == TT_MSG_CL_KILL || msg->kind == TT_MSG_CL7_KILL) &&
               m->world.tee[m->event->cid].alive) {
        number(m, TT_FACT_KILL_REQUEST, 0);
    }
}

static void login(model *m, int32_t level, tt_bytes account, int before)
{
    tt_fact fact = about(m, TT_FACT_LOGIN, m->event->cid, m->session[m->event->cid]);
    fact.u.login.level = level;
    fact.u.login.account = account;
    fact.u.login.before = before;
    say(m, &fact);
}

static void version(model *m)
{
    const tt_th_event *event = m->event;
    tt_fact fact = about(m, TT_FACT_VERSION, event->cid, m->session[event->cid]);
    if (event->kind == TT_TH_DDNETVER_OLD) {
        fact.u.version.version = event->u.ddnetver_old.version;
    } else {
        fact.u.version.version = event->u.ddnetver.version;
        fact.u.version.text = event->u.ddnetver.version_str;
        fact.u.version.connection_id = event->u.ddnetver.connection_id;
    }
    say(m, &fact);
}

static void swap(model *m)
{
    const struct tt_th_player_switch *two = &m->event->u.player_switch;
    tt_fact fact = about(m, TT_FACT_SWAP, two->cid2, m->session[two->cid2]);
    number(m, TT_FACT_SWAP, two->cid2);
    fact.u.swap.other = two->cid1;
    say(m, &fact);
}

/* Gives the facts of extensions about a client. */
static void client_extension(model *m)
{
    const tt_th_event *event = m->event;
    switch (event->kind) {
    case TT_TH_DDNETVER_OLD:
    case TT_TH_DDNETVER:
        version(m);
        break;
    case TT_TH_AUTH_INIT:
        login(m, event->u.auth_init.level, event->u.auth_init.auth_name, 1);
        break;
    case TT_TH_AUTH_LOGIN:
        login(m, event->u.auth_login.level, event->u.auth_login.auth_name, 0);
        break;
    case TT_TH_AUTH_LOGOUT:
        number(m, TT_FACT_LOGOUT, 0);
        break;
    case TT_TH_PLAYER_FINISH:
        number(m, TT_FACT_FINISH, event->u.player_finish.ticks);
        break;
    case TT_TH_PLAYER_TEAM:
        if (m->before.client[event->cid].team != event->u.player_team.team) {
            number(m, TT_FACT_TEAM, event->u.player_team.team);
        }
        break;
    case TT_TH_PLAYER_SWITCH:
        swap(m);
        break;
    default:
        break;
    }
}

/* Gives the facts of extensions about a team, and of commands. Server and game run commands,
 * too. */
static void others(model *m)
{
    const tt_th_event *event = m->event;
    tt_fact fact = about(m, TT_FACT_KINDS, -1, NOBODY);
    switch (event->kind) {
    case TT_TH_SAVE_SUCCESS:
        fact.kind = TT_FACT_SAVE;
        fact.u.save.team = event->u.save_success.team;
        fact.u.save.save_id = event->u.save_success.save_id;
        break;
    case TT_TH_SAVE_FAILURE:
        fact.kind = TT_FACT_SAVE_FAILURE;
        fact.u.save_failure.team = event->u.save_failure.team;
        break;
    case TT_TH_LOAD_SUCCESS:
        fact.kind = TT_FACT_LOAD;
        fact.u.load.team = event->u.load_success.team;
        fact.u.load.save_id = event->u.load_success.save_id;
        break;
    case TT_TH_LOAD_FAILURE:
        fact.kind = TT_FACT_LOAD_FAILURE;
        fact.u.load_failure.team = event->u.load_failure.team;
        break;
    case TT_TH_TEAM_PRACTICE:
        fact.kind = TT_FACT_PRACTICE;
        fact.u.practice.team = event->u.team_practice.team;
        fact.u.practice.on = event->u.team_practice.practice != 0;
        break;
    case TT_TH_TEAM_FINISH:
        fact.kind = TT_FACT_TEAM_FINISH;
        fact.u.team_finish.team = event->u.team_finish.team;
        fact.u.team_finish.ticks = event->u.team_finish.ticks;
        break;
    case TT_TH_CONSOLE_COMMAND:
        fact.kind = TT_FACT_COMMAND;
        fact.cid = event->cid < 0 ? -1 : event->cid;
        fact.session = session_of(m, event->cid);
        fact.u.command.console = event->u.console_command.flags;
        fact.u.command.name = event->u.console_command.cmd;
        fact.u.command.args = event->u.console_command.args;
        break;
    default:
        return;
    }
    say(m, &fact);
}

static void take(model *m)
{
    int32_t cid = m->event->cid;
    if (cid >= 0 && cid < TT_CIDS) {
        sessions(m, cid);
        names(m, cid);
        lives(m, cid);
        if (m->event->kind == TT_TH_MESSAGE) {
            message(m);
        }
        client_extension(m);
    }
    others(m);
}

char *slow_facts(tt_bytes bytes)
{
    model *m = calloc(1, sizeof *m);
    uint8_t *scratch = malloc(TT_TH_SCRATCH);
    tt_th th;
    tt_th_event event;
    assert_true(m != NULL && scratch != NULL);
    for (int cid = 0; cid < TT_CIDS; cid++) {
        m->session[cid] = m->owner[cid] = NOBODY;
    }
    m->event = &event;
    tt_th_init(&th, &m->world, scratch, TT_TH_SCRATCH);
    tt_th_set(&th, &(tt_th_options){.recover = true});
    tt_th_feed(&th, bytes.data, bytes.size);
    tt_th_feed(&th, NULL, 0);
    m->before = m->world;
    while (tt_th_next(&th, &event) == TT_OK) {
        if (event.kind != TT_TH_HEADER) {
            take(m);
        }
        m->before = m->world;
    }
    char *text = m->text != NULL ? m->text : calloc(1, 1);
    free(scratch);
    free(m);
    return text;
}
