/* SPDX-License-Identifier: MIT
 *
 * Cuts demos.
 *
 * Chunks of the reading go one by one to the core's cut (tt_demo_cut), which makes the keyframe at
 * the begin, keeps messages from before it, and hides and renames clients. tt_demo_cut gets the
 * span and the hidden clients at each chunk from here; job.c opens and closes the file.
 */
#include "jobs/cut.h"

#include "demo/demo.h"
#include "demo/write.h"
#include "host/error.h"
#include "host/inside.h"
#include "host/map.h"
#include "teetape/io/map.h"

static bool knows_people(const struct cut_work *w)
{
    return w->keeps_some || w->spans.hidden.count + w->spans.renamed.count != 0;
}

/* Sets what the reading gives: JOIN facts to count players, and names, because hiding works by
 * sessions. Messages that describe a lasting state may be far before the span. */
static void want(const struct cut_work *w, tt_io_reading_options *how)
{
    how->wants = TT_WANT_RECORDS | (knows_people(w) ? TT_WANT_FACTS : TT_WANT_NO_SESSIONS);
    how->facts = TT_FACT_BIT(TT_FACT_JOIN);
    how->wants_map = !w->options->strip_map && w->options->attach_map == NULL;
    how->wants |= how->wants_map ? TT_WANT_MAP_SUMS : 0;
    how->wants_before = true;
}

static int32_t tick_of(int64_t tick)
{
    return tick < TT_DEMO_TICK_END ? (int32_t)tick : TT_DEMO_TICK_END;
}

static bool may_change_people(const struct cut_work *w)
{
    tt_demo_kind kind = w->r->item.demo->kind;
    return kind == TT_DEMO_SNAPSHOT || kind == TT_DEMO_DELTA ||
           (kind == TT_DEMO_MESSAGE &&
            tt_demo_protocol(tt_recording_demo_header(w->r->rec)) == TT_PROTOCOL_7);
}

/* Updates the hidden clients. For a slot without a session the session at spans->first decides,
 * because the message that names the client of a 0.7 demo comes before its session. Also notes if
 * any kept player was there. */
static void hide(struct cut_work *w)
{
    const tt_io_spans *spans = &w->spans;
    if (spans->is_learning) {
        tti_io_people_look(&w->spans.kept, w->r->rec);
        tti_io_people_look(&w->spans.hidden, w->r->rec);
        tti_io_people_look(&w->spans.renamed, w->r->rec);
    }
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_session at = tt_recording_session(w->r->rec, cid);
        uint64_t session = at.open                        ? at.number
                           : at.number != TT_SESSION_NONE ? TT_SESSION_NONE
                                                          : spans->first[cid];
        bool is_kept = tti_cut_keeps(w, session, cid);
        w->players += w->has_begun && at.open && is_kept;
        w->u.demo.hidden[cid] = !is_kept || tti_io_people_have(&spans->hidden, session, cid);
    }
}

static void take(struct cut_work *w, const tt_demo_event *event)
{
    if (tt_demo_cut_event(&w->u.demo.out.cut, tt_recording_demo(w->r->rec), event) != TT_OK) {
        tt_io_reading_stop(w->r);
    }
}

/* Attaches the map of the options. A map other than the recorded one is most likely a mistake: tees
 * would move through its walls. */
static bool attach_map(struct cut_work *w)
{
    tt_io_map_sum sum;
    tt_io_error error;
    const char *path = w->options->attach_map;
    const tt_demo_header *header = tt_recording_demo_header(w->r->rec);
    if (!tti_map_file_load(&w->u.demo.map, path, w->how.stop, &sum, &error)) {
        return tti_job_fail(&w->voice, TT_ERR_SYSTEM, path, "%s", error.text);
    }
    const char *differs = tt_io_map_sum_differs(&sum, header);
    if (differs != NULL) {
        tti_error_say(&error, TT_ERR_ARGUMENT, "this is not the map of the demo, %.64s: %s%s",
                      header->map_name, differs,
                      w->options->force ? "" : "; `force` attaches it in its place");
        if (!w->options->force) {
            return tti_job_fail_with(&w->voice, &error, path);
        }
        tti_job_tell(&w->voice, TT_LEVEL_WARNING, path, "%s", error.text);
    }
    return true;
}

/* Begins the first piece. When the option `from` is set, the first tick is 1 until the span is
 * known (see record): with 0, all messages before the first tick would get into the cut. */
static bool begin_first(struct cut_work *w)
{
    struct cut_demo *d = &w->u.demo;
    const tt_io_cut_options *o = w->options;
    if (o->attach_map != NULL && !attach_map(w)) {
        return false;
    }
    for (size_t i = 0; i < o->renames.count; i++) {
        const char *text = o->renames.text[i], *equals = tti_cut_equals(text);
        d->renames[i].from = (tt_bytes){(const uint8_t *)text, (size_t)(equals - text)};
        d->renames[i].to = tt_bytes_of(equals + 1);
    }
    tt_demo_cut_options options = {
        .from = w->how.from != NULL ? 1 : 0,
        .to = TT_DEMO_TICK_END,
        .drop_map = o->strip_map,
        .map = o->attach_map != NULL ? &d->map : NULL,
        .drop_chat = o->drop_chat,
        .drop_inputs = o->drop_inputs,
        .drop_unreliable = true,
        .hide = d->hidden,
        .renames = d->renames,
        .rename_count = o->renames.count,
    };
    tt_demo_event header = {.kind = TT_DEMO_HEADER};
    d->out.file = tti_cut_open(w, true);
    if (!tt_io_demo_output_begin(&d->out, &options)) {
        return false;
    }
    if (w->split != 0) {
        tti_demo_cut_in_pieces(&d->out.cut);
    }
    hide(w);
    take(w, &header);
    return true;
}

/* Begins a piece. A later piece continues the same tt_demo_cut, which knows the state at its begin.
 * The reading has passed the map by then, so later pieces take the map from memory (keep_map). */
static bool begin(struct cut_work *w)
{
    struct cut_demo *d = &w->u.demo;
    if (w->number == 0) {
        return begin_first(w);
    }
    tti_cut_begin_piece(w);
    d->out.file = tti_cut_open(w, true);
    return tti_demo_output_next(&d->out, tt_recording_demo(w->r->rec), tick_of(w->to),
                                d->map.bytes.size != 0 ? &d->map : NULL);
}

/* Reads the embedded map once, for all pieces. The sums of the header remain, even if the map is
 * damaged. */
static bool keep_map(struct cut_work *w, tt_bytes piece)
{
    tt_demo_new_map *map = &w->u.demo.map;
    const tt_demo_header *header = tt_recording_demo_header(w->r->rec);
    if (tt_io_map_file_add(map, &w->u.demo.map_room, piece) != 0) {
        return tti_job_fail(&w->voice, TT_ERR_SYSTEM, w->path, "there is not enough memory");
    }
    map->crc = header->map_crc;
    map->sha256 = header->map_sha256;
    return true;
}

/* Gives a record to the core's cut. The span of the first piece is set again with each record,
 * because times in a demo count from its first tick marker. tti_demo_cut_next_piece sets the span
 * of a later piece. */
static bool record(struct cut_work *w)
{
    const tt_demo_event *event = w->r->item.demo;
    if (event->kind == TT_DEMO_MAP && w->split != 0 && !keep_map(w, event->data)) {
        return false;
    }
    if (w->is_placed && w->number == 0) {
        tti_demo_cut_span(&w->u.demo.out.cut, tick_of(w->r->from), tick_of(w->to));
    }
    if (knows_people(w) && may_change_people(w)) {
        hide(w);
    }
    take(w, event);
    return true;
}

static bool end(struct cut_work *w, bool is_wanted)
{
    struct cut_demo *d = &w->u.demo;
    tt_io_error error;
    int32_t first = tt_demo_cut_look(&d->out.cut).first_tick;
    tti_demo_write_start_tick(&d->out.writer, first - tt_io_reading_time(w->r, first));
    if (tt_io_demo_output_end(&d->out, tt_recording_demo(w->r->rec), is_wanted, &error)) {
        const tt_demo_writer_view written = tt_demo_writer_look(&d->out.writer);
        tt_io_cut_piece piece = {.demo = &d->out,
                                 .from = first,
                                 .to = (int64_t)written.tick + 1,
                                 .has_end = w->to != TT_IO_PLACE_END,
                                 .bytes = written.written};
        tti_cut_report(w, &piece);
        if (w->number == 0 && knows_people(w)) {
            tti_job_tell(&w->voice, TT_LEVEL_NOTE, w->path,
                         "texts of the server (joins, votes, broadcasts) and chat of others may "
                         "still name players who are hidden or renamed");
        }
        return true;
    }
    if (error.status == TT_ERR_SYSTEM) {
        return tti_cut_fail_output(w, &error);
    }
    if (error.status == TT_ERR_DEMO_EMPTY && w->split == 0) {
        error.status = TT_ERR_PLACE;
    }
    return error.status != TT_OK && tti_job_fail_with(&w->voice, &error, w->path);
}

static void free_map(struct cut_work *w)
{
    tti_map_file_free(&w->u.demo.map);
}

const struct cut_format tti_cut_demo = {true, want, begin, record, end, free_map};
