/* SPDX-License-Identifier: MIT
 *
 * nftw for tests: from the leaves to the root, as they remove folders. The one of mingw-w64 knows
 * no path of windows_realpath.
 */
#ifndef TEST_WINDOWS_FTW_H
#define TEST_WINDOWS_FTW_H

#include "windows/lacks.h"

#define FTW_DEPTH 1
#define FTW_PHYS 2

struct FTW {
    int base, level;
};

typedef int windows_ftw_fn(const char *path, const struct stat *facts, int type, struct FTW *where);

static inline int nftw(const char *path, windows_ftw_fn *fn, int most, int flags)
{
    struct windows_stat facts;
    struct FTW where = {0, 0};
    int result = lstat(path, &facts);
    DIR *folder = result == 0 && S_ISDIR(facts.st_mode) ? opendir(path) : NULL;
    const struct dirent *child;
    while (folder != NULL && result == 0 && (child = readdir(folder)) != NULL) {
        char below[PATH_MAX];
        snprintf(below, sizeof below, "%s/%s", path, child->d_name);
        if (strcmp(child->d_name, ".") != 0 && strcmp(child->d_name, "..") != 0) {
            result = nftw(below, fn, most, flags);
        }
    }
    if (folder != NULL) {
        closedir(folder);
    }
    return result != 0 ? result : fn(path, &facts, 0, &where);
}

#endif
