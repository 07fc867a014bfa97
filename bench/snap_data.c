/* SPDX-License-Identifier: MIT
 *
 * What bench_snap works on. See snap_data.h.
 */
#include "snap_data.h"

#include <stdlib.h>
#include <string.h>

#include "snap/index.h"
#include "snap_made.h"
#include "support/small_demo.h"
#include "teetape/snap_object.h"

/* A batch of 1 MiB of ints, and room for the last snapshot and delta that begin in there. */
enum { BATCH_INTS = 1 << 18, BATCH_PAIRS = 128, ROOM = TT_SNAP_MAX_INTS + TT_DELTA_BOUND + 2 };

/* Not a multiple of a large power of two, so that indexes do not push each other out of a cache. */
struct spaced_index {
    tt_snap_index index;
    uint8_t space[64];
};

static struct {
    int32_t ints[BATCH_INTS + ROOM];
    size_t used;
    snap_one ones[BATCH_PAIRS + 1];
    struct spaced_index indexes[BATCH_PAIRS + 1];
    size_t one_count;
    snap_pair pairs[BATCH_PAIRS];
    size_t pair_count;
    snap_take *take;
    void *user;
} batch;

static int give(void)
{
    snap_batch b = {batch.pair_count, batch.pairs, batch.one_count, batch.ones};
    return b.count == 0 || batch.take(batch.user, &b);
}

static int is_full(void)
{
    return batch.used >= BATCH_INTS || batch.pair_count == BATCH_PAIRS ||
           batch.one_count > BATCH_PAIRS;
}

/* Adds a snapshot, and the pair of the one before and this one if there is a delta between them.
 * Of a full batch the last snapshot is the first of the next one. */
static int add(const tt_snap *snap)
{
    size_t size;
    snap_one *one = &batch.ones[batch.one_count];
    int32_t *ints = batch.ints + batch.used;
    if (tt_snap_write(ints, TT_SNAP_MAX_INTS, &size, snap) != TT_OK ||
        tt_snap_open(&one->view, &batch.indexes[batch.one_count].index, ints, size, NULL) !=
            TT_OK) {
        return 0;
    }
    one->ints = ints;
    one->count = size;
    batch.used += (size + 1) & ~(size_t)1; /* the next one is aligned to 8 bytes too */
    if (batch.one_count++ == 0) {
        return 1;
    }
    int32_t *delta = batch.ints + batch.used;
    if (tt_delta_create(delta, TT_DELTA_BOUND, &size, &one[-1].view, &one->view,
                        tt_snap_sizes_of(TT_DIALECT_6)) == TT_OK &&
        size != 0) {
        batch.pairs[batch.pair_count++] = (snap_pair){one - 1, one, {delta, size}};
        batch.used += (size + 1) & ~(size_t)1;
    }
    if (!is_full()) {
        return 1;
    }
    int good = give();
    batch.used = batch.one_count = batch.pair_count = 0;
    return good;
}

/* As add, but it also begins the next batch with what ended the last one. */
static int add_and_continue(const tt_snap *snap)
{
    int good = add(snap);
    return good && (batch.one_count != 0 || add(snap));
}

static int made_each(const snap_source *source, uint64_t seed, size_t pairs)
{
    static tt_snap_space space;
    tt_snap snap;
    snap_made_begin(source->items, seed);
    for (size_t i = 0; i <= pairs; i++) {
        if (!snap_made_next(&snap, &space, source->changed) || !add_and_continue(&snap)) {
            return 0;
        }
    }
    return 1;
}

/* The snapshot that a chunk leads to; `*now` becomes a view in `*to`. */
static int chunk_read(tt_snap *now, tt_snap_space *to, const tt_snap *before,
                      const small_demo *demo)
{
    static tt_snap_index index;
    tt_snap full;
    if (demo->kind == SMALL_DEMO_DELTA) {
        return tt_delta_apply(now, to, before, (tt_delta){demo->ints, demo->count},
                              tt_snap_sizes_of(TT_DIALECT_6), NULL) == TT_OK;
    }
    if (tt_snap_open(&full, &index, demo->ints, demo->count, NULL) != TT_OK) {
        return 0;
    }
    tti_snap_copy(now, to, &full);
    return 1;
}

static int demo_each(tt_bytes file)
{
    static small_demo demo;
    static tt_snap_space space[2];
    size_t which = 0;
    int more;
    tt_snap before = tt_snap_empty(), now;
    if (!small_demo_open(&demo, file) || demo.seven) {
        return 0;
    }
    while ((more = small_demo_next(&demo)) > 0) {
        if (demo.kind != SMALL_DEMO_SNAPSHOT && demo.kind != SMALL_DEMO_DELTA) {
            continue;
        }
        if (!chunk_read(&now, &space[which], &before, &demo) || !add_and_continue(&now)) {
            return 0;
        }
        before = now;
        which = 1 - which;
    }
    return more >= 0 && before.count != 0;
}

int snap_data_each(const snap_source *source, uint64_t seed, size_t pairs, snap_take *take,
                   void *user)
{
    batch.used = batch.one_count = batch.pair_count = 0;
    batch.take = take;
    batch.user = user;
    int good = source->demo.data != NULL ? demo_each(source->demo) : made_each(source, seed, pairs);
    return good && give();
}
