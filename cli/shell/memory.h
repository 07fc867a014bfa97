/* SPDX-License-Identifier: MIT
 *
 * Memory of the commands, and the report when there is none.
 */
#ifndef CLI_MEMORY_H
#define CLI_MEMORY_H

#include <stddef.h>

/* Reports a lack of memory about the file `path`, which may be NULL. */
void memory_tell(const char *path);

/* Zeros, to be freed. NULL after memory_tell. */
void *memory_zeros(const char *path, size_t size);

/* Makes room for one more after `count` items of `size` bytes in a list for *capacity. NULL without
 * memory: the list is then untouched and still the caller's. */
void *memory_grow(void *items, size_t count, size_t *capacity, size_t size);

#endif
