/* SPDX-License-Identifier: MIT
 *
 * From a file to items, for every format.
 */
#include "cli/read/reading_inside.h"

#include <stdlib.h>
#include <string.h>

#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/shell/run.h"
#include "cli/shell/source.h"
#include "teetape/demo_header.h"

static bool is_begin_of(const struct host_first *first, const uint8_t *magic, size_t size)
{
    return first->size != 0 &&
           memcmp(first->bytes, magic, first->size < size ? first->size : size) == 0;
}

tt_format reading_format(const struct reading *r)
{
    if (r->rec != NULL && tt_recording_format(r->rec) != TT_FORMAT_UNKNOWN) {
        return tt_recording_format(r->rec);
    }
    if (is_begin_of(&r->first, tt_th_magic.bytes, sizeof tt_th_magic.bytes)) {
        return TT_FORMAT_TEEHISTORIAN;
    }
    return is_begin_of(&r->first, tt_demo_magic, TT_DEMO_MAGIC_SIZE) ? TT_FORMAT_DEMO
                                                                     : TT_FORMAT_UNKNOWN;
}

const char *reading_format_name(const struct reading *r)
{
    tt_format format = reading_format(r);
    return format == TT_FORMAT_UNKNOWN ? NULL : tt_format_name(format);
}

int32_t reading_last_tick(const struct reading *r)
{
    int32_t tick = r->rec != NULL ? tt_recording_last_tick(r->rec) : -1;
    return tick < 0 ? 0 : tick;
}

int32_t reading_time(const struct reading *r, int32_t tick)
{
    if (tt_recording_demo_header(r->rec) == NULL) {
        return tick;
    }
    int32_t first =
        r->index_first_tick >= 0 ? r->index_first_tick : tt_recording_first_tick(r->rec);
    return first < 0 || tick < first ? 0 : tick - first;
}

tt_recording_state reading_state(const struct reading *r)
{
    return issues_state(&r->issues, r->has_header && tt_recording_is_closed(r->rec));
}

/* What is no recording, or ends inside a magic, has the status that the reader of its format gives,
 * and that of a teehistorian file when it is of none: scripts know these names. */
static tt_issue name_format_error(const struct reading *r, const tt_issue *issue)
{
    bool is_demo = reading_format(r) == TT_FORMAT_DEMO;
    tt_status status = is_demo ? TT_ERR_DEMO_HEADER_END : TT_ERR_TH_MAGIC;
    return (tt_issue){issue->level, status, 0, is_demo ? -1 : 0, tt_status_text(status)};
}

/* A file in a folder that is no recording is not the user's concern. */
static bool is_passed_over(const struct reading *r)
{
    enum host_kind kind = host_first_kind(&r->first);
    return kind != HOST_KIND_TEEHISTORIAN && kind != HOST_KIND_DEMO &&
           source_is_passed_over(r->job, kind);
}

static void take_issue(struct reading *r, const tt_issue *issue)
{
    bool has_tick = r->has_header && issue->tick >= 0;
    if (issues_take(&r->issues, issue) && !is_passed_over(r)) {
        issues_tell(&r->issues, issue, has_tick ? reading_time(r, issue->tick) : ISSUES_NO_TICK);
    }
}

static void take_format_error(struct reading *r, const tt_issue *error)
{
    tt_issue issue = name_format_error(r, error);
    if (reading_format(r) != TT_FORMAT_UNKNOWN) {
        take_issue(r, &issue);
    } else if (issues_take(&r->issues, &issue) && !is_passed_over(r)) {
        message_say(MESSAGE_ERROR, r->job->path, "%s",
                    host_kind_reason(host_first_kind(&r->first)));
    }
}

static void on_issue(void *user, const tt_issue *issue)
{
    struct reading *r = user;
    if (issue->status == TT_ERR_FORMAT) {
        take_format_error(r, issue);
    } else {
        take_issue(r, issue);
    }
}

void reading_report(struct reading *r, tt_level level, tt_status status, uint64_t offset)
{
    tt_issue issue = {level, status, offset, tt_recording_tick(r->rec), tt_status_text(status)};
    take_issue(r, &issue);
}

void reading_fail(struct reading *r, enum exit_status status)
{
    r->is_ended = true;
    if (status > r->status) {
        r->status = status;
    }
}

static void take_reader(struct reading *r)
{
    tt_recording_recover(r->rec, !r->job->settings->strict);
    tt_recording_on_issue(r->rec, on_issue, r);
    reading_set(r);
}

void reading_source_take(struct reading *r, tt_recording *rec, void *scratch,
                         struct host_input *input)
{
    free(r->rec);
    free(r->scratch);
    host_input_close(r->input);
    r->rec = rec;
    r->scratch = scratch;
    r->input = input;
    r->left_out = 0;
    take_reader(r);
}

static bool allocate(struct reading *r)
{
    r->rec = malloc(sizeof *r->rec);
    r->scratch = malloc(READING_SCRATCH);
    if (r->rec == NULL || r->scratch == NULL) {
        memory_tell(r->job->path);
        free(r->rec);
        r->rec = NULL;
        reading_fail(r, EXIT_SYSTEM);
        return false;
    }
    tt_recording_init(r->rec, r->scratch, READING_SCRATCH);
    take_reader(r);
    return true;
}

/* The header's bytes go with the piece they lie in, so they are kept. */
static void keep_first_bytes(struct reading *r, tt_bytes piece)
{
    size_t kept = r->header.size, room = READING_SCRATCH - kept;
    size_t size = piece.size < room ? piece.size : room;
    uint8_t *bytes = realloc(r->first_bytes, kept + size + 1);
    if (bytes == NULL) {
        memory_tell(r->job->path);
        reading_fail(r, EXIT_SYSTEM);
        return;
    }
    memcpy(bytes + kept, piece.data, size);
    r->first_bytes = bytes;
    r->header = (tt_bytes){bytes, kept + size};
}

static void take_piece(struct reading *r, tt_bytes piece)
{
    host_first_add(&r->first, piece);
    r->bytes += piece.size;
    if (!r->has_header) {
        keep_first_bytes(r, piece);
    }
    if (r->options.on_piece != NULL) {
        r->options.on_piece(r->options.user, piece);
    }
    tt_recording_feed(r->rec, piece.data, piece.size);
    if (!r->options.is_quiet) {
        run_progress(r->job, host_input_count(r->input).read + r->left_out);
    }
}

/* The end of a teehistorian file is a record, so that its file is done. A demo has none. */
static bool is_over(const struct reading *r)
{
    return reading_format(r) == TT_FORMAT_TEEHISTORIAN && tt_recording_is_closed(r->rec);
}

bool reading_source_feed(struct reading *r)
{
    tt_bytes piece;
    for (;;) {
        switch (host_input_next(r->input, &piece)) {
        case HOST_INPUT_PIECE:
            take_piece(r, piece);
            return true;
        case HOST_INPUT_END:
            tt_recording_feed(r->rec, NULL, 0);
            return true;
        case HOST_INPUT_IDLE:
            /* it is still being written: show what there is, and wait unless it is done */
            host_output_flush(r->job->out);
            if (is_over(r)) {
                host_input_follow(r->input, false);
            }
            break;
        case HOST_INPUT_STOPPED:
            r->is_ended = true;
            return false;
        case HOST_INPUT_FAILED:
            reading_fail(r, issues_take_host(&r->issues, host_input_error(r->input)));
            return false;
        }
    }
}

/* What its recorder writes last is not there. */
static void take_unfinished(struct reading *r)
{
    bool is_demo = reading_format(r) == TT_FORMAT_DEMO;
    issues_unfinished(&r->issues, is_demo ? TT_NOTE_DEMO_LENGTH : TT_NOTE_TH_NO_FINISH,
                      tt_recording_offset(r->rec));
}

static void take_end(struct reading *r, tt_status status)
{
    r->is_ended = true;
    r->is_foreign =
        status == TT_ERR_FORMAT && r->first.size != 0 && reading_format(r) == TT_FORMAT_UNKNOWN;
    r->is_skipped = is_passed_over(r);
    r->is_at_end = status == TT_END;
    r->is_later = status == TT_LATER;
    if (r->is_at_end && !tt_recording_is_closed(r->rec)) {
        take_unfinished(r);
    }
}

bool reading_source_next(struct reading *r)
{
    while (!r->is_ended) {
        tt_status status = tt_recording_next(r->rec, &r->item);
        if (status == TT_OK) {
            return true;
        }
        if (status != TT_MORE) {
            take_end(r, status);
        } else if (!reading_source_feed(r)) {
            return false;
        }
    }
    return false;
}

bool reading_next_tick(struct reading *r, int32_t *tick)
{
    while (!r->is_ended) {
        tt_status status = tt_recording_next_tick(r->rec, tick);
        if (status == TT_OK) {
            return true;
        }
        if (status != TT_MORE) {
            take_end(r, status);
        } else if (!reading_source_feed(r)) {
            return false;
        }
    }
    return false;
}

/* What was kept begins with it. */
static bool take_header(struct reading *r)
{
    const tt_th_header *header = tt_recording_th_header(r->rec);
    uint64_t size = tt_recording_offset(r->rec);
    r->header.size = size < r->header.size ? (size_t)size : r->header.size;
    if (header != NULL) {
        tt_bytes json = {r->first_bytes + sizeof tt_th_magic.bytes, header->json.size};
        tt_th_header_parse(&r->th_header, json, NULL);
    }
    return !r->is_ended;
}

/* An input that was looked at already does not say where decompression could begin. */
static struct host_input *open_input(const struct reading *r, struct host_error *error)
{
    struct host_input_options options = {
        .follow = r->job->settings->follow,
        .stop = r->job->stop,
        .on_access_point = r->options.on_access_point,
        .access_point_user = r->options.user,
    };
    if (r->options.on_access_point == NULL) {
        return source_open(r->job, error);
    }
    if (r->job->trouble.status != TT_OK) {
        *error = r->job->trouble;
        return NULL;
    }
    return host_input_open(r->job->path, &options, error);
}

/* The map of a demo does not matter, but for its sums and for who wants all bytes. */
static bool leaves_out_map(const struct reading *r)
{
    return !r->options.wants_map && (r->options.wants & TT_WANT_MAP_SUMS) == 0 &&
           r->options.on_piece == NULL;
}

/* Goes to the end of the map without reading it, where the file has all of it and can seek. What is
 * compressed has to be decompressed anyway. */
static void leave_out_map(struct reading *r)
{
    const tt_demo_header *header = tt_recording_demo_header(r->rec);
    uint64_t end = tt_recording_offset(r->rec) + (header != NULL ? header->map_size : 0);
    bool is_plain = strcmp(host_input_codec(r->input), "plain") == 0;
    if (!is_plain || r->job->settings->follow || end <= r->bytes ||
        end > host_input_count(r->input).size) {
        return;
    }
    uint64_t left = tt_recording_skip_map(r->rec);
    if (left != 0 && !host_input_seek(r->input, end, NULL, 0)) {
        reading_fail(r, issues_take_host(&r->issues, host_input_error(r->input)));
        return;
    }
    r->bytes += left;
    r->left_out = left;
}

bool reading_source_open(struct reading *r, struct job *job, const struct reading_options *options)
{
    struct host_error error;
    r->job = job;
    r->index_first_tick = -1;
    r->issues.job = job;
    r->options = *options;
    r->issues.quiet = options->is_quiet || options->is_again;
    if (options->is_again) {
        run_progress_again(job);
    }
    if (!allocate(r)) {
        return false;
    }
    r->input = open_input(r, &error);
    if (r->input == NULL) {
        reading_fail(r, issues_take_host(&r->issues, &error));
        return false;
    }
    r->has_header = reading_source_next(r) && take_header(r);
    if (r->has_header && leaves_out_map(r)) {
        leave_out_map(r);
    }
    return r->has_header && !r->is_ended;
}

enum exit_status reading_source_close(struct reading *r)
{
    issues_tell_rest(&r->issues);
    if (r->issues.errors + r->passed_errors != 0 && !r->is_skipped) {
        reading_fail(r, EXIT_DAMAGED);
    }
    if (r->job->settings->strict &&
        (r->issues.warnings + r->passed_warnings != 0 || r->issues.is_unfinished)) {
        reading_fail(r, EXIT_DAMAGED);
    }
    if (r->is_skipped && r->status == EXIT_GOOD) {
        r->job->outcome = JOB_FOREIGN;
    }
    host_input_close(r->input);
    free(r->rec);
    free(r->scratch);
    free(r->first_bytes);
    free(r->chosen);
    return r->status;
}
