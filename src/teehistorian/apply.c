/* SPDX-License-Identifier: MIT
 *
 * Applies a decoded record: advances the tick, changes the world, and finds records that are out of
 * order.
 *
 * A record that is out of order is a fault, but its end is known. In recovery mode it has the most
 * likely effect: a tee that appears twice has moved, and a move of a missing tee changes its last
 * position.
 */
#include "schema/fields.h"
#include "teehistorian/diff.h"
#include "teehistorian/record.h"
#include "teehistorian/tick.h"
#include "wire/varint_inline.h"
#include "world/world.h"

/* Decodes a message. Without a JOINVER (before DDNet 14.0, or after a map change) the first info
 * message shows the protocol: 20 is Cl_StartInfo of 0.6, 27 that of 0.7. Clients of 0.6 have no
 * message 27. */
static tt_status decode_message(tti_th *th, int32_t cid, tt_bytes data)
{
    tt_protocol known = (tt_protocol)th->world->client[cid].protocol;
    tt_status status = tt_msg_decode(&th->msg, data, known);
    if (known != TT_PROTOCOL_UNKNOWN) {
        return status;
    }
    if (status == TT_OK && th->msg.kind == TT_MSG_CL_START_INFO) {
        th->world->client[cid].protocol = TT_PROTOCOL_6;
    } else if (status == TT_ERR_UNKNOWN) {
        tt_msg seven;
        if (tt_msg_decode(&seven, data, TT_PROTOCOL_7) == TT_OK &&
            seven.kind == TT_MSG_CL7_START_INFO) {
            th->msg = seven;
            th->world->client[cid].protocol = TT_PROTOCOL_7;
            return TT_OK;
        }
    }
    return status;
}

/* Gives an info message to the world, which may refuse a Cl_ChangeInfo that comes too soon. 0.7 has
 * no Cl_ChangeInfo. */
static void apply_info(tti_th *th, int32_t cid)
{
    const tt_msg *msg = &th->msg;
    tt_world *world = th->world;
    switch (msg->kind) {
    case TT_MSG_CL_START_INFO: /* both messages have these fields */
    case TT_MSG_CL_CHANGE_INFO:
        tti_world_request_info(world, cid, msg->u.cl_change_info.name, msg->u.cl_change_info.clan,
                               msg->kind == TT_MSG_CL_CHANGE_INFO);
        break;
    case TT_MSG_CL7_START_INFO:
        tti_world_request_info(world, cid, msg->u.cl7_start_info.name, msg->u.cl7_start_info.clan,
                               0);
        break;
    default:
        break;
    }
}

static void apply_message(tti_th *th, struct tt_th_message *message)
{
    tti_world_mention(th->world, message->cid);
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

tt_status tti_th_decode_known(const tt_th_event *event, tt_th_event *known, tt_unpacker *u)
{
    tt_th_kind kind = tti_th_ex_find(&event->u.ex.uuid);
    if (kind == TT_TH_EX) {
        return TT_ERR_UNKNOWN;
    }
    *u = tt_unpacker_of(event->u.ex.data.data, event->u.ex.data.size);
    tt_status status = tti_fields_unpack(tt_th_type(kind), u, &known->u);
    if (status != TT_OK) {
        return status == TT_ERR_RANGE ? TT_ERR_TH_CID : TT_ERR_TH_EX;
    }
    known->kind = kind;
    known->tick = event->tick;
    known->cid = -1;
    const tt_field *first = tt_th_type(kind)->fields;
    if (first != NULL && first->type == TT_TYPE_CID) {
        known->cid = *(const int32_t *)tt_field_of(first, &known->u);
    }
    return TT_OK;
}

static tt_status decode_extension(tti_th *th, tt_th_event *event)
{
    tt_th_event known;
    tt_unpacker u;
    tt_status status = tti_th_decode_known(event, &known, &u);
    if (status == TT_ERR_UNKNOWN) {
        tti_th_tell_at(th, TT_LEVEL_NOTE, TT_NOTE_TH_EX_UNKNOWN, th->offset, &event->u.ex.uuid);
        return TT_OK;
    }
    if (status != TT_OK) {
        return tti_th_fault(th, status);
    }
    event->kind = known.kind;
    event->cid = known.cid;
    event->u = known.u;
    if (u.odd != 0) {
        tti_th_tell_odd(th, u.odd);
    }
    if (tt_unpacker_left(&u) != 0) {
        tti_th_tell(th, TT_LEVEL_WARNING, TT_WARN_TH_TRAILING);
    }
    return TT_OK;
}

/* Notes a save that may be cut. DDNet 14.0.2 to 18.7 (version_minor below 9, or none) cut saves at
 * 2048 bytes. A complete save of that size is noted as well, because its bytes look the same. */
static void note_cut_save(tti_th *th, const tt_th_event *event)
{
    int64_t minor = TT_TH_HAS(&th->header, version_minor) ? th->header.version_minor : 0;
    const struct tt_th_save_success *save =
        &event->u.save_success; /* load_success has the same layout */
    size_t size = tti_varint_size(save->team) + sizeof save->save_id + save->save.size + 1;
    if (minor < 9 && size >= 2047) {
        tti_th_tell(th, TT_LEVEL_NOTE, TT_NOTE_TH_SAVE_CUT);
    }
}

/* Connects a client that a record mentions. PLAYER_TEAM back to 0 and AUTH_LOGOUT also come after a
 * DROP, and a JOINVER before a JOIN: these connect no client. */
static void mention_client(tti_th *th, const tt_th_event *event)
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
        tti_world_mention(th->world, event->cid);
        break;
    case TT_TH_PLAYER_SWITCH:
        tti_world_mention(th->world, event->u.player_switch.cid1);
        tti_world_mention(th->world, event->u.player_switch.cid2);
        break;
    default:
        break;
    }
}

static void apply_extension_kind(tti_th *th, const tt_th_event *event)
{
    tt_world *world = th->world;
    int32_t cid = event->cid;
    mention_client(th, event);
    switch (event->kind) {
    case TT_TH_DDNETVER_OLD:
        world->client[cid].version = event->u.ddnetver_old.version;
        break;
    case TT_TH_DDNETVER:
        world->client[cid].version = event->u.ddnetver.version;
        break;
    case TT_TH_AUTH_INIT:
        tti_world_set_rcon_level(world, cid, event->u.auth_init.level);
        break;
    case TT_TH_AUTH_LOGIN:
        tti_world_set_rcon_level(world, cid, event->u.auth_login.level);
        break;
    case TT_TH_AUTH_LOGOUT:
        tti_world_set_rcon_level(world, cid, 0);
        break;
    case TT_TH_JOINVER6:
        world->client[cid].protocol = TT_PROTOCOL_6;
        break;
    case TT_TH_JOINVER7:
        world->client[cid].protocol = TT_PROTOCOL_7;
        break;
    case TT_TH_SAVE_SUCCESS:
    case TT_TH_LOAD_SUCCESS:
        note_cut_save(th, event);
        break;
    case TT_TH_PLAYER_TEAM:
        tti_world_set_team(world, cid, event->u.player_team.team);
        break;
    case TT_TH_TEAM_PRACTICE:
        tti_world_set_practice(world, event->u.team_practice.team, event->u.team_practice.practice);
        break;
    case TT_TH_PLAYER_REJOIN:
        tti_world_rejoin(world, cid);
        break;
    case TT_TH_PLAYER_NAME:
        tti_world_set_name(world, cid, event->u.player_name.name);
        break;
    default:
        break;
    }
}

static tt_status apply_extension(tti_th *th, tt_th_event *event)
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

int64_t tti_th_tick_after(const tti_th *th, const tt_th_event *event)
{
    int64_t ticks = tti_th_rule_of(event, th->last_cid).ticks;
    return th->world->tick + (ticks > 0 ? ticks : 0);
}

/* Advances the tick, also for a record that is out of order. In recovery mode a tick that is too
 * high becomes the last one, so that ticks never go back. */
static tt_status move_tick(tti_th *th, const tt_th_event *event)
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

/* Applies a PLAYER_DIFF. PLAYER_DIFF connects no client: its tee existed, so the client was
 * mentioned or has left. */
static tt_status apply_player_diff(tti_th *th, tt_th_event *event)
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

static tt_status apply_player_new(tti_th *th, const struct tt_th_player_new *new_)
{
    bool was_alive = th->world->tee[new_->cid].alive;
    tti_world_mention(th->world, new_->cid);
    tti_world_set_position(th->world, new_->cid, new_->x, new_->y);
    return was_alive ? tti_th_fault(th, TT_ERR_TH_ALIVE) : TT_OK;
}

/* Applies a PLAYER_OLD. The tee of a client who dropped disappears after the DROP, and must not
 * bring the client back. */
static tt_status apply_player_old(tti_th *th, int32_t cid)
{
    bool was_alive = th->world->tee[cid].alive;
    tti_world_remove_tee(th->world, cid);
    return was_alive ? TT_OK : tti_th_fault(th, TT_ERR_TH_NOT_ALIVE);
}

/* Applies an input. An INPUT_DIFF of a new client is added to the input of the previous client:
 * recorders before DDNet 16.2 write it like this. */
static tt_status apply_input(tti_th *th, tt_th_event *event)
{
    tt_tee *tee = &th->world->tee[event->cid];
    int32_t input[TT_INPUT_INTS];
    bool had_input = tee->has_input;
    tti_world_mention(th->world, event->cid);
    if (event->kind == TT_TH_INPUT_NEW) {
        tti_world_set_input(th->world, event->cid, th->diff);
        event->u.input_new.input = tee->input;
        return TT_OK;
    }
    for (int i = 0; i < TT_INPUT_INTS; i++) {
        input[i] = (int32_t)((uint32_t)tee->input[i] + (uint32_t)th->diff[i]);
    }
    tti_world_set_input(th->world, event->cid, input);
    event->u.input_diff.input = tee->input;
    return had_input ? TT_OK : tti_th_fault(th, TT_ERR_TH_NO_INPUT);
}

static tt_status apply_by_kind(tti_th *th, tt_th_event *event)
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
        tti_world_join(th->world, event->cid);
        return TT_OK;
    case TT_TH_DROP:
        tti_world_drop(th->world, event->cid);
        return TT_OK;
    case TT_TH_CONSOLE_COMMAND:
        if (event->cid >= 0) {
            tti_world_mention(th->world, event->cid);
        }
        return TT_OK;
    case TT_TH_EX:
        return apply_extension(th, event);
    default: /* FINISH and TICK_SKIP do not change the world */
        return TT_OK;
    }
}

/* Returns true for a client id out of range. A console command may have -1 and below. */
bool tti_th_has_bad_cid(const tt_th_event *event)
{
    switch (event->kind) {
    case TT_TH_FINISH:
    case TT_TH_TICK_SKIP:
    case TT_TH_EX:
        return false;
    case TT_TH_CONSOLE_COMMAND:
        return event->cid >= TT_CIDS;
    default:
        return event->cid < 0 || event->cid >= TT_CIDS;
    }
}

/* Applies a record. The tick is advanced first, so that every issue of the record has the tick of
 * the record. */
tt_status tti_th_apply(tti_th *th, tt_th_event *event, int *deliver)
{
    *deliver = 1;
    tt_status status = move_tick(th, event);
    event->tick = th->world->tick;
    if (th->odd != 0) {
        tti_th_tell_odd(th, th->odd);
    }
    if (status != TT_OK) {
        return status;
    }
    if (tti_th_has_bad_cid(event)) {
        *deliver = 0;
        return tti_th_fault(th, TT_ERR_TH_CID);
    }
    return apply_by_kind(th, event);
}
