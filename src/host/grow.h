/* SPDX-License-Identifier: MIT
 *
 * Arrays that grow, of every room that has memory.
 */
#ifndef HOST_GROW_H
#define HOST_GROW_H

#include <stddef.h>

/* The array with room for `count` elements of `size` bytes, at least double of the `*cap` there
 * was; what is in it remains. NULL without memory: then it is as it was. */
void *tti_grow(void *array, size_t *cap, size_t count, size_t size);

#endif
