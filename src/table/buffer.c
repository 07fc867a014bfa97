/* SPDX-License-Identifier: MIT
 *
 * Appends bytes to an array that grows (buffer.h).
 */
#include "table/buffer.h"

#include <errno.h>
#include <string.h>

#include "host/grow.h"

/* Makes room. All other functions append through this one: n appends are linear in n. After a
 * failure the bytes so far remain until free(). */
uint8_t *tti_table_buffer_add(struct table_buffer *b, size_t size)
{
    if (b->has_failed) {
        return NULL;
    }
    uint8_t *data =
        size < SIZE_MAX - b->size ? tti_grow(b->data, &b->cap, b->size + size, 1) : NULL;
    if (data == NULL) {
        b->has_failed = true;
        return NULL;
    }
    b->data = data;
    b->size += size;
    return b->data + b->size - size;
}

/* Appends bytes. `data` may be NULL for no bytes, which memcpy does not accept. */
void tti_table_buffer_put(struct table_buffer *b, const void *data, size_t size)
{
    uint8_t *at = tti_table_buffer_add(b, size);
    if (at != NULL && size != 0) {
        memcpy(at, data, size);
    }
}

void tti_table_buffer_number(struct table_buffer *b, uint64_t number, unsigned size)
{
    uint8_t *at = tti_table_buffer_add(b, size);
    for (unsigned i = 0; at != NULL && i < size; i++) {
        at[i] = (uint8_t)(number >> 8 * i);
    }
}

/* Appends a number in groups of seven bits. Thrift, ClickHouse's format Native and the encodings of
 * Parquet use this form; the game's varints differ. */
void tti_table_buffer_varuint(struct table_buffer *b, uint64_t number)
{
    uint8_t bytes[10]; /* 64 bits in groups of 7 */
    size_t size = 0;
    while (number >= 0x80) {
        bytes[size++] = (uint8_t)(number | 0x80);
        number >>= 7;
    }
    bytes[size++] = (uint8_t)number;
    tti_table_buffer_put(b, bytes, size);
}

bool tti_table_no_memory(tt_io_error *error)
{
    if (error != NULL) {
        tt_io_error_system(error, ENOMEM, "cannot hold a table");
    }
    return false;
}
