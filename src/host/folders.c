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

/* Returns how long the first part of a list with colons is. */
static size_t first_size(const char *list)
{
    return strcspn(list, ":");
}

/* Debian's games are below games/. /opt is where an installation by hand may be. */
char **tti_host_system_folders(const char *game)
{
    static const char *const between[] = {"", "games/"};
    const char *dirs = getenv("XDG_DATA_DIRS");
    dirs = dirs == NULL || dirs[0] == '\0' ? "/usr/local/share:/usr/share" : dirs;
    size_t parts = 2; /* one more than there are colons, and /opt */
    for (const char *at = dirs; *at != '\0'; at++) {
        parts += *at == ':';
    }
    size_t pointers = (2 * parts + 1) * sizeof(char *);
    size_t text_size = 2 * (strlen(dirs) + parts * (strlen(game) + sizeof "/games//data"));
    char **folders = calloc(1, pointers + text_size);
    if (folders == NULL) {
        return NULL;
    }
    char *text = (char *)folders + pointers;
    size_t count = 0;
    for (const char *at = dirs; *at != '\0'; at += first_size(at) + (at[first_size(at)] == ':')) {
        /* A relative path is ignored, as the specification says. */
        for (size_t i = 0; i < 2 && at[0] == '/'; i++) {
            folders[count++] = text;
            text += 1 + sprintf(text, "%.*s/%s%s/data", (int)first_size(at), at, between[i], game);
        }
    }
    sprintf(text, "/opt/%s/data", game);
    folders[count] = text;
    return folders;
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
