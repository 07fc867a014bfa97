/* SPDX-License-Identifier: MIT
 *
 * Packs or unpacks one file.
 *
 * tt_io_pack packs, reads back, compares, and replaces. This file turns its result into a
 * message, a JSON object and an exit status. Counters over all threads say how many files were
 * left alone.
 */
#include "cli/pack/packing.h"

#include <errno.h>
#include <inttypes.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cli/shell/message.h"
#include "cli/shell/out_path.h"
#include "cli/shell/run.h"
#include "cli/shell/source.h"
#include "cli/shell/target.h"
#include "cli/text/text.h"
#include "teetape/io/jobs.h"
#include "teetape/io/pack.h"

/* Checks the options. An output on stdout cannot be read back for a check, so its original must
 * remain. */
const char *packing_check(const struct shell *sh)
{
    const struct packing_options *own = sh->options;
    const char *output = sh->settings->output;
    bool to_stdout = output != NULL && strcmp(output, "-") == 0;
    if (to_stdout && own->replace) {
        return "output on stdout cannot be verified, so nothing is replaced";
    }
    return output != NULL ? out_path_check(sh) : NULL;
}

struct packing {
    const tt_io_compressor *format;
    atomic_size_t left[TT_IO_PACK_LEFT_KINDS];
    atomic_size_t replaced; /* number of unfinished recordings that were replaced */
};

static const struct {
    const char *word, *sentence;
    enum exit_status status;
} lefts[TT_IO_PACK_LEFT_KINDS] = {
    [TT_IO_PACK_LEFT_UNFINISHED] = {"unfinished",
                                    "it has no end, maybe because a server still writes it: left "
                                    "unchanged; --unfinished packs it",
                                    EXIT_USAGE},
    [TT_IO_PACK_LEFT_IN_USE] = {"in_use", "another program has it open for writing: left unchanged",
                                EXIT_SYSTEM},
    [TT_IO_PACK_LEFT_TO_OTHERS] = {"other_run",
                                   "another run of teetape works on it: left unchanged",
                                   EXIT_SYSTEM},
    [TT_IO_PACK_LEFT_UNKNOWN] = {"unknown",
                                 "it has no end, and only its owner or root can ask the system "
                                 "whether a server has it open: left unchanged",
                                 EXIT_SYSTEM},
    [TT_IO_PACK_LEFT_DEMO] = {"demo",
                              "a tape holds a teehistorian file, and this is a demo: left "
                              "unchanged; --format xz or zst packs it",
                              EXIT_USAGE},
};

static void tell_progress(void *user, uint64_t done)
{
    run_progress(user, done);
}

static const char *hint_of(const tt_io_pack_report *report, tt_io_pack_result result)
{
    static const char *const hints[] = {
        [TT_IO_PACK_REFUSED_NO_NAME] = " stdin needs -o",
        [TT_IO_PACK_REFUSED_NO_ENDING] = "; give a name with -o",
        [TT_IO_PACK_REFUSED_EXISTS] = "; --force replaces it",
        [TT_IO_PACK_REFUSED_IN_PLACE] = "; --replace replaces it",
        [TT_IO_PACK_REFUSED_NOT_CHECKED] = NULL,
    };
    if (result != TT_IO_PACK_REFUSED) {
        return report->is_damaged ? ", see teetape repair" : "";
    }
    return hints[report->refused] != NULL ? hints[report->refused] : "";
}

/* Reports a failure. The library's sentence is complete when the error has an offset. */
static void tell_failure(const struct job *job, const tt_io_pack_report *report,
                         tt_io_pack_result result)
{
    const tt_io_error *error = &report->error;
    const char *about = report->about_output ? report->output : job->path;
    bool is_stdout = report->about_output && strcmp(about, "-") == 0;
    bool has_place = error->offset != 0;
    char text[TT_IO_ERROR_TEXT];
    message_say(MESSAGE_ERROR, is_stdout ? "stdout" : about, "%s%s", tt_io_error_text(text, error),
                has_place ? "" : hint_of(report, result));
}

/* Reports a failure, a full disk once for all files, and returns its exit status. */
static enum exit_status fail(struct job *job, const tt_io_pack_report *report,
                             tt_io_pack_result result)
{
    if (run_reports_failure(job, &report->error)) {
        tell_failure(job, report, result);
    }
    if (result == TT_IO_PACK_REFUSED) {
        return EXIT_USAGE;
    }
    return report->error.status == TT_ERR_COMPRESSED_DATA && !report->about_output ? EXIT_DAMAGED
                                                                                   : EXIT_SYSTEM;
}

struct result {
    const char *file, *result, *left, *output, *format;
    int64_t bytes_before, bytes_stored, bytes, blocks;
    const char *index_removed;
    int64_t ratio; /* how many times smaller the result is, in hundredths */
};

const struct column packing_columns[] = {
    COLUMN(struct result, file, "as it was named"),
    COLUMN(struct result, result, "\"done\", \"already\" or \"left\""),
    COLUMN(struct result, left,
           "why it is left unchanged: \"unfinished\", \"in_use\" (open for writing), "
           "\"other_run\", \"unknown\" (unfinished, and maybe open for writing), \"demo\" (no tape "
           "can hold it), \"link\" (a symbolic link in a folder)",
           .is_optional = true),
    COLUMN(struct result, output, "the file that was written, or was there already",
           .is_optional = true),
    COLUMN(struct result, format, "of the output, or of the file: \"plain\", \"xz\", \"zstd\", ...",
           .is_optional = true),
    COLUMN(struct result, bytes_before,
           "of the file as it was stored; 0 for stdin, none for a link", .is_optional = true),
    COLUMN(struct result, bytes_stored, "of the output", .is_optional = true),
    COLUMN(struct result, bytes, "of the recording, after decompression", .is_optional = true),
    COLUMN(struct result, blocks, "that can be decompressed alone; 0 for plain",
           .is_optional = true),
    COLUMN(struct result, index_removed,
           "the original was replaced, and its index, which became useless, was removed",
           .type = "boolean", .show = SHOW_JSON, .is_optional = true),
    COLUMN(struct result, ratio, "bytes by bytes_stored", .show = SHOW_HUNDREDTHS,
           .is_optional = true),
    COLUMNS_END,
};

static void print_row(const struct job *job, const struct result *result)
{
    struct json j = json_begin(job->out);
    rows_members(&j, packing_columns, TT_FORMAT_UNKNOWN, result);
    json_end(&j);
}

static void print_json(const struct job *job, const tt_io_pack_report *report, const char *word,
                       const char *left)
{
    bool has_output = left == NULL && report->output != NULL;
    struct result result = {
        .file = job->path,
        .result = word,
        .left = left,
        .output = has_output ? report->output : NULL,
        .format = has_output ? report->after : report->before,
        .bytes_before = (int64_t)report->bytes_before,
        .bytes_stored = COLUMN_UNKNOWN,
        .bytes = COLUMN_UNKNOWN,
        .blocks = COLUMN_UNKNOWN,
        .ratio = COLUMN_UNKNOWN,
    };
    if (strcmp(word, "done") == 0) {
        result.bytes_stored = (int64_t)report->bytes_stored;
        result.bytes = (int64_t)report->bytes;
        result.blocks = (int64_t)report->blocks;
        result.index_removed = report->index_removed ? "true" : "false";
        /* The product fits 64 bits for recordings below 92 petabytes. */
        result.ratio = result.bytes_stored == 0 ? 0 : result.bytes * 100 / result.bytes_stored;
    }
    print_row(job, &result);
}

static void print_text(struct job *job, const tt_io_pack_report *report, bool already)
{
    char before[TEXT_NUMBER], stored[TEXT_NUMBER], bytes[TEXT_NUMBER], line[200];
    text_safe(job->out, tt_bytes_of(job->path));
    if (already && report->output == NULL) {
        snprintf(line, sizeof line, ": %s already\n", report->before);
        tt_io_output_text(job->out, line);
        return;
    }
    tt_io_output_text(job->out, " -> ");
    text_safe(job->out, tt_bytes_of(report->output));
    if (already) {
        tt_io_output_text(job->out, ": there already\n");
        return;
    }
    snprintf(line, sizeof line, ": %s -> %s bytes", text_number(before, report->bytes_before),
             text_number(stored, report->bytes_stored));
    tt_io_output_text(job->out, line);
    if (report->blocks != 0) {
        snprintf(line, sizeof line, "; %s bytes in %" PRIu64 " %s",
                 text_number(bytes, report->bytes), report->blocks,
                 report->blocks == 1 ? "block" : "blocks");
        tt_io_output_text(job->out, line);
    }
    tt_io_output_byte(job->out, '\n');
}

/* A link in a folder is passed over: the file that it leads to may be in the folder, too, and gone
 * by now. */
static enum exit_status tell_link(struct job *job)
{
    job->outcome = JOB_KEPT;
    if (job->settings->json) {
        const struct result result = {
            .file = job->path,
            .result = "left",
            .left = "link",
            .bytes_before = COLUMN_UNKNOWN,
            .bytes_stored = COLUMN_UNKNOWN,
            .bytes = COLUMN_UNKNOWN,
            .blocks = COLUMN_UNKNOWN,
            .ratio = COLUMN_UNKNOWN,
        };
        print_row(job, &result);
    }
    message_say(MESSAGE_NOTE, job->path, "is a link: left unchanged");
    return EXIT_GOOD;
}

static enum exit_status tell_left(struct job *job, const tt_io_pack_report *report)
{
    struct packing *all = job->user;
    job->outcome = JOB_KEPT;
    atomic_fetch_add(&all->left[report->left], 1);
    if (job->settings->json) {
        print_json(job, report, "left", lefts[report->left].word);
    }
    message_say(job->found_by_walk ? MESSAGE_NOTE : MESSAGE_ERROR, job->path, "%s",
                lefts[report->left].sentence);
    return job->found_by_walk ? EXIT_GOOD : lefts[report->left].status;
}

/* Reports what became of a file. A run that the user stops, and a closed pipe, are no failures. */
static enum exit_status tell(struct job *job, const tt_io_pack_report *report,
                             tt_io_pack_result result)
{
    const struct settings *settings = job->settings;
    struct packing *all = job->user;
    bool already = result == TT_IO_PACK_ALREADY;
    bool to_stdout = settings->output != NULL && strcmp(settings->output, "-") == 0;
    switch (result) {
    case TT_IO_PACK_DONE:
    case TT_IO_PACK_ALREADY:
        job->outcome = already ? JOB_KEPT : JOB_DONE;
        job->bytes_before = already ? 0 : report->bytes_before;
        job->bytes_after = already ? 0 : report->bytes_stored;
        if (settings->json) {
            print_json(job, report, already ? "already" : "done", NULL);
        } else if (!settings->quiet && !to_stdout) {
            print_text(job, report, already);
        }
        atomic_fetch_add(&all->replaced, report->was_unfinished && !already ? 1 : 0);
        if (report->index_removed) {
            message_say(MESSAGE_NOTE, report->output,
                        "the index of the original was removed; teetape index makes a new one");
        }
        if (report->is_in_use && !already) {
            message_say(MESSAGE_NOTE, job->path,
                        "another program has it open for writing; the output lacks what it writes "
                        "from now on");
        }
        return EXIT_GOOD;
    case TT_IO_PACK_FOREIGN:
        if (source_is_passed_over(job, report->kind)) {
            return EXIT_GOOD;
        }
        message_say(MESSAGE_ERROR, job->path, "%s", tt_io_kind_reason(report->kind));
        return EXIT_DAMAGED;
    case TT_IO_PACK_STOPPED:
        return EXIT_GOOD;
    case TT_IO_PACK_LEFT:
        return tell_left(job, report);
    case TT_IO_PACK_REFUSED:
        if (report->refused == TT_IO_PACK_REFUSED_LINK && job->found_by_walk) {
            return tell_link(job);
        }
        break;
    case TT_IO_PACK_FAILED:
        break;
    }
    if (!report->about_output && run_is_gone(job, &report->error)) {
        /* this run may have replaced what the link led to */
        return run_is_link(job) ? tell_link(job) : EXIT_GOOD;
    }
    bool has_left = to_stdout && report->error.system == EPIPE;
    bool wants_to_leave = report->error.system == EINTR && tt_io_stop_wanted(job->stop);
    if (has_left || wants_to_leave) {
        return EXIT_GOOD;
    }
    return fail(job, report, result);
}

/* Returns the threads for a file. One of many files gets two at most: with a single one, cores
 * would be idle when few large files are left. */
static unsigned threads_of(const struct job *job)
{
    unsigned threads = settings_threads(job->settings);
    return job->is_one_of_many && threads > 2 ? 2 : threads;
}

/* Writes a name with the ending of the format in place of that of its compression. */
static bool put_ending(char dst[OUT_PATH], const struct job *job, const char *name)
{
    const struct packing *all = job->user;
    const tt_io_compressor *packed = tt_io_compressor_of(name);
    size_t size = strlen(name) - (packed != NULL ? strlen(packed->ending) : 0);
    return out_path_fits(snprintf(dst, OUT_PATH, "%.*s%s", (int)size, name,
                                  all->format != NULL ? all->format->ending : ""),
                         job->path);
}

/* Makes the path of the output. In the folder -o it is the part of the input's path below the
 * folder that was given, with the ending of the format. Returns false, after reporting, with
 * *status. */
static bool name_output(char dst[OUT_PATH], const struct job *job, enum exit_status *status)
{
    const tt_io_entry *input = &job->inputs->entries[job->index];
    const char *below = input->below != 0 ? job->path + input->below : out_path_name(job->path);
    char name[OUT_PATH];
    *status = EXIT_SYSTEM;
    return put_ending(name, job, below) &&
           out_path_of_job(dst, job, strcmp(job->path, "-") != 0 ? name : NULL, status);
}

/* Returns true unless --force would replace another recording of this run beside this one, or two
 * recordings give one output. The name is that of tt_io_pack without an output. */
static bool may_force(const struct job *job)
{
    char output[OUT_PATH];
    if (strcmp(job->path, "-") == 0) {
        return true;
    }
    return put_ending(output, job, job->path) &&
           (strcmp(output, job->path) == 0 || target_is_good(output, job)) &&
           out_path_claim_again(output, job->path);
}

/* Packs or unpacks a file. Without --format a file with access points remains unchanged
 * (any_packed). */
static enum exit_status pack_file(struct job *job)
{
    char output[OUT_PATH];
    enum exit_status status;
    const struct packing *all = job->user;
    const struct settings *settings = job->settings;
    const struct packing_options *own = job->options;
    tt_io_pack_report report;
    const tt_io_pack_options options = {
        .format = all->format,
        .any_packed = own->format == NULL,
        .level = (int)own->level,
        .threads = threads_of(job),
        .output = settings->output != NULL ? output : NULL,
        .replace = own->replace,
        .copies = settings->output != NULL && out_path_is_folder(settings->output),
        .unfinished = own->unfinished,
        .force = settings->force,
        .stop = job->stop,
        .progress = tell_progress,
        .user = job,
    };
    if (settings->output != NULL && !name_output(output, job, &status)) {
        return status;
    }
    if (settings->output != NULL ? !target_is_good(output, job)
                                 : settings->force && !may_force(job)) {
        return EXIT_USAGE;
    }
    tt_io_pack_result result = tt_io_pack(job->path, &options, &report);
    status = tell(job, &report, result);
    free(report.output);
    return status;
}

static void tell_count(atomic_size_t *counter, const char *one, const char *many)
{
    size_t count = atomic_load(counter);
    if (count != 0) {
        message_say(MESSAGE_NOTE, NULL, "%zu %s %s", count, count == 1 ? "recording" : "recordings",
                    count == 1 ? one : many);
    }
}

static void sum_up(struct packing *all)
{
    tell_count(&all->left[TT_IO_PACK_LEFT_UNFINISHED],
               "without an end left unchanged; --unfinished packs it",
               "without an end left unchanged; --unfinished packs them");
    tell_count(&all->left[TT_IO_PACK_LEFT_IN_USE],
               "left unchanged because another program has it open for writing",
               "left unchanged because other programs have them open for writing");
    const char *unknown = "without an end left unchanged, which a server may have open";
    tell_count(&all->left[TT_IO_PACK_LEFT_UNKNOWN], unknown, unknown);
    tell_count(&all->left[TT_IO_PACK_LEFT_DEMO], "left unchanged, which a tape cannot hold",
               "left unchanged, which a tape cannot hold");
    const char *to_others = "left to another run of teetape", *replaced = "without an end replaced";
    tell_count(&all->left[TT_IO_PACK_LEFT_TO_OTHERS], to_others, to_others);
    tell_count(&all->replaced, replaced, replaced);
}

enum exit_status packing_run(struct shell *sh, const tt_io_compressor *format,
                             const struct total_words *totals, const char *problem)
{
    struct packing all = {.format = format};
    const struct run_how how = {.process = pack_file, .user = &all, .totals = totals};
    struct run run;
    if (run_begin(&run, sh, &how, problem)) {
        run_files(&run, settings_threads(sh->settings));
        sum_up(&all);
    }
    return run_end(&run);
}
