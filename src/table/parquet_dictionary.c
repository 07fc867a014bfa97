/* SPDX-License-Identifier: MIT
 *
 * The different values of a column: a hash table with open addressing, which is used again for each
 * column.
 */
#include "table/parquet_encode.h"

#include <stdlib.h>
#include <string.h>

/* At most half of the slots are taken, so a search always ends at an empty one. */
enum { SLOTS = 2 * PARQUET_DICTIONARY_MOST };

/* Multiplying mixes upwards, so the high bits are taken. The order of entries does not depend on
 * the hash, which may differ between machines. */
static size_t hash_of(tt_bytes value)
{
    uint64_t hash = value.size;
    while (value.size >= 4) {
        uint32_t part;
        memcpy(&part, value.data, 4);
        hash = (hash ^ part) * UINT64_C(0x9e3779b97f4a7c15);
        hash ^= hash >> 29;
        value.data += 4;
        value.size -= 4;
    }
    for (size_t i = 0; i < value.size; i++) {
        hash = (hash ^ value.data[i]) * UINT64_C(0x9e3779b97f4a7c15);
    }
    return (size_t)(hash >> 40) % SLOTS;
}

/* Bytes are compared: -0 and 0 are two entries, and a NaN is itself. */
static bool is_same(tt_bytes a, tt_bytes b)
{
    return a.size == b.size && (a.size == 0 || memcmp(a.data, b.data, a.size) == 0);
}

static bool make_room(struct parquet_dictionary *d, size_t count)
{
    if (d->slots == NULL) {
        d->slots = malloc(SLOTS * sizeof *d->slots);
    }
    if (d->first == NULL) {
        d->first = malloc(PARQUET_DICTIONARY_MOST * sizeof *d->first);
    }
    if (count > d->room) {
        free(d->number);
        d->number = malloc(count * sizeof *d->number);
        d->room = d->number != NULL ? count : 0;
    }
    return d->slots != NULL && d->first != NULL && (count == 0 || d->number != NULL);
}

/* After TOO_MANY the content is unfinished, and is not to be used. */
enum parquet_dictionary_result tti_parquet_dictionary_make(struct parquet_dictionary *d,
                                                           const struct parquet_values *v)
{
    if (!make_room(d, v->count)) {
        return PARQUET_DICTIONARY_NO_MEMORY;
    }
    memset(d->slots, 0, SLOTS * sizeof *d->slots);
    d->count = 0;
    for (size_t i = 0; i < v->count; i++) {
        tt_bytes value = parquet_value(v, i);
        if (i != 0 && is_same(value, parquet_value(v, i - 1))) {
            d->number[i] = d->number[i - 1];
            continue;
        }
        size_t slot = hash_of(value);
        while (d->slots[slot] != 0 &&
               !is_same(value, parquet_value(v, d->first[d->slots[slot] - 1]))) {
            slot = (slot + 1) % SLOTS;
        }
        if (d->slots[slot] == 0) {
            if (d->count == PARQUET_DICTIONARY_MOST) {
                return PARQUET_DICTIONARY_TOO_MANY;
            }
            d->first[d->count++] = i;
            d->slots[slot] = (uint32_t)d->count;
        }
        d->number[i] = d->slots[slot] - 1;
    }
    return PARQUET_DICTIONARY_GOOD;
}

/* `v` must be the values of the make: entries are places in them. */
void tti_parquet_dictionary_plain(const struct parquet_dictionary *d, struct table_buffer *out,
                                  const struct parquet_values *v)
{
    for (size_t i = 0; i < d->count; i++) {
        const struct parquet_values one = tti_parquet_slice(v, d->first[i], d->first[i] + 1);
        tti_parquet_plain(out, &one);
    }
}

/* The width of the numbers comes first, in a byte, and is at least 1: a reader need not know a
 * width of 0. */
void tti_parquet_dictionary_numbers(const struct parquet_dictionary *d, struct table_buffer *out,
                                    size_t begin, size_t end)
{
    unsigned width = 1;
    while (d->count > (size_t)1 << width) {
        width++;
    }
    tti_table_buffer_number(out, width, 1);
    tti_parquet_hybrid(out, d->number + begin, end - begin, width);
}

void tti_parquet_dictionary_free(struct parquet_dictionary *d)
{
    free(d->slots);
    free(d->first);
    free(d->number);
}
