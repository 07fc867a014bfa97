/* SPDX-License-Identifier: MIT
 *
 * Checks -o, and makes the path of each output.
 */
#include "cli/shell/out_path.h"

#include <errno.h>
#include <pthread.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/shell/inputs.h"
#include "cli/shell/message.h"
#include "cli/shell/target.h"

const char *out_path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

bool out_path_is_folder(const char *path)
{
    struct stat facts;
    size_t size = strlen(path);
    return (size > 0 && path[size - 1] == '/') ||
           (stat(path, &facts) == 0 && S_ISDIR(facts.st_mode));
}

bool out_path_is_file(const char *path)
{
    struct stat facts;
    return stat(path, &facts) == 0 && !S_ISDIR(facts.st_mode);
}

/* Returns a sentence for inputs that need a folder. It remains valid after the check. Checks run in
 * one thread, so a static text is enough. */
static const char *need_folder(const char *inputs, const char *output)
{
    static char problem[OUT_PATH + 160];
    if (strcmp(output, "-") == 0) {
        snprintf(problem, sizeof problem, "%s, and - is stdout", inputs);
    } else if (out_path_is_file(output)) {
        snprintf(problem, sizeof problem, "%s: %.*s is a file", inputs, OUT_PATH, output);
    } else {
        snprintf(problem, sizeof problem, "%s: the folder %.*s does not exist; -o %.*s/ makes it",
                 inputs, OUT_PATH / 2, output, OUT_PATH / 2, output);
    }
    return problem;
}

/* Checks that -o fits the inputs. A folder with one recording needs an output folder, too: a script
 * would otherwise fail on the day that it finds two. */
const char *out_path_check(const struct shell *sh)
{
    const struct settings *settings = sh->settings;
    if (settings->output == NULL || settings->output[0] == 0) {
        return "no output is given: write -o OUT, or -o FOLDER/";
    }
    if (out_path_is_folder(settings->output)) {
        return target_check(settings);
    }
    if (sh->count > 1) {
        return need_folder("for several recordings, -o needs a folder", settings->output);
    }
    return inputs_may_be_many(sh)
               ? need_folder("for a folder of recordings, -o needs a folder too", settings->output)
               : target_check(settings);
}

bool out_path_fits(int size, const char *path)
{
    if (size < 0 || size >= OUT_PATH) {
        message_say(MESSAGE_ERROR, path, "the path is too long");
        return false;
    }
    return true;
}

bool out_path_join(char dst[OUT_PATH], const char *folder, const char *name)
{
    size_t size = strlen(folder);
    bool has_slash = size > 0 && folder[size - 1] == '/';
    return out_path_fits(snprintf(dst, OUT_PATH, "%s%s%s", folder, has_slash ? "" : "/", name),
                         folder);
}

/* Makes the folder of -o, but not its parents: several missing folders are more likely a typing
 * error. EEXIST is ignored, because opening a file reports a path that is no folder. */
static bool make_folder(const struct job *job)
{
    tt_io_error error;
    const char *folder = job->settings->output;
    if (mkdir(folder, 0777) != 0 && errno != EEXIST) {
        tt_io_error_system(&error, errno, "cannot be made");
        target_failed(job, folder, &error);
        return false;
    }
    return true;
}

/* The paths that outputs have claimed, each with its input after the NUL, as a tree of tsearch(3).
 * It is never freed, because a name is taken until the program ends. */
static struct {
    pthread_mutex_t lock;
    void *root;
} claimed = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Returns false when another output has the path; with `may_again` only when it is of another
 * input. tsearch returns the existing node or a new one. Without memory the path is not claimed,
 * which is not worth failing for. */
static bool claim(const char *path, const char *input, bool may_again)
{
    size_t size = strlen(path) + 1, more = strlen(input) + 1;
    char *own = malloc(size + more);
    if (own == NULL) {
        return true;
    }
    memcpy(own, path, size);
    memcpy(own + size, input, more);
    pthread_mutex_lock(&claimed.lock);
    char **node = tsearch(own, &claimed.root, compare);
    const char *held = node != NULL ? *node : NULL;
    pthread_mutex_unlock(&claimed.lock);
    if (held == own) {
        return true;
    }
    free(own);
    if (held == NULL || (may_again && strcmp(held + size, input) == 0)) {
        return true;
    }
    message_say(MESSAGE_ERROR, input, "left out: another recording of this run is written to %s",
                path);
    return false;
}

bool out_path_claim(const char *path, const char *input)
{
    return claim(path, input, false);
}

bool out_path_claim_again(const char *path, const char *input)
{
    return claim(path, input, true);
}

/* Gives the path of a job's output. Claims the name last, so that a job that fails before takes no
 * name. */
bool out_path_of_job(char dst[OUT_PATH], const struct job *job, const char *name,
                     enum exit_status *status)
{
    const char *output = job->settings->output;
    *status = EXIT_SYSTEM;
    if (!out_path_is_folder(output)) {
        return out_path_fits(snprintf(dst, OUT_PATH, "%s", output), output);
    }
    if (name == NULL) {
        message_say(MESSAGE_ERROR, output,
                    "the output is a folder, and stdin has no name: give -o the name of a file");
        *status = EXIT_USAGE;
        return false;
    }
    if (!out_path_join(dst, output, name) || !make_folder(job)) {
        return false;
    }
    *status = EXIT_USAGE;
    return out_path_claim(dst, job->path);
}
