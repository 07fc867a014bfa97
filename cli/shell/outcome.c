/* SPDX-License-Identifier: MIT
 *
 * Counts the outcomes, and decides on the exit status.
 */
#include "cli/shell/outcome.h"

#include <errno.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "cli/shell/message.h"
#include "cli/shell/run.h"
#include "cli/text/text.h"
#include "teetape/io/index.h"
#include "teetape/io/spans.h"

/* Bytes of eight counts of 13 characters with their words, and two sizes. */
#define LINE 400

/* Returns true when the command reads this format. The format may be unknown because of damage, so
 * such a file is read to find out. */
bool outcome_reads(const struct run_how *how, tt_format format)
{
    return format == TT_FORMAT_TEEHISTORIAN ? how->reads != READS_DEMOS
           : format == TT_FORMAT_DEMO       ? how->reads != READS_TEEHISTORIANS
                                            : true;
}

static const char *wanted(const struct run_how *how)
{
    return how->reads == READS_DEMOS ? "demos" : "teehistorian files";
}

/* Refuses a recording of another format. With a folder the user means the recordings that the
 * command can read, so other recordings in a folder are no error. */
enum exit_status outcome_refuse(struct job *job, tt_format format)
{
    job->outcome = JOB_OTHER_FORMAT;
    if (job->found_by_walk) {
        return EXIT_GOOD;
    }
    message_say(MESSAGE_ERROR, job->path, "this is a %s; teetape %s takes %s",
                format == TT_FORMAT_DEMO ? "demo" : "teehistorian file", job->command->name,
                wanted(job->how));
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

/* Returns true for a file with the name of an index. An index beside its recording is checked with
 * it, so only a named index is reported. */
static bool is_index(const char *path, bool found_by_walk)
{
    static const char suffix[] = TT_IO_INDEX_SUFFIX;
    size_t size = strlen(path), end = sizeof suffix - 1;
    return found_by_walk && size > end && strcmp(path + size - end, suffix) == 0;
}

static size_t count_inputs(const tt_io_list *inputs)
{
    size_t count = 0;
    for (size_t i = 0; i < inputs->count; i++) {
        count += !is_index(inputs->entries[i].path, inputs->entries[i].found_by_walk);
    }
    return count;
}

/* Counts a job. One that the user stopped does not count as ended, although its outcome is
 * JOB_TAKEN. */
void outcome_count(struct outcomes *o, const struct job *job, enum exit_status status)
{
    bool is_taken = job->outcome == JOB_TAKEN && status == EXIT_GOOD;
    bool is_input = !is_index(job->path, job->found_by_walk);
    if (job->outcome != JOB_FOREIGN || is_input) {
        atomic_fetch_add(&o->count[job->outcome][status], 1);
    }
    atomic_fetch_add(&o->ended, is_input && (!is_taken || !tt_io_stop_wanted(job->stop)));
    atomic_fetch_add(&o->bytes_before, job->bytes_before);
    atomic_fetch_add(&o->bytes_after, job->bytes_after);
}

static size_t with_outcome(const struct outcomes *o, enum job_outcome outcome)
{
    size_t sum = 0;
    for (int status = EXIT_GOOD; status <= EXIT_SYSTEM; status++) {
        sum += atomic_load(&o->count[outcome][status]);
    }
    return sum;
}

static size_t with_status(const struct outcomes *o, enum exit_status status)
{
    size_t sum = 0;
    for (int outcome = JOB_TAKEN; outcome < JOB_FOREIGN; outcome++) {
        sum += atomic_load(&o->count[outcome][status]);
    }
    return sum;
}

void outcome_listed(struct job *job, bool has_results, bool is_damaged)
{
    if (job->outcome == JOB_TAKEN && job->is_one_of_many && !has_results) {
        job->outcome = job->asks_for_part ? JOB_NOTHING : is_damaged ? JOB_UNREAD : JOB_TAKEN;
    }
}

/* Keeps the nearest name, and of equally near ones the first in the alphabet, so that the note does
 * not depend on the order of the threads. */
void outcome_near(struct outcomes *o, const char *player, const char *near)
{
    static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
    const tt_bytes asked = tt_bytes_of(player);
    pthread_mutex_lock(&lock);
    size_t now = tt_io_player_distance(asked, tt_bytes_of(near));
    size_t before = tt_io_player_distance(asked, tt_bytes_of(o->near));
    if (near[0] != 0 &&
        (o->near[0] == 0 || now < before || (now == before && strcmp(near, o->near) < 0))) {
        snprintf(o->near, sizeof o->near, "%s", near);
    }
    pthread_mutex_unlock(&lock);
}

static void others_text(char *dst, size_t size, size_t other, const struct command *command,
                        const struct run_how *how)
{
    const char *others = how->reads == READS_DEMOS
                             ? other == 1 ? "is a teehistorian file" : "are teehistorian files"
                         : other == 1 ? "is a demo"
                                      : "are demos";
    dst[0] = 0;
    if (other != 0) {
        snprintf(dst, size, "; %zu %s, and teetape %s takes %s", other, others, command->name,
                 wanted(how));
    }
}

/* Appends a count. Leaves out a 0, unless it begins the line or `always` is set. */
static size_t add(char line[LINE], size_t size, size_t count, const char *what, bool always)
{
    char number[TEXT_NUMBER];
    if (count == 0 && !always) {
        return size;
    }
    int added = snprintf(line + size, LINE - size, "%s%s %s", always ? "" : ", ",
                         text_number(number, count), what);
    return size + (size_t)added;
}

/* Writes the line of totals. The parts add up to the first number: "4 files: 2 packed, 1 left
 * unchanged, 1 damaged; 5,000 -> 1,000 bytes". Returns false when there is no line to print. */
static bool put_totals(char line[LINE], const struct outcomes *o, const struct total_words *words,
                       size_t inputs)
{
    char before[TEXT_NUMBER], after[TEXT_NUMBER];
    size_t ended = atomic_load(&o->ended), left = inputs - (ended < inputs ? ended : inputs);
    size_t done = o->count[JOB_DONE][EXIT_GOOD], kept = o->count[JOB_KEPT][EXIT_GOOD];
    size_t damaged = with_status(o, EXIT_DAMAGED), refused = with_status(o, EXIT_USAGE);
    size_t failed = with_status(o, EXIT_SYSTEM);
    size_t foreign = words->foreign != NULL ? with_outcome(o, JOB_FOREIGN) : 0;
    size_t acted = done + kept + damaged + refused + failed + foreign, all = acted + left;
    size_t size = add(line, 0, all, all == 1 ? "file: " : "files: ", true);
    size = add(line, size, done, words->done, true);
    size = add(line, size, kept, words->kept, false);
    size = add(line, size, damaged, "damaged", false);
    size = add(line, size, refused, "refused", false);
    size = add(line, size, failed, "failed", false);
    size = add(line, size, foreign, words->foreign, false);
    size = add(line, size, left, "not reached", false);
    if (o->bytes_after != 0) {
        snprintf(line + size, LINE - size, "; %s -> %s bytes", text_number(before, o->bytes_before),
                 text_number(after, o->bytes_after));
    }
    return acted > 1 || (inputs > 1 && left != 0);
}

/* Prints the totals. With --json every line of stdout has to be an object, so they go to stderr. */
void outcome_totals(const struct outcomes *o, const struct run_how *how,
                    const struct settings *settings, const tt_io_list *inputs, tt_io_output *out)
{
    char line[LINE];
    bool has_reader = tt_io_output_error(out) != EPIPE; /* a closed pipe is not reported */
    if (how->totals == NULL || !has_reader ||
        !put_totals(line, o, how->totals, count_inputs(inputs))) {
        return;
    }
    if (settings->json) {
        message_say(MESSAGE_NOTE, NULL, "%s", line);
    } else if (!settings->quiet) {
        tt_io_output_text(out, line);
        tt_io_output_byte(out, '\n');
    }
}

/* Reports how many inputs were not taken. Files that could not be opened, and JOB_FOREIGN, may not
 * be recordings, so they are not counted. Each damaged input has its own line already. */
void outcome_report(const struct outcomes *o, const struct command *command,
                    const struct run_how *how)
{
    char others[120], damage[40] = "";
    size_t taken = atomic_load(&o->count[JOB_TAKEN][EXIT_GOOD]) +
                   atomic_load(&o->count[JOB_TAKEN][EXIT_DAMAGED]) + with_outcome(o, JOB_DONE) +
                   with_outcome(o, JOB_KEPT);
    size_t other = with_outcome(o, JOB_OTHER_FORMAT), nothing = with_outcome(o, JOB_NOTHING);
    size_t damaged = with_status(o, EXIT_DAMAGED);
    size_t all = taken + other + nothing + with_outcome(o, JOB_UNREAD);
    const char *what = nothing != 0
                           ? taken == 1 ? "has what was asked for" : "have what was asked for"
                       : taken == 1 ? "was taken"
                                    : "were taken";
    others_text(others, sizeof others, other, command, how);
    if (damaged != 0) {
        snprintf(damage, sizeof damage, "; %zu %s damaged", damaged, damaged == 1 ? "is" : "are");
    }
    bool is_near = !atomic_load(&o->has_player) && o->near[0] != 0;
    size_t without_room = atomic_load(&o->without_room);
    if (without_room > 1) {
        message_say(MESSAGE_ERROR, NULL, "%zu outputs do not fit on the disk", without_room);
    }
    if (other + nothing != 0) {
        message_say(MESSAGE_NOTE, NULL, "%zu of %zu recordings %s%s%s%s%s%s", taken, all, what,
                    others, damage, is_near ? "; did you mean '" : "", is_near ? o->near : "",
                    is_near ? "'?" : "");
    } else if (is_near) {
        message_say(MESSAGE_NOTE, NULL, "no player has this name; did you mean '%s'?", o->near);
    }
}
