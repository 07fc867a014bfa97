/* SPDX-License-Identifier: MIT
 *
 * Checksums: CRC-32 and SHA-256, which identify maps, and XXH64, which finds damage in index
 * files. Bytes come in pieces of any size, and nothing is allocated.
 */
#ifndef TEETAPE_HASH_H
#define TEETAPE_HASH_H

#include <stddef.h>
#include <stdint.h>

#include "teetape/export.h"

#ifdef __cplusplus
extern "C" {
#endif

/* CRC-32 as in zlib, PNG and Ethernet (polynomial 0x04c11db7, reflected): the crc of a map in the
 * game. It finds accidents, but does not protect against an attacker. */

/** Continues a CRC-32. `sum` is the result for the bytes before, 0 when there are none. Returns the
 * CRC-32 of all bytes so far. `data` may be NULL when `size` is 0. */
TT_API uint32_t tt_crc32(uint32_t sum, const void *data, size_t size);

/* SHA-256 (FIPS 180-4), which names whole files such as maps. */

#define TT_SHA256_SIZE 32 /**< bytes of a sum */

/** Size of a tt_sha256_context in 64-bit words. */
#define TT_SHA256_WORDS 13

/** A running SHA-256; the caller places it. It needs no clean-up. */
typedef struct tt_sha256_context {
    uint64_t words[TT_SHA256_WORDS]; /**< opaque */
} tt_sha256_context;

/** Begins a SHA-256. */
TT_API void tt_sha256_start(tt_sha256_context *sha);

/** Adds bytes; any split gives the same sum. `data` may be NULL when `size` is 0. Below 2^61 bytes
 * in all. */
TT_API void tt_sha256_add(tt_sha256_context *sha, const void *data, size_t size);

/** Writes the sum. To use `sha` again, start it again. */
TT_API void tt_sha256_finish(tt_sha256_context *sha, uint8_t sum[TT_SHA256_SIZE]);

/* XXH64 with seed 0: a fast sum of 64 bits that finds damage, in index files and in the seek
 * table of zstd files. It gives no protection against an attacker: collisions are easy to make. */

/** Size of a tt_xxh64 in 64-bit words. */
#define TT_XXH64_WORDS 9

/** A running XXH64; the caller places it. It needs no clean-up. */
typedef struct tt_xxh64 {
    uint64_t words[TT_XXH64_WORDS]; /**< opaque */
} tt_xxh64;

/** Begins an XXH64. */
TT_API void tt_xxh64_start(tt_xxh64 *x);

/** Adds bytes; any split gives the same sum. `data` may be NULL when `size` is 0. */
TT_API void tt_xxh64_add(tt_xxh64 *x, const void *data, size_t size);

/** Returns the sum of the bytes so far; more may be added after it. */
TT_API uint64_t tt_xxh64_sum(const tt_xxh64 *x);

/** Returns the XXH64 of `data` in one call. */
TT_API uint64_t tt_xxh64_of(const void *data, size_t size);

#ifdef __cplusplus
}
#endif

#endif
