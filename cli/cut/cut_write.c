/* SPDX-License-Identifier: MIT
 *
 * Writes the pieces of a cut, one pass for all of them.
 */
#include "cli/cut/cut_write.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/cut/cut_report.h"
#include "cli/read/jump.h"
#include "cli/read/outside.h"
#include "cli/shell/target.h"
#include "host/message.h"

/* Endings of compressed files, which stand behind the ending that says what it is. */
static const char *const compressed[] = {".xz", ".zst", ".gz"};

/* Where the ending of a file's name begins: that of "a/game.teehistorian.xz" has both parts. */
static size_t ending_of(const char *path)
{
    const char *slash = strrchr(path, '/');
    size_t name = slash != NULL ? (size_t)(slash - path) + 1 : 0;
    size_t end = strlen(path);
    for (size_t i = 0; i < sizeof compressed / sizeof compressed[0]; i++) {
        size_t size = strlen(compressed[i]);
        if (end > name + size && strcmp(path + end - size, compressed[i]) == 0) {
            end -= size;
            break;
        }
    }
    for (size_t at = end; at > name + 1; at--) {
        if (path[at - 1] == '.') {
            return at - 1;
        }
    }
    return end;
}

bool cut_path_number(char dst[CUT_PATH], const char *output, unsigned number)
{
    size_t ending = ending_of(output);
    int size = snprintf(dst, CUT_PATH, "%.*s.%03u%s", (int)ending, output, number, output + ending);
    return size >= 0 && size < CUT_PATH;
}

static void fail(struct cut_work *w, enum exit_status status, const char *path, const char *text)
{
    host_message(HOST_MESSAGE_ERROR, path, "%s", text);
    w->status = status;
}

static int put(void *user, tt_bytes piece)
{
    struct cut_work *w = user;
    host_output_bytes(w->file.out, piece);
    return host_output_error(w->file.out);
}

static int wants(void *user, uint64_t session, int32_t cid)
{
    const struct cut_work *w = user;
    return select_session(&w->plan.select, session, cid);
}

static bool write_header(struct cut_work *w)
{
    size_t size = tt_th_cut_header_bound(&w->cut, &w->r.header);
    uint8_t *space = malloc(size);
    tt_status status = TT_ERR_SPACE;
    if (space != NULL) {
        status = tt_th_cut_header(&w->cut, &w->r.header, space, size);
    }
    free(space);
    if (status != TT_OK && status != TT_ERR_TH_WRITE_PUT) {
        fail(w, EXIT_SYSTEM, w->r.job->path,
             space == NULL ? "there is not enough memory" : tt_status_text(status));
    }
    return status == TT_OK;
}

/* Those who are there at its begin. */
static uint64_t count_players(const struct cut_work *w)
{
    uint64_t count = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        count += w->past.slot[cid].open &&
                 select_session(&w->plan.select, w->past.slot[cid].session, cid);
    }
    return count;
}

/* The output is open: begins the piece in it. */
static bool begin_piece(struct cut_work *w)
{
    bool has_selection = w->plan.select.by != SELECT_ALL;
    tt_th_cut_options options = {.from = w->from,
                                 .to = w->to,
                                 .wants = has_selection ? wants : NULL,
                                 .user = w,
                                 .selection = tt_bytes_of(w->plan.selection)};
    tt_th_writer_init(&w->writer, w->buffer, sizeof w->buffer, put, w);
    tt_th_cut_init(&w->cut, &w->writer, &options);
    w->players = count_players(w);
    return write_header(w) && tt_th_cut_state(&w->cut, w->r.world, &w->past) == TT_OK;
}

static bool open_piece(struct cut_work *w)
{
    return target_open(&w->file, w->path, w->r.job, &w->status);
}

/* The next event belongs to the piece. */
static bool is_in_piece(struct cut_work *w)
{
    int32_t tick;
    return w->to == PLACE_END || (recording_next_tick(&w->r, &tick) && tick < w->to);
}

static bool write_events(struct cut_work *w)
{
    tt_status status = TT_OK;
    while (status == TT_OK && is_in_piece(w) && recording_next(&w->r)) {
        const tt_th_event *event = &w->r.event;
        tt_th_change change = tt_th_past_follow(&w->past, event, w->r.world);
        w->players += change.began && select_session(&w->plan.select, change.session, event->cid);
        w->players += change.began2 &&
                      select_session(&w->plan.select, change.session2, event->u.player_switch.cid2);
        /* It began in the same tick, so it was counted just before. */
        w->players -= change.remnant && select_session(&w->plan.select, change.session, event->cid);
        status = tt_th_cut_event(&w->cut, w->r.th, event, &w->past, &change);
    }
    return status == TT_OK;
}

/* Nobody of those who were asked for is there: no file either. */
static bool has_somebody(struct cut_work *w)
{
    if (w->players != 0 || w->plan.select.by == SELECT_ALL) {
        return true;
    }
    fail(w, EXIT_USAGE, w->r.job->path,
         select_found(&w->plan.select) ? "the chosen player is not in this span"
                                       : "no player has this name");
    return false;
}

/* Gives the piece its name, or forgets it. False when no further one is to be made. */
static bool end_piece(struct cut_work *w, bool is_written)
{
    struct host_error error;
    if (is_written && !host_stop_wanted(w->r.job->stop) && w->r.status != EXIT_SYSTEM &&
        has_somebody(w) && tt_th_cut_finish(&w->cut, w->r.world, &w->past) == TT_OK) {
        if (host_compressed_file_commit(&w->file, &error)) {
            cut_report(w);
            return true;
        }
        w->status = target_failed(w->path, &error);
        return false;
    }
    int number = host_output_error(w->file.out);
    if (number != 0) {
        host_error_system(&error, number, "cannot be written");
        w->status = target_failed(w->path, &error);
    }
    host_compressed_file_discard(&w->file);
    return false;
}

static bool write_piece(struct cut_work *w)
{
    return open_piece(w) && end_piece(w, begin_piece(w) && write_events(w));
}

/* Goes to the end of the tick before w->from; with an index, from the last place in it. */
static void go_to_piece(struct cut_work *w)
{
    struct jump jump;
    if (w->from > 0 && jump_open(&jump, &w->r, w->from)) {
        jump_take(&jump, &w->past);
    }
    while (w->from > 0 && recording_next_rare(&w->r, w->from - 1)) {
        tt_th_past_follow(&w->past, &w->r.event, w->r.world);
    }
}

/* The pieces follow each other. One in which nothing happens is left out, but it counts. */
static void write_pieces(struct cut_work *w)
{
    int64_t split = w->plan.split, first = w->plan.from, number = 0;
    int32_t tick;
    do {
        int64_t end = first + (number + 1) * split;
        w->from = (int32_t)(first + number * split);
        w->to = end < w->plan.to ? end : w->plan.to;
        if (!cut_path_number(w->path, w->r.job->settings->output, (unsigned)number + 1)) {
            fail(w, EXIT_SYSTEM, w->r.job->settings->output, "the path is too long");
            return;
        }
        if (!write_piece(w) || !recording_next_tick(&w->r, &tick)) {
            return;
        }
        number = (tick - first) / split;
    } while (tick < w->plan.to);
}

/* Nothing lies in the span: then there is nothing to be written. What ends a damaged recording was
 * reported already. */
static bool is_outside(struct cut_work *w)
{
    int32_t tick = 0;
    bool has_more = recording_next_tick(&w->r, &tick);
    bool is_before = has_more && w->r.first_tick < 0 && tick >= w->to;
    if (is_before) {
        w->r.first_tick = tick;
    }
    if (has_more && !is_before) {
        return false;
    }
    if (is_before || w->r.is_at_end) {
        outside_report(&w->r, true);
        w->status = EXIT_USAGE;
        return true;
    }
    return w->from > 0;
}

void cut_write(struct cut_work *w)
{
    w->from = (int32_t)w->plan.from; /* it lies below `to` */
    w->to = w->plan.to;
    go_to_piece(w);
    if (is_outside(w)) {
        return;
    }
    if (w->plan.split != 0) {
        write_pieces(w);
    } else if (snprintf(w->path, sizeof w->path, "%s", w->r.job->settings->output) < CUT_PATH) {
        write_piece(w);
    } else {
        fail(w, EXIT_SYSTEM, w->r.job->settings->output, "the path is too long");
    }
}
