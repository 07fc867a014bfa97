/* SPDX-License-Identifier: MIT
 *
 * Resolves paths, and compares the ends of names. No tolower: it depends on the locale.
 */
#include "host/posix.h"

#include "teetape/io/path.h"

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static uint8_t small_letter(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c - 'A' + 'a') : c;
}

bool tt_io_ending_is(tt_bytes name, const char *ending)
{
    size_t size = strlen(ending);
    if (name.size <= size) {
        return false;
    }
    const uint8_t *end = name.data + name.size - size;
    for (size_t i = 0; i < size; i++) {
        if (small_letter(end[i]) != (uint8_t)ending[i]) {
            return false;
        }
    }
    return true;
}

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
