/* SPDX-License-Identifier: MIT
 *
 * The inputs of a run without libFuzzer: files, and all files in folders.
 */
#ifndef FUZZ_INPUTS_H
#define FUZZ_INPUTS_H

#include <stddef.h>
#include <stdint.h>

/* Inputs larger than this are no seeds but a mistake. */
#define INPUT_LIMIT (64L << 20)

/* Takes an input, a block of exactly its size. 0 to go on. */
typedef int input_fn(void *user, const char *path, const uint8_t *data, size_t size);

/* Hands over a file, or the files of a folder and those below it. Returns how many there were; -1,
 * said on stderr, when one cannot be read or `take` gave something else than 0. */
long inputs_visit(const char *path, input_fn *take, void *user);

/* A copy in a block of exactly this size, to be freed; ends the process when there is no memory. */
uint8_t *input_copy(const uint8_t *data, size_t size);

#endif
