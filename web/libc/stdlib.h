/* SPDX-License-Identifier: MIT
 *
 * What src/raster and src/host/grow.c take of a C library, for the module of the page, which has
 * none: memory that is not given back (core.h), so only what grows by doubling may take it, and a
 * sort.
 */
#ifndef WEB_STDLIB_H
#define WEB_STDLIB_H

#include <stddef.h>

void *web_calloc(size_t count, size_t size);
void *web_realloc(void *memory, size_t size);
void web_sort(void *array, size_t count, size_t size, int (*order)(const void *, const void *));

static inline void web_free(void *memory)
{
    (void)memory;
}

#define malloc(size) web_calloc(1, size)
#define calloc web_calloc
#define realloc web_realloc
#define free web_free
#define qsort web_sort

#endif
