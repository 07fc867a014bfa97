/* SPDX-License-Identifier: MIT
 *
 * Writes the events of a reader.
 *
 * The events include the marks of ticks. The writer computes in which tick a reader will find each
 * record, and refuses an event with another tick.
 */
#include "schema/fields.h"
#include "teehistorian/record.h"
#include "teehistorian/write.h"

/* Refuses an event that would stop a strict reader of the output. The client ids of the event and
 * of its fields must be equal, because the first is checked and the second is written. */
static tt_status check_state(const tti_th_writer *writer, const tt_th_event *event)
{
    tt_th_kind kind = event->kind;
    tt_th_event known;
    tt_unpacker u;
    if (kind == TT_TH_EX) {
        tt_status status = tti_th_decode_known(event, &known, &u);
        return status == TT_ERR_UNKNOWN ? TT_OK : status;
    }
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
    const tt_tee *tee = &writer->tee[event->cid];
    if (kind == TT_TH_INPUT_DIFF) {
        return tee->has_input ? TT_OK : TT_ERR_TH_NO_INPUT;
    }
    if (kind == TT_TH_PLAYER_NEW) {
        return tee->alive ? TT_ERR_TH_ALIVE : TT_OK;
    }
    return kind == TT_TH_INPUT_NEW || tee->alive ? TT_OK : TT_ERR_TH_NOT_ALIVE;
}

/* Returns the tick in which a reader finds the record. A mark may be written before it if its tick
 * was begun. */
int64_t tti_th_written_tick(const tti_th_writer *writer, const tt_th_event *event)
{
    int64_t tick = writer->last_written;
    if (event->kind == TT_TH_FINISH) {
        return event->tick;
    }
    if (event->kind == TT_TH_TICK_SKIP && !tti_th_skip_can_be(event->u.tick_skip.dt, tick)) {
        return -1;
    }
    if (event->kind != TT_TH_TICK_SKIP && !writer->tick_written) {
        return writer->tick;
    }
    return tick + tti_th_rule_of(event, writer->max_cid).ticks;
}

static tt_status write_draft(tti_th_writer *writer, tti_th_draft *draft)
{
    const tt_th_event *event = draft->event;
    tt_status status = check_state(writer, event);
    if (status != TT_OK) {
        return status;
    }
    if (event->kind == TT_TH_FINISH) {
        return tti_th_write_last(writer, draft);
    }
    if (tti_th_written_tick(writer, event) != event->tick) {
        return TT_ERR_TH_TICK;
    }
    draft->mark = tti_th_needs_mark(writer, event->kind, event->cid);
    int still = draft->mark ? 0 : writer->still;
    if (tti_th_is_still(event) && still + 1 == TT_TH_STILL_RUN) {
        return TT_ERR_TH_STILL;
    }
    status = tti_th_draft_write(writer, draft);
    if (status == TT_OK) {
        if (event->tick != writer->tick) { /* begins the tick like tt_th_write_begin_tick */
            writer->inputs_began = false;
            writer->max_cid = writer->called_cid = -1;
        }
        writer->tick = event->tick;
        writer->still = still;
        tti_th_written(writer, event);
    }
    return status;
}

/* Writes an event. Texts are copied as they are, UTF-8 or not. The limit is the reader's, so that
 * every record from a reader can be written. */
tt_status tt_th_write_event(tt_th_writer *outer, const tt_th_event *event)
{
    tti_th_writer *writer = tti_th_writer_of(outer);
    tt_status status = tti_th_write_ready_for(writer, event);
    if (status != TT_OK) {
        return status;
    }
    tti_th_draft draft = {.event = event, .raw = true, .limit = TT_TH_SCRATCH};
    return write_draft(writer, &draft);
}

tt_status tti_th_write_decoded(tti_th_writer *writer, const tt_th_event *event, tt_bytes record)
{
    const tt_field *first = tt_th_type(event->kind)->fields;
    bool has_cid = first != NULL && (first->type == TT_TYPE_CID || first->type == TT_TYPE_ANY_CID);
    if (has_cid && (event->cid < first->min || event->cid > first->max)) {
        return TT_ERR_TH_CID;
    }
    tti_th_draft draft = {.event = event, .copy = record, .raw = true, .limit = TT_TH_SCRATCH};
    return write_draft(writer, &draft);
}

/* Copies the bytes of a record. Only its tick comes from the event. */
tt_status tt_th_write_copy(tt_th_writer *outer, const tt_th_event *event, tt_bytes record)
{
    tti_th_writer *writer = tti_th_writer_of(outer);
    tt_status status = tti_th_write_ready_for(writer, event);
    if (status != TT_OK) {
        return status;
    }
    int32_t ints[TT_INPUT_INTS];
    tti_th_need need;
    tt_th_event copied = {.tick = event->tick};
    tt_unpacker u = tt_unpacker_of(record.data, record.size);
    status = tti_th_record_decode(&copied, ints, &u, TT_TH_SCRATCH, &need);
    if (status != TT_OK || tt_unpacker_left(&u) != 0) {
        return TT_ERR_ARGUMENT;
    }
    tt_th_kind kind = copied.kind;
    int32_t cid = copied.cid;
    tt_th_event known;
    if (kind == TT_TH_EX && tti_th_decode_known(&copied, &known, &u) == TT_OK) {
        kind = known.kind;
        cid = known.cid;
    }
    if (kind != event->kind || cid != event->cid) {
        return TT_ERR_ARGUMENT;
    }
    return tti_th_write_decoded(writer, &copied, record);
}
