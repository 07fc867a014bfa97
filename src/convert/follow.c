/* SPDX-License-Identifier: MIT
 *
 * Takes the events of a recording: what they change in how clients look, and which messages come of
 * them.
 *
 * Called once an event, so its cost is that of the recording: PLAYER_DIFF and INPUT_DIFF are nearly
 * all of it and have a short way through follow_tee, without the loop over all clients of
 * tti_wake_all.
 */
#include "convert/body.h"
#include "convert/parts.h"

#include "base/mem.h"
#include "teetape/json.h"

/* The console of the chat, in the flags of a command: DDNet's bit for commands that players type
 * with a slash. Commands of rcon lack it, and are never shown. */
#define CONSOLE_CHAT 128

/* Eyes go with an emoticon for this long, two seconds, as on servers; those of /emote at most for a
 * day, so that the product with ticks fits. */
#define EMOTICON_TICKS 100
#define EMOTE_SECONDS_MAX 86400

/* Where a change of this tick goes; what was before remains shown until the tick's end. The copy is
 * made once a tick: more changes in it go to the same `next`, and `shown` keeps the look of before
 * all of them. */
static tt_convert_look *change(tt_convert *c, int32_t cid, int32_t tick)
{
    tt_convert_client *client = &c->client[cid];
    if (client->changed != tick) {
        client->shown = client->next;
        client->changed = tick;
    }
    return &client->next;
}

/* Takes name, clan and skin anew after the client or the server said something about them. A rename
 * is said in the chat only of one who had a name in the game: the first name is part of the join.
 */
static void refresh_info(tt_convert *c, int32_t cid, int32_t tick, const tt_world *world,
                         const tt_th_history *history)
{
    char before[TT_NAME_CAP];
    tt_convert_client *client = &c->client[cid];
    tt_convert_look *look = change(c, cid, tick);
    tti_copy(before, client->name, sizeof before);
    tti_note_name(c, cid, world);
    tti_look_info(look, cid, &world->client[cid], &history->profile[cid]);
    int is_other = !tt_bytes_equal(tt_bytes_of(before), tt_bytes_of(client->name));
    if (look->in_game && is_other && before[0] != 0 && tti_is_wanted(c, cid)) {
        tti_say_rename(c, tick, cid, before);
    }
}

/* The client enters the game. It may be called more than once a session, as the sign of it depends
 * on the server: PLAYER_READY where the recording has it, else the start info, and at the latest
 * the first tee. Only the first call counts. */
static void enter(tt_convert *c, int32_t cid, int32_t tick, const tt_world *world,
                  const tt_th_history *history)
{
    tt_convert_look *look = change(c, cid, tick);
    if (look->in_game) {
        return;
    }
    refresh_info(c, cid, tick, world, history);
    look->in_game = 1;
    c->nameless += world->client[cid].name[0] == 0;
    tti_mark(c, cid, tick);
    if (tti_is_wanted(c, cid) && c->client[cid].name[0] != 0) {
        tti_say_join(c, tick, cid);
    }
}

/* Ends a session: everything known of the client id belongs to the one who left. Also for a JOIN,
 * where a DROP may be missing in a damaged recording. Its tee goes by a record of its own. */
static void leave(tt_convert *c, int32_t cid, int32_t tick, tt_bytes reason)
{
    tt_convert_look *look = change(c, cid, tick);
    if (look->in_game && tti_is_wanted(c, cid)) {
        tti_say_leave(c, tick, cid, reason);
    }
    tti_look_init(look, cid);
    tti_fill(c->client[cid].name, 0, TT_NAME_CAP);
    c->client[cid].emoticon = TTI_NEVER;
    c->teams_due = 1;
}

static void take_input(tt_convert *c, int32_t cid, int32_t tick, const int32_t *input)
{
    tt_convert_look *look = change(c, cid, tick);
    tti_look_input(look, input);
    look->input_tick = tick;
}

/* Eyes for a time. The last call counts, also where an earlier one would have lasted longer. */
static void set_emote(tt_convert *c, int32_t cid, int32_t tick, int32_t emote, int32_t ticks)
{
    tt_convert_look *look = change(c, cid, tick);
    look->emote = emote;
    look->emote_end = tti_later(tick, ticks);
}

/* Servers leave out emoticons that come too soon after the last one that they took; the recording
 * has all that were sent. One that is left out does not begin the time anew. */
static void take_emoticon(tt_convert *c, int32_t cid, int32_t tick, int32_t emoticon)
{
    tt_convert_client *client = &c->client[cid];
    if (client->emoticon >= 0 && tick - client->emoticon < c->emoticon_delay) {
        return;
    }
    client->emoticon = tick;
    if (tti_is_wanted(c, cid)) {
        tti_queue_emoticon(c, tick, cid, emoticon);
    }
    set_emote(c, cid, tick, tti_emote_of_emoticon(emoticon), EMOTICON_TICKS);
}

/* Messages of clients. A kill is only a wish here: life.c sees by the tee whether the server
 * granted it. To spectate is one as well, and shows when there is no tee. */
static void take_message(tt_convert *c, const tt_th_event *event, const tt_world *world,
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
        if (!c->has_ready) {
            enter(c, cid, tick, world, history);
        }
        break;
    case TT_MSG_CL_CHANGE_INFO:
    case TT_MSG_CL7_SKIN_CHANGE:
        refresh_info(c, cid, tick, world, history);
        break;
    case TT_MSG_CL_EMOTICON:
        take_emoticon(c, cid, tick, msg->u.cl_emoticon.emoticon);
        break;
    case TT_MSG_CL7_EMOTICON:
        take_emoticon(c, cid, tick, msg->u.cl7_emoticon.emoticon);
        break;
    case TT_MSG_CL_KILL:
    case TT_MSG_CL7_KILL:
        c->client[cid].killed = tick;
        break;
    case TT_MSG_CL_SET_TEAM:
        change(c, cid, tick)->spectates = msg->u.cl_set_team.team < 0;
        break;
    case TT_MSG_CL7_SET_TEAM:
        change(c, cid, tick)->spectates = msg->u.cl7_set_team.team < 0;
        break;
    default:
        break;
    }
}

/* "/emote happy 5": without a number, or with one that is none, for a second. */
static void take_emote(tt_convert *c, int32_t cid, int32_t tick, tt_texts args)
{
    int64_t seconds = 1;
    int32_t emote = args.count > 0 ? tti_emote_of_name(tt_texts_next(&args)) : -1;
    if (emote < 0) {
        return;
    }
    if (args.count > 0 && tt_json_int(&seconds, tt_texts_next(&args)) != TT_OK) {
        seconds = 1;
    }
    seconds = seconds < 0 ? 0 : seconds > EMOTE_SECONDS_MAX ? EMOTE_SECONDS_MAX : seconds;
    set_emote(c, cid, tick, emote, (int32_t)seconds * TT_TICKS_PER_SECOND);
}

static int is_word(tt_bytes text, const char *word)
{
    return tt_bytes_equal(text, tt_bytes_of(word));
}

/* Commands typed in the chat. Every client sends /timeout by itself, so it is not shown as
 * something that was said. /pause and /spec are switches, so each turns the flag around; a server
 * may refuse one, which the recording does not say. */
static void take_command(tt_convert *c, const struct tt_th_console_command *command, int32_t tick)
{
    int32_t cid = command->cid;
    tt_bytes cmd = command->cmd;
    if (cid < 0 || cid >= TT_CIDS || (command->flags & CONSOLE_CHAT) == 0) {
        return;
    }
    if (is_word(cmd, "emote")) {
        take_emote(c, cid, tick, command->args);
    } else if (is_word(cmd, "kill")) {
        c->client[cid].killed = tick;
    } else if (is_word(cmd, "pause")) {
        change(c, cid, tick)->away ^= TT_DDNET_PLAYER_PAUSED;
    } else if (is_word(cmd, "spec")) {
        change(c, cid, tick)->away ^= TT_DDNET_PLAYER_SPEC;
    }
    if (tti_is_wanted(c, cid) && !is_word(cmd, "timeout")) {
        tti_say_command(c, tick, cid, cmd, command->args);
    }
}

/* The best time of the session is the score, in seconds below zero, as race servers give it; before
 * the first finish it is -9999, so a run of more than 9999 s never counts. */
static void take_finish(tt_convert *c, const struct tt_th_player_finish *finish, int32_t tick)
{
    tt_convert_look *look = change(c, finish->cid, tick);
    int32_t score = -(finish->ticks > 0 ? finish->ticks / TT_TICKS_PER_SECOND : 0);
    if (look->score < score) {
        look->score = score;
    }
    tti_mark(c, finish->cid, tick);
    if (!c->has_focus) {
        c->marker_tick = tick;
    }
    if (tti_is_wanted(c, finish->cid)) {
        tti_say_finish(c, tick, finish->cid, 0, finish->ticks);
    }
}

/* The message that has all teams is made once a tick, however many of them change in it. */
static void take_team(tt_convert *c, const struct tt_th_player_team *team, int32_t tick)
{
    c->teams_due = 1;
    if (tti_is_wanted(c, team->cid) && c->client[team->cid].next.in_game) {
        tti_say_team(c, tick, team->cid, team->team);
    }
}

/* Two tees swap: they keep their slots, and jump. A wish to die of before would take that jump for
 * a death. */
static void take_switch(tt_convert *c, const struct tt_th_player_switch *swap)
{
    c->client[swap->cid1].killed = c->client[swap->cid2].killed = TTI_NEVER;
}

/* Records about tees, which fill a recording: 1 when the event is one of them. A client whose first
 * sign is its tee is shown in the same tick, as the server put both into one snapshot. */
static int follow_tee(tt_convert *c, const tt_th_event *event, const tt_world *world,
                      const tt_th_history *history)
{
    switch (event->kind) {
    case TT_TH_PLAYER_DIFF:
        tti_wake_tee(c, event->cid, event->tick);
        tti_tee_moves(c, &event->u.player_diff, event->tick);
        return 1;
    case TT_TH_INPUT_DIFF:
        tti_wake(c, event->cid, event->tick);
        take_input(c, event->cid, event->tick, event->u.input_diff.input);
        return 1;
    case TT_TH_INPUT_NEW:
        tti_wake(c, event->cid, event->tick);
        take_input(c, event->cid, event->tick, event->u.input_new.input);
        return 1;
    case TT_TH_PLAYER_NEW:
        tti_wake(c, event->cid, event->tick);
        enter(c, event->cid, event->tick, world, history);
        if (!c->client[event->cid].shown.in_game) {
            c->client[event->cid].shown = c->client[event->cid].next;
        }
        tti_tee_appears(c, event->cid, event->tick);
        return 1;
    case TT_TH_PLAYER_OLD:
        tti_wake(c, event->cid, event->tick);
        tti_tee_goes(c, event->cid, event->tick, world);
        return 1;
    default:
        return 0;
    }
}

/* With c->shared: an event of one who is not in the demo. The message of teams lists everybody, so
 * those three make it due; and a snapshot is due, as the order of all tees by age may be another.
 */
static void follow_other(tt_convert *c, const tt_th_event *event)
{
    c->teams_due |=
        event->kind == TT_TH_JOIN || event->kind == TT_TH_DROP || event->kind == TT_TH_PLAYER_TEAM;
    c->wake = event->tick < c->wake ? event->tick : c->wake;
}

/* A header is for tt_convert_header; a TICK_SKIP changes nothing but the time. c->cids is a bound
 * that only grows, so that loops over clients end at the highest id of the recording. */
void tt_convert_follow(tt_convert *c, const tt_th_event *event, const tt_world *world,
                       const tt_th_history *history)
{
    int32_t cid = event->cid, tick = event->tick;
    if (event->kind == TT_TH_HEADER || event->kind == TT_TH_TICK_SKIP) {
        return;
    }
    c->cids = cid < c->cids ? c->cids : cid + 1;
    if (c->shared != NULL) {
        if (!tti_share_wants(c, cid)) {
            follow_other(c, event);
            return;
        }
        tti_share_take(c, cid);
    }
    if (follow_tee(c, event, world, history)) {
        return;
    }
    tti_wake_all(c, tick);
    switch (event->kind) {
    case TT_TH_MESSAGE:
        take_message(c, event, world, history);
        break;
    case TT_TH_JOIN:
        leave(c, cid, tick, (tt_bytes){NULL, 0});
        break;
    case TT_TH_DROP:
        leave(c, cid, tick, event->u.drop.reason);
        break;
    case TT_TH_PLAYER_READY:
        enter(c, cid, tick, world, history);
        break;
    case TT_TH_PLAYER_NAME:
        refresh_info(c, cid, tick, world, history);
        break;
    case TT_TH_CONSOLE_COMMAND:
        take_command(c, &event->u.console_command, tick);
        break;
    case TT_TH_PLAYER_TEAM:
        take_team(c, &event->u.player_team, tick);
        break;
    case TT_TH_PLAYER_SWITCH:
        take_switch(c, &event->u.player_switch);
        break;
    case TT_TH_PLAYER_FINISH:
        take_finish(c, &event->u.player_finish, tick);
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
