/* SPDX-License-Identifier: MIT
 *
 * The memory of libc for painting.
 */
#include "paint/memory.h"

#include <errno.h>
#include <stdlib.h>

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
    tt_io_error_system(error, ENOMEM, what);
    return false;
}
