/* SPDX-License-Identifier: MIT
 *
 * Snapshots for tests: made from text or at random, as the model's and as the library's.
 */
#ifndef TEST_SNAP_MAKE_H
#define TEST_SNAP_MAKE_H

#include "support/slow_delta.h"
#include "teetape/delta.h"

/* A view of a serialized snapshot with the memory that it needs. */
typedef struct made_snap {
    tt_snap snap;
    tt_snap_index index;
    int32_t ints[TT_SNAP_MAX_INTS + 64];
    size_t count;
} made_snap;

/* No size is agreed: a delta has every size. */
static const tt_snap_sizes sizes_none = {{0}};

/* The same snapshot as the model's. Fails the test when the library does not open it. */
void made_from(made_snap *made, const slow_snap *model);
void made_parse(made_snap *made, const char *text);

/* 1 when the view has the same items in the same order, and finds each. */
int made_same(const tt_snap *snap, const slow_snap *model);

/* Fails the test unless the view is one that could have been opened: it is written, opened and
 * compared. */
void made_check(const tt_snap *snap);

/* `count` items with few different types and ids, each with the size that belongs to its key,
 * so that any two random snapshots have a delta. */
void made_random(slow_snap *model, uint64_t *seed, int count, const uint16_t sizes[64]);

/* A snapshot that follows on another: of 100 items `changed` change, some go, some come. */
void made_next(slow_snap *model, const slow_snap *before, uint64_t *seed, unsigned changed,
               const uint16_t sizes[64]);

/* "06", "07" or "none", as the vectors name them. */
const tt_snap_sizes *made_sizes(const char *name);

#endif
