/* SPDX-License-Identifier: MIT
 *
 * Checks if a snapshot has the items that the game's client needs to show it.
 *
 * Programs that write demos need the check: when an item is missing, the game shows nothing and
 * reports nothing. docs/format/demo.md has the purpose of each item.
 */
#include "schema/fields.h"
#include "teetape/demo_write.h"
#include "teetape/snap_object.h"

/* The kinds of items that the client needs, by protocol. TT_OBJ_KINDS: none, because 0.7 sends the
 * information in messages. */
static const struct roles {
    tt_obj_kind game_info, player_info, client_info, character;
} roles_of[TT_DIALECTS] = {
    [TT_DIALECT_6] = {TT_OBJ_TW6_GAME_INFO, TT_OBJ_TW6_PLAYER_INFO, TT_OBJ_TW6_CLIENT_INFO,
                      TT_OBJ_TW6_CHARACTER},
    [TT_DIALECT_DDNET] = {TT_OBJ_GAME_INFO, TT_OBJ_PLAYER_INFO, TT_OBJ_CLIENT_INFO,
                          TT_OBJ_CHARACTER},
    [TT_DIALECT_7] = {TT_OBJ_KINDS, TT_OBJ_TW7_PLAYER_INFO, TT_OBJ_KINDS, TT_OBJ_TW7_CHARACTER},
};

#define PLAYER_CLIENT_ID 1

/* Returns true when the snapshot has an item that the game accepts. 0.6 and DDNet accept an item by
 * its size; 0.7 also checks the range of every field. */
static bool has_accepted(const tt_snap *snap, tt_obj_kind kind, int32_t id)
{
    tt_snap_item item;
    if (kind == TT_OBJ_KINDS) {
        return true;
    }
    const tt_object *object = tt_obj_type(kind);
    if (!tt_snap_find(snap, tt_snap_key(object->type, id), &item) ||
        tti_obj_fit(kind, item.size) < 0) {
        return false;
    }
    bool names_client = kind == TT_OBJ_PLAYER_INFO || kind == TT_OBJ_TW6_PLAYER_INFO;
    if (names_client && item.data[PLAYER_CLIENT_ID] != id) {
        return false;
    }
    return object->dialect != TT_DIALECT_7 ||
           tt_obj_validate(kind, item.data, item.size, NULL) == TT_OK;
}

static void add_lack(tt_demo_lack *lack, unsigned what, int32_t cid)
{
    if (lack->cid < 0) {
        lack->cid = cid;
    }
    lack->what |= what;
}

/* Checks that a client has all its items. A client counts as present if it has a tee or a
 * PlayerInfo: a ClientInfo alone shows nothing. */
static void check_client(tt_demo_lack *lack, const tt_snap *snap, const struct roles *roles,
                         int32_t cid)
{
    tt_snap_item item;
    int32_t character = tt_obj_type(roles->character)->type;
    int32_t player = tt_obj_type(roles->player_info)->type;
    bool has_tee = tt_snap_find(snap, tt_snap_key(character, cid), &item);
    bool has_player = has_accepted(snap, roles->player_info, cid);
    if (has_tee && !has_accepted(snap, roles->character, cid)) {
        add_lack(lack, TT_DEMO_LACKS_CHARACTER, cid);
    }
    if (!has_player && (has_tee || tt_snap_find(snap, tt_snap_key(player, cid), &item))) {
        add_lack(lack, TT_DEMO_LACKS_PLAYER_INFO, cid);
    }
    if (has_player && !has_accepted(snap, roles->client_info, cid)) {
        add_lack(lack, TT_DEMO_LACKS_CLIENT_INFO, cid);
    }
}

tt_status tt_demo_snap_check(const tt_snap *snap, tt_dialect dialect, tt_demo_lack *lack)
{
    tt_demo_lack found = {0, -1};
    if ((unsigned)dialect >= TT_DIALECTS) {
        return TT_ERR_ARGUMENT;
    }
    const struct roles *roles = &roles_of[dialect];
    if (!has_accepted(snap, roles->game_info, 0)) {
        found.what = TT_DEMO_LACKS_GAME_INFO;
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        check_client(&found, snap, roles, cid);
    }
    if (lack != NULL) {
        *lack = found;
    }
    return found.what == 0 ? TT_OK : TT_ERR_DEMO_ITEMS;
}
