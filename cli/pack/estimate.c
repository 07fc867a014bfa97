/* SPDX-License-Identifier: MIT
 *
 * teetape pack --estimate: what each format would give, and nothing is written.
 *
 * A sample of the recordings is packed in memory. The packed size of all of them is their present
 * size times the ratio in the sample; the error is twice the standard error of that ratio. A sample
 * of all recordings has no error.
 */
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/pack/packing.h"
#include "cli/shell/compressor.h"
#include "cli/shell/memory.h"
#include "cli/shell/message.h"
#include "cli/text/text.h"
#include "teetape/io/jobs.h"
#include "teetape/io/kind.h"
#include "teetape/io/pack.h"
#include "teetape/io/stop.h"
#include "teetape/io/walk.h"

/* A sample ends with this many files, or with this many bytes once it has ENOUGH files. */
#define SAMPLE 24
#define SAMPLE_BYTES ((uint64_t)64 << 20)
#define ENOUGH 4

static const char *const words[] = {"xz", "zst", "tape"};
#define FORMATS (sizeof words / sizeof words[0])

struct candidate {
    const char *path;
    uint64_t size; /* bytes as stored */
};

struct estimate {
    struct job *job;
    const tt_io_compressor *formats[FORMATS]; /* NULL: not wanted, or not in this build */
    unsigned threads;                         /* threads for each file */
    struct candidate *all;
    size_t count;
    uint64_t bytes;                   /* bytes of all candidates */
    size_t sample;                    /* number of candidates in the sample: the first ones */
    uint64_t packed[SAMPLE][FORMATS]; /* 0: could not be packed */
    tt_io_pack_result results[SAMPLE][FORMATS];
    tt_io_pack_report reports[SAMPLE][FORMATS];
};

struct result {
    const char *format;
    int64_t level, recordings, measured, left, bytes_before, bytes, percent, error_percent;
};

const struct column estimate_columns[] = {
    COLUMN(struct result, format, "\"xz\", \"zst\" or \"tape\"", .heading = "format",
           .fit = TABLE_KEY),
    COLUMN(struct result, level, "level of compression", .heading = "level"),
    COLUMN(struct result, recordings, "number of files that the estimate is about"),
    COLUMN(struct result, measured, "number of them that were packed for it"),
    COLUMN(struct result, left,
           "number of these that remain as they are: packed in this format already, or demos, "
           "which no tape can hold",
           .heading = "unchanged"),
    COLUMN(struct result, bytes_before, "of all of them, as they are stored now"),
    COLUMN(struct result, bytes, "of all of them in this format", .heading = "bytes",
           .show = SHOW_GROUPS),
    COLUMN(struct result, percent, "of bytes_before", .heading = "% of now",
           .show = SHOW_HUNDREDTHS),
    COLUMN(
        struct result, error_percent,
        "by which `percent` may be wrong, up or down; null when one of several files was measured",
        .heading = "+-", .show = SHOW_HUNDREDTHS),
    COLUMNS_END,
};

/* Lists the recordings. In a folder only files with the name of one count. */
static bool find_candidates(struct estimate *e)
{
    const tt_io_list *inputs = e->job->inputs;
    e->all = memory_zeros(NULL, inputs->count * sizeof *e->all);
    for (size_t i = 0; e->all != NULL && i < inputs->count; i++) {
        const tt_io_entry *entry = &inputs->entries[i];
        struct stat facts;
        bool is_file = stat(entry->path, &facts) == 0 && S_ISREG(facts.st_mode);
        if (is_file && facts.st_size > 0 &&
            (!entry->found_by_walk || tt_io_kind_is_named(entry->path))) {
            e->all[e->count++] = (struct candidate){entry->path, (uint64_t)facts.st_size};
            e->bytes += (uint64_t)facts.st_size;
        } else if (!is_file && !entry->found_by_walk) {
            message_say(MESSAGE_ERROR, entry->path,
                        "an estimate needs a file that can be read "
                        "several times");
        }
    }
    return e->all != NULL;
}

/* Moves the sample to the front. The same list gives the same sample, so that a second run agrees
 * with the first one. */
static void choose(struct estimate *e)
{
    uint64_t bytes = 0, random = 0x9e3779b97f4a7c15u;
    while (e->sample < e->count && e->sample < SAMPLE &&
           (e->sample < ENOUGH || bytes < SAMPLE_BYTES)) {
        random ^= random << 13;
        random ^= random >> 7;
        random ^= random << 17;
        size_t other = e->sample + (size_t)(random % (e->count - e->sample));
        struct candidate taken = e->all[other];
        e->all[other] = e->all[e->sample];
        e->all[e->sample++] = taken;
        bytes += taken.size;
    }
}

static bool remains(tt_io_pack_result result)
{
    return result == TT_IO_PACK_LEFT || result == TT_IO_PACK_ALREADY;
}

/* Packs one file of the sample in one format. A file that packing leaves alone keeps its size. */
static void measure(void *user, size_t index, unsigned worker)
{
    struct estimate *e = user;
    size_t file = index / FORMATS, format = index % FORMATS;
    const struct packing_options *own = e->job->options;
    tt_io_pack_report *report = &e->reports[file][format];
    const tt_io_pack_options options = {.format = e->formats[format],
                                        .level = (int)own->level,
                                        .threads = e->threads,
                                        .only_sizes = true,
                                        .force = e->job->settings->force,
                                        .stop = e->job->stop};
    (void)worker;
    if (options.format == NULL) {
        return;
    }
    tt_io_pack_result result = tt_io_pack(e->all[file].path, &options, report);
    free(report->output);
    e->results[file][format] = result;
    e->packed[file][format] = result == TT_IO_PACK_DONE ? report->bytes_stored
                              : remains(result)         ? report->bytes_before
                                                        : 0;
}

/* Reports the first failure of a file. */
static bool is_measured(const struct estimate *e, size_t file, enum exit_status *status)
{
    for (size_t i = 0; i < FORMATS; i++) {
        tt_io_pack_result result = e->results[file][i];
        const tt_io_pack_report *report = &e->reports[file][i];
        bool is_foreign = result == TT_IO_PACK_FOREIGN;
        if (e->formats[i] != NULL && e->packed[file][i] == 0) {
            message_say(MESSAGE_WARNING, e->all[file].path, "%s; not measured",
                        is_foreign ? tt_io_kind_reason(report->kind) : report->error.text);
            exit_worsen(status, is_foreign || report->error.status == TT_ERR_COMPRESSED_DATA
                                    ? EXIT_DAMAGED
                                    : EXIT_SYSTEM);
            return false;
        }
    }
    return true;
}

/* Leaves out what could not be measured, in the sample and among all. */
static void drop_failed(struct estimate *e, enum exit_status *status)
{
    size_t kept = 0;
    for (size_t i = 0; i < e->sample; i++) {
        if (!is_measured(e, i, status)) {
            e->bytes -= e->all[i].size;
            e->count--;
            continue;
        }
        e->all[kept] = e->all[i];
        memmove(e->results[kept], e->results[i], sizeof e->results[i]);
        memmove(e->packed[kept++], e->packed[i], sizeof e->packed[i]);
    }
    e->sample = kept;
}

static struct result result_of(const struct estimate *e, size_t format)
{
    const struct packing_options *own = e->job->options;
    double before = 0, after = 0, squares = 0;
    int64_t left_unchanged = 0;
    for (size_t i = 0; i < e->sample; i++) {
        left_unchanged += remains(e->results[i][format]);
        before += (double)e->all[i].size;
        after += (double)e->packed[i][format];
    }
    double ratio = after / before, n = (double)e->sample;
    for (size_t i = 0; i < e->sample; i++) {
        double residual = (double)e->packed[i][format] - ratio * (double)e->all[i].size;
        squares += residual * residual;
    }
    double left = 1 - n / (double)e->count;
    double error = e->sample < 2 ? 0 : 2 * sqrt(left * squares * n / (n - 1)) / after;
    bool is_known = e->sample > 1 || e->sample == e->count;
    return (struct result){
        .format = words[format],
        .level = own->level != 0 ? own->level : e->formats[format]->usual,
        .recordings = (int64_t)e->count,
        .measured = (int64_t)e->sample,
        .left = left_unchanged,
        .bytes_before = (int64_t)e->bytes,
        .bytes = (int64_t)(ratio * (double)e->bytes + 0.5),
        .percent = (int64_t)(ratio * 10000 + 0.5),
        .error_percent = is_known ? (int64_t)(error * ratio * 10000 + 0.5) : COLUMN_UNKNOWN,
    };
}

static void print(const struct estimate *e)
{
    char files[TEXT_NUMBER], all[TEXT_NUMBER], bytes[TEXT_NUMBER], line[160];
    struct rows rows;
    if (!e->job->settings->json) {
        snprintf(line, sizeof line, "%s of %s %s packed to estimate; %s bytes now\n",
                 text_number(files, e->sample), text_number(all, e->count),
                 e->count == 1 ? "recording" : "recordings", text_number(bytes, e->bytes));
        tt_io_output_text(e->job->out, line);
    }
    rows_open(&rows, e->job, estimate_columns, TT_FORMAT_UNKNOWN);
    for (size_t i = 0; i < FORMATS; i++) {
        if (e->formats[i] != NULL) {
            struct result result = result_of(e, i);
            rows_add(&rows, &result);
        }
    }
    rows_close(&rows);
}

/* Takes the formats of this build; with --format only that one. */
static void take_formats(struct estimate *e)
{
    const struct packing_options *own = e->job->options;
    for (size_t i = 0; i < FORMATS; i++) {
        const tt_io_compressor *format = compressor_of(words[i]);
        bool is_wanted = own->format == NULL || strcmp(own->format, words[i]) == 0;
        bool has_level = format != NULL && own->level <= format->most;
        e->formats[i] = is_wanted && has_level && format->calls != NULL ? format : NULL;
    }
}

static enum exit_status estimate(struct estimate *e)
{
    enum exit_status status = EXIT_GOOD;
    size_t threads = settings_threads(e->job->settings);
    take_formats(e);
    if (!find_candidates(e)) {
        return EXIT_SYSTEM;
    }
    choose(e);
    size_t count = e->sample * FORMATS;
    e->threads = count < threads ? (unsigned)threads : 1;
    tt_io_jobs_run(count, count < threads ? 1 : (unsigned)threads, measure, e, e->job->stop);
    if (tt_io_stop_wanted(e->job->stop)) {
        return EXIT_GOOD;
    }
    drop_failed(e, &status);
    if (e->sample > 0) {
        print(e);
    } else if (status == EXIT_GOOD) {
        message_say(MESSAGE_NOTE, NULL, "there is no recording to estimate");
    }
    return status;
}

static enum exit_status estimate_all(struct job *job)
{
    struct estimate *e = memory_zeros(NULL, sizeof *e);
    enum exit_status status = EXIT_SYSTEM;
    if (e != NULL) {
        e->job = job;
        status = estimate(e);
        free(e->all);
        free(e);
    }
    return status;
}

enum exit_status estimate_run(struct shell *sh, const char *problem)
{
    const struct packing_options *own = sh->options;
    const struct run_how how = {.process = estimate_all, .takes_together = true};
    if (problem == NULL && (own->replace || sh->settings->output != NULL)) {
        problem = "--estimate writes nothing: leave out -o and --replace";
    }
    return run_each(sh, &how, problem);
}
