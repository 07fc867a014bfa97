/* SPDX-License-Identifier: MIT
 *
 * Writes what a reader has read. The marks of the ticks are events themselves here, so the tick of
 * each record is told as a reader will tell it, and has to be the one that the event names.
 */
#include "schema/fields.h"
#include "teehistorian/write.h"

/* A record that a reader takes only if what it speaks of is there. */
static tt_status check_state(const tt_th_writer *writer, const tt_th_event *event)
{
    tt_th_kind kind = event->kind;
    if (!tti_th_is_player(kind) && kind != TT_TH_INPUT_DIFF && kind != TT_TH_INPUT_NEW) {
        return TT_OK;
    }
    if (event->cid < 0 || event->cid >= TT_CIDS) {
        return TT_ERR_TH_CID;
    }
    const int32_t *cid = tt_field_of(tt_th_type(kind)->fields, &event->u);
    if (*cid != event->cid) {
        return TT_ERR_ARGUMENT;
    }
    const tt_th_slot *slot = &writer->slot[event->cid];
    if (kind == TT_TH_INPUT_DIFF) {
        return slot->has_input ? TT_OK : TT_ERR_TH_NO_INPUT;
    }
    if (kind == TT_TH_PLAYER_NEW) {
        return slot->alive ? TT_ERR_TH_ALIVE : TT_OK;
    }
    return kind == TT_TH_INPUT_NEW || slot->alive ? TT_OK : TT_ERR_TH_NOT_ALIVE;
}

/* In which tick a reader finds the record. */
static int64_t tick_of(const tt_th_writer *writer, const tt_th_event *event)
{
    int64_t tick = writer->last_written;
    if (event->kind == TT_TH_TICK_SKIP) {
        int32_t dt = event->u.tick_skip.dt;
        /* -1 before the first tick is a quirk of DDNet 11.0: no skip. */
        return dt >= 0 || (dt == -1 && tick == 0) ? tick + dt + 1 : -1;
    }
    if (event->kind == TT_TH_FINISH) {
        return event->tick;
    }
    if (!writer->tick_written) {
        /* A mark comes first where the record does not open the tick that was begun by itself. */
        return writer->tick;
    }
    return tick + (tti_th_is_player(event->kind) && event->cid <= writer->max_cid);
}

/* The tick is the one that the record opens; in a new one no client id was the last. */
static void open_tick(tt_th_writer *writer, const tt_th_event *event)
{
    if (event->tick != writer->tick) {
        writer->inputs_began = 0;
        writer->max_cid = writer->called_cid = -1;
    }
    writer->tick = event->tick;
}

tt_status tt_th_write_event(tt_th_writer *writer, const tt_th_event *event)
{
    tt_status status = tti_th_write_ready(writer);
    if (status == TT_OK && (event->kind == TT_TH_HEADER || (unsigned)event->kind >= TT_TH_KINDS)) {
        status = TT_ERR_ARGUMENT;
    }
    if (status == TT_OK) {
        status = check_state(writer, event);
    }
    if (status != TT_OK) {
        return status;
    }
    if (event->kind == TT_TH_FINISH) {
        return tt_th_write_finish(writer);
    }
    if (tick_of(writer, event) != event->tick) {
        return TT_ERR_TH_TICK;
    }
    tti_th_draft draft = {.event = event, .raw = 1, .limit = TT_TH_SCRATCH};
    draft.mark = tti_th_needs_mark(writer, event->kind, event->cid);
    status = tti_th_draft_write(writer, &draft);
    if (status == TT_OK) {
        open_tick(writer, event);
        tti_th_written(writer, event);
    }
    return status;
}
