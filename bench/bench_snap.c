/* SPDX-License-Identifier: MIT
 *
 * How fast deltas are made and applied: ours, the textbook, and peers (peer_snap.h), one after
 * the other on each batch of pairs, so that all of them find it in the caches alike. Every pair
 * comes once in a round, and those that are made up never again. What counts is the ratio within a
 * round; docs/performance.md says how to read the table.
 *
 *     open both, create     from ints to ints, as peers do it
 *     tt_delta_create       both snapshots are views already, as they are where they come from a
 *                           builder, from tt_delta_apply or from the last tick
 *     open, apply, write    from ints to ints, as peers do it
 *     tt_delta_apply        from a view to a view
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command_line.h"
#include "measure.h"
#include "peer_snap.h"
#include "recordings.h"
#include "snap/index.h"
#include "snap_data.h"
#include "teetape/snap_object.h"
#include "textbook_snap.h"

enum { WAYS_MAX = 24, SNAP_PAIRS = 4096, ITEMS_LEAST = 1 << 18 };

static const char usage[] =
    "usage: bench_snap [--rounds N] [--pairs N] [--json] [--data FILE.demo]...\n"
    "                  [--peer FILE.so]... [--against NAME]\n"
    "Without --data: a demo of the tests. Made up snapshots of 16 to 1000 items always: in a\n"
    "round at least --pairs (4096 unless told otherwise) of them, and others in every round.\n"
    "Ratios are to the textbook, or to the peer that --against names.\n";

struct way {
    const char *name, *build;
    int64_t (*own)(int32_t *dst, const snap_pair *pair);
    int64_t (*peer)(int32_t *dst, const int32_t *a, size_t a_count, const int32_t *b,
                    size_t b_count);
    int is_apply;
    int is_view; /* its result is in `space`, not in dst */
    int (*prepare)(const int32_t *snapshot, size_t count);
    double seconds[MEASURE_ROUNDS_MAX];
};

/* What a pass over a source came to. */
struct pass {
    const snap_source *source;
    int round;
    double pairs, items, ints; /* the last two: of all new snapshots */
};

static struct way ways[WAYS_MAX];
static int way_count;
static int32_t output[TT_BENCH_SNAP_CAP], expected[TT_BENCH_SNAP_CAP];
static tt_snap_space space;
static tt_snap result;

static int64_t create(int32_t *dst, const tt_snap *from, const tt_snap *to)
{
    size_t count;
    tt_status status =
        tt_delta_create(dst, TT_BENCH_SNAP_CAP, &count, from, to, tt_snap_sizes_of(TT_DIALECT_6));
    return status == TT_OK ? (int64_t)count : -1;
}

static int64_t own_create(int32_t *dst, const snap_pair *pair)
{
    return create(dst, &pair->from->view, &pair->to->view);
}

static int64_t own_open_and_create(int32_t *dst, const snap_pair *pair)
{
    static tt_snap_index index[2];
    tt_snap from, to;
    if (tt_snap_open(&from, &index[0], pair->from->ints, pair->from->count, NULL) != TT_OK ||
        tt_snap_open(&to, &index[1], pair->to->ints, pair->to->count, NULL) != TT_OK) {
        return -1;
    }
    return create(dst, &from, &to);
}

static int64_t apply(const tt_snap *from, tt_delta delta)
{
    tt_status status =
        tt_delta_apply(&result, &space, from, delta, tt_snap_sizes_of(TT_DIALECT_6), NULL);
    return status == TT_OK ? (int64_t)tti_snap_write_size(&result) : -1;
}

static int64_t own_apply(int32_t *dst, const snap_pair *pair)
{
    (void)dst;
    return apply(&pair->from->view, pair->delta);
}

static int64_t own_open_and_apply(int32_t *dst, const snap_pair *pair)
{
    static tt_snap_index index;
    size_t count;
    tt_snap from;
    if (tt_snap_open(&from, &index, pair->from->ints, pair->from->count, NULL) != TT_OK ||
        apply(&from, pair->delta) < 0) {
        return -1;
    }
    (void)tt_snap_write(dst, TT_BENCH_SNAP_CAP, &count, &result);
    return (int64_t)count;
}

static int64_t run(const struct way *w, const snap_pair *pair)
{
    if (w->own != NULL) {
        return w->own(output, pair);
    }
    const snap_one *from = pair->from, *to = pair->to;
    return w->is_apply
               ? w->peer(output, from->ints, from->count, pair->delta.ints, pair->delta.count)
               : w->peer(output, from->ints, from->count, to->ints, to->count);
}

static void add_way(struct way w)
{
    if (way_count < WAYS_MAX) {
        ways[way_count++] = w;
    }
}

static void add_own_ways(void)
{
    const char *build = measure_build();
    add_way((struct way){.name = "textbook", .build = build, .peer = textbook_create});
    add_way((struct way){.name = "open both, create", .build = build, .own = own_open_and_create});
    add_way((struct way){.name = "tt_delta_create", .build = build, .own = own_create});
    add_way(
        (struct way){.name = "textbook", .build = build, .peer = textbook_apply, .is_apply = 1});
    add_way((struct way){
        .name = "open, apply, write", .build = build, .own = own_open_and_apply, .is_apply = 1});
    add_way((struct way){
        .name = "tt_delta_apply", .build = build, .own = own_apply, .is_apply = 1, .is_view = 1});
}

static int add_peer(const char *path)
{
    tt_bench_snap_fn *get = (tt_bench_snap_fn *)bench_peer_find(path, TT_BENCH_SNAP_SYMBOL);
    const tt_bench_snap_info *info = get != NULL ? get() : NULL;
    if (info == NULL ||
        !bench_peer_check(path, info->abi == TT_BENCH_SNAP_ABI && way_count + 2 <= WAYS_MAX)) {
        return 0;
    }
    if (info->create != NULL) {
        add_way((struct way){.name = info->name,
                             .build = info->build,
                             .peer = info->create,
                             .prepare = info->prepare});
    }
    if (info->apply != NULL) {
        add_way((struct way){.name = info->name,
                             .build = info->build,
                             .peer = info->apply,
                             .is_apply = 1,
                             .prepare = info->prepare});
    }
    return 1;
}

/* What others come to must be what tt_delta_create and tt_delta_apply come to, and that in turn
 * must be the new snapshot. */
static int verify_pair(const struct way *w, const snap_pair *pair)
{
    size_t count;
    if (w->is_apply) {
        if (own_apply(NULL, pair) < 0 ||
            tt_snap_checksum(&result) != tt_snap_checksum(&pair->to->view) ||
            result.count != pair->to->view.count) {
            return 0;
        }
        (void)tt_snap_write(expected, TT_BENCH_SNAP_CAP, &count, &result);
    } else {
        count = pair->delta.count;
        memcpy(expected, pair->delta.ints, count * sizeof *expected);
    }
    return run(w, pair) == (int64_t)count &&
           (w->is_view || memcmp(output, expected, count * sizeof *expected) == 0);
}

static int prepare(const struct way *w, const snap_batch *batch)
{
    for (size_t i = 0; w->prepare != NULL && i < batch->one_count; i++) {
        if (!w->prepare(batch->ones[i].ints, batch->ones[i].count)) {
            fprintf(stderr, "%s: cannot prepare\n", w->name);
            return 0;
        }
    }
    return 1;
}

static void end(const struct way *w)
{
    if (w->prepare != NULL) {
        (void)w->prepare(NULL, 0);
    }
}

static int verify_batch(void *user, const snap_batch *batch)
{
    struct pass *pass = user;
    for (int i = 0; i < way_count; i++) {
        int good = prepare(&ways[i], batch);
        for (size_t j = 0; good && j < batch->count; j++) {
            good = verify_pair(&ways[i], &batch->pairs[j]);
            if (!good) {
                fprintf(stderr, "%s: %s %s something else\n", pass->source->name, ways[i].name,
                        ways[i].is_apply ? "applies to" : "creates");
            }
        }
        end(&ways[i]);
        if (!good) {
            return 0;
        }
    }
    return 1;
}

/* So that the first way finds all in the caches, too: ints, offsets and tables of the keys. */
static volatile int32_t seen; /* so that compilers leave the reading in */

static void read_batch(const snap_batch *batch)
{
    int32_t sum = 0;
    tt_snap_item item;
    for (size_t i = 0; i < batch->one_count; i++) {
        const tt_snap *snap = &batch->ones[i].view;
        sum ^= (int32_t)(tt_snap_checksum(snap) & 1);
        for (uint32_t j = 0; j < snap->count; j++) {
            item = tt_snap_item_at(snap, j);
            sum ^= tt_snap_find(snap, tt_snap_key(item.type, item.id), &item) & 1;
        }
    }
    for (size_t i = 0; i < batch->count; i++) {
        for (size_t j = 0; j < batch->pairs[i].delta.count; j++) {
            sum ^= batch->pairs[i].delta.ints[j] & 1;
        }
    }
    seen = sum;
}

static int time_batch(void *user, const snap_batch *batch)
{
    struct pass *pass = user;
    for (int i = 0; i < way_count; i++) {
        if (!prepare(&ways[i], batch)) {
            return 0;
        }
        read_batch(batch);
        int64_t failed = 0;
        double start = measure_cpu();
        for (size_t j = 0; j < batch->count; j++) {
            failed |= run(&ways[i], &batch->pairs[j]);
        }
        ways[i].seconds[pass->round] += measure_cpu() - start - measure_cpu_cost();
        end(&ways[i]);
        if (failed < 0) {
            fprintf(stderr, "%s: %s fails\n", pass->source->name, ways[i].name);
            return 0;
        }
    }
    pass->pairs += (double)batch->count;
    for (size_t j = 0; j < batch->count; j++) {
        pass->items += batch->pairs[j].to->view.count;
        pass->ints += (double)batch->pairs[j].to->count;
    }
    return 1;
}

/* The first of its kind is the textbook. */
static const struct way *find_base(const bench_options *o, int is_apply)
{
    const struct way *base = NULL;
    for (int i = way_count - 1; i >= 0; i--) {
        if (ways[i].is_apply == is_apply && (base == NULL || strcmp(base->name, o->against) != 0)) {
            base = &ways[i];
        }
    }
    return base;
}

static void report(const bench_options *o, const struct pass *pass, int is_apply)
{
    const struct way *base = find_base(o, is_apply);
    const char *what = is_apply ? "apply" : "create";
    double rounds = o->rounds, pairs = pass->pairs / rounds, items = pass->items / pass->pairs;
    if (!o->json) {
        printf("%s: %s, %.0f pairs, %.1f items, %.0f ints, %d rounds\n", what, pass->source->name,
               pairs, items, pass->ints / pass->pairs, o->rounds);
        printf("  %-22s %9s  times %s, p10..p90\n", "way", "ns/item", base->name);
    }
    for (int i = 0; i < way_count; i++) {
        if (ways[i].is_apply != is_apply) {
            continue;
        }
        measure_figures f = measure_compare(ways[i].seconds, base->seconds, (size_t)o->rounds);
        double ns = 1e9 * f.seconds / (pass->items / rounds);
        if (o->json) {
            printf("{\"what\":\"%s\",\"data\":\"%s\",\"pairs\":%.0f,\"items\":%.1f,\"rounds\":%d,"
                   "\"way\":\"%s\",\"build\":\"%s\",\"ns_per_item\":%.3f,\"against\":\"%s\","
                   "\"ratio\":%.3f,\"ratio_p10\":%.3f,\"ratio_p90\":%.3f}\n",
                   what, pass->source->name, pairs, items, o->rounds, ways[i].name, ways[i].build,
                   ns, base->name, f.ratio, f.low, f.high);
        } else {
            printf("  %-22s %9.2f  %6.2f, %.2f..%.2f\n", ways[i].name, ns, f.ratio, f.low, f.high);
        }
    }
}

/* Everybody must come to the same, before anything is timed. */
static int bench_source(const bench_options *o, const snap_source *source, size_t pairs)
{
    struct pass pass = {.source = source};
    if (!snap_data_each(source, 1, pairs, verify_batch, &pass)) {
        fprintf(stderr, "%s: no pairs to measure\n", source->name);
        return 0;
    }
    for (int i = 0; i < way_count; i++) {
        memset(ways[i].seconds, 0, sizeof ways[i].seconds);
    }
    for (; pass.round < o->rounds; pass.round++) {
        uint64_t seed = 2 + (uint64_t)pass.round;
        if (!snap_data_each(source, seed, pairs, time_batch, &pass)) {
            return 0;
        }
    }
    report(o, &pass, 0);
    report(o, &pass, 1);
    return 1;
}

static int bench_demo(const bench_options *o, const char *name, tt_bytes file)
{
    return bench_source(o, &(snap_source){.name = name, .demo = file}, 0);
}

static int bench_made(const bench_options *o, uint32_t items, unsigned changed)
{
    char name[64];
    size_t pairs = o->pairs;
    if (pairs >= SNAP_PAIRS && pairs < ITEMS_LEAST / items) {
        pairs = ITEMS_LEAST / items; /* enough to be timed */
    }
    (void)snprintf(name, sizeof name, "%u items, %u %% changed", (unsigned)items, changed);
    return bench_source(o, &(snap_source){.name = name, .items = items, .changed = changed}, pairs);
}

int main(int argc, char **argv)
{
    static const uint32_t items[] = {16, 64, 256, 1000};
    bench_options o = {
        .rounds = 9, .pairs = SNAP_PAIRS, .against = "textbook", .add_peer = add_peer};
    add_own_ways();
    if (!bench_options_parse(&o, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    for (int i = 0; i < way_count && !o.json; i++) {
        printf("%-22s built with %s\n", ways[i].name, ways[i].build);
    }
    if (o.data_count == 0) {
        o.data[o.data_count++] = TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo";
    }
    int good = recordings_of_options(&o, bench_demo);
    for (int i = 0; i < 4; i++) {
        good &= bench_made(&o, items[i], 10);
        good &= bench_made(&o, items[i], 50);
    }
    return good ? 0 : 1;
}
