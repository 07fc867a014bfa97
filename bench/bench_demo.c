/* SPDX-License-Identifier: MIT
 *
 * How fast demos are read: every snapshot applied and added up, every message unpacked. Ours, the
 * textbook, and peers (peer_demo.h), one after the other in every round. What counts is the ratio
 * within a round; docs/performance.md says how to read the table.
 */
#include <stdio.h>
#include <string.h>

#include "command_line.h"
#include "measure.h"
#include "peer_demo.h"
#include "recordings.h"
#include "teetape/demo.h"
#include "textbook_codec.h"
#include "textbook_demo.h"

enum { WAYS_MAX = 12 };

static const char usage[] =
    "usage: bench_demo [--rounds N] [--json] [--data FILE.demo]... [--peer FILE.so]...\n"
    "                  [--against NAME]\n"
    "Without --data: a demo of the tests. Ratios are to the textbook, or to the peer that\n"
    "--against names.\n";

struct way {
    const char *name, *build;
    int (*read)(tt_bench_demo_sum *sum, const uint8_t *bytes, size_t size);
    double seconds[MEASURE_ROUNDS_MAX];
};

static struct way ways[WAYS_MAX];
static int way_count;

static void add_message(tt_bench_demo_sum *sum, tt_bytes data)
{
    for (size_t i = 0; i + 4 <= data.size; i += 4) {
        sum->bytes += (uint32_t)data.data[i] | (uint32_t)data.data[i + 1] << 8 |
                      (uint32_t)data.data[i + 2] << 16 | (uint32_t)data.data[i + 3] << 24;
    }
    sum->messages++;
}

static int own_read(tt_bench_demo_sum *sum, const uint8_t *bytes, size_t size)
{
    static tt_demo demo;
    static tt_demo_memory memory;
    tt_demo_event event;
    tt_status status;
    memset(sum, 0, sizeof *sum);
    tt_demo_init(&demo, &memory);
    tt_demo_feed(&demo, bytes, size);
    tt_demo_feed(&demo, NULL, 0);
    while ((status = tt_demo_next(&demo, &event)) == TT_OK) {
        if (event.kind == TT_DEMO_SNAPSHOT || event.kind == TT_DEMO_DELTA) {
            sum->items += tt_snap_checksum(tt_demo_look(&demo).snap);
            sum->snapshots++;
        } else if (event.kind == TT_DEMO_MESSAGE) {
            add_message(sum, event.data);
        }
    }
    return status == TT_END;
}

static void add_way(const char *name, const char *build,
                    int (*read)(tt_bench_demo_sum *sum, const uint8_t *bytes, size_t size))
{
    ways[way_count++] = (struct way){.name = name, .build = build, .read = read};
}

static int add_peer(const char *path)
{
    tt_bench_demo_fn *get = (tt_bench_demo_fn *)bench_peer_find(path, TT_BENCH_DEMO_SYMBOL);
    const tt_bench_demo_info *info = get != NULL ? get() : NULL;
    if (info == NULL ||
        !bench_peer_check(path, info->abi == TT_BENCH_DEMO_ABI && way_count < WAYS_MAX)) {
        return 0;
    }
    add_way(info->name, info->build, info->read);
    return 1;
}

static int same(const tt_bench_demo_sum *a, const tt_bench_demo_sum *b)
{
    return a->snapshots == b->snapshots && a->messages == b->messages && a->items == b->items &&
           a->bytes == b->bytes;
}

static int verify(const char *path, tt_bytes file)
{
    tt_bench_demo_sum expected, sum;
    if (!own_read(&expected, file.data, file.size)) {
        fprintf(stderr, "%s: not a whole demo\n", path);
        return 0;
    }
    for (int i = 0; i < way_count; i++) {
        if (!ways[i].read(&sum, file.data, file.size) || !same(&sum, &expected)) {
            fprintf(stderr, "%s: %s comes to something else\n", path, ways[i].name);
            return 0;
        }
    }
    return 1;
}

/* Seconds of play: from the first tick marker to the last one. */
static double length_of(tt_bytes file)
{
    static tt_demo demo;
    static tt_demo_memory memory;
    tt_demo_event event;
    int32_t first = -1;
    tt_demo_init(&demo, &memory);
    tt_demo_set(&demo, &(tt_demo_options){.skip_snapshots = true, .skip_messages = true});
    tt_demo_feed(&demo, file.data, file.size);
    tt_demo_feed(&demo, NULL, 0);
    while (tt_demo_next(&demo, &event) == TT_OK) {
        first = first < 0 ? event.tick : first;
    }
    return (double)(tt_demo_look(&demo).tick - first) / TT_TICKS_PER_SECOND;
}

static double time_once(const struct way *w, tt_bytes file, size_t passes)
{
    tt_bench_demo_sum sum;
    double start = measure_cpu();
    for (size_t pass = 0; pass < passes; pass++) {
        (void)w->read(&sum, file.data, file.size);
    }
    return (measure_cpu() - start) / (double)passes;
}

/* Each way takes about 20 ms in a round, but for at least one pass. */
static void time_rounds(tt_bytes file, int rounds)
{
    size_t passes[WAYS_MAX];
    for (int i = 0; i < way_count; i++) {
        double pass = time_once(&ways[i], file, 1);
        passes[i] = 1 + (size_t)(20e-3 / (pass > 1e-7 ? pass : 1e-7));
    }
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < way_count; i++) {
            ways[i].seconds[round] = time_once(&ways[i], file, passes[i]);
        }
    }
}

static void report(const bench_options *o, const char *path, tt_bytes file)
{
    double length = length_of(file);
    const struct way *base = &ways[0];
    for (int i = 0; i < way_count; i++) {
        base = strcmp(ways[i].name, o->against) == 0 ? &ways[i] : base;
    }
    if (!o->json) {
        printf("%s: %.0f s of play, %zu bytes, %d rounds\n", path, length, file.size, o->rounds);
        printf("  %-16s %14s %8s  times %s, p10..p90\n", "way", "s of play / s", "MB/s",
               base->name);
    }
    for (int i = 0; i < way_count; i++) {
        measure_figures f = measure_compare(ways[i].seconds, base->seconds, (size_t)o->rounds);
        double speed = length / f.seconds, rate = (double)file.size / f.seconds / 1e6;
        if (o->json) {
            printf("{\"data\":\"%s\",\"way\":\"%s\",\"build\":\"%s\",\"rounds\":%d,"
                   "\"play_per_second\":%.0f,\"mb_per_s\":%.1f,\"against\":\"%s\",\"ratio\":%.3f,"
                   "\"ratio_p10\":%.3f,\"ratio_p90\":%.3f}\n",
                   path, ways[i].name, ways[i].build, o->rounds, speed, rate, base->name, f.ratio,
                   f.low, f.high);
        } else {
            printf("  %-16s %14.0f %8.1f  %6.2f, %.2f..%.2f\n", ways[i].name, speed, rate, f.ratio,
                   f.low, f.high);
        }
    }
}

static int bench(const bench_options *o, const char *name, tt_bytes file)
{
    if (!verify(name, file)) {
        return 0;
    }
    time_rounds(file, o->rounds);
    report(o, name, file);
    return 1;
}

int main(int argc, char **argv)
{
    bench_options o = {.rounds = 9, .against = "textbook", .add_peer = add_peer};
    add_way("textbook", measure_build(), textbook_demo_read);
    add_way("tt_demo", measure_build(), own_read);
    (void)textbook_codec(); /* builds its tree */
    if (!bench_options_parse(&o, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    for (int i = 0; i < way_count && !o.json; i++) {
        printf("%-16s built with %s\n", ways[i].name, ways[i].build);
    }
    if (o.data_count == 0) {
        o.data[o.data_count++] = TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo";
    }
    return recordings_of_options(&o, bench) ? 0 : 1;
}
