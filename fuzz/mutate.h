/* SPDX-License-Identifier: MIT
 *
 * Mutation that knows the shape of an input: most of what a fuzzer does to bytes breaks the
 * framing of a file in its first record, and nothing after that is reached.
 *
 * A target says which one it takes, and how many bytes are in front of the file:
 *
 *     MUTATE(mutate_teehistorian, 5)
 */
#ifndef FUZZ_MUTATE_H
#define FUZZ_MUTATE_H

#include <stddef.h>
#include <stdint.h>

/* Of libFuzzer, or of replay_mutate.c: changes bytes at random, and returns their new count. */
size_t LLVMFuzzerMutate(uint8_t *data, size_t size, size_t max_size);
size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed);

/* Random numbers; the state must not be 0. */
uint32_t mutate_random(uint64_t *state);
/* One below `end`, which is 1 or more. */
size_t mutate_below(uint64_t *state, size_t end);
/* An int of the kind that finds mistakes: small, at a power of two, at the ends, or any. */
int32_t mutate_int(uint64_t *state);

/* A piece of a file that may grow to `cap` bytes: changes it, and returns its new size. */
typedef size_t mutate_piece_fn(uint8_t *piece, size_t size, size_t cap, uint64_t *state);

/* What a file consists of. */
typedef struct mutate_shape {
    /* Finds where its pieces end; the last one ends at `size`. Returns how many, `most` at most. */
    size_t (*split)(size_t *ends, size_t most, const uint8_t *data, size_t size);
    mutate_piece_fn *change; /* a piece that is there */
    mutate_piece_fn *make;   /* a new one; `size` is 0 */
} mutate_shape;

#define MUTATE_PIECES 2048

/* Leaves out, doubles, moves, exchanges, changes or adds pieces after the first `fixed` ones.
 * Returns the new size, `max_size` at most. */
size_t mutate_pieces(const mutate_shape *shape, size_t fixed, uint8_t *data, size_t size,
                     size_t max_size, uint64_t *state);

typedef size_t mutate_fn(uint8_t *data, size_t size, size_t max_size, uint64_t *state);

/* The file after `prefix` bytes by `mutate`; now and then everything by LLVMFuzzerMutate. */
size_t mutate_behind(mutate_fn *mutate, size_t prefix, uint8_t *data, size_t size, size_t max_size,
                     unsigned seed);

mutate_fn mutate_teehistorian, mutate_demo, mutate_delta;

#define MUTATE(mutate, prefix)                                                                     \
    size_t LLVMFuzzerCustomMutator(uint8_t *data, size_t size, size_t max_size, unsigned seed)     \
    {                                                                                              \
        return mutate_behind(mutate, prefix, data, size, max_size, seed);                          \
    }

#endif
