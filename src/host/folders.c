/* SPDX-License-Identifier: MIT
 *
 * Makes folders from the root on.
 */
#include "host/posix.h"

#include "host/folders.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

/* One mkdir for each '/', also for what is there: looking first would be another call, and another
 * run may make the same folder in between. EEXIST also for a file in the way; what is opened in it
 * says so. */
int tti_host_folders_make(const char *path, mode_t mode)
{
    int failed = 0;
    char *copy = strdup(path);
    if (copy == NULL) {
        return ENOMEM;
    }
    /* From the second byte on: "/" is there. */
    for (size_t i = copy[0] == '\0' ? 0 : 1; copy[i] != '\0'; i++) {
        if (copy[i] != '/') {
            continue;
        }
        copy[i] = '\0';
        if (mkdir(copy, mode) == 0 || errno == EEXIST) {
            failed = 0; /* some systems have another word for what is there above it */
        } else if (failed == 0) {
            failed = errno;
        }
        copy[i] = '/';
    }
    free(copy);
    return failed;
}
