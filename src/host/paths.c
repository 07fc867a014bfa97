/* SPDX-License-Identifier: MIT
 *
 * Resolves paths, and compares the ends of names.
 */
#include "host/posix.h"

#include "teetape/io/path.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/ascii.h"

/* Capitals of other letters depend on who asks, so only ASCII counts. */
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

/* A file that does not exist has no real path, but its name for an index or the archive has to be
 * the same every time. Slashes at the end go, as realpath(3) does. */
char *tt_io_real_path(const char *path)
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
