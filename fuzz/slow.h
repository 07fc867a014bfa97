/* SPDX-License-Identifier: MIT
 *
 * Fuzzing for time: which input takes longest for its size. What is more than linear shows here as
 * a cost that grows with the size.
 */
#ifndef FUZZ_SLOW_H
#define FUZZ_SLOW_H

#include <stddef.h>
#include <stdint.h>

/* Nanoseconds a byte that the target needs for this input. The set-up of a run counts as if the
 * input had SLOW_BASE bytes more, so that the smallest ones do not look like the worst. */
double slow_cost(const uint8_t *data, size_t size);

#define SLOW_BASE 4096

/* Prints the cost of each input, and of the input twice and four times after itself. */
int slow_print(void *user, const char *path, const uint8_t *data, size_t size);

/* Searches for `seconds` from the inputs that slow_seed took, and writes the slowest one. 0 when
 * that went well. */
int slow_seed(void *user, const char *path, const uint8_t *data, size_t size);
int slow_search(unsigned seconds, const char *out);

#endif
