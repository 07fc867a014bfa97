/* SPDX-License-Identifier: MIT
 *
 * Reads a teehistorian file as a format of tt_recording.
 *
 * Most records are moves and inputs of clients whose session is open. They change only the world,
 * so `th_step` has a fast path for them. When they are not wanted, the reader skips them
 * (frequent.c). All paths give the same facts, ticks and states.
 *
 *     every record                     tt_th_next, and a look at its tick where a span ends
 *     facts, or records with a tally   tti_th_next_sparse, up to t->until
 *     nothing, and no sessions         tt_th_advance, to the end of the piece
 */
#include "base/mem.h"
#include "recording/recording.h"
#include "teehistorian/record.h"
#include "teetape/json.h"
#include "teetape/string.h"

static void tell_recording(tti_recording *r)
{
    tti_th *th = tti_th_of(&r->u.th.th);
    th->on_issue = tti_recording_tell;
    th->user = r;
}

static tt_status th_begin(tti_recording *r)
{
    tti_th_stream *t = &r->u.th;
    tti_fill(&t->event, 0, sizeof *t - offsetof(tti_th_stream, event));
    tt_status status = tt_th_init(&t->th, &r->world, r->scratch, r->scratch_size);
    r->reader_error = &tti_th_of(&t->th)->error;
    t->is_changed = true;
    tt_th_history_init(&t->history);
    tell_recording(r);
    return status;
}

static void th_set(tti_recording *r)
{
    tti_th_of(&r->u.th.th)->recover = r->recover;
}

static void th_feed(tti_recording *r, const uint8_t *data, size_t size)
{
    tt_th_feed(&r->u.th.th, data, size);
}

static void th_end(tti_recording *r)
{
    tt_th_feed(&r->u.th.th, NULL, 0);
}

/* Takes the name of the map from the header. Its JSON form has escapes; the decoded name is cut
 * between two code points. */
static void take_map_name(tti_recording *r)
{
    const tt_th_header *header = &tti_th_seen(&r->u.th.th)->header;
    char *name = r->map_name;
    size_t size = tt_json_unescape(name, TTI_MAP_NAME_CAP - 1, header->map_name);
    size = size < TTI_MAP_NAME_CAP ? size : TTI_MAP_NAME_CAP - 1;
    name[tt_utf8_cut((tt_bytes){(const uint8_t *)name, size}, TTI_MAP_NAME_CAP - 1)] = 0;
    r->has_header = true;
}

static bool is_inside_session(const tti_recording *r)
{
    const tt_th_event *event = &r->u.th.event;
    return (event->kind == TT_TH_PLAYER_DIFF || event->kind == TT_TH_INPUT_DIFF) &&
           tti_th_history_seen(&r->u.th.history)->slot[event->cid].open;
}

/* Notes that a record changed nothing. This runs for most records, so it writes only after a
 * change. */
static void note_unchanged(tti_th_stream *t, uint64_t session)
{
    if (t->is_changed) {
        t->change = (tt_th_change){.session2 = TT_SESSION_NONE, .broken = TT_SESSION_NONE};
        t->is_changed = false;
    }
    t->change.session = session;
}

static void follow_records(tti_recording *r)
{
    tti_th_stream *t = &r->u.th;
    const tt_th_event *event = &t->event;
    int32_t cid = event->cid;
    t->is_changed = true;
    t->change = tt_th_history_follow(&t->history, event, &r->world);
    r->nobody += t->change.no_client != 0;
    if (cid >= 0 && cid < TT_CIDS) {
        tti_session_name(r->name[cid], &r->world.client[cid], t->change.began);
    }
    if (t->change.began2) {
        int32_t cid2 = event->u.player_switch.cid2;
        tti_session_name(r->name[cid2], &r->world.client[cid2], 1);
    }
}

/* Returns true when sessions are chosen by a name. A name comes with a fact after the record, so
 * the caller adds the session then. */
static bool names_chosen(const tti_recording *r)
{
    const tt_th_event *event = &r->u.th.event;
    if (event->kind != TT_TH_MESSAGE && event->kind != TT_TH_PLAYER_NAME) {
        return false;
    }
    tt_fact name;
    tti_fact_of(r, &name, TT_FACT_NAME, event->cid);
    name.u.name.name = tt_bytes_of(r->name[event->cid]);
    return tti_selection_names(r->selection, &name);
}

static void fill_th_item(tti_recording *r, tt_item *item, uint64_t session, uint64_t session2)
{
    const tt_th_event *event = &r->u.th.event;
    r->is_item =
        tti_wants_records(r) && (tti_wants_session(r, session, event->cid) || names_chosen(r) ||
                                 (event->kind == TT_TH_PLAYER_SWITCH &&
                                  tti_wants_session(r, session2, event->u.player_switch.cid2)));
    if (r->is_item) {
        *item = (tt_item){TT_ITEM_RECORD, event->tick, session, session2, NULL, event, NULL, NULL};
    }
}

/* Takes a record. The history need not see frequent records, which change no session. It is not
 * inlined, so that the fast path of `th_step` does not save registers for it. */
static TTI_NOINLINE void take_th_event(tti_recording *r, tt_item *item)
{
    tti_th_stream *t = &r->u.th;
    const tt_th_event *event = &t->event;
    r->is_header = event->kind == TT_TH_HEADER;
    r->tick = event->tick;
    r->offset = event->offset;
    r->tick_open = !r->is_header; /* every record but the header has a tick */
    r->has_news = false;
    if (is_inside_session(r)) {
        note_unchanged(t, tti_th_history_seen(&t->history)->slot[event->cid].session);
        fill_th_item(r, item, tti_th_history_seen(&t->history)->slot[event->cid].session,
                     TT_SESSION_NONE);
    } else if (event->kind == TT_TH_TICK_SKIP && !tti_th_is_silence(event, TT_GAP_TICKS)) {
        note_unchanged(t, TT_SESSION_NONE);
        fill_th_item(r, item, TT_SESSION_NONE, TT_SESSION_NONE);
    } else if (r->is_header) {
        r->has_news = true;
        take_map_name(r);
    } else {
        r->has_news = true;
        follow_records(r);
        fill_th_item(r, item, t->change.session, t->change.session2);
    }
}

/* Returns true when the reader gives frequent records. It can also count them in a tally, copy
 * them, or give only the inputs. */
static bool wants_frequent(const tti_recording *r)
{
    return tti_wants_records(r) && r->tally == NULL && tti_th_seen(&r->u.th.th)->copy == NULL &&
           (r->wants & TT_WANT_NO_MOVES) == 0;
}

/* Returns the last tick that must be read now: the one before the span, or the last one of it. -1:
 * nothing is left to read. INT32_MAX: no end. */
static int32_t last_wanted_tick(const tti_recording *r)
{
    int64_t last = (r->is_before ? r->from : r->to) - 1;
    return last > INT32_MAX ? INT32_MAX : last < -1 ? -1 : (int32_t)last;
}

static tt_status look_later(tti_recording *r, int32_t last)
{
    if (last == INT32_MAX) {
        return TT_OK;
    }
    tt_status status = tt_th_next_tick(&r->u.th.th, &r->later);
    return status == TT_OK && r->later > last ? TT_LATER : status;
}

/* Returns TT_LATER when the open tick is over, or when the next tick is after the end of reading. A
 * file marks no end of a tick. If ticks are wanted, the first record therefore opens a tick that is
 * read up to t->until. Otherwise the whole span is read in one go. */
static tt_status open_tick(tti_recording *r)
{
    tti_th_stream *t = &r->u.th;
    int32_t last = last_wanted_tick(r);
    if (r->first_tick >= 0 && !tti_wants_ticks(r)) {
        t->until = last;
        return wants_frequent(r) ? look_later(r, last) : TT_OK;
    }
    /* tti_th_next_sparse stops at the end of the tick */
    if (r->tick_open && !wants_frequent(r)) {
        t->until = r->tick;
        return TT_OK;
    }
    int32_t tick;
    /* any record of a later tick ends the open tick, given or not */
    tt_status status =
        r->tick_open ? tti_th_coming_tick(&t->th, r->tick, &tick) : tt_th_next_tick(&t->th, &tick);
    if (status != TT_OK) {
        return status;
    }
    r->later = tick;
    if (r->tick_open && tick > r->tick) {
        return TT_LATER;
    }
    if (r->first_tick < 0) {
        r->first_tick = tick;
    }
    if (tick > last) {
        return TT_LATER;
    }
    r->tick = tick;
    r->tick_open = true;
    t->until = tti_wants_ticks(r) ? tick : last;
    return TT_OK;
}

/* Skips records up to t->until. If the tally begins in between, its ticks are read separately. */
static tt_status next_sparse(tti_recording *r)
{
    tti_th_stream *t = &r->u.th;
    tti_th_of(&t->th)->gives_inputs = tti_wants_records(r) && (r->wants & TT_WANT_NO_MOVES) != 0;
    tti_th_of(&t->th)->tally = r->tally;
    if (r->tally != NULL && r->world.tick < r->tally_from) {
        bool is_within = r->tally_from <= t->until;
        tti_th_of(&t->th)->tally = NULL;
        tt_status status = tti_th_next_sparse(
            &t->th, &t->event, is_within ? (int32_t)(r->tally_from - 1) : t->until, TT_GAP_TICKS);
        if (!is_within || status != TT_LATER) {
            return status;
        }
        tti_th_of(&t->th)->tally = r->tally;
    }
    return tti_th_next_sparse(&t->th, &t->event, t->until, TT_GAP_TICKS);
}

/* Reads the next record, by the fastest way. When everything was skipped, the caller needs the next
 * tick. */
static tt_status next_th_event(tti_recording *r)
{
    tti_th_stream *t = &r->u.th;
    if (!r->has_header || wants_frequent(r)) {
        return tt_th_next(&t->th, &t->event);
    }
    tt_status status = next_sparse(r);
    if (status == TT_LATER && !tti_wants_ticks(r)) {
        tt_status looked = tt_th_next_tick(&t->th, &r->later);
        return looked == TT_OK ? TT_LATER : looked;
    }
    return status;
}

/* Applies the records up to the end of the piece without making events. */
static tt_status step_longer(tti_recording *r, tt_item *item)
{
    tt_status status = r->has_header ? open_tick(r) : TT_OK;
    if (status != TT_OK) {
        return status;
    }
    if (tti_only_checks(r)) {
        r->is_unfollowed = true;
        return tt_th_advance(&r->u.th.th, INT32_MAX);
    }
    status = next_th_event(r);
    if (status == TT_OK) {
        take_th_event(r, item);
    }
    return status;
}

static bool wants_every_record(const tti_recording *r)
{
    return wants_frequent(r) && !tti_wants_ticks(r) && r->first_tick >= 0 && !r->is_before;
}

/* Reads a record. Frequent ones do not go through `take_th_event`, whose tests would be repeated.
 */
static tt_status th_step(tti_recording *r, tt_item *item)
{
    tti_th_stream *t = &r->u.th;
    const tt_th_event *event = &t->event;
    if (!wants_every_record(r)) {
        return step_longer(r, item);
    }
    /* only a span with an end must look at the tick of the next record first */
    tt_status status = r->to <= INT32_MAX ? look_later(r, last_wanted_tick(r)) : TT_OK;
    status = status == TT_OK ? tt_th_next(&t->th, &t->event) : status;
    if (status != TT_OK) {
        return status;
    }
    if (r->selection != NULL || !is_inside_session(r)) {
        take_th_event(r, item);
        return TT_OK;
    }
    note_unchanged(t, tti_th_history_seen(&t->history)->slot[event->cid].session);
    r->is_header = r->has_news = false;
    r->tick_open = r->is_item = true;
    r->tick = event->tick;
    *item = (tt_item){TT_ITEM_RECORD, event->tick, t->change.session, TT_SESSION_NONE, NULL, event,
                      NULL,           NULL};
    return TT_OK;
}

static tt_status th_next_tick(tti_recording *r, int32_t *tick)
{
    return tt_th_next_tick(&r->u.th.th, tick);
}

static uint64_t th_offset(const tti_recording *r)
{
    return tti_th_seen(&r->u.th.th)->offset;
}

static tti_session_slot th_slot(const tti_recording *r, int32_t cid)
{
    const tti_th_history_slot *slot = &tti_th_history_seen(&r->u.th.history)->slot[cid];
    return (tti_session_slot){slot->session, slot->since, slot->open, slot->joined};
}

static tti_sessions th_sessions(const tti_recording *r)
{
    const tti_th_history *history = tti_th_history_seen(&r->u.th.history);
    return (tti_sessions){history->sessions, history->open_sessions, history->most_open};
}

static bool th_is_closed(const tti_recording *r)
{
    return tti_th_seen(&r->u.th.th)->finished;
}

/* Returns true when the state can be packed now. An incomplete record is in the reader's scratch,
 * and its bytes must be fed again. */
static bool th_can_pack(const tti_recording *r)
{
    unsigned state = tti_th_seen(&r->u.th.th)->state;
    return state == TTI_TH_RECORDS || state == TTI_TH_DONE;
}

static void th_pack(tt_packer *p, const tti_recording *r)
{
    tt_th_state_pack(p, &r->u.th.th, &r->u.th.history);
}

static void th_unpack(tt_unpacker *u, tti_recording *r, tt_bytes header)
{
    tti_th_stream *t = &r->u.th;
    size_t magic = sizeof tt_th_magic.bytes;
    const uint8_t *json = header.data + magic;
    /* the JSON is a view, so the caller keeps the header */
    const uint8_t *nul = header.size > magic ? tti_find_byte(json, header.size - magic, 0) : NULL;
    if (nul == NULL || u->status != TT_OK) {
        u->status = TT_ERR_STATE;
        return;
    }
    tt_bytes state = tt_unpack_raw(u, tt_unpacker_left(u));
    if (tt_th_resume(&t->th, &r->world, r->scratch, r->scratch_size,
                     (tt_bytes){json, (size_t)(nul - json)}, &t->history, state) != TT_OK) {
        u->status = TT_ERR_STATE;
        return;
    }
    tell_recording(r);
    take_map_name(r);
    r->tick = r->world.tick;
    tti_teehistorian_know(r);
}

const tti_format tti_format_teehistorian = {
    .info =
        {
            .name = "teehistorian",
            .has_end_record = 1,
            .not_closed = TT_NOTE_TH_NO_FINISH,
            .no_header = TT_ERR_TH_MAGIC,
        },
    .magic = tt_th_magic.bytes,
    .magic_size = sizeof tt_th_magic.bytes,
    .begin = th_begin,
    .set = th_set,
    .feed = th_feed,
    .end = th_end,
    .step = th_step,
    .fact = tti_teehistorian_fact,
    .next_tick = th_next_tick,
    .offset = th_offset,
    .slot = th_slot,
    .sessions = th_sessions,
    .is_closed = th_is_closed,
    .can_pack = th_can_pack,
    .pack = th_pack,
    .unpack = th_unpack,
};
