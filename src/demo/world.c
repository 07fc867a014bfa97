/* SPDX-License-Identifier: MIT
 *
 * From the snapshots and messages of a demo to the world: who is there, under which name, where.
 */
#include "teetape/demo_world.h"

#include "base/mem.h"
#include "snap/delta_read.h"

/* What the items of one snapshot say of a client id. */
enum { HAS_CLIENT = 1, HAS_TEE = 2 };

/* One snapshot on its way into the world. */
typedef struct pass {
    tt_demo_world *follower;
    int32_t tick;
    unsigned changes;
    uint8_t seen[TT_CIDS];
} pass;

void tt_demo_world_init(tt_demo_world *follower, tt_world *world)
{
    tti_fill(follower, 0, sizeof *follower);
    tt_world_init(world);
    tt_world_set_name_rules(world, 1, 0);
    follower->world = world;
    follower->dialect = TT_DIALECT_DDNET;
    follower->protocol = TT_PROTOCOL_6;
    follower->local = -1;
    follower->message.kind = TT_SV_KINDS;
}

/* A UUID type counts for the whole file from its declaration on. A number never changes its UUID
 * in one file; should it do so, the last one counts. */
static void declare(tt_demo_world *follower, const tt_snap_item *item)
{
    tt_uuid uuid;
    uint32_t i = 0;
    if (item->id < TT_SNAP_FIRST_EXTENDED || item->size < 4) {
        return;
    }
    for (int word = 0; word < 4; word++) {
        tti_store_be32(uuid.bytes + 4 * word, (uint32_t)item->data[word]);
    }
    while (i < follower->type_count && follower->types[i].type != item->id) {
        i++;
    }
    if (i < follower->type_count && tt_obj_uuid(follower->types[i].kind) != NULL &&
        tt_uuid_equal(tt_obj_uuid(follower->types[i].kind), &uuid)) {
        return;
    }
    if (i < TT_SNAP_MAX_TYPES) {
        follower->types[i].type = item->id;
        follower->types[i].kind = tt_obj_find_uuid(&uuid);
        follower->type_count += i == follower->type_count;
    }
}

tt_obj_kind tt_demo_world_kind(const tt_demo_world *follower, int32_t type)
{
    if (type < TT_SNAP_FIRST_EXTENDED) {
        return tt_obj_find(follower->dialect, type);
    }
    for (uint32_t i = 0; i < follower->type_count; i++) {
        if (follower->types[i].type == type) {
            return follower->types[i].kind;
        }
    }
    return TT_OBJ_KINDS;
}

/* Those who are in the first snapshot were there before the demo began. */
static void connect(tt_demo_world *follower, int32_t cid, unsigned *changes)
{
    if (follower->world->client[cid].connected) {
        return;
    }
    if (follower->has_snap) {
        tt_world_join(follower->world, cid);
    } else {
        tt_world_mention(follower->world, cid);
    }
    if (follower->protocol == TT_PROTOCOL_7) {
        tt_world_set_protocol(follower->world, cid, TT_PROTOCOL_7);
    }
    *changes |= TT_DEMO_WORLD_CLIENTS;
}

static void disconnect(tt_demo_world *follower, int32_t cid, unsigned *changes)
{
    follower->by_item[cid] = follower->by_message[cid] = 0;
    if (follower->world->client[cid].connected) {
        tt_world_drop(follower->world, cid);
        *changes |= TT_DEMO_WORLD_CLIENTS;
    }
}

static int differs(const char *text, tt_bytes other)
{
    return tti_strlen(text) != other.size || !tti_equal(text, other.data, other.size);
}

static void set_info(tt_demo_world *follower, int32_t cid, tt_bytes name, tt_bytes clan,
                     int32_t country, unsigned *changes)
{
    tt_world *world = follower->world;
    const tt_client *client = &world->client[cid];
    if (client->name_source == TT_NAME_NONE || differs(client->name, name)) {
        tt_world_set_name(world, cid, name);
        *changes |= TT_DEMO_WORLD_CLIENTS;
    }
    if (differs(client->clan, clan) || client->country != country) {
        tt_world_set_clan(world, cid, clan);
        tt_world_set_country(world, cid, country);
        *changes |= TT_DEMO_WORLD_CLIENTS;
    }
}

/* The bytes of a text of an item, up to its NUL. tt_string_from_ints would empty a text that is no
 * UTF-8, but Teeworlds 0.6 cuts names in the middle of a character. */
static tt_bytes raw_text(uint8_t *dst, const int32_t *ints, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        tti_store_be32(dst + 4 * i, (uint32_t)ints[i] ^ 0x80808080u);
    }
    dst[4 * count - 1] = 0;
    return (tt_bytes){dst, tti_strlen((const char *)dst)};
}

#define INTS_OF(member) (sizeof(member) / sizeof(int32_t))

static void take_info(pass *p, int32_t cid, const int32_t *name, const int32_t *clan,
                      int32_t country)
{
    uint8_t names[16], clans[12];
    tt_bytes n = raw_text(names, name, sizeof names / 4);
    tt_bytes c = raw_text(clans, clan, sizeof clans / 4);
    p->seen[cid] |= HAS_CLIENT;
    connect(p->follower, cid, &p->changes);
    set_info(p->follower, cid, n, c, country, &p->changes);
}

/* The sizes of the arrays above are those of the game. */
_Static_assert(INTS_OF(((struct tt_obj_client_info *)0)->name) == 4 &&
                   INTS_OF(((struct tt_obj_tw7_de_client_info *)0)->name) == 4 &&
                   INTS_OF(((struct tt_obj_client_info *)0)->clan) == 3 &&
                   INTS_OF(((struct tt_obj_tw7_de_client_info *)0)->clan) == 3,
               "texts of clients");

static void take_player(pass *p, int32_t cid, int is_local)
{
    p->seen[cid] |= HAS_CLIENT;
    connect(p->follower, cid, &p->changes);
    if (is_local) {
        p->follower->local = cid;
    }
}

/* A tick of 0 says that the place is that of the snapshot. */
static void take_tee(pass *p, int32_t cid, const int32_t place[3], int32_t weapon)
{
    tt_world *world = p->follower->world;
    const tt_tee *tee = &world->tee[cid];
    tt_tee before = *tee;
    p->seen[cid] |= HAS_TEE;
    tt_world_set_position(world, cid, place[1], place[2]);
    tt_world_set_weapon(world, cid, weapon);
    p->follower->core_tick[cid] = place[0] != 0 ? place[0] : p->tick;
    p->follower->moved[cid / 64] &= ~((uint64_t)1 << cid % 64);
    p->follower->moved[cid / 64] |= (uint64_t)(place[0] == 0) << cid % 64;
    if (before.alive != tee->alive || before.x != tee->x || before.y != tee->y ||
        before.weapon != tee->weapon) {
        p->changes |= TT_DEMO_WORLD_TEES;
    }
}

static void take_level(pass *p, int32_t cid, int32_t level)
{
    if (p->follower->world->client[cid].rcon_level != level) {
        tt_world_set_rcon_level(p->follower->world, cid, level);
        p->changes |= TT_DEMO_WORLD_CLIENTS;
    }
}

/* An item of a client id. One that lacks a member counts as not there, as in the game. */
static void take_item(pass *p, tt_obj_kind kind, const tt_snap_item *item)
{
    tt_obj_any any;
    int32_t cid = item->id;
    if (cid >= TT_CIDS || tt_obj_unpack(&any, kind, item->data, item->size) < 0) {
        return;
    }
    switch (kind) {
    case TT_OBJ_CLIENT_INFO:
        take_info(p, cid, any.client_info.name, any.client_info.clan, any.client_info.country);
        break;
    case TT_OBJ_TW7_DE_CLIENT_INFO:
        take_info(p, cid, any.tw7_de_client_info.name, any.tw7_de_client_info.clan,
                  any.tw7_de_client_info.country);
        break;
    case TT_OBJ_PLAYER_INFO:
        take_player(p, cid, any.player_info.local);
        break;
    case TT_OBJ_TW7_PLAYER_INFO:
        take_player(p, cid, 0);
        break;
    case TT_OBJ_CHARACTER:
        take_tee(p, cid, any.ints, any.character.weapon);
        break;
    case TT_OBJ_TW7_CHARACTER:
        take_tee(p, cid, any.ints, any.tw7_character.weapon);
        break;
    default:
        take_level(p, cid, any.ddnet_player.auth_level);
        break;
    }
}

static int is_wanted(tt_obj_kind kind)
{
    switch (kind) {
    case TT_OBJ_CLIENT_INFO:
    case TT_OBJ_TW7_DE_CLIENT_INFO:
    case TT_OBJ_PLAYER_INFO:
    case TT_OBJ_TW7_PLAYER_INFO:
    case TT_OBJ_CHARACTER:
    case TT_OBJ_TW7_CHARACTER:
    case TT_OBJ_DDNET_PLAYER:
        return 1;
    default:
        return 0;
    }
}

/* Who is no longer in the snapshot has left; but of 0.7 a message says that. */
static void take_absent(pass *p)
{
    tt_demo_world *follower = p->follower;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        int is_there = (p->seen[cid] & HAS_CLIENT) != 0;
        if (follower->by_item[cid] && !is_there && !follower->by_message[cid]) {
            disconnect(follower, cid, &p->changes);
        }
        follower->by_item[cid] = (uint8_t)is_there;
        if ((p->seen[cid] & HAS_TEE) == 0 && follower->world->tee[cid].alive) {
            tt_world_remove_tee(follower->world, cid);
            follower->moved[cid / 64] &= ~((uint64_t)1 << cid % 64);
            p->changes |= TT_DEMO_WORLD_TEES;
        }
    }
}

/* All items of the snapshot. */
static unsigned follow_items(tt_demo_world *follower, const tt_demo *demo)
{
    pass p = {follower, demo->snap_tick, 0, {0}};
    /* declarations may stand behind the first item that needs them */
    for (uint32_t i = 0; i < demo->snap.count; i++) {
        tt_snap_item item = tt_snap_item_at(&demo->snap, i);
        if (item.type == 0) {
            declare(follower, &item);
        }
    }
    for (uint32_t i = 0; i < demo->snap.count; i++) {
        tt_snap_item item = tt_snap_item_at(&demo->snap, i);
        tt_obj_kind kind = tt_demo_world_kind(follower, item.type);
        if (is_wanted(kind)) {
            take_item(&p, kind, &item);
        }
    }
    take_absent(&p);
    follower->has_snap = 1;
    return p.changes;
}

/* Whether an item that a delta adds or changes concerns nothing but its own client id's member. A
 * client that comes loses its level, whichever item stands first; a local one that does not fit
 * makes others count. */
static int is_simple(const tt_demo_world *follower, tt_obj_kind kind,
                     const struct tti_delta_update *u, const tt_snap *snap)
{
    tt_snap_item item;
    if (!tt_snap_find(snap, u->key, &item) || item.id >= TT_CIDS) {
        return 1;
    }
    if (kind == TT_OBJ_CLIENT_INFO) {
        return follower->world->client[item.id].connected;
    }
    if (kind == TT_OBJ_PLAYER_INFO) {
        struct tt_obj_player_info info;
        return follower->world->client[item.id].connected &&
               tt_obj_unpack(&info, kind, item.data, item.size) >= 0 &&
               (info.local != 0) == (follower->local == item.id);
    }
    return 1;
}

/* Whether the world can follow by what the delta names, with the same result as by all items: the
 * world is that of the snapshot before, a second look at which would change no client; nobody that
 * matters goes; no item gets a meaning. In 0.7 messages tell of clients too. */
static int is_delta_enough(const tt_demo_world *follower, const tt_demo *demo,
                           const tt_demo_event *event)
{
    if (event->kind != TT_DEMO_DELTA || event->ints == NULL ||
        follower->protocol == TT_PROTOCOL_7 || !follower->is_settled ||
        demo->snaps != follower->snaps + 1) {
        return 0;
    }
    const int32_t *at = event->ints + TTI_DELTA_HEAD, *end = event->ints + event->count;
    struct tti_delta_update u;
    for (int32_t i = 0; i < event->ints[0]; i++) {
        if (is_wanted(tt_demo_world_kind(follower, tt_snap_key_type(*at++)))) {
            return 0;
        }
    }
    for (int32_t i = 0; i < event->ints[1]; i++) {
        if (tti_delta_update(&u, &at, end, demo->sizes) != TT_OK || tt_snap_key_type(u.key) == 0) {
            return 0;
        }
        tt_obj_kind kind = tt_demo_world_kind(follower, tt_snap_key_type(u.key));
        if (is_wanted(kind) && !is_simple(follower, kind, &u, &demo->snap)) {
            return 0;
        }
    }
    return 1;
}

/* The items that a delta names, of one that is enough. */
static unsigned follow_delta(tt_demo_world *follower, const tt_demo *demo,
                             const tt_demo_event *event)
{
    pass p = {follower, demo->snap_tick, 0, {0}};
    const int32_t *at = event->ints + TTI_DELTA_HEAD + event->ints[0];
    struct tti_delta_update u;
    tt_snap_item item;
    for (int i = 0; i < TT_CIDS / 64; i++) {
        uint64_t moved = follower->moved[i];
        for (int32_t cid = 64 * i; moved != 0; cid++, moved >>= 1) {
            follower->core_tick[cid] = (moved & 1) != 0 ? p.tick : follower->core_tick[cid];
        }
    }
    for (int32_t i = 0; i < event->ints[1]; i++) {
        if (tti_delta_update(&u, &at, event->ints + event->count, demo->sizes) != TT_OK) {
            break;
        }
        tt_obj_kind kind = tt_demo_world_kind(follower, tt_snap_key_type(u.key));
        if (is_wanted(kind) && tt_snap_find(&demo->snap, u.key, &item)) {
            take_item(&p, kind, &item);
        }
    }
    return p.changes;
}

static unsigned follow_snapshot(tt_demo_world *follower, const tt_demo *demo,
                                const tt_demo_event *event)
{
    unsigned changes = is_delta_enough(follower, demo, event) ? follow_delta(follower, demo, event)
                                                              : follow_items(follower, demo);
    follower->is_settled = (changes & TT_DEMO_WORLD_CLIENTS) == 0;
    follower->snaps = demo->snaps;
    return changes;
}

static unsigned follow_teams(tt_world *world, tt_ints teams)
{
    unsigned changes = 0;
    int32_t team;
    for (int32_t cid = 0; cid < TT_CIDS && tt_ints_next(&teams, &team); cid++) {
        if (team >= 0 && team < TT_TEAMS && world->client[cid].team != team) {
            tt_world_set_team(world, cid, team);
            changes = TT_DEMO_WORLD_TEAMS;
        }
    }
    return changes;
}

static unsigned follow_info(tt_demo_world *follower, const struct tt_sv7_client_info *info)
{
    unsigned changes = 0;
    connect(follower, info->cid, &changes);
    follower->by_message[info->cid] = 1;
    set_info(follower, info->cid, info->name, info->clan, info->country, &changes);
    if (info->local) {
        follower->local = info->cid;
    }
    return changes;
}

static unsigned follow_message(tt_demo_world *follower, tt_bytes data)
{
    tt_sv_msg *msg = &follower->message;
    unsigned changes = 0;
    if (tt_sv_decode(msg, data, follower->protocol) != TT_OK) {
        return 0;
    }
    switch (msg->kind) {
    case TT_SV_TEAMS_STATE:
        return follow_teams(follower->world, msg->u.sv_teams_state.teams);
    case TT_SV_TEAMS_STATE_LEGACY:
        return follow_teams(follower->world, msg->u.sv_teams_state_legacy.teams);
    case TT_SV7_CLIENT_INFO:
        return follow_info(follower, &msg->u.sv7_client_info);
    case TT_SV7_CLIENT_DROP:
        disconnect(follower, msg->u.sv7_client_drop.cid, &changes);
        return changes;
    default:
        return 0;
    }
}

unsigned tt_demo_world_follow(tt_demo_world *follower, const tt_demo *demo,
                              const tt_demo_event *event)
{
    follower->message.kind = TT_SV_KINDS;
    switch (event->kind) {
    case TT_DEMO_HEADER:
        follower->protocol = tt_demo_protocol(&demo->header);
        follower->dialect = follower->protocol == TT_PROTOCOL_7 ? TT_DIALECT_7 : TT_DIALECT_DDNET;
        return 0;
    case TT_DEMO_TICK:
        if (event->status == TT_OK) {
            follower->world->tick = event->tick;
        }
        return 0;
    case TT_DEMO_SNAPSHOT:
    case TT_DEMO_DELTA:
        return event->status == TT_OK && demo->snap_tick >= 0
                   ? follow_snapshot(follower, demo, event)
                   : 0;
    case TT_DEMO_MESSAGE:
        return event->status == TT_OK ? follow_message(follower, event->data) : 0;
    default:
        return 0;
    }
}
