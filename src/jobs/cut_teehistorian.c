/* SPDX-License-Identifier: MIT
 *
 * Cuts teehistorian files.
 *
 * Records of the reading go one by one to the core's cut (tt_th_cut), which writes the state at the
 * begin as records, copies the rest, and ends with FINISH. docs/cut.md describes the result.
 */
#include "jobs/cut.h"
#include "recording/stream.h"
#include "teehistorian/cut.h"

#include <inttypes.h>
#include <stdlib.h>

static void want(const struct cut_work *w, tt_io_reading_options *how)
{
    (void)w;
    how->wants = TT_WANT_RECORDS | TT_WANT_FACTS;
    how->facts = TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE);
}

static bool wants(void *user, uint64_t session, int32_t cid)
{
    return tti_cut_keeps(user, session, cid);
}

/* Writes the header. Its new text may have 1 MiB, so it is not on the stack. TT_ERR_TH_WRITE_PUT is
 * reported at the end of the piece. */
static bool write_header(struct cut_work *w)
{
    tt_th_cut *cut = &w->u.th.cut;
    size_t size = tt_th_cut_header_bound(cut, &w->r->th_header);
    uint8_t *space = calloc(1, size);
    if (space == NULL) {
        return tti_job_fail(&w->voice, TT_ERR_SYSTEM, w->path, "there is not enough memory");
    }
    tt_status status = tt_th_cut_header(cut, &w->r->th_header, space, size);
    free(space);
    if (status != TT_OK && status != TT_ERR_TH_WRITE_PUT) {
        tti_job_fail(&w->voice, TT_ERR_SYSTEM, w->path, "%s", tt_status_text(status));
    }
    return status == TT_OK;
}

/* Begins the piece in the state at the end of the tick before it. `end` discards a piece that
 * cannot be begun. Pointers into the recording must remain valid over all pieces. */
static bool begin(struct cut_work *w)
{
    struct cut_teehistorian *th = &w->u.th;
    tt_th_cut_options options = {.from = (int32_t)w->from,
                                 .to = w->to,
                                 .wants = w->keeps_some ? wants : NULL,
                                 .user = w,
                                 .selection = tt_bytes_of(w->selection)};
    th->file = tti_cut_open(w, false);
    if (th->file == NULL) {
        return false;
    }
    tt_th_writer_init(&th->writer, th->buffer, sizeof th->buffer, tt_io_file_put, th->file);
    tt_th_cut_init(&th->cut, &th->writer, &options);
    tti_cut_begin_piece(w);
    th->th = tti_recording_th(w->r->rec);
    th->history = tti_recording_th_history(w->r->rec);
    th->change = tti_recording_th_change(w->r->rec);
    bool has_begun = write_header(w) && tti_th_cut_state(&th->cut, tt_recording_world(w->r->rec),
                                                         th->history) == TT_OK;
    if (has_begun && !w->keeps_some) {
        tti_recording_copy(w->r->rec, &th->writer);
    }
    return has_begun;
}

static bool record(struct cut_work *w)
{
    struct cut_teehistorian *th = &w->u.th;
    return tti_th_cut_event(&th->cut, th->th, w->r->item.th, th->history, th->change) == TT_OK;
}

/* Returns the end of a piece. A silence has no record at its last tick, only one after it. */
static int64_t end_of(const struct cut_work *w)
{
    int64_t last = tt_recording_world(w->r->rec)->tick;
    if (w->r->is_later) {
        return w->to;
    }
    int64_t end = last >= w->from ? last + 1 : w->from;
    return end < w->to ? end : w->to;
}

static void report(struct cut_work *w)
{
    const struct cut_teehistorian *th = &w->u.th;
    tt_io_cut_piece piece = {.cut = &th->cut,
                             .from = w->from,
                             .to = end_of(w),
                             .has_end = w->to != TT_IO_PLACE_END,
                             .bytes = tt_th_writer_size(&th->writer),
                             .players = w->players};
    uint64_t left_out = tt_th_cut_look(&th->cut).left_out;
    if (left_out != 0) {
        tti_job_tell(&w->voice, TT_LEVEL_WARNING, w->path,
                     "%" PRIu64 " records that no reader would accept are left out", left_out);
    }
    tti_cut_report(w, &piece);
}

/* Ends a piece. A failed write is reported here, because `begin` and `record` did not report it. */
static bool end(struct cut_work *w, bool is_wanted)
{
    struct cut_teehistorian *th = &w->u.th;
    tt_io_file *file = th->file;
    tt_io_error error;
    th->file = NULL;
    tti_recording_copy(w->r->rec, NULL);
    if (file == NULL) {
        return false;
    }
    if (w->r->is_later) {
        tti_th_cut_later(&th->cut);
    }
    if (is_wanted &&
        tt_th_cut_finish(&th->cut, tt_recording_world(w->r->rec), th->history) == TT_OK) {
        if (!tt_io_file_commit(file, &error)) {
            return tti_cut_fail_output(w, &error);
        }
        report(w);
        return true;
    }
    int number = tt_io_output_error(tt_io_file_out(file));
    if (number != 0) {
        tt_io_error_system(&error, number, "cannot be written");
        tti_cut_fail_output(w, &error);
    }
    tt_io_file_discard(file);
    return false;
}

const struct cut_format tti_cut_teehistorian = {false, want, begin, record, end, NULL};
