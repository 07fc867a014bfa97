/* SPDX-License-Identifier: MIT
 *
 * Runs the loop of a recording, which gives records, facts and ticks of any format in their order.
 *
 * A record is given first, then its facts, and the tick after its last record. The loop makes the
 * next fact before it gives one, so that it knows when a record has no more.
 */
#include "recording/recording.h"
#include "recording/format.h"
#include "recording/stream.h"

#include "base/mem.h"
#include "demo/parts.h"
#include "teehistorian/write.h"
#include "world/world.h"

tt_status tt_recording_init(tt_recording *rec, void *scratch, size_t scratch_size)
{
    tti_recording *r = tti_recording_of(rec);
    tti_fill(r, 0, offsetof(tti_recording, u)); /* `begin` of the format fills the rest */
    bool is_aligned = (uintptr_t)scratch % _Alignof(uint64_t) == 0;
    if (scratch_size < TT_RECORDING_SCRATCH || !is_aligned) {
        r->ending = TT_ERR_ARGUMENT;
        return TT_ERR_ARGUMENT;
    }
    r->scratch = scratch;
    r->scratch_size = scratch_size;
    r->first_tick = r->highest_tick = r->tick = -1;
    r->from = INT64_MIN;
    r->to = INT64_MAX;
    tti_world_init(&r->world);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tti_known_init(&r->known[cid]);
    }
    return TT_OK;
}

static void set_options(tti_recording *r)
{
    if (r->format != NULL) {
        r->format->set(r);
    }
}

void tt_recording_want(tt_recording *rec, unsigned wants, uint64_t facts)
{
    tti_recording *r = tti_recording_of(rec);
    r->wants = wants;
    r->facts = facts;
    set_options(r);
}

void tt_recording_select(tt_recording *rec, const tt_selection *selection)
{
    tti_recording *r = tti_recording_of(rec);
    r->selection = selection;
    set_options(r);
}

void tti_recording_span(tt_recording *rec, int64_t from, int64_t to)
{
    tti_recording *r = tti_recording_of(rec);
    r->from = from;
    r->to = to < -1 ? -1 : to; /* no tick is before -1 */
    r->is_before = from > r->tick;
}

void tti_recording_tally(tt_recording *rec, tt_th_tally *tally, int64_t from)
{
    tti_recording *r = tti_recording_of(rec);
    r->tally = tally;
    r->tally_from = from;
}

void tt_recording_recover(tt_recording *rec, bool on)
{
    tti_recording *r = tti_recording_of(rec);
    r->recover = on != 0;
    set_options(r);
}

void tt_recording_on_issue(tt_recording *rec, tt_issue_fn *on_issue, void *user)
{
    tti_recording *r = tti_recording_of(rec);
    r->on_issue = on_issue;
    r->user = user;
}

void tt_recording_feed(tt_recording *rec, const void *data, size_t size)
{
    tti_recording *r = tti_recording_of(rec);
    if (size == 0) {
        r->no_more = true;
        return;
    }
    r->at = data;
    r->end = r->at + size;
}

uint64_t tt_recording_skip_map(tt_recording *rec)
{
    tti_recording *r = tti_recording_of(rec);
    bool can_skip = r->is_header && r->at == r->end && r->format->skip_map != NULL;
    return can_skip ? r->format->skip_map(r) : 0;
}

/* Chooses the format by the first bytes. An impossible beginning is an error at once, so that
 * nobody waits for a pipe. */
static tt_status find_format(tti_recording *r)
{
    while (r->first_size < TT_FORMAT_FIRST && r->at != r->end) {
        r->first[r->first_size++] = *r->at++;
    }
    tt_bytes first = {r->first, r->first_size};
    r->format = tti_formats[tti_format_told(first)];
    if (r->format == NULL) {
        bool may_be = first.size == 0 || tt_format_begun(first) != TT_FORMAT_UNKNOWN;
        if (may_be && !r->no_more) {
            return TT_MORE;
        }
        r->error = (tt_error){TT_ERR_FORMAT, 0, tt_status_text(TT_ERR_FORMAT)};
        if (r->on_issue != NULL) {
            tt_issue issue = {TT_LEVEL_ERROR, TT_ERR_FORMAT, 0, -1, r->error.what, NULL};
            r->on_issue(r->user, &issue);
        }
        return TT_ERR_FORMAT;
    }
    tt_status status = r->format->begin(r);
    r->format->set(r);
    r->format->feed(r, r->first, r->first_size);
    return status;
}

/* Gives the piece to the format's reader, or tells it once that the input has ended. Returns false
 * when the caller must feed. */
static bool pass_piece(tti_recording *r)
{
    if (r->at != r->end) {
        r->format->feed(r, r->at, (size_t)(r->end - r->at));
        r->at = r->end;
        return true;
    }
    if (r->no_more && !r->told_no_more) {
        r->told_no_more = true;
        r->format->end(r);
        return true;
    }
    return false;
}

/* Makes the next fact. Two facts alternate, so that the given one remains valid. Facts that are not
 * wanted are made too, because making them notes the state. */
static void make_next_fact(tti_recording *r)
{
    tt_fact *fact = &r->fact[1 - r->current];
    r->has_next = false;
    while (!r->has_next && r->format->fact(r, fact)) {
        r->has_next = tti_wants_fact(r, fact->kind);
    }
}

static void clear_item(tt_item *item)
{
    *item = (tt_item){.kind = TT_ITEM_HEADER,
                      .tick = -1,
                      .session = TT_SESSION_NONE,
                      .session2 = TT_SESSION_NONE};
}

static bool wants_client(const tti_recording *r, const tt_fact *fact)
{
    bool is_whisper = fact->kind == TT_FACT_CHAT && fact->u.chat.to == TT_CHAT_PLAYER;
    int32_t other = is_whisper                   ? fact->u.chat.to_cid
                    : fact->kind == TT_FACT_KILL ? fact->u.kill.killer
                                                 : -1;
    if (tti_wants_session(r, fact->session, fact->cid) || tti_selection_names(r->selection, fact)) {
        return true;
    }
    return other >= 0 && other < TT_CIDS &&
           tti_wants_session(r, r->format->slot(r, other).session, other);
}

/* Gives the fact that was made. Its texts are views of the current record. Returns false when its
 * session is not chosen. */
static bool give_fact(tti_recording *r, tt_item *item)
{
    const tt_fact *fact = &r->fact[r->current];
    clear_item(item);
    item->kind = TT_ITEM_FACT;
    item->tick = fact->tick;
    item->session = fact->session;
    item->fact = fact;
    return wants_client(r, fact);
}

/* Gives the end of a tick. The record that ends the tick has not been consumed, so the world is
 * that of the end of the tick. */
static tt_status give_tick(tti_recording *r, tt_item *item)
{
    r->tick_open = false;
    clear_item(item);
    item->kind = TT_ITEM_TICK;
    item->tick = r->tick;
    return TT_OK;
}

/* Finishes a record, and makes its first fact. Returns true when the record itself is given to the
 * caller. */
static bool give_record(tti_recording *r, tt_item *item)
{
    if (r->has_news && !r->is_unfollowed) {
        r->cursor = (tti_cursor){0, 0, 0};
        make_next_fact(r);
    }
    if (r->is_header) {
        clear_item(item);
        item->tick = r->tick;
    }
    return r->is_header || r->is_item;
}

/* Ends the recording. Every further call gives the same result. */
static tt_status give_end(tti_recording *r, tt_item *item)
{
    if (r->ending == TT_END && r->tick_open && tti_wants_ticks(r)) {
        return give_tick(r, item);
    }
    tt_fact *fact = &r->fact[r->current];
    while (r->has_header && r->format->last_fact != NULL && r->format->last_fact(r, fact)) {
        if (tti_wants_fact(r, fact->kind) && give_fact(r, item)) {
            return TT_OK;
        }
    }
    r->tick = r->first_tick >= 0 ? r->world.tick : r->tick;
    bool has_gap = r->has_header && tti_fact_damage(r, fact) && tti_wants_fact(r, TT_FACT_GAP) &&
                   give_fact(r, item);
    if (!has_gap) {
        clear_item(item);
    }
    return has_gap ? TT_OK : r->ending;
}

/* Handles a record that comes after the open tick or the span. Returns true when the call ends with
 * `*status`. The next call handles the same record again. */
static bool take_later(tti_recording *r, tt_item *item, tt_status *status)
{
    if (r->is_before) {
        r->is_before = r->tick_open = false;
        return false;
    }
    if (r->tick_open && tti_wants_ticks(r)) {
        *status = give_tick(r, item);
        return true;
    }
    clear_item(item);
    item->tick = r->later;
    return true;
}

static bool take_step(tti_recording *r, tt_item *item, tt_status *status)
{
    switch (*status) {
    case TT_OK:
        return give_record(r, item);
    case TT_LATER:
        return take_later(r, item, status);
    case TT_MORE:
        clear_item(item);
        return !pass_piece(r);
    default:
        r->ending = *status;
        return false;
    }
}

static tt_status next_with_more(tti_recording *r, tt_item *item)
{
    for (;;) {
        tt_status status;
        if (r->has_next) {
            r->current = 1 - r->current;
            make_next_fact(r);
            if (give_fact(r, item)) {
                return TT_OK;
            }
        } else if (r->ending != TT_OK) {
            return give_end(r, item);
        } else if (r->format != NULL) {
            status = r->format->step(r, item);
            if (take_step(r, item, &status)) {
                return status;
            }
        } else {
            status = find_format(r);
            if (status == TT_MORE) {
                clear_item(item);
                return status;
            }
            r->ending = status;
        }
    }
}

tt_status tt_recording_next(tt_recording *rec, tt_item *item)
{
    tti_recording *r = tti_recording_of(rec);
    if (!r->has_next && r->ending == TT_OK && r->format != NULL) {
        tt_status status = r->format->step(r, item);
        if (status == TT_OK && r->is_item && !r->has_news && r->tick < r->to) {
            return TT_OK;
        }
        if (status == TT_LATER && r->tick_open && tti_wants_ticks(r)) {
            return give_tick(r, item);
        }
        if (take_step(r, item, &status)) {
            return status;
        }
    }
    return next_with_more(r, item);
}

tt_status tti_recording_next_tick(tt_recording *rec, int32_t *tick)
{
    tti_recording *r = tti_recording_of(rec);
    tt_status status = r->has_header ? r->ending : TT_ERR_ARGUMENT;
    if (status == TT_OK && r->has_next) {
        *tick = r->tick;
        return TT_OK;
    }
    while (status == TT_OK && (status = r->format->next_tick(r, tick)) == TT_MORE &&
           pass_piece(r)) {
        status = TT_OK;
    }
    return status;
}

static tt_format format_of(const tti_recording *r)
{
    unsigned format = TT_FORMATS;
    while (--format != TT_FORMAT_UNKNOWN && tti_formats[format] != r->format) {
    }
    return (tt_format)format;
}

tt_recording_view tt_recording_look(const tt_recording *rec)
{
    const tti_recording *r = tti_recording_seen(rec);
    bool is_own = r->format == NULL || r->error.status != TT_OK;
    int32_t tick = r->first_tick >= 0 ? r->world.tick : -1;
    int32_t last = r->highest_tick > tick ? r->highest_tick : tick;
    return (tt_recording_view){
        .format = format_of(r),
        .error = is_own ? &r->error : r->reader_error,
        .tick = tick,
        .first_tick = r->first_tick,
        .last_tick = last,
        .length = tti_format_length(r->first_tick, last),
        .offset = r->format != NULL ? r->format->offset(r) : 0,
        .is_closed = r->format != NULL && r->has_header && r->format->is_closed(r),
    };
}

static bool is_of(const tti_recording *r, const tti_format *format)
{
    return r->format == format && r->has_header;
}

const tt_th_header *tt_recording_th_header(const tt_recording *rec)
{
    const tti_recording *r = tti_recording_seen(rec);
    return is_of(r, &tti_format_teehistorian) ? &tti_th_seen(&r->u.th.th)->header : NULL;
}

const tt_demo_header *tt_recording_demo_header(const tt_recording *rec)
{
    const tti_recording *r = tti_recording_seen(rec);
    return is_of(r, &tti_format_demo) ? &tti_demo_seen(&r->u.demo.demo)->header : NULL;
}

void tti_recording_copy(tt_recording *rec, tt_th_writer *writer)
{
    tti_recording *r = tti_recording_of(rec);
    if (!is_of(r, &tti_format_teehistorian)) {
        return;
    }
    tti_th_copy_end(tti_th_of(&r->u.th.th));
    if (writer != NULL) {
        tti_th_copy_begin(tti_th_of(&r->u.th.th), writer);
    }
}

const tt_th *tti_recording_th(const tt_recording *rec)
{
    const tti_recording *r = tti_recording_seen(rec);
    return is_of(r, &tti_format_teehistorian) ? &r->u.th.th : NULL;
}

const tt_th_history *tti_recording_th_history(const tt_recording *rec)
{
    const tti_recording *r = tti_recording_seen(rec);
    return is_of(r, &tti_format_teehistorian) ? &r->u.th.history : NULL;
}

const tt_th_change *tti_recording_th_change(const tt_recording *rec)
{
    const tti_recording *r = tti_recording_seen(rec);
    return is_of(r, &tti_format_teehistorian) ? &r->u.th.change : NULL;
}

const tt_demo *tt_recording_demo(const tt_recording *rec)
{
    const tti_recording *r = tti_recording_seen(rec);
    return is_of(r, &tti_format_demo) ? &r->u.demo.demo : NULL;
}

const tt_world *tt_recording_world(const tt_recording *rec)
{
    const tti_recording *r = tti_recording_seen(rec);
    return r->has_header ? &r->world : NULL;
}

const tt_snap *tti_recording_snap(const tt_recording *rec)
{
    const tti_recording *r = tti_recording_seen(rec);
    return is_of(r, &tti_format_demo) ? &tti_demo_seen(&r->u.demo.demo)->snap : NULL;
}

tt_obj_kind tt_recording_object(const tt_recording *rec, int32_t type)
{
    const tti_recording *r = tti_recording_seen(rec);
    return is_of(r, &tti_format_demo)
               ? tti_demo_world_kind(tti_demo_world_seen(&r->u.demo.follower), type)
               : TT_OBJ_KINDS;
}

int32_t tti_recording_local(const tt_recording *rec)
{
    const tti_recording *r = tti_recording_seen(rec);
    return is_of(r, &tti_format_demo) ? tti_demo_world_seen(&r->u.demo.follower)->local : -1;
}

tt_session tt_recording_session(const tt_recording *rec, int32_t cid)
{
    const tti_recording *r = tti_recording_seen(rec);
    tt_session session = {TT_SESSION_NONE, 0, 0, 0, ""};
    if (r->has_header && cid >= 0 && cid < TT_CIDS) {
        tti_session_slot slot = r->format->slot(r, cid);
        slot.session = r->is_unfollowed ? TT_SESSION_NONE : slot.session;
        session = (tt_session){slot.session, slot.since, slot.open, slot.joined, r->name[cid]};
    }
    return session;
}

tt_session_counts tt_recording_sessions(const tt_recording *rec)
{
    const tti_recording *r = tti_recording_seen(rec);
    if (!r->has_header) {
        return (tt_session_counts){0, 0, 0};
    }
    tti_sessions all = r->format->sessions(r);
    return (tt_session_counts){all.count - r->nobody, all.count, all.most_open};
}
