/* SPDX-License-Identifier: MIT
 *
 * Looks at the place of an output before it is opened.
 */
#include "host/posix.h"

#include "jobs/output.h"

#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "host/fd.h"

static bool look(const char *path, int fd, struct stat *facts)
{
    return (strcmp(path, "-") == 0 ? fstat(fd, facts) : stat(path, facts)) == 0;
}

static bool is_same(const struct stat *facts, const char *path)
{
    struct stat other;
    return path != NULL && look(path, STDIN_FILENO, &other) && tti_host_same_file(facts, &other);
}

void tti_output_failed(tt_io_error *error, const char *output)
{
    tt_io_path_copy(error->path, strcmp(output, "-") == 0 ? "stdout" : output);
}

/* Nothing there is good: the output will be made. What goes into a device replaces nothing. */
bool tti_output_is_good(const char *output, const char *input, const char *other,
                        tt_io_error *error)
{
    struct stat facts;
    const char *problem = NULL;
    if (!look(output, STDOUT_FILENO, &facts)) {
        return true;
    }
    if (S_ISDIR(facts.st_mode)) {
        problem = "this is a folder";
    } else if (S_ISREG(facts.st_mode) && is_same(&facts, input)) {
        problem = "this is the recording itself";
    } else if (S_ISREG(facts.st_mode) && is_same(&facts, other)) {
        problem = "this is a file that an option names to be read";
    }
    if (problem != NULL) {
        tt_io_error_say(error, TT_ERR_ARGUMENT, "%s", problem);
        tti_output_failed(error, output);
    }
    return problem == NULL;
}

tt_io_file *tti_output_open(const char *output, const char *input, const char *other,
                            const tt_io_file_options *options, tt_io_error *error)
{
    tt_io_file_options how = *options;
    how.mode = tt_io_file_rights(input) | 0400;
    if (!tti_output_is_good(output, input, other, error)) {
        return NULL;
    }
    tt_io_file *file = tt_io_file_open(output, &how, error);
    if (file == NULL) {
        tti_output_failed(error, output);
    }
    return file;
}
