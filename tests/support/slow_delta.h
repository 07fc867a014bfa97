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
    int size; /* ints */
    int at;   /* of its first int in `ints` */
} slow_item;

typedef struct slow_snap {
    int count, used;
    slow_item item[SLOW_ITEMS];
    int32_t ints[SLOW_INTS];
} slow_snap;

/* Adds an item and returns where its data goes; the caller sees to it that there is room. */
int32_t *slow_add(slow_snap *snap, int32_t type, int32_t id, int size);

/* The number of an item, or -1. */
int slow_find(const slow_snap *snap, int32_t type, int32_t id);

/* "type/id:int,int;type/id", or "-" for none. */
void slow_parse(slow_snap *snap, const char *text);

/* The serialized form; returns how many ints it has. */
size_t slow_write(int32_t *dst, const slow_snap *snap);

/* Reads a valid serialized form. */
void slow_read(slow_snap *snap, const int32_t *ints);

uint32_t slow_checksum(const slow_snap *snap);

/* The delta between two snapshots whose common items have one size; returns its ints. sizes[type]
 * is 0 where the size is written. */
size_t slow_create(int32_t *dst, const slow_snap *from, const slow_snap *to,
                   const uint16_t sizes[64]);

/* 0, or the error number that DDNet has for it. */
int slow_apply(slow_snap *to, const slow_snap *from, const int32_t *delta, size_t count,
               const uint16_t sizes[64]);

#endif
