/* SPDX-License-Identifier: MIT
 *
 * What a guest of a made-up game does: records and facts. See game_parts.h.
 */
#include <stdio.h>
#include <string.h>

#include "support/game/game_parts.h"
#include "teehistorian/write.h"
#include "teetape/string.h"
#include "teetape/uuid.h"
#include "teetape/varint.h"

enum { MESSAGE_MAX = 256, CHAT_COMMAND = 128 };

/* Ids of client messages of 0.6 and 0.7. */
enum {
    START_INFO_6 = 20,
    CHANGE_INFO_6 = 21,
    KILL_6 = 22,
    EMOTICON_6 = 23,
    START_INFO_7 = 27,
    KILL_7 = 28,
    EMOTICON_7 = 30
};

static void tell(game *g, const char *what, int32_t cid, int32_t value, const char *text)
{
    static const guest nobody;
    const guest *who = cid >= 0 ? &g->server->guest[cid] : &nobody;
    fact f = {what, g->tick, cid, value, who->name, text, who->planted};
    g->plan->on_fact(g->plan->user, &f);
}

static void tell_uuid(game *g, const char *what, int32_t cid, int32_t value, const tt_uuid *id)
{
    char text[TT_UUID_TEXT];
    tt_uuid_format(text, id);
    tell(g, what, cid, value, text);
}

static void send_info(game *g, int32_t cid, int id)
{
    static const int32_t colors[] = {0, 65408, 65408};
    guest *p = &g->server->guest[cid];
    int seven = p->who->seven;
    uint8_t bytes[MESSAGE_MAX];
    tt_packer m = tt_packer_of(bytes, sizeof bytes);
    tt_pack_int(&m, id << 1);
    tt_pack_string(&m, tt_bytes_of(p->asked), PERSON_NAME - 1);
    tt_pack_string(&m, tt_bytes_of(p->who->clan), PERSON_CLAN - 1);
    tt_pack_int(&m, -1);
    for (int i = 0; i < (seven ? 6 : 1); i++) {
        tt_pack_string(&m, tt_bytes_of("default"), 23);
    }
    for (int i = 0; i < (seven ? 12 : 3); i++) {
        tt_pack_int(&m, seven ? 0 : colors[i]);
    }
    tt_th_write_message(pen_ready(&g->pen), cid, tt_packer_bytes(&m));
    p->info_tick = g->tick;
}

static void write_name(game *g, int32_t cid)
{
    struct tt_th_player_name name = {cid, tt_bytes_of(g->server->guest[cid].name)};
    tt_th_write_extension(pen_ready(&g->pen), TT_TH_PLAYER_NAME, &name);
    tell(g, "name", cid, 2, g->server->guest[cid].name);
}

static void write_join(game *g, int32_t cid)
{
    const guest *p = &g->server->guest[cid];
    tt_th_write_join(pen_ready(&g->pen), cid, p->who->seven ? TT_PROTOCOL_7 : TT_PROTOCOL_6);
    tell(g, "join", cid, 1, "");
}

static void write_login(game *g, int32_t cid)
{
    const guest *p = &g->server->guest[cid];
    struct tt_th_auth_login login = {cid, p->level, tt_bytes_of(p->account)};
    tt_th_write_extension(pen_ready(&g->pen), TT_TH_AUTH_LOGIN, &login);
    tell(g, "rcon", cid, p->level, p->account);
}

static void enter_world(game *g, int32_t cid)
{
    guest *p = &g->server->guest[cid];
    struct tt_th_player_ready ready = {cid};
    tt_th_write_extension(pen_ready(&g->pen), TT_TH_PLAYER_READY, &ready);
    if (!p->who->seven) {
        struct tt_th_ddnetver version = {cid, p->who->connection, p->who->version,
                                         tt_bytes_of("DDNet client")};
        tt_th_write_extension(pen_ready(&g->pen), TT_TH_DDNETVER, &version);
    }
    p->entered = 1;
    p->due = g->tick + 1;
}

void deed_join(game *g, int32_t cid, const arrival *a)
{
    guest *p = &g->server->guest[cid];
    memset(p, 0, sizeof *p);
    p->who = a->who;
    p->planted = a->planted;
    p->track = &g->server->tracks[chance_below(game_chance(g), TRACK_COUNT)];
    p->at = (uint32_t)chance_below(game_chance(g), TRACK_STEPS);
    snprintf(p->asked, sizeof p->asked, "%s", a->asked);
    g->connected++;
    write_join(g, cid);
    send_info(g, cid, a->who->seven ? START_INFO_7 : START_INFO_6);
    snprintf(p->name, sizeof p->name, "%s", a->name);
    write_name(g, cid);
    enter_world(g, cid);
}

void deed_carry(game *g, int32_t cid)
{
    guest *p = &g->server->guest[cid];
    p->alive = p->entered = p->has_input = p->team = 0;
    p->jump = p->die = p->cut = 0;
    p->due = 5 + chance_below(game_chance(g), 100);
    p->info_tick = 0;
    if (p->games > 0 && --p->games == 0) {
        p->leave = p->due + 2000;
    }
    g->connected++;
    if (p->silent || !g->plan->joins_carried) {
        return;
    }
    write_join(g, cid);
    if (p->level != 0) {
        write_login(g, cid);
    }
}

/* Lets a player enter after a map change. The fact `name` has the value 1 when the file has the
 * name only as a request, and 0 when the file lacks it. */
void deed_enter(game *g, int32_t cid)
{
    guest *p = &g->server->guest[cid];
    int known = !p->silent;
    g->tick += p->silent; /* for a silent player, the first record is that of the tee in the next
                             tick */
    if (p->silent || !g->plan->joins_carried) {
        tell(g, "join", cid, 0, "");
    }
    if (known) {
        send_info(g, cid, p->who->seven ? START_INFO_7 : START_INFO_6);
        enter_world(g, cid);
        known = strcmp(p->asked, p->name) == 0;
    }
    tell(g, "name", cid, known, p->name);
    g->tick -= p->silent;
    p->entered = 1;
    p->due = g->tick + 1;
}

void deed_leave(game *g, int32_t cid, const char *reason)
{
    guest *p = &g->server->guest[cid];
    tt_th_write_drop(pen_ready(&g->pen), cid, tt_bytes_of(reason));
    tell(g, "leave", cid, 0, reason);
    int was_alive = p->alive;
    if (p->team != 0) {
        deed_team(g, cid, 0);
    }
    memset(p, 0, sizeof *p);
    p->die = was_alive;
    g->changed |= was_alive;
    g->connected--;
}

void deed_rename(game *g, int32_t cid, const char *name)
{
    guest *p = &g->server->guest[cid];
    if (p->who->seven || g->tick < p->info_tick + 250) { /* the server refuses the change, or 0.7
                                                            has no such message */
        return;
    }
    snprintf(p->asked, sizeof p->asked, "%s", name);
    send_info(g, cid, CHANGE_INFO_6);
    snprintf(p->name, sizeof p->name, "%s", name);
    write_name(g, cid);
}

void deed_finish(game *g, int32_t cid, int32_t ticks)
{
    struct tt_th_player_finish finish = {cid, ticks};
    tt_th_write_extension(pen_ready(&g->pen), TT_TH_PLAYER_FINISH, &finish);
    tell(g, "finish", cid, ticks, "");
}

void deed_team_finish(game *g, int32_t cid, int32_t ticks)
{
    int32_t team = g->server->guest[cid].team;
    char text[16];
    struct tt_th_team_finish finish = {team, ticks};
    snprintf(text, sizeof text, "%d", (int)team);
    tt_th_write_extension(pen_ready(&g->pen), TT_TH_TEAM_FINISH, &finish);
    tell(g, "team_finish", -1, ticks, text);
    for (int32_t i = 0; i < GAME_SLOTS; i++) {
        const guest *p = &g->server->guest[i];
        if (p->who != NULL && p->entered && p->team == team) {
            deed_finish(g, i, ticks);
        }
    }
}

void deed_team(game *g, int32_t cid, int32_t team)
{
    guest *p = &g->server->guest[cid];
    if (p->team != team) {
        p->team = team;
        tt_th_write_team(pen_ready(&g->pen), cid, team);
        tell(g, "team", cid, team, "");
    }
}

void deed_practice(game *g, int32_t cid)
{
    int32_t team = g->server->guest[cid].team;
    tt_th_writer *w = pen_ready(&g->pen);
    char text[16];
    if (team != 0) {
        snprintf(text, sizeof text, "%d", (int)team);
        struct tt_th_team_practice practice = {team, !tti_th_writer_seen(w)->practice[team]};
        tt_th_write_extension(w, TT_TH_TEAM_PRACTICE, &practice);
        tell(g, "practice", -1, tti_th_writer_seen(w)->practice[team], text);
    }
}

void deed_save(game *g, int32_t cid, const tt_uuid *id)
{
    const guest *p = &g->server->guest[cid];
    char text[1024];
    size_t size = (size_t)snprintf(text, sizeof text, "1\t%s\t0\t0\n", p->name);
    memset(text + size, '7', 400);
    struct tt_th_save_success save = {p->team, *id, {(const uint8_t *)text, size + 400}};
    tt_th_write_extension(pen_ready(&g->pen), TT_TH_SAVE_SUCCESS, &save);
    tell_uuid(g, "save", -1, p->team, id);
    g->server->last_save = *id;
}

void deed_load(game *g, int32_t cid, const tt_uuid *id)
{
    const guest *p = &g->server->guest[cid];
    struct tt_th_load_success load = {p->team, *id, tt_bytes_of("1\tsaved\t0\t0")};
    tt_th_write_extension(pen_ready(&g->pen), TT_TH_LOAD_SUCCESS, &load);
    tell_uuid(g, "load", -1, p->team, id);
}

void deed_login(game *g, int32_t cid, int32_t level, const char *account)
{
    guest *p = &g->server->guest[cid];
    p->level = level;
    p->account = account;
    write_login(g, cid);
}

void deed_logout(game *g, int32_t cid)
{
    guest *p = &g->server->guest[cid];
    struct tt_th_auth_logout logout = {cid};
    if (p->level != 0) {
        p->level = 0;
        tt_th_write_extension(pen_ready(&g->pen), TT_TH_AUTH_LOGOUT, &logout);
        tell(g, "rcon_out", cid, 0, "");
    }
}

void deed_swap(game *g, int32_t cid, int32_t other)
{
    struct tt_th_player_switch swap = {cid, other};
    tt_th_write_extension(pen_ready(&g->pen), TT_TH_PLAYER_SWITCH, &swap);
    tell(g, "swap", cid, other, "");
}

static void send_short(game *g, int32_t cid, int id, int32_t value, int has_value)
{
    uint8_t bytes[2 * TT_VARINT_MAX];
    tt_packer m = tt_packer_of(bytes, sizeof bytes);
    tt_pack_int(&m, id << 1);
    if (has_value) {
        tt_pack_int(&m, value);
    }
    tt_th_write_message(pen_ready(&g->pen), cid, tt_packer_bytes(&m));
}

void deed_kill(game *g, int32_t cid)
{
    guest *p = &g->server->guest[cid];
    send_short(g, cid, p->who->seven ? KILL_7 : KILL_6, 0, 0);
    p->jump = 1;
    g->changed = 1;
}

void deed_emoticon(game *g, int32_t cid)
{
    int seven = g->server->guest[cid].who->seven;
    send_short(g, cid, seven ? EMOTICON_7 : EMOTICON_6, chance_below(game_chance(g), 16), 1);
}

void deed_command(game *g, int32_t cid)
{
    static const char *const commands[] = {"emote", "rank", "top5", "showothers"};
    int32_t which = chance_below(game_chance(g), 4);
    tt_texts args = {which == 0, {(const uint8_t *)"happy", which == 0 ? sizeof "happy" : 0}};
    tt_th_writer *w = pen_ready(&g->pen);
    tt_th_event event = {
        .kind = TT_TH_CONSOLE_COMMAND, .cid = cid, .tick = tti_th_writer_seen(w)->tick};
    event.u.console_command =
        (struct tt_th_console_command){cid, CHAT_COMMAND, tt_bytes_of(commands[which]), args};
    tt_th_write_event(w, &event);
}

int32_t game_slot(game *g, int connected)
{
    int32_t from = chance_below(game_chance(g), GAME_SLOTS);
    for (int32_t i = 0; i < GAME_SLOTS; i++) {
        int32_t cid = (from + i) % GAME_SLOTS;
        const guest *p = &g->server->guest[cid];
        if (connected ? p->who != NULL && p->entered && !p->planted : p->who == NULL && !p->die) {
            return cid;
        }
    }
    return -1;
}
