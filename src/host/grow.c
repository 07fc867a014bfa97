/* SPDX-License-Identifier: MIT
 *
 * Allocates with libc: arrays that grow, and memory for src/paint.
 */
#include "host/grow.h"

#include <errno.h>
#include <stdlib.h>

#include "base/mem.h"
#include "paint/memory.h"

void *tti_grow(void *array, size_t *cap, size_t count, size_t size)
{
    if (count <= *cap && array != NULL) {
        return array;
    }
    size_t more = tti_grown(*cap, count, size);
    void *bigger = more != 0 ? realloc(array, more * size) : NULL;
    *cap = bigger != NULL ? more : *cap;
    return bigger;
}

void *tti_paint_resize(void *had, size_t size)
{
    if (size == 0) {
        free(had);
        return NULL;
    }
    return realloc(had, size);
}

bool tti_paint_no_memory(tt_io_error *error, const char *what)
{
    return tt_io_error_system(error, ENOMEM, what);
}
