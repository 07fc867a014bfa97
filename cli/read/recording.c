/* SPDX-License-Identifier: MIT
 *
 * From a file to events.
 */
#include "cli/read/recording.h"

#include <stdlib.h>
#include <string.h>

#include "archive/index_open.h"
#include "cli/shell/memory.h"
#include "cli/shell/run.h"
#include "cli/shell/source.h"
#include "host/message.h"

/* One that was cut inside the magic may have been a recording. */
static bool begins_otherwise(const struct recording *r)
{
    return memcmp(r->first.bytes, tt_th_magic.bytes, r->first.size) != 0;
}

const char *recording_format(const struct recording *r)
{
    return r->is_foreign || r->first.size == 0 ? NULL : "teehistorian";
}

static void tell_issue(struct recording *r, const tt_issue *issue)
{
    const char *path = r->job->path;
    enum host_kind kind = host_first_kind(&r->first);
    if (issue->status != TT_ERR_TH_MAGIC) {
        issues_tell(&r->issues, issue, r->has_header ? issue->tick : ISSUES_NO_TICK);
    } else if (kind == HOST_KIND_DEMO) {
        host_message(HOST_MESSAGE_ERROR, path,
                     "a demo; this command reads teehistorian files only");
    } else if (r->first.size == 0 || begins_otherwise(r)) {
        host_message(HOST_MESSAGE_ERROR, path, "%s", host_kind_reason(kind));
    } else {
        issues_tell(&r->issues, issue, ISSUES_NO_TICK);
    }
}

static void on_issue(void *user, const tt_issue *issue)
{
    struct recording *r = user;
    /* Somebody's text file in a folder of recordings is none of our business. */
    bool is_foreign = issue->status == TT_ERR_TH_MAGIC &&
                      source_is_passed_over(r->job, host_first_kind(&r->first));
    if (issues_take(&r->issues, issue) && !is_foreign) {
        tell_issue(r, issue);
    }
}

static void fail(struct recording *r, enum exit_status status)
{
    r->ended = true;
    if (status > r->status) {
        r->status = status;
    }
}

/* The file cannot be opened, read or decompressed. */
static void fail_host(struct recording *r, const struct host_error *error)
{
    r->finished = r->th->finished; /* what is wrong may stand behind it */
    fail(r, issues_take_host(&r->issues, error));
}

static bool allocate(struct recording *r)
{
    r->th = malloc(sizeof *r->th);
    r->own_world = malloc(sizeof *r->own_world);
    r->scratch = malloc(RECORDING_SCRATCH);
    if (r->th == NULL || r->own_world == NULL || r->scratch == NULL) {
        memory_tell(r->job->path);
        fail(r, EXIT_SYSTEM);
        return false;
    }
    tt_th_init(r->th, r->own_world, r->scratch, RECORDING_SCRATCH);
    r->th->recover = !r->job->settings->strict;
    r->th->on_issue = on_issue;
    r->th->user = r;
    r->world = r->own_world;
    return true;
}

/* The reader wants more. False when reading has to end here; the reader may still have something
 * to say about how it ends. */
static bool feed(struct recording *r)
{
    tt_bytes piece;
    for (;;) {
        switch (host_input_next(r->input, &piece)) {
        case HOST_INPUT_PIECE:
            host_first_add(&r->first, piece);
            r->bytes += piece.size;
            tt_th_feed(r->th, piece.data, piece.size);
            if (r->has_progress) {
                run_progress(r->job, host_input_count(r->input).read);
            }
            return true;
        case HOST_INPUT_END:
            tt_th_end(r->th);
            return true;
        case HOST_INPUT_IDLE:
            /* a server is still writing: show what there is, and wait unless it is done */
            host_output_flush(r->job->out);
            if (r->th->finished) {
                host_input_follow(r->input, false);
            }
            break;
        case HOST_INPUT_STOPPED:
            r->ended = true;
            return false;
        case HOST_INPUT_FAILED:
            fail_host(r, host_input_error(r->input));
            return false;
        }
    }
}

/* After a step of the reader that gave no event: whether to try again. */
static bool goes_on(struct recording *r, tt_status status)
{
    if (status == TT_MORE) {
        return feed(r);
    }
    r->ended = true;
    r->finished = r->th->finished;
    r->is_at_end = status == TT_END;
    if (r->is_at_end && !r->finished) {
        issues_unfinished(&r->issues, TT_NOTE_TH_NO_FINISH, tt_th_offset(r->th));
    }
    return false;
}

/* The header's bytes go with the piece they lie in, so they are kept. */
static bool keep_header(struct recording *r)
{
    tt_bytes json = r->th->header.json;
    r->header_json = malloc(json.size + 1);
    if (r->header_json == NULL) {
        memory_tell(r->job->path);
        fail(r, EXIT_SYSTEM);
        return false;
    }
    memcpy(r->header_json, json.data, json.size);
    tt_th_header_parse(&r->header, (tt_bytes){r->header_json, json.size}, NULL);
    r->has_header = true;
    return true;
}

static bool read_header(struct recording *r)
{
    tt_status status;
    while ((status = tt_th_next(r->th, &r->event)) != TT_OK) {
        if (status == TT_ERR_TH_MAGIC) {
            r->is_foreign = begins_otherwise(r);
            r->skipped = source_is_passed_over(r->job, host_first_kind(&r->first));
        }
        if (!goes_on(r, status)) {
            return false;
        }
    }
    return keep_header(r);
}

static bool open_recording(struct recording *r, struct job *job)
{
    struct host_error error;
    r->job = job;
    r->issues.job = job;
    r->first_tick = -1;
    if (!allocate(r)) {
        return false;
    }
    r->input = source_open(job, &error);
    if (r->input == NULL) {
        fail_host(r, &error);
        return false;
    }
    return read_header(r);
}

bool recording_open(struct recording *r, struct job *job)
{
    memset(r, 0, sizeof *r);
    r->has_progress = true;
    return open_recording(r, job);
}

bool recording_open_quietly(struct recording *r, struct job *job)
{
    memset(r, 0, sizeof *r);
    r->issues.quiet = true;
    return open_recording(r, job);
}

bool recording_open_again(struct recording *r, struct job *job)
{
    memset(r, 0, sizeof *r);
    r->issues.quiet = r->has_progress = true;
    run_progress_again(job);
    return open_recording(r, job);
}

bool recording_next(struct recording *r)
{
    while (!r->ended) {
        tt_status status = tt_th_next(r->th, &r->event);
        if (status == TT_OK) {
            if (r->first_tick < 0) {
                r->first_tick = r->event.tick;
            }
            return true;
        }
        if (!goes_on(r, status)) {
            return false;
        }
    }
    return false;
}

bool recording_next_rare(struct recording *r, int32_t tick)
{
    while (!r->ended) {
        tt_status status = tt_th_next_rare_until(r->th, &r->event, tick);
        if (status == TT_OK && r->first_tick < 0) {
            r->first_tick = r->event.tick;
        }
        if (status == TT_OK || status == TT_LATER) {
            return status == TT_OK;
        }
        if (!goes_on(r, status)) {
            return false;
        }
    }
    return false;
}

bool recording_next_tick(struct recording *r, int32_t *tick)
{
    while (!r->ended) {
        tt_status status = tt_th_next_tick(r->th, tick);
        if (status == TT_OK) {
            return true;
        }
        if (!goes_on(r, status)) {
            return false;
        }
    }
    return false;
}

bool recording_advance(struct recording *r, int32_t tick)
{
    while (!r->ended) {
        tt_status status = tt_th_advance(r->th, tick);
        if (status == TT_OK) {
            return true;
        }
        if (!goes_on(r, status)) {
            return false;
        }
    }
    return false;
}

void recording_stop(struct recording *r)
{
    r->ended = true;
}

enum exit_status recording_close(struct recording *r)
{
    issues_tell_rest(&r->issues);
    if (r->issues.errors + r->passed_errors != 0 && !r->skipped) {
        fail(r, EXIT_DAMAGED);
    }
    if (r->job->settings->strict &&
        (r->issues.warnings + r->passed_warnings != 0 || r->issues.is_unfinished)) {
        fail(r, EXIT_DAMAGED);
    }
    host_input_close(r->input);
    archive_index_close(r->index);
    free(r->interval);
    free(r->th);
    free(r->own_world);
    free(r->scratch);
    free(r->header_json);
    return r->status;
}
