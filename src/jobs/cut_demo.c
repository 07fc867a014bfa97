/* SPDX-License-Identifier: MIT
 *
 * Cuts demos.
 *
 * Chunks of the reading go one by one to the core's cut (tt_demo_cut), which makes the keyframe at
 * the begin, keeps messages from before it, and hides and renames clients. This file says where the
 * span is and who is hidden at each chunk; demo_output.c has the file.
 */
#include "jobs/cut.h"

#include "teetape/io/map.h"

/* Whether options depend on who is in which slot. Else sessions need not be followed, which is
 * faster. */
static bool knows_people(const struct cut_work *w)
{
    return w->keeps_some || w->spans.hidden.count + w->spans.renamed.count != 0;
}

/* JOIN facts alone count players; names are taken from the sessions (hide). Records before the span
 * are wanted because messages that say how things stand may be far before it. The embedded map is
 * not read where it would not be written. */
static void want(const struct cut_work *w, tt_io_reading_options *how)
{
    how->wants = TT_WANT_RECORDS | (knows_people(w) ? TT_WANT_FACTS : TT_WANT_NO_SESSIONS);
    how->facts = TT_FACT_BIT(TT_FACT_JOIN);
    how->wants_map = !w->options->strip_map && w->options->attach_map == NULL;
    how->wants |= how->wants_map ? TT_WANT_MAP_SUMS : 0;
    how->wants_before = true;
}

/* No demo has a tick at or above this one. A span ends at most at TT_IO_PLACE_END, which is above
 * int32_t. */
static int32_t tick_of(int64_t tick)
{
    return tick < TT_DEMO_TICK_END ? (int32_t)tick : TT_DEMO_TICK_END;
}

/* Of messages that come before the first tick, a cut from later on only takes what tells the state.
 * The core's cut gets the span anew with each record, because places in a demo (game times, dates)
 * count from its first tick marker and are not known before it. The first tick of a later piece is
 * not given: tt_demo_cut_next_piece sets it to the end of the piece before. */
static void set_span(struct cut_work *w)
{
    tt_demo_cut_options *options = &w->u.demo.out.cut.options;
    if (w->is_placed) {
        options->from = w->number == 0 ? tick_of(w->r->from) : options->from;
        options->to = tick_of(w->to);
    }
}

static bool may_change_people(const struct cut_work *w)
{
    tt_demo_kind kind = w->r->item.demo->kind;
    return kind == TT_DEMO_SNAPSHOT || kind == TT_DEMO_DELTA ||
           (kind == TT_DEMO_MESSAGE &&
            tt_demo_protocol(tt_recording_demo_header(w->r->rec)) == TT_PROTOCOL_7);
}

/* Sets who is hidden from now on, for each slot by its session. A slot whose first session has not
 * begun yet already counts as that of the session that the survey found there (spans->first), as
 * the message that names the client of a 0.7 demo comes before its session. A slot that had a
 * session and is empty is nobody's. Also finds out whether anybody who is kept was there in the
 * piece. */
static void hide(struct cut_work *w)
{
    const tt_io_spans *spans = &w->spans;
    if (spans->is_learning) {
        tt_io_people_look(&w->spans.kept, w->r->rec);
        tt_io_people_look(&w->spans.hidden, w->r->rec);
        tt_io_people_look(&w->spans.renamed, w->r->rec);
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_session at = tt_recording_session(w->r->rec, cid);
        uint64_t session = at.open                        ? at.number
                           : at.number != TT_SESSION_NONE ? TT_SESSION_NONE
                                                          : spans->first[cid];
        bool is_kept = tti_cut_keeps(w, session, cid);
        w->players += w->has_begun && at.open && is_kept;
        w->u.demo.out.cut.options.hide[cid] =
            !is_kept || tt_io_people_have(&spans->hidden, session, cid);
    }
}

/* Hands an event to the cut. When it wants no more, the span is over, or the output failed, which
 * the end of the piece reports. */
static void take(struct cut_work *w, const tt_demo_event *event)
{
    if (tt_demo_cut_event(&w->u.demo.out.cut, tt_recording_demo(w->r->rec), event) != TT_OK) {
        tt_io_reading_stop(w->r);
    }
}

static void set_renames(struct cut_work *w)
{
    const tt_io_texts *renames = &w->options->renames;
    for (size_t i = 0; i < renames->count; i++) {
        const char *text = renames->text[i], *equals = tti_cut_equals(text);
        w->u.demo.renames[i].from = (tt_bytes){(const uint8_t *)text, (size_t)(equals - text)};
        w->u.demo.renames[i].to = tt_bytes_of(equals + 1);
    }
}

/* Another map than that of the header is most likely a mistake: tees would move through its walls.
 * The option `force` allows it. */
static bool attach_map(struct cut_work *w)
{
    tt_io_map_sum sum;
    tt_io_error error;
    const char *path = w->options->attach_map;
    const tt_demo_header *header = tt_recording_demo_header(w->r->rec);
    if (!tt_io_map_file_load(&w->u.demo.map, path, w->how.stop, &sum, &error)) {
        return tti_cut_fail(w, TT_ERR_SYSTEM, path, error.text);
    }
    const char *differs = tt_io_map_sum_differs(&sum, header);
    if (differs != NULL) {
        tt_io_error_say(&error, TT_ERR_ARGUMENT, "this is not the map of the demo, %.64s: %s%s",
                        header->map_name, differs,
                        w->options->force ? "" : "; `force` attaches it in its place");
        if (!w->options->force) {
            return tti_cut_fail_with(w, &error, path);
        }
        tti_cut_warn(w, &error, path);
    }
    return true;
}

/* Begins the first piece. With a --from the first tick is set to 1 until the span is known
 * (set_span): a begin of 0 would take all messages before the first tick as part of the cut, in
 * place of those that say how things stand. */
static bool begin_first(struct cut_work *w)
{
    struct cut_demo *d = &w->u.demo;
    const tt_io_cut_options *o = w->options;
    if (o->attach_map != NULL && !attach_map(w)) {
        return false;
    }
    set_renames(w);
    tt_demo_cut_options options = {
        .from = w->how.from != NULL ? 1 : 0,
        .to = TT_DEMO_TICK_END,
        .drop_map = o->strip_map,
        .map = o->attach_map != NULL ? &d->map : NULL,
        .drop_chat = o->drop_chat,
        .drop_inputs = o->drop_inputs,
        .drop_unreliable = 1,
        .renames = d->renames,
        .rename_count = o->renames.count,
        .pieces = w->split != 0,
    };
    tt_demo_event header = {.kind = TT_DEMO_HEADER};
    d->out.file = tti_cut_open(w, true);
    if (!tt_io_demo_output_begin(&d->out, &options)) {
        return false;
    }
    hide(w);
    take(w, &header);
    return true;
}

/* Later pieces go on with the same cut, which knows the state at their begin. The map has gone by
 * in the reading, so they take it from memory (keep_map). */
static bool begin(struct cut_work *w)
{
    tt_io_demo_output *out = &w->u.demo.out;
    if (w->number == 0) {
        return begin_first(w);
    }
    out->cut.options.map = w->u.demo.map.bytes.size != 0 ? &w->u.demo.map : NULL;
    tti_cut_begin_piece(w);
    out->file = tti_cut_open(w, true);
    return tt_io_demo_output_next(out, tt_recording_demo(w->r->rec), tick_of(w->to));
}

/* Every piece has the map. Gathers the embedded map, which is read once, before the first piece,
 * for all later ones. Its sums are those that the header has: what is embedded is the same, damaged
 * or not. */
static bool keep_map(struct cut_work *w, tt_bytes piece)
{
    tt_demo_new_map *map = &w->u.demo.map;
    const tt_demo_header *header = tt_recording_demo_header(w->r->rec);
    if (tt_io_map_file_add(map, &w->u.demo.map_room, piece) != 0) {
        return tti_cut_fail(w, TT_ERR_SYSTEM, w->path, "there is not enough memory");
    }
    map->crc = header->map_crc;
    map->sha256 = header->map_sha256;
    return true;
}

static bool record(struct cut_work *w)
{
    const tt_demo_event *event = w->r->item.demo;
    if (event->kind == TT_DEMO_MAP && w->split != 0 && !keep_map(w, event->data)) {
        return false;
    }
    set_span(w);
    /* Only after such a record can another client be in a slot; hide costs a walk over all
     * slots. */
    if (knows_people(w) && may_change_people(w)) {
        hide(w);
    }
    take(w, event);
    return true;
}

/* A game time of the reading counts from the first tick marker, so the difference is that marker:
 * the start time of the header is its time, and moves by the way from there to the first tick
 * here. An empty piece of several is no wrong usage, it is what the recording has there. */
static bool end(struct cut_work *w, bool is_wanted)
{
    struct cut_demo *d = &w->u.demo;
    tt_io_error error;
    tt_io_cut_piece piece = {.demo = &d->out};
    int32_t first = d->out.cut.first_tick;
    tt_demo_write_start_tick(&d->out.writer, first - tt_io_reading_time(w->r, first));
    if (tt_io_demo_output_end(&d->out, tt_recording_demo(w->r->rec), is_wanted, &error)) {
        tti_cut_report(w, &piece);
        return true;
    }
    if (error.status == TT_ERR_SYSTEM) {
        return tti_cut_fail_output(w, &error);
    }
    if (error.status == TT_ERR_DEMO_EMPTY && w->split == 0) {
        error.status = TT_ERR_PLACE;
    }
    return error.status != TT_OK && tti_cut_fail_with(w, &error, w->path);
}

static void free_map(struct cut_work *w)
{
    tt_io_map_file_free(&w->u.demo.map);
}

const struct cut_format tti_cut_demo = {true, want, begin, record, end, free_map};
