/* SPDX-License-Identifier: MIT
 *
 * What a decoded record does: it moves the tick, changes the world, and may be out of place.
 *
 * What is out of place is a fault, and the framing is intact. In recovery mode the record has an
 * effect all the same, the one that comes closest: a tee that appears twice is somewhere else then,
 * a tee that is not there moves its last position.
 */
#include "schema/fields.h"
#include "teehistorian/diff.h"
#include "teehistorian/record.h"
#include "teetape/varint.h"

/* Without a JOINVER before (older than DDNet 14.0, or carried over a map change), the id of the
 * first info message shows the protocol: 20 is Cl_StartInfo of 0.6, 27 that of 0.7. Until then
 * messages are read as 0.6. A client of 0.6 has no message 27, so it cannot be taken for one. */
static tt_status decode_message(tt_th *th, int32_t cid, tt_bytes data)
{
    tt_protocol known = (tt_protocol)th->world->client[cid].protocol;
    tt_status status = tt_msg_decode(&th->msg, data, known);
    if (known != TT_PROTOCOL_UNKNOWN) {
        return status;
    }
    if (status == TT_OK && th->msg.kind == TT_MSG_CL_START_INFO) {
        tt_world_set_protocol(th->world, cid, TT_PROTOCOL_6);
    } else if (status == TT_ERR_UNKNOWN) {
        tt_msg seven;
        if (tt_msg_decode(&seven, data, TT_PROTOCOL_7) == TT_OK &&
            seven.kind == TT_MSG_CL7_START_INFO) {
            th->msg = seven;
            tt_world_set_protocol(th->world, cid, TT_PROTOCOL_7);
            return TT_OK;
        }
    }
    return status;
}

/* Whether name and clan count is for the world to say: a Cl_ChangeInfo may come too soon. 0.7 has
 * no Cl_ChangeInfo. The last argument is 1 for a change. */
static void apply_info(tt_th *th, int32_t cid)
{
    const tt_msg *msg = &th->msg;
    tt_world *world = th->world;
    switch (msg->kind) {
    case TT_MSG_CL_START_INFO:
        tt_world_request_info(world, cid, msg->u.cl_start_info.name, msg->u.cl_start_info.clan, 0);
        break;
    case TT_MSG_CL_CHANGE_INFO:
        tt_world_request_info(world, cid, msg->u.cl_change_info.name, msg->u.cl_change_info.clan,
                              1);
        break;
    case TT_MSG_CL7_START_INFO:
        tt_world_request_info(world, cid, msg->u.cl7_start_info.name, msg->u.cl7_start_info.clan,
                              0);
        break;
    default:
        break;
    }
}

/* `decoded` points to the one message of the reader, which remains until the next record. */
static void apply_message(tt_th *th, struct tt_th_message *message)
{
    tt_world_mention(th->world, message->cid);
    message->decoded = NULL;
    switch (decode_message(th, message->cid, message->msg)) {
    case TT_OK:
        message->decoded = &th->msg;
        apply_info(th, message->cid);
        break;
    case TT_ERR_UNKNOWN:
        tti_th_tell(th, TT_LEVEL_NOTE, TT_NOTE_TH_MSG_UNKNOWN);
        break;
    default:
        tti_th_tell(th, TT_LEVEL_NOTE, TT_NOTE_TH_MSG_MALFORMED);
        break;
    }
}

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
static void apply_extension_kind(tt_th *th, const tt_th_event *event)
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
static tt_status apply_extension(tt_th *th, tt_th_event *event)
{
    tt_status status = TT_OK;
    if (th->version < 2) {
        status = tti_th_fault(th, TT_ERR_TH_EX_VERSION);
    }
    if (status == TT_OK) {
        status = decode_extension(th, event);
    }
    if (status == TT_OK && event->kind != TT_TH_EX) {
        apply_extension_kind(th, event);
    }
    return status;
}

int64_t tti_th_tick_after(const tt_th *th, const tt_th_event *event)
{
    /* A TICK_SKIP that goes back leaves the tick open: move_tick finds it wrong. */
    int64_t ticks = tti_th_rule_of(event, th->last_cid).ticks;
    return th->world->tick + (ticks > 0 ? ticks : 0);
}

/* The tick first, whatever else is wrong: also a record that is out of place opens its tick. A
 * negative dt moves nothing. A tick that is too late becomes the last one in recovery mode, so that
 * ticks never go back. */
static tt_status move_tick(tt_th *th, const tt_th_event *event)
{
    tti_th_step_on on = tti_th_rule_of(event, th->last_cid);
    int64_t tick = th->world->tick + on.ticks;
    tt_status status = TT_OK;
    if (event->kind == TT_TH_TICK_SKIP && event->u.tick_skip.dt < 0) {
        if (!tti_th_skip_can_be(event->u.tick_skip.dt, th->world->tick)) {
            return tti_th_fault(th, TT_ERR_TH_TICK);
        }
        tti_th_tell(th, TT_LEVEL_WARNING, TT_WARN_TH_SKIP_BACK);
        return TT_OK;
    }
    if (tick > INT32_MAX) {
        status = tti_th_fault(th, TT_ERR_TH_TICK);
        tick = INT32_MAX;
    }
    th->world->tick = (int32_t)tick;
    th->last_cid = on.last_cid;
    return status;
}

/* It connects no client, unlike the records below: its tee was there, so its client was mentioned,
 * or has left and the tee is about to go. */
static tt_status apply_player_diff(tt_th *th, tt_th_event *event)
{
    struct tt_th_player_diff *diff = &event->u.player_diff;
    tt_tee *tee = &th->world->tee[diff->cid];
    tt_status status = tee->alive ? TT_OK : tti_th_fault(th, TT_ERR_TH_NOT_ALIVE);
    if (tti_th_is_still(event)) {
        tti_th_tell(th, TT_LEVEL_WARNING, TT_WARN_TH_STILL);
    }
    tti_th_move_tee(tee, diff);
    return status;
}

/* The new position counts also when the tee was there. */
static tt_status apply_player_new(tt_th *th, const struct tt_th_player_new *new_)
{
    int was_alive = th->world->tee[new_->cid].alive;
    tt_world_mention(th->world, new_->cid);
    tt_world_set_position(th->world, new_->cid, new_->x, new_->y);
    return was_alive ? tti_th_fault(th, TT_ERR_TH_ALIVE) : TT_OK;
}

/* No mention: the tee of a client who dropped goes after the DROP, and must not bring the client
 * back. */
static tt_status apply_player_old(tt_th *th, int32_t cid)
{
    int was_alive = th->world->tee[cid].alive;
    tt_world_remove_tee(th->world, cid);
    return was_alive ? TT_OK : tti_th_fault(th, TT_ERR_TH_NOT_ALIVE);
}

/* The event points to the input in the world, so it needs no copy. An INPUT_DIFF in a slot whose
 * client is new adds to the input of the client before: that is how recorders before DDNet 16.2
 * write it. */
static tt_status apply_input(tt_th *th, tt_th_event *event)
{
    tt_tee *tee = &th->world->tee[event->cid];
    int32_t input[TT_INPUT_INTS];
    int had_input = tee->has_input;
    tt_world_mention(th->world, event->cid);
    if (event->kind == TT_TH_INPUT_NEW) {
        tt_world_set_input(th->world, event->cid, th->diff);
        event->u.input_new.input = tee->input;
        return TT_OK;
    }
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        input[i] = (int32_t)((uint32_t)tee->input[i] + (uint32_t)th->diff[i]);
    }
    tt_world_set_input(th->world, event->cid, input);
    event->u.input_diff.input = tee->input;
    return had_input ? TT_OK : tti_th_fault(th, TT_ERR_TH_NO_INPUT);
}

/* What a kind does to the world. An extension and a message have files of their own, because they
 * are decoded first. */
static tt_status apply_by_kind(tt_th *th, tt_th_event *event)
{
    switch (event->kind) {
    case TT_TH_PLAYER_DIFF:
        return apply_player_diff(th, event);
    case TT_TH_PLAYER_NEW:
        return apply_player_new(th, &event->u.player_new);
    case TT_TH_PLAYER_OLD:
        return apply_player_old(th, event->cid);
    case TT_TH_INPUT_DIFF:
    case TT_TH_INPUT_NEW:
        return apply_input(th, event);
    case TT_TH_MESSAGE:
        apply_message(th, &event->u.message);
        return TT_OK;
    case TT_TH_JOIN:
        tt_world_join(th->world, event->cid);
        return TT_OK;
    case TT_TH_DROP:
        tt_world_drop(th->world, event->cid);
        return TT_OK;
    case TT_TH_CONSOLE_COMMAND:
        /* The server's own commands, and those of votes, are no client's. */
        if (event->cid >= 0) {
            tt_world_mention(th->world, event->cid);
        }
        return TT_OK;
    case TT_TH_EX:
        return apply_extension(th, event);
    default: /* FINISH and TICK_SKIP say nothing of the world */
        return TT_OK;
    }
}

/* Records without a client have none to be wrong, and a console command may be no client's: -1 and
 * below. The id of an extension is in its payload, where it is checked when that is decoded. */
int tti_th_has_bad_cid(const tt_th_event *event)
{
    switch (event->kind) {
    case TT_TH_FINISH:
    case TT_TH_TICK_SKIP:
    case TT_TH_EX:
        return 0;
    case TT_TH_CONSOLE_COMMAND:
        return event->cid >= TT_CIDS;
    default:
        return event->cid < 0 || event->cid >= TT_CIDS;
    }
}

/* The order matters: the tick first, so that every issue of the record has the tick of the record.
 */
tt_status tti_th_apply(tt_th *th, tt_th_event *event, int *deliver)
{
    *deliver = 1;
    tt_status status = move_tick(th, event);
    event->tick = th->world->tick;
    tti_th_tell_odd(th, th->odd);
    if (status != TT_OK) {
        return status;
    }
    if (tti_th_has_bad_cid(event)) {
        *deliver = 0;
        return tti_th_fault(th, TT_ERR_TH_CID);
    }
    return apply_by_kind(th, event);
}
