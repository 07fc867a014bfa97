/* SPDX-License-Identifier: MIT
 *
 * What a viewer has to know from before the span: the last message of each of these kinds.
 *
 * Most of them are sent when something changes, and not again. A cut that begins later would be
 * played with the wrong teams, tunings or, in 0.7, without names. So the cut keeps the last one of
 * each, and gives them before its first tick.
 */
#include "base/mem.h"
#include "demo/cut.h"

/* Places in cut->kept, by what a message says. The two forms of a message, of 0.6 and of 0.7, or
 * with and without a UUID, have the same place: the last one counts. */
enum {
    KEPT_TUNE_PARAMS,
    KEPT_TEAMS,
    KEPT_VOTE,
    KEPT_VOTE_STATUS,
    KEPT_RECORD,
    KEPT_SERVER_SETTINGS,
    KEPT_GAME_INFO,
    KEPT_MOTD
};

/* Places in cut->clients: of each client of 0.7, whose name and looks come in messages and not in
 * items. */
enum { KEPT_CLIENT_INFO, KEPT_CLIENT_SKIN, KEPT_CLIENT_TEAM };

void tti_demo_keep_nothing(tt_demo_cut *cut)
{
    for (size_t i = 0; i < TT_DEMO_KEPT_KINDS; i++) {
        cut->kept[i].size = 0;
    }
    for (size_t cid = 0; cid < TT_CIDS; cid++) {
        for (size_t i = 0; i < TT_DEMO_KEPT_CLIENT_KINDS; i++) {
            cut->clients[cid][i].size = 0;
        }
    }
}

/* A message that is too long is forgotten, and with it the one before: what is no longer true must
 * not be said. */
static void keep(tt_demo_kept *kept, tt_bytes data)
{
    kept->size = 0;
    if (data.size <= sizeof kept->bytes) {
        tti_copy(kept->bytes, data.data, data.size);
        kept->size = (uint16_t)data.size;
    }
}

/* A vote that ended is not kept. The counts of an earlier vote go with it. */
static void keep_vote(tt_demo_cut *cut, int32_t timeout, tt_bytes data)
{
    cut->kept[KEPT_VOTE_STATUS].size = 0;
    keep(&cut->kept[KEPT_VOTE], timeout != 0 ? data : (tt_bytes){NULL, 0});
}

/* An info message has skin and team in it, so what was said of them before does not count. A drop
 * is the same with no data. */
static void keep_client(tt_demo_cut *cut, int32_t cid, tt_bytes data)
{
    keep(&cut->clients[cid][KEPT_CLIENT_INFO], data);
    cut->clients[cid][KEPT_CLIENT_SKIN].size = 0;
    cut->clients[cid][KEPT_CLIENT_TEAM].size = 0;
}

/* Client ids in decoded messages are in range; that of a team change may be -1. */
void tti_demo_keep(tt_demo_cut *cut, const tt_sv_msg *msg, tt_bytes data)
{
    switch (msg->kind) {
    case TT_SV_TUNE_PARAMS:
    case TT_SV7_TUNE_PARAMS:
        keep(&cut->kept[KEPT_TUNE_PARAMS], data);
        break;
    case TT_SV_TEAMS_STATE:
    case TT_SV_TEAMS_STATE_LEGACY:
        keep(&cut->kept[KEPT_TEAMS], data);
        break;
    case TT_SV_VOTE_SET:
        keep_vote(cut, msg->u.sv_vote_set.timeout, data);
        break;
    case TT_SV7_VOTE_SET:
        keep_vote(cut, msg->u.sv7_vote_set.timeout, data);
        break;
    case TT_SV_VOTE_STATUS:
    case TT_SV7_VOTE_STATUS:
        keep(&cut->kept[KEPT_VOTE_STATUS], data);
        break;
    case TT_SV_RECORD:
    case TT_SV_RECORD_LEGACY:
        keep(&cut->kept[KEPT_RECORD], data);
        break;
    case TT_SV7_SERVER_SETTINGS:
        keep(&cut->kept[KEPT_SERVER_SETTINGS], data);
        break;
    case TT_SV7_GAME_INFO:
        keep(&cut->kept[KEPT_GAME_INFO], data);
        break;
    case TT_SV_MOTD:
    case TT_SV7_MOTD:
        keep(&cut->kept[KEPT_MOTD], data);
        break;
    case TT_SV7_CLIENT_INFO:
        keep_client(cut, msg->u.sv7_client_info.cid, data);
        break;
    case TT_SV7_CLIENT_DROP:
        keep_client(cut, msg->u.sv7_client_drop.cid, (tt_bytes){NULL, 0});
        break;
    case TT_SV7_SKIN_CHANGE:
        keep(&cut->clients[msg->u.sv7_skin_change.cid][KEPT_CLIENT_SKIN], data);
        break;
    case TT_SV7_TEAM:
        if (msg->u.sv7_team.cid >= 0) {
            keep(&cut->clients[msg->u.sv7_team.cid][KEPT_CLIENT_TEAM], data);
        }
        break;
    default:
        break;
    }
}

static tt_status write_all(tt_demo_cut *cut, const tt_demo_kept *kept, size_t count)
{
    tt_status status = TT_OK;
    for (size_t i = 0; i < count && status == TT_OK; i++) {
        if (kept[i].size != 0) {
            status = tti_demo_write_message(cut, (tt_bytes){kept[i].bytes, kept[i].size});
        }
    }
    return status;
}

/* Through the same call as other messages, so that hidden clients and chat are left out here as
 * well. */
tt_status tti_demo_write_kept(tt_demo_cut *cut)
{
    tt_status status = TT_OK;
    for (size_t cid = 0; cid < TT_CIDS && status == TT_OK; cid++) {
        status = write_all(cut, cut->clients[cid], TT_DEMO_KEPT_CLIENT_KINDS);
    }
    return status == TT_OK ? write_all(cut, cut->kept, TT_DEMO_KEPT_KINDS) : status;
}
