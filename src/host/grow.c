/* SPDX-License-Identifier: MIT
 *
 * Doubles.
 */
#include "host/grow.h"

#include <stdint.h>
#include <stdlib.h>

/* Doubling makes n appends linear in n. No array becomes larger than half of the address space, so
 * that sizes can be subtracted. On failure nothing changes, not even *cap. */
void *tti_grow(void *array, size_t *cap, size_t count, size_t size)
{
    if (count <= *cap && array != NULL) {
        return array;
    }
    size_t more = *cap < 4 ? 8 : *cap * 2;
    more = more < count ? count : more;
    void *bigger = more > SIZE_MAX / 2 / size ? NULL : realloc(array, more * size);
    *cap = bigger != NULL ? more : *cap;
    return bigger;
}
