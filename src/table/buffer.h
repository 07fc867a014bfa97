/* SPDX-License-Identifier: MIT
 *
 * An array of bytes that grows. A lack of memory is noted, and all further calls do nothing.
 */
#ifndef TABLE_BUFFER_H
#define TABLE_BUFFER_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "teetape/io/error.h"

/* A zeroed struct is an empty array. A caller checks `has_failed` once, at the end. */
struct table_buffer {
    uint8_t *data; /* bytes from malloc; the user of the buffer frees them */
    size_t size, cap;
    bool has_failed;
};

/* Appends `size` bytes for the caller to fill. NULL without memory. */
uint8_t *tti_table_buffer_add(struct table_buffer *b, size_t size);

/* Appends a copy of `size` bytes. */
void tti_table_buffer_put(struct table_buffer *b, const void *data, size_t size);

/* Appends the low `size` bytes of a number, lowest first. */
void tti_table_buffer_number(struct table_buffer *b, uint64_t number, unsigned size);

/* Appends a number in groups of 7 bits, lowest first (LEB128). */
void tti_table_buffer_varuint(struct table_buffer *b, uint64_t number);

/* Maps a number near 0 to a small unsigned one: 0, -1, 1, -2 become 0, 1, 2, 3. */
static inline uint64_t table_zigzag(int64_t number)
{
    return ((uint64_t)number << 1) ^ (number < 0 ? UINT64_MAX : 0);
}

/* Fills the error with a lack of memory; `error` may be NULL. Returns false, so that callers can
 * return the call. */
bool tti_table_no_memory(tt_io_error *error);

#endif
