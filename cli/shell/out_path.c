/* SPDX-License-Identifier: MIT
 *
 * Decides before the first file is read whether all outputs have a place, and gives each job its
 * own.
 */
#include "cli/shell/out_path.h"

#include <errno.h>
#include <pthread.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/shell/message.h"
#include "cli/shell/target.h"

const char *out_path_name(const char *path)
{
    const char *slash = strrchr(path, '/');
    return slash != NULL ? slash + 1 : path;
}

/* The slash counts also where there is nothing: it says that a folder is wanted, which is then
 * made. */
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

/* The inputs need a folder, and the output is none: how it becomes one. Static, as a check gives a
 * text that outlives it; checks are made by one thread before the others begin. */
static const char *need_folder(const char *inputs, const char *output)
{
    static char problem[OUT_PATH + 160];
    if (strcmp(output, "-") == 0) {
        snprintf(problem, sizeof problem, "%s, and - is stdout", inputs);
    } else if (out_path_is_file(output)) {
        snprintf(problem, sizeof problem, "%s: %.*s is a file", inputs, OUT_PATH, output);
    } else {
        snprintf(problem, sizeof problem,
                 "%s: there is none named %.*s; with a slash at its end, -o %.*s/, it is made",
                 inputs, OUT_PATH / 2, output, OUT_PATH / 2, output);
    }
    return problem;
}

/* -r needs a folder even before it is known how many recordings there are: with one today and two
 * tomorrow a script would fail only tomorrow. */
const char *out_path_check(const struct settings *settings, const void *options)
{
    if (settings->output == NULL || settings->output[0] == 0) {
        return "where to? -o OUT, or -o FOLDER/";
    }
    if (settings->recursive && !out_path_is_folder(settings->output)) {
        return need_folder("for a folder of recordings, -o needs a folder too", settings->output);
    }
    return target_check(settings, options);
}

const char *out_path_check_count(const struct settings *settings, const void *options, size_t count)
{
    (void)options;
    if (count > 1 && settings->output != NULL && !out_path_is_folder(settings->output)) {
        return need_folder("for several recordings, -o needs a folder", settings->output);
    }
    return NULL;
}

/* What snprintf returned: a path that was cut must not be used, it may be that of another file. */
static bool fits(int size, const char *path)
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
    return fits(snprintf(dst, OUT_PATH, "%s%s%s", folder, has_slash ? "" : "/", name), folder);
}

/* The last folder of the path only: a longer way that is missing is more likely a slip. EEXIST is
 * good; what is there may still be no folder, which opening a file in it reports. */
bool out_path_make_folder(const struct job *job)
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

/* The names that are taken: a tree of tsearch(3). They remain until the program ends: a name is
 * taken for the whole run, and a run is the life of the program. */
static struct {
    pthread_mutex_t lock;
    void *root;
} claimed = {.lock = PTHREAD_MUTEX_INITIALIZER};

static int compare(const void *a, const void *b)
{
    return strcmp(a, b);
}

/* Called with the lock. tsearch gives the node that is there or the new one, so `*node != own`
 * means that another job was first. Which of two jobs that is depends on the threads. */
static bool claim(const char *path, const char *input)
{
    char *own = strdup(path);
    char **node = own != NULL ? tsearch(own, &claimed.root, compare) : NULL;
    if (node == NULL) {
        free(own);
        return true; /* no memory is not worth failing for */
    }
    if (*node != own) {
        free(own);
        message_say(MESSAGE_ERROR, input, "left out: another recording of this run has the name %s",
                    path);
        return false;
    }
    return true;
}

bool out_path_claim(const char *path, const char *input)
{
    pthread_mutex_lock(&claimed.lock);
    bool is_free = claim(path, input);
    pthread_mutex_unlock(&claimed.lock);
    return is_free;
}

/* *status is set before each step to what a failure of it means. The name is claimed last: a job
 * that fails earlier takes none. */
bool out_path_of_job(char dst[OUT_PATH], const struct job *job, const char *name,
                     enum exit_status *status)
{
    const char *output = job->settings->output;
    *status = EXIT_SYSTEM;
    if (!out_path_is_folder(output)) {
        return fits(snprintf(dst, OUT_PATH, "%s", output), output);
    }
    if (!out_path_join(dst, output, name) || !out_path_make_folder(job)) {
        return false;
    }
    *status = EXIT_USAGE;
    return out_path_claim(dst, job->path);
}
