/* SPDX-License-Identifier: MIT
 *
 * Writes map files.
 */
#include "support/map_make.h"

#include <stdlib.h>

#include "base/mem.h"

enum { ITEM_VERSION = 0, ITEM_GROUP = 4, ITEM_LAYER = 5 };
enum { ITEMS_MAX = 32, DATA_MAX = 32 };

/* A file in the making. */
typedef struct maker {
    map_bytes items, data;
    uint32_t item_offsets[ITEMS_MAX], data_offsets[DATA_MAX], data_sizes[DATA_MAX];
    uint32_t item_count, data_count;
    uint32_t types[3][3]; /* type, first, count */
    uint32_t type_count;
    int32_t version;
} maker;

static void put(map_bytes *dst, const void *data, size_t size)
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

static void put_int(map_bytes *dst, uint32_t value)
{
    uint8_t bytes[4];
    tti_store_le32(bytes, value);
    put(dst, bytes, 4);
}

static void put_item(maker *m, uint32_t type, const int32_t *ints, size_t count)
{
    uint32_t *row = m->type_count > 0 ? m->types[m->type_count - 1] : NULL;
    if (row == NULL || row[0] != type) {
        row = m->types[m->type_count++];
        row[0] = type;
        row[1] = m->item_count;
        row[2] = 0;
    }
    m->item_offsets[m->item_count++] = (uint32_t)m->items.size;
    put_int(&m->items, type << 16 | row[2]++);
    put_int(&m->items, (uint32_t)count * 4);
    for (size_t i = 0; i < count; i++) {
        put_int(&m->items, (uint32_t)ints[i]);
    }
}

/* RFC 1950 and 1951: a header, blocks of at most 65535 bytes as they are, and Adler-32. */
static void put_stored(map_bytes *dst, const uint8_t *bytes, size_t size)
{
    uint32_t a = 1, b = 0;
    put(dst, "\x78\x01", 2);
    for (size_t at = 0, part; at < size || at == 0; at += part) {
        part = size - at < 65535 ? size - at : 65535;
        uint8_t head[5] = {at + part == size};
        tti_store_le16(head + 1, (uint16_t)part);
        tti_store_le16(head + 3, (uint16_t)~part);
        put(dst, head, sizeof head);
        put(dst, bytes + at, part);
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
    put(dst, sum, sizeof sum);
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

static int32_t put_data(maker *m, const map_bytes *bytes)
{
    m->data_offsets[m->data_count] = (uint32_t)m->data.size;
    m->data_sizes[m->data_count] = (uint32_t)bytes->size;
    if (m->version == 3) {
        put(&m->data, bytes->data, bytes->size);
    } else {
        put_stored(&m->data, bytes->data, bytes->size);
    }
    return (int32_t)m->data_count++;
}

uint8_t map_plan_tile(const map_plan *plan, int32_t column, int32_t row)
{
    if (plan->tiles != NULL) {
        return plan->tiles[row * plan->width + column];
    }
    if (column == 0 || row == 0 || column == plan->width - 1 || row == plan->height - 1) {
        return TT_TILE_SOLID;
    }
    return (uint8_t)(column * row % 5 == 4 ? TT_TILE_NOHOOK : column / 4 % 3 * TT_TILE_FREEZE);
}

static void put_tiles(map_bytes *dst, const map_plan *plan)
{
    int32_t count = plan->width * plan->height, run;
    for (int32_t i = 0; i < count; i += run) {
        uint8_t number = map_plan_tile(plan, i % plan->width, i / plan->width);
        run = 1;
        while (plan->skips && run < 256 && i + run < count &&
               map_plan_tile(plan, (i + run) % plan->width, (i + run) / plan->width) == number) {
            run++;
        }
        uint8_t tile[4] = {number, 0, (uint8_t)(run - 1), 0};
        put(dst, tile, sizeof tile);
    }
}

static void put_layer(maker *m, const map_plan *plan, unsigned kind)
{
    map_bytes tiles = {NULL, 0, 0};
    put_tiles(&tiles, plan);
    const int32_t ints[] = {0,
                            2,
                            0,
                            plan->skips ? 4 : 3,
                            plan->width,
                            plan->height,
                            (int32_t)kind,
                            255,
                            255,
                            255,
                            255,
                            -1,
                            0,
                            -1,
                            put_data(m, &tiles),
                            0,
                            0,
                            0,
                            -1,
                            -1,
                            -1,
                            -1,
                            -1};
    put_item(m, ITEM_LAYER, ints, sizeof ints / sizeof ints[0]);
    map_bytes_free(&tiles);
}

static void put_group(maker *m, int32_t first, int32_t count)
{
    const int32_t ints[] = {3, 0, 0, 100, 100, first, count, 0, 0, 0, 0, 0, 0, 0, 0};
    put_item(m, ITEM_GROUP, ints, sizeof ints / sizeof ints[0]);
}

static void put_items(maker *m, const map_plan *plan)
{
    const int32_t one = 1, quads[] = {0, 3, 0, 2, 0, 0, -1, 0, 0, 0};
    map_plan small = {.width = 1, .height = 1};
    int32_t count = 1 + plan->games;
    for (unsigned kind = TT_MAP_TELE; kind <= TT_MAP_TUNE; kind *= 2) {
        count += (plan->others & kind) != 0;
    }
    put_item(m, ITEM_VERSION, &one, 1);
    if (plan->quads) {
        put_group(m, 0, 1);
    }
    put_group(m, plan->quads ? 1 : 0, count);
    if (plan->quads) {
        put_item(m, ITEM_LAYER, quads, sizeof quads / sizeof quads[0]);
    }
    for (int i = 0; i < plan->games; i++) {
        put_layer(m, &small, TT_MAP_GAME);
    }
    for (unsigned kind = TT_MAP_TELE; kind <= TT_MAP_TUNE; kind *= 2) {
        if ((plan->others & kind) != 0) {
            put_layer(m, &small, kind);
        }
    }
    put_layer(m, plan, TT_MAP_GAME);
}

void map_make(map_bytes *file, const map_plan *plan)
{
    maker m = {.version = plan->version != 0 ? plan->version : 4};
    put_items(&m, plan);
    uint32_t tables = 12 * m.type_count + 4 * m.item_count + 4 * m.data_count;
    tables += m.version == 4 ? 4 * m.data_count : 0;
    *file = (map_bytes){NULL, 0, 0};
    put(file, plan->backwards ? "ATAD" : "DATA", 4);
    put_int(file, (uint32_t)m.version);
    put_int(file, 20 + tables + (uint32_t)(m.items.size + m.data.size));
    put_int(file, 20 + tables + (uint32_t)m.items.size);
    put_int(file, m.type_count);
    put_int(file, m.item_count);
    put_int(file, m.data_count);
    put_int(file, (uint32_t)m.items.size);
    put_int(file, (uint32_t)m.data.size);
    for (uint32_t i = 0; i < 3 * m.type_count; i++) {
        put_int(file, m.types[i / 3][i % 3]);
    }
    for (uint32_t i = 0; i < m.item_count; i++) {
        put_int(file, m.item_offsets[i]);
    }
    for (uint32_t i = 0; i < m.data_count; i++) {
        put_int(file, m.data_offsets[i]);
    }
    for (uint32_t i = 0; m.version == 4 && i < m.data_count; i++) {
        put_int(file, m.data_sizes[i]);
    }
    put(file, m.items.data, m.items.size);
    put(file, m.data.data, m.data.size);
    map_bytes_free(&m.items);
    map_bytes_free(&m.data);
}

void map_bytes_free(map_bytes *file)
{
    free(file->data);
    *file = (map_bytes){NULL, 0, 0};
}

const char *map_seed(size_t index, map_plan *plan)
{
    static const struct {
        const char *name;
        map_plan plan;
    } seeds[] = {
        {"one_tile", {.width = 1, .height = 1}},
        {"plain", {.width = 9, .height = 5}},
        {"version_3", {.version = 3, .width = 7, .height = 6}},
        {"skips", {.width = 20, .height = 15, .skips = 1}},
        {"version_3_skips", {.version = 3, .width = 13, .height = 4, .skips = 1}},
        {"all_layers", {.width = 8, .height = 4, .others = 0x3e, .games = 2, .quads = 1}},
        {"backwards", {.width = 3, .height = 4, .backwards = 1}},
    };
    if (index >= sizeof seeds / sizeof seeds[0]) {
        return NULL;
    }
    *plan = seeds[index].plan;
    return seeds[index].name;
}
