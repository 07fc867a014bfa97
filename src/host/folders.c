/* SPDX-License-Identifier: MIT
 *
 * Finds the folders of the game's data by the environment, makes folders, and splits paths and
 * names.
 */
#include "host/posix.h"

#include "host/folders.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "base/ascii.h"
#include "host/inside.h"
#include "teetape/io/path.h"

/* The game's folders, those of installations by hand before those of packages. Debian's games are
 * below games/. */
static const char *const system_folders[] = {
    "/usr/local/share/ddnet/data",
    "/usr/local/share/games/ddnet/data",
    "/usr/share/ddnet/data",
    "/usr/share/games/ddnet/data",
    "/opt/ddnet/data",
};

char *tti_host_join(const char *a, const char *b)
{
    size_t size = strlen(a) + strlen(b) + 2;
    char *path = malloc(size);
    if (path != NULL) {
        snprintf(path, size, "%s/%s", a, b);
    }
    return path;
}

char *tti_host_user_folder(const char **named)
{
    const char *data = getenv("XDG_DATA_HOME"), *home = getenv("HOME");
    bool has_data = data != NULL && data[0] == '/', has_home = home != NULL && home[0] == '/';
    *named = has_data ? data : has_home ? home : NULL;
    if (*named == NULL) {
        return NULL;
    }
    char *folder = tti_host_join(*named, has_data ? "ddnet" : ".local/share/ddnet");
    *named = folder == NULL ? *named : NULL;
    return folder;
}

const char *tti_host_system_folder(size_t index)
{
    return index < sizeof system_folders / sizeof system_folders[0] ? system_folders[index] : NULL;
}

/* Makes folders. mkdir is called without looking first, because another run may make the same
 * folder at the same time. EEXIST also comes for a file of that name. */
int tti_host_folders_make(const char *path, mode_t mode)
{
    int failed = 0;
    char *copy = strdup(path);
    if (copy == NULL) {
        return ENOMEM;
    }
    /* the search starts at the second byte, because "/" exists */
    for (size_t i = copy[0] == '\0' ? 0 : 1; copy[i] != '\0'; i++) {
        if (copy[i] != '/') {
            continue;
        }
        copy[i] = '\0';
        if (mkdir(copy, mode) == 0 || errno == EEXIST) {
            failed = 0; /* an error of mkdir above an existing folder does not count */
        } else if (failed == 0) {
            failed = errno;
        }
        copy[i] = '/';
    }
    free(copy);
    return failed;
}

/* Returns true when a name ends so, without regard to ASCII case. Capitals of other letters depend
 * on the locale. */
bool tt_io_ending_is(tt_bytes name, const char *ending)
{
    size_t size = strlen(ending);
    if (name.size <= size) {
        return false;
    }
    const uint8_t *end = name.data + name.size - size;
    for (size_t i = 0; i < size; i++) {
        if (tti_lower(end[i]) != (uint8_t)ending[i]) {
            return false;
        }
    }
    return true;
}

/* Returns the path without links. A file that does not exist has no real path, but its name for an
 * index or the archive has to be the same every time. Slashes at the end are dropped, as
 * realpath(3) does. */
char *tti_io_real_path(const char *path)
{
    char *real = realpath(path, NULL);
    if (real != NULL) {
        return real;
    }
    char *here = path[0] == '/' ? NULL : realpath(".", NULL);
    size_t size = strlen(path) + (here == NULL ? 0 : strlen(here)) + 2;
    real = malloc(size);
    if (real != NULL) {
        snprintf(real, size, "%s%s%s", here == NULL ? "" : here, path[0] == '/' ? "" : "/", path);
        while ((size = strlen(real)) > 1 && real[size - 1] == '/') {
            real[size - 1] = '\0';
        }
    }
    free(here);
    return real;
}
