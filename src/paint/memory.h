/* SPDX-License-Identifier: MIT
 *
 * Memory for painting. src/paint allocates by one function, which the linking program defines:
 * src/host/grow.c with libc, web/memory.c in the page.
 */
#ifndef PAINT_MEMORY_H
#define PAINT_MEMORY_H

#include <stdbool.h>
#include <stddef.h>

#include "teetape/io/error.h"
#include "teetape/io/output.h"

/* Resizes `had`, or allocates if it is NULL. The content is kept, and new bytes are undefined.
 * Returns NULL without memory, and `had` is unchanged. Size 0 frees `had` and returns NULL. */
void *tti_paint_resize(void *had, size_t size);

/* Fills the error with TT_ERR_SYSTEM and a sentence that begins with `what`. Returns false. */
bool tti_paint_no_memory(tt_io_error *error, const char *what);

/* Returns true when the output has taken everything. Otherwise *error has the reason. */
bool tti_paint_written(const tt_io_output *out, tt_io_error *error);

/* Returns memory of zeros; NULL without memory. */
void *tti_paint_zeros(size_t size);

static inline void tti_paint_free(void *memory)
{
    if (memory != NULL) {
        tti_paint_resize(memory, 0);
    }
}

/* Gives the array room for `count` elements of `size` bytes. `*cap` at least doubles when it grows.
 * Returns NULL without memory, and the array is unchanged. */
void *tti_paint_grow(void *array, size_t *cap, size_t count, size_t size);

#endif
