/* SPDX-License-Identifier: MIT
 *
 * Takes the events of a recording: they change the looks of clients, and cause messages.
 *
 * This code runs once for each event. PLAYER_DIFF and INPUT_DIFF, nearly all of a recording, take a
 * fast path (convert_tee) without the loop over all clients in tti_wake_all.
 */
#include "base/json_int.h"
#include "convert/convert.h"
#include "convert/game.h"
#include "convert/parts.h"

#include "base/mem.h"
#include "teehistorian/record.h"
#include "teetape/json.h"

/* DDNet's flag of commands that were typed with a slash in the chat. Other commands are never
 * shown. */

/* Ticks for which the eyes show an emoticon: two seconds, as on servers. /emote lasts at most a
 * day, so its ticks fit into an int. */
#define EMOTICON_TICKS 100
#define EMOTE_SECONDS_MAX 86400
#define EMOTE_PAUSE 50 /* ticks between two /emote */

/* Returns the look that the events of this tick change. `shown` keeps the look before the tick
 * until the tick ends. */
static tti_convert_look *change(tti_convert *c, int32_t cid, int32_t tick)
{
    tti_convert_client *client = &c->client[cid];
    if (client->changed != tick) {
        client->shown = client->next;
        client->changed = tick;
    }
    return &client->next;
}

/* Returns true when the chat says what happens to a client. Records of the state with which a cut
 * begins are no news. */
static bool is_said(const tti_convert *c, int32_t cid, int32_t tick)
{
    return tti_is_wanted(c, cid) && tick != c->state_tick;
}

/* Takes name and skin of a client. The chat announces a rename only if the client already had a
 * name in the game. */
static void refresh_info(tti_convert *c, int32_t cid, int32_t tick, const tt_world *world,
                         const tt_th_history *history)
{
    char before[TT_NAME_CAP];
    tti_convert_client *client = &c->client[cid];
    tti_convert_look *look = change(c, cid, tick);
    tti_copy(before, client->name, sizeof before);
    tti_note_name(c, cid, world);
    tti_look_info(look, cid, &world->client[cid], &tti_th_history_seen(history)->profile[cid]);
    bool is_other = !tt_bytes_equal(tt_bytes_of(before), tt_bytes_of(client->name));
    if (look->in_game && is_other && before[0] != 0 && is_said(c, cid, tick)) {
        tti_say_rename(c, tick, cid, before);
    }
}

/* Lets a client enter the game: at its PLAYER_READY, else at its start info, and at the latest with
 * its first tee. Only the first call in a session counts. */
static void enter_client(tti_convert *c, int32_t cid, int32_t tick, const tt_world *world,
                         const tt_th_history *history)
{
    tti_convert_look *look = change(c, cid, tick);
    if (look->in_game) {
        return;
    }
    refresh_info(c, cid, tick, world, history);
    look->in_game = 1;
    c->nameless += world->client[cid].name[0] == 0;
    if (tick != c->state_tick) {
        tti_mark(c, cid, tick);
    }
    if (is_said(c, cid, tick) && c->client[cid].name[0] != 0) {
        tti_say_join(c, tick, cid);
    }
}

/* Ends the session of a client. A JOIN calls this, too, because a damaged recording may lack the
 * DROP. The end of the tee has a record of its own. */
static void end_session(tti_convert *c, int32_t cid, int32_t tick, tt_bytes reason)
{
    tti_convert_look *look = change(c, cid, tick);
    if (look->in_game && is_said(c, cid, tick)) {
        tti_say_leave(c, tick, cid, reason);
    }
    tti_look_init(look, cid);
    tti_fill(c->client[cid].name, 0, TT_NAME_CAP);
    c->client[cid].emoticon = c->client[cid].mood = TTI_NEVER;
    c->teams_due = true;
}

/* Returns true when an input shows that somebody is there. Like on servers, an opened scoreboard
 * does not. */
static bool is_other_input(tt_input before, tt_input now)
{
    before.player_flags &= ~TT_PLAYER_SCOREBOARD;
    now.player_flags &= ~TT_PLAYER_SCOREBOARD;
    return !tti_equal(&before, &now, sizeof now);
}

static void convert_input(tti_convert *c, int32_t cid, int32_t tick, const int32_t *ints)
{
    tti_convert_look *look = change(c, cid, tick);
    tt_input input = tt_input_of(ints);
    bool is_other = look->has_input && is_other_input(look->input, input);
    is_other = is_other || tick == c->state_tick;
    look->input = input;
    look->has_input = true;
    if (is_other && c->needs_change && look->input_tick < 0) {
        /* the server knows this input before its snapshot */
        c->client[cid].shown.input_tick = tick;
    }
    look->input_tick = is_other || !c->needs_change ? tick : look->input_tick;
}

/* Returns true when an input may change more than the items of the tee: the player may have been
 * away until now. */
static bool may_return(const tti_convert *c, int32_t cid, int32_t tick)
{
    int32_t last = c->client[cid].next.input_tick;
    return last < 0 || (c->afk_ticks != 0 && tick - last > c->afk_ticks);
}

/* Takes an emoticon. The recording has every emoticon, but servers ignore one that comes too soon
 * after the last one taken. */
static void convert_emoticon(tti_convert *c, int32_t cid, int32_t tick, int32_t emoticon)
{
    tti_convert_client *client = &c->client[cid];
    if (client->emoticon >= 0 && tick - client->emoticon < c->emoticon_delay) {
        return;
    }
    client->emoticon = tick;
    if (tti_is_wanted(c, cid)) {
        tti_queue_emoticon(c, tick, cid, emoticon);
    }
    tti_game_feel(c, cid);
    tti_convert_look *look = change(c, cid, tick);
    look->emote = tti_emote_of_emoticon(emoticon);
    look->emote_end = tti_later(tick, EMOTICON_TICKS);
}

/* Takes a message of a client. Messages of 0.6 and 0.7 with the same name have the same fields
 * here. A kill message is only a wish; life.c finds out from the tee whether the server fulfilled
 * it. */
static void convert_message(tti_convert *c, const tt_th_event *event, const tt_world *world,
                            const tt_th_history *history)
{
    const tt_msg *msg = event->u.message.decoded;
    int32_t cid = event->cid, tick = event->tick;
    if (msg == NULL) {
        return;
    }
    switch (msg->kind) {
    case TT_MSG_CL_START_INFO:
    case TT_MSG_CL7_START_INFO:
        refresh_info(c, cid, tick, world, history);
        if (!c->has_ready || tick == c->state_tick) {
            enter_client(c, cid, tick, world, history);
        }
        break;
    case TT_MSG_CL_CHANGE_INFO:
    case TT_MSG_CL7_SKIN_CHANGE:
        refresh_info(c, cid, tick, world, history);
        break;
    case TT_MSG_CL_EMOTICON:
    case TT_MSG_CL7_EMOTICON:
        convert_emoticon(c, cid, tick, msg->u.cl_emoticon.emoticon);
        break;
    case TT_MSG_CL_KILL:
    case TT_MSG_CL7_KILL:
        c->client[cid].killed = tick;
        break;
    case TT_MSG_CL_SET_TEAM:
    case TT_MSG_CL7_SET_TEAM:
        change(c, cid, tick)->spectates = msg->u.cl_set_team.team < 0;
        break;
    default:
        break;
    }
}

static void take_emote(tti_convert *c, int32_t cid, int32_t tick, tt_texts args)
{
    int64_t seconds = 1;
    int32_t emote = args.count > 0 ? tti_emote_of_name(tt_texts_next(&args)) : -1;
    tti_convert_client *client = &c->client[cid];
    bool is_too_soon = client->mood >= 0 && tick - client->mood <= EMOTE_PAUSE;
    if (emote < 0 || is_too_soon) {
        return;
    }
    if (args.count > 0 && tti_json_int(&seconds, tt_texts_next(&args)) != TT_OK) {
        seconds = 1;
    }
    seconds = seconds < 0 ? 0 : seconds > EMOTE_SECONDS_MAX ? EMOTE_SECONDS_MAX : seconds;
    client->mood = tick;
    tti_convert_look *look = change(c, cid, tick);
    look->mood = emote;
    look->mood_end = tti_later(tick, (int32_t)seconds * TT_TICKS_PER_SECOND);
}

static bool is_command_named(tt_bytes text, const char *word)
{
    return tt_bytes_equal(text, tt_bytes_of(word));
}

static void convert_command(tti_convert *c, const struct tt_th_console_command *command,
                            int32_t tick)
{
    int32_t cid = command->cid;
    tt_bytes cmd = command->cmd;
    if (cid < 0 || cid >= TT_CIDS || (command->flags & TTI_TH_CONSOLE_CHAT) == 0) {
        return;
    }
    if (is_command_named(cmd, "emote")) {
        take_emote(c, cid, tick, command->args);
    } else if (is_command_named(cmd, "kill")) {
        c->client[cid].killed = tick;
    }
}

static void convert_team(tti_convert *c, int32_t cid, int32_t tick, int32_t team)
{
    c->teams_due = true;
    if (is_said(c, cid, tick) && c->client[cid].next.in_game) {
        tti_say_team(c, tick, cid, team);
    }
}

/* Takes a swap: the tees jump to each other's place. After an earlier wish to die, the jump would
 * look like a death. */
static void convert_switch(tti_convert *c, const struct tt_th_player_switch *cids)
{
    c->client[cids->cid1].killed = TTI_NEVER;
    c->client[cids->cid2].killed = TTI_NEVER;
}

/* Takes a finish. The score is the best time as negative seconds, or -9999 without a finish. */
static void convert_finish(tti_convert *c, const struct tt_th_player_finish *finish, int32_t tick)
{
    tti_convert_look *look = change(c, finish->cid, tick);
    int32_t score = -(finish->ticks > 0 ? finish->ticks / TT_TICKS_PER_SECOND : 0);
    if (look->score < score) {
        look->score = score;
    }
    tti_finish(c, tick, finish->cid, finish->ticks);
}

/* Takes a record about a tee, and returns false for any other record. A client whose first record
 * is its tee is shown in the same tick, as in the server's snapshot. */
static bool convert_tee(tti_convert *c, const tt_th_event *event, const tt_world *world,
                        const tt_th_history *history)
{
    switch (event->kind) {
    case TT_TH_PLAYER_DIFF:
        tti_wake_tee(c, event->cid, event->tick);
        tti_tee_moves(c, &event->u.player_diff, event->tick);
        return true;
    case TT_TH_INPUT_DIFF:
        if (may_return(c, event->cid, event->tick)) {
            tti_wake(c, event->cid, event->tick);
        } else {
            tti_wake_tee(c, event->cid, event->tick);
        }
        convert_input(c, event->cid, event->tick, event->u.input_diff.input);
        return true;
    case TT_TH_INPUT_NEW:
        tti_wake(c, event->cid, event->tick);
        convert_input(c, event->cid, event->tick, event->u.input_new.input);
        return true;
    case TT_TH_PLAYER_NEW:
        tti_wake(c, event->cid, event->tick);
        enter_client(c, event->cid, event->tick, world, history);
        if (!c->client[event->cid].shown.in_game) {
            c->client[event->cid].shown = c->client[event->cid].next;
        }
        tti_tee_appears(c, event->cid, event->tick);
        return true;
    case TT_TH_PLAYER_OLD:
        tti_wake(c, event->cid, event->tick);
        tti_tee_goes(c, event->cid, event->tick, world);
        return true;
    default:
        return false;
    }
}

/* Copies the client of an event from the shared conversion of all clients. Returns false for a
 * client that is not in this demo. Such a client is still in the messages with the teams, and in
 * the order of tees by age. */
static bool take_shared(tti_convert *c, const tt_th_event *event)
{
    int32_t cid = event->cid;
    if (cid >= 0 && cid < TT_CIDS && (c->focus[cid] || cid == c->local)) {
        tti_share_take(c, cid);
        return true;
    }
    c->teams_due |=
        event->kind == TT_TH_JOIN || event->kind == TT_TH_DROP || event->kind == TT_TH_PLAYER_TEAM;
    c->wake = event->tick < c->wake ? event->tick : c->wake;
    return false;
}

/* Takes an event. Headers go to tt_convert_header. c->cids only grows, so loops end at the highest
 * client id. */
void tt_convert_follow(tt_convert *outer, const tt_th_event *event, const tt_world *world,
                       const tt_th_history *history)
{
    tti_convert *c = tti_convert_of(outer);
    int32_t cid = event->cid, tick = event->tick;
    if (event->kind == TT_TH_HEADER || event->kind == TT_TH_TICK_SKIP) {
        return;
    }
    if (world->is_cut && c->state_tick < 0) {
        c->state_tick = tick;
    }
    tti_convert_play(c, event, world);
    c->cids = cid < c->cids ? c->cids : cid + 1;
    if (c->shared != NULL && !take_shared(c, event)) {
        return;
    }
    if (convert_tee(c, event, world, history)) {
        return;
    }
    tti_wake_all(c, tick);
    switch (event->kind) {
    case TT_TH_AUTH_INIT:
    case TT_TH_AUTH_LOGIN:
    case TT_TH_AUTH_LOGOUT:
        change(c, cid, tick)->auth_level = world->client[cid].rcon_level;
        break;
    case TT_TH_MESSAGE:
        convert_message(c, event, world, history);
        break;
    case TT_TH_JOIN:
        end_session(c, cid, tick, (tt_bytes){NULL, 0});
        break;
    case TT_TH_DROP:
        end_session(c, cid, tick, event->u.drop.reason);
        break;
    case TT_TH_PLAYER_READY:
        enter_client(c, cid, tick, world, history);
        break;
    case TT_TH_PLAYER_NAME:
        refresh_info(c, cid, tick, world, history);
        break;
    case TT_TH_CONSOLE_COMMAND:
        convert_command(c, &event->u.console_command, tick);
        break;
    case TT_TH_PLAYER_TEAM:
        convert_team(c, cid, tick, event->u.player_team.team);
        break;
    case TT_TH_PLAYER_SWITCH:
        convert_switch(c, &event->u.player_switch);
        break;
    case TT_TH_PLAYER_FINISH:
        convert_finish(c, &event->u.player_finish, tick);
        break;
    case TT_TH_TEAM_FINISH:
        if (!c->only) {
            tti_say_finish(c, tick, -1, event->u.team_finish.team, event->u.team_finish.ticks);
        }
        break;
    default:
        break;
    }
}
