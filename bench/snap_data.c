/* SPDX-License-Identifier: MIT
 *
 * What bench_snap works on. See snap_data.h.
 */
#include "snap_data.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "support/random.h"
#include "support/small_demo.h"

enum { PAIRS_MADE = 32, PAIRS_DEMO = 512 };

static tt_snap_space space[2];
static int32_t ints[TT_DELTA_BOUND];

static int keep_one(snap_one *one, const tt_snap *snap)
{
    size_t size = tt_snap_write_size(snap);
    int32_t *to = malloc((size + 2) * sizeof *to); /* malloc aligns to 8 bytes at least */
    one->index = malloc(sizeof *one->index);
    one->ints = to;
    return to != NULL && one->index != NULL &&
           tt_snap_write(to, size, &one->count, snap) == TT_OK &&
           tt_snap_open(&one->view, one->index, to, one->count, NULL) == TT_OK;
}

/* Keeps a pair if there is a delta between the two. */
static int keep_pair(snap_set *set, const tt_snap *from, const tt_snap *to)
{
    size_t count;
    snap_pair *pair = &set->pairs[set->count];
    if (tt_delta_create(ints, TT_DELTA_BOUND, &count, from, to, &tt_snap_sizes_6) != TT_OK ||
        count == 0) {
        return 1;
    }
    set->count++;
    memset(pair, 0, sizeof *pair);
    int32_t *delta = malloc(count * sizeof *delta);
    pair->delta = (tt_delta){delta, count};
    if (delta == NULL || !keep_one(&pair->from, from) || !keep_one(&pair->to, to)) {
        return 0;
    }
    memcpy(delta, ints, count * sizeof *delta);
    set->items += to->count;
    set->ints += (double)tt_snap_write_size(to);
    return 1;
}

static int begin(snap_set *set, size_t pairs)
{
    set->count = 0;
    set->items = set->ints = 0;
    set->pairs = malloc(pairs * sizeof *set->pairs);
    return set->pairs != NULL;
}

static int finish(snap_set *set)
{
    double count = set->count == 0 ? 1 : (double)set->count;
    set->items /= count;
    set->ints /= count;
    return set->count != 0;
}

void snap_data_free(snap_set *set)
{
    for (size_t i = 0; i < set->count; i++) {
        const snap_pair *pair = &set->pairs[i];
        free((void *)(uintptr_t)pair->from.ints);
        free((void *)(uintptr_t)pair->to.ints);
        free((void *)(uintptr_t)pair->delta.ints);
        free(pair->from.index);
        free(pair->to.index);
    }
    free(set->pairs);
    set->count = 0;
    set->pairs = NULL;
}

/* The types that fill a snapshot: characters, projectiles, lasers, pickups, client infos, player
 * infos and an extended one. */
static int32_t made_type(uint32_t number, size_t *size)
{
    static const int32_t types[] = {9, 10, 11, 32764, 2, 3, 4, 4};
    int32_t type = types[number % 8];
    *size = type < TT_SNAP_SIZED_TYPES ? tt_snap_sizes_6.ints[type] : 10;
    return type;
}

/* `numbers` are the items; each has its data from its number and from how often it changed. */
static tt_snap make_snap(tt_snap_space *to, const uint32_t *numbers, const uint32_t *versions,
                         uint32_t count)
{
    tt_snap_builder b;
    tt_snap_builder_init(&b, to, NULL);
    for (uint32_t i = 0; i < count; i++) {
        int32_t data[32];
        size_t size;
        int32_t type = made_type(numbers[i], &size);
        for (size_t j = 0; j < size; j++) {
            /* of a change about every third int is another */
            uint32_t version = (j + versions[i]) % 3 == 0 ? versions[i] : 0;
            data[j] = (int32_t)(numbers[i] * 977 % 1000 + version);
        }
        (void)tt_snap_builder_add(&b, type, (int32_t)(numbers[i] % 65536), data, size);
    }
    return tt_snap_builder_finish(&b);
}

int snap_data_make(snap_set *set, uint32_t count, unsigned changed)
{
    static uint32_t numbers[TT_SNAP_MAX_ITEMS], versions[TT_SNAP_MAX_ITEMS];
    uint64_t seed = count + changed;
    uint32_t next = count;
    (void)snprintf(set->name, sizeof set->name, "%u items, %u %% changed", (unsigned)count,
                   changed);
    if (!begin(set, PAIRS_MADE)) {
        return 0;
    }
    for (uint32_t i = 0; i < count; i++) {
        numbers[i] = i;
        versions[i] = 0;
    }
    tt_snap before = make_snap(&space[0], numbers, versions, count);
    for (unsigned pair = 1; pair <= PAIRS_MADE; pair++) {
        for (uint32_t i = 0; i < count; i++) {
            versions[i] += random_next(&seed) % 100 < changed;
        }
        for (uint32_t gone = 0; gone < count * 3 / 100; gone++) {
            uint32_t at = random_next(&seed) % count;
            memmove(numbers + at, numbers + at + 1, (count - 1 - at) * sizeof *numbers);
            memmove(versions + at, versions + at + 1, (count - 1 - at) * sizeof *versions);
            numbers[count - 1] = next++;
            versions[count - 1] = 0;
        }
        tt_snap now = make_snap(&space[pair % 2], numbers, versions, count);
        if (!keep_pair(set, &before, &now)) {
            return 0;
        }
        before = now;
    }
    return finish(set);
}

/* The snapshot that a chunk leads to; `*now` becomes a view in `*to`. */
static int chunk_read(tt_snap *now, tt_snap_space *to, const tt_snap *before,
                      const small_demo *demo)
{
    static tt_snap_index index;
    tt_snap full;
    if (demo->kind == SMALL_DEMO_DELTA) {
        return tt_delta_apply(now, to, before, (tt_delta){demo->ints, demo->count},
                              &tt_snap_sizes_6, NULL) == TT_OK;
    }
    if (tt_snap_open(&full, &index, demo->ints, demo->count, NULL) != TT_OK) {
        return 0;
    }
    tt_snap_copy(now, to, &full);
    return 1;
}

int snap_data_from_demo(snap_set *set, tt_bytes file)
{
    static small_demo demo;
    size_t which = 0;
    int more = 1;
    tt_snap before = tt_snap_empty(), now;
    (void)snprintf(set->name, sizeof set->name, "real, consecutive");
    if (!small_demo_open(&demo, file) || demo.seven || !begin(set, PAIRS_DEMO)) {
        return 0;
    }
    while (set->count < PAIRS_DEMO && (more = small_demo_next(&demo)) > 0) {
        if (demo.kind != SMALL_DEMO_SNAPSHOT && demo.kind != SMALL_DEMO_DELTA) {
            continue;
        }
        if (!chunk_read(&now, &space[which], &before, &demo) ||
            (before.count != 0 && !keep_pair(set, &before, &now))) {
            return 0;
        }
        before = now;
        which = 1 - which;
    }
    return more >= 0 && finish(set);
}
