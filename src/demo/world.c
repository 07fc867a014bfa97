/* SPDX-License-Identifier: MIT
 *
 * From the events of a demo to the world: who is there, under which name, where. Messages are taken
 * here, snapshots in world_snap.c.
 *
 * The world says what every format can say; what it has no place for, skins and pauses, is beside
 * it in the follower. src/recording makes facts of the differences.
 */
#include "teetape/demo_world.h"

#include "base/mem.h"
#include "demo/world_client.h"
#include "demo/world_snap.h"
#include "msg/decode.h"

/* Names in a demo are the server's word: recorded names, in the terms of the world. */
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

/* One int for each client id from 0 on; 64 or 128 of them. A team out of range is left as it
 * was. */
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

/* In 0.7 this message is how a client comes, and nothing but Sv_ClientDrop takes it away. Of the
 * six parts of a skin the first is the body and the fifth the feet. */
static unsigned follow_info(tt_demo_world *follower, const struct tt_sv7_client_info *info)
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

/* In 0.7 a client can change its skin while it plays; name and clan remain. */
static unsigned follow_skin(tt_demo_world *follower, const struct tt_sv7_skin_change *skin)
{
    unsigned changes = 0;
    tti_demo_world_set_skin(follower, skin->cid, skin->skin_part_names[0],
                            (int32_t[3]){skin->use_custom_colors[0], skin->skin_part_colors[0],
                                         skin->skin_part_colors[4]},
                            &changes);
    return changes;
}

/* The decoded message remains in the follower for the caller, who would else decode it again. Most
 * kinds say nothing of the world. */
static unsigned follow_message(tt_demo_world *follower, tt_bytes data)
{
    tt_sv_msg *msg = &follower->message;
    tt_bytes rest;
    unsigned changes = 0;
    if (tti_sv_decode(msg, data, follower->protocol, &rest) != TT_OK) {
        return 0;
    }
    switch (msg->kind) {
    case TT_SV_TEAMS_STATE:
        return follow_teams(follower->world, msg->u.sv_teams_state.teams);
    case TT_SV_TEAMS_STATE_LEGACY:
        return follow_teams(follower->world, msg->u.sv_teams_state_legacy.teams);
    case TT_SV7_CLIENT_INFO:
        return follow_info(follower, &msg->u.sv7_client_info);
    case TT_SV7_SKIN_CHANGE:
        return follow_skin(follower, &msg->u.sv7_skin_change);
    case TT_SV7_CLIENT_DROP:
        tti_demo_world_disconnect(follower, msg->u.sv7_client_drop.cid, &changes);
        follower->dropped[msg->u.sv7_client_drop.cid] = 1;
        return changes;
    default:
        return 0;
    }
}

/* A marker moves the tick and nothing else: the snapshot of the tick is still to come. A snapshot
 * that could not be read leaves the world as it is. */
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
                   ? tti_demo_world_snapshot(follower, demo, event)
                   : 0;
    case TT_DEMO_MESSAGE:
        return event->status == TT_OK ? follow_message(follower, event->data) : 0;
    default:
        return 0;
    }
}
