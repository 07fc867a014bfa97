/* SPDX-License-Identifier: MIT
 *
 * MD5 (RFC 1321), and the UUIDs of version 3 that are made with it. MD5 protects nothing, because
 * collisions are easy to make.
 */
#ifndef TTI_WIRE_UUID_H
#define TTI_WIRE_UUID_H

#include <stddef.h>
#include <stdint.h>

#include "base/private_api.h"
#include "teetape/uuid.h"

/* Returns the UUID of a name, like tt_uuid_from_name, but in the namespace `space`. */
tt_uuid tti_uuid_from_name_in(const tt_uuid *space, tt_bytes name);

#define TTI_MD5_SIZE 16

typedef struct tti_md5 {
    uint32_t state[4]; /* a, b, c, d of the RFC, after the blocks so far */
    uint64_t size;
    uint8_t block[64]; /* the size % 64 bytes that do not fill a block yet */
} tti_md5;

void tti_md5_start(tti_md5 *md5);

/* Adds bytes. Any split gives the same sum. `data` may be NULL when `size` is 0. */
void tti_md5_add(tti_md5 *md5, const void *data, size_t size);

/* Writes the sum. `md5` must be started again before the next use. */
void tti_md5_finish(tti_md5 *md5, uint8_t sum[TTI_MD5_SIZE]);

/* Reads the text form, upper or lower case, 36 characters and nothing else. TT_ERR_SYNTAX
 * otherwise, and `*uuid` is then all zeros. */
TT_PRIVATE_API tt_status tti_uuid_parse(tt_uuid *uuid, tt_bytes text);

bool tti_uuid_equal(const tt_uuid *a, const tt_uuid *b);

#endif
