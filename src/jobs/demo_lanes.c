/* SPDX-License-Identifier: MIT
 *
 * Finds the map of demos, opens demos of pieces, and renames complete demos.
 *
 * A lane lasts from the begin of its piece (without `split`, of the pass) to its end, and has its
 * own file and writer. The snapshots and messages come from its view, which other lanes may share.
 */
#include "jobs/demo.h"
#include "teehistorian/record.h"

#include <stdlib.h>
#include <string.h>

#include "demo/write.h"
#include "host/error.h"
#include "host/file_inside.h"
#include "host/inside.h"
#include "host/map.h"

/* Loads the map. The game may be able to read a map that this library cannot read: that map is
 * embedded, and the demo lacks the hooks, freezing and weapons that need a map. */
static bool load_map(struct demo_work *w)
{
    tt_io_error error;
    if (tti_map_terrain_load(&w->terrain, w->found.map.bytes, &error) &&
        tti_map_settings_load(&w->settings, w->found.map.bytes, &error)) {
        return true;
    }
    tti_map_terrain_free(&w->terrain);
    if (error.status == TT_ERR_SYSTEM) {
        return tti_job_fail_with(&w->voice, &error, w->found.path);
    }
    tti_job_tell(&w->voice, TT_LEVEL_WARNING, w->found.path,
                 "%s; so the demo shows no hooks, freezing and found weapons", error.text);
    return true;
}

/* Opens the map. A system error ends the run, because a map that exists must not be left out
 * without a report. */
bool tti_demo_map_open(struct demo_work *w)
{
    const tt_io_demo_options *o = w->options;
    const tt_io_map_ask ask = {
        .file = o->map,
        .without = o->no_map ? NULL
                             : ": the demo shows no hooks, freezing and found weapons, and plays "
                               "only in a game that has the map",
        .says_why = true,
        .stop = w->how.stop,
        .on_say = tti_job_say,
        .user = &w->voice};
    if (!tti_io_map_of(&w->found, w->r, w->path, &ask) || (w->found.path != NULL && !load_map(w))) {
        return false;
    }
    tti_job_tell_cut(&w->voice, w->r, w->path);
    w->physics = malloc(tt_convert_physics_size(tti_demo_terrain(w)));
    if (w->physics == NULL) {
        return tti_job_fail(&w->voice, TT_ERR_SYSTEM, w->path, "there is not enough memory");
    }
    return tti_demo_map_hints(w);
}

bool tti_demo_map_hints(struct demo_work *w)
{
    tt_io_error error;
    tti_hints_free(&w->hints);
    return tti_demo_terrain(w) == NULL ||
           tti_reading_hints(&w->hints, w->r, w->found.map.bytes, w->r->to, &error) ||
           tt_io_stop_wanted(w->how.stop) || tti_job_fail_with(&w->voice, &error, w->path);
}

void tti_demo_map_close(struct demo_work *w)
{
    tti_hints_free(&w->hints);
    free(w->physics);
    free((void *)w->settings.data);
    tti_map_terrain_free(&w->terrain);
    tti_map_found_free(&w->found);
}

void tti_demo_map_embed(struct demo_work *w)
{
    if (w->found.path != NULL && !w->options->no_map) {
        w->header.map_size = (uint32_t)w->found.map.bytes.size;
        w->header.map_sha256 = w->found.map.sha256;
        w->header.has_sha256 = true;
        w->header.version = 6;
    }
}

/* Returns the view for a demo. With `only` or `as`, and without `split`, every demo has a view of
 * its own. A demo does not join a view that has left out ticks (shift), because the ticks of that
 * view are lower than those of the demo. */
static struct demo_view *view_for(struct demo_work *w, const tt_io_span *piece)
{
    const tt_io_demo_options *options = w->options;
    bool is_mine = demo_is_own(options);
    for (size_t i = 0; i < w->views; i++) {
        if (w->view[i]->only == NULL && w->view[i]->c->shift == 0) {
            return w->view[i];
        }
    }
    struct demo_view *view = calloc(1, sizeof *view);
    /* The base has followed the recording, so the looks of clients are right from the first tick
     * on. With `only`, views ask the base for looks (`shared`), and of_cid finds the views that
     * show the tee of a record. */
    if (view != NULL) {
        view->only = is_mine ? piece : NULL;
        tti_demo_view_begin(view, &w->convert, &w->header);
        view->tick = w->tick;
        view->c->only = options->only;
        if (piece->cid >= 0) {
            view->c->focus[piece->cid] =
                is_mine &&
                tti_th_history_seen(w->desk.past)->slot[piece->cid].session == piece->session;
            view->c->local = options->as != NULL ? piece->cid : -1;
        }
        if (demo_shares(options)) {
            view->c->shared = w->base;
            view->next_of_cid = w->of_cid[piece->cid];
            w->of_cid[piece->cid] = view;
        }
        w->view[w->views++] = view;
    }
    return view;
}

static void drop_view(struct demo_work *w, struct demo_view *view)
{
    if (view->c->shared != NULL && view->first == NULL) {
        struct demo_view **at = &w->of_cid[view->only->cid];
        while (*at != view) {
            at = &(*at)->next_of_cid;
        }
        *at = view->next_of_cid;
    }
    for (size_t i = 0; i < w->views && view->first == NULL; i++) {
        if (w->view[i] == view) {
            w->view[i] = w->view[--w->views];
            free(view);
            return;
        }
    }
}

/* Opens the file of a demo. Demos that share a view share one memory for packing, because each
 * packs only its first tick and its keyframes. The header has the start time of tick 0, which is
 * tick -shift in the demo. */
static bool open_file(struct demo_work *w, struct demo_lane *lane, struct demo_view *view)
{
    const tt_io_file_options how = {.replace = w->options->force, .patches = true};
    tt_demo_write_memory *memory = view->only != NULL ? &view->memory : &w->desk.memory;
    tt_io_error error;
    if (lane->piece->cid >= 0) {
        if (!tti_demo_path(lane->made, w, lane->piece)) {
            return false;
        }
        lane->path = lane->made;
    }
    lane->file = w->sink != NULL
                     ? tti_host_file_into(w->sink->put, w->sink->user, &error)
                     : tti_output_open(lane->path, w->path, w->options->map, &how, &error);
    if (lane->file == NULL) {
        tti_output_failed(&error, lane->path);
        return tti_job_fail_with(&w->voice, &error, NULL);
    }
    tt_demo_writer_init(&lane->writer, memory, tt_io_file_put, lane->file);
    tti_demo_write_start_tick(&lane->writer, -view->c->shift);
    if (tt_demo_write_header(&lane->writer, &w->header) == TT_OK && w->header.map_size != 0) {
        tt_demo_write_map(&lane->writer, w->found.map.bytes);
    }
    return true;
}

bool tti_demo_lane_open(struct demo_work *w, tt_io_span *piece)
{
    struct demo_lane *lane = calloc(1, sizeof *lane);
    struct demo_view *view = lane != NULL ? view_for(w, piece) : NULL;
    if (view == NULL) {
        free(lane);
        return tti_job_fail(&w->voice, TT_ERR_SYSTEM, w->path, "there is not enough memory");
    }
    lane->path = w->options->output;
    lane->piece = piece;
    if (!open_file(w, lane, view)) {
        drop_view(w, view);
        free(lane);
        return false;
    }
    lane->view = view;
    lane->next = view->first;
    view->first = lane;
    view->fresh++;
    w->lane[w->lanes++] = lane;
    return true;
}

/* Begins the next leg. It has a conversion of its own, and items of another version may have
 * another length, so its first snapshot is a keyframe. */
void tti_demo_lane_join(struct demo_work *w)
{
    const struct demo_leg *leg = &w->run.leg[w->run.at];
    struct demo_lane *lane = w->lane[0];
    struct demo_view *view = lane->view;
    tti_convert *c = view->c;
    int32_t silence = c->shift - w->run.shift;
    int32_t shift = (int32_t)(leg->from - (leg[-1].to - c->shift));
    lane->snapshots += c->snapshots;
    lane->messages += c->messages;
    lane->left_out += c->left_out;
    w->run.nameless += c->nameless;
    w->run.gone += silence;
    w->run.shift = shift;
    tti_demo_view_begin(view, &w->convert, &w->header);
    c->only = w->options->only;
    c->shift = shift;
    c->marker_tick = (int32_t)leg->from;
    c->no_note = c->no_note || strcmp(leg[-1].path, leg->path) == 0;
    view->tick = 0;
    tti_demo_writer_of(&lane->writer)->has_snap = false;
}

static void report(const struct demo_work *w, const struct demo_lane *lane)
{
    const tti_convert *c = lane->view->c;
    const tt_io_span *piece = lane->piece;
    tt_demo_writer_view writer = tt_demo_writer_look(&lane->writer);
    bool is_one = piece->cid < 0;
    const tt_io_demo_made made = {
        .output = lane->path,
        .first_tick = lane->first_tick,
        .last_tick = writer.tick,
        .bytes = writer.written,
        .snapshots = lane->snapshots + c->snapshots,
        .messages = lane->messages + c->messages,
        .markers = writer.header->marker_count,
        .left_out = lane->left_out + c->left_out,
        .nameless = is_one ? w->run.nameless + c->nameless : 0,
        .shortened = w->run.gone + c->shift - w->run.shift,
        .map = w->found.path,
        .map_bytes = writer.header->map_size,
        .cid = is_one ? w->eyes.shown : piece->cid,
        .name = !is_one              ? piece->name
                : w->eyes.shown >= 0 ? w->eyes.name
                                     : NULL,
        .run = piece->run,
        .other = is_one ? w->eyes.other : -1,
    };
    if (w->options->on_made != NULL) {
        w->options->on_made(w->options->user, &made);
    }
}

/* Fills *error with the reason why a single demo is dropped, the first one of these: the span is
 * outside, nobody had the name, nobody was in the span, the ticks are too large, nothing was
 * written, nobody was ever connected. */
static void judge(const struct demo_work *w, const struct demo_lane *lane, bool is_short,
                  tt_io_error *error)
{
    const tt_io_people *as = &w->plan.hidden, *focus = &w->plan.kept, *absent = NULL;
    const char *why = NULL;
    tti_error_clear(error);
    if (is_short && tt_io_spans_outside(w->r, w->how.from, w->how.to, error)) {
        return;
    }
    if (!lane->has_begun && as->count != 0) {
        absent = as;
    } else if (!lane->has_begun && w->options->as != NULL) {
        why = "the player of `as` is not in this span";
    } else if (is_short && lane->piece->from >= TT_DEMO_TICK_END - lane->view->c->shift) {
        why = "the ticks are too large for a demo";
    } else if (is_short) {
        why = "nothing is in this span: a demo of it would not play and is not written";
    } else if (focus->count != 0 && !w->has_somebody) {
        absent = focus;
    }
    if (absent != NULL) {
        tti_io_people_none(absent, w->path, w->how.stop, error);
    } else if (why != NULL) {
        tti_error_say(error, TT_ERR_PLACE, "%s", why);
    }
}

/* Returns true when the demo is kept. An empty demo among several is no failure. */
static bool is_worth_it(struct demo_work *w, const struct demo_lane *lane)
{
    bool is_short = !lane->has_begun || lane->snapshots + lane->view->c->snapshots < DEMO_FEWEST;
    tt_io_error error;
    if (lane->piece->cid >= 0) {
        w->too_short += is_short;
        return !is_short;
    }
    judge(w, lane, is_short, &error);
    return error.status == TT_OK || tti_job_fail_with(&w->voice, &error, w->path);
}

/* Commits a demo. The commit of a failed file reports why it failed, and removes it. */
static void commit(struct demo_work *w, struct demo_lane *lane)
{
    tt_demo_patch patch;
    tt_io_error error;
    bool is_whole = tt_io_output_error(tt_io_file_out(lane->file)) == 0;
    if (is_whole && !is_worth_it(w, lane)) {
        tt_io_file_discard(lane->file);
        return;
    }
    if (is_whole && tt_demo_write_finish(&lane->writer, &patch) == TT_OK) {
        tti_file_patch(lane->file, 0, (tt_bytes){patch.bytes, patch.size});
    }
    if (tt_io_file_commit(lane->file, &error)) {
        w->written++;
        report(w, lane);
    } else if (!tt_io_stop_wanted(w->how.stop)) {
        tti_output_failed(&error, lane->path);
        tti_job_fail_with(&w->voice, &error, NULL);
    }
}

/* Closes a lane. The view is flushed first, because its ticks so far belong to the demo. The last
 * lane moves to this index, so several lanes are closed from the last one down. */
void tti_demo_lane_close(struct demo_work *w, size_t index, bool is_whole)
{
    struct demo_lane *lane = w->lane[index], **at = &lane->view->first;
    tti_demo_view_flush(lane->view);
    if (is_whole) {
        commit(w, lane);
    } else {
        tt_io_file_discard(lane->file);
    }
    lane->piece->is_done = true;
    while (*at != lane) {
        at = &(*at)->next;
    }
    *at = lane->next;
    lane->view->fresh -= !lane->has_begun;
    drop_view(w, lane->view);
    w->lane[index] = w->lane[--w->lanes];
    free(lane);
}
