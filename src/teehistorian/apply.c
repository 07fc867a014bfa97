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
#include "teetape/varint.h"

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
        tti_th_apply_message(th, &event->u.message);
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
        return tti_th_apply_extension(th, event);
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
