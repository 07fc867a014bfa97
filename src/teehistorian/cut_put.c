/* SPDX-License-Identifier: MIT
 *
 * Records of a cut: how they get to the writer, and what is counted of it.
 *
 * They are events like those of a reader, and the writer checks them in the same way. Records of
 * our own have a size of 0: it is not compared.
 */
#include "teehistorian/cut.h"
#include "teehistorian/write.h"
#include "teetape/string.h"
#include "teetape/varint.h"

tt_status tti_th_cut_note_refusal(tt_th_cut *cut, tt_status status)
{
    if (status == TT_OK || status == TT_ERR_TH_WRITE_PUT || status == TT_ERR_TH_WRITE_STATE) {
        return status;
    }
    cut->left_out++;
    return TT_OK;
}

/* The tick is that of the writer, so that the record is always possible there; the mark comes by
 * itself. */
tt_status tti_th_cut_put(tt_th_cut *cut, tt_th_event *event)
{
    event->tick = cut->writer->tick;
    return tti_th_cut_note_refusal(cut, tt_th_write_event(cut->writer, event));
}

tt_status tti_th_cut_put_cid(tt_th_cut *cut, tt_th_kind kind, int32_t cid)
{
    tt_th_event event = {.kind = kind, .cid = cid};
    event.u.join.cid = cid; /* all these structs are the same */
    return tti_th_cut_put(cut, &event);
}

/* Nothing when the protocol is not known. */
tt_status tti_th_cut_put_protocol(tt_th_cut *cut, int32_t cid, int32_t protocol)
{
    switch (protocol) {
    case TT_PROTOCOL_6:
        return tti_th_cut_put_cid(cut, TT_TH_JOINVER6, cid);
    case TT_PROTOCOL_7:
        return tti_th_cut_put_cid(cut, TT_TH_JOINVER7, cid);
    default:
        return TT_OK;
    }
}

/* Without a reason. A session without a JOIN that begins and ends in one tick like this is none for
 * the history of a cut. */
tt_status tti_th_cut_put_drop(tt_th_cut *cut, int32_t cid)
{
    tt_th_event event = {.kind = TT_TH_DROP, .cid = cid, .u.drop = {cid, {NULL, 0}}};
    return tti_th_cut_put(cut, &event);
}

tt_status tti_th_cut_put_message(tt_th_cut *cut, int32_t cid, tt_bytes msg)
{
    tt_th_event event = {.kind = TT_TH_MESSAGE, .cid = cid};
    event.u.message = (struct tt_th_message){cid, (int32_t)msg.size, msg, NULL};
    return tti_th_cut_put(cut, &event);
}

tt_status tti_th_cut_put_name(tt_th_cut *cut, int32_t cid, const char *name)
{
    tt_th_event event = {.kind = TT_TH_PLAYER_NAME, .cid = cid};
    event.u.player_name = (struct tt_th_player_name){cid, tt_bytes_of(name)};
    return tti_th_cut_put(cut, &event);
}

tt_status tti_th_cut_put_team(tt_th_cut *cut, int32_t cid, int32_t team)
{
    tt_th_event event = {.kind = TT_TH_PLAYER_TEAM, .cid = cid, .u.player_team = {cid, team}};
    return tti_th_cut_put(cut, &event);
}

tt_status tti_th_cut_put_practice(tt_th_cut *cut, int32_t team, int on)
{
    tt_th_event event = {.kind = TT_TH_TEAM_PRACTICE, .cid = -1, .u.team_practice = {team, on}};
    return tti_th_cut_put(cut, &event);
}

/* A version that is known by its number alone. */
static tt_status put_version_number(tt_th_cut *cut, int32_t cid, int32_t version)
{
    tt_th_event event = {.kind = TT_TH_DDNETVER_OLD, .cid = cid, .u.ddnetver_old = {cid, version}};
    return tti_th_cut_put(cut, &event);
}

/* The profile keeps the payload of a DDNETVER, with the connection id and the text. Where it cannot
 * be read, or says another version than the world, the number of the world counts. */
tt_status tti_th_cut_put_version(tt_th_cut *cut, int32_t cid, const tt_world *world,
                                 const tt_th_profile *profile)
{
    int32_t version = world->client[cid].version;
    tt_unpacker u = tt_unpacker_of(profile->version, profile->version_size);
    if (profile->version_kind != TT_TH_DDNETVER) {
        return version != 0 || profile->version_size != 0 ? put_version_number(cut, cid, version)
                                                          : TT_OK;
    }
    tt_th_event event = {.kind = TT_TH_DDNETVER, .cid = cid};
    event.u.ddnetver.cid = cid;
    event.u.ddnetver.connection_id = tt_unpack_uuid(&u);
    event.u.ddnetver.version = tt_unpack_int(&u);
    event.u.ddnetver.version_str = tt_unpack_string(&u);
    if (u.status != TT_OK || event.u.ddnetver.version != version) {
        return put_version_number(cut, cid, version);
    }
    return tti_th_cut_put(cut, &event);
}

/* The event first: its differences fit the state of the writer. Where its bytes would come out
 * shorter than they were, they are copied, so that the records of a cut are those of the original.
 */
tt_status tti_th_cut_copy(tt_th_cut *cut, const tti_th_cut_at *at)
{
    tt_status status = tt_th_write_event(cut->writer, at->event);
    if (status == TT_ERR_TH_WRITE_SAME) {
        status = tt_th_write_copy(cut->writer, at->event, at->record);
    }
    return tti_th_cut_note_refusal(cut, status);
}

void tti_th_cut_note(tt_th_cut *cut, const tt_world *world, int32_t cid)
{
    if (cid >= 0) {
        cut->slot[cid].info_tick = world->client[cid].info_tick;
        cut->slot[cid].protocol = world->client[cid].protocol;
    }
}
