/* SPDX-License-Identifier: MIT
 *
 * Reads a demo as a format of tt_recording: the records are chunks, and a tick ends with the marker
 * of the next tick. demo_lazy.c makes sessions.
 *
 * An event is read before the loop decides whether to give it. The marker of a later tick waits
 * while the end of the open tick is given. At the end of a span it is not given.
 *
 *     marker 10 | snapshot | message | marker 12 | ...
 *     record      record     record    waits: TT_LATER, tick 10 ends; then a record of tick 12
 */
#include "demo/demo.h"
#include "base/mem.h"
#include "demo/parts.h"
#include "recording/recording.h"
#include "teetape/game.h"
#include "teetape/varint.h"
#include "wire/checked.h"
#include "wire/hash.h"

/* Reports a wrong size or sum of the map, at the offset where the map begins: the reader has
 * consumed the last piece. A wrong map is no gap, because no chunk depends on it. */
static void report(const tti_recording *r, tt_status status)
{
    uint64_t offset = tti_demo_seen(&r->u.demo.demo)->offset - r->u.demo.map.size;
    tt_issue issue = {TT_LEVEL_ERROR,         status, offset, tti_demo_seen(&r->u.demo.demo)->tick,
                      tt_status_text(status), NULL};
    if (r->on_issue != NULL) {
        r->on_issue(r->user, &issue);
    }
}

static void map_add(tti_recording *r)
{
    tti_map_sums *sums = &r->u.demo.map;
    const tt_demo_header *header = &tti_demo_seen(&r->u.demo.demo)->header;
    tt_bytes piece = r->u.demo.event.data;
    uint8_t sha256[TTI_SHA256_SIZE];
    tti_sha256_add(&sums->sha256, piece.data, piece.size);
    sums->crc = tti_crc32(sums->crc, piece.data, piece.size);
    sums->size += (uint32_t)piece.size;
    if (sums->size != header->map_size) {
        return;
    }
    tti_sha256_finish(&sums->sha256, sha256);
    if (sums->crc != header->map_crc) {
        report(r, TT_ERR_DEMO_MAP_CRC);
    }
    if (header->has_sha256 && !tti_equal(sha256, header->map_sha256.bytes, sizeof sha256)) {
        report(r, TT_ERR_DEMO_MAP_SHA256);
    }
}

_Static_assert(sizeof(tt_demo_memory) + TTI_KEPT_MAX <= TT_RECORDING_SCRATCH,
               "TT_RECORDING_SCRATCH is too small");

static tt_status demo_begin(tti_recording *r)
{
    tti_demo_stream *d = &r->u.demo;
    tti_fill(d, 0, sizeof *d);
    d->memory = r->scratch;
    d->chunks = (uint8_t *)r->scratch + sizeof *d->memory;
    tt_demo_init(&d->demo, d->memory);
    r->reader_error = &tti_demo_seen(&d->demo)->error;
    tt_demo_world_init(&d->follower, &r->world);
    tti_sha256_start(&d->map.sha256);
    d->map.crc = d->map.size = 0;
    tti_demo *demo = tti_demo_of(&d->demo);
    demo->on_issue = tti_recording_tell;
    demo->user = r;
    d->tick = -1;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        d->slot[cid].session = TT_SESSION_NONE;
    }
    return TT_OK;
}

/* Applies the options. Snapshots can be skipped only in some protocols, which the header names, so
 * tti_demo_lazy_choose decides again after the header. */
static void demo_set(tti_recording *r)
{
    tti_demo_of(&r->u.demo.demo)->recover = r->recover;
    if (r->has_header) {
        tti_demo_lazy_choose(r);
    }
}

static void demo_feed(tti_recording *r, const uint8_t *data, size_t size)
{
    tt_demo_feed(&r->u.demo.demo, data, size);
}

static void demo_end(tti_recording *r)
{
    tt_demo_feed(&r->u.demo.demo, NULL, 0);
}

static uint64_t skip_map(tti_recording *r)
{
    return tti_demo_skip_map(&r->u.demo.demo);
}

static void follow_events(tti_recording *r)
{
    tti_demo_stream *d = &r->u.demo;
    bool is_snapshot = d->event.kind == TT_DEMO_SNAPSHOT || d->event.kind == TT_DEMO_DELTA;
    if (d->is_lazy && is_snapshot) {
        tti_demo_lazy_keep(r);
        if (d->finished_count > 0) {
            tti_demo_lazy_catch_up(r);
        }
        return;
    }
    d->changes = tt_demo_world_follow(&d->follower, &d->demo, &d->event);
    if ((d->changes & TT_DEMO_WORLD_CLIENTS) != 0) {
        tti_demo_follow_sessions(r);
    }
}

static void take_demo_event(tti_recording *r)
{
    tti_demo_stream *d = &r->u.demo;
    if (tti_only_checks(r)) {
        r->is_unfollowed = true;
    } else {
        follow_events(r);
        tti_demo_message_note(r);
        tti_demo_finish_note(r);
    }
    if (r->is_header) {
        r->has_header = true;
        tti_demo_lazy_choose(r);
    }
    if (d->event.kind == TT_DEMO_TICK && d->event.status == TT_OK) {
        r->tick_open = true;
        r->first_tick = r->first_tick < 0 ? d->event.tick : r->first_tick;
        r->highest_tick = r->highest_tick < d->event.tick ? d->event.tick : r->highest_tick;
        r->world.tick = d->event.tick;
    }
    if (d->event.kind == TT_DEMO_MAP && (r->wants & TT_WANT_MAP_SUMS) != 0) {
        map_add(r);
    }
    r->has_news = tti_demo_has_news(r);
}

/* Returns true when the event ends a tick. A marker that repeats the tick of the one before
 * continues that tick. */
static bool ends_tick(const tti_recording *r)
{
    const tt_demo_event *event = &r->u.demo.event;
    return tti_wants_ticks(r) && r->tick_open && event->kind == TT_DEMO_TICK &&
           event->status == TT_OK && event->tick != r->u.demo.tick;
}

static bool is_later(tti_recording *r)
{
    const tt_demo_event *event = &r->u.demo.event;
    if (event->kind != TT_DEMO_TICK || event->status != TT_OK || event->tick < r->to) {
        return false;
    }
    r->later = event->tick;
    return true;
}

static void fill_demo_item(tti_recording *r, tt_item *item)
{
    const tt_demo_event *event = &r->u.demo.event;
    const tt_sv_msg *message = &tti_demo_world_seen(&r->u.demo.follower)->message;
    const tti_session_slot *slot =
        message->kind == TT_SV_PRE_INPUT ? &r->u.demo.slot[message->u.sv_pre_input.owner] : NULL;
    /* the client left, or its first snapshot has not come */
    bool has_session = slot != NULL && slot->open;
    r->is_item = tti_wants_records(r);
    if (r->is_item) {
        *item = (tt_item){.kind = TT_ITEM_RECORD,
                          .tick = event->tick,
                          .session = has_session ? slot->session : TT_SESSION_NONE,
                          .session2 = TT_SESSION_NONE,
                          .demo = event,
                          .message = message->kind != TT_SV_KINDS ? message : NULL};
    }
}

/* Gives the next item. An event that begins a later tick waits in d->event. Until then offset and
 * state are those before the event. A marker changes only the reader's tick, so that state still
 * exists. */
static tt_status demo_step(tti_recording *r, tt_item *item)
{
    tti_demo_stream *d = &r->u.demo;
    if (!d->has_event) {
        d->tick = tti_demo_seen(&d->demo)->tick;
        tt_status status = tt_demo_next(&d->demo, &d->event);
        if (status != TT_OK) {
            return status;
        }
        d->has_event = true;
    }
    if (ends_tick(r) || is_later(r)) {
        return TT_LATER;
    }
    d->has_event = false;
    d->changes = 0;
    r->is_header = d->event.kind == TT_DEMO_HEADER;
    r->tick = d->event.tick;
    r->offset = d->event.offset;
    r->is_before = r->is_before && (r->is_header || r->tick < r->from);
    if (d->event.kind == TT_DEMO_MESSAGE && d->event.data.size == 0) {
        /* a message that was not unpacked gives no fact; if it is damaged, the next record gives
         * the fact */
        tti_demo_world_of(&d->follower)->message.kind = TT_SV_KINDS;
        d->is_copy = 0;
        r->has_news = r->damage.is_there && !d->is_lazy;
    } else {
        take_demo_event(r);
    }
    fill_demo_item(r, item);
    return TT_OK;
}

/* Finds the next tick. The reader has already consumed a marker that waits in d->event. */
static tt_status demo_next_tick(tti_recording *r, int32_t *tick)
{
    const tti_demo_stream *d = &r->u.demo;
    if (d->has_event && d->event.kind == TT_DEMO_TICK && d->event.status == TT_OK) {
        *tick = d->event.tick;
        return TT_OK;
    }
    return tti_demo_next_tick(&d->demo, tick);
}

static uint64_t demo_offset(const tti_recording *r)
{
    const tti_demo_stream *d = &r->u.demo;
    return d->has_event ? d->event.offset : tti_demo_seen(&d->demo)->offset;
}

/* Returns the session of a slot. While snapshots are skipped, sessions have no numbers. */
static tti_session_slot demo_slot(const tti_recording *r, int32_t cid)
{
    tti_session_slot slot = r->u.demo.slot[cid];
    slot.session = r->u.demo.is_lazy ? TT_SESSION_NONE : slot.session;
    return slot;
}

static tti_sessions demo_sessions(const tti_recording *r)
{
    return r->u.demo.sessions;
}

/* Guesses from the length in the header, which the recorder writes when it stops. It counts
 * seconds, so a demo of less than a second has 0. */
static bool demo_is_closed(const tti_recording *r)
{
    return tti_demo_seen(&r->u.demo.demo)->header.length > 0 || r->first_tick < 0 ||
           r->highest_tick - r->first_tick < TT_TICKS_PER_SECOND;
}

/* Returns false before the first chunk, while skipped snapshots are missing from the world, and
 * while a finish waits for the next snapshot. */
static bool demo_can_pack(const tti_recording *r)
{
    unsigned state = tti_demo_seen(&r->u.demo.demo)->state;
    return (state == TTI_DEMO_CHUNKS || state == TTI_DEMO_DONE) && !r->u.demo.is_lazy &&
           !r->u.demo.lacks_messages && r->u.demo.finished_count == 0;
}

/* Packs the state. The layout is in docs/format/index.md, "Second part: a demo". The order of slots
 * and sums is part of it. */
static void demo_pack(tt_packer *p, const tti_recording *r)
{
    const tti_demo_stream *d = &r->u.demo;
    int32_t count = 0;
    tti_pack_u64(p, d->sessions.count);
    tt_pack_int(p, (int32_t)d->sessions.most_open);
    tt_pack_int(p, r->highest_tick);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        count += d->slot[cid].session != TT_SESSION_NONE;
    }
    tt_pack_int(p, count);
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        const tti_session_slot *slot = &d->slot[cid];
        if (slot->session != TT_SESSION_NONE) {
            tt_pack_int(p, cid);
            tti_pack_u64(p, slot->session);
            tt_pack_int(p, slot->since);
            tt_pack_int(p, slot->open | slot->joined << 1);
        }
    }
    /* the order of the last TTI_SAID_MAX sums matters, but not the number of earlier ones */
    uint32_t sums = d->said_count < TTI_SAID_MAX ? d->said_count : TTI_SAID_MAX;
    tt_pack_int(p, (int32_t)sums);
    for (uint32_t i = d->said_count - sums; i != d->said_count; i++) {
        tti_pack_u64(p, d->said[i % TTI_SAID_MAX]);
    }
    tti_demo_state_pack(p, &d->demo, tti_demo_world_seen(&d->follower), demo_offset(r),
                        d->has_event ? d->tick : tti_demo_seen(&d->demo)->tick);
}

/* Runs after the part of the state that has r->first_tick. A demo with a first tick also has a
 * highest one. */
static void sessions_unpack(tt_unpacker *u, tti_recording *r)
{
    tti_demo_stream *d = &r->u.demo;
    int32_t cid = -1;
    d->sessions.count = tti_unpack_u64(u);
    d->sessions.most_open = (uint32_t)tti_unpack_between(u, 0, TT_CIDS);
    r->highest_tick = tt_unpack_int(u);
    tti_require(u,
                r->highest_tick >= r->first_tick && (r->first_tick >= 0 || r->highest_tick == -1));
    for (int32_t left = tti_unpack_between(u, 0, TT_CIDS); left > 0 && u->status == TT_OK; left--) {
        /* client ids ascend, so that equal states have equal bytes */
        cid = tti_unpack_between(u, cid + 1, TT_CIDS - 1);
        tti_session_slot *slot = &d->slot[cid];
        slot->session = tti_unpack_u64(u);
        slot->since = tti_unpack_between(u, 0, INT32_MAX);
        int32_t flags = tti_unpack_between(u, 0, 3);
        tti_require(u, slot->session < d->sessions.count);
        slot->open = flags & 1;
        slot->joined = (flags & 2) != 0;
        d->sessions.open += slot->open;
    }
    tti_require(u, d->sessions.open <= d->sessions.most_open);
}

/* Reads a header again. The issues of the header were reported when the recording began, so they
 * are not reported again. */
static bool read_header(tti_recording *r, tt_bytes header)
{
    tti_demo_stream *d = &r->u.demo;
    tti_demo_of(&d->demo)->on_issue = NULL;
    tt_demo_feed(&d->demo, header.data, header.size);
    tt_demo_feed(&d->demo, NULL, 0);
    if (tt_demo_next(&d->demo, &d->event) != TT_OK) {
        return false;
    }
    tt_demo_world_follow(&d->follower, &d->demo, &d->event);
    tti_demo_of(&d->demo)->on_issue = tti_recording_tell;
    return r->has_header = true;
}

/* Begins the reader from a packed state. The event is emptied, so that no fact is made of it. */
static void demo_unpack(tt_unpacker *u, tti_recording *r, tt_bytes header)
{
    tti_demo_stream *d = &r->u.demo;
    tti_require(u, read_header(r, header));
    sessions_unpack(u, r);
    uint32_t sums = (uint32_t)tti_unpack_between(u, 0, TTI_SAID_MAX);
    for (; u->status == TT_OK && d->said_count < sums; d->said_count++) {
        d->said[d->said_count] = tti_unpack_u64(u);
    }
    if (u->status == TT_OK) {
        tti_demo_state_unpack(u, &d->demo, tti_demo_world_of(&d->follower));
    }
    r->tick = d->tick = tti_demo_seen(&d->demo)->tick;
    d->event = (tt_demo_event){.kind = TT_DEMO_OTHER, .tick = tti_demo_seen(&d->demo)->tick};
    tti_demo_know(r);
}

const tti_format tti_format_demo = {
    .info =
        {
            .name = "demo",
            .times_from_first_tick = 1,
            .has_snapshots = 1,
            .not_closed = TT_NOTE_DEMO_LENGTH,
            .no_header = TT_ERR_DEMO_HEADER_END,
        },
    .magic = tti_demo_magic,
    .magic_size = TT_DEMO_MAGIC_SIZE,
    .begin = demo_begin,
    .set = demo_set,
    .feed = demo_feed,
    .end = demo_end,
    .skip_map = skip_map,
    .step = demo_step,
    .fact = tti_demo_fact,
    .last_fact = tti_demo_last_fact,
    .next_tick = demo_next_tick,
    .offset = demo_offset,
    .slot = demo_slot,
    .sessions = demo_sessions,
    .is_closed = demo_is_closed,
    .can_pack = demo_can_pack,
    .pack = demo_pack,
    .unpack = demo_unpack,
};
