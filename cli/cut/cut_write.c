/* SPDX-License-Identifier: MIT
 *
 * Writes the pieces of a cut, one pass for all of them.
 */
#include "cli/cut/cut_write.h"

#include <stdio.h>
#include <string.h>

#include "host/message.h"

/* Endings of compressed files, which follow the ending that says what it is. */
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

bool cut_keeps(const struct cut_work *w, uint64_t session, int32_t cid)
{
    return !w->plan.keeps_some || cut_people_have(&w->plan.kept, session, cid);
}

void cut_begin_piece(struct cut_work *w)
{
    w->has_begun = true;
    w->players = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_session session = tt_recording_session(w->r.io.rec, cid);
        w->players += session.open && cut_keeps(w, session.number, cid);
    }
}

/* A session begins; or it began in the same tick, and there was no client. */
static void take_fact(struct cut_work *w, const tt_fact *fact)
{
    bool is_kept = cut_keeps(w, fact->session, fact->cid);
    if (fact->kind == TT_FACT_JOIN) {
        cut_people_take(&w->plan.kept, fact);
        cut_people_take(&w->plan.hidden, fact);
        w->players += w->has_begun && is_kept;
    } else if (fact->kind == TT_FACT_LEAVE && fact->u.leave.how == TT_LEFT_NOBODY) {
        w->players -= w->has_begun && is_kept;
    }
}

static bool take(struct cut_work *w)
{
    if (w->r.io.in_span && !w->has_begun) {
        cut_begin_piece(w);
    }
    if (w->r.io.item.kind == TT_ITEM_RECORD) {
        return w->format->record(w);
    }
    if (w->r.io.item.kind == TT_ITEM_FACT) {
        take_fact(w, w->r.io.item.fact);
    }
    return true;
}

/* Nobody of those who were asked for is there: no file either. */
static bool has_somebody(struct cut_work *w)
{
    if (w->players != 0 || !w->plan.keeps_some) {
        return true;
    }
    const struct cut_person *missing = cut_people_missing(&w->plan.kept);
    fail(w, EXIT_USAGE, w->job->path,
         missing == NULL || missing->name == NULL ? "the chosen player is not in this span"
                                                  : "no player has this name");
    return false;
}

/* Whether the span has anything of the recording, as far as it was read. */
static bool is_span_good(struct cut_work *w)
{
    if (w->r.io.from >= w->r.io.to) {
        fail(w, EXIT_USAGE, w->job->path, "the span is empty");
        return false;
    }
    if (reading_is_outside(&w->r)) {
        reading_refuse_span(&w->r);
        return false;
    }
    return true;
}

/* Writes the piece. False when no further one is to be made. */
static bool write_piece(struct cut_work *w)
{
    bool is_good = w->format->begin(w);
    while (is_good && reading_next(&w->r)) {
        is_good = take(w);
    }
    is_good = is_good && !host_stop_wanted(w->job->stop) && w->r.status != EXIT_SYSTEM &&
              is_span_good(w) && has_somebody(w);
    if (!w->format->end(w, is_good)) {
        return false;
    }
    w->format->report(w);
    return true;
}

/* The pieces follow each other. One in which nothing happens is left out, but it counts. */
static void write_pieces(struct cut_work *w)
{
    int64_t split = w->plan.split, first = w->r.io.from, number = 0;
    do {
        int64_t end = first + (number + 1) * split;
        w->from = first + number * split;
        w->to = end < w->r.io.to ? end : w->r.io.to;
        if (!cut_path_number(w->path, w->job->settings->output, (unsigned)number + 1)) {
            fail(w, EXIT_SYSTEM, w->job->settings->output, "the path is too long");
            return;
        }
        tt_io_reading_until(&w->r.io, w->to);
        if (!write_piece(w) || !w->r.io.is_later) {
            return;
        }
        number = (w->r.io.item.tick - first) / split;
    } while (w->r.io.item.tick < w->r.io.to);
}

/* Goes to the end of the tick before the span. False when nothing is in it; what ends a damaged
 * recording was reported already. */
static bool go_to_span(struct cut_work *w)
{
    if (w->format->is_whole) {
        return true;
    }
    tt_io_reading_skip(&w->r.io, w->r.io.from);
    if (w->r.io.is_at_end) {
        reading_refuse_span(&w->r);
        return false;
    }
    return w->r.io.is_later ? is_span_good(w) : w->r.io.from == 0;
}

void cut_write(struct cut_work *w)
{
    if (!is_span_good(w) || !go_to_span(w)) {
        return;
    }
    w->from = w->r.io.from;
    w->to = w->r.io.to;
    if (w->plan.split != 0) {
        write_pieces(w);
    } else if (snprintf(w->path, sizeof w->path, "%s", w->job->settings->output) < CUT_PATH) {
        tt_io_reading_until(&w->r.io, w->to);
        write_piece(w);
    } else {
        fail(w, EXIT_SYSTEM, w->job->settings->output, "the path is too long");
    }
}
