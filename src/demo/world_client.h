/* SPDX-License-Identifier: MIT
 *
 * What one item of a snapshot, or one message, says of a client, on its way into the world.
 */
#ifndef TTI_DEMO_WORLD_CLIENT_H
#define TTI_DEMO_WORLD_CLIENT_H

#include "teetape/demo_world.h"

/* What the items of one snapshot say of a client id. */
enum { TTI_HAS_CLIENT = 1, TTI_HAS_TEE = 2 };

/* One snapshot on its way into the world. */
struct tti_demo_world_pass {
    tt_demo_world *follower; /* whose world it goes to */
    int32_t tick;            /* of the snapshot */
    unsigned changes;        /* so far: a sum of TT_DEMO_WORLD_* */
    uint8_t seen[TT_CIDS];   /* by client id: TTI_HAS_* of the items so far */
};

/* All of these add to what changed in the world. */
void tti_demo_world_connect(tt_demo_world *follower, int32_t cid, unsigned *changes);
void tti_demo_world_disconnect(tt_demo_world *follower, int32_t cid, unsigned *changes);
void tti_demo_world_set_info(tt_demo_world *follower, int32_t cid, tt_bytes name, tt_bytes clan,
                             int32_t country, unsigned *changes);

/* `colors`: whether they count, body, feet. */
void tti_demo_world_set_skin(tt_demo_world *follower, int32_t cid, tt_bytes name,
                             const int32_t colors[3], unsigned *changes);

/* Whether items of this kind matter to the world. Here, as most items are not. */
static inline int tti_demo_world_wants(tt_obj_kind kind)
{
    switch (kind) {
    case TT_OBJ_CLIENT_INFO:
    case TT_OBJ_TW7_DE_CLIENT_INFO:
    case TT_OBJ_PLAYER_INFO:
    case TT_OBJ_TW7_PLAYER_INFO:
    case TT_OBJ_CHARACTER:
    case TT_OBJ_TW7_CHARACTER:
    case TT_OBJ_DDNET_PLAYER:
    case TT_OBJ_GAME_INFO:
    case TT_OBJ_TW7_GAME_DATA:
        return 1;
    default:
        return 0;
    }
}

/* An item of a kind that is wanted; its id is the client id, if it is about a client. One that
 * lacks a member counts as not there, as in the game. */
void tti_demo_world_take(struct tti_demo_world_pass *p, tt_obj_kind kind, const tt_snap_item *item);

#endif
