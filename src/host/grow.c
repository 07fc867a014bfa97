/* SPDX-License-Identifier: MIT
 *
 * Doubles.
 */
#include "host/grow.h"

#include <stdlib.h>

#include "base/grown.h"

/* On failure nothing changes, not even *cap. */
void *tti_grow(void *array, size_t *cap, size_t count, size_t size)
{
    if (count <= *cap && array != NULL) {
        return array;
    }
    size_t more = tti_grown(*cap, count, size);
    void *bigger = more != 0 ? realloc(array, more * size) : NULL;
    *cap = bigger != NULL ? more : *cap;
    return bigger;
}
