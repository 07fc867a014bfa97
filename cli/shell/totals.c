/* SPDX-License-Identifier: MIT
 *
 * Adds up what came of many inputs.
 */
#include "cli/shell/totals.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "cli/shell/message.h"
#include "cli/show/text.h"
#include "teetape/io/index.h"

/* Bytes of the line. There is room without a check: eight counts of inputs, of at most 13
 * characters below ten thousand millions, each with a word of the tables, and two numbers of bytes.
 */
#define LINE 400

/* An index lies beside its recording and is checked with it: it is no file of its own. Of one that
 * was named itself, the user wants to hear. */
static bool is_index(const struct job *job)
{
    static const char suffix[] = TT_IO_INDEX_SUFFIX;
    size_t size = strlen(job->path), end = sizeof suffix - 1;
    return job->found_by_walk && size > end && strcmp(job->path + size - end, suffix) == 0;
}

/* A job that was stopped on its way looks like one that was taken: good, and nothing done. It is
 * not counted as ended, so the line says "not reached". */
void totals_add(struct totals *t, const struct job *job, enum exit_status status)
{
    atomic_size_t *const by_status[] = {
        [EXIT_DAMAGED] = &t->damaged, [EXIT_USAGE] = &t->refused, [EXIT_SYSTEM] = &t->failed};
    if (job->outcome == JOB_FOREIGN) {
        atomic_fetch_add(&t->foreign, job->command->totals != NULL &&
                                          job->command->totals->foreign != NULL && !is_index(job));
    } else if (status != EXIT_GOOD) {
        atomic_fetch_add(by_status[status], 1);
    } else {
        atomic_fetch_add(&t->done, job->outcome == JOB_DONE);
        atomic_fetch_add(&t->kept, job->outcome == JOB_KEPT);
    }
    atomic_fetch_add(&t->ended, status != EXIT_GOOD || job->outcome != JOB_TAKEN ||
                                    !tt_io_stop_wanted(job->stop));
    atomic_fetch_add(&t->bytes_before, job->bytes_before);
    atomic_fetch_add(&t->bytes_after, job->bytes_after);
}

/* One part after the others; one of which there are none is left out, unless it begins the line or
 * must be there: then it also has no comma. */
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

/* Inputs that have a part of the totals. */
static size_t acted(const struct totals *t)
{
    return t->done + t->kept + t->damaged + t->refused + t->failed + t->foreign;
}

/* "4 files: 2 packed, 1 left unchanged, 1 damaged; 5,000 -> 1,000 bytes": the parts add up to the
 * first number. */
static void say(char line[LINE], const struct totals *t, const struct command *command,
                size_t inputs)
{
    char before[TEXT_NUMBER], after[TEXT_NUMBER];
    size_t ended = atomic_load(&t->ended);
    size_t left = inputs - (ended < inputs ? ended : inputs);
    size_t all = acted(t) + left;
    size_t size = add(line, 0, all, all == 1 ? "file: " : "files: ", true);
    size = add(line, size, t->done, command->totals->done, true);
    size = add(line, size, t->kept, command->totals->kept, false);
    size = add(line, size, t->damaged, "damaged", false);
    size = add(line, size, t->refused, "refused", false);
    size = add(line, size, t->failed, "failed", false);
    size = add(line, size, t->foreign, command->totals->foreign, false);
    size = add(line, size, left, "not reached", false);
    if (t->bytes_after != 0) {
        snprintf(line + size, LINE - size, "; %s -> %s bytes", text_number(before, t->bytes_before),
                 text_number(after, t->bytes_after));
    }
}

/* With JSON it is no result, as every line of stdout has to be an object: it goes to stderr. One
 * input that has a part says it itself; a total of one would repeat it. */
void totals_report(const struct totals *t, const struct command *command,
                   const struct settings *settings, size_t inputs, tt_io_output *out)
{
    char line[LINE];
    bool is_stopped = inputs > 1 && atomic_load(&t->ended) < inputs;
    bool has_reader = tt_io_output_error(out) != EPIPE; /* one who leaves is no news */
    if (command->totals == NULL || !has_reader || (acted(t) < 2 && !is_stopped)) {
        return;
    }
    say(line, t, command, inputs);
    if (settings->json) {
        message_say(MESSAGE_NOTE, NULL, "%s", line);
    } else if (!settings->quiet) {
        tt_io_output_text(out, line);
        tt_io_output_byte(out, '\n');
    }
}
