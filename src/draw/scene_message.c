/* SPDX-License-Identifier: MIT
 *
 * Takes visible effects of the server's messages. Chat and broadcasts come from facts, in which
 * secrets are hidden. Kills, finishes, emoticons and the rest come from messages. Kinds of 0.6,
 * DDNet and 0.7 use the same functions. Numbers of a decoded message are in range, but texts may be
 * any bytes and a client id may be -1.
 */
#include "draw/moment.h"

#include "base/ascii.h"
#include "base/mem.h"
#include "convert/convert.h"
#include "teetape/secret.h"
#include "teetape/string.h"

/* Indexes in Sv_TuneParams of the tunings in tti_scene_tune. They must be in ascending order,
 * because take_tunings relies on it. */
static const uint8_t tune_index[TTI_TUNES] = {16, 17, 19, 20, 23, 24, 27};

#define MS_A_HUNDREDTH 10

static bool is_scene_cid(int32_t cid)
{
    return cid >= 0 && cid < TT_CIDS;
}

/* Copies the name, because the player may be renamed or gone when the line is drawn. */
static void name_of(char *name, const tti_scene *scene, int32_t cid)
{
    tti_fill(name, 0, TT_NAME_CAP);
    if (is_scene_cid(cid)) {
        tti_copy(name, scene->player[cid].name, TT_NAME_CAP);
    }
}

static bool begins(const char *text, const char *word)
{
    while (*word != 0 && *text == *word) {
        text++;
        word++;
    }
    return *word == 0;
}

/* Adds a chat line. A repeated line is counted, as in the game, so that repetition does not push
 * other lines out. The size of the ring is a power of two, so `chats - 1` is right for 0 too. */
static void take_line(tti_scene *scene, const tt_fact *said, int32_t to, int32_t to_cid,
                      const char text[TTI_SCENE_TEXT])
{
    int32_t cid = said->cid;
    tti_scene_line line = {
        .tick = said->tick, .cid = is_scene_cid(cid) ? cid : -1, .to = to, .repeats = 1};
    name_of(line.name, scene, cid);
    name_of(line.to_name, scene, to_cid);
    line.is_origin =
        cid < 0 && (begins(text, TTI_CONVERT_NOTE) || begins(text, TTI_CONVERT_NOTE_MORE));
    tti_copy(line.text, text, sizeof line.text);
    line.ddrace_team = is_scene_cid(cid) ? scene->player[cid].ddrace_team : 0;
    if (line.text[0] == 0) {
        return;
    }
    tti_scene_line *last = &scene->chat[(scene->chats - 1) % TTI_SCENE_CHAT];
    if (scene->chats > 0 && last->cid == line.cid && last->to == to &&
        tti_same_text(last->to_name, line.to_name) && tti_same_text(last->text, line.text)) {
        line.repeats = last->repeats + (last->repeats < INT32_MAX);
        *last = line;
        return;
    }
    scene->chat[scene->chats++ % TTI_SCENE_CHAT] = line;
}

static void shown_text(char *dst, const tti_scene *scene, const tt_fact *fact, const tt_bytes *text)
{
    enum { ROOM = TTI_SCENE_TEXT - sizeof TT_SECRET_TEXT };
    size_t open = scene->set.show_secrets ? SIZE_MAX : tt_fact_open(fact, text);
    if (open == SIZE_MAX) {
        tti_scene_text(dst, TTI_SCENE_TEXT, *text);
        return;
    }
    uint8_t joined[TTI_SCENE_TEXT];
    open = tt_utf8_cut((tt_bytes){text->data, open}, ROOM);
    tti_copy(joined, text->data, open);
    tti_copy(joined + open, TT_SECRET_TEXT, sizeof TT_SECRET_TEXT - 1);
    tti_scene_text(dst, TTI_SCENE_TEXT, (tt_bytes){joined, open + sizeof TT_SECRET_TEXT - 1});
}

/* Takes a fact: chat, and broadcasts of the server. Messages of the day and alerts are not
 * drawn. */
void tti_scene_fact(tti_scene *scene, const tt_fact *fact)
{
    char text[TTI_SCENE_TEXT];
    if (fact->kind == TT_FACT_CHAT) {
        shown_text(text, scene, fact, &fact->u.chat.text);
        take_line(scene, fact, fact->u.chat.to, fact->u.chat.to_cid, text);
    } else if (fact->kind == TT_FACT_SERVER_MESSAGE) {
        shown_text(text, scene, fact, &fact->u.server_message.text);
        if (fact->u.server_message.where == TT_SERVER_CHAT) {
            take_line(scene, fact, TT_CHAT_ALL, -1, text);
        } else if (fact->u.server_message.where == TT_SERVER_BROADCAST) {
            tti_copy(scene->broadcast, text, sizeof text);
            scene->broadcast_tick = fact->tick;
        }
    }
}

void tti_scene_converted(tti_scene *scene, const tt_sv_msg *message, int32_t tick)
{
    if (message->kind != TT_SV_CHAT) {
        tti_scene_message(scene, message, tick);
        return;
    }
    char text[TTI_SCENE_TEXT];
    const tt_fact said = {.kind = TT_FACT_CHAT, .tick = tick, .cid = message->u.sv_chat.cid};
    tti_scene_text(text, sizeof text, message->u.sv_chat.message);
    take_line(scene, &said, TT_CHAT_ALL, -1, text);
}

/* Begins a row for a kill or a finish, which share a ring because they share rows on the screen. */
static tti_scene_kill *add_kill(tti_scene *scene, int32_t tick, int32_t victim)
{
    tti_scene_kill *kill = &scene->kill[scene->kills++ % TTI_SCENE_KILLS];
    *kill = (tti_scene_kill){.tick = tick, .victim = victim, .killer = -1, .weapon = -1};
    name_of(kill->victim_name, scene, victim);
    return kill;
}

/* Adds a kill. A killer that is no client is the world. */
static void take_kill(tti_scene *scene, int32_t tick, int32_t victim, int32_t killer,
                      int32_t weapon)
{
    if (!is_scene_cid(victim)) {
        return;
    }
    tti_scene_kill *kill = add_kill(scene, tick, victim);
    kill->killer = is_scene_cid(killer) ? killer : -1;
    kill->weapon = weapon;
    name_of(kill->killer_name, scene, killer);
}

/* Adds a finish. One without a time is left out, because a finish_ms of 0 marks a row as a kill. */
static void scene_finish(tti_scene *scene, int32_t tick, int32_t cid, int32_t ms, int32_t diff)
{
    if (is_scene_cid(cid) && ms > 0) {
        tti_scene_kill *kill = add_kill(scene, tick, cid);
        kill->finish_ms = ms;
        kill->diff_ms = diff;
    }
}

static void scene_emoticon(tti_scene *scene, int32_t tick, int32_t cid, int32_t emoticon)
{
    if (is_scene_cid(cid) && emoticon >= 0 && emoticon < 16) {
        scene->player[cid].emoticon = emoticon;
        scene->player[cid].emoticon_tick = tick;
    }
}

static void take_time(tti_scene *scene, int32_t tick, int32_t ms, int32_t diff, bool is_finish)
{
    scene->time_tick = tick;
    scene->time_ms = ms;
    scene->time_diff_ms = diff;
    scene->time_is_finish = (uint8_t)is_finish;
}

/* Converts hundredths to milliseconds. INT32_MIN becomes 0, because the sign is changed when the
 * number is shown. */
static int32_t ms_of(int32_t hundredths)
{
    return hundredths > INT32_MAX / MS_A_HUNDREDTH   ? INT32_MAX
           : hundredths < INT32_MIN / MS_A_HUNDREDTH ? INT32_MIN + 1
                                                     : hundredths * MS_A_HUNDREDTH;
}

static void take_tunings(tti_scene *scene, tt_ints ints)
{
    int32_t value;
    for (unsigned i = 0, next = 0; next < TTI_TUNES && tt_ints_next(&ints, &value); i++) {
        if (i == tune_index[next]) {
            scene->tune[next++] = value;
            scene->has_tune = next == TTI_TUNES;
        }
    }
}

/* Takes the DDRace teams. A client without an int is in no team. */
static void take_teams(tti_scene *scene, tt_ints ints)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        int32_t team = 0;
        (void)tt_ints_next(&ints, &team);
        scene->player[cid].ddrace_team = team > 0 && team < TT_TEAMS ? team : 0;
    }
}

static void take_seven_parts(tt_scene_player *p, const tt_bytes *names, const int32_t *custom,
                             const int32_t *colors)
{
    p->is_seven = 1;
    for (unsigned i = 0; i < TT_SKIN_PARTS; i++) {
        tti_scene_text(p->part[i].name, sizeof p->part[i].name, names[i]);
        p->part[i].custom = custom[i];
        p->part[i].color = colors[i];
    }
}

/* Takes a client of 0.7. A demo has the first clients in snapshots (De_ClientInfo), and later ones
 * in messages. */
static void take_seven_client(tti_scene *scene, const struct tt_sv7_client_info *info)
{
    tt_scene_player *p = &scene->player[info->cid];
    p->is_known = true;
    p->country = info->country;
    p->team = (int8_t)info->team;
    tti_scene_text(p->name, sizeof p->name, info->name);
    tti_scene_text(p->clan, sizeof p->clan, info->clan);
    take_seven_parts(p, info->skin_part_names, info->use_custom_colors, info->skin_part_colors);
}

static void take_seven(tti_scene *scene, const tt_sv_msg *m, int32_t tick)
{
    switch (m->kind) {
    case TT_SV7_KILL_MSG:
        take_kill(scene, tick, m->u.sv7_kill_msg.victim, m->u.sv7_kill_msg.killer,
                  m->u.sv7_kill_msg.weapon);
        break;
    case TT_SV7_EMOTICON:
        scene_emoticon(scene, tick, m->u.sv7_emoticon.cid, m->u.sv7_emoticon.emoticon);
        break;
    case TT_SV7_TUNE_PARAMS:
        take_tunings(scene, m->u.sv7_tune_params.params);
        break;
    case TT_SV7_RACE_FINISH:
        scene_finish(scene, tick, m->u.sv7_race_finish.cid, m->u.sv7_race_finish.time_ms,
                     m->u.sv7_race_finish.diff_ms);
        break;
    case TT_SV7_CHECKPOINT:
        take_time(scene, tick, 0, m->u.sv7_checkpoint.diff_ms, false);
        break;
    case TT_SV7_CLIENT_INFO:
        take_seven_client(scene, &m->u.sv7_client_info);
        break;
    case TT_SV7_SKIN_CHANGE:
        take_seven_parts(
            &scene->player[m->u.sv7_skin_change.cid], m->u.sv7_skin_change.skin_part_names,
            m->u.sv7_skin_change.use_custom_colors, m->u.sv7_skin_change.skin_part_colors);
        break;
    case TT_SV7_TEAM:
        if (is_scene_cid(m->u.sv7_team.cid)) {
            scene->player[m->u.sv7_team.cid].team = (int8_t)m->u.sv7_team.team;
        }
        break;
    default:
        break;
    }
}

/* Takes a message of DDNet. A team that dies as a whole gives one row, with its first member. */
static void take_ddnet_message(tti_scene *scene, const tt_sv_msg *m, int32_t tick)
{
    switch (m->kind) {
    case TT_SV_DDRACE_TIME:
        take_time(scene, tick, ms_of(m->u.sv_ddrace_time.time), ms_of(m->u.sv_ddrace_time.check),
                  m->u.sv_ddrace_time.finish != 0);
        break;
    case TT_SV_DDRACE_TIME_LEGACY:
        take_time(scene, tick, ms_of(m->u.sv_ddrace_time_legacy.time),
                  ms_of(m->u.sv_ddrace_time_legacy.check), m->u.sv_ddrace_time_legacy.finish != 0);
        break;
    case TT_SV_TEAMS_STATE:
        take_teams(scene, m->u.sv_teams_state.teams);
        break;
    case TT_SV_TEAMS_STATE_LEGACY:
        take_teams(scene, m->u.sv_teams_state_legacy.teams);
        break;
    case TT_SV_KILL_MSG_TEAM:
        take_kill(scene, tick, m->u.sv_kill_msg_team.first, m->u.sv_kill_msg_team.first, -1);
        break;
    case TT_SV_RACE_FINISH:
        scene_finish(scene, tick, m->u.sv_race_finish.cid, m->u.sv_race_finish.time_ms,
                     m->u.sv_race_finish.diff_ms);
        break;
    default:
        take_seven(scene, m, tick);
        break;
    }
}

void tti_scene_message(tti_scene *scene, const tt_sv_msg *m, int32_t tick)
{
    switch (m->kind) {
    case TT_SV_KILL_MSG:
        take_kill(scene, tick, m->u.sv_kill_msg.victim, m->u.sv_kill_msg.killer,
                  m->u.sv_kill_msg.weapon);
        break;
    case TT_SV_EMOTICON:
        scene_emoticon(scene, tick, m->u.sv_emoticon.cid, m->u.sv_emoticon.emoticon);
        break;
    case TT_SV_TUNE_PARAMS:
        take_tunings(scene, m->u.sv_tune_params.params);
        break;
    default:
        take_ddnet_message(scene, m, tick);
        break;
    }
}
