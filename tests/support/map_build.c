/* SPDX-License-Identifier: MIT
 *
 * Writes datafiles.
 */
#include "support/map_build.h"

#include <stdlib.h>

#include "base/mem.h"

void map_bytes_put(map_bytes *dst, const void *data, size_t size)
{
    if (dst->size + size > dst->cap) {
        dst->cap = (dst->size + size) * 2;
        dst->data = realloc(dst->data, dst->cap);
        if (dst->data == NULL) {
            abort();
        }
    }
    tti_copy(dst->data + dst->size, data, size);
    dst->size += size;
}

void map_bytes_int(map_bytes *dst, int32_t value)
{
    uint8_t bytes[4];
    tti_store_le32(bytes, (uint32_t)value);
    map_bytes_put(dst, bytes, 4);
}

void map_bytes_free(map_bytes *bytes)
{
    free(bytes->data);
    *bytes = (map_bytes){NULL, 0, 0};
}

/* Returns the number of a new element at the end of a table. */
static uint32_t next_of(uint32_t *count, uint32_t most)
{
    if (*count == most) {
        abort();
    }
    return (*count)++;
}

void map_build_item_id(map_build *m, uint32_t type, uint32_t id, const int32_t *ints, size_t count)
{
    uint32_t *row = m->type_count > 0 ? m->types[m->type_count - 1] : NULL;
    if (row == NULL || row[0] != type) {
        row = m->types[next_of(&m->type_count, MAP_BUILD_TYPES)];
        row[0] = type;
        row[1] = m->item_count;
        row[2] = 0;
    }
    row[2]++;
    m->item_offsets[next_of(&m->item_count, MAP_BUILD_ITEMS)] = (uint32_t)m->items.size;
    map_bytes_int(&m->items, tti_signed(type << 16 | id));
    map_bytes_int(&m->items, (int32_t)count * 4);
    for (size_t i = 0; i < count; i++) {
        map_bytes_int(&m->items, ints[i]);
    }
}

void map_build_item(map_build *m, uint32_t type, const int32_t *ints, size_t count)
{
    const uint32_t *row = m->type_count > 0 ? m->types[m->type_count - 1] : NULL;
    map_build_item_id(m, type, row != NULL && row[0] == type ? row[2] : 0, ints, count);
}

/* Appends a zlib stream (RFC 1950 and 1951) of stored blocks: a header, blocks of at most 65535
 * bytes, and Adler-32. */
static void put_stored(map_bytes *dst, const uint8_t *bytes, size_t size)
{
    uint32_t a = 1, b = 0;
    map_bytes_put(dst, "\x78\x01", 2);
    for (size_t at = 0, part; at < size || at == 0; at += part) {
        part = size - at < 65535 ? size - at : 65535;
        uint8_t head[5] = {at + part == size};
        tti_store_le16(head + 1, (uint16_t)part);
        tti_store_le16(head + 3, (uint16_t)~part);
        map_bytes_put(dst, head, sizeof head);
        map_bytes_put(dst, bytes + at, part);
        if (part == 0) {
            break;
        }
    }
    for (size_t i = 0; i < size; i++) {
        a = (a + bytes[i]) % 65521;
        b = (b + a) % 65521;
    }
    uint8_t sum[4];
    tti_store_be32(sum, b << 16 | a);
    map_bytes_put(dst, sum, sizeof sum);
}

int map_inflate_stored(void *user, uint8_t *dst, size_t dst_size, tt_bytes packed)
{
    size_t at = 2, filled = 0;
    int is_last = 0;
    (void)user;
    while (!is_last) {
        if (at > packed.size || packed.size - at < 5 || packed.data[at] > 1) {
            return 1;
        }
        size_t part = tti_load_le16(packed.data + at + 1);
        is_last = packed.data[at];
        at += 5;
        if (part > packed.size - at || part > dst_size - filled) {
            return 1;
        }
        tti_copy(dst + filled, packed.data + at, part);
        at += part;
        filled += part;
    }
    return filled != dst_size || packed.size - at != 4;
}

int32_t map_build_data(map_build *m, const void *bytes, size_t size)
{
    uint32_t index = next_of(&m->data_count, MAP_BUILD_DATA);
    m->data_offsets[index] = (uint32_t)m->data.size;
    m->data_sizes[index] = (uint32_t)size;
    if (m->version == 3) {
        map_bytes_put(&m->data, bytes, size);
    } else {
        put_stored(&m->data, bytes, size);
    }
    return (int32_t)index;
}

static void put_table(map_bytes *file, const uint32_t *numbers, size_t count)
{
    for (size_t i = 0; i < count; i++) {
        map_bytes_int(file, tti_signed(numbers[i]));
    }
}

void map_build_end(map_build *m, const char *magic, map_bytes *file)
{
    uint32_t tables = 12 * m->type_count + 4 * m->item_count + 4 * m->data_count;
    tables += m->version == 4 ? 4 * m->data_count : 0;
    const uint32_t items = (uint32_t)m->items.size, data = (uint32_t)m->data.size;
    const uint32_t head[] = {(uint32_t)m->version,
                             20 + tables + items + data,
                             20 + tables + items,
                             m->type_count,
                             m->item_count,
                             m->data_count,
                             items,
                             data};
    *file = (map_bytes){NULL, 0, 0};
    map_bytes_put(file, magic, 4);
    put_table(file, head, sizeof head / sizeof head[0]);
    put_table(file, m->types[0], (size_t)3 * m->type_count);
    put_table(file, m->item_offsets, m->item_count);
    put_table(file, m->data_offsets, m->data_count);
    put_table(file, m->data_sizes, m->version == 4 ? m->data_count : 0);
    map_bytes_put(file, m->items.data, m->items.size);
    map_bytes_put(file, m->data.data, m->data.size);
    map_bytes_free(&m->items);
    map_bytes_free(&m->data);
}
