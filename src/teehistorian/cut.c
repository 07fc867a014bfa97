/* SPDX-License-Identifier: MIT
 *
 * Cuts a teehistorian file: the records of the span go to a writer, which marks their ticks anew.
 *
 * Two states are compared all the time: the world of the reader is that of the original, the slots
 * of the writer are what a reader of the cut will see. As long as both agree a record is copied;
 * where they do not, because somebody was left out or the recording is damaged, one is written that
 * leads from the second to the first.
 */
#include "teehistorian/cut.h"
#include "base/mem.h"
#include "teehistorian/write.h"

/* The record follows from the writer's state: the cut may lack the tee, or have it elsewhere. */
static tt_status put_tee(tt_th_cut *cut, const tti_th_cut_at *at, int32_t x, int32_t y)
{
    int32_t cid = at->event->cid;
    const tt_th_slot *slot = &cut->writer->slot[cid];
    tt_th_event event = {.kind = TT_TH_PLAYER_NEW, .cid = cid, .u.player_new = {cid, x, y}};
    tt_status status = TT_OK;
    if (slot->alive) {
        event.kind = TT_TH_PLAYER_DIFF;
        event.u.player_diff = (struct tt_th_player_diff){cid, tti_th_minus(x, slot->x),
                                                         tti_th_minus(y, slot->y), x, y};
        status = at->change->began ? tti_th_cut_put_cid(cut, TT_TH_JOIN, cid) : TT_OK;
    }
    return status == TT_OK ? tti_th_cut_put(cut, &event) : status;
}

/* A difference is copied only if it leads from the place in the cut to that in the original. */
static tt_status write_tee(tt_th_cut *cut, const tti_th_cut_at *at)
{
    const tt_th_event *event = at->event;
    const tt_th_slot *slot = &cut->writer->slot[event->cid];
    const struct tt_th_player_diff *diff = &event->u.player_diff;
    switch (event->kind) {
    case TT_TH_PLAYER_NEW:
        return slot->alive ? put_tee(cut, at, event->u.player_new.x, event->u.player_new.y)
                           : tti_th_cut_copy(cut, at);
    case TT_TH_PLAYER_OLD:
        return slot->alive ? tti_th_cut_copy(cut, at) : TT_OK;
    default:
        break;
    }
    if (slot->alive && tti_th_plus(slot->x, diff->dx) == diff->x &&
        tti_th_plus(slot->y, diff->dy) == diff->y) {
        return tti_th_cut_copy(cut, at);
    }
    /* In recovery mode a missing tee may move. A tee that an unwanted client left must not bring
     * its client back. */
    if (!at->world->tee[event->cid].alive ||
        (!slot->alive && !at->world->client[event->cid].connected)) {
        return TT_OK;
    }
    return put_tee(cut, at, diff->x, diff->y);
}

/* An INPUT_DIFF that does not lead to the input of the original becomes an INPUT_NEW. */
static tt_status write_input(tt_th_cut *cut, const tti_th_cut_at *at)
{
    const tt_th_event *event = at->event;
    const tt_th_slot *slot = &cut->writer->slot[event->cid];
    const int32_t *input = event->u.input_diff.input, *diff = event->u.input_diff.diff;
    int is_same = slot->has_input;
    for (int i = 0; event->kind == TT_TH_INPUT_DIFF && i < TT_INPUT_INTS; i++) {
        is_same &= tti_th_plus(slot->input[i], diff[i]) == input[i];
    }
    if (event->kind == TT_TH_INPUT_NEW || is_same) {
        return tti_th_cut_copy(cut, at);
    }
    tt_th_event all = {.kind = TT_TH_INPUT_NEW, .cid = event->cid};
    all.u.input_new = (struct tt_th_input_new){event->cid, input};
    return tti_th_cut_put(cut, &all);
}

static tt_status write_event(tt_th_cut *cut, const tti_th_cut_at *at)
{
    switch (at->event->kind) {
    case TT_TH_PLAYER_DIFF:
    case TT_TH_PLAYER_NEW:
    case TT_TH_PLAYER_OLD:
        return write_tee(cut, at);
    case TT_TH_INPUT_DIFF:
    case TT_TH_INPUT_NEW:
        return write_input(cut, at);
    case TT_TH_MESSAGE:
        return tti_th_cut_message(cut, at);
    default:
        return tti_th_cut_copy(cut, at);
    }
}

/* A selection may need records before and after an event that is passed over. */
static tt_status write_wanted(tt_th_cut *cut, const tti_th_cut_at *at)
{
    int is_wanted = cut->options.wants == NULL || tti_th_cut_wants_event(cut, at);
    tt_status status = TT_OK;
    if (cut->options.wants != NULL) {
        status = tti_th_cut_before(cut, at, is_wanted);
    }
    if (status == TT_OK && is_wanted) {
        cut->events++;
        status = write_event(cut, at);
    }
    if (status == TT_OK && cut->options.wants != NULL) {
        status = tti_th_cut_after(cut, at, is_wanted);
    }
    return status;
}

/* `to` has 64 bits: the tick after the last possible one does not fit 32. */
tt_status tt_th_cut_init(tt_th_cut *cut, tt_th_writer *writer, const tt_th_cut_options *options)
{
    tti_fill(cut, 0, sizeof *cut);
    cut->options = *options;
    cut->writer = writer;
    return options->from >= 0 && options->to >= options->from && options->to <= TT_TH_CUT_END
               ? TT_OK
               : TT_ERR_ARGUMENT;
}

/* The first event of a tick begins it, wanted or not. */
tt_status tt_th_cut_event(tt_th_cut *cut, const tt_th *th, const tt_th_event *event,
                          const tt_th_history *history, const tt_th_change *change)
{
    tti_th_cut_at at = {th->world, history, event, change, tt_th_record(th, event)};
    tt_status status = TT_OK;
    if (event->kind == TT_TH_HEADER || event->kind == TT_TH_FINISH ||
        event->kind == TT_TH_TICK_SKIP) {
        return TT_OK; /* the writer makes its own */
    }
    /* Tick 0 needs no begin. The state is in the tick before the span, so it shares no tick with an
     * event. */
    if (event->tick > cut->writer->tick) {
        status = tt_th_write_begin_tick(cut->writer, event->tick);
    }
    if (status == TT_OK) {
        status = write_wanted(cut, &at);
    }
    tti_th_cut_note(cut, th->world, event->cid);
    return tti_th_cut_note_refusal(cut, status);
}

/* Sparse records are enough: all that begins, ends or names a session is among them. */
static tt_status go_to_span(tt_th_cut *cut, tt_th *th, tt_th_history *history)
{
    tt_th_event event;
    tt_status status = TT_LATER;
    while (cut->options.from > 0 &&
           (status = tt_th_next_sparse_until(th, &event, cut->options.from - 1)) == TT_OK) {
        tt_th_history_follow(history, &event, th->world);
    }
    return status == TT_LATER ? tt_th_cut_state(cut, th->world, history) : status;
}

/* TT_END: the next record is not taken, because the world has to be that of the span's end. */
static tt_status look_ahead(const tt_th_cut *cut, tt_th *th)
{
    int32_t tick;
    if (cut->options.to == TT_TH_CUT_END) {
        return TT_OK;
    }
    tt_status status = tt_th_next_tick(th, &tick);
    return status == TT_OK && tick >= cut->options.to ? TT_END : status;
}

tt_status tt_th_cut_next(tt_th_cut *cut, tt_th *th, tt_th_history *history)
{
    tt_th_event event;
    tt_status status = cut->began ? TT_OK : go_to_span(cut, th, history);
    while (status == TT_OK) {
        status = look_ahead(cut, th);
        if (status == TT_OK) {
            status = tt_th_next(th, &event);
        }
        if (status == TT_OK) {
            tt_th_change change = tt_th_history_follow(history, &event, th->world);
            status = tt_th_cut_event(cut, th, &event, history, &change);
        }
    }
    return status;
}

tt_status tt_th_cut_finish(tt_th_cut *cut, const tt_world *world, const tt_th_history *history)
{
    tt_status status = cut->began ? TT_OK : tt_th_cut_state(cut, world, history);
    return status == TT_OK ? tt_th_write_finish(cut->writer) : status;
}
