/* SPDX-License-Identifier: MIT
 *
 * Resolves paths.
 */
#include "host/posix.h"

#include "teetape/io/real_path.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

char *tt_io_real_path(const char *path)
{
    char *real = realpath(path, NULL);
    if (real != NULL || path[0] == '/') {
        return real != NULL ? real : strdup(path);
    }
    char *here = realpath(".", NULL);
    size_t size = strlen(path) + (here == NULL ? 0 : strlen(here)) + 2;
    real = malloc(size);
    if (real != NULL) {
        snprintf(real, size, "%s/%s", here == NULL ? "" : here, path);
        while (real[size = strlen(real) - 1] == '/') {
            real[size] = '\0';
        }
    }
    free(here);
    return real;
}
