/* SPDX-License-Identifier: MIT
 *
 * From a file to the events of a demo.
 */
#include "cli/read/demo_recording.h"

#include <stdlib.h>
#include <string.h>

#include "cli/read/place.h"
#include "cli/shell/memory.h"
#include "cli/shell/outcome.h"
#include "cli/shell/run.h"
#include "cli/shell/source.h"
#include "host/message.h"

int32_t demo_recording_time(const struct demo_recording *r, int32_t tick)
{
    return r->first_tick < 0 || tick < r->first_tick ? 0 : tick - r->first_tick;
}

int32_t demo_recording_ticks(const struct demo_recording *r)
{
    return r->first_tick < 0 ? 0 : r->last_tick - r->first_tick;
}

bool demo_recording_is_closed(const struct demo_recording *r)
{
    return r->demo.header.length > 0 || demo_recording_ticks(r) < TT_TICKS_PER_SECOND;
}

bool demo_recording_place(const struct demo_recording *r, const char *text, int32_t first_tick,
                          int64_t *tick, enum exit_status *status)
{
    struct place place;
    const char *why = "there is no such place";
    if (place_parse(&place, text) &&
        place_demo_tick(&place, &r->demo.header, first_tick, tick, &why)) {
        return true;
    }
    *status = outcome_nothing(r->job, "%s, so %s cannot be found in it", why, text);
    return false;
}

/* Found in a folder, and no demo that ends too early: nobody's business. */
static bool is_passed_over(const struct demo_recording *r)
{
    enum host_kind kind = host_first_kind(&r->first);
    return kind != HOST_KIND_DEMO && source_is_passed_over(r->job, kind);
}

static void on_issue(void *user, const tt_issue *issue)
{
    struct demo_recording *r = user;
    const char *reason = host_kind_reason(host_first_kind(&r->first));
    if (!issues_take(&r->issues, issue) || is_passed_over(r)) {
        return;
    }
    if (issue->status == TT_ERR_DEMO_MAGIC && reason != NULL) {
        host_message(HOST_MESSAGE_ERROR, r->job->path, "%s", reason);
    } else {
        issues_tell(&r->issues, issue,
                    issue->tick < 0 ? ISSUES_NO_TICK : demo_recording_time(r, issue->tick));
    }
}

static void fail(struct demo_recording *r, enum exit_status status)
{
    r->ended = true;
    if (status > r->status) {
        r->status = status;
    }
}

static void fail_host(struct demo_recording *r, const struct host_error *error)
{
    fail(r, issues_take_host(&r->issues, error));
}

/* The reader wants more. False when reading has to end here. */
static bool feed(struct demo_recording *r)
{
    tt_bytes piece;
    for (;;) {
        switch (host_input_next(r->input, &piece)) {
        case HOST_INPUT_PIECE:
            host_first_add(&r->first, piece);
            r->bytes += piece.size;
            tt_demo_feed(&r->demo, piece.data, piece.size);
            if (!r->issues.quiet) {
                run_progress(r->job, host_input_count(r->input).read + r->passed_over);
            }
            return true;
        case HOST_INPUT_END:
            tt_demo_end(&r->demo);
            return true;
        case HOST_INPUT_IDLE:
            host_output_flush(r->job->out); /* it is still being written: show what there is */
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

/* The next event, with the map if there is one. */
static bool step(struct demo_recording *r)
{
    while (!r->ended) {
        r->before = r->demo.snap; /* the next one goes to the reader's other space */
        tt_status status = tt_demo_next(&r->demo, &r->event);
        if (status == TT_OK) {
            return true;
        }
        if (status != TT_MORE) {
            r->ended = true;
            r->is_foreign = status == TT_ERR_DEMO_MAGIC;
            r->skipped = is_passed_over(r);
            r->is_at_end = status == TT_END;
            if (r->is_at_end && !demo_recording_is_closed(r)) {
                issues_unfinished(&r->issues, TT_NOTE_DEMO_LENGTH, tt_demo_offset(&r->demo));
            }
        } else if (!feed(r)) {
            return false;
        }
    }
    return false;
}

/* Goes behind the map without reading it, where the file has all of it and can be sought in. What
 * is compressed has to be decompressed anyway. */
static void pass_over_map(struct demo_recording *r)
{
    uint64_t behind = tt_demo_offset(&r->demo) + r->demo.header.map_size;
    bool is_plain = strcmp(host_input_codec(r->input), "plain") == 0;
    if (!is_plain || r->job->settings->follow || behind <= r->bytes ||
        behind > host_input_count(r->input).size) {
        return;
    }
    uint64_t left = tt_demo_skip_map(&r->demo);
    if (!host_input_seek(r->input, behind, NULL, 0)) {
        fail_host(r, host_input_error(r->input));
        return;
    }
    r->bytes += left;
    r->passed_over = left;
}

bool demo_recording_open(struct demo_recording *r, struct job *job, unsigned wants)
{
    struct host_error error;
    memset(r, 0, sizeof *r);
    r->job = job;
    r->issues.job = job;
    r->issues.quiet = (wants & DEMO_WANTS_QUIET) != 0;
    r->wants = wants;
    r->first_tick = r->last_tick = -1;
    r->memory = memory_zeros(job->path, sizeof *r->memory);
    if (r->memory == NULL) {
        fail(r, EXIT_SYSTEM);
        return false;
    }
    tt_demo_init(&r->demo, r->memory);
    r->before = r->demo.snap;
    r->demo.recover = !job->settings->strict;
    r->demo.on_issue = on_issue;
    r->demo.user = r;
    r->input = source_open(job, &error);
    if (r->input == NULL) {
        fail_host(r, &error);
        return false;
    }
    r->has_header = step(r);
    if (r->has_header && (wants & DEMO_WANTS_MAP) == 0) {
        pass_over_map(r);
    }
    return r->has_header;
}

bool demo_recording_next(struct demo_recording *r)
{
    bool wants_map = (r->wants & DEMO_WANTS_MAP) != 0;
    while (step(r)) {
        if (r->event.kind == TT_DEMO_TICK && r->event.status == TT_OK) {
            r->first_tick = r->first_tick < 0 ? r->event.tick : r->first_tick;
            r->last_tick = r->event.tick > r->last_tick ? r->event.tick : r->last_tick;
        }
        if (r->event.kind != TT_DEMO_MAP || wants_map) {
            return true;
        }
    }
    return false;
}

bool demo_recording_look_ahead(struct demo_recording *r, int32_t *tick)
{
    if (tt_demo_next_tick(&r->demo, tick) == TT_OK) {
        return true;
    }
    /* after a map that was passed over there is no piece yet */
    return tt_demo_left(&r->demo) == 0 && !r->ended && feed(r) &&
           tt_demo_next_tick(&r->demo, tick) == TT_OK;
}

void demo_recording_stop(struct demo_recording *r)
{
    r->ended = true;
}

enum exit_status demo_recording_close(struct demo_recording *r)
{
    issues_tell_rest(&r->issues);
    if (r->issues.errors != 0 && !r->skipped) {
        fail(r, EXIT_DAMAGED);
    }
    if (r->job->settings->strict && (r->issues.warnings != 0 || r->issues.is_unfinished)) {
        fail(r, EXIT_DAMAGED);
    }
    host_input_close(r->input);
    free(r->memory);
    return r->status;
}
