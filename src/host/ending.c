/* SPDX-License-Identifier: MIT
 *
 * Compares the ends of names. No tolower: it depends on the locale.
 */
#include "teetape/io/ending.h"

#include <string.h>

static uint8_t small_letter(uint8_t c)
{
    return c >= 'A' && c <= 'Z' ? (uint8_t)(c - 'A' + 'a') : c;
}

bool tt_io_ending_is(tt_bytes name, const char *ending)
{
    size_t size = strlen(ending);
    if (name.size <= size) {
        return false;
    }
    const uint8_t *end = name.data + name.size - size;
    for (size_t i = 0; i < size; i++) {
        if (small_letter(end[i]) != (uint8_t)ending[i]) {
            return false;
        }
    }
    return true;
}
