/* SPDX-License-Identifier: MIT
 *
 * Small demos for tests: made by the writer from random snapshots and messages, or byte by byte.
 */
#ifndef TEST_DEMO_MAKE_H
#define TEST_DEMO_MAKE_H

#include <stdbool.h>

#include "teetape/demo_write.h"
#include "teetape/varint.h"

typedef struct demo_bytes {
    uint8_t *data;
    size_t size, cap;
} demo_bytes;

/* A tt_sink_fn with a demo_bytes as `user`. */
int demo_bytes_put(void *user, tt_bytes piece);
void demo_bytes_free(demo_bytes *bytes);

/* A header of this version with a map of `map_size` bytes. */
tt_demo_header demo_make_header(int32_t version, uint32_t map_size);

/* What follows the id of a client info of 0.7: `local` is 1 for a client of the recorder. */
void demo_make_client7(tt_packer *p, int32_t cid, int local, const char *name);

/* A whole demo: header, map, `ticks` ticks with random snapshots of some items that change a bit,
 * and messages between them. */
void demo_make(demo_bytes *dst, uint64_t seed, int32_t version, uint32_t map_size, int ticks);

/* Some of the messages have a UUID that nobody knows. */
extern bool demo_make_unknown;

/* The form in which the payload of an event is compressed: CLASSIC when it ends with the byte that
 * DDNet 20.0 no longer writes, otherwise CURRENT, also for what was not unpacked. */
tt_huffman_form demo_form(const tt_demo_event *event);

/* One line for each event of a demo that is fed in pieces of `piece` bytes (0: whole), and how it
 * ended; checksums stand for the snapshots and data. To be freed. */
char *demo_log(tt_bytes demo, size_t piece, int recover);

#endif
