/* SPDX-License-Identifier: MIT
 *
 * MD5 (RFC 1321), which UUIDs of version 3 are made of. It protects nothing: collisions
 * are easy to make. Whole files are named by SHA-256.
 */
#ifndef TTI_WIRE_MD5_H
#define TTI_WIRE_MD5_H

#include <stddef.h>
#include <stdint.h>

/* Bytes of a sum: those of a UUID. */
#define TTI_MD5_SIZE 16

/* A sum in the making; needs no clean-up. */
typedef struct tti_md5 {
    uint32_t state[4]; /* a, b, c, d of the RFC, after the blocks so far */
    uint64_t size;     /* bytes added so far */
    uint8_t block[64]; /* the size % 64 bytes that wait for a block to be full */
} tti_md5;

/* Begins a sum. */
void tti_md5_start(tti_md5 *md5);

/* Adds bytes; any split gives the same sum. `data` may be NULL when `size` is 0. */
void tti_md5_add(tti_md5 *md5, const void *data, size_t size);

/* Writes the sum. To use `md5` again, start it again. */
void tti_md5_finish(tti_md5 *md5, uint8_t sum[TTI_MD5_SIZE]);

#endif
