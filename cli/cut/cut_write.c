/* SPDX-License-Identifier: MIT
 *
 * Writes the pieces of a cut, one pass for all of them.
 *
 * It knows the order of steps and no format: go to the span, begin a piece, take its items, end it,
 * and the next piece. The reading stops before the first record after a piece, so that the next
 * piece goes on there.
 */
#include "cli/cut/cut_write.h"

#include <stdio.h>
#include <string.h>

#include "cli/shell/message.h"
#include "cli/shell/out_path.h"
#include "teetape/io/compress.h"

/* Where the ending of a file's name begins: that of "a/game.teehistorian.xz" has both parts. An
 * ending needs a byte before it: a name such as ".demo" has none, and neither has a folder with a
 * dot. */
static size_t ending_of(const char *path)
{
    size_t name = (size_t)(out_path_name(path) - path);
    const tt_io_compressor *packed = tt_io_compressor_of(path + name);
    size_t end = strlen(path) - (packed != NULL ? strlen(packed->ending) : 0);
    for (size_t at = end; at > name + 1; at--) {
        if (path[at - 1] == '.') {
            return at - 1;
        }
    }
    return end;
}

/* The path of piece `number` (from 1): the number precedes the ending of the name. False when the
 * path is too long. */
static bool number_path(char dst[CUT_PATH], const char *output, unsigned number)
{
    size_t ending = ending_of(output);
    int size = snprintf(dst, CUT_PATH, "%.*s.%03u%s", (int)ending, output, number, output + ending);
    return size >= 0 && size < CUT_PATH;
}

static void fail(struct cut_work *w, enum exit_status status, const char *path, const char *text)
{
    message_say(MESSAGE_ERROR, path, "%s", text);
    w->status = status;
}

bool cut_keeps(const struct cut_work *w, uint64_t session, int32_t cid)
{
    return !w->keeps_some || cut_people_have(&w->plan.kept, session, cid);
}

/* Players are counted by sessions that are open at the first tick, and each JOIN after it adds one
 * (take_fact). */
void cut_begin_piece(struct cut_work *w)
{
    w->has_begun = true;
    w->players = 0;
    for (int32_t cid = 0; cid < TT_CIDS; cid++) {
        tt_session session = tt_recording_session(w->r.io.rec, cid);
        w->players += session.open && cut_keeps(w, session.number, cid);
    }
}

/* A session begins: it counts as a player of the piece. TT_LEFT_NOBODY takes that back: what looked
 * like a session in a cut was a slot whose client had gone, see docs/cut.md. */
static void take_fact(struct cut_work *w, const tt_fact *fact)
{
    bool is_kept = cut_keeps(w, fact->session, fact->cid);
    if (fact->kind == TT_FACT_JOIN) {
        cut_people_take(&w->plan.kept, fact);
        cut_people_take(&w->plan.hidden, fact);
        cut_people_take(&w->plan.renamed, fact);
        w->players += w->has_begun && is_kept;
    } else if (fact->kind == TT_FACT_LEAVE && fact->u.leave.how == TT_LEFT_NOBODY) {
        w->players -= w->has_begun && is_kept;
    }
}

/* Pieces are at multiples of the length from w->first, so a piece that is left out moves no other.
 * The reading's end is that of the piece; a call after it goes on there. */
static void place(struct cut_work *w)
{
    int64_t split = w->split;
    w->is_placed = true;
    w->from = w->first + w->number * split;
    /* The last piece ends with the span. */
    w->to = split != 0 && w->from + split < w->r.io.to ? w->from + split : w->r.io.to;
    tt_io_reading_until(&w->r.io, w->to);
}

/* For each item. The place of a demo is known with its first tick only, of a teehistorian file
 * before the first item (cut_write). */
static bool take(struct cut_work *w)
{
    int32_t first_tick = tt_recording_first_tick(w->r.io.rec);
    if (!w->is_placed && first_tick >= 0) {
        w->first = w->r.io.from > first_tick ? w->r.io.from : first_tick;
        place(w);
    }
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

/* Nobody of those who were asked for is in this piece: an empty recording would be of no use. */
static bool has_somebody(struct cut_work *w)
{
    if (w->players != 0 || !w->keeps_some) {
        return true;
    }
    cut_people_report_none(&w->plan.kept, w->job);
    w->status = EXIT_USAGE;
    return false;
}

/* Nor when somebody is to be hidden or renamed who is not there: he may be, under a name that was
 * meant. Where there was no pass before, only the last piece knows; and when the span ends before
 * the recording, nobody does, as he may come later. */
static bool has_all(struct cut_work *w)
{
    if (!w->plan.is_learning || w->split != 0 || w->r.io.is_later) {
        return true;
    }
    if (cut_plan_has_all(&w->plan)) {
        return true;
    }
    w->status = EXIT_USAGE;
    return false;
}

/* A span that ends before it begins, or that lies outside of the recording, is wrong usage. */
static bool is_span_good(struct cut_work *w)
{
    if (w->r.io.from >= w->r.io.to) {
        w->status = reading_refuse_empty(w->job);
        return false;
    }
    if (reading_is_outside(&w->r)) {
        reading_refuse_span(&w->r);
        return false;
    }
    return true;
}

/* Begins a piece, takes items up to its end, and ends it: `end` is called also when something
 * failed, to remove the unfinished file. An interrupt or a failure of the system leaves no piece,
 * damage of the recording does. */
static bool write_piece(struct cut_work *w)
{
    bool is_good = w->format->begin(w);
    while (is_good && reading_next(&w->r)) {
        is_good = take(w);
    }
    /* In this order: what the system or the user ended needs no other reason, and a span outside of
     * the recording no missing player. */
    is_good = is_good && !tt_io_stop_wanted(w->job->stop) && w->r.status != EXIT_SYSTEM &&
              is_span_good(w) && has_somebody(w) && has_all(w);
    bool is_there = w->format->end(w, is_good);
    if (is_there) {
        w->format->report(w);
    }
    return is_there;
}

/* A single cut goes where -o says; pieces are numbered from 1, as people count. */
static bool set_path(struct cut_work *w)
{
    const char *output = w->job->settings->output;
    bool has_room = w->split != 0 ? number_path(w->path, output, (unsigned)w->number + 1)
                                  : snprintf(w->path, sizeof w->path, "%s", output) < CUT_PATH;
    if (!has_room) {
        fail(w, EXIT_SYSTEM, output, "the path is too long");
    }
    return has_room;
}

/* Whether another piece follows on what became of this one: damage alone is no reason to end.
 * is_later says that the reading stopped at a record after the piece, and that record is before the
 * end of the whole span. Damage alone is no reason to end. */
static bool goes_on(const struct cut_work *w)
{
    return w->r.io.is_later && w->split != 0 && w->r.io.item.tick < w->r.io.to &&
           w->status <= EXIT_DAMAGED && !tt_io_stop_wanted(w->job->stop);
}

/* Reading ended before the span. What is damaged was reported, but not what that means. */
static bool report_unreached(const struct cut_work *w)
{
    if (w->r.issues.errors != 0 && !tt_io_stop_wanted(w->job->stop)) {
        message_say(MESSAGE_ERROR, w->job->path,
                    "nothing readable is in this time: nothing was written; teetape repair "
                    "--resync may get more");
    }
    return false;
}

/* Goes to the end of the tick before the span, by the fastest way. A demo gets its items from
 * before the span, too, so it is not skipped. False when nothing is in the span, which was
 * reported. A cut from 0 that found no record has still a header to write. */
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
    if (w->r.io.is_later) {
        return is_span_good(w);
    }
    return w->r.io.from == 0 || report_unreached(w);
}

/* One pass for all pieces. The next piece is the one with the next record: what lies between has no
 * file, but its number is not used by another. On stdin names are known when all was read, too late
 * for the pieces that are there: that is reported in the end. */
void cut_write(struct cut_work *w)
{
    bool has_pieces = false;
    if (!is_span_good(w) || !go_to_span(w)) {
        return;
    }
    w->first = w->from = w->r.io.from;
    w->to = w->r.io.to;
    if (!w->format->is_whole) {
        place(w);
    }
    while (set_path(w)) {
        has_pieces |= write_piece(w);
        if (!goes_on(w)) {
            break;
        }
        /* The tick that was met decides which piece is next; those without a record are passed
         * over. */
        w->number = (w->r.io.item.tick - w->first) / w->split;
        place(w);
    }
    if (!has_pieces || !w->plan.is_learning) {
        return;
    }
    if (w->r.io.is_later) {
        cut_plan_warn_unseen(&w->plan);
    } else if (w->split != 0 && !cut_plan_has_all(&w->plan)) {
        exit_worsen(&w->status, EXIT_USAGE);
    }
}
