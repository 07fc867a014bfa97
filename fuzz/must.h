/* SPDX-License-Identifier: MIT
 *
 * What a fuzz target says instead of assert: it holds in every build, and ends the process
 * with the line, as a fuzzer wants it.
 */
#ifndef FUZZ_MUST_H
#define FUZZ_MUST_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#define MUST(condition)                                                                            \
    do {                                                                                           \
        if (!(condition)) {                                                                        \
            (void)fprintf(stderr, "%s:%d: must hold: %s\n", __FILE__, __LINE__, #condition);       \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* Called by the fuzzer, or by replay_main.c. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

#endif
