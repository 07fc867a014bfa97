/* SPDX-License-Identifier: MIT
 *
 * Takes the messages of the server that are seen: chat, kills, finishes, broadcasts, emoticons, and
 * those that say how the world is.
 *
 * The kinds of 0.6, of DDNet and of 0.7 end in the same functions. Messages have been decoded
 * (teetape/server_message.h), so its numbers are in their ranges; texts are still whatever a server
 * sent, and a client id may be -1.
 */
#include "draw/follow.h"

#include "base/mem.h"

/* Where in Sv_TuneParams the tunings of tt_scene_tune are; rising, which take_tunings relies on. */
static const uint8_t tune_index[TT_TUNES] = {16, 17, 19, 20, 23, 24, 27};

#define MS_A_HUNDREDTH 10 /* milliseconds in a hundredth of a second */

/* Others are the server (-1), or nothing. */
static int is_cid(int32_t cid)
{
    return cid >= 0 && cid < TT_CIDS;
}

/* A copy, as the player may be called otherwise, or be gone, when the line is drawn. */
static void name_of(char *name, const tt_scene *scene, int32_t cid)
{
    tti_fill(name, 0, TT_NAME_CAP);
    if (is_cid(cid)) {
        tti_copy(name, scene->player[cid].name, TT_NAME_CAP);
    }
}

static int is_same_text(const char *a, const char *b)
{
    return tt_bytes_equal(tt_bytes_of(a), tt_bytes_of(b));
}

/* A line that is the same as the last one counts there, as in the game, so that one who repeats
 * himself does not push others out. The ring has a power of two of places, so the place before the
 * first is right too. */
static void take_chat(tt_scene *scene, int32_t tick, int32_t cid, int32_t team, tt_bytes text)
{
    tt_scene_line line = {.tick = tick, .cid = is_cid(cid) ? cid : -1, .team = team, .repeats = 1};
    name_of(line.name, scene, cid);
    tti_scene_text(line.text, sizeof line.text, text);
    line.ddrace_team = is_cid(cid) ? scene->player[cid].ddrace_team : 0;
    if (line.text[0] == 0) {
        return;
    }
    tt_scene_line *last = &scene->chat[(scene->chats - 1) % TT_SCENE_CHAT];
    if (scene->chats > 0 && last->cid == line.cid && last->team == team &&
        is_same_text(last->text, line.text)) {
        last->tick = tick;
        last->repeats += last->repeats < INT32_MAX;
        return;
    }
    scene->chat[scene->chats++ % TT_SCENE_CHAT] = line;
}

/* Kills and finishes share a ring, as they share rows on the screen. */
static tt_scene_kill *add_kill(tt_scene *scene, int32_t tick, int32_t victim)
{
    tt_scene_kill *kill = &scene->kill[scene->kills++ % TT_SCENE_KILLS];
    *kill = (tt_scene_kill){.tick = tick, .victim = victim, .killer = -1, .weapon = -1};
    name_of(kill->victim_name, scene, victim);
    return kill;
}

/* Without a victim there is nothing to show; a killer that is no client is the world. */
static void take_kill(tt_scene *scene, int32_t tick, int32_t victim, int32_t killer, int32_t weapon)
{
    if (!is_cid(victim)) {
        return;
    }
    tt_scene_kill *kill = add_kill(scene, tick, victim);
    kill->killer = is_cid(killer) ? killer : -1;
    kill->weapon = weapon;
    name_of(kill->killer_name, scene, killer);
}

/* A time of 0 is no finish: it is what marks a row as a kill. */
static void take_finish(tt_scene *scene, int32_t tick, int32_t cid, int32_t ms, int32_t diff)
{
    if (is_cid(cid) && ms > 0) {
        tt_scene_kill *kill = add_kill(scene, tick, cid);
        kill->finish_ms = ms;
        kill->diff_ms = diff;
    }
}

/* A new one takes the place of the last. */
static void take_emoticon(tt_scene *scene, int32_t tick, int32_t cid, int32_t emoticon)
{
    if (is_cid(cid) && emoticon >= 0 && emoticon < 16) {
        scene->player[cid].emoticon = emoticon;
        scene->player[cid].emoticon_tick = tick;
    }
}

/* Only the last time is kept: the screen shows one. */
static void take_time(tt_scene *scene, int32_t tick, int32_t ms, int32_t diff, int is_finish)
{
    scene->time_tick = tick;
    scene->time_ms = ms;
    scene->time_diff_ms = diff;
    scene->time_is_finish = (uint8_t)is_finish;
}

/* Bounded. The least result is one more than INT32_MIN, as its sign is turned around when it is
 * shown. */
static int32_t ms_of(int32_t hundredths)
{
    return hundredths > INT32_MAX / MS_A_HUNDREDTH   ? INT32_MAX
           : hundredths < INT32_MIN / MS_A_HUNDREDTH ? INT32_MIN + 1
                                                     : hundredths * MS_A_HUNDREDTH;
}

static void take_broadcast(tt_scene *scene, int32_t tick, tt_bytes text)
{
    tti_scene_text(scene->broadcast, sizeof scene->broadcast, text);
    scene->broadcast_tick = tick;
}

/* Lists of older servers are shorter; has_tune is set only when the last one that counts was there.
 */
static void take_tunings(tt_scene *scene, tt_ints ints)
{
    int32_t value;
    for (unsigned i = 0, next = 0; next < TT_TUNES && tt_ints_next(&ints, &value); i++) {
        if (i == tune_index[next]) {
            scene->tune[next++] = value;
            scene->has_tune = next == TT_TUNES;
        }
    }
}

/* The teams of all clients; those that are missing are in none. */
static void take_teams(tt_scene *scene, tt_ints ints)
{
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        int32_t team = 0;
        (void)tt_ints_next(&ints, &team);
        scene->player[cid].ddrace_team = team > 0 && team < TT_TEAMS ? team : 0;
    }
}

/* Names are chosen by players, so they are cleaned. */
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

/* A demo of 0.7 has clients in its snapshots (De_ClientInfo) at first, and in messages later. */
static void take_seven_client(tt_scene *scene, const struct tt_sv7_client_info *info)
{
    tt_scene_player *p = &scene->player[info->cid];
    p->is_known = 1;
    p->country = info->country;
    p->team = (int8_t)info->team;
    tti_scene_text(p->name, sizeof p->name, info->name);
    tti_scene_text(p->clan, sizeof p->clan, info->clan);
    take_seven_parts(p, info->skin_part_names, info->use_custom_colors, info->skin_part_colors);
}

/* The messages of 0.7. Its chat has a mode, of which 1 is to all and 2 to the team: one less is the
 * team of 0.6. */
static void take_seven(tt_scene *scene, const tt_sv_msg *m, int32_t tick)
{
    switch (m->kind) {
    case TT_SV7_CHAT:
        take_chat(scene, tick, m->u.sv7_chat.cid, m->u.sv7_chat.mode - 1, m->u.sv7_chat.message);
        break;
    case TT_SV7_KILL_MSG:
        take_kill(scene, tick, m->u.sv7_kill_msg.victim, m->u.sv7_kill_msg.killer,
                  m->u.sv7_kill_msg.weapon);
        break;
    case TT_SV7_EMOTICON:
        take_emoticon(scene, tick, m->u.sv7_emoticon.cid, m->u.sv7_emoticon.emoticon);
        break;
    case TT_SV7_BROADCAST:
        take_broadcast(scene, tick, m->u.sv7_broadcast.message);
        break;
    case TT_SV7_TUNE_PARAMS:
        take_tunings(scene, m->u.sv7_tune_params.params);
        break;
    case TT_SV7_RACE_FINISH:
        take_finish(scene, tick, m->u.sv7_race_finish.cid, m->u.sv7_race_finish.time_ms,
                    m->u.sv7_race_finish.diff_ms);
        break;
    case TT_SV7_CHECKPOINT:
        take_time(scene, tick, 0, m->u.sv7_checkpoint.diff_ms, 0);
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
        if (is_cid(m->u.sv7_team.cid)) {
            scene->player[m->u.sv7_team.cid].team = (int8_t)m->u.sv7_team.team;
        }
        break;
    default:
        break;
    }
}

/* Those that only DDNet has. It is asked between 0.6 and 0.7, to keep each switch in sight. A team
 * that dies as a whole is one row, of its first member. */
static void take_ddnet(tt_scene *scene, const tt_sv_msg *m, int32_t tick)
{
    switch (m->kind) {
    case TT_SV_DDRACE_TIME:
        take_time(scene, tick, ms_of(m->u.sv_ddrace_time.time), ms_of(m->u.sv_ddrace_time.check),
                  m->u.sv_ddrace_time.finish);
        break;
    case TT_SV_DDRACE_TIME_LEGACY:
        take_time(scene, tick, ms_of(m->u.sv_ddrace_time_legacy.time),
                  ms_of(m->u.sv_ddrace_time_legacy.check), m->u.sv_ddrace_time_legacy.finish);
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
        take_finish(scene, tick, m->u.sv_race_finish.cid, m->u.sv_race_finish.time_ms,
                    m->u.sv_race_finish.diff_ms);
        break;
    default:
        take_seven(scene, m, tick);
        break;
    }
}

/* What is not seen is passed over. */
void tti_scene_message(tt_scene *scene, const tt_sv_msg *m, int32_t tick)
{
    switch (m->kind) {
    case TT_SV_CHAT:
        take_chat(scene, tick, m->u.sv_chat.cid, m->u.sv_chat.team, m->u.sv_chat.message);
        break;
    case TT_SV_KILL_MSG:
        take_kill(scene, tick, m->u.sv_kill_msg.victim, m->u.sv_kill_msg.killer,
                  m->u.sv_kill_msg.weapon);
        break;
    case TT_SV_EMOTICON:
        take_emoticon(scene, tick, m->u.sv_emoticon.cid, m->u.sv_emoticon.emoticon);
        break;
    case TT_SV_BROADCAST:
        take_broadcast(scene, tick, m->u.sv_broadcast.message);
        break;
    case TT_SV_TUNE_PARAMS:
        take_tunings(scene, m->u.sv_tune_params.params);
        break;
    default:
        take_ddnet(scene, m, tick);
        break;
    }
}
