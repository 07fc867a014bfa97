/* SPDX-License-Identifier: MIT
 *
 * See outcome.h.
 */
#include "cli/shell/outcome.h"

#include <stdarg.h>
#include <stdio.h>

#include "cli/shell/message.h"

bool outcome_reads(const struct command *command, tt_format format)
{
    return format == TT_FORMAT_TEEHISTORIAN ? command->reads != READS_DEMOS
           : format == TT_FORMAT_DEMO       ? command->reads != READS_TEEHISTORIANS
                                            : true;
}

static const char *wanted(const struct command *command)
{
    return command->reads == READS_DEMOS ? "demos" : "teehistorian files";
}

enum exit_status outcome_refuse(struct job *job, tt_format format)
{
    const struct command *command = job->command;
    job->outcome = JOB_OTHER_FORMAT;
    if (job->found_by_walk) {
        return EXIT_GOOD;
    }
    message_say(MESSAGE_ERROR, job->path, "this is a %s; teetape %s takes %s",
                format == TT_FORMAT_DEMO ? "demo" : "teehistorian file", command->name,
                wanted(command));
    return EXIT_USAGE;
}

enum exit_status outcome_nothing(struct job *job, const char *format, ...)
{
    char text[512];
    va_list arguments;
    job->outcome = JOB_NOTHING;
    if (job->is_one_of_many) {
        return EXIT_GOOD;
    }
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    message_say(MESSAGE_ERROR, job->path, "%s", text);
    return EXIT_USAGE;
}

void outcome_count(struct outcomes *o, const struct job *job)
{
    atomic_fetch_add(&o->count[job->outcome], 1);
}

void outcome_listed(struct job *job, bool has_results)
{
    if (job->outcome == JOB_TAKEN && job->is_one_of_many && !has_results && job->asks_for_part) {
        job->outcome = JOB_NOTHING;
    }
}

void outcome_report(struct outcomes *o, const struct command *command)
{
    size_t taken = atomic_load(&o->count[JOB_TAKEN]) + atomic_load(&o->count[JOB_DONE]) +
                   atomic_load(&o->count[JOB_KEPT]);
    size_t other = atomic_load(&o->count[JOB_OTHER_FORMAT]);
    size_t nothing = atomic_load(&o->count[JOB_NOTHING]);
    const char *what = nothing != 0
                           ? taken == 1 ? "has what was asked for" : "have what was asked for"
                       : taken == 1 ? "was taken"
                                    : "were taken";
    const char *others = command->reads == READS_DEMOS
                             ? other == 1 ? "is a teehistorian file" : "are teehistorian files"
                         : other == 1 ? "is a demo"
                                      : "are demos";
    if (other != 0) {
        message_say(MESSAGE_NOTE, NULL, "%zu of %zu recordings %s; %zu %s, and teetape %s takes %s",
                    taken, taken + other + nothing, what, other, others, command->name,
                    wanted(command));
    } else if (nothing != 0) {
        message_say(MESSAGE_NOTE, NULL, "%zu of %zu recordings %s", taken, taken + nothing, what);
    }
}
