/* SPDX-License-Identifier: MIT
 *
 * What libc/stdlib.h promises.
 */
#include "web/core.h"
#include "web/libc/stdlib.h"

/* In front of each piece of memory: how large it is. */
enum { FRONT = 16 };

void *web_calloc(size_t count, size_t size)
{
    uint8_t *memory = core_take(count * size + FRONT);
    if (memory == NULL) {
        return NULL;
    }
    *(size_t *)(void *)memory = count * size;
    return memory + FRONT;
}

void *web_realloc(void *memory, size_t size)
{
    void *more = web_calloc(1, size);
    if (more != NULL && memory != NULL) {
        size_t had = *(size_t *)(void *)((uint8_t *)memory - FRONT);
        __builtin_memcpy(more, memory, had < size ? had : size);
    }
    return more;
}

static void swap(uint8_t *a, uint8_t *b, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        uint8_t one = a[i];
        a[i] = b[i];
        b[i] = one;
    }
}

/* Down a heap: it needs no memory, and is never slow. */
static void sink(uint8_t *array, size_t at, size_t count, size_t size,
                 int (*order)(const void *, const void *))
{
    for (size_t child; (child = 2 * at + 1) < count; at = child) {
        if (child + 1 < count && order(array + child * size, array + (child + 1) * size) < 0) {
            child++;
        }
        if (order(array + at * size, array + child * size) >= 0) {
            return;
        }
        swap(array + at * size, array + child * size, size);
    }
}

void web_sort(void *array, size_t count, size_t size, int (*order)(const void *, const void *))
{
    for (size_t i = count / 2; i-- > 0;) {
        sink(array, i, count, size, order);
    }
    for (size_t end = count; end-- > 1;) {
        swap(array, (uint8_t *)array + end * size, size);
        sink(array, 0, end, size, order);
    }
}
