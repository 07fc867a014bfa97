/* SPDX-License-Identifier: MIT
 *
 * Gives memory for painting. core_take never frees memory, so only buffers that double their
 * size may use it.
 */
#include "paint/memory.h"

#include "web/core.h"

/* Bytes before each allocation, which hold its size. */
enum { FRONT = 16 };

void *tti_paint_resize(void *had, size_t size)
{
    uint8_t *memory = size != 0 ? core_take(size + FRONT) : NULL;
    if (memory == NULL) {
        return NULL;
    }
    *(size_t *)(void *)memory = size;
    memory += FRONT;
    if (had != NULL) {
        size_t before = *(size_t *)(void *)((uint8_t *)had - FRONT);
        __builtin_memcpy(memory, had, before < size ? before : size);
    }
    return memory;
}
