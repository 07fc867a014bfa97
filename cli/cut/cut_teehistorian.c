/* SPDX-License-Identifier: MIT
 *
 * A teehistorian file as an output of teetape cut.
 *
 * Records of the reading go one by one to the core's cut (tt_th_cut), which writes the state at the
 * begin as records, copies the rest, and ends with FINISH. docs/cut.md says what is in such a file.
 */
#include "cli/cut/cut_write.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/target.h"
#include "cli/show/text.h"

/* LEAVE is wanted for sessions that were none: see take_fact of cut_write.c. */
static void want(const struct cut_work *w, struct reading_options *how)
{
    (void)w;
    how->wants = TT_WANT_RECORDS | TT_WANT_FACTS;
    how->facts = TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE);
}

/* The callback of the core's cut; `user` is the work. */
static int wants(void *user, uint64_t session, int32_t cid)
{
    return cut_keeps(user, session, cid);
}

/* The space is for the text of the new header, which may have a mebibyte, and is needed during the
 * call alone. TT_ERR_TH_WRITE_PUT is not reported here: the output failed, and the end of the piece
 * says why. */
static bool write_header(struct cut_work *w)
{
    tt_th_cut *cut = &w->u.th.cut;
    size_t size = tt_th_cut_header_bound(cut, &w->r.io.th_header);
    uint8_t *space = memory_zeros(w->job->path, size);
    if (space == NULL) {
        w->status = EXIT_SYSTEM;
        return false;
    }
    tt_status status = tt_th_cut_header(cut, &w->r.io.th_header, space, size);
    free(space);
    if (status != TT_OK && status != TT_ERR_TH_WRITE_PUT) {
        message_say(MESSAGE_ERROR, w->job->path, "%s", tt_status_text(status));
        w->status = EXIT_SYSTEM;
    }
    return status == TT_OK;
}

/* At the end of the tick before the piece: opens the file, writes the header and the records that
 * make the state. A piece that cannot be begun is discarded by `end`, which is called in any case.
 * The pointers into the recording remain where they are over all pieces. */
static bool begin(struct cut_work *w)
{
    struct cut_teehistorian *th = &w->u.th;
    tt_th_cut_options options = {.from = (int32_t)w->from, /* it lies below `to` */
                                 .to = w->to,
                                 .wants = w->keeps_some ? wants : NULL,
                                 .user = w,
                                 .selection = tt_bytes_of(w->selection)};
    th->file = target_open(w->path, 0, w->job, &w->status);
    th->is_open = th->file != NULL;
    if (!th->is_open) {
        return false;
    }
    tt_th_writer_init(&th->writer, th->buffer, sizeof th->buffer, tt_io_file_put, th->file);
    tt_th_cut_init(&th->cut, &th->writer, &options);
    cut_begin_piece(w);
    th->th = tt_recording_th(w->r.io.rec);
    th->history = tt_recording_th_history(w->r.io.rec);
    th->change = tt_recording_th_change(w->r.io.rec);
    return write_header(w) && tt_th_cut_state(&th->cut, th->th->world, th->history) == TT_OK;
}

/* The core leaves out the records of others and changes what a strict reader would refuse; false
 * means that the output failed. */
static bool record(struct cut_work *w)
{
    struct cut_teehistorian *th = &w->u.th;
    return tt_th_cut_event(&th->cut, th->th, w->r.io.item.th, th->history, th->change) == TT_OK;
}

/* Nothing to do where the file was not opened. A failed write is reported once, here, with the
 * number that the output kept: what failed before in `begin` or `record` only ended the work. */
static bool end(struct cut_work *w, bool is_wanted)
{
    struct cut_teehistorian *th = &w->u.th;
    tt_io_error error;
    if (!th->is_open) {
        return false;
    }
    th->is_open = false;
    if (is_wanted && tt_th_cut_finish(&th->cut, th->th->world, th->history) == TT_OK) {
        if (!tt_io_file_commit(th->file, &error)) {
            w->status = target_failed(w->job, w->path, &error);
            return false;
        }
        return true;
    }
    int number = tt_io_output_error(tt_io_file_out(th->file));
    if (number != 0) {
        tt_io_error_system(&error, number, "cannot be written");
        w->status = target_failed(w->job, w->path, &error);
    }
    tt_io_file_discard(th->file);
    return false;
}

/* The tick after the last one of the piece: where the recording ends, if that is before the end of
 * the span. In a silence there is no record of its last tick, but one after it. */
static int64_t end_of(const struct cut_work *w)
{
    int64_t last = w->u.th.th->world->tick;
    if (w->r.io.is_later) {
        return w->to;
    }
    int64_t end = last >= w->from ? last + 1 : w->from;
    return end < w->to ? end : w->to;
}

/* An object of --json; its members are the rows below, in this order. */
struct result {
    const char *output;
    int64_t from, to, ticks;
    uint64_t bytes, events, players, left_out;
    const tt_uuid *game_uuid, *cut_of;
};

const struct column cut_columns[] = {
    COLUMN(struct result, output, "the file that was written"),
    COLUMN(struct result, from, "its first tick"),
    COLUMN(struct result, to, "the tick after its last one; null for the end of the recording"),
    COLUMN(struct result, ticks, "how many it has"),
    COLUMN(struct result, bytes, "of the cut, before compression"),
    COLUMN(struct result, events, "records taken from the original"),
    COLUMN(struct result, players, "sessions in it"),
    COLUMN(struct result, left_out, "records that no reader would accept"),
    COLUMN(struct result, game_uuid, "of the cut"),
    COLUMN(struct result, cut_of, "game_uuid of the first original"),
    COLUMNS_END,
};

/* `to` is null for a cut to the end of the recording, where it is empty in the name of the
 * game_uuid, too; `ticks` counts up to the last tick that has one. */
static void print_json(const struct cut_work *w)
{
    const tt_th_cut *cut = &w->u.th.cut;
    const struct result result = {
        .output = w->path,
        .from = w->from,
        .to = w->to != TT_IO_PLACE_END ? end_of(w) : COLUMN_UNKNOWN,
        .ticks = end_of(w) - w->from,
        .bytes = w->u.th.writer.written,
        .events = cut->events,
        .players = w->players,
        .left_out = cut->left_out,
        .game_uuid = &cut->game_uuid,
        .cut_of = &cut->cut_of,
    };
    rows_json(w->job, cut_columns, TT_FORMAT_TEEHISTORIAN, &result);
}

/* The line for eyes: times are of the game, so that they can be given to --from and --to again. */
static void print_text(const struct cut_work *w)
{
    tt_io_output *out = w->job->out;
    char from[TEXT_TIME], to[TEXT_TIME], line[200];
    text_time(from, (int32_t)w->from);
    text_time(to, end_of(w));
    text_safe(out, tt_bytes_of(w->path));
    snprintf(line, sizeof line,
             ": %s to %s (ticks %" PRId64 " to %" PRId64 "), %" PRIu64 " %s, %" PRIu64 " bytes\n",
             from, to, w->from, end_of(w), w->players, w->players == 1 ? "player" : "players",
             w->u.th.writer.written);
    tt_io_output_text(out, line);
}

/* Records that a strict reader would refuse are a fault of the original: said once, with their
 * number, on stderr. */
static void report(const struct cut_work *w)
{
    const struct settings *settings = w->job->settings;
    if (w->u.th.cut.left_out != 0) {
        message_say(MESSAGE_WARNING, w->job->path,
                    "%" PRIu64 " records that no reader would accept are left out",
                    w->u.th.cut.left_out);
    }
    if (settings->json) {
        print_json(w);
    } else if (target_wants_words(settings, w->path)) {
        print_text(w);
    }
}

const struct cut_format cut_format_teehistorian = {false, want, begin, record, end, report, NULL};
