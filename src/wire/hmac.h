/* SPDX-License-Identifier: MIT
 *
 * HMAC-SHA-256 (RFC 2104) derives from a text a sum that only the owner of a key can compute.
 */
#ifndef TTI_WIRE_HMAC_H
#define TTI_WIRE_HMAC_H

#include "wire/hash.h"

/* A running HMAC-SHA-256; it needs no clean-up. Its members are for the library. */
typedef struct tti_hmac {
    tti_sha256_context inner, outer;
} tti_hmac;

/* Begins an HMAC with a key of `size` bytes, any number. The key need not remain valid. */
TT_PRIVATE_API void tti_hmac_start(tti_hmac *hmac, const void *key, size_t size);

/* Adds bytes. Any split gives the same sum. `data` may be NULL when `size` is 0. */
TT_PRIVATE_API void tti_hmac_add(tti_hmac *hmac, const void *data, size_t size);

/* Writes the HMAC. `hmac` must be started again before the next use. */
TT_PRIVATE_API void tti_hmac_finish(tti_hmac *hmac, uint8_t sum[TTI_SHA256_SIZE]);

#endif
