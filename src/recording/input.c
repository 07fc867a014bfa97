/* SPDX-License-Identifier: MIT
 *
 * The input that a record has: what a teehistorian file says of everybody, and a demo of those
 * whose inputs the server sent ahead (CServer::ProcessClientPacket, DDNet 19.4 and later).
 */
#include "teetape/recording.h"

/* The message has nine of the ten ints: DDNet does not send player_flags. */
static int take_message(tt_recorded_input *input, const struct tt_sv_pre_input *msg)
{
    input->cid = msg->owner;
    input->intended_tick = msg->intended_tick;
    input->input = (tt_input){
        .direction = msg->direction,
        .target_x = msg->target_x,
        .target_y = msg->target_y,
        .jump = msg->jump,
        .fire = msg->fire,
        .hook = msg->hook,
        .wanted_weapon = msg->wanted_weapon,
        .next_weapon = msg->next_weapon,
        .prev_weapon = msg->prev_weapon,
    };
    return 1;
}

int tt_item_input(const tt_item *item, tt_recorded_input *input)
{
    const tt_th_event *event = item->th;
    *input = (tt_recorded_input){.cid = -1, .intended_tick = -1, .has_flags = event != NULL};
    if (item->message != NULL && item->message->kind == TT_SV_PRE_INPUT) {
        return take_message(input, &item->message->u.sv_pre_input);
    }
    if (event == NULL || (event->kind != TT_TH_INPUT_NEW && event->kind != TT_TH_INPUT_DIFF)) {
        return 0;
    }
    int is_diff = event->kind == TT_TH_INPUT_DIFF;
    input->cid = event->cid;
    input->input = tt_input_of(is_diff ? event->u.input_diff.input : event->u.input_new.input);
    input->diff = is_diff ? event->u.input_diff.diff : NULL;
    return 1;
}
