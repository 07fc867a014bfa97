/* SPDX-License-Identifier: MIT
 *
 * Looks at the place of an output. Recordings are often the only copy, so everything that could
 * replace one by a slip is refused, also with --force: that is for outputs of earlier runs.
 */
#include "cli/shell/target.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/shell/inputs.h"
#include "cli/shell/message.h"
#include "cli/shell/run.h"
#include "cli/shell/terminal.h"
#include "cli/show/text.h"
#include "teetape/io/compress.h"
#include "teetape/io/path.h"
#include "teetape/io/stop.h"

/* -o is never left out: bytes of a recording on a terminal help nobody, and a default name could be
 * that of something. */
const char *target_check(const struct settings *settings, const void *options)
{
    (void)options;
    if (settings->output == NULL || settings->output[0] == 0) {
        return "where to? -o OUT; '-o -' is stdout";
    }
    if (strcmp(settings->output, "-") != 0) {
        return NULL;
    }
    if (settings->json) {
        return "--json and the output cannot both go to stdout";
    }
    return terminal_is(STDOUT_NUMBER) ? "this is not for a terminal: name a file with -o" : NULL;
}

/* Where to go instead: the user has named an output after what is wanted. */
#define FILMS "this is no film: teetape video makes the frames of one, for ffmpeg"
#define PICTURES "this is no picture: teetape picture makes one"

/* Endings of what is made of a recording, and of the other format. A recording under such a name
 * would not be opened by the program that the name is for. */
static const struct {
    const char *ending;
    tt_format format; /* that has it */
    const char *problem;
} endings[] = {
    {".demo", TT_FORMAT_DEMO,
     "the output is a teehistorian file: teetape demo makes a demo of it; end its name with "
     ".teehistorian"},
    {".teehistorian", TT_FORMAT_TEEHISTORIAN,
     "the output is a demo, and nothing makes a teehistorian file of one: end its name with .demo"},
    {".mp4", TT_FORMAT_UNKNOWN, FILMS},
    {".webm", TT_FORMAT_UNKNOWN, FILMS},
    {".mkv", TT_FORMAT_UNKNOWN, FILMS},
    {".avi", TT_FORMAT_UNKNOWN, FILMS},
    {".mov", TT_FORMAT_UNKNOWN, FILMS},
    {".y4m", TT_FORMAT_UNKNOWN, FILMS},
    {".gif", TT_FORMAT_UNKNOWN, FILMS},
    {".png", TT_FORMAT_UNKNOWN, PICTURES},
    {".svg", TT_FORMAT_UNKNOWN, PICTURES},
    {".jpg", TT_FORMAT_UNKNOWN, PICTURES},
    {".html", TT_FORMAT_UNKNOWN, "this is no page: teetape page makes one"},
    {".csv", TT_FORMAT_UNKNOWN, "this is no table: teetape table makes one"},
    {".parquet", TT_FORMAT_UNKNOWN, "this is no table: teetape table makes one"},
};

/* Only endings that mean something else are refused: no ending, and one that nobody knows, are the
 * user's. An ending of compression is passed over. */
const char *target_check_ending(const struct settings *settings, tt_format format)
{
    tt_bytes name = tt_bytes_of(settings->output != NULL ? settings->output : "");
    const tt_io_compressor *packed =
        settings->output != NULL ? tt_io_compressor_of(settings->output) : NULL;
    name.size -= packed != NULL ? strlen(packed->ending) : 0;
    for (size_t i = 0; i < sizeof endings / sizeof endings[0]; i++) {
        if (endings[i].format != format && tt_io_ending_is(name, endings[i].ending)) {
            return endings[i].problem;
        }
    }
    return NULL;
}

/* The input of the job, which may be a file that was opened for us as stdin: `teetape cut - -o FILE
 * < FILE`. run_reads does not have that one, as "-" is no path. */
static bool is_input(const struct job *job, const struct stat *facts)
{
    struct stat input;
    bool is_known =
        strcmp(job->path, "-") == 0 ? fstat(0, &input) == 0 : stat(job->path, &input) == 0;
    return is_known && inputs_same(&input, facts);
}

/* A file that an option names and that is read: a map or a key. Options say by their kind that they
 * name one (OPTION_FILE), so a new option is protected without a line here. */
static bool is_file_of_option(const struct job *job, const struct stat *facts)
{
    const struct command *command = job->command;
    for (size_t i = 0; i < command->options.count; i++) {
        const struct option *option = &command->options.rows[i];
        const char *path = NULL;
        struct stat other;
        if (option->kind == OPTION_FILE) {
            memcpy(&path, (const char *)job->options + option->offset, sizeof path);
        }
        if (path != NULL && stat(path, &other) == 0 && inputs_same(&other, facts)) {
            return true;
        }
    }
    return false;
}

/* What the output leads to besides, or NULL. By device and number, so a link or another spelling of
 * the path does not matter. The nearest cause is named first. */
static const char *find_problem(const struct stat *facts, const struct job *job)
{
    if (S_ISDIR(facts->st_mode)) {
        return "this is a folder";
    }
    if (!S_ISREG(facts->st_mode)) {
        return NULL; /* what goes into a device replaces nothing */
    }
    if (is_input(job, facts)) {
        return "this is the recording itself";
    }
    if (run_reads(job, facts)) {
        return "this is another recording of this run";
    }
    return is_file_of_option(job, facts) ? "this is a file that an option names to be read" : NULL;
}

/* Nothing there is good: the output will be made. With "-" it is the file, if it is one, that the
 * caller of the program has opened as stdout. */
bool target_is_good(const char *output, const struct job *job)
{
    struct stat facts;
    bool is_stdout = strcmp(output, "-") == 0;
    if ((is_stdout ? fstat(STDOUT_NUMBER, &facts) : stat(output, &facts)) != 0) {
        return true;
    }
    const char *problem = find_problem(&facts, job);
    if (problem != NULL) {
        message_say(MESSAGE_ERROR, is_stdout ? "stdout" : output, "%s", problem);
    }
    return problem == NULL;
}

/* For commands that take all inputs at once, which have no run whose inputs could be asked. Linear
 * in the inputs, with a few calls of stat(2) for each. */
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

/* The check comes before opening, as opening may already say that a file exists, and its sentence
 * would propose --force. Who may not read the secrets of an input may not read them in the output:
 * only the owner can read both in any case. */
tt_io_file *target_open(const char *output, unsigned needs, const struct job *job,
                        enum exit_status *status)
{
    bool has_secrets = job->command->keeps_secrets || job->settings->show_secrets;
    const tt_io_file_options how = {.replace = job->settings->force,
                                    .patches = (needs & TARGET_PATCHES) != 0,
                                    .regular = (needs & TARGET_REGULAR) != 0,
                                    .mode = has_secrets ? run_rights(job) | 0400 : 0};
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

bool target_wants_words(const struct settings *settings, const char *output)
{
    return !settings->json && !settings->quiet && strcmp(output, "-") != 0;
}

/* A wait that the user ended (EINTR) is no failure either: the signal ends the program. An output
 * that exists is the user's to decide, and so wrong usage; everything else is the system's. */
enum exit_status target_failed(const struct job *job, const char *output, const tt_io_error *error)
{
    if (error->system == EPIPE || (error->system == EINTR && tt_io_stop_all_wanted())) {
        return EXIT_GOOD; /* the reader of our pipe left, or the user wants to */
    }
    bool exists = error->system == EEXIST;
    if (run_reports_failure(job, error)) {
        /* of an input "-" is stdin, which is what message_say makes of it */
        const char *name = strcmp(output, "-") == 0 ? "stdout" : output;
        message_say(MESSAGE_ERROR, name, "%s%s", error->text,
                    exists ? "; --force replaces it" : "");
    }
    return exists ? EXIT_USAGE : EXIT_SYSTEM;
}
