/* SPDX-License-Identifier: MIT
 *
 * Memory of the commands, and the report when there is none.
 */
#ifndef CLI_MEMORY_H
#define CLI_MEMORY_H

#include <stddef.h>

/* Reports that memory is missing for the file `path`, which may be NULL. */
void memory_tell(const char *path);

/* Returns zeroed memory for free(). Returns NULL after memory_tell. */
void *memory_zeros(const char *path, size_t size);

/* Makes room for one more item after `count` items of `size` bytes. Returns the list, which may
 * have moved. Returns NULL without memory; the old list is then unchanged and still the caller's.
 */
void *memory_grow(void *items, size_t count, size_t *capacity, size_t size);

#endif
