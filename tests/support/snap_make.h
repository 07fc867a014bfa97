/* SPDX-License-Identifier: MIT
 *
 * Snapshots for tests: made from text or at random, as the model's and as the library's.
 */
#ifndef TEST_SNAP_MAKE_H
#define TEST_SNAP_MAKE_H

#include "support/slow_delta.h"
#include "teetape/delta.h"

/* A view of a serialized snapshot, and the memory that it needs. */
typedef struct made_snap {
    tt_snap snap;
    tt_snap_index index;
    int32_t ints[TT_SNAP_MAX_INTS + 64];
    size_t count;
} made_snap;

/* No size is agreed, so deltas carry all sizes. */
static const tt_snap_sizes sizes_none = {{0}};

/* Opens the snapshot of the model. Fails the test when the library refuses it. */
void made_from(made_snap *made, const slow_snap *model);
void made_parse(made_snap *made, const char *text);

/* Returns 1 when the view has the model's items in the same order, and finds each of them. */
int made_same(const tt_snap *snap, const slow_snap *model);

/* Fails the test unless a view can be written, opened again, and is then equal. */
void made_check(const tt_snap *snap);

/* Makes `count` items with few different types and ids. The key decides the size of an item, so
 * that there is a delta between any two random snapshots. */
void made_random(slow_snap *model, uint64_t *seed, int count, const uint16_t sizes[64]);

/* Makes a snapshot that follows another one: of 100 items `changed` change, some disappear, and
 * some are new. */
void made_next(slow_snap *model, const slow_snap *before, uint64_t *seed, unsigned changed,
               const uint16_t sizes[64]);

/* Returns the sizes with the name in the vectors: "06", "07" or "none". */
const tt_snap_sizes *made_sizes(const char *name);

#endif
