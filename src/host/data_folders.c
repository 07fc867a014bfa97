/* SPDX-License-Identifier: MIT
 *
 * Asks the environment.
 */
#include "host/data_folders.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What was installed by hand before what a package has put there. Games of Debian are below
 * games/. */
static const char *const system_folders[] = {
    "/usr/local/share/ddnet/data",
    "/usr/local/share/games/ddnet/data",
    "/usr/share/ddnet/data",
    "/usr/share/games/ddnet/data",
    "/opt/ddnet/data",
};

/* Two slashes in a row are one for the system, so the end of `a` is not looked at. */
char *tti_host_join(const char *a, const char *b)
{
    size_t size = strlen(a) + strlen(b) + 2;
    char *path = malloc(size);
    if (path != NULL) {
        snprintf(path, size, "%s/%s", a, b);
    }
    return path;
}

/* The two ways to get NULL are distinguished, so that a lack of memory is reported and does not
 * look like a user without a folder. */
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
