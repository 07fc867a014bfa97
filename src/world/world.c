/* SPDX-License-Identifier: MIT
 *
 * The state of a game: who is there, under which name, where.
 *
 * Every change is a call of its own; the readers of recordings make these calls while they go
 * through the records. Client ids are not checked here, the reader has done that. Nothing is
 * allocated, and no call but that of a name looks at more than one slot.
 */
#include "teetape/world.h"

#include "base/mem.h"
#include "teetape/string.h"
#include "world/name.h"

/* In ticks: five seconds, the default of the server setting sv_info_change_delay. A header that
 * names another one changes it, see read_header.c. */
#define INFO_DELAY 250

/* The ninja, the last number of a weapon in the protocol. */
#define LAST_WEAPON 5

/* Zeros, and -1 where 0 would say something: tick 0 is a tick, a country can be 0, and weapon 0 is
 * the hammer. */
void tt_world_init(tt_world *world)
{
    tti_fill(world, 0, sizeof *world);
    world->info_delay = INFO_DELAY;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        world->client[cid].info_tick = -1;
        world->client[cid].country = -1;
        world->tee[cid].weapon = -1;
    }
}

void tt_world_set_name_rules(tt_world *world, int recorded, int32_t info_delay)
{
    world->names_recorded = recorded != 0;
    world->info_delay = info_delay;
}

/* The input in the slot is that of an earlier client, unless this one was mentioned before it
 * joined: then an INPUT that mentioned it is its own. `joined` is still set here only when a JOIN
 * comes without a DROP before it; a DROP has cleared both. */
static void connect(tt_world *world, int32_t cid, int joined)
{
    tt_client *client = &world->client[cid];
    if (client->joined) {
        world->tee[cid].settled = 0;
    }
    client->connected = 1;
    client->joined = joined != 0;
    client->since = world->tick;
}

/* Name and version belong to one session of one client. What is after a text is zeros, so that
 * worlds that say the same have the same bytes. */
static void forget_info(tt_client *client)
{
    client->name_source = TT_NAME_NONE;
    tti_fill(client->name, 0, sizeof client->name);
    tti_fill(client->clan, 0, sizeof client->clan);
    client->version = 0;
    client->info_tick = -1;
    client->country = -1;
}

/* The first record of a client may be any of its records, see the head of world.h. What the slot
 * still says of an earlier client is not touched: its DROP has cleared that. */
int tt_world_mention(tt_world *world, int32_t cid)
{
    if (world->client[cid].connected) {
        return 0;
    }
    connect(world, cid, 0);
    return 1;
}

void tt_world_set_protocol(tt_world *world, int32_t cid, tt_protocol protocol)
{
    world->client[cid].protocol = (uint8_t)protocol;
}

/* The protocol remains: a JOINVER, which says it, is directly before the JOIN. The name goes even
 * when there was no DROP, because another client may have taken the slot. */
void tt_world_join(tt_world *world, int32_t cid)
{
    tt_client *client = &world->client[cid];
    forget_info(client);
    client->rcon_level = 0;
    connect(world, cid, 1);
}

/* The tee remains alive and the team remains set: the server takes both away with records of their
 * own in the ticks that follow. The input remains as well, as that of an earlier client, because a
 * recorder before DDNet 16.2 writes the next client's first input as a difference to it. */
void tt_world_drop(tt_world *world, int32_t cid)
{
    tt_client *client = &world->client[cid];
    forget_info(client);
    client->connected = 0;
    client->joined = 0;
    client->rcon_level = 0;
    client->protocol = TT_PROTOCOL_UNKNOWN;
    world->tee[cid].settled = 0;
}

/* The same connection starts over: it keeps its slot, its protocol and its login. */
void tt_world_rejoin(tt_world *world, int32_t cid)
{
    forget_info(&world->client[cid]);
}

void tt_world_set_position(tt_world *world, int32_t cid, int32_t x, int32_t y)
{
    tt_tee *tee = &world->tee[cid];
    tee->x = x;
    tee->y = y;
    tee->alive = 1;
}

/* The last position remains. It is needed: in recovery mode a tee that is not there may still move.
 */
void tt_world_remove_tee(tt_world *world, int32_t cid)
{
    world->tee[cid].alive = 0;
    world->tee[cid].weapon = -1;
}

/* A demo may hold any number here; what uses the member relies on -1 to 5. */
void tt_world_set_weapon(tt_world *world, int32_t cid, int32_t weapon)
{
    world->tee[cid].weapon = (int8_t)(weapon >= 0 && weapon <= LAST_WEAPON ? weapon : -1);
}

/* `settled` says whose input it is; the fast paths of the reader rely on it: where it is set, an
 * INPUT_DIFF is no error and connects no client. */
void tt_world_set_input(tt_world *world, int32_t cid, const int32_t *input)
{
    tt_tee *tee = &world->tee[cid];
    tti_copy(tee->input, input, sizeof tee->input);
    tee->has_input = 1;
    tee->settled = world->client[cid].connected;
}

/* The rest is zeros, so that equal worlds have equal bytes. */
static void set_text(char dst[TT_NAME_CAP], const void *text, size_t size)
{
    tti_copy(dst, text, size);
    tti_fill(dst + size, 0, TT_NAME_CAP - size);
}

/* Copies text that fits, and says whether it was another one before. */
static int replace_text(char dst[TT_NAME_CAP], const char *text)
{
    size_t size = tti_strlen(text);
    if (tti_equal(dst, text, size + 1)) {
        return 0;
    }
    set_text(dst, text, size);
    return 1;
}

/* DDNet ignores a Cl_ChangeInfo that comes too soon after the last info message it took, whatever
 * kind that one was. In 64 bits, because tick and delay may add up to more than 32 have. */
static int comes_too_soon(const tt_world *world, const tt_client *client)
{
    return client->info_tick >= 0 &&
           (int64_t)world->tick < (int64_t)client->info_tick + world->info_delay;
}

/* A refused request does not move info_tick, so that a client who asks all the time is still heard
 * once the delay has passed. The clan is never said by the server in a teehistorian file: the
 * request counts always. */
int tt_world_request_info(tt_world *world, int32_t cid, tt_bytes name, tt_bytes clan, int is_change)
{
    tt_client *client = &world->client[cid];
    char request[TT_NAME_CAP], chosen[TT_NAME_CAP];
    if (is_change && comes_too_soon(world, client)) {
        return 0;
    }
    client->info_tick = world->tick;
    tti_name_clean(request, clan, TTI_CLAN_MAX);
    int changed = replace_text(client->clan, request);
    /* Where the server's own word is recorded it stands, and a request that has no effect
     * leaves no word. Only a client who was here before the file began has none at all. */
    if (world->names_recorded && client->name_source == TT_NAME_RECORDED) {
        return changed;
    }
    tti_name_clean(request, name, TTI_NAME_MAX);
    tti_name_choose(chosen, world, cid, request);
    client->name_source = TT_NAME_REQUESTED;
    return replace_text(client->name, chosen) | changed;
}

/* From here on only the server's word counts, as far as names are recorded: see the request above.
 */
void tt_world_set_name(tt_world *world, int32_t cid, tt_bytes name)
{
    tt_client *client = &world->client[cid];
    set_text(client->name, name.data, tt_utf8_cut(name, TT_NAME_CAP - 1));
    client->name_source = TT_NAME_RECORDED;
}

void tt_world_set_clan(tt_world *world, int32_t cid, tt_bytes clan)
{
    set_text(world->client[cid].clan, clan.data, tt_utf8_cut(clan, TT_NAME_CAP - 1));
}

void tt_world_set_country(tt_world *world, int32_t cid, int32_t country)
{
    world->client[cid].country = country;
}

void tt_world_set_team(tt_world *world, int32_t cid, int32_t team)
{
    world->client[cid].team = team;
}

void tt_world_set_rcon_level(tt_world *world, int32_t cid, int32_t level)
{
    world->client[cid].rcon_level = level;
}

void tt_world_set_version(tt_world *world, int32_t cid, int32_t version)
{
    world->client[cid].version = version;
}

/* A team comes from a payload that is any int. */
void tt_world_set_practice(tt_world *world, int32_t team, int on)
{
    if (team >= 0 && team < TT_TEAMS) {
        world->practice[team] = on != 0;
    }
}
