/* SPDX-License-Identifier: MIT
 *
 * XXH64 with seed 0: a fast sum of 64 bits that finds damage, in index files and in the seek table
 * of zstd files. It protects against nobody: collisions are easy to make.
 */
#ifndef TTI_WIRE_XXH64_H
#define TTI_WIRE_XXH64_H

#include <stddef.h>
#include <stdint.h>

/* A sum in the making; needs no clean-up. */
typedef struct tti_xxh64 {
    uint64_t lane[4];
    uint64_t size;     /* bytes added so far */
    uint8_t block[32]; /* the size % 32 bytes that wait for a block to be full */
} tti_xxh64;

void tti_xxh64_start(tti_xxh64 *x);

/* Adds bytes; any split gives the same sum. `data` may be NULL when `size` is 0. */
void tti_xxh64_add(tti_xxh64 *x, const void *data, size_t size);

/* The sum of what was added; more may be added after it. */
uint64_t tti_xxh64_sum(const tti_xxh64 *x);

/* The sum of bytes that are all there. */
uint64_t tti_xxh64_of(const void *data, size_t size);

#endif
