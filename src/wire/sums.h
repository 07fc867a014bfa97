/* SPDX-License-Identifier: MIT
 *
 * The inside of the sums of teetape/hash.h that are made in pieces.
 */
#ifndef TTI_WIRE_SUMS_H
#define TTI_WIRE_SUMS_H

#include "base/opaque.h"
#include "teetape/hash.h"

typedef struct tti_sha256_context {
    uint32_t state[8];
    uint64_t size;     /* bytes added so far */
    uint8_t block[64]; /* the size % 64 bytes that wait for a block to be full */
} tti_sha256_context;

TTI_OPAQUE(sha256_context)

typedef struct tti_xxh64 {
    uint64_t lane[4];
    uint64_t size;     /* bytes added so far */
    uint8_t block[32]; /* the size % 32 bytes that wait for a block to be full */
} tti_xxh64;

TTI_OPAQUE(xxh64)

#endif
