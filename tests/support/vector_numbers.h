/* SPDX-License-Identifier: MIT
 *
 * Lines of test vectors: a word, then numbers.
 */
#ifndef TEST_VECTOR_NUMBERS_H
#define TEST_VECTOR_NUMBERS_H

#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

/* Reads at most `room` numbers after the first word of a line, and returns their number. */
static inline int vector_numbers(const char *line, int64_t *numbers, int room)
{
    int count = 0, end = 0;
    (void)sscanf(line, "%*s%n", &end);
    for (line += end; count < room; count++) {
        char *rest;
        numbers[count] = strtoll(line, &rest, 10);
        if (rest == line) {
            break;
        }
        line = rest;
    }
    return count;
}

#endif
