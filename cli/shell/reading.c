/* SPDX-License-Identifier: MIT
 *
 * What the user hears of a reading. The library reads and decides nothing about people: which
 * issues are shown, what is wrong usage, what a file in a folder is worth, and what that makes of
 * the exit status, is here for all verbs.
 */
#include "cli/shell/reading.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/message.h"
#include "cli/shell/nothing.h"
#include "cli/shell/outcome.h"
#include "cli/shell/run.h"
#include "cli/shell/source.h"
#include "cli/text/text.h"
#include "teetape/io/player.h"
#include "teetape/io/spans.h"

static bool is_quiet(const struct reading *r)
{
    return r->says == READING_QUIET;
}

/* A file in a folder that is no recording is not the user's concern. By the kind of the first
 * bytes, so it can be asked only once some were read; a name that says "recording" makes it damage
 * instead. */
static bool is_passed_over(const struct reading *r)
{
    tt_io_kind kind = tt_io_reading_kind(&r->io);
    return kind != TT_IO_KIND_TEEHISTORIAN && kind != TT_IO_KIND_DEMO &&
           source_is_passed_over(r->job, kind);
}

/* The first bytes of no recording give one sentence that says so, without an offset and a tick that
 * would mean nothing. */
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

/* All of them are warnings but one: that a recording has grown is what happens to one that a server
 * still writes, and the index was right. */
static void report_index(const char *path, tt_io_index_status status, const tt_io_error *error)
{
    static const char *const why[] = {
        [TT_IO_INDEX_OLD] = "an index of an older version, and not used" AGAIN,
        [TT_IO_INDEX_DAMAGED] = "no index of this version, or a damaged one, and not used" AGAIN,
        [TT_IO_INDEX_NO_FILE] = "not a regular file, so no index; not used",
        [TT_IO_INDEX_OTHER] = "of another recording, or the recording was changed; not used" AGAIN,
        [TT_IO_INDEX_DIFFERS] = "does not agree with the recording: it is damaged, or the "
                                "recording was changed" AGAIN,
        [TT_IO_INDEX_GREW] = "the recording has grown since it was indexed; not used; teetape "
                             "index makes it longer",
    };
    if (status == TT_IO_INDEX_SYSTEM) {
        message_say(MESSAGE_WARNING, path, "%s; not used", error->text);
    } else if (status < sizeof why / sizeof why[0] && why[status] != NULL) {
        message_say(status == TT_IO_INDEX_GREW ? MESSAGE_NOTE : MESSAGE_WARNING, path, "%s",
                    why[status]);
    }
}

/* Without memory for the name of the index the recording is named in its place: the sentence is
 * what counts. */
void reading_report_index(const struct reading *r, tt_io_index_status status,
                          const tt_io_error *error)
{
    tt_io_error unknown;
    char *path = tt_io_index_path(r->job->path, r->options.index_folder, &unknown);
    report_index(path != NULL ? path : r->job->path, status, error);
    free(path);
}

/* A quiet pass says nothing: the next pass over the same recording opens the same index. */
static void on_index(void *user, tt_io_index_status status, const tt_io_error *error)
{
    const struct reading *r = user;
    if (!is_quiet(r)) {
        reading_report_index(r, status, error);
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

/* A user who follows a server waits for the last line, which may be in a buffer. */
static void on_idle(void *user)
{
    struct reading *r = user;
    tt_io_output_flush(r->job->out); /* show what there is */
}

/* The first failure ends reading, so that no more work is done for a result that is not wanted; the
 * highest status is kept. */
void reading_fail(struct reading *r, enum exit_status status)
{
    tt_io_reading_stop(&r->io);
    exit_worsen(&r->status, status);
}

/* A place that this recording does not have is the user's, and among many recordings no error; a
 * file that was changed while it was read counts as damaged, as no one state of it was seen. */
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
        if (!is_quiet(r) || r->job->is_one_of_many) {
            nothing_from_to(r);
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

/* A failure of an earlier look (job->trouble) is reported in place of opening: see source_open. An
 * input that was looked at already does not say where decompression could begin. Progress of a
 * quiet pass would count bytes that the pass after it counts again. */
bool reading_prepare(struct reading *r, struct job *job, const tt_io_reading_options *options,
                     enum reading_says says)
{
    memset(r, 0, sizeof *r);
    r->job = job;
    r->says = says;
    r->issues.job = job;
    r->issues.quiet = says == READING_QUIET || says == READING_AGAIN;
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
    how->on_progress = is_quiet(r) ? NULL : on_progress;
    how->on_idle = on_idle;
    how->user = r;
    if (says == READING_AGAIN) {
        run_progress_again(job);
    }
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

/* At the end everything is settled at once, so that a command sees r->status and is_skipped before
 * it prints a result. */
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

/* Whether the user wants it is asked here, so verbs give the result to COLUMN_WALL without asking.
 */
const char *reading_clock(const struct reading *r, char text[TT_IO_PLACE_CLOCK_TEXT], int32_t tick)
{
    return r->job->settings->wall ? tt_io_reading_clock(&r->io, text, tick) : NULL;
}

/* What a verb finds by itself, such as verify: counted like what the reader finds, so that limits
 * and the exit status are the same. */
void reading_report(struct reading *r, tt_level level, tt_status status, uint64_t offset)
{
    tt_issue issue = {level, status, offset, tt_recording_tick(r->io.rec), tt_status_text(status),
                      NULL};
    on_issue(r, &issue);
}

/* Without a header nothing was closed. */
tt_recording_state reading_state(const struct reading *r)
{
    return issues_state(&r->issues, r->io.has_header && tt_recording_is_closed(r->io.rec));
}

/* NULL becomes null in JSON; the library would have a word for an unknown format. */
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
    if (!tt_io_spans_outside(&r->io, r->options.from, r->options.to, &why)) {
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
    }
}

/* The order counts: notes about nothing come before the count of issues that were not shown, and
 * the job becomes foreign only if nothing else is wrong with it. Without --strict warnings and a
 * missing end leave the status good. */
enum exit_status reading_close(struct reading *r)
{
    const struct issues *issues = &r->issues;
    reading_settle(r);
    if (r->is_open && r->says == READING_USUAL) {
        report_nothing(r);
    }
    if (r->is_open && !r->issues.quiet) {
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
