/* SPDX-License-Identifier: MIT
 *
 * The state of a game: who is there, under which name, at which position. Readers of recordings
 * check client ids before they call these functions. Members without a function are set directly.
 * Only names depend on more than one slot.
 */
#include "teetape/world.h"

#include "base/mem.h"
#include "teetape/string.h"
#include "world/world.h"

/* Five seconds in ticks, the default of sv_info_change_delay. read_header.c changes it. */
#define INFO_DELAY 250

/* The ninja is the last weapon of the protocol. */
#define LAST_WEAPON 5

/* Begins a world without clients. -1 means unknown where 0 has a meaning: tick 0, country 0, and
 * weapon 0 (the hammer). */
void tti_world_init(tt_world *world)
{
    tti_fill(world, 0, sizeof *world);
    world->info_delay = INFO_DELAY;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        world->client[cid].info_tick = -1;
        world->client[cid].country = -1;
        world->tee[cid].weapon = -1;
    }
}

void tti_world_set_name_rules(tt_world *world, bool recorded, int32_t info_delay)
{
    world->names_recorded = recorded != 0;
    world->info_delay = info_delay;
}

/* Marks a client as connected. The slot has the input of an earlier client, unless an INPUT
 * mentioned this one before it joined. `joined` is still set only when a JOIN comes without a DROP
 * before it. */
static void connect(tt_world *world, int32_t cid, bool joined)
{
    tt_client *client = &world->client[cid];
    if (client->joined) {
        world->tee[cid].settled = 0;
    }
    client->connected = 1;
    client->joined = joined != 0;
    client->since = world->tick;
}

/* Forgets name, clan, country and version. Zeros after a text make equal worlds equal bytes. */
static void forget_info(tt_client *client)
{
    client->name_source = TT_NAME_NONE;
    tti_fill(client->name, 0, sizeof client->name);
    tti_fill(client->clan, 0, sizeof client->clan);
    client->version = 0;
    client->info_tick = -1;
    client->country = -1;
}

bool tti_world_mention(tt_world *world, int32_t cid)
{
    if (world->client[cid].connected) {
        return false;
    }
    connect(world, cid, 0);
    return true;
}

/* Begins a connection. The protocol remains: a JOINVER directly before the JOIN sets it. The name
 * is removed even without a DROP, because another client may have taken the slot. */
void tti_world_join(tt_world *world, int32_t cid)
{
    tt_client *client = &world->client[cid];
    forget_info(client);
    client->rcon_level = 0;
    connect(world, cid, 1);
}

/* Ends a connection. Tee and team remain: later records of the server remove them. The input
 * remains, because a recorder before DDNet 16.2 writes the next client's first input as a
 * difference to it. */
void tti_world_drop(tt_world *world, int32_t cid)
{
    tt_client *client = &world->client[cid];
    forget_info(client);
    client->connected = 0;
    client->joined = 0;
    client->rcon_level = 0;
    client->protocol = TT_PROTOCOL_UNKNOWN;
    world->tee[cid].settled = 0;
}

/* Starts a connection over. It keeps its slot, protocol and login. */
void tti_world_rejoin(tt_world *world, int32_t cid)
{
    forget_info(&world->client[cid]);
}

void tti_world_set_position(tt_world *world, int32_t cid, int32_t x, int32_t y)
{
    tt_tee *tee = &world->tee[cid];
    tee->x = x;
    tee->y = y;
    tee->alive = 1;
}

/* Removes a tee. Its last position remains: in recovery mode a missing tee may still move. */
void tti_world_remove_tee(tt_world *world, int32_t cid)
{
    world->tee[cid].alive = 0;
    world->tee[cid].weapon = -1;
}

/* Sets a weapon. A demo may hold any number, but users of the member rely on -1 to 5. */
void tti_world_set_weapon(tt_world *world, int32_t cid, int32_t weapon)
{
    world->tee[cid].weapon = (int8_t)(weapon >= 0 && weapon <= LAST_WEAPON ? weapon : -1);
}

/* Sets the input. Fast paths of the reader rely on `settled`: if it is set, an INPUT_DIFF is no
 * error and connects no client. */
void tti_world_set_input(tt_world *world, int32_t cid, const int32_t *input)
{
    tt_tee *tee = &world->tee[cid];
    tti_copy(tee->input, input, sizeof tee->input);
    tee->has_input = 1;
    tee->settled = world->client[cid].connected;
}

static void set_name_text(char dst[TT_NAME_CAP], const void *text, size_t size)
{
    tti_copy(dst, text, size);
    tti_fill(dst + size, 0, TT_NAME_CAP - size);
}

static bool replace_text(char dst[TT_NAME_CAP], const char *text)
{
    size_t size = tti_strlen(text);
    if (tti_equal(dst, text, size + 1)) {
        return false;
    }
    set_name_text(dst, text, size);
    return true;
}

/* Returns true when a server ignores a Cl_ChangeInfo: DDNet does so for some seconds after the last
 * info message of any kind that it accepted. */
static bool comes_too_soon(const tt_world *world, const tt_client *client)
{
    return client->info_tick >= 0 &&
           (int64_t)world->tick < (int64_t)client->info_tick + world->info_delay;
}

/* Handles an info message. A refused request does not change info_tick, so a client that asks all
 * the time succeeds after the delay. A teehistorian file never has a clan that the server
 * confirmed. */
bool tti_world_request_info(tt_world *world, int32_t cid, tt_bytes name, tt_bytes clan,
                            bool is_change)
{
    tt_client *client = &world->client[cid];
    char request[TT_NAME_CAP], chosen[TT_NAME_CAP];
    if (is_change && comes_too_soon(world, client)) {
        return false;
    }
    client->info_tick = world->tick;
    tti_name_clean(request, clan, TTI_CLAN_MAX);
    bool changed = replace_text(client->clan, request);
    /* The recorded name is valid, and a refused request does not change it. Only a client who
     * joined before the file began may have no recorded name. */
    if (world->names_recorded && client->name_source == TT_NAME_RECORDED) {
        return changed;
    }
    tti_name_clean(request, name, TTI_NAME_MAX);
    tti_name_choose(chosen, world, cid, request);
    client->name_source = TT_NAME_REQUESTED;
    return replace_text(client->name, chosen) | changed;
}

/* Sets the recorded name. If the recording has every change of a name, requests of this client then
 * no longer change the name. */
void tti_world_set_name(tt_world *world, int32_t cid, tt_bytes name)
{
    tt_client *client = &world->client[cid];
    set_name_text(client->name, name.data, tt_utf8_cut(name, TT_NAME_CAP - 1));
    client->name_source = TT_NAME_RECORDED;
}

void tti_world_set_clan(tt_world *world, int32_t cid, tt_bytes clan)
{
    set_name_text(world->client[cid].clan, clan.data, tt_utf8_cut(clan, TT_NAME_CAP - 1));
}

/* Sets the team of a client. A record may hold any number, but users of the member index arrays
 * with it. */
void tti_world_set_team(tt_world *world, int32_t cid, int32_t team)
{
    world->client[cid].team = team >= 0 && team < TT_TEAMS ? team : 0;
}

/* Sets the rcon level of a client, with 0 for a level that the game does not have. */
void tti_world_set_rcon_level(tt_world *world, int32_t cid, int32_t level)
{
    world->client[cid].rcon_level = level >= 0 && level <= TTI_RCON_LEVEL_MAX ? level : 0;
}

/* Sets the practice mode of a team. The number of the team comes from a payload and is any int. */
void tti_world_set_practice(tt_world *world, int32_t team, bool on)
{
    if (team >= 0 && team < TT_TEAMS) {
        world->practice[team] = on;
    }
}

/* A tee that moved by more than this many world units always jumped. Maps are far smaller, and the
 * squares of two such distances add up to 2^61. */
#define TEE_FAR ((int64_t)1 << 30)

/* Returns true for a distance that no tee covers by itself. A recording has only positions, so this
 * shows a teleporter, or a death and return in one tick. After a kill that the client asked for,
 * the return may be near, so that tick has a lower limit. The square is checked before the circle,
 * whose squares could overflow. */
bool tti_tee_jumped(int64_t dx, int64_t dy, int64_t ticks, bool asked)
{
    int64_t most = TEE_FAR;
    if (ticks <= TEE_FAR / TT_TEE_JUMP) {
        most = asked ? TT_TEE_ASKED_JUMP + TT_TEE_JUMP * (ticks - 1) : TT_TEE_JUMP * ticks;
    }
    return dx < -most || dx > most || dy < -most || dy > most || dx * dx + dy * dy > most * most;
}
