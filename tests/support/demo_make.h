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

/* Returns a header of this version, with a map of `map_size` bytes. */
tt_demo_header demo_make_header(int32_t version, uint32_t map_size);

/* Packs a client info of 0.7 after its id. `local` is 1 for a client of the recorder. */
void demo_make_client7(tt_packer *p, int32_t cid, int local, const char *name);

/* Makes a whole demo: header, map, and `ticks` ticks with messages between them. The random
 * snapshots have few items, and change a little from tick to tick. */
void demo_make(demo_bytes *dst, uint64_t seed, int32_t version, uint32_t map_size, int ticks);

/* Gives some of the messages a UUID that no game knows. */
extern bool demo_make_unknown;

/* Returns the form in which the payload of an event is compressed: CLASSIC when it ends with the
 * byte that DDNet 20.0 and later do not write, otherwise CURRENT. A payload that was not unpacked
 * counts as CURRENT. */
tt_huffman_form demo_form(const tt_demo_event *event);

/* Returns a line for each event of a demo, and one for how reading ended. The demo is fed in pieces
 * of `piece` bytes, 0 for one piece. Snapshots and data are written as checksums. The caller frees
 * the text. */
char *demo_log(tt_bytes demo, size_t piece, int recover);

#endif
