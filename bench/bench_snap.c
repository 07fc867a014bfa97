/* SPDX-License-Identifier: MIT
 *
 * How fast deltas are made and applied: ours, the textbook, and peers (peer_snap.h), one after
 * the other in every round. What counts is the ratio within a round; docs/performance.md says
 * how to read the table.
 *
 *     tt_delta_create    both snapshots are views already, as they are where they come from a
 *                        builder, from tt_delta_apply or from the last tick
 *     open and create    the new one is opened first: from ints to ints, as peers do it
 *     apply and write    the new one is written in the serialized form, as peers do it
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command_line.h"
#include "measure.h"
#include "peer_snap.h"
#include "recordings.h"
#include "snap_data.h"
#include "support/game/game_file.h"
#include "textbook_snap.h"

enum { WAYS_MAX = 24, OURS = 6 };

static const char usage[] =
    "usage: bench_snap [--rounds N] [--json] [--data FILE.demo]... [--peer FILE.so]...\n"
    "                  [--against NAME]\n"
    "Without --data: a demo of the tests. Made up snapshots of 16 to 1000 items always. Ratios\n"
    "are to the textbook, or to the peer that --against names.\n";

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

static struct way ways[WAYS_MAX];
static int way_count;
static int32_t output[TT_BENCH_SNAP_CAP], expected[TT_BENCH_SNAP_CAP];
static tt_snap_space space;
static tt_snap result;

static int64_t own_create(int32_t *dst, const snap_pair *pair)
{
    size_t count;
    tt_status status = tt_delta_create(dst, TT_BENCH_SNAP_CAP, &count, &pair->from.view,
                                       &pair->to.view, &tt_snap_sizes_6);
    return status == TT_OK ? (int64_t)count : -1;
}

static int64_t own_open_and_create(int32_t *dst, const snap_pair *pair)
{
    static tt_snap_index index;
    size_t count;
    tt_snap to;
    if (tt_snap_open(&to, &index, pair->to.ints, pair->to.count, NULL) != TT_OK) {
        return -1;
    }
    tt_status status =
        tt_delta_create(dst, TT_BENCH_SNAP_CAP, &count, &pair->from.view, &to, &tt_snap_sizes_6);
    return status == TT_OK ? (int64_t)count : -1;
}

static int64_t own_apply(int32_t *dst, const snap_pair *pair)
{
    (void)dst;
    tt_status status =
        tt_delta_apply(&result, &space, &pair->from.view, pair->delta, &tt_snap_sizes_6, NULL);
    return status == TT_OK ? (int64_t)tt_snap_write_size(&result) : -1;
}

static int64_t own_apply_and_write(int32_t *dst, const snap_pair *pair)
{
    size_t count;
    if (own_apply(dst, pair) < 0) {
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
    return w->is_apply
               ? w->peer(output, pair->from.ints, pair->from.count, pair->delta.ints,
                         pair->delta.count)
               : w->peer(output, pair->from.ints, pair->from.count, pair->to.ints, pair->to.count);
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
    add_way((struct way){.name = "tt_delta_create", .build = build, .own = own_create});
    add_way((struct way){.name = "open and create", .build = build, .own = own_open_and_create});
    add_way(
        (struct way){.name = "textbook", .build = build, .peer = textbook_apply, .is_apply = 1});
    add_way((struct way){
        .name = "tt_delta_apply", .build = build, .own = own_apply, .is_apply = 1, .is_view = 1});
    add_way((struct way){
        .name = "apply and write", .build = build, .own = own_apply_and_write, .is_apply = 1});
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
            tt_snap_checksum(&result) != tt_snap_checksum(&pair->to.view) ||
            result.count != pair->to.view.count) {
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

static int verify(const snap_set *set)
{
    for (int i = 0; i < way_count; i++) {
        for (size_t j = 0; j < set->count; j++) {
            const snap_pair *pair = &set->pairs[j];
            if (ways[i].prepare != NULL && (!ways[i].prepare(pair->from.ints, pair->from.count) ||
                                            !ways[i].prepare(pair->to.ints, pair->to.count))) {
                fprintf(stderr, "%s: cannot prepare\n", ways[i].name);
                return 0;
            }
            if (!verify_pair(&ways[i], pair)) {
                fprintf(stderr, "%s, pair %zu: %s %s something else\n", set->name, j, ways[i].name,
                        ways[i].is_apply ? "applies to" : "creates");
                return 0;
            }
        }
    }
    return 1;
}

static double time_once(const struct way *w, const snap_set *set, size_t passes)
{
    double start = measure_cpu();
    for (size_t pass = 0; pass < passes; pass++) {
        for (size_t i = 0; i < set->count; i++) {
            (void)run(w, &set->pairs[i]);
        }
    }
    return (measure_cpu() - start) / (double)(passes * set->count);
}

/* Each way takes about 4 ms in a round, but for at least one pass. */
static void time_rounds(const snap_set *set, int rounds)
{
    size_t passes[WAYS_MAX];
    for (int i = 0; i < way_count; i++) {
        double pass = time_once(&ways[i], set, 1) * (double)set->count;
        passes[i] = 1 + (size_t)(4e-3 / (pass > 1e-7 ? pass : 1e-7));
    }
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < way_count; i++) {
            ways[i].seconds[round] = time_once(&ways[i], set, passes[i]);
        }
    }
}

static const struct way *find_base(const bench_options *o, int is_apply)
{
    for (int i = 0; i < way_count; i++) {
        if (ways[i].is_apply == is_apply && strcmp(ways[i].name, o->against) == 0) {
            return &ways[i];
        }
    }
    return &ways[is_apply ? OURS / 2 : 0];
}

static void report(const bench_options *o, const snap_set *set, int is_apply)
{
    const struct way *base = find_base(o, is_apply);
    const char *what = is_apply ? "apply" : "create";
    if (!o->json) {
        printf("%s: %s, %zu pairs, %.1f items, %.0f ints, %d rounds\n", what, set->name, set->count,
               set->items, set->ints, o->rounds);
        printf("  %-22s %9s  times %s, p10..p90\n", "way", "ns/item", base->name);
    }
    for (int i = 0; i < way_count; i++) {
        if (ways[i].is_apply != is_apply) {
            continue;
        }
        measure_figures f = measure_compare(ways[i].seconds, base->seconds, (size_t)o->rounds);
        double ns = 1e9 * f.seconds / set->items;
        if (o->json) {
            printf("{\"what\":\"%s\",\"data\":\"%s\",\"pairs\":%zu,\"items\":%.1f,\"rounds\":%d,"
                   "\"way\":\"%s\",\"build\":\"%s\",\"ns_per_item\":%.3f,\"against\":\"%s\","
                   "\"ratio\":%.3f,\"ratio_p10\":%.3f,\"ratio_p90\":%.3f}\n",
                   what, set->name, set->count, set->items, o->rounds, ways[i].name, ways[i].build,
                   ns, base->name, f.ratio, f.low, f.high);
        } else {
            printf("  %-22s %9.2f  %6.2f, %.2f..%.2f\n", ways[i].name, ns, f.ratio, f.low, f.high);
        }
    }
}

static int bench_set(const bench_options *o, const snap_set *set)
{
    if (!verify(set)) {
        return 0;
    }
    time_rounds(set, o->rounds);
    report(o, set, 0);
    report(o, set, 1);
    for (int i = 0; i < way_count; i++) {
        if (ways[i].prepare != NULL) {
            (void)ways[i].prepare(NULL, 0);
        }
    }
    return 1;
}

static int bench_demo(const bench_options *o, const char *name, tt_bytes file)
{
    snap_set set = {.count = 0};
    int good = snap_data_from_demo(&set, file);
    if (!good) {
        fprintf(stderr, "%s: not a demo with snapshots\n", name);
    }
    good = good && bench_set(o, &set);
    snap_data_free(&set);
    return good;
}

static int bench_made(const bench_options *o, uint32_t items, unsigned changed)
{
    snap_set set = {.count = 0};
    int good = snap_data_make(&set, items, changed) && bench_set(o, &set);
    snap_data_free(&set);
    return good;
}

int main(int argc, char **argv)
{
    static const uint32_t items[] = {16, 64, 256, 1000};
    bench_options o = {.rounds = 9, .against = "textbook", .add_peer = add_peer};
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
