/* SPDX-License-Identifier: MIT
 *
 * A teehistorian file as an output of teetape cut.
 */
#include "cli/cut/cut_write.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/memory.h"
#include "cli/shell/target.h"
#include "cli/show/json.h"
#include "cli/show/text.h"
#include "host/message.h"

static void want(const struct cut_work *w, struct reading_options *how)
{
    (void)w;
    how->wants = TT_WANT_RECORDS | TT_WANT_FACTS;
    how->facts = TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE);
}

static int put(void *user, tt_bytes piece)
{
    struct cut_teehistorian *th = user;
    host_output_bytes(th->file.out, piece);
    return host_output_error(th->file.out);
}

static int wants(void *user, uint64_t session, int32_t cid)
{
    return cut_keeps(user, session, cid);
}

static bool write_header(struct cut_work *w)
{
    tt_th_cut *cut = &w->u.th.cut;
    size_t size = tt_th_cut_header_bound(cut, &w->r.th_header);
    uint8_t *space = memory_zeros(w->job->path, size);
    if (space == NULL) {
        w->status = EXIT_SYSTEM;
        return false;
    }
    tt_status status = tt_th_cut_header(cut, &w->r.th_header, space, size);
    free(space);
    if (status != TT_OK && status != TT_ERR_TH_WRITE_PUT) {
        host_message(HOST_MESSAGE_ERROR, w->job->path, "%s", tt_status_text(status));
        w->status = EXIT_SYSTEM;
    }
    return status == TT_OK;
}

static bool begin(struct cut_work *w)
{
    struct cut_teehistorian *th = &w->u.th;
    tt_th_cut_options options = {.from = (int32_t)w->from, /* it lies below `to` */
                                 .to = w->to,
                                 .wants = w->plan.keeps_some ? wants : NULL,
                                 .user = w,
                                 .selection = tt_bytes_of(w->plan.selection)};
    th->is_open = target_open(&th->file, w->path, w->job, &w->status);
    if (!th->is_open) {
        return false;
    }
    tt_th_writer_init(&th->writer, th->buffer, sizeof th->buffer, put, th);
    tt_th_cut_init(&th->cut, &th->writer, &options);
    cut_begin_piece(w);
    return write_header(w) && tt_th_cut_state(&th->cut, tt_recording_world(w->r.rec, 0),
                                              tt_recording_th_past(w->r.rec)) == TT_OK;
}

static bool record(struct cut_work *w)
{
    const tt_recording *rec = w->r.rec;
    tt_th_change change = tt_recording_th_change(rec);
    return tt_th_cut_event(&w->u.th.cut, tt_recording_th(rec), w->r.item.th,
                           tt_recording_th_past(rec), &change) == TT_OK;
}

static bool end(struct cut_work *w, bool is_wanted)
{
    struct cut_teehistorian *th = &w->u.th;
    struct host_error error;
    if (!th->is_open) {
        return false;
    }
    th->is_open = false;
    if (is_wanted && tt_th_cut_finish(&th->cut, tt_recording_world(w->r.rec, 0),
                                      tt_recording_th_past(w->r.rec)) == TT_OK) {
        if (!host_compressed_file_commit(&th->file, &error)) {
            w->status = target_failed(w->path, &error);
            return false;
        }
        return true;
    }
    int number = host_output_error(th->file.out);
    if (number != 0) {
        host_error_system(&error, number, "cannot be written");
        w->status = target_failed(w->path, &error);
    }
    host_compressed_file_discard(&th->file);
    return false;
}

/* The tick after the last one of the piece. */
static int64_t end_of(const struct cut_work *w)
{
    int64_t last = tt_recording_world(w->r.rec, 0)->tick;
    if (w->to != PLACE_END) {
        return w->to;
    }
    return last >= w->from ? last + 1 : w->from;
}

static void print_json(const struct cut_work *w)
{
    const tt_th_cut *cut = &w->u.th.cut;
    struct json j = json_begin(w->job->out);
    json_text_c(&j, "output", w->path);
    json_int(&j, "from", w->from);
    if (w->to != PLACE_END) {
        json_int(&j, "to", w->to);
    } else {
        json_word(&j, "to", tt_bytes_of("null"));
    }
    json_int(&j, "ticks", end_of(w) - w->from);
    json_uint(&j, "bytes", w->u.th.writer.written);
    json_uint(&j, "events", cut->events);
    json_uint(&j, "players", w->players);
    json_uint(&j, "left_out", cut->left_out);
    json_uuid(&j, "game_uuid", &cut->game_uuid);
    json_uuid(&j, "cut_of", &cut->cut_of);
    json_end(&j);
}

static void print_text(const struct cut_work *w)
{
    struct host_output *out = w->job->out;
    char from[TEXT_TIME], to[TEXT_TIME], line[200];
    text_time(from, (int32_t)w->from);
    text_time(to, end_of(w));
    text_safe(out, tt_bytes_of(w->path));
    snprintf(line, sizeof line,
             ": %s to %s (ticks %" PRId64 " to %" PRId64 "), %" PRIu64 " %s, %" PRIu64 " bytes\n",
             from, to, w->from, end_of(w), w->players, w->players == 1 ? "player" : "players",
             w->u.th.writer.written);
    host_output_text(out, line);
}

static void report(const struct cut_work *w)
{
    const struct settings *settings = w->job->settings;
    if (w->u.th.cut.left_out != 0) {
        host_message(HOST_MESSAGE_WARNING, w->job->path,
                     "%" PRIu64 " records that no reader would accept are left out",
                     w->u.th.cut.left_out);
    }
    if (settings->json) {
        print_json(w);
    } else if (!settings->quiet && strcmp(w->path, "-") != 0) {
        print_text(w);
    }
}

const struct cut_format cut_format_teehistorian = {false, want, begin, record, end, report};
