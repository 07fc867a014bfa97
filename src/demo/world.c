/* SPDX-License-Identifier: MIT
 *
 * Follows the events of a demo in a world: who is there, under which name, and at which position.
 * This file handles snapshots and messages, and world_client.c the data of one client.
 *
 * A tt_world has what every format can express. The tti_demo_world beside it, the follower, has
 * properties of demos alone, such as skins and pauses. src/recording makes facts of the
 * differences.
 */
#include "world/world.h"
#include "base/mem.h"
#include "demo/parts.h"
#include "msg/inside.h"
#include "schema/fields.h"
#include "snap/delta_form.h"
#include "teetape/demo_world.h"
#include "wire/uuid.h"

/* A pass follows all items of a snapshot, or only the items that a delta changes if the result is
 * the same. A client joins when its items appear and leaves when they disappear: a demo of 0.6 has
 * no other sign. */

/* Notes the UUID of an extended type. A declaration lasts for the file, and servers repeat it in
 * every snapshot. If the UUID of a number changes, the last one counts. */
static void note_type(tti_demo_world *follower, const tt_snap_item *item)
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
    if (i < follower->type_count && tti_obj_uuid(follower->types[i].kind) != NULL &&
        tti_uuid_equal(tti_obj_uuid(follower->types[i].kind), &uuid)) {
        return;
    }
    if (i < TT_SNAP_MAX_TYPES) {
        follower->types[i].type = item->id;
        follower->types[i].kind = tti_obj_find_uuid(&uuid);
        follower->type_count += i == follower->type_count;
    }
}

tt_obj_kind tti_demo_world_kind(const tti_demo_world *follower, int32_t type)
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

/* Removes clients and tees whose items are missing. In 0.7 only a message removes a client. In a
 * demo of a client a missing tee can be out of view. */
static void take_absent(struct tti_demo_world_pass *p)
{
    tti_demo_world *follower = p->follower;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        bool is_there = (p->seen[cid] & TTI_HAS_CLIENT) != 0;
        if (follower->by_item[cid] && !is_there && !follower->by_message[cid]) {
            tti_demo_world_disconnect(follower, cid, &p->changes);
        }
        follower->by_item[cid] = (uint8_t)is_there;
        follower->dropped[cid] &= (uint8_t)is_there;
        if ((p->seen[cid] & TTI_HAS_TEE) == 0 && follower->world->tee[cid].alive) {
            tti_world_remove_tee(follower->world, cid);
            follower->spawns++;
            follower->moved[cid / 64] &= ~((uint64_t)1 << cid % 64);
            p->changes |= TT_DEMO_WORLD_TEES;
        }
    }
}

/* Returns true for the viewer of a demo that src/convert/view.c made: a line of the scoreboard
 * without a name. */
static bool is_viewer(const tt_snap *snap, tt_obj_kind kind, const tt_snap_item *item)
{
    struct tt_obj_player_info info;
    tt_snap_item found;
    return kind == TT_OBJ_PLAYER_INFO && tt_obj_unpack(&info, kind, item->data, item->size) >= 0 &&
           info.local != 0 && info.team == TT_TEAM_SPECTATORS &&
           !tt_snap_find(snap, tt_snap_key(tt_obj_type(TT_OBJ_CLIENT_INFO)->type, item->id),
                         &found);
}

static unsigned follow_items(tti_demo_world *follower, const tti_demo *demo)
{
    struct tti_demo_world_pass p = {follower, demo->snap_tick, 0, {0}};
    /* a declaration may come after the first item that needs it */
    for (uint32_t i = 0; i < demo->snap.count; i++) {
        tt_snap_item item = tt_snap_item_at(&demo->snap, i);
        if (item.type == 0) {
            note_type(follower, &item);
        }
    }
    for (uint32_t i = 0; i < demo->snap.count; i++) {
        tt_snap_item item = tt_snap_item_at(&demo->snap, i);
        tt_obj_kind kind = tti_demo_world_kind(follower, item.type);
        if (tti_demo_world_wants(kind) && !is_viewer(&demo->snap, kind, &item)) {
            tti_demo_world_take(&p, kind, &item);
        }
    }
    take_absent(&p);
    follower->has_snap = true;
    return p.changes;
}

/* Returns true when an item of a delta changes only its own client. A new client, or another local
 * player, needs all items. */
static bool is_simple(const tti_demo_world *follower, tt_obj_kind kind,
                      const struct tti_delta_update *u, const tt_snap *snap)
{
    tt_snap_item item;
    if ((kind != TT_OBJ_CLIENT_INFO && kind != TT_OBJ_PLAYER_INFO) ||
        !tt_snap_find(snap, u->key, &item) || item.id >= TT_CIDS) {
        return true;
    }
    if (kind == TT_OBJ_CLIENT_INFO) {
        return follower->world->client[item.id].connected;
    }
    struct tt_obj_player_info info;
    return follower->world->client[item.id].connected &&
           tt_obj_unpack(&info, kind, item.data, item.size) >= 0 &&
           (info.local != 0) == (follower->local == item.id);
}

/* Returns true when the items of a delta are enough: the world has followed the snapshot before, no
 * client leaves, and every changed item is simple. They never are in 0.7, where messages also
 * change clients. */
static bool is_delta_enough(const tti_demo_world *follower, const tti_demo *demo,
                            const tt_demo_event *event)
{
    /* every snapshot but the current one was followed */
    if (event->kind != TT_DEMO_DELTA || event->ints == NULL ||
        follower->protocol == TT_PROTOCOL_7 || !follower->is_settled ||
        demo->snaps != follower->snaps + 1) {
        return false;
    }
    const int32_t *at = event->ints + TTI_DELTA_HEAD, *end = event->ints + event->count;
    struct tti_delta_update u;
    for (int32_t i = 0; i < event->ints[0]; i++) {
        if (tti_demo_world_wants(tti_demo_world_kind(follower, tt_snap_key_type(*at++)))) {
            return false;
        }
    }
    for (int32_t i = 0; i < event->ints[1]; i++) {
        if (tti_delta_update(&u, &at, end, demo->sizes) != TT_OK || tt_snap_key_type(u.key) == 0) {
            return false;
        }
        tt_obj_kind kind = tti_demo_world_kind(follower, tt_snap_key_type(u.key));
        if (tti_demo_world_wants(kind) && !is_simple(follower, kind, &u, &demo->snap)) {
            return false;
        }
    }
    return true;
}

static unsigned follow_delta(tti_demo_world *follower, const tti_demo *demo,
                             const tt_demo_event *event)
{
    struct tti_demo_world_pass p = {follower, demo->snap_tick, 0, {0}};
    const int32_t *at = event->ints + TTI_DELTA_HEAD + event->ints[0];
    struct tti_delta_update u;
    tt_snap_item item;
    /* A delta lacks a tee that does not move, but its position is valid at this tick too. */
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
        tt_obj_kind kind = tti_demo_world_kind(follower, tt_snap_key_type(u.key));
        if (tti_demo_world_wants(kind) && tt_snap_find(&demo->snap, u.key, &item)) {
            tti_demo_world_take(&p, kind, &item);
        }
    }
    return p.changes;
}

void tt_demo_world_init(tt_demo_world *outer, tt_world *world)
{
    tti_demo_world *follower = tti_demo_world_of(outer);
    tti_fill(follower, 0, sizeof *follower);
    tti_world_init(world);
    tti_world_set_name_rules(world, 1, 0);
    follower->world = world;
    follower->dialect = TT_DIALECT_DDNET;
    follower->protocol = TT_PROTOCOL_6;
    follower->local = -1;
    follower->message.kind = TT_SV_KINDS;
}

/* Takes the teams of a message. `teams` has 64 or 128 ints. A team out of range changes nothing. */
static unsigned follow_teams(tt_world *world, tt_ints teams)
{
    unsigned changes = 0;
    int32_t team;
    for (int32_t cid = 0; cid < TT_CIDS && tt_ints_next(&teams, &team); cid++) {
        if (team >= 0 && team < TT_TEAMS && world->client[cid].team != team) {
            world->client[cid].team = team;
            changes = TT_DEMO_WORLD_TEAMS;
        }
    }
    return changes;
}

/* Takes a Sv_ClientInfo of 0.7. In 0.7 only Sv_ClientInfo adds a client, and only Sv_ClientDrop
 * removes one. Skin part 0 is the body, part 4 the feet. */
static unsigned follow_info(tti_demo_world *follower, const struct tt_sv7_client_info *info)
{
    unsigned changes = 0;
    tti_demo_world_connect(follower, info->cid, &changes);
    follower->by_message[info->cid] = 1;
    follower->dropped[info->cid] = 0;
    tti_demo_world_set_info(follower, info->cid, info->name, info->clan, info->country, &changes);
    tti_demo_world_set_skin(follower, info->cid, info->skin_part_names[0],
                            (int32_t[3]){info->use_custom_colors[0], info->skin_part_colors[0],
                                         info->skin_part_colors[4]},
                            &changes);
    if (info->local) {
        follower->local = info->cid;
    }
    return changes;
}

static unsigned note_message(tti_demo_world *follower, tt_bytes data)
{
    tt_sv_msg *msg = &follower->message;
    const struct tt_sv7_skin_change *skin;
    tt_bytes rest;
    unsigned changes = 0;
    if (tti_sv_decode(msg, data, follower->protocol, &rest) != TT_OK) {
        return 0;
    }
    switch (msg->kind) {
    case TT_SV_TEAMS_STATE: /* msg->u has its teams where the legacy message has them */
    case TT_SV_TEAMS_STATE_LEGACY:
        return follow_teams(follower->world, msg->u.sv_teams_state_legacy.teams);
    case TT_SV7_CLIENT_INFO:
        return follow_info(follower, &msg->u.sv7_client_info);
    case TT_SV7_SKIN_CHANGE:
        skin = &msg->u.sv7_skin_change;
        tti_demo_world_set_skin(follower, skin->cid, skin->skin_part_names[0],
                                (int32_t[3]){skin->use_custom_colors[0], skin->skin_part_colors[0],
                                             skin->skin_part_colors[4]},
                                &changes);
        return changes;
    case TT_SV7_CLIENT_DROP:
        tti_demo_world_disconnect(follower, msg->u.sv7_client_drop.cid, &changes);
        follower->dropped[msg->u.sv7_client_drop.cid] = 1;
        return changes;
    default:
        return 0;
    }
}

/* Gives the world. A snapshot that could not be read does not change the world. */
tt_demo_world_view tt_demo_world_look(const tt_demo_world *outer)
{
    const tti_demo_world *follower = tti_demo_world_seen(outer);
    return (tt_demo_world_view){
        .dialect = follower->dialect,
        .protocol = follower->protocol,
        .local = follower->local,
        .game_paused = follower->game_paused != 0,
        .paused = follower->paused,
        .core_tick = follower->core_tick,
        .skin = follower->skin,
        .message = &follower->message,
    };
}

unsigned tt_demo_world_follow(tt_demo_world *outer_world, const tt_demo *outer,
                              const tt_demo_event *event)
{
    tti_demo_world *follower = tti_demo_world_of(outer_world);
    const tti_demo *demo = tti_demo_seen(outer);
    unsigned changes;
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
        if (event->status != TT_OK || demo->snap_tick < 0) {
            return 0;
        }
        changes = is_delta_enough(follower, demo, event) ? follow_delta(follower, demo, event)
                                                         : follow_items(follower, demo);
        follower->is_settled = (changes & TT_DEMO_WORLD_CLIENTS) == 0;
        follower->snaps = demo->snaps;
        return changes;
    case TT_DEMO_MESSAGE:
        return event->status == TT_OK ? note_message(follower, event->data) : 0;
    default:
        return 0;
    }
}
