/* SPDX-License-Identifier: MIT
 *
 * Repairs a recording record by record. A record is copied, left out or repaired. A record that
 * cannot be decoded begins a gap.
 *
 * The writer refuses all records that a strict reader would call an error. Ticks are those that a
 * reader in recovery mode gives.
 *
 * Every function here takes bytes from the window (`at` grows), changes the state, or asks for more
 * input. The loop therefore ends.
 */
#include "base/mem.h"
#include "teehistorian/repair.h"
#include "teetape/varint.h"

void tti_th_lose(tti_th_repair *repair, const tt_th_loss *loss)
{
    tt_th_loss_sum *sum = &repair->done.sum[loss->kind];
    sum->count++;
    sum->bytes += loss->bytes;
    sum->records += loss->records;
    if (repair->options.on_loss != NULL) {
        repair->options.on_loss(repair->options.user, loss);
    }
}

/* Counts a fault. done.fault has an entry for every kind of fault, with the offset of the first
 * one. */
static void count_fault(tti_th_repair *repair, tt_status status, uint64_t offset)
{
    for (int i = 0; i < TT_TH_REPAIR_FAULTS; i++) {
        tt_th_fault *fault = &repair->done.fault[i];
        if (fault->status == TT_OK) {
            fault->status = status;
            fault->offset = offset;
        }
        if (fault->status == status) {
            fault->count++;
            return;
        }
    }
}

/* Reports as one loss the records that could not be written after a gap: each client needs a
 * PLAYER_NEW and an INPUT_NEW, and thousands of records may come before. */
void tti_th_lose_unknown(tti_th_repair *repair)
{
    if (repair->unknown.records != 0) {
        tti_th_lose(repair, &repair->unknown);
    }
    repair->unknown.records = repair->unknown.bytes = 0;
}

static void drop_rest(tti_th_repair *repair, tt_th_loss_kind kind, tt_status status)
{
    repair->gap = (tt_th_loss){.kind = kind,
                               .status = status,
                               .tick = repair->done.tick,
                               .offset = repair->offset + repair->at};
    repair->state = TTI_TH_REPAIR_DROP;
}

/* Begins a gap. Until its end is found, it counts as a loss of the whole rest. */
static void begin_gap(tti_th_repair *repair, tt_status status)
{
    drop_rest(repair, TT_TH_LOSS_REST, status);
    repair->state = TTI_TH_REPAIR_LOST;
}

/* Ends all tees in a tick of their own, because their positions are lost. write_dead is called for
 * every id from the first tee on. */
static void forget_clients(tti_th_repair *repair)
{
    tti_th_writer *writer = tti_th_writer_of(&repair->writer);
    bool has_begun = false;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        if (writer->tee[cid].alive && !has_begun) {
            tt_th_write_begin_tick(&repair->writer, ++repair->done.tick);
            has_begun = true;
        }
        if (has_begun) {
            tt_th_write_dead(&repair->writer, cid);
        }
        writer->tee[cid].has_input = writer->tee[cid].settled = 0;
    }
    tti_fill(repair->tee_unknown, 1, sizeof repair->tee_unknown);
    tti_fill(repair->input_unknown, 1, sizeof repair->input_unknown);
    repair->last_cid = TTI_TH_NO_CID;
}

/* Ends a gap. The recording continues with the last known tick, because the number of lost ticks is
 * unknown. */
static void end_gap(tti_th_repair *repair, size_t place)
{
    if (repair->done.tick == INT32_MAX) { /* no tick is left for further records */
        repair->state = TTI_TH_REPAIR_DROP;
        return;
    }
    tti_th_lose_unknown(repair);
    repair->gap.kind = TT_TH_LOSS_GAP;
    repair->gap.bytes = repair->offset + place - repair->gap.offset;
    tti_th_lose(repair, &repair->gap);
    repair->unknown = (tt_th_loss){
        .kind = TT_TH_LOSS_UNKNOWN, .tick = repair->done.tick, .offset = repair->gap.offset};
    forget_clients(repair);
    repair->at = place;
    repair->state = TTI_TH_REPAIR_RECORDS;
}

/* Decides if an impossible record is a single fault (TT_OK) or begins a gap (TT_END). TT_MORE: more
 * input is needed. Records before `trusted` are known to be good. Before `hopeless` no offset is
 * suitable to continue from. Between these offsets nothing is searched twice, so the time is
 * linear. */
static tt_status judge_damage(tti_th_repair *repair, size_t size, tt_status status)
{
    uint64_t offset = repair->offset + repair->at;
    size_t place;
    if (!repair->options.resync || offset < repair->trusted || offset < repair->hopeless) {
        return TT_OK;
    }
    if (!tti_th_can_judge(repair, repair->at)) {
        return TT_MORE;
    }
    if (tti_th_chain_holds(repair, repair->at + size, TTI_TH_WEIGHT_ODD, &place)) {
        repair->trusted = repair->offset + place;
        return TT_OK;
    }
    if (tti_th_place_find(repair, repair->at + 1, &place) == TT_OK) {
        begin_gap(repair, status);
        end_gap(repair, place);
        return TT_END;
    }
    repair->hopeless = repair->offset + place;
    return TT_OK;
}

/* Returns the tick of a record; -1 for a skip backwards, or a tick above the largest one. */
static int64_t tick_after(const tti_th_repair *repair, const tt_th_event *event)
{
    int64_t tick = repair->done.tick + tti_th_rule_of(event, repair->last_cid).ticks;
    if (event->kind == TT_TH_TICK_SKIP &&
        !tti_th_skip_can_be(event->u.tick_skip.dt, repair->done.tick)) {
        return -1;
    }
    return tick <= INT32_MAX ? tick : -1;
}

static void follow_tick(tti_th_repair *repair, const tt_th_event *event)
{
    repair->done.tick = event->tick;
    repair->last_cid = tti_th_rule_of(event, repair->last_cid).last_cid;
}

/* Notes the client ids of a server's records, which weigh more in repair_find.c. A PLAYER_OLD also
 * comes after the DROP of its client, and must not bring the client back. */
static void follow_speaker(tti_th_repair *repair, const tt_th_event *event)
{
    if (event->cid < 0 || event->cid >= TT_CIDS) {
        return;
    }
    if (event->kind == TT_TH_DROP) {
        repair->seen[event->cid / 32] &= ~(1u << event->cid % 32);
    } else if (event->kind != TT_TH_PLAYER_OLD && event->kind != TT_TH_CONSOLE_COMMAND) {
        tti_th_see(repair->seen, event->cid);
    }
}

/* Returns true for a change of a tee or an input that was lost in a gap. PLAYER_NEW and INPUT_NEW
 * make them known again. */
static bool builds_on_gap(tti_th_repair *repair, const tt_th_event *event)
{
    if (event->cid < 0 || event->cid >= TT_CIDS) {
        return false;
    }
    uint8_t *tee = &repair->tee_unknown[event->cid];
    uint8_t *input = &repair->input_unknown[event->cid];
    switch (event->kind) {
    case TT_TH_PLAYER_DIFF:
    case TT_TH_PLAYER_OLD: /* the id may be a coincidence: only a PLAYER_NEW counts */
        return *tee;
    case TT_TH_PLAYER_NEW:
        *tee = 0;
        return false;
    case TT_TH_INPUT_DIFF:
        return *input;
    case TT_TH_INPUT_NEW:
        *input = 0;
        return false;
    default:
        return false;
    }
}

/* Writes the mark of a tick if it was lost. Leaves out a TICK_SKIP that no longer leads to its
 * tick: the next record gets the right mark. */
static tt_status copy_record(tti_th_repair *repair, const tti_th_found *found)
{
    tti_th_writer *writer = tti_th_writer_of(&repair->writer);
    const tt_th_event *event = &found->event;
    tt_bytes bytes = {repair->window + repair->at, found->size};
    if (tti_th_written_tick(writer, event) != event->tick && event->tick > writer->tick) {
        tt_th_write_begin_tick(&repair->writer, event->tick);
    }
    if (event->kind == TT_TH_TICK_SKIP && tti_th_written_tick(writer, event) != event->tick) {
        return TT_OK;
    }
    return tti_th_write_decoded(writer, event, bytes);
}

/* Writes a move instead of a PLAYER_NEW of a tee that is there: the tee left and came back, and one
 * of the two records was lost. A reader understands it in the same way. */
static tt_status repair_player_new(tti_th_repair *repair, const tt_th_event *event)
{
    const struct tt_th_player_new *new_ = &event->u.player_new;
    const tt_tee *tee = &tti_th_writer_seen(&repair->writer)->tee[new_->cid];
    tt_th_event moved = {.kind = TT_TH_PLAYER_DIFF, .cid = event->cid, .tick = event->tick};
    moved.u.player_diff = (struct tt_th_player_diff){
        new_->cid, tti_th_minus(new_->x, tee->x), tti_th_minus(new_->y, tee->y), new_->x, new_->y};
    if (moved.u.player_diff.dx == 0 && moved.u.player_diff.dy == 0) {
        return TT_OK; /* no recorder writes a move by (0, 0) */
    }
    return tt_th_write_event(&repair->writer, &moved);
}

/* Counts a faulty record as lost or repaired. A record that is left out still advances the tick, as
 * in a reader's recovery mode. */
static tt_status take_fault(tti_th_repair *repair, const tti_th_found *found, tt_status status)
{
    tt_status judged = judge_damage(repair, found->size, status);
    if (judged != TT_OK) {
        return judged;
    }
    if (found->event.tick >= 0) {
        follow_tick(repair, &found->event);
    }
    bool is_repaired =
        status == TT_ERR_TH_ALIVE && repair_player_new(repair, &found->event) == TT_OK;
    /* a repaired record has no lost bytes, and is not counted as lost */
    tt_th_loss loss = {.kind = is_repaired ? TT_TH_LOSS_REPAIRED : TT_TH_LOSS_RECORD,
                       .status = status,
                       .tick = repair->done.tick,
                       .offset = repair->offset + repair->at,
                       .bytes = is_repaired ? 0 : found->size,
                       .records = !is_repaired};
    count_fault(repair, status, loss.offset);
    tti_th_lose(repair, &loss);
    repair->at += found->size;
    return TT_OK;
}

/* Handles a FINISH. A FINISH with bytes after it may be damage: it is left out if the recording
 * continues somewhere in those bytes. Otherwise it was the end. */
static tt_status repair_finish(tti_th_repair *repair, const tti_th_found *found)
{
    size_t after = repair->at + found->size;
    if (repair->options.resync && after == repair->filled && !repair->ended) {
        return TT_MORE;
    }
    if (repair->options.resync && (after < repair->filled || repair->ended == TTI_TH_PART_ENDED)) {
        begin_gap(repair, TT_ERR_TH_AFTER_FINISH);
        tti_copy(repair->finish, repair->window + repair->at,
                 found->size); /* a FINISH has 1 to 5 bytes */
        repair->finish_size = (uint8_t)found->size;
        repair->at++;
        return TT_OK;
    }
    tt_status status = copy_record(repair, found);
    repair->done.records++;
    repair->done.finished = true;
    repair->at = after;
    drop_rest(repair, TT_TH_LOSS_AFTER, TT_ERR_TH_AFTER_FINISH);
    return status;
}

/* Handles a record that is cut short. With resync it may be damage: at the end of a part it begins
 * the next gap, and at the end of the input it is a loss of its own. */
static tt_status repair_cut_record(tti_th_repair *repair)
{
    size_t place;
    if (repair->options.resync && tti_th_place_find(repair, repair->at + 1, &place) == TT_OK) {
        begin_gap(repair, TT_ERR_TH_TRUNCATED);
        end_gap(repair, place);
        return TT_OK;
    }
    if (repair->ended == TTI_TH_PART_ENDED) {
        begin_gap(repair, TT_ERR_TH_MISSING);
        return TT_MORE;
    }
    tt_th_loss loss = {.kind = TT_TH_LOSS_CUT,
                       .status = TT_ERR_TH_TRUNCATED,
                       .tick = repair->done.tick,
                       .offset = repair->offset + repair->at,
                       .bytes = repair->filled - repair->at,
                       .records = 1};
    tti_th_lose_unknown(repair);
    tti_th_lose(repair, &loss);
    repair->at = repair->filled;
    return TT_MORE;
}

/* Begins a gap at a record whose length is unknown. Without resync the repair ends here. */
static void leave_record(tti_th_repair *repair, tt_status status)
{
    if (repair->options.resync) {
        begin_gap(repair, status);
        repair->at++;
    } else {
        drop_rest(repair, TT_TH_LOSS_REST, status);
    }
}

/* Finds a run of moves by (0, 0), at which a reader stops. TT_MORE: more input is needed. TT_END:
 * the run begins at `at`. */
static tt_status find_run(const tti_th_repair *repair)
{
    size_t at = repair->at;
    for (int count = 0; count < TT_TH_STILL_RUN; count++) {
        tti_th_found found;
        tt_status status = tti_th_repair_decode(repair, at, TT_TH_SCRATCH, &found);
        if (status == TT_ERR_TRUNCATED && !repair->ended) {
            return TT_MORE;
        }
        if (status != TT_OK || !tti_th_is_still(&found.event) || found.odd != 0) {
            return TT_OK;
        }
        at += found.size;
    }
    return TT_END;
}

/* Takes a record that decodes. With resync it is weighed first, because damage decodes too. The
 * caller handles a failing output. */
static tt_status repair_whole_record(tti_th_repair *repair, tti_th_found *found)
{
    bool is_new;
    tt_status status = TT_OK;
    tt_th_event *event = &found->event;
    int64_t tick = tick_after(repair, event);
    event->tick = (int32_t)tick;
    if (event->kind == TT_TH_FINISH) {
        return repair_finish(repair, found);
    }
    if (tti_th_is_still(event)) {
        status = find_run(repair);
        if (status == TT_END) {
            leave_record(repair, TT_ERR_TH_STILL);
        }
    }
    if (status == TT_OK && repair->options.resync &&
        tti_th_weigh(repair, found, repair->seen, &is_new) <= 0) {
        status = judge_damage(repair, found->size, TT_ERR_TH_UNLIKELY);
    }
    if (status != TT_OK) {
        return status;
    }
    if (tick >= 0 && builds_on_gap(repair, event)) {
        repair->unknown.records++;
        repair->unknown.bytes += found->size;
        repair->unknown.tick = event->tick;
    } else {
        status = tick >= 0 ? copy_record(repair, found) : TT_ERR_TH_TICK;
        if (status != TT_OK && tti_th_writer_seen(&repair->writer)->status == TT_OK) {
            return take_fault(repair, found, status);
        }
        repair->done.records++;
    }
    follow_tick(repair, event);
    follow_speaker(repair, event);
    repair->at += found->size;
    return status;
}

/* Copies whole runs of frequent records that nobody has to judge. Returns true if it took any. */
static bool take_run(tti_th_repair *repair)
{
    tti_th_writer *writer = tti_th_writer_of(&repair->writer);
    tt_bytes rest = {repair->window + repair->at, repair->filled - repair->at};
    if (repair->options.resync || rest.size < TTI_TH_DIFF_MAX ||
        !tti_th_can_copy_run(writer, repair->done.tick, repair->last_cid)) {
        return false;
    }
    size_t size = tti_th_copy_run(writer, writer->tee, rest, INT32_MAX);
    repair->at += size;
    repair->done.tick = writer->tick;
    repair->last_cid = writer->max_cid;
    return size != 0;
}

/* Takes the next record. TT_MORE: more input is needed. TT_END: call again. */
static tt_status repair_record(tti_th_repair *repair)
{
    tti_th_found found;
    if (repair->at == repair->filled) {
        return TT_MORE;
    }
    if (take_run(repair)) {
        return tti_th_writer_seen(&repair->writer)->status;
    }
    tt_status status = tti_th_repair_decode(repair, repair->at, TT_TH_SCRATCH, &found);
    if (status == TT_OK) {
        return repair_whole_record(repair, &found);
    }
    if (status == TT_ERR_TRUNCATED) {
        return repair->ended ? repair_cut_record(repair) : TT_MORE;
    }
    leave_record(repair, status);
    return TT_OK;
}

/* Searches for the end of a gap, or of the bytes after a FINISH that may be damage. */
static tt_status look_on(tti_th_repair *repair)
{
    size_t place;
    tt_status status = tti_th_place_find(repair, repair->at, &place);
    if (status == TT_OK) {
        end_gap(repair, place);
        return TT_OK;
    }
    repair->at = place;
    if (status == TT_END && repair->ended == TTI_TH_PART_ENDED) {
        return TT_MORE; /* the recording may continue in the next part */
    }
    if (status == TT_END) {
        repair->state = TTI_TH_REPAIR_DROP;
        if (repair->gap.status == TT_ERR_TH_AFTER_FINISH) {
            repair->gap.kind = TT_TH_LOSS_AFTER;
            repair->gap.offset += repair->finish_size;
            repair->done.finished = true;
            repair->done.records++;
        }
    }
    return status;
}

void tti_th_repair_records(tti_th_repair *repair)
{
    tt_status status = TT_OK;
    while (status == TT_OK || status == TT_END) {
        if (repair->state == TTI_TH_REPAIR_RECORDS) {
            status = repair_record(repair);
        } else if (repair->state == TTI_TH_REPAIR_LOST) {
            status = look_on(repair);
        } else {
            return;
        }
    }
}

/* Ends a part of the input: takes the window as if the input ended. The bytes that cannot be taken
 * belong to the gap. */
void tti_th_repair_break(tti_th_repair *repair)
{
    repair->ended = TTI_TH_PART_ENDED;
    tti_th_repair_records(repair);
    repair->ended = TTI_TH_GOES_ON;
    repair->at = repair->filled;
    if (repair->state == TTI_TH_REPAIR_RECORDS) {
        begin_gap(repair, TT_ERR_TH_MISSING);
    }
    /* The gap continues in the next part. Without resync nothing is searched. */
    bool is_rest = repair->gap.kind == TT_TH_LOSS_REST;
    repair->state = repair->options.resync && is_rest ? TTI_TH_REPAIR_LOST : TTI_TH_REPAIR_DROP;
}
