/* SPDX-License-Identifier: MIT
 *
 * Memory that is refused. Everything goes on to the next malloc, which may be that of a sanitizer.
 */
#define _GNU_SOURCE 1

#include <errno.h>
#include <malloc.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "shim.h"

/* While the next malloc is looked for, memory comes from here: the search may want some itself. */
static _Alignas(16) uint8_t first[8192];
static size_t first_used;
static __thread int searching __attribute__((tls_model("initial-exec")));

static void *take_first(size_t size)
{
    size_t rounded = (size + 15) / 16 * 16;
    if (rounded > sizeof first - first_used) {
        return NULL;
    }
    void *memory = first + first_used;
    first_used += rounded;
    return memory;
}

static int is_first(const void *memory)
{
    uintptr_t at = (uintptr_t)memory;
    return at >= (uintptr_t)first && at < (uintptr_t)first + sizeof first;
}

static void *next(void **slot, const char *name)
{
    if (*slot == NULL) {
        searching++;
        shim_find(slot, name);
        searching--;
    }
    return *slot;
}

#define NEXT(type, name, ...)                                                                      \
    static union {                                                                                 \
        void *slot;                                                                                \
        type (*call)(__VA_ARGS__);                                                                 \
    } real;                                                                                        \
    next(&real.slot, name)

void *malloc(size_t size)
{
    if (searching > 0) {
        return take_first(size);
    }
    NEXT(void *, "malloc", size_t);
    if (real.slot == NULL) {
        /* The loader has an error of its own to tell, to a sanitizer that starts. */
        return take_first(size);
    }
    return shim_due(KIND_MEMORY) ? NULL : real.call(size);
}

void *calloc(size_t count, size_t size)
{
    if (searching > 0) {
        return take_first(count * size); /* a few bytes, and never freed: still zeros */
    }
    NEXT(void *, "calloc", size_t, size_t);
    return shim_due(KIND_MEMORY) ? NULL : real.call(count, size);
}

void free(void *memory)
{
    if (searching > 0 || is_first(memory)) {
        return;
    }
    NEXT(void, "free", void *);
    real.call(memory);
}

void *realloc(void *memory, size_t size)
{
    if (is_first(memory)) {
        size_t most = sizeof first - (size_t)((uint8_t *)memory - first);
        void *moved = malloc(size);
        return moved == NULL ? NULL : memcpy(moved, memory, size < most ? size : most);
    }
    NEXT(void *, "realloc", void *, size_t);
    return shim_due(KIND_MEMORY) ? NULL : real.call(memory, size);
}

void *reallocarray(void *memory, size_t count, size_t size)
{
    if (size != 0 && count > SIZE_MAX / size) {
        errno = ENOMEM;
        return NULL;
    }
    return realloc(memory, count * size);
}

void *aligned_alloc(size_t alignment, size_t size)
{
    NEXT(void *, "aligned_alloc", size_t, size_t);
    return shim_due(KIND_MEMORY) ? NULL : real.call(alignment, size);
}

int posix_memalign(void **memory, size_t alignment, size_t size)
{
    NEXT(int, "posix_memalign", void **, size_t, size_t);
    return shim_due(KIND_MEMORY) ? ENOMEM : real.call(memory, alignment, size);
}
