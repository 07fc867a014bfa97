/* SPDX-License-Identifier: MIT
 *
 * Snapshots and deltas in the slowest and most obvious way: lists that are searched from the
 * front. What the library does is compared with this. Nothing of the library is used here.
 */
#ifndef TEST_SLOW_DELTA_H
#define TEST_SLOW_DELTA_H

#include <stddef.h>
#include <stdint.h>

#define SLOW_ITEMS 1040
#define SLOW_INTS 20000

typedef struct slow_item {
    int32_t type, id;
    int size; /* number of ints */
    int at;   /* index of the first int in `ints` */
} slow_item;

typedef struct slow_snap {
    int count, used;
    slow_item item[SLOW_ITEMS];
    int32_t ints[SLOW_INTS];
} slow_snap;

/* Adds an item, and returns where its data goes. The caller checks that there is room. */
int32_t *slow_add(slow_snap *snap, int32_t type, int32_t id, int size);

/* Returns the number of an item, or -1. */
int slow_find(const slow_snap *snap, int32_t type, int32_t id);

/* Parses a snapshot: "type/id:int,int;type/id", or "-" for an empty one. */
void slow_parse(slow_snap *snap, const char *text);

/* Writes the serialized form, and returns its number of ints. */
size_t slow_write(int32_t *dst, const slow_snap *snap);

/* Reads a valid serialized form. */
void slow_read(slow_snap *snap, const int32_t *ints);

uint32_t slow_checksum(const slow_snap *snap);

/* Writes the delta between two snapshots whose common items have equal sizes, and returns its
 * number of ints. sizes[type] is 0 where deltas carry the size. */
size_t slow_create(int32_t *dst, const slow_snap *from, const slow_snap *to,
                   const uint16_t sizes[64]);

/* Applies a delta. Returns 0, or DDNet's error number. */
int slow_apply(slow_snap *to, const slow_snap *from, const int32_t *delta, size_t count,
               const uint16_t sizes[64]);

#endif
