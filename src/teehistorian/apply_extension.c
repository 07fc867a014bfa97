/* SPDX-License-Identifier: MIT
 *
 * What an EX record does: a known extension is decoded, and changes the world.
 *
 * An extension names its kind by a UUID, so that a server may write new ones and old readers pass
 * over them by their size. The rows of schema/teehistorian.def have the known ones.
 */
#include "schema/fields.h"
#include "teehistorian/record.h"
#include "teetape/varint.h"

/* The fields of a known extension. What is wrong with them is a fault of the payload alone, as its
 * size was known before; the event then remains TT_TH_EX. Bytes after the fields are passed over: a
 * newer server may have added some. The client id is that of the first field, if the kind begins
 * with one. */
static tt_status decode_extension(tt_th *th, tt_th_event *event)
{
    /* A copy: the fields go into the same union as the payload's view. */
    struct tt_th_ex ex = event->u.ex;
    tt_th_kind kind = tt_th_ex_find(&ex.uuid);
    if (kind == TT_TH_EX) {
        tti_th_tell_unknown(th, &ex.uuid);
        return TT_OK;
    }
    tt_unpacker u = tt_unpacker_of(ex.data.data, ex.data.size);
    tt_status status = tti_fields_unpack(tt_th_type(kind), &u, &event->u);
    if (status != TT_OK) {
        event->u.ex = ex;
        return tti_th_fault(th, status == TT_ERR_RANGE ? TT_ERR_TH_CID : TT_ERR_TH_EX);
    }
    event->kind = kind;
    const tt_field *first = tt_th_type(kind)->fields;
    if (first != NULL && first->type == TT_TYPE_CID) {
        event->cid = *(const int32_t *)tt_field_of(first, &event->u);
    }
    tti_th_tell_odd(th, u.odd);
    if (tt_unpacker_left(&u) != 0) {
        tti_th_tell(th, TT_LEVEL_WARNING, TT_WARN_TH_TRAILING);
    }
    return TT_OK;
}

/* DDNet 14.0.2 to 18.7 (version_minor below 9, or none) cut these payloads (team, id, text and NUL)
 * at 2048 bytes. A whole save of just that size is noted as well: the bytes do not say which it is.
 */
static void note_cut_save(tt_th *th, const tt_th_event *event)
{
    int64_t minor = TT_TH_HAS(&th->header, version_minor) ? th->header.version_minor : 0;
    const struct tt_th_save_success *save = &event->u.save_success; /* or load_success: the same */
    size_t size = tt_varint_size(save->team) + sizeof save->save_id + save->save.size + 1;
    if (minor < 9 && size >= 2047) {
        tti_th_tell(th, TT_LEVEL_NOTE, TT_NOTE_TH_SAVE_CUT);
    }
}

/* Extensions that speak of a client who is there. A PLAYER_TEAM back to 0 and an AUTH_LOGOUT
 * also come after the DROP, and a JOINVER before the JOIN: those connect nobody. */
static void mention_client(tt_th *th, const tt_th_event *event)
{
    switch (event->kind) {
    case TT_TH_DDNETVER_OLD:
    case TT_TH_DDNETVER:
    case TT_TH_AUTH_INIT:
    case TT_TH_AUTH_LOGIN:
    case TT_TH_PLAYER_READY:
    case TT_TH_PLAYER_REJOIN:
    case TT_TH_PLAYER_NAME:
    case TT_TH_PLAYER_FINISH:
        tt_world_mention(th->world, event->cid);
        break;
    case TT_TH_PLAYER_SWITCH:
        tt_world_mention(th->world, event->u.player_switch.cid1);
        tt_world_mention(th->world, event->u.player_switch.cid2);
        break;
    default:
        break;
    }
}

/* Kinds that are not listed say nothing of the world: what was saved, loaded, finished or swapped
 * is for who reads the events. */
static void apply_by_kind(tt_th *th, const tt_th_event *event)
{
    tt_world *world = th->world;
    int32_t cid = event->cid;
    mention_client(th, event);
    switch (event->kind) {
    case TT_TH_DDNETVER_OLD:
        tt_world_set_version(world, cid, event->u.ddnetver_old.version);
        break;
    case TT_TH_DDNETVER:
        tt_world_set_version(world, cid, event->u.ddnetver.version);
        break;
    case TT_TH_AUTH_INIT:
        tt_world_set_rcon_level(world, cid, event->u.auth_init.level);
        break;
    case TT_TH_AUTH_LOGIN:
        tt_world_set_rcon_level(world, cid, event->u.auth_login.level);
        break;
    case TT_TH_AUTH_LOGOUT:
        tt_world_set_rcon_level(world, cid, 0);
        break;
    case TT_TH_JOINVER6:
        tt_world_set_protocol(world, cid, TT_PROTOCOL_6);
        break;
    case TT_TH_JOINVER7:
        tt_world_set_protocol(world, cid, TT_PROTOCOL_7);
        break;
    case TT_TH_SAVE_SUCCESS:
    case TT_TH_LOAD_SUCCESS:
        note_cut_save(th, event);
        break;
    case TT_TH_PLAYER_TEAM:
        tt_world_set_team(world, cid, event->u.player_team.team);
        break;
    case TT_TH_TEAM_PRACTICE:
        tt_world_set_practice(world, event->u.team_practice.team, event->u.team_practice.practice);
        break;
    case TT_TH_PLAYER_REJOIN:
        tt_world_rejoin(world, cid);
        break;
    case TT_TH_PLAYER_NAME:
        tt_world_set_name(world, cid, event->u.player_name.name);
        break;
    default:
        break;
    }
}

/* Version 1 has no extensions, but the code is the same in both, so in recovery mode one is decoded
 * there too. */
tt_status tti_th_apply_extension(tt_th *th, tt_th_event *event)
{
    tt_status status = TT_OK;
    if (th->version < 2) {
        status = tti_th_fault(th, TT_ERR_TH_EX_VERSION);
    }
    if (status == TT_OK) {
        status = decode_extension(th, event);
    }
    if (status == TT_OK && event->kind != TT_TH_EX) {
        apply_by_kind(th, event);
    }
    return status;
}
