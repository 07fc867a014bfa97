/* SPDX-License-Identifier: MIT
 *
 * What the user hears of a reading. The library reads and decides nothing about people: which
 * issues are shown, what is wrong usage, what a file in a folder is worth, and what that makes of
 * the exit status, is here for all verbs.
 */
#include "cli/read/reading.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cli/read/index_report.h"
#include "cli/read/no_player.h"
#include "cli/shell/message.h"
#include "cli/shell/outcome.h"
#include "cli/shell/run.h"
#include "cli/shell/source.h"
#include "cli/show/text.h"
#include "teetape/io/player.h"
#include "teetape/io/spans.h"

/* A file in a folder that is no recording is not the user's concern. By the kind of the first
 * bytes, so it can be asked only once some were read; a name that says "recording" makes it damage
 * instead. */
static bool is_passed_over(const struct reading *r)
{
    tt_io_kind kind = tt_io_reading_kind(&r->io);
    return kind != TT_IO_KIND_TEEHISTORIAN && kind != TT_IO_KIND_DEMO &&
           source_is_passed_over(r->job, kind);
}

int32_t reading_since_start(const struct reading *r, const tt_issue *issue)
{
    bool has_tick = r->io.has_header && issue->tick >= 0;
    return has_tick ? tt_io_reading_time(&r->io, issue->tick) : ISSUES_NO_TICK;
}

/* The first bytes of no recording give one sentence that says so, without an offset and a tick that
 * would mean nothing. */
void reading_take_issue(struct reading *r, const tt_issue *issue, int32_t since_start)
{
    if (!issues_take(&r->issues, issue) || is_passed_over(r)) {
        return;
    }
    const char *reason = tt_io_kind_reason(tt_io_reading_kind(&r->io));
    if (reason != NULL) {
        message_say(MESSAGE_ERROR, r->job->path, "%s", reason);
    } else {
        issues_tell(&r->issues, issue, since_start);
    }
}

static void on_issue(void *user, const tt_issue *issue)
{
    struct reading *r = user;
    reading_take_issue(r, issue, reading_since_start(r, issue));
}

static void on_index(void *user, tt_io_index_status status, const tt_io_error *error)
{
    struct reading *r = user;
    if (!r->options.is_quiet) {
        index_report(r->job->path, r->span.index_dir, status, error);
    }
}

/* What the index counted before the span is in the totals (passed_errors) and so in the exit
 * status, but nobody can list it without reading it. */
static void on_seek(void *user, const tt_index_block *block)
{
    char time[TEXT_TIME];
    struct reading *r = user;
    if (!r->issues.quiet && (block->errors != 0 || block->warnings != 0)) {
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
    run_progress(r->job, stored);
}

static void on_idle(void *user)
{
    struct reading *r = user;
    tt_io_output_flush(r->job->out); /* show what there is */
}

void reading_fail(struct reading *r, enum exit_status status)
{
    tt_io_reading_stop(&r->io);
    exit_worsen(&r->status, status);
}

/* The text was found good before; it is parsed again only to know its form. */
static bool is_date(const char *text)
{
    tt_io_place place;
    return text != NULL && tt_io_place_parse(&place, text) && place.kind == TT_IO_PLACE_CLOCK;
}

static bool asks_for_date(const struct reading *r)
{
    return is_date(r->span.from) || is_date(r->span.to);
}

static int32_t first_tick(const struct reading *r)
{
    return reading_is_demo(r) ? tt_recording_first_tick(r->io.rec) : 0;
}

/* That --from is not before --to. Dates before a recording are all its first tick, so both can be
 * in the right order and the span empty all the same: then the note says where the recording
 * begins. */
void reading_report_empty(const struct reading *r)
{
    char begin[TT_IO_PLACE_CLOCK_TEXT];
    if (r->job->is_one_of_many) {
        r->job->outcome = JOB_NOTHING;
        return;
    }
    bool has_date = asks_for_date(r) && r->io.has_header &&
                    tt_io_reading_clock(&r->io, begin, first_tick(r)) != NULL;
    message_say(MESSAGE_NOTE, r->job->path, "there is nothing from %s to %s%s%s",
                r->span.from != NULL ? r->span.from : "0",
                r->span.to != NULL ? r->span.to : "the end",
                has_date ? "; the recording begins at " : "", has_date ? begin : "");
}

static enum exit_status report_error(struct reading *r)
{
    const tt_io_error *error = &r->io.error;
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

/* What is wrong with the begin of a recording was an issue already, and a second sentence would be
 * about the same. */
static bool has_error(const tt_io_reading *io)
{
    return io->error.status != TT_OK && io->error.status != TT_ERR_FORMAT;
}

/* Reports, once, what has come about. Called whenever the library says that it is over, and by the
 * close: a command may stop before that. Whether a file is passed over is known only at the end, as
 * its kind can depend on all of a short file. */
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
        if (!r->options.is_quiet || r->job->is_one_of_many) {
            reading_report_empty(r);
        }
    }
    if (io->is_ended && !has_error(io)) {
        r->is_skipped = is_passed_over(r);
    }
    if (io->is_unfinished && !r->has_end) {
        r->has_end = true;
        issues_unfinished(&r->issues, tt_format_info_of(tt_io_reading_format(io))->not_closed,
                          tt_recording_offset(io->rec));
    }
}

static tt_io_reading_options library_options(struct reading *r)
{
    const struct reading_options *options = &r->options;
    return (tt_io_reading_options){
        .from = r->span.from,
        .to = r->span.to,
        .player = r->span.player,
        .index_folder = r->span.index_dir,
        .no_index = options->span == NULL || r->span.no_index,
        .wants = options->wants,
        .facts = options->facts,
        .tally = options->tally,
        .wants_map = options->wants_map,
        .wants_before = options->wants_before,
        .wants_all = options->wants_all,
        .wants_id = options->wants_id,
        .wants_everybody = options->wants_everybody,
        .lead = options->lead,
        .ends_at_error = r->job->settings->strict,
        .follow = r->job->settings->follow,
        .stop = r->job->stop,
        .on_issue = on_issue,
        .on_index = on_index,
        .on_seek = on_seek,
        .on_progress = options->is_quiet ? NULL : on_progress,
        .on_idle = on_idle,
        .user = r,
        .scan = options->scan,
    };
}

/* memset comes first: reading_close may be called whatever happens here. A failure of an earlier
 * look (job->trouble) is reported in place of opening: see source_open. */
bool reading_prepare(struct reading *r, struct job *job, const struct reading_options *options,
                     tt_io_reading_options *how)
{
    memset(r, 0, sizeof *r);
    r->job = job;
    r->issues.job = job;
    r->printed_before = tt_io_output_count(job->out);
    if (options != NULL) {
        r->options = *options;
    }
    if (r->options.span != NULL) {
        r->span = *r->options.span;
        job->asks_for_part = r->span.from != NULL || r->span.to != NULL || r->span.player != NULL;
    }
    r->issues.quiet = r->options.is_quiet || r->options.is_again;
    if (r->options.is_again) {
        run_progress_again(job);
    }
    *how = library_options(r);
    /* An input that was looked at already does not say where decompression could begin. */
    if (r->options.scan == NULL) {
        how->input = source_open(job, &r->io.error);
    }
    return job->trouble.status == TT_OK;
}

bool reading_open(struct reading *r, struct job *job, const struct reading_options *options)
{
    tt_io_reading_options how;
    r->is_open =
        reading_prepare(r, job, options, &how) && tt_io_reading_open(&r->io, job->path, &how);
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

bool reading_next_tick(struct reading *r, int32_t *tick)
{
    bool has_tick = tt_io_reading_next_tick(&r->io, tick);
    if (!has_tick) {
        reading_settle(r);
    }
    return has_tick;
}

const char *reading_clock(const struct reading *r, char text[TT_IO_PLACE_CLOCK_TEXT], int32_t tick)
{
    return r->span.wall ? tt_io_reading_clock(&r->io, text, tick) : NULL;
}

void reading_report(struct reading *r, tt_level level, tt_status status, uint64_t offset)
{
    tt_issue issue = {level, status, offset, tt_recording_tick(r->io.rec), tt_status_text(status),
                      NULL};
    on_issue(r, &issue);
}

tt_recording_state reading_state(const struct reading *r)
{
    return issues_state(&r->issues, r->io.has_header && tt_recording_is_closed(r->io.rec));
}

const char *reading_format_name(const struct reading *r)
{
    tt_format format = tt_io_reading_format(&r->io);
    return format == TT_FORMAT_UNKNOWN ? NULL : tt_format_name(format);
}

enum exit_status reading_refuse_empty(const struct job *job)
{
    message_say(MESSAGE_ERROR, job->path, "the span is empty");
    return EXIT_USAGE;
}

bool reading_refuse_span(struct reading *r)
{
    tt_io_error why;
    if (!tt_io_spans_outside(&r->io, r->span.from, r->span.to, &why)) {
        return false;
    }
    message_say(MESSAGE_ERROR, r->job->path, "%s", why.text);
    reading_fail(r, EXIT_USAGE);
    r->is_open = false; /* all of it was reported */
    return true;
}

/* Of a name the selection knows that no player has it. Of a client id only JOIN facts can say
 * whether it was there, and one without a line may be that of somebody who said and did nothing: so
 * it is looked up only where nothing was printed. */
static void report_no_player(const struct reading *r)
{
    int32_t cid;
    const char *name;
    tt_io_error why;
    tt_io_player_parse(r->span.player, &cid, &name);
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
    if (tt_io_spans_outside(&r->io, r->span.from, r->span.to, &why)) {
        r->job->outcome = JOB_NOTHING;
        if (!r->job->is_one_of_many) {
            message_say(MESSAGE_NOTE, r->job->path, "%s", why.text);
        }
    }
    if (!r->job->is_one_of_many && r->span.player != NULL) {
        report_no_player(r);
    }
}

/* The order counts: notes about nothing come before the count of issues that were not shown, and
 * the job becomes foreign only if nothing else is wrong with it. Without --strict warnings and a
 * missing end leave the status good. */
enum exit_status reading_close(struct reading *r)
{
    const struct issues *issues = &r->issues;
    reading_settle(r);
    if (r->is_open && !r->options.reports_itself && !r->options.is_quiet) {
        report_nothing(r);
    }
    if (r->is_open && !r->options.is_quiet && !r->options.is_again) {
        no_player_note_digits(r->job, r->span.player);
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
