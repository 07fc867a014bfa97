/* SPDX-License-Identifier: MIT
 *
 * The lines of teetape info.
 *
 * The lines of the header are those of the format; the ones about what was read are the same for
 * both.
 */
#include "cli/info/info.h"

#include <inttypes.h>
#include <string.h>

#include "cli/text/text.h"

/* The sum first, then each kind with its number aligned right. */
static void print_kinds(const struct info *info)
{
    tt_io_output *out = info->r.job->out;
    char number[TEXT_NUMBER];
    uint64_t all = 0;
    for (int kind = 0; kind < INFO_KINDS_MAX; kind++) {
        all += info->events[kind];
    }
    info_line(out, "events", "%s", text_number(number, all));
    for (int kind = 0; kind < INFO_KINDS_MAX; kind++) {
        if (info->events[kind] != 0) {
            info_line(out, "", "%10s %s", text_number(number, info->events[kind]),
                      kind == info_format(&info->r)->end_kind
                          ? "FINISH, the end of the recording"
                          : info_format(&info->r)->kind_name(kind));
        }
    }
}

/* The state, with what is missing at the end of an unfinished recording, and how many issues there
 * are. */
static void print_state(const struct reading *r)
{
    tt_recording_state state = reading_state(r);
    bool is_unfinished = state == TT_RECORDING_UNFINISHED;
    info_line(r->job->out, "state",
              "%s%s%s, errors %" PRIu64 ", warnings %" PRIu64 ", notes %" PRIu64,
              tt_recording_state_name(state), is_unfinished ? ", " : "",
              is_unfinished ? info_format(r)->missing_end : "", r->issues.errors,
              r->issues.warnings, r->issues.notes);
}

/* What took reading the whole recording: length, players, records and the state. */
static void print_findings(const struct info *info)
{
    const struct reading *r = &info->r;
    tt_io_output *out = r->job->out;
    char time[TEXT_TIME], number[TEXT_NUMBER];
    uint64_t sessions = tt_recording_sessions(r->io.rec);
    info_line(out, "length", "%s, ticks %" PRId32 " to %" PRId32, text_time(time, info_ticks(r)),
              info_first_tick(r), tt_io_reading_last_tick(&r->io));
    info_line(out, "players", "%" PRIu64 " %s, at most %" PRIu32 " at the same time", sessions,
              sessions == 1 ? "session" : "sessions", tt_recording_most_open(r->io.rec));
    print_kinds(info);
    if (info->inputs.count != 0) {
        info_line(out, "holds",
                  "inputs of %" PRIu64 " other %s: %s, for ticks %" PRId32 " to %" PRId32,
                  info->inputs.players, info->inputs.players == 1 ? "player" : "players",
                  text_number(number, info->inputs.count), info->inputs.first, info->inputs.last);
    }
    print_state(r);
}

/* With several files an empty line is between them. */
void info_print_text(const struct info *info)
{
    const struct job *job = info->r.job;
    text_safe(job->out, tt_bytes_of(job->path));
    tt_io_output_byte(job->out, '\n');
    info_format(&info->r)->header(&info->r);
    if (!info_is_quick(job)) {
        print_findings(info);
    }
    if (job->is_one_of_many) {
        tt_io_output_byte(job->out, '\n');
    }
}
