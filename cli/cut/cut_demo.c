/* SPDX-License-Identifier: MIT
 *
 * A demo as an output of teetape cut.
 *
 * Chunks of the reading go one by one to the core's cut (tt_demo_cut), which makes the keyframe at
 * the begin, keeps messages from before it, and hides and renames clients. This file says where the
 * span is and who is hidden at each chunk; demo_writing.c has the file.
 */
#include "cli/cut/cut_write.h"

#include "cli/map/demo_map.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"

/* Whether options depend on who is in which slot. Else sessions need not be followed, which is
 * faster. */
static bool knows_people(const struct cut_work *w)
{
    return w->keeps_some || w->plan.hidden.count + w->plan.renamed.count != 0;
}

/* JOIN facts alone count players; names are taken from the sessions (hide). Records before the span
 * are wanted because messages that say how things stand may be far before it. The embedded map is
 * not read where it would not be written. */
static void want(const struct cut_work *w, struct reading_options *how)
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
        options->from = w->number == 0 ? tick_of(w->r.io.from) : options->from;
        options->to = tick_of(w->to);
    }
}

/* Who is there changes with snapshots, and with messages of 0.7. */
static bool may_change_people(const struct cut_work *w)
{
    tt_demo_kind kind = w->r.io.item.demo->kind;
    return kind == TT_DEMO_SNAPSHOT || kind == TT_DEMO_DELTA ||
           (kind == TT_DEMO_MESSAGE &&
            tt_demo_protocol(tt_recording_demo_header(w->r.io.rec)) == TT_PROTOCOL_7);
}

/* Sets who is hidden from now on, for each slot by its session. A slot whose first session has not
 * begun yet already counts as that of the session that the survey found there (plan->first), as the
 * message that names the client of a 0.7 demo comes before its session. A slot that had a session
 * and is empty is nobody's. Also finds out whether anybody who is kept was there in the piece. */
static void hide(struct cut_work *w)
{
    const struct cut_plan *plan = &w->plan;
    if (plan->is_learning) {
        cut_people_look(&w->plan.kept, w->r.io.rec);
        cut_people_look(&w->plan.hidden, w->r.io.rec);
        cut_people_look(&w->plan.renamed, w->r.io.rec);
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_session at = tt_recording_session(w->r.io.rec, cid);
        /* While it is open its own one; after it, nobody's; before the first one, that which the
         * survey found here. */
        uint64_t session = at.open                        ? at.number
                           : at.number != TT_SESSION_NONE ? TT_SESSION_NONE
                                                          : plan->first[cid];
        bool is_kept = cut_keeps(w, session, cid);
        w->players += w->has_begun && at.open && is_kept;
        w->u.demo.out.cut.options.hide[cid] =
            !is_kept || cut_people_have(&plan->hidden, session, cid);
    }
}

/* OLD and NEW remain in the words of the command line, which outlive the cut; the core copies
 * neither. */
static void set_renames(struct cut_work *w)
{
    const struct texts *renames = &w->options->renames;
    for (size_t i = 0; i < renames->count; i++) {
        const char *text = renames->text[i], *equals = cut_options_equals(text);
        w->u.demo.renames[i].from = (tt_bytes){(const uint8_t *)text, (size_t)(equals - text)};
        w->u.demo.renames[i].to = tt_bytes_of(equals + 1);
    }
}

/* Opens the first piece. With a --from the first tick is set to 1 until the span is known
 * (set_span): a begin of 0 would take all messages before the first tick as part of the cut, in
 * place of those that say how things stand. An empty piece of several is no wrong usage, it is what
 * the recording has there. */
static bool begin_first(struct cut_work *w)
{
    struct cut_demo *d = &w->u.demo;
    const struct cut_options *o = w->options;
    if (o->attach_map != NULL &&
        !demo_map_read(&d->map, o->attach_map, w->job, tt_recording_demo_header(w->r.io.rec),
                       &w->status)) {
        return false;
    }
    set_renames(w);
    tt_demo_cut_options options = {
        .from = w->span.from != NULL ? 1 : 0,
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
    if (!demo_writing_open(&d->out, w->job, w->path, &options)) {
        return false;
    }
    d->out.empty = options.pieces ? EXIT_DAMAGED : EXIT_GOOD;
    hide(w);
    /* The header has no record of its own in the reading, which read it at the open. */
    if (!demo_writing_event(&d->out, tt_recording_demo(w->r.io.rec), &header)) {
        tt_io_reading_stop(&w->r.io);
    }
    return true;
}

/* Later pieces go on with the same cut, which knows the state at their begin. The map has gone by
 * in the reading, so they take it from memory (keep_map). */
static bool begin(struct cut_work *w)
{
    struct demo_writing *out = &w->u.demo.out;
    if (w->number == 0) {
        return begin_first(w);
    }
    out->cut.options.map = w->u.demo.map.bytes.size != 0 ? &w->u.demo.map : NULL;
    cut_begin_piece(w);
    return demo_writing_next_piece(out, w->path, tt_recording_demo(w->r.io.rec), tick_of(w->to));
}

/* Every piece has the map. Gathers the embedded map, which is read once, before the first piece,
 * for all later ones. Its sums are those that the header has: what is embedded is the same, damaged
 * or not. */
static bool keep_map(struct cut_work *w, tt_bytes piece)
{
    tt_demo_new_map *map = &w->u.demo.map;
    const tt_demo_header *header = tt_recording_demo_header(w->r.io.rec);
    if (tt_io_map_file_add(map, &w->u.demo.map_room, piece) != 0) {
        memory_tell(w->job->path);
        w->status = EXIT_SYSTEM;
        return false;
    }
    map->crc = header->map_crc;
    map->sha256 = header->map_sha256;
    return true;
}

/* What the output refuses is reported in the end. */
static bool record(struct cut_work *w)
{
    const tt_demo_event *event = w->r.io.item.demo;
    if (event->kind == TT_DEMO_MAP && w->split != 0 && !keep_map(w, event->data)) {
        return false;
    }
    set_span(w);
    /* Only after such a record can another client be in a slot; hide costs a walk over all
     * slots. */
    if (knows_people(w) && may_change_people(w)) {
        hide(w);
    }
    /* False is no failure of the work here: the span is over, or the output failed, which the end
     * of the piece reports. */
    if (!demo_writing_event(&w->u.demo.out, tt_recording_demo(w->r.io.rec), event)) {
        tt_io_reading_stop(&w->r.io);
    }
    return true;
}

/* Gives the piece its name, or forgets it. Damage that the writing found joins what is known of the
 * run. */
static bool end(struct cut_work *w, bool is_wanted)
{
    struct cut_demo *d = &w->u.demo;
    int32_t first = d->out.cut.first_tick;
    /* A game time of the reading counts from the first tick marker, so the difference is that
     * marker: the start time of the header is its time, and moves by the way from there to the
     * first tick here. */
    tt_demo_write_start_tick(&d->out.file.writer, first - tt_io_reading_time(&w->r.io, first));
    bool is_there = demo_writing_end(&d->out, tt_recording_demo(w->r.io.rec), is_wanted);
    exit_worsen(&w->status, d->out.status);
    return is_there;
}

static void report(const struct cut_work *w)
{
    demo_writing_report(&w->u.demo.out);
}

static void free_map(struct cut_work *w)
{
    tt_io_map_file_free(&w->u.demo.map);
}

const struct cut_format cut_format_demo = {true, want, begin, record, end, report, free_map};
