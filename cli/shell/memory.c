/* SPDX-License-Identifier: MIT
 *
 * Allocates memory, and reports when there is none.
 */
#include "cli/shell/memory.h"

#include <stdint.h>
#include <stdlib.h>

#include "cli/shell/message.h"

void memory_tell(const char *path)
{
    message_say(MESSAGE_ERROR, path, "there is not enough memory");
}

void *memory_zeros(const char *path, size_t size)
{
    void *memory = calloc(1, size);
    if (memory == NULL) {
        memory_tell(path);
    }
    return memory;
}

/* Makes room for one more item. The capacity doubles, so that n items cost time linear in n.
 * SIZE_MAX / 2 / size prevents an overflow of the product. `more` is 0 when count + 1 overflows. */
void *memory_grow(void *items, size_t count, size_t *capacity, size_t size)
{
    if (count < *capacity) {
        return items;
    }
    size_t more = *capacity * 2 + 16;
    more = more <= count ? count + 1 : more;
    void *grown = more != 0 && more < SIZE_MAX / 2 / size ? realloc(items, more * size) : NULL;
    *capacity = grown != NULL ? more : *capacity;
    return grown;
}
