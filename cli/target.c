/* SPDX-License-Identifier: MIT
 *
 * Looks at the place of an output.
 */
#include "host/posix.h"

#include "cli/target.h"

#include <errno.h>
#include <string.h>
#include <sys/stat.h>

#include "cli/text.h"
#include "host/message.h"
#include "host/terminal.h"

const char *target_check(const struct settings *settings)
{
    if (settings->output == NULL || settings->output[0] == 0) {
        return "where to? -o OUT; '-o -' is stdout";
    }
    if (strcmp(settings->output, "-") != 0) {
        return NULL;
    }
    if (settings->json) {
        return "--json and the output cannot both go to stdout";
    }
    return host_terminal_is(STDOUT_NUMBER) ? "this is not for a terminal: name a file with -o"
                                           : NULL;
}

bool target_is_good(const char *output, const char *input)
{
    struct stat in, out;
    if (strcmp(output, "-") == 0 || stat(output, &out) != 0) {
        return true;
    }
    bool is_same = strcmp(input, "-") != 0 && stat(input, &in) == 0 && in.st_dev == out.st_dev &&
                   in.st_ino == out.st_ino;
    if (S_ISDIR(out.st_mode) || is_same) {
        host_message(HOST_MESSAGE_ERROR, output, "%s",
                     is_same ? "this is the recording itself" : "this is a folder");
        return false;
    }
    return true;
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
