/* SPDX-License-Identifier: MIT
 *
 * Where the index of a recording is.
 *
 * Beside the recording by default, with the ending of its format after the whole name, so that
 * run.demo and run.demo.xz have different ones. Or in a folder that repeats the recording's
 * absolute path below it, for recordings in places that may not be written.
 */
#include "host/posix.h"

#include "teetape/io/index.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "host/folders.h"

/* Three texts in new memory, to be freed; NULL without memory. */
static char *join(const char *a, const char *b, const char *c)
{
    size_t a_size = strlen(a), b_size = strlen(b), c_size = strlen(c);
    char *text = malloc(a_size + b_size + c_size + 1);
    if (text != NULL) {
        memcpy(text, a, a_size);
        memcpy(text + a_size, b, b_size);
        memcpy(text + a_size + b_size, c, c_size + 1);
    }
    return text;
}

/* With a folder the path is resolved first, so that one recording has one index whatever link leads
 * to it. Without a folder it is not: the index lies beside the name that was given. */
char *tt_io_index_path(const char *recording, const char *folder, tt_io_error *error)
{
    char *whole = folder != NULL ? realpath(recording, NULL) : NULL; /* begins with a slash */
    int number = folder != NULL && whole == NULL ? errno : ENOMEM;
    char *path = folder == NULL  ? join(recording, TT_IO_INDEX_SUFFIX, "")
                 : whole != NULL ? join(folder, whole, TT_IO_INDEX_SUFFIX)
                                 : NULL;
    free(whole);
    if (path == NULL) {
        tt_io_error_system(error, number, "cannot be opened");
        tt_io_error_of(error, recording);
    }
    return path;
}

/* The rights are those that the umask leaves: the folders reveal names only, the index in them gets
 * the rights of its recording. */
bool tt_io_index_make_folders(const char *path, tt_io_error *error)
{
    int number = tti_host_folders_make(path, 0777);
    if (number != 0) {
        tt_io_error_system(error, number, "a folder for the index cannot be made");
        tt_io_error_of(error, path);
    }
    return number == 0;
}
