/* SPDX-License-Identifier: MIT
 *
 * Says what a command did not take, at once for a single input and as one line for many: a folder
 * of thousands of demos must not give thousands of lines.
 */
#include "cli/shell/outcome.h"

#include <stdarg.h>
#include <stdio.h>

#include "cli/shell/message.h"

/* An unknown format is read: only reading it can say what is wrong. */
bool outcome_reads(const struct command *command, tt_format format)
{
    return format == TT_FORMAT_TEEHISTORIAN ? command->reads != READS_DEMOS
           : format == TT_FORMAT_DEMO       ? command->reads != READS_TEEHISTORIANS
                                            : true;
}

/* Only asked of a command that reads one format. */
static const char *wanted(const struct command *command)
{
    return command->reads == READS_DEMOS ? "demos" : "teehistorian files";
}

/* A folder may hold recordings of both formats, and -r means those that the command can read. A
 * file that was named is meant itself. */
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

/* One player in a thousand recordings is in some of them: that the others have nothing is no error.
 */
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

/* After every job of a run, by the thread of the job. What could not be opened was not taken, and
 * is no recording for all that is known: it is in no number. */
void outcome_count(struct outcomes *o, const struct job *job, enum exit_status status)
{
    bool has_failed = status == EXIT_USAGE || status == EXIT_SYSTEM;
    atomic_fetch_add(&o->damaged, status == EXIT_DAMAGED);
    if (job->outcome != JOB_TAKEN || !has_failed) {
        atomic_fetch_add(&o->count[job->outcome], 1);
    }
}

/* A job that has an outcome already keeps it: that is nearer to the cause. */
void outcome_listed(struct job *job, bool has_results, bool is_damaged)
{
    if (job->outcome == JOB_TAKEN && job->is_one_of_many && !has_results) {
        job->outcome = job->asks_for_part ? JOB_NOTHING : is_damaged ? JOB_UNREAD : JOB_TAKEN;
    }
}

/* "; 1 is a demo, and teetape demo takes teehistorian files", or nothing. */
static void others_text(char *dst, size_t size, size_t other, const struct command *command)
{
    const char *others = command->reads == READS_DEMOS
                             ? other == 1 ? "is a teehistorian file" : "are teehistorian files"
                         : other == 1 ? "is a demo"
                                      : "are demos";
    dst[0] = 0;
    if (other != 0) {
        snprintf(dst, size, "; %zu %s, and teetape %s takes %s", other, others, command->name,
                 wanted(command));
    }
}

/* JOB_FOREIGN is in no number: what is no recording is not one of "%zu of %zu recordings". Damage
 * alone gives no line, as each damaged input has its own. */
void outcome_report(struct outcomes *o, const struct command *command)
{
    char others[120], damage[40] = "";
    size_t taken = atomic_load(&o->count[JOB_TAKEN]) + atomic_load(&o->count[JOB_DONE]) +
                   atomic_load(&o->count[JOB_KEPT]);
    size_t other = atomic_load(&o->count[JOB_OTHER_FORMAT]);
    size_t nothing = atomic_load(&o->count[JOB_NOTHING]);
    size_t damaged = atomic_load(&o->damaged);
    size_t all = taken + other + nothing + atomic_load(&o->count[JOB_UNREAD]);
    const char *what = nothing != 0
                           ? taken == 1 ? "has what was asked for" : "have what was asked for"
                       : taken == 1 ? "was taken"
                                    : "were taken";
    others_text(others, sizeof others, other, command);
    if (damaged != 0) {
        snprintf(damage, sizeof damage, "; %zu %s damaged", damaged, damaged == 1 ? "is" : "are");
    }
    if (other + nothing != 0) {
        message_say(MESSAGE_NOTE, NULL, "%zu of %zu recordings %s%s%s", taken, all, what, others,
                    damage);
    }
}
