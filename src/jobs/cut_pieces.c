/* SPDX-License-Identifier: MIT
 *
 * Writes the pieces of a cut in one pass.
 *
 * The order of the steps is the same for every format: go to the span, begin a piece, take its
 * items, end it, and begin the next piece. The reading stops before the first record after a piece,
 * so that the next piece starts there.
 */
#include <stdio.h>
#include <string.h>

#include "host/file_inside.h"
#include "jobs/cut.h"
#include "reading/inside.h"
#include "teetape/io/compress.h"

const char *tti_cut_equals(const char *text)
{
    const char *at = strrchr(text, '=');
    return at != NULL && at != text ? at : NULL;
}

/* Returns the offset of the ending, which in "a/game.teehistorian.xz" has two parts. A name such as
 * ".demo" has no ending, and neither has a folder with a dot. */
static size_t ending_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t name = slash != NULL ? (size_t)(slash + 1 - path) : 0;
    const tt_io_compressor *packed = tt_io_compressor_of(path + name);
    size_t end = strlen(path) - (packed != NULL ? strlen(packed->ending) : 0);
    for (size_t at = end; at > name + 1; at--) {
        if (path[at - 1] == '.') {
            return at - 1;
        }
    }
    return end;
}

bool tti_cut_fail_output(struct cut_work *w, tt_io_error *error)
{
    tti_output_failed(error, w->path_of_piece);
    return tti_job_fail_with(&w->voice, error, NULL);
}

tt_io_file *tti_cut_open(struct cut_work *w, bool patches)
{
    const tt_io_file_options how = {.replace = w->options->force, .patches = patches};
    tt_io_error error;
    tt_io_file *file = w->put != NULL ? tti_host_file_into(w->put, w->user, &error)
                                      : tti_output_open(w->path_of_piece, w->path,
                                                        w->options->attach_map, &how, &error);
    if (file == NULL) {
        tti_job_fail_with(&w->voice, &error, NULL);
    }
    return file;
}

void tti_cut_report(const struct cut_work *w, tt_io_cut_piece *piece)
{
    piece->output = w->path_of_piece;
    if (w->options->on_made != NULL) {
        w->options->on_made(w->options->user, piece);
    }
}

bool tti_cut_keeps(const struct cut_work *w, uint64_t session, int32_t cid)
{
    return !w->keeps_some || tti_io_people_have(&w->spans.kept, session, cid);
}

void tti_cut_begin_piece(struct cut_work *w)
{
    w->has_begun = true;
    w->players = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_session session = tt_recording_session(w->r->rec, cid);
        w->players += session.open && tti_cut_keeps(w, session.number, cid);
    }
}

/* Counts the players of a piece. TT_LEFT_NOBODY cancels a JOIN, because the client of the slot had
 * already left (docs/cut.md). */
static void take_fact(struct cut_work *w, const tt_fact *fact)
{
    bool is_kept = tti_cut_keeps(w, fact->session, fact->cid);
    if (fact->kind == TT_FACT_JOIN) {
        tti_people_take(&w->spans.kept, fact);
        tti_people_take(&w->spans.hidden, fact);
        tti_people_take(&w->spans.renamed, fact);
        w->players += w->has_begun && is_kept;
    } else if (fact->kind == TT_FACT_LEAVE && fact->u.leave.how == TT_LEFT_NOBODY) {
        w->players -= w->has_begun && is_kept;
    }
}

static void place(struct cut_work *w)
{
    int64_t split = w->split;
    w->is_placed = true;
    w->from = w->first + w->number * split;
    w->to = split != 0 && w->from + split < w->r->to ? w->from + split : w->r->to;
    tti_io_reading_until(w->r, w->to);
}

static bool take(struct cut_work *w)
{
    int32_t first_tick = w->is_placed ? -1 : tt_recording_look(w->r->rec).first_tick;
    if (first_tick >= 0) {
        w->first = w->r->from > first_tick ? w->r->from : first_tick;
        place(w);
    }
    if (w->r->in_span && !w->has_begun) {
        tti_cut_begin_piece(w);
    }
    if (w->r->item.kind == TT_ITEM_RECORD) {
        return w->format->record(w);
    }
    if (w->r->item.kind == TT_ITEM_FACT) {
        take_fact(w, w->r->item.fact);
    }
    return true;
}

static bool has_somebody(struct cut_work *w)
{
    tt_io_error error;
    if (w->players != 0 || !w->keeps_some) {
        return true;
    }
    tti_io_people_none(&w->spans.kept, w->path, w->how.stop, &error);
    return tti_job_fail_with(&w->voice, &error, w->path);
}

static bool has_everybody(struct cut_work *w)
{
    tt_io_error error;
    return tti_spans_have_all(&w->spans, w->path, &w->ask, &error) ||
           tti_job_fail_with(&w->voice, &error, w->path);
}

static bool is_span_good(struct cut_work *w)
{
    tt_io_error error;
    if (w->r->from >= w->r->to) {
        return tti_job_fail(&w->voice, TT_ERR_PLACE, w->path,
                            "the span is empty: `to` has to be after `from`");
    }
    return !tt_io_spans_outside(w->r, w->how.from, w->how.to, &error) ||
           tti_job_fail_with(&w->voice, &error, w->path);
}

/* Writes a piece. Calls `end` even after a failure, to remove the unfinished file. After a stop or
 * a failure of the system the piece is removed; after damage it is kept. Without a survey all names
 * are known only at the last piece, and not even there when the span ends before the recording. */
static bool write_piece(struct cut_work *w)
{
    bool is_good = w->format->begin(w);
    while (is_good && tt_io_reading_next(w->r)) {
        is_good = take(w);
    }
    is_good = is_good && !tti_job_is_ended(w->r, w->how.stop) && is_span_good(w) &&
              has_somebody(w) &&
              (!w->spans.is_learning || w->split != 0 || w->r->is_later || has_everybody(w));
    return w->format->end(w, is_good);
}

static bool set_path(struct cut_work *w)
{
    const char *output = w->options->output;
    size_t ending = w->split != 0 ? ending_of(output) : 0;
    int size = w->split != 0 ? snprintf(w->path_of_piece, JOB_PATH, "%.*s.%03u%s", (int)ending,
                                        output, (unsigned)w->number + 1, output + ending)
                             : snprintf(w->path_of_piece, JOB_PATH, "%s", output);
    bool has_room = size >= 0 && size < JOB_PATH;
    return has_room || tti_job_fail(&w->voice, TT_ERR_SYSTEM, output, "the path is too long");
}

/* Returns true when another piece follows. is_later means that reading stopped at a record after
 * the piece, within the whole span. */
static bool goes_on(const struct cut_work *w)
{
    return w->r->is_later && w->split != 0 && w->r->item.tick < w->r->to &&
           tt_io_error_rank(w->voice.error) <= 1 && !tt_io_stop_wanted(w->how.stop);
}

/* Skips to the end of the tick before the span; a demo is not skipped, because its cut needs the
 * items from before the span. A cut from tick 0 writes at least the header, even without a
 * record. */
static bool go_to_span(struct cut_work *w)
{
    if (w->format->is_whole) {
        return true;
    }
    tti_io_reading_skip(w->r, w->r->from);
    if (w->r->is_at_end || w->r->is_later) {
        return is_span_good(w);
    }
    if (w->r->from != 0 && w->r->errors > w->r->passed_errors && !tt_io_stop_wanted(w->how.stop)) {
        return tti_job_fail(&w->voice, TT_ERR_FORMAT, w->path,
                            "this span has nothing readable, so nothing was written");
    }
    return w->r->from == 0;
}

/* Writes all pieces. A piece that has no records gets no file, but keeps its number. For stdin,
 * missing names are reported at the end, because they are known only when everything was read. */
bool tti_cut_write(struct cut_work *w)
{
    bool has_pieces = false;
    if (!is_span_good(w) || !go_to_span(w)) {
        return false;
    }
    w->first = w->from = w->r->from;
    w->to = w->r->to;
    if (!w->format->is_whole) {
        place(w);
    }
    while (set_path(w)) {
        has_pieces |= write_piece(w);
        if (!goes_on(w)) {
            break;
        }
        w->number = (w->r->item.tick - w->first) / w->split;
        place(w);
    }
    if (has_pieces && w->spans.is_learning && w->r->is_later) {
        tti_spans_warn_unseen(&w->spans, w->path, &w->ask);
    } else if (has_pieces && w->spans.is_learning && w->split != 0) {
        has_everybody(w);
    }
    return has_pieces;
}
