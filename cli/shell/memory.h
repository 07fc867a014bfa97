/* SPDX-License-Identifier: MIT
 *
 * Memory of the commands, and what is reported to the user when there is none.
 */
#ifndef CLI_MEMORY_H
#define CLI_MEMORY_H

#include <stddef.h>

/* Says that there is not enough memory, about the file `path` or, if that is NULL, about none. */
void memory_tell(const char *path);

/* `size` bytes of zeros, to be freed. NULL after memory_tell. */
void *memory_zeros(const char *path, size_t size);

/* Room for one more after `count` items of `size` bytes, in a list that has room for *capacity of
 * them: the list where it is now. NULL when there is no memory: then it is what it was. */
void *memory_grow(void *items, size_t count, size_t *capacity, size_t size);

#endif
