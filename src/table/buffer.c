/* SPDX-License-Identifier: MIT
 *
 * Bytes that grow.
 */
#include "table/buffer.h"

#include <stdlib.h>
#include <string.h>

#include "host/grow.h"

/* The one place that allocates: the other functions append through it, so the room at least doubles
 * when it grows, and n appends are linear in n. After a failure the bytes so far remain, for
 * free(). */
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

/* `data` may be NULL for no bytes, which memcpy does not take. */
void tti_table_buffer_put(struct table_buffer *b, const void *data, size_t size)
{
    uint8_t *at = tti_table_buffer_add(b, size);
    if (at != NULL && size != 0) {
        memcpy(at, data, size);
    }
}

/* By shifts, so that the bytes are the same on every machine. */
void tti_table_buffer_number(struct table_buffer *b, uint64_t number, unsigned size)
{
    uint8_t *at = tti_table_buffer_add(b, size);
    for (unsigned i = 0; at != NULL && i < size; i++) {
        at[i] = (uint8_t)(number >> 8 * i);
    }
}

/* Thrift, Native and the encodings of Parquet have this form; the game's varints are others. */
void tti_table_buffer_varuint(struct table_buffer *b, uint64_t number)
{
    /* 64 bits in groups of 7. */
    uint8_t bytes[10];
    size_t size = 0;
    while (number >= 0x80) {
        bytes[size++] = (uint8_t)(number | 0x80);
        number >>= 7;
    }
    bytes[size++] = (uint8_t)number;
    tti_table_buffer_put(b, bytes, size);
}
