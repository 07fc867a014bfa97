/* SPDX-License-Identifier: MIT
 *
 * Clients and tees of a demo's world. See docs/format/snap-objects.md.
 *
 * Every call compares before it sets: the result of an event is what really changed, and facts and
 * sessions are looked for only then.
 */
#include "demo/world_client.h"

#include "base/mem.h"
#include "teetape/string.h"

/* Those who are in the first snapshot were there before the demo began. The recording does not say
 * when they came, so they are mentioned and have not joined. */
void tti_demo_world_connect(tt_demo_world *follower, int32_t cid, unsigned *changes)
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

/* The tee is not touched: take_absent takes it away when the snapshot lacks it. */
void tti_demo_world_disconnect(tt_demo_world *follower, int32_t cid, unsigned *changes)
{
    follower->by_item[cid] = follower->by_message[cid] = 0;
    tti_fill(&follower->skin[cid], 0, sizeof follower->skin[cid]);
    follower->paused[cid] = 0;
    if (follower->world->client[cid].connected) {
        tt_world_drop(follower->world, cid);
        *changes |= TT_DEMO_WORLD_CLIENTS;
    }
}

/* A text of the world, which ends with a NUL, and bytes of an item or a message. */
static int differs(const char *text, tt_bytes other)
{
    return tti_strlen(text) != other.size || !tti_equal(text, other.data, other.size);
}

/* An empty name is a name as well, the first time. */
void tti_demo_world_set_info(tt_demo_world *follower, int32_t cid, tt_bytes name, tt_bytes clan,
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

/* The place is zeros first: skins are compared as bytes, here and in states. */
void tti_demo_world_set_skin(tt_demo_world *follower, int32_t cid, tt_bytes name,
                             const int32_t colors[3], unsigned *changes)
{
    tt_skin skin;
    tti_fill(&skin, 0, sizeof skin);
    tti_copy(skin.name, name.data, tt_utf8_cut(name, TT_SKIN_CAP - 1));
    skin.custom_colors = colors[0] != 0;
    skin.color_body = colors[1];
    skin.color_feet = colors[2];
    if (!tti_equal(&skin, &follower->skin[cid], sizeof skin)) {
        follower->skin[cid] = skin;
        *changes |= TT_DEMO_WORLD_CLIENTS;
    }
}

/* The bytes of a text of an item, up to its NUL. tt_string_from_ints would empty a text that is no
 * UTF-8, but Teeworlds 0.6 cuts names in the middle of a character. The last byte of the last int
 * is 0 as it is stored, so it is set and not flipped back. */
static tt_bytes raw_text(uint8_t *dst, const int32_t *ints, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        tti_store_be32(dst + 4 * i, (uint32_t)ints[i] ^ 0x80808080u);
    }
    dst[4 * count - 1] = 0;
    return (tt_bytes){dst, tti_strlen((const char *)dst)};
}

/* Ints of an array that is a member of an item. */
#define INTS_OF(member) (sizeof(member) / sizeof(int32_t))

/* A ClientInfo is enough to say that there is a client, wherever the PlayerInfo of the same id
 * is. */
static void take_info(struct tti_demo_world_pass *p, int32_t cid, const int32_t *name,
                      const int32_t *clan, int32_t country)
{
    uint8_t names[16], clans[12];
    tt_bytes n = raw_text(names, name, sizeof names / 4);
    tt_bytes c = raw_text(clans, clan, sizeof clans / 4);
    p->seen[cid] |= TTI_HAS_CLIENT;
    tti_demo_world_connect(p->follower, cid, &p->changes);
    tti_demo_world_set_info(p->follower, cid, n, c, country, &p->changes);
}

/* The sizes of the arrays above are those of the game. */
_Static_assert(INTS_OF(((struct tt_obj_client_info *)0)->name) == 4 &&
                   INTS_OF(((struct tt_obj_tw7_de_client_info *)0)->name) == 4 &&
                   INTS_OF(((struct tt_obj_client_info *)0)->clan) == 3 &&
                   INTS_OF(((struct tt_obj_tw7_de_client_info *)0)->clan) == 3 &&
                   INTS_OF(((struct tt_obj_client_info *)0)->skin) * 4 == TT_SKIN_CAP &&
                   INTS_OF(((struct tt_obj_tw7_de_client_info *)0)->skin_part_names[0]) * 4 ==
                       TT_SKIN_CAP,
               "texts of clients");

/* `colors`: whether they count, body, feet. */
static void take_skin(struct tti_demo_world_pass *p, int32_t cid, const int32_t *skin,
                      const int32_t colors[3])
{
    uint8_t text[TT_SKIN_CAP];
    tti_demo_world_set_skin(p->follower, cid, raw_text(text, skin, sizeof text / 4), colors,
                            &p->changes);
}

/* In a demo of a server no item has `local`. */
static void take_player(struct tti_demo_world_pass *p, int32_t cid, int is_local)
{
    p->seen[cid] |= TTI_HAS_CLIENT;
    tti_demo_world_connect(p->follower, cid, &p->changes);
    if (is_local) {
        p->follower->local = cid;
    }
}

/* A tick of 0 says that the place is that of the snapshot. Where it is another one, servers have
 * left the movement since then to the client, and the place is that of the tick that is named.
 * `moved` notes the tees whose place is that of each snapshot, so that a delta that does not name
 * them still moves their tick on. */
static void take_tee(struct tti_demo_world_pass *p, int32_t cid, const int32_t place[3],
                     int32_t weapon)
{
    tt_world *world = p->follower->world;
    const tt_tee *tee = &world->tee[cid];
    tt_tee before = *tee;
    p->seen[cid] |= TTI_HAS_TEE;
    tt_world_set_position(world, cid, place[1], place[2]);
    tt_world_set_weapon(world, cid, weapon);
    /* place: tick, x and y of the core, as they are the first ints of the item */
    p->follower->core_tick[cid] = place[0] != 0 ? place[0] : p->tick;
    p->follower->moved[cid / 64] &= ~((uint64_t)1 << cid % 64);
    p->follower->moved[cid / 64] |= (uint64_t)(place[0] == 0) << cid % 64;
    p->follower->spawns += before.alive != tee->alive;
    if (before.alive != tee->alive || before.x != tee->x || before.y != tee->y ||
        before.weapon != tee->weapon) {
        p->changes |= TT_DEMO_WORLD_TEES;
    }
}

/* Of its flags, paused and spec count as one; away is not looked at. */
static void take_ddnet_player(struct tti_demo_world_pass *p, int32_t cid,
                              const struct tt_obj_ddnet_player *player)
{
    tt_demo_world *follower = p->follower;
    uint8_t paused = (player->flags & (TT_DDNET_PLAYER_PAUSED | TT_DDNET_PLAYER_SPEC)) != 0;
    if (follower->world->client[cid].rcon_level != player->auth_level) {
        tt_world_set_rcon_level(follower->world, cid, player->auth_level);
        p->changes |= TT_DEMO_WORLD_CLIENTS;
    }
    if (follower->paused[cid] != paused) {
        follower->paused[cid] = paused;
        p->changes |= TT_DEMO_WORLD_CLIENTS;
    }
}

/* GameInfo of 0.6 and GameData of 0.7 have the flag of a paused game. */
static void take_game(struct tti_demo_world_pass *p, int is_paused)
{
    if (p->follower->game_paused != is_paused) {
        p->follower->game_paused = (uint8_t)is_paused;
        p->changes |= TT_DEMO_WORLD_GAME;
    }
}

/* How a client looks, of the items that say it. */
static void take_looks(struct tti_demo_world_pass *p, int32_t cid, tt_obj_kind kind,
                       const tt_obj_any *any)
{
    if (kind == TT_OBJ_CLIENT_INFO) {
        const struct tt_obj_client_info *info = &any->client_info;
        take_skin(p, cid, info->skin,
                  (int32_t[3]){info->use_custom_color, info->color_body, info->color_feet});
    } else {
        const struct tt_obj_tw7_de_client_info *info = &any->tw7_de_client_info;
        take_skin(p, cid, info->skin_part_names[0],
                  (int32_t[3]){info->use_custom_colors[0], info->skin_part_colors[0],
                               info->skin_part_colors[4]});
    }
}

static int is_of_client7(tt_obj_kind kind)
{
    return kind == TT_OBJ_TW7_DE_CLIENT_INFO || kind == TT_OBJ_TW7_PLAYER_INFO ||
           kind == TT_OBJ_DDNET_PLAYER;
}

/* An item that is too short for its kind is none for the game. A longer one is read as far as it is
 * known. */
void tti_demo_world_take(struct tti_demo_world_pass *p, tt_obj_kind kind, const tt_snap_item *item)
{
    tt_obj_any any;
    int32_t cid = item->id;
    /* ids of items have 16 bits, and a GameInfo has the id 0 */
    if (cid >= TT_CIDS || tt_obj_unpack(&any, kind, item->data, item->size) < 0) {
        return;
    }
    /* recorders of 0.7 still write what they have of a client whom a message has dropped */
    if (p->follower->dropped[cid] && is_of_client7(kind)) {
        p->seen[cid] |= TTI_HAS_CLIENT;
        return;
    }
    switch (kind) {
    case TT_OBJ_CLIENT_INFO:
        take_info(p, cid, any.client_info.name, any.client_info.clan, any.client_info.country);
        take_looks(p, cid, kind, &any);
        break;
    case TT_OBJ_TW7_DE_CLIENT_INFO:
        take_info(p, cid, any.tw7_de_client_info.name, any.tw7_de_client_info.clan,
                  any.tw7_de_client_info.country);
        take_looks(p, cid, kind, &any);
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
    case TT_OBJ_GAME_INFO:
        take_game(p, (any.game_info.game_state_flags & TT_GAME_STATE_PAUSED) != 0);
        break;
    case TT_OBJ_TW7_GAME_DATA:
        take_game(p, (any.tw7_game_data.game_state_flags & TT_TW7_GAME_STATE_PAUSED) != 0);
        break;
    default:
        take_ddnet_player(p, cid, &any.ddnet_player);
        break;
    }
}
