/* SPDX-License-Identifier: MIT
 *
 * SHA-256 (FIPS 180-4), which names whole files such as maps, and HMAC with it (RFC 2104), which
 * makes of a text something that only the owner of a key can make again.
 */
#ifndef TTI_WIRE_SHA256_H
#define TTI_WIRE_SHA256_H

#include <stddef.h>
#include <stdint.h>

#define TTI_SHA256_SIZE 32

/* A sum in the making; needs no clean-up. */
typedef struct tti_sha256 {
    uint32_t state[8];
    uint64_t size;     /* bytes added so far */
    uint8_t block[64]; /* the size % 64 bytes that wait for a block to be full */
} tti_sha256;

void tti_sha256_start(tti_sha256 *sha);

/* Adds bytes; any split gives the same sum. `data` may be NULL when `size` is 0. Below 2^61 bytes
 * in all. */
void tti_sha256_add(tti_sha256 *sha, const void *data, size_t size);

/* Writes the sum. To use `sha` again, start it again. */
void tti_sha256_finish(tti_sha256 *sha, uint8_t sum[TTI_SHA256_SIZE]);

/* The same with a key of any size. */
typedef struct tti_hmac {
    tti_sha256 inner, outer;
} tti_hmac;

void tti_hmac_start(tti_hmac *hmac, const void *key, size_t size);
void tti_hmac_add(tti_hmac *hmac, const void *data, size_t size);
void tti_hmac_finish(tti_hmac *hmac, uint8_t sum[TTI_SHA256_SIZE]);

#endif
