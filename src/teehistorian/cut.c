/* SPDX-License-Identifier: MIT
 *
 * Cuts a teehistorian file: the records of the span go to a writer, which marks their ticks anew.
 *
 * The cut compares two states all the time: the reader's world is that of the original, and the
 * writer's slots are what a reader of the cut will see. While both agree a record is copied. They
 * differ when a client was left out or the recording is damaged. Then a record is written that
 * changes the state of the cut to that of the original.
 *
 * The first records of a cut are the state of the whole recording, in the tick before the span
 * (docs/cut.md, "The state"). Their order brings a reader to the right state with each record:
 * clients, names, teams, practice, tees by ascending ids, inputs, and the DROPs of slots without a
 * client.
 */
#include "teehistorian/cut.h"
#include "base/mem.h"
#include "schema/fields.h"
#include "teehistorian/write.h"

/* Writes the record that puts a tee to (x, y). It depends on the state of the cut, which may lack
 * the tee or have it elsewhere. */
static tt_status cut_put_tee(tti_th_cut *cut, const tti_th_cut_at *at, int32_t x, int32_t y)
{
    int32_t cid = at->event->cid;
    const tt_tee *tee = &tti_th_writer_seen(cut->writer)->tee[cid];
    tt_th_event event = {.kind = TT_TH_PLAYER_NEW, .cid = cid, .u.player_new = {cid, x, y}};
    tt_status status = TT_OK;
    if (tee->alive) {
        event.kind = TT_TH_PLAYER_DIFF;
        event.u.player_diff =
            (struct tt_th_player_diff){cid, tti_th_minus(x, tee->x), tti_th_minus(y, tee->y), x, y};
        status = at->change->began ? tti_th_cut_put_cid(cut, TT_TH_JOIN, cid) : TT_OK;
    }
    return status == TT_OK ? tti_th_cut_put(cut, &event) : status;
}

/* Writes a tee's record. A difference is copied only if it leads from the position in the cut to
 * that in the original. */
static tt_status write_tee(tti_th_cut *cut, const tti_th_cut_at *at)
{
    const tt_th_event *event = at->event;
    const tt_tee *tee = &tti_th_writer_seen(cut->writer)->tee[event->cid];
    const struct tt_th_player_diff *diff = &event->u.player_diff;
    switch (event->kind) {
    case TT_TH_PLAYER_NEW:
        return tee->alive ? cut_put_tee(cut, at, event->u.player_new.x, event->u.player_new.y)
                          : tti_th_cut_copy(cut, at);
    case TT_TH_PLAYER_OLD:
        return tee->alive ? tti_th_cut_copy(cut, at) : TT_OK;
    default:
        break;
    }
    if (tee->alive && tti_th_plus(tee->x, diff->dx) == diff->x &&
        tti_th_plus(tee->y, diff->dy) == diff->y) {
        return tti_th_cut_copy(cut, at);
    }
    /* In recovery mode a missing tee may move. The tee that an unwanted client left must not bring
     * that client back. */
    if (!at->world->tee[event->cid].alive ||
        (!tee->alive && !at->world->client[event->cid].connected)) {
        return TT_OK;
    }
    return cut_put_tee(cut, at, diff->x, diff->y);
}

/* Writes an input. An INPUT_DIFF that does not lead to the input of the original becomes an
 * INPUT_NEW. */
static tt_status write_input(tti_th_cut *cut, const tti_th_cut_at *at)
{
    const tt_th_event *event = at->event;
    const tt_tee *tee = &tti_th_writer_seen(cut->writer)->tee[event->cid];
    const int32_t *input = event->u.input_diff.input, *diff = event->u.input_diff.diff;
    bool is_same = tee->has_input;
    for (int i = 0; event->kind == TT_TH_INPUT_DIFF && i < TT_INPUT_INTS; i++) {
        is_same &= tti_th_plus(tee->input[i], diff[i]) == input[i];
    }
    if (event->kind == TT_TH_INPUT_NEW || is_same) {
        return tti_th_cut_copy(cut, at);
    }
    tt_th_event all = {.kind = TT_TH_INPUT_NEW, .cid = event->cid};
    all.u.input_new = (struct tt_th_input_new){event->cid, input};
    return tti_th_cut_put(cut, &all);
}

static tt_status cut_write_event(tti_th_cut *cut, const tti_th_cut_at *at)
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

/* Writes an event if it is wanted. With a selection, records before and after the event may be
 * needed even if it is left out. */
static tt_status write_wanted(tti_th_cut *cut, const tti_th_cut_at *at)
{
    bool is_wanted = cut->options.wants == NULL || tti_th_cut_wants_event(cut, at);
    tt_status status = TT_OK;
    if (cut->options.wants != NULL) {
        status = tti_th_cut_before(cut, at, is_wanted);
    }
    if (status == TT_OK && is_wanted) {
        cut->done.events++;
        status = cut_write_event(cut, at);
    }
    if (status == TT_OK && cut->options.wants != NULL) {
        status = tti_th_cut_after(cut, at, is_wanted);
    }
    return status;
}

/* Begins a cut. `to` has 64 bits: the tick after the last possible one does not fit into 32. */
tt_status tt_th_cut_init(tt_th_cut *outer, tt_th_writer *writer, const tt_th_cut_options *options)
{
    tti_th_cut *cut = tti_th_cut_of(outer);
    tti_fill(cut, 0, sizeof *cut);
    cut->options = *options;
    cut->writer = writer;
    return options->from >= 0 && options->to >= options->from && options->to <= TT_TH_CUT_END
               ? TT_OK
               : TT_ERR_ARGUMENT;
}

tt_th_cut_view tt_th_cut_look(const tt_th_cut *outer)
{
    const tti_th_cut *cut = tti_th_cut_seen(outer);
    const tti_th_writer *writer = tti_th_writer_seen(cut->writer);
    tt_th_cut_view view = cut->done;
    view.events += writer->copied;
    return view;
}

tt_status tti_th_cut_event(tt_th_cut *outer, const tt_th *th, const tt_th_event *event,
                           const tt_th_history *history, const tt_th_change *change)
{
    const tt_world *world = tti_th_seen(th)->world;
    tti_th_cut_at at = {world, tti_th_history_seen(history), event, change,
                        tt_th_record(th, event)};
    tti_th_cut *cut = tti_th_cut_of(outer);
    tt_status status = TT_OK;
    if (event->kind == TT_TH_HEADER || event->kind == TT_TH_FINISH ||
        event->kind == TT_TH_TICK_SKIP) {
        return TT_OK; /* the writer makes a FINISH of its own */
    }
    /* Tick 0 need not be begun. The state is in the tick before the span, so it shares no tick with
     * an event. */
    if (event->tick > tti_th_writer_seen(cut->writer)->tick) {
        status = tt_th_write_begin_tick(cut->writer, event->tick);
    }
    if (status == TT_OK) {
        status = write_wanted(cut, &at);
    }
    tti_th_cut_note(cut, world, event->cid);
    return tti_th_cut_note_refusal(cut, status);
}

/* A step writes a part of the state of one client. It runs for all clients before the next step
 * runs. */
typedef tt_status state_step(tti_th_cut *cut, const tti_th_cut_at *at, int32_t cid);

static bool is_there(const tti_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    return at->world->client[cid].connected && tti_th_cut_wants_slot(cut, at, cid);
}

/* Returns true for a slot without a client whose parts are in the cut. A slot without a client can
 * still have a tee, an input and a protocol. With a selection these are left out. */
static bool is_left(const tti_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    return cut->options.wants == NULL && !at->world->client[cid].connected;
}

/* Writes a login by AUTH_LOGIN and not by AUTH_INIT: newer servers write AUTH_INIT at the start of
 * a file. */
static tt_status put_login(tti_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    const tti_th_profile *profile = &at->history->profile[cid];
    tt_th_event event = {.kind = TT_TH_AUTH_LOGIN, .cid = cid};
    event.u.auth_login.cid = cid;
    event.u.auth_login.level = at->world->client[cid].rcon_level;
    event.u.auth_login.auth_name = (tt_bytes){profile->account, profile->account_size};
    return event.u.auth_login.level != 0 ? tti_th_cut_put(cut, &event) : TT_OK;
}

static tt_status step_join(tti_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    if (!is_there(cut, at, cid)) {
        return TT_OK;
    }
    tt_status status = tti_th_cut_put_protocol(cut, cid, at->world->client[cid].protocol);
    if (status == TT_OK) {
        status = tti_th_cut_put_cid(cut, TT_TH_JOIN, cid);
    }
    if (status == TT_OK) {
        status = put_login(cut, at, cid);
    }
    return status == TT_OK ? tti_th_cut_put_version(cut, cid, at->world, &at->history->profile[cid])
                           : status;
}

/* Writes the requested names. They come before recorded names, so that no other client has them
 * yet, as on the server. */
static tt_status step_request(tti_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    const tt_client *client = &at->world->client[cid];
    if (!is_there(cut, at, cid) || client->info_tick < 0 ||
        client->name_source != TT_NAME_REQUESTED) {
        return TT_OK;
    }
    return tti_th_cut_put_info(cut, cid, at->world, &at->history->profile[cid]);
}

/* Writes the other names. A client without an info message gets only a PLAYER_NAME. */
static tt_status step_name(tti_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    const tt_client *client = &at->world->client[cid];
    tt_status status = TT_OK;
    if (!is_there(cut, at, cid)) {
        return TT_OK;
    }
    if (client->info_tick >= 0 && client->name_source != TT_NAME_REQUESTED) {
        status = tti_th_cut_put_info(cut, cid, at->world, &at->history->profile[cid]);
    }
    if (status == TT_OK && !tti_th_cut_info_suffices(client)) {
        status = tti_th_cut_put_name(cut, cid, client->name);
    }
    return status;
}

static tt_status step_team(tti_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    int32_t team = at->world->client[cid].team;
    if (team == 0 || !(is_there(cut, at, cid) || is_left(cut, at, cid))) {
        return TT_OK;
    }
    return tti_th_cut_put_team(cut, cid, team);
}

static tt_status step_tee(tti_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    const tt_tee *tee = &at->world->tee[cid];
    tt_th_event event = {.kind = TT_TH_PLAYER_NEW, .cid = cid};
    if (!tee->alive || !(is_there(cut, at, cid) || is_left(cut, at, cid))) {
        return TT_OK;
    }
    event.u.player_new = (struct tt_th_player_new){cid, tee->x, tee->y};
    return tti_th_cut_put(cut, &event);
}

static tt_status step_input(tti_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    const tt_tee *tee = &at->world->tee[cid];
    tt_th_event event = {.kind = TT_TH_INPUT_NEW, .cid = cid};
    if (!tee->has_input || !(is_there(cut, at, cid) || is_left(cut, at, cid))) {
        return TT_OK;
    }
    event.u.input_new = (struct tt_th_input_new){cid, tee->input};
    return tti_th_cut_put(cut, &event);
}

/* Writes the end of a slot without a client. The tee or the input connected a client, which a DROP
 * in the same tick removes. A JOINVER after it keeps the protocol for the JOIN. */
static tt_status step_leave(tti_th_cut *cut, const tti_th_cut_at *at, int32_t cid)
{
    const tt_tee *tee = &at->world->tee[cid];
    tt_status status = TT_OK;
    if (!is_left(cut, at, cid)) {
        return TT_OK;
    }
    if (tee->alive || tee->has_input) {
        status = tti_th_cut_put_drop(cut, cid);
    }
    return status == TT_OK ? tti_th_cut_put_protocol(cut, cid, at->world->client[cid].protocol)
                           : status;
}

static tt_status put_practice(tti_th_cut *cut, const tti_th_cut_at *at)
{
    tt_status status = TT_OK;
    for (int32_t team = 0; status == TT_OK && team < TT_TEAMS; team++) {
        if (at->world->practice[team] &&
            (cut->options.wants == NULL || tti_th_cut_wants_team(cut, at, team))) {
            status = tti_th_cut_put_practice(cut, team, 1);
        }
    }
    return status;
}

static tt_status take_steps(tti_th_cut *cut, const tti_th_cut_at *at, state_step *const *steps,
                            size_t count)
{
    tt_status status = TT_OK;
    for (size_t i = 0; i < count; i++) {
        for (int32_t cid = 0; status == TT_OK && cid < TT_CIDS; cid++) {
            status = steps[i](cut, at, cid);
        }
    }
    return status;
}

/* Writes the mark of the writer's tick, if the tick has no record. A reader finds by it that the
 * cut has this tick. */
static tt_status mark_tick(tti_th_cut *cut)
{
    const tti_th_writer *writer = tti_th_writer_seen(cut->writer);
    tt_th_event event = {.kind = TT_TH_TICK_SKIP, .cid = -1, .tick = writer->tick};
    event.u.tick_skip.dt = (int32_t)(writer->tick - writer->last_written - 1);
    return writer->tick_written ? TT_OK : tt_th_write_event(cut->writer, &event);
}

/* Marks the last tick of the span. A recording that ends in the span does not say what followed, so
 * its last tick is marked. A cut of some players up to the end of the recording ends with their
 * last record. */
static tt_status mark_end(tti_th_cut *cut, const tt_world *world)
{
    int64_t last = cut->options.to - 1;
    tt_status status = TT_OK;
    if (cut->options.to == TT_TH_CUT_END && cut->options.wants != NULL) {
        return TT_OK;
    }
    if (!cut->is_later && world->tick < last) {
        last = world->tick;
    }
    if (last > tti_th_writer_seen(cut->writer)->tick) {
        status = tt_th_write_begin_tick(cut->writer, (int32_t)last);
    }
    return status == TT_OK ? mark_tick(cut) : status;
}

tt_status tti_th_cut_state(tt_th_cut *outer, const tt_world *world, const tt_th_history *history)
{
    static state_step *const people[] = {step_join, step_request, step_name, step_team};
    static state_step *const tees[] = {step_tee, step_input, step_leave};
    tti_th_cut_at at = {.world = world, .history = tti_th_history_seen(history)};
    tti_th_cut *cut = tti_th_cut_of(outer);
    tt_status status = TT_OK;
    cut->began = true;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tti_th_cut_note(cut, world, cid);
    }
    if (cut->options.from == 0) {
        return TT_OK; /* nothing precedes tick 0 */
    }
    if (cut->options.from > 1) {
        status = tt_th_write_begin_tick(cut->writer, cut->options.from - 1);
    }
    if (status == TT_OK) {
        status = take_steps(cut, &at, people, TTI_COUNT(people));
    }
    if (status == TT_OK) {
        status = put_practice(cut, &at);
    }
    if (status == TT_OK) {
        status = take_steps(cut, &at, tees, TTI_COUNT(tees));
    }
    return status == TT_OK && cut->options.to != TT_TH_CUT_END ? mark_tick(cut) : status;
}

void tti_th_cut_later(tt_th_cut *outer)
{
    tti_th_cut_of(outer)->is_later = true;
}

/* Reads up to the span. Sparse records are enough: they include all that begin, end or name a
 * session. */
static tt_status go_to_span(tt_th_cut *outer, tt_th *th, tt_th_history *history)
{
    int32_t from = tti_th_cut_seen(outer)->options.from;
    tt_th_event event;
    tt_status status = TT_LATER;
    const tt_world *world = tti_th_seen(th)->world;
    while (from > 0 && (status = tt_th_next_sparse(th, &event, from - 1)) == TT_OK) {
        tt_th_history_follow(history, &event, world);
    }
    return status == TT_LATER ? tti_th_cut_state(outer, world, history) : status;
}

/* Returns TT_LATER when the next record is after the span. The record is not taken, because the
 * world has to be that of the span's end. */
static tt_status peek_past_span(const tti_th_cut *cut, tt_th *th)
{
    int32_t tick;
    if (cut->options.to == TT_TH_CUT_END) {
        return TT_OK;
    }
    tt_status status = tt_th_next_tick(th, &tick);
    return status == TT_OK && tick >= cut->options.to ? TT_LATER : status;
}

/* Reads the next record of the span. Without a selection runs of frequent records are copied. */
static tt_status next_in_span(const tti_th_cut *cut, tt_th *th, tt_th_event *event)
{
    if (tti_th_seen(th)->copy != NULL) {
        return tt_th_next_sparse(th, event, (int32_t)(cut->options.to - 1));
    }
    tt_status status = peek_past_span(cut, th);
    return status == TT_OK ? tt_th_next(th, event) : status;
}

tt_status tt_th_cut_next(tt_th_cut *outer, tt_th *th, tt_th_history *history)
{
    const tti_th_cut *cut = tti_th_cut_seen(outer);
    tt_th_event event;
    tt_status status = cut->began ? TT_OK : go_to_span(outer, th, history);
    if (status == TT_OK && cut->options.wants == NULL) {
        tti_th_copy_begin(tti_th_of(th), cut->writer);
    }
    while (status == TT_OK) {
        status = next_in_span(cut, th, &event);
        if (status == TT_OK) {
            const tt_world *world = tti_th_seen(th)->world;
            tt_th_change change = tt_th_history_follow(history, &event, world);
            status = tti_th_cut_event(outer, th, &event, history, &change);
        }
    }
    tti_th_copy_end(tti_th_of(th));
    if (status == TT_LATER) {
        tti_th_cut_later(outer);
    }
    return status == TT_LATER ? TT_END : status;
}

tt_status tt_th_cut_finish(tt_th_cut *outer, const tt_world *world, const tt_th_history *history)
{
    tti_th_cut *cut = tti_th_cut_of(outer);
    tt_status status = cut->began ? TT_OK : tti_th_cut_state(outer, world, history);
    if (status == TT_OK) {
        status = mark_end(cut, world);
    }
    return status == TT_OK ? tt_th_write_finish(cut->writer) : status;
}
