/* SPDX-License-Identifier: MIT
 *
 * Decides which issues of a recording are shown, and how they change the exit status. Every
 * command uses it.
 */
#include "cli/shell/reading.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/shell/follow.h"
#include "cli/shell/message.h"
#include "cli/shell/outcome.h"
#include "cli/shell/run.h"
#include "cli/shell/source.h"
#include "cli/text/text.h"
#include "teetape/io/player.h"
#include "teetape/io/spans.h"

static bool is_date(const char *text)
{
    tt_io_place place;
    return text != NULL && tt_io_place_parse(&place, text) && place.kind == TT_IO_PLACE_CLOCK;
}

static int32_t first_tick(const struct reading *r)
{
    return reading_is_demo(r) ? tt_recording_look(r->io.rec).first_tick : 0;
}

/* Notes that the span is empty. All dates before a recording mean one tick, and those after it,
 * too. The note then says where the recording begins. */
static void nothing_from_to(const struct reading *r)
{
    char begin[TT_IO_PLACE_CLOCK_TEXT];
    if (r->job->is_one_of_many) {
        r->job->outcome = JOB_NOTHING;
        return;
    }
    bool has_date = (is_date(r->options.from) || is_date(r->options.to)) && r->io.has_header &&
                    r->io.from == r->io.to &&
                    tt_io_reading_clock(&r->io, begin, first_tick(r)) != NULL;
    message_say(MESSAGE_NOTE, r->job->path, "there is nothing from %s to %s%s%s",
                r->options.from != NULL ? r->options.from : "0",
                r->options.to != NULL ? r->options.to : "the end",
                has_date ? "; the recording begins at " : "", has_date ? begin : "");
}

static bool open_facts(tt_io_reading *io, const struct job *job, tt_fact_kind kind)
{
    const tt_io_reading_options how = {
        .wants = TT_WANT_FACTS, .facts = TT_FACT_BIT(kind), .stop = job->stop};
    memset(io, 0, sizeof *io);
    return tt_io_reading_is_file(job->path) && tt_io_reading_open(io, job->path, &how);
}

void no_player_note_digits(const struct job *job, const char *player)
{
    tt_io_reading io;
    int32_t cid;
    const char *name;
    bool is_called_so = false;
    if (player == NULL || tt_io_player_parse(player, &cid, &name) != TT_OK || name != NULL) {
        return;
    }
    if (open_facts(&io, job, TT_FACT_NAME)) {
        while (!is_called_so && tt_io_reading_next(&io)) {
            is_called_so = tt_bytes_equal(io.item.fact->u.name.name, tt_bytes_of(player));
        }
    }
    tt_io_reading_close(&io);
    if (is_called_so) {
        message_say(MESSAGE_NOTE, job->path,
                    "%s is the client with this id; for the player of this name write name:%s",
                    player, player);
    }
}

/* Notes that no client had this id. A recording that was not read to its end may have the client in
 * the rest, so there is no note. */
static void no_player_note_cid(const struct job *job, int32_t cid)
{
    tt_io_reading io;
    bool is_there = false;
    if (open_facts(&io, job, TT_FACT_JOIN)) {
        while (!is_there && tt_io_reading_next(&io)) {
            is_there = io.item.fact->cid == cid;
        }
        is_there = is_there || !tt_io_reading_is_good(&io);
    } else {
        is_there = true; /* The joins cannot be read, so the client may exist. */
    }
    tt_io_reading_close(&io);
    if (!is_there) {
        message_say(MESSAGE_NOTE, job->path,
                    "no client had the id %" PRId32 "; a name of digits is name:%" PRId32, cid,
                    cid);
    }
}

/* Returns true for a file in a folder that is no recording, unless its name ends like that of one.
 * The first bytes must have been read. */
static bool is_passed_over(const struct reading *r)
{
    tt_io_kind kind = tt_io_reading_kind(&r->io);
    return kind != TT_IO_KIND_TEEHISTORIAN && kind != TT_IO_KIND_DEMO &&
           source_is_passed_over(r->job, kind);
}

/* Reports an issue. A file whose first bytes are not those of a recording has no useful offset or
 * tick, so the message leaves them out. */
static void on_issue(void *user, const tt_issue *issue)
{
    struct reading *r = user;
    if (!issues_take(&r->issues, issue) || is_passed_over(r)) {
        return;
    }
    const char *reason = tt_io_kind_reason(tt_io_reading_kind(&r->io));
    bool has_tick = r->io.has_header && issue->tick >= 0;
    if (reason != NULL) {
        message_say(MESSAGE_ERROR, r->job->path, "%s", reason);
    } else {
        issues_tell(&r->issues, issue,
                    has_tick ? tt_io_reading_time(&r->io, issue->tick) : ISSUES_NO_TICK);
    }
}

#define AGAIN "; teetape index makes a new one"

/* Reports why the index is not used. A recording that a server still writes always has an outdated
 * one, so that is only a note. */
static void report_index(const char *path, tt_io_index_status status, const tt_io_error *error)
{
    static const char *const why[] = {
        [TT_IO_INDEX_OLD] = "the index has an older version and is not used" AGAIN,
        [TT_IO_INDEX_DAMAGED] =
            "the index is damaged, or has another version, and is not used" AGAIN,
        [TT_IO_INDEX_NO_FILE] = "this is not a regular file, so it is not used as an index",
        [TT_IO_INDEX_OTHER] =
            "the index belongs to another recording, or the recording was changed; not used" AGAIN,
        [TT_IO_INDEX_DIFFERS] = "does not agree with the recording: it is damaged, or the "
                                "recording was changed" AGAIN,
        [TT_IO_INDEX_GREW] =
            "the recording has grown since it was indexed; not used; teetape index extends it",
    };
    if (status == TT_IO_INDEX_SYSTEM) {
        message_say(MESSAGE_WARNING, path, "%s; not used", error->text);
    } else if (status < sizeof why / sizeof why[0] && why[status] != NULL) {
        message_say(status == TT_IO_INDEX_GREW ? MESSAGE_NOTE : MESSAGE_WARNING, path, "%s",
                    why[status]);
    }
}

/* Warns about the index of a recording. The message names the recording when there is no file of
 * the index: a tape has it inside. */
void reading_report_index(const struct reading *r, tt_io_index_status status,
                          const tt_io_error *error)
{
    tt_io_error unknown;
    struct stat facts;
    char *path = tt_io_index_path(r->job->path, r->options.index_folder, &unknown);
    bool is_there = path != NULL && lstat(path, &facts) == 0;
    report_index(is_there ? path : r->job->path, status, error);
    free(path);
}

static void on_index(void *user, tt_io_index_status status, const tt_io_error *error)
{
    const struct reading *r = user;
    reading_report_index(r, status, error);
}

/* Takes the errors before the span. The index knows their number (passed_errors), which counts for
 * the exit status. */
static void on_seek(void *user, const tt_index_block *block)
{
    char time[TEXT_TIME];
    struct reading *r = user;
    if (block->errors != 0 || block->warnings != 0) {
        message_say(MESSAGE_WARNING, r->job->path,
                    "%" PRIu32 " errors and %" PRIu32 " warnings before tick %" PRId32
                    " (%s) are not shown",
                    block->errors, block->warnings, block->tick,
                    text_time(time, tt_io_reading_time(&r->io, block->tick)));
    }
}

static void on_progress(void *user, uint64_t stored)
{
    struct reading *r = user;
    if (stored == 0) {
        run_progress_again(r->job);
    }
    run_progress(r->job, stored);
}

/* Flushes the output. A user who follows a server waits for the last line. */
static bool on_idle(void *user)
{
    struct reading *r = user;
    tt_io_output_flush(r->job->out);
    return !follow_goes_on(r->job);
}

/* Ends reading at the first failure, and keeps the highest status. */
bool reading_fail(struct reading *r, enum exit_status status)
{
    tt_io_reading_stop(&r->io);
    exit_worsen(&r->status, status);
    return false;
}

/* Reports why the reading failed. A recording among many may not have the place of the span, which
 * is no error. A file that changed while it was read counts as damaged, because the result mixes
 * two states of it. */
static enum exit_status report_error(struct reading *r)
{
    const tt_io_error *error = &r->io.error;
    if (r->options.map != NULL && strcmp(error->path, r->options.map) == 0) {
        message_say(MESSAGE_ERROR, error->path, "%s", error->text);
        return error->status == TT_ERR_SYSTEM ? EXIT_SYSTEM : EXIT_USAGE;
    }
    switch (error->status) {
    case TT_ERR_PLACE:
        return outcome_nothing(r->job, "%s", error->text);
    case TT_ERR_CHANGED:
        message_say(MESSAGE_ERROR, r->job->path, "%s", error->text);
        return EXIT_DAMAGED;
    default:
        return issues_take_host(&r->issues, error);
    }
}

/* Returns true for an error to report. A damaged begin of a recording was already reported as an
 * issue. */
static bool has_error(const tt_io_reading *io)
{
    return io->error.status != TT_OK && io->error.status != TT_ERR_FORMAT;
}

/* Reports what is known so far. The format of a short file may be known only at its end, so files
 * are passed over here, too. */
void reading_settle(struct reading *r)
{
    const tt_io_reading *io = &r->io;
    if (has_error(io) && !r->has_error) {
        r->has_error = true;
        r->is_skipped = run_is_gone(r->job, &io->error);
        reading_fail(r, r->is_skipped ? EXIT_GOOD : report_error(r));
    }
    if (io->has_span && io->from >= io->to && !r->has_empty) {
        r->has_empty = true;
        nothing_from_to(r);
    }
    if (io->is_ended && !has_error(io)) {
        r->is_skipped = is_passed_over(r);
    }
    if (io->is_unfinished && !r->has_end) {
        r->has_end = true;
        issues_unfinished(&r->issues, tt_format_info_of(tt_io_reading_format(io))->not_closed,
                          tt_recording_look(io->rec).offset);
    }
}

/* Prepares a reading. A failure of source_open is in job->trouble and reported here. An input that
 * was looked at has given its first piece, so it cannot report access points. */
bool reading_prepare(struct reading *r, struct job *job, const tt_io_reading_options *options,
                     enum reading_says says)
{
    memset(r, 0, sizeof *r);
    r->job = job;
    r->says = says;
    r->issues.job = job;
    r->printed_before = tt_io_output_count(job->out);
    r->options = *options;
    tt_io_reading_options *how = &r->options;
    job->asks_for_part |= how->from != NULL || how->to != NULL || how->player != NULL;
    how->ends_at_error = job->settings->strict;
    how->follow = job->settings->follow;
    how->stop = job->stop;
    how->on_issue = on_issue;
    how->on_index = on_index;
    how->on_seek = on_seek;
    how->on_progress = job->results != NULL && job->results->progress.enabled ? on_progress : NULL;
    how->on_idle = on_idle;
    how->user = r;
    if (how->scan == NULL) {
        how->input = source_open(job, &r->io.error);
    }
    return job->trouble.status == TT_OK;
}

bool reading_open(struct reading *r, struct job *job, const tt_io_reading_options *options,
                  enum reading_says says)
{
    r->is_open = reading_prepare(r, job, options, says) &&
                 tt_io_reading_open(&r->io, job->path, &r->options);
    reading_settle(r);
    return r->is_open;
}

bool reading_next(struct reading *r)
{
    bool has_item = tt_io_reading_next(&r->io);
    if (!has_item) {
        reading_settle(r);
    }
    return has_item;
}

const char *reading_clock(const struct reading *r, char text[TT_IO_PLACE_CLOCK_TEXT], int32_t tick)
{
    return r->job->settings->wall ? tt_io_reading_clock(&r->io, text, tick) : NULL;
}

void reading_report(struct reading *r, tt_level level, tt_status status, uint64_t offset)
{
    tt_issue issue = {
        level, status, offset, tt_recording_look(r->io.rec).tick, tt_status_text(status), NULL};
    on_issue(r, &issue);
}

tt_recording_state reading_state(const struct reading *r)
{
    return issues_state(&r->issues, r->io.has_header && tt_recording_look(r->io.rec).is_closed);
}

const char *reading_format_name(const struct reading *r)
{
    tt_format format = tt_io_reading_format(&r->io);
    return format == TT_FORMAT_UNKNOWN ? NULL : tt_format_info_of(format)->name;
}

/* Reports a player whom nobody in the recording is. The library's selection knows whether a player
 * has the name. Only JOIN facts show whether a client id existed, so they are searched when nothing
 * was printed. */
static void report_no_player(const struct reading *r)
{
    int32_t cid;
    const char *name;
    tt_io_error why;
    tt_io_player_parse(r->options.player, &cid, &name);
    if (!tt_selection_found(&r->io.selection)) {
        tt_io_player_none(&why, r->job->path, name, r->job->stop);
        message_say(MESSAGE_NOTE, r->job->path, "%s", why.text);
    } else if (name == NULL && tt_io_output_count(r->job->out) == r->printed_before) {
        no_player_note_cid(r->job, cid);
    }
}

static void report_nothing(const struct reading *r)
{
    tt_io_error why;
    if (tt_io_spans_outside(&r->io, r->options.from, r->options.to, &why)) {
        r->job->outcome = JOB_NOTHING;
        if (!r->job->is_one_of_many) {
            message_say(MESSAGE_NOTE, r->job->path, "%s", why.text);
        }
    }
    if (!r->job->is_one_of_many && r->options.player != NULL) {
        report_no_player(r);
    } else if (r->job->run != NULL && r->io.near_name != NULL) {
        struct outcomes *outcomes = &r->job->run->outcomes;
        if (tt_selection_found(&r->io.selection)) {
            atomic_store(&outcomes->has_player, true);
        } else {
            outcome_near(outcomes, r->options.player, r->io.near_name);
        }
    }
}

/* Closes a reading. The order matters: notes about empty results precede the count of hidden
 * issues, and a job becomes JOB_FOREIGN only when nothing else is wrong with it. */
enum exit_status reading_close(struct reading *r)
{
    const struct issues *issues = &r->issues;
    reading_settle(r);
    if (r->is_open && r->says == READING_USUAL) {
        report_nothing(r);
    }
    if (r->is_open && r->options.player != NULL) {
        no_player_note_digits(r->job, r->options.player);
    }
    issues_tell_rest(issues);
    if (issues->errors + r->io.passed_errors != 0 && !r->is_skipped) {
        reading_fail(r, EXIT_DAMAGED);
        r->job->is_damaged = true;
    }
    if (r->job->settings->strict &&
        (issues->warnings + r->io.passed_warnings != 0 || issues->is_unfinished)) {
        reading_fail(r, EXIT_DAMAGED);
    }
    if (r->is_skipped && r->status == EXIT_GOOD) {
        r->job->outcome = JOB_FOREIGN;
    }
    tt_io_reading_close(&r->io);
    return r->status;
}
