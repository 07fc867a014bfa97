/* SPDX-License-Identifier: MIT
 *
 * Datafiles for tests, made from nothing: items of whatever ints, and data packed as zlib streams
 * of stored blocks, so that no library is needed on either side.
 */
#ifndef TEST_MAP_BUILD_H
#define TEST_MAP_BUILD_H

#include "teetape/map.h"

typedef struct map_bytes {
    uint8_t *data;
    size_t size, cap;
} map_bytes;

void map_bytes_put(map_bytes *dst, const void *data, size_t size);
void map_bytes_int(map_bytes *dst, int32_t value);
void map_bytes_free(map_bytes *bytes);

enum { MAP_BUILD_ITEMS = 256, MAP_BUILD_DATA = 64, MAP_BUILD_TYPES = 12 };

/* A map file that is being made. All zeros at first but the version, 3 or 4. */
typedef struct map_build {
    int32_t version;
    map_bytes items, data;
    uint32_t item_offsets[MAP_BUILD_ITEMS];
    uint32_t data_offsets[MAP_BUILD_DATA], data_sizes[MAP_BUILD_DATA];
    uint32_t item_count, data_count;
    uint32_t types[MAP_BUILD_TYPES][3]; /* type, first item, number of items */
    uint32_t type_count;
} map_build;

/* Adds an item. Items of one type must follow each other. */
void map_build_item(map_build *m, uint32_t type, const int32_t *ints, size_t count);
void map_build_item_id(map_build *m, uint32_t type, uint32_t id, const int32_t *ints, size_t count);

/* Adds a piece of data, and returns its number. */
int32_t map_build_data(map_build *m, const void *bytes, size_t size);

/* Makes the file, which the caller frees with map_bytes_free. `magic` has four letters. */
void map_build_end(map_build *m, const char *magic, map_bytes *file);

/* A tt_map_inflate_fn that accepts only stored blocks. */
int map_inflate_stored(void *user, uint8_t *dst, size_t dst_size, tt_bytes packed);

#endif
