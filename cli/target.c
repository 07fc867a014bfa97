/* SPDX-License-Identifier: MIT
 *
 * Looks at the place of an output.
 */
#include "cli/target.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/text.h"
#include "host/message.h"
#include "host/terminal.h"

const char *target_problem(const char *output, const char *input)
{
    struct stat in, out;
    if (strcmp(output, "-") == 0) {
        return host_terminal_is(STDOUT_NUMBER) ? "this is not for a terminal: name a file with -o"
                                               : NULL;
    }
    if (stat(output, &out) != 0) {
        return NULL;
    }
    if (S_ISDIR(out.st_mode)) {
        return "this is a folder";
    }
    bool is_same = strcmp(input, "-") != 0 && stat(input, &in) == 0 && in.st_dev == out.st_dev &&
                   in.st_ino == out.st_ino;
    return is_same ? "this is the recording itself" : NULL;
}

enum exit_status target_failed(const char *output, const struct host_error *error)
{
    if (error->system == EPIPE) {
        return EXIT_GOOD;
    }
    bool exists = error->system == EEXIST;
    host_message(HOST_MESSAGE_ERROR, output, "%s%s", error->text,
                 exists ? "; --force replaces it" : "");
    return exists ? EXIT_USAGE : EXIT_SYSTEM;
}
