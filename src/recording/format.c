/* SPDX-License-Identifier: MIT
 *
 * Has the table of formats (a new one needs a row and a file), and finds the input in a record. In
 * demos the inputs are those of clients whose inputs the server sent ahead
 * (CServer::ProcessClientPacket, DDNet 19.4 and later).
 */
#include "recording/format.h"
#include "base/mem.h"
#include "recording/recording.h"
#include "teetape/recording.h"

const tti_format *const tti_formats[TT_FORMATS] = {
    [TT_FORMAT_TEEHISTORIAN] = &tti_format_teehistorian,
    [TT_FORMAT_DEMO] = &tti_format_demo,
};

const tt_format_info *tt_format_info_of(tt_format format)
{
    const tti_format *f = (unsigned)format < TT_FORMATS ? tti_formats[format] : NULL;
    return f != NULL ? &f->info : NULL;
}

const char *tti_format_name(tt_format format)
{
    const tt_format_info *info = tt_format_info_of(format);
    return info != NULL ? info->name : format == TT_FORMAT_UNKNOWN ? "unknown" : NULL;
}

/* Returns the format of a file that has begun. A first byte that no format has is enough to rule
 * out all of them. */
tt_format tt_format_begun(tt_bytes first)
{
    for (unsigned i = TT_FORMAT_UNKNOWN + 1; i < TT_FORMATS && first.size > 0; i++) {
        const tti_format *f = tti_formats[i];
        size_t size = first.size < f->magic_size ? first.size : f->magic_size;
        if (tti_equal(first.data, f->magic, size)) {
            return (tt_format)i;
        }
    }
    return TT_FORMAT_UNKNOWN;
}

tt_format tti_format_told(tt_bytes first)
{
    tt_format format = tt_format_begun(first);
    const tti_format *f = tti_formats[format];
    return f != NULL && first.size >= f->magic_size ? format : TT_FORMAT_UNKNOWN;
}

int32_t tti_format_length(int32_t first_tick, int32_t last_tick)
{
    return first_tick >= 0 && last_tick > first_tick ? last_tick - first_tick : 0;
}

/* Returns the tick of game time 0. Game time 0 of a demo is its first tick, because the server may
 * have run for days. A teehistorian file begins with tick 0. */
int32_t tti_format_time_zero(tt_format format, int32_t first_tick)
{
    const tt_format_info *info = tt_format_info_of(format);
    return info != NULL && info->times_from_first_tick && first_tick > 0 ? first_tick : 0;
}

/* Takes the input of a Sv_PreInput. DDNet does not send the tenth int, player_flags. */
static bool take_pre_input(tt_recorded_input *input, const struct tt_sv_pre_input *msg)
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
    return true;
}

bool tt_item_input(const tt_item *item, tt_recorded_input *input)
{
    const tt_th_event *event = item->th;
    *input = (tt_recorded_input){.cid = -1, .intended_tick = -1, .has_flags = event != NULL};
    if (item->message != NULL && item->message->kind == TT_SV_PRE_INPUT) {
        return take_pre_input(input, &item->message->u.sv_pre_input);
    }
    if (event == NULL || (event->kind != TT_TH_INPUT_NEW && event->kind != TT_TH_INPUT_DIFF)) {
        return false;
    }
    bool is_diff = event->kind == TT_TH_INPUT_DIFF;
    input->cid = event->cid;
    input->input = tt_input_of(is_diff ? event->u.input_diff.input : event->u.input_new.input);
    input->diff = is_diff ? event->u.input_diff.diff : NULL;
    return true;
}
