/* SPDX-License-Identifier: MIT
 *
 * Checksums: CRC-32 and SHA-256, which identify maps, and XXH64, which finds damage in index
 * files. Bytes come in pieces of any size, and nothing is allocated.
 */
#ifndef TTI_WIRE_HASH_H
#define TTI_WIRE_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "base/private_api.h"

/* CRC-32 as in zlib, PNG and Ethernet (polynomial 0x04c11db7, reflected): the crc of a map in the
 * game. It finds accidents, but does not protect against an attacker. */

/* Continues a CRC-32. `sum` is the result for the bytes before, 0 when there are none. Returns the
 * CRC-32 of all bytes so far. `data` may be NULL when `size` is 0. */
TT_PRIVATE_API uint32_t tti_crc32(uint32_t sum, const void *data, size_t size);

/* SHA-256 (FIPS 180-4), which names whole files such as maps. */

#define TTI_SHA256_SIZE 32

/* A running SHA-256. It needs no clean-up. */
typedef struct tti_sha256_context {
    uint32_t state[8];
    uint64_t size;     /* bytes added so far */
    uint8_t block[64]; /* the size % 64 bytes that wait for a block to be full */
} tti_sha256_context;

TT_PRIVATE_API void tti_sha256_start(tti_sha256_context *sha);

/* Adds bytes, in all below 2^61. Any split gives the same sum. `data` may be NULL when `size` is
 * 0. */
TT_PRIVATE_API void tti_sha256_add(tti_sha256_context *sha, const void *data, size_t size);

/* Writes the sum. To use `sha` again, start it again. */
TT_PRIVATE_API void tti_sha256_finish(tti_sha256_context *sha, uint8_t sum[TTI_SHA256_SIZE]);

/* XXH64 with seed 0: a fast sum of 64 bits that finds damage, in index files and in the seek
 * table of zstd files. It gives no protection against an attacker: collisions are easy to make. */

/* A running XXH64. It needs no clean-up. */
typedef struct tti_xxh64 {
    uint64_t lane[4];
    uint64_t size;     /* bytes added so far */
    uint8_t block[32]; /* the size % 32 bytes that wait for a block to be full */
} tti_xxh64;

TT_PRIVATE_API void tti_xxh64_start(tti_xxh64 *x);

/* Adds bytes; any split gives the same sum. `data` may be NULL when `size` is 0. */
TT_PRIVATE_API void tti_xxh64_add(tti_xxh64 *x, const void *data, size_t size);

/* Returns the sum of the bytes so far; more may be added after it. */
TT_PRIVATE_API uint64_t tti_xxh64_sum(const tti_xxh64 *x);

/* Returns the XXH64 of `data` in one call. */
TT_PRIVATE_API uint64_t tti_xxh64_of(const void *data, size_t size);

#endif
