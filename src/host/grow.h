/* SPDX-License-Identifier: MIT
 *
 * Arrays that grow, for all code of libteetape-io that allocates.
 */
#ifndef HOST_GROW_H
#define HOST_GROW_H

#include <stddef.h>

/* Gives the array room for `count` elements of `size` bytes; `*cap` at least doubles when it grows.
 * After NULL, without memory, array and `*cap` are unchanged. */
void *tti_grow(void *array, size_t *cap, size_t count, size_t size);

#endif
