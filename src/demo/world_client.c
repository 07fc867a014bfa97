/* SPDX-License-Identifier: MIT
 *
 * Changes one client or tee in the world of a demo (docs/format/snap-objects.md).
 *
 * Every function compares before it sets: facts and sessions are searched only after a change.
 */
#include "demo/parts.h"

#include "base/mem.h"
#include "teetape/string.h"
#include "world/world.h"

/* Connects a client. A client of the first snapshot came before the demo began, so it gets a
 * mention and no join. */
void tti_demo_world_connect(tti_demo_world *follower, int32_t cid, unsigned *changes)
{
    if (follower->world->client[cid].connected) {
        return;
    }
    if (follower->has_snap) {
        tti_world_join(follower->world, cid);
    } else {
        tti_world_mention(follower->world, cid);
    }
    if (follower->protocol == TT_PROTOCOL_7) {
        follower->world->client[cid].protocol = TT_PROTOCOL_7;
    }
    *changes |= TT_DEMO_WORLD_CLIENTS;
}

void tti_demo_world_disconnect(tti_demo_world *follower, int32_t cid, unsigned *changes)
{
    follower->by_item[cid] = follower->by_message[cid] = 0;
    tti_fill(&follower->skin[cid], 0, sizeof follower->skin[cid]);
    follower->paused[cid] = 0;
    if (follower->world->client[cid].connected) {
        tti_world_drop(follower->world, cid);
        *changes |= TT_DEMO_WORLD_CLIENTS;
    }
}

static bool differs(const char *text, tt_bytes other)
{
    return tti_strlen(text) != other.size || !tti_equal(text, other.data, other.size);
}

/* Sets name, clan and country. The first name that a client gets is a change even if it is
 * empty. */
void tti_demo_world_set_info(tti_demo_world *follower, int32_t cid, tt_bytes name, tt_bytes clan,
                             int32_t country, unsigned *changes)
{
    tt_world *world = follower->world;
    const tt_client *client = &world->client[cid];
    if (client->name_source == TT_NAME_NONE || differs(client->name, name)) {
        tti_world_set_name(world, cid, name);
        *changes |= TT_DEMO_WORLD_CLIENTS;
    }
    if (differs(client->clan, clan) || client->country != country) {
        tti_world_set_clan(world, cid, clan);
        world->client[cid].country = country;
        *changes |= TT_DEMO_WORLD_CLIENTS;
    }
}

/* Sets name and colours of a skin. The bytes after the name are zeros, because skins are compared
 * as bytes. */
void tti_demo_world_set_skin(tti_demo_world *follower, int32_t cid, tt_bytes name,
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

/* Converts the ints of a text to its bytes. tt_string_from_ints would empty a text that is not
 * UTF-8, but Teeworlds 0.6 cuts names inside a character. The last byte is set to 0, because its
 * sign bit is not flipped in the item. */
static tt_bytes raw_text(uint8_t *dst, const int32_t *ints, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        tti_store_be32(dst + 4 * i, (uint32_t)ints[i] ^ 0x80808080u);
    }
    dst[4 * count - 1] = 0;
    return (tt_bytes){dst, tti_strlen((const char *)dst)};
}

#define INTS_OF(member) (sizeof(member) / sizeof(int32_t))

/* Takes a ClientInfo. A ClientInfo alone already makes a client. */
static void take_client_info(struct tti_demo_world_pass *p, int32_t cid, const int32_t *name,
                             const int32_t *clan, int32_t country)
{
    uint8_t names[16], clans[12];
    tt_bytes n = raw_text(names, name, sizeof names / 4);
    tt_bytes c = raw_text(clans, clan, sizeof clans / 4);
    p->seen[cid] |= TTI_HAS_CLIENT;
    tti_demo_world_connect(p->follower, cid, &p->changes);
    tti_demo_world_set_info(p->follower, cid, n, c, country, &p->changes);
}

_Static_assert(INTS_OF(((struct tt_obj_client_info *)0)->name) == 4 &&
                   INTS_OF(((struct tt_obj_tw7_de_client_info *)0)->name) == 4 &&
                   INTS_OF(((struct tt_obj_client_info *)0)->clan) == 3 &&
                   INTS_OF(((struct tt_obj_tw7_de_client_info *)0)->clan) == 3 &&
                   INTS_OF(((struct tt_obj_client_info *)0)->skin) * 4 == TT_SKIN_CAP &&
                   INTS_OF(((struct tt_obj_tw7_de_client_info *)0)->skin_part_names[0]) * 4 ==
                       TT_SKIN_CAP,
               "texts of clients");

static void take_skin(struct tti_demo_world_pass *p, int32_t cid, const int32_t *skin,
                      const int32_t colors[3])
{
    uint8_t text[TT_SKIN_CAP];
    tti_demo_world_set_skin(p->follower, cid, raw_text(text, skin, sizeof text / 4), colors,
                            &p->changes);
}

/* Takes a PlayerInfo. A demo recorded by a server has no `local` item. */
static void take_world_player(struct tti_demo_world_pass *p, int32_t cid, bool is_local)
{
    p->seen[cid] |= TTI_HAS_CLIENT;
    tti_demo_world_connect(p->follower, cid, &p->changes);
    if (is_local) {
        p->follower->local = cid;
    }
}

/* Takes a tee. A core tick of 0 means the tick of the snapshot. Another core tick is that of the
 * position, and clients compute the movement since. `moved` has the tees with a core tick of 0: a
 * delta without them advances their tick. */
static void take_world_tee(struct tti_demo_world_pass *p, int32_t cid, const int32_t place[3],
                           int32_t weapon)
{
    tt_world *world = p->follower->world;
    const tt_tee *tee = &world->tee[cid];
    tt_tee before = *tee;
    p->seen[cid] |= TTI_HAS_TEE;
    tti_world_set_position(world, cid, place[1], place[2]);
    tti_world_set_weapon(world, cid, weapon);
    p->follower->core_tick[cid] = place[0] != 0 ? place[0] : p->tick;
    p->follower->moved[cid / 64] &= ~((uint64_t)1 << cid % 64);
    p->follower->moved[cid / 64] |= (uint64_t)(place[0] == 0) << cid % 64;
    p->follower->spawns += before.alive != tee->alive;
    if (before.alive != tee->alive || before.x != tee->x || before.y != tee->y ||
        before.weapon != tee->weapon) {
        p->changes |= TT_DEMO_WORLD_TEES;
    }
}

/* Takes a DDNetPlayer. /pause and /spec have a flag each, and both count as paused. The flag for a
 * player who is away from the keyboard is ignored. */
static void take_ddnet_player(struct tti_demo_world_pass *p, int32_t cid,
                              const struct tt_obj_ddnet_player *player)
{
    tti_demo_world *follower = p->follower;
    uint8_t paused = (player->flags & (TT_DDNET_PLAYER_PAUSED | TT_DDNET_PLAYER_SPEC)) != 0;
    int32_t level = follower->world->client[cid].rcon_level;
    tti_world_set_rcon_level(follower->world, cid, player->auth_level);
    if (follower->world->client[cid].rcon_level != level) {
        p->changes |= TT_DEMO_WORLD_CLIENTS;
    }
    if (follower->paused[cid] != paused) {
        follower->paused[cid] = paused;
        p->changes |= TT_DEMO_WORLD_CLIENTS;
    }
}

static void take_paused(struct tti_demo_world_pass *p, bool is_paused)
{
    if (p->follower->game_paused != is_paused) {
        p->follower->game_paused = (uint8_t)is_paused;
        p->changes |= TT_DEMO_WORLD_GAME;
    }
}

/* Ignores an item that is too short, as the game does, and reads the known fields of a longer
 * one. */
void tti_demo_world_take(struct tti_demo_world_pass *p, tt_obj_kind kind, const tt_snap_item *item)
{
    tt_obj_any any;
    const struct tt_obj_client_info *info = &any.client_info;
    const struct tt_obj_tw7_de_client_info *info7 = &any.tw7_de_client_info;
    int32_t cid = item->id;
    /* item ids have 16 bits and may be no client id; the GameInfo has id 0 */
    if (cid >= TT_CIDS || tt_obj_unpack(&any, kind, item->data, item->size) < 0) {
        return;
    }
    /* recorders of 0.7 keep items of a client that a message dropped */
    bool is_of_client7 = kind == TT_OBJ_TW7_DE_CLIENT_INFO || kind == TT_OBJ_TW7_PLAYER_INFO ||
                         kind == TT_OBJ_DDNET_PLAYER;
    if (p->follower->dropped[cid] && is_of_client7) {
        p->seen[cid] |= TTI_HAS_CLIENT;
        return;
    }
    switch (kind) {
    case TT_OBJ_CLIENT_INFO:
        take_client_info(p, cid, info->name, info->clan, info->country);
        take_skin(p, cid, info->skin,
                  (int32_t[3]){info->use_custom_color, info->color_body, info->color_feet});
        break;
    case TT_OBJ_TW7_DE_CLIENT_INFO:
        take_client_info(p, cid, info7->name, info7->clan, info7->country);
        take_skin(p, cid, info7->skin_part_names[0],
                  (int32_t[3]){info7->use_custom_colors[0], info7->skin_part_colors[0],
                               info7->skin_part_colors[4]});
        break;
    case TT_OBJ_PLAYER_INFO:
        take_world_player(p, cid, any.player_info.local != 0);
        break;
    case TT_OBJ_TW7_PLAYER_INFO:
        take_world_player(p, cid, false);
        break;
    case TT_OBJ_CHARACTER:
        take_world_tee(p, cid, any.ints, any.character.weapon);
        break;
    case TT_OBJ_TW7_CHARACTER:
        take_world_tee(p, cid, any.ints, any.tw7_character.weapon);
        break;
    case TT_OBJ_GAME_INFO:
        take_paused(p, (any.game_info.game_state_flags & TT_GAME_STATE_PAUSED) != 0);
        break;
    case TT_OBJ_TW7_GAME_DATA:
        take_paused(p, (any.tw7_game_data.game_state_flags & TT_TW7_GAME_STATE_PAUSED) != 0);
        break;
    default:
        take_ddnet_player(p, cid, &any.ddnet_player);
        break;
    }
}
