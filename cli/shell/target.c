/* SPDX-License-Identifier: MIT
 *
 * Opens outputs. A recording is often the only copy, so no output may replace an input, even
 * with --force.
 */
#include "cli/shell/target.h"

#include <errno.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/shell/message.h"
#include "cli/shell/run.h"
#include "cli/shell/terminal.h"
#include "cli/text/text.h"
#include "teetape/io/compress.h"
#include "teetape/io/path.h"
#include "teetape/io/stop.h"

const char *target_check(const struct settings *settings)
{
    if (settings->output == NULL || settings->output[0] == 0) {
        return "no output is given: write -o OUT, or '-o -' for stdout";
    }
    if (strcmp(settings->output, "-") != 0) {
        return NULL;
    }
    if (settings->json) {
        return "--json and the output cannot both go to stdout";
    }
    return terminal_is(STDOUT_NUMBER) ? "this is not for a terminal: name a file with -o" : NULL;
}

static const char *const other_endings[TT_IO_ENDINGS] = {
    [TT_IO_ENDING_TEEHISTORIAN] =
        "the output is a demo, which cannot become a teehistorian file: end its name with "
        ".demo",
    [TT_IO_ENDING_DEMO] =
        "the output is a teehistorian file: teetape demo makes a demo of it; end its name with "
        ".teehistorian",
    [TT_IO_ENDING_FILM] = "this is no film: teetape video makes one",
    [TT_IO_ENDING_PICTURE] = "this is no picture: teetape picture makes one",
    [TT_IO_ENDING_PAGE] = "this is no page: teetape page makes one",
    [TT_IO_ENDING_TABLE] = "this is no table: teetape table makes one",
};

const char *target_check_ending(const struct settings *settings, tt_format format)
{
    tt_io_ending ending = tt_io_ending_of(settings->output != NULL ? settings->output : "");
    tt_io_ending own = format == TT_FORMAT_DEMO ? TT_IO_ENDING_DEMO : TT_IO_ENDING_TEEHISTORIAN;
    const tt_io_compressor *packed =
        settings->output != NULL ? tt_io_compressor_of(settings->output) : NULL;
    if (format == TT_FORMAT_DEMO && packed != NULL && strcmp(packed->ending, ".tape") == 0) {
        return "a tape holds a teehistorian file, and no demo: end its name with .xz, .zst or .gz";
    }
    return ending != own ? other_endings[ending] : NULL;
}

static bool is_read_by_run(const char *output, const struct job *job)
{
    struct stat facts;
    bool is_stdout = strcmp(output, "-") == 0;
    return (is_stdout ? fstat(STDOUT_NUMBER, &facts) : stat(output, &facts)) == 0 &&
           S_ISREG(facts.st_mode) && run_reads(job, &facts);
}

/* Returns a sentence when the output would replace a file that an OPTION_FILE names, such as a map
 * or a key. */
static const char *check_files_of_options(const char *output, const struct job *job)
{
    const struct command *command = job->command;
    const char *problem = NULL;
    for (size_t i = 0; problem == NULL && i < command->options.count; i++) {
        const struct option *option = &command->options.rows[i];
        const char *path = NULL;
        if (option->kind == OPTION_FILE) {
            memcpy(&path, (const char *)job->options + option->offset, sizeof path);
            problem = tt_io_output_problem(output, NULL, path);
        }
    }
    return problem;
}

bool target_is_good(const char *output, const struct job *job)
{
    const char *problem = tt_io_output_problem(output, job->path, NULL);
    if (problem == NULL && is_read_by_run(output, job)) {
        problem = "the output would be another recording of this run";
    }
    problem = problem != NULL ? problem : check_files_of_options(output, job);
    if (problem != NULL) {
        message_say(MESSAGE_ERROR, strcmp(output, "-") == 0 ? "stdout" : output, "%s", problem);
    }
    return problem == NULL;
}

bool target_is_good_for_all(const struct job *all)
{
    for (size_t i = 0; i < all->count; i++) {
        const struct job job = job_of_path(all, all->paths[i]);
        if (!target_is_good(all->settings->output, &job)) {
            return false;
        }
    }
    return true;
}

/* Opens an output. It is checked before: the error of an open for an existing file would propose
 * --force. The output gets no more permissions than its input, because it may contain the input's
 * secrets. */
tt_io_file *target_open(const char *output, unsigned needs, const struct job *job,
                        enum exit_status *status)
{
    bool has_secrets = job->how->keeps_secrets || job->settings->show_secrets;
    unsigned mode = has_secrets ? run_rights(job) | 0400 : 0;
    const tt_io_file_options how = {.replace = job->settings->force,
                                    .patches = (needs & TARGET_PATCHES) != 0,
                                    .regular = (needs & TARGET_REGULAR) != 0,
                                    .mode = (needs & TARGET_PRIVATE) != 0 ? 0600 : mode};
    tt_io_error error;
    if (!target_is_good(output, job)) {
        *status = EXIT_USAGE;
        return NULL;
    }
    tt_io_file *file = tt_io_file_open(output, &how, &error);
    if (file == NULL) {
        *status = target_failed(job, output, &error);
    }
    return file;
}

/* Reports an output that was made. The longest text has two names of at most 64 bytes. */
void target_report(const struct job *job, const char *output, const char *format, ...)
{
    char text[512];
    va_list arguments;
    if (job->settings->json || job->settings->quiet || strcmp(output, "-") == 0) {
        return;
    }
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    text_safe(job->out, tt_bytes_of(output));
    tt_io_output_text(job->out, ": ");
    text_safe(job->out, tt_bytes_of(text));
    tt_io_output_byte(job->out, '\n');
}

/* Reports a failed output. A wait that the user ended (EINTR) is no failure. An existing output is
 * wrong usage. */
enum exit_status target_failed(const struct job *job, const char *output, const tt_io_error *error)
{
    if (error->system == EPIPE || (error->system == EINTR && tt_io_stop_all_wanted())) {
        return EXIT_GOOD; /* a closed pipe, or the user stopped the program */
    }
    bool exists = error->system == EEXIST;
    if (run_reports_failure(job, error)) {
        const char *name = strcmp(output, "-") == 0 ? "stdout" : output;
        message_say(MESSAGE_ERROR, name, "%s%s", error->text,
                    exists ? "; --force replaces it" : "");
    }
    return exists ? EXIT_USAGE : EXIT_SYSTEM;
}

/* Returns the bytes of the option name in "`name`", or 0 for other text, such as a map name with
 * a backquote. */
static size_t name_size(const char *text)
{
    size_t size = *text == '`' ? strspn(text + 1, "abcdefghijklmnopqrstuvwxyz_") : 0;
    return size != 0 && text[size + 1] == '`' ? size : 0;
}

const char *target_named(char dst[TARGET_NAMED], const char *text)
{
    size_t used = 0, left = 0; /* left: bytes of the name and its last backquote */
    for (; *text != 0 && used + 3 < TARGET_NAMED; text++) {
        size_t size = left == 0 ? name_size(text) : 0;
        if (size != 0) {
            bool is_output = strncmp(text, "`output`", 8) == 0;
            used += (size_t)sprintf(dst + used, is_output ? "-o" : "--");
            text += is_output ? 7 : 0;
            left = is_output ? 0 : size + 1;
            continue;
        }
        if (left != 1) {
            dst[used++] = left != 0 && *text == '_' ? '-' : *text;
        }
        left -= left != 0;
    }
    dst[used] = 0;
    return dst;
}

enum exit_status target_say(const struct job *job, tt_level level, const tt_io_error *what)
{
    char text[TARGET_NAMED];
    if (level == TT_LEVEL_ERROR && what->system != 0) {
        return target_failed(job, what->path, what);
    }
    message_say(level == TT_LEVEL_ERROR     ? MESSAGE_ERROR
                : level == TT_LEVEL_WARNING ? MESSAGE_WARNING
                                            : MESSAGE_NOTE,
                what->path[0] != 0 ? what->path : NULL, "%s%s", target_named(text, what->text),
                what->status == TT_ERR_FORMAT ? "; teetape repair --resync may get more" : "");
    return level == TT_LEVEL_ERROR ? (enum exit_status)tt_io_error_rank(what) : EXIT_GOOD;
}
