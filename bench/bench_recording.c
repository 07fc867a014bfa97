/* SPDX-License-Identifier: MIT
 *
 * What tt_recording costs beside the reader of the format: the same bytes are read by the reader
 * alone, then by tt_recording with several wants, one after the other in every round. What counts
 * is the ratio within a round.
 */
#include <stdio.h>
#include <string.h>

#include "command_line.h"
#include "measure.h"
#include "recording/recording.h"
#include "recordings.h"
#include "teetape/recording.h"

static const char usage[] = "usage: bench_recording [--rounds N] [--json] [--data FILE]...\n"
                            "                       [--against NAME]\n"
                            "Without --data: recordings of the tests. Ratios are to the reader of\n"
                            "the format, or to the way that --against names.\n";

#define RECORDINGS TT_SOURCE_DIR "/tests/recordings"

#define PEOPLE                                                                                     \
    (TT_FACT_BIT(TT_FACT_JOIN) | TT_FACT_BIT(TT_FACT_LEAVE) | TT_FACT_BIT(TT_FACT_NAME) |          \
     TT_FACT_BIT(TT_FACT_FINISH))

/* A way to read; wants 0 is the reader alone. */
struct way {
    const char *name;
    unsigned wants;
    uint64_t facts;
};

static const struct way ways[] = {
    {"reader", 0, 0},
    {"records", TT_WANT_RECORDS, 0},
    {"ticks", TT_WANT_TICKS, 0},
    {"facts: all", TT_WANT_FACTS, TT_FACTS_ALL},
    {"facts: name", TT_WANT_FACTS, TT_FACT_BIT(TT_FACT_NAME)},
    {"facts: people", TT_WANT_FACTS, PEOPLE},
    {"facts: chat", TT_WANT_FACTS, TT_FACT_BIT(TT_FACT_CHAT)},
    {"facts: chat, lazy", TT_WANT_FACTS | TT_WANT_NO_SESSIONS, TT_FACT_BIT(TT_FACT_CHAT)},
    {"check alone", TT_WANT_NO_SESSIONS, 0},
    {"records, facts: chat", TT_WANT_RECORDS | TT_WANT_FACTS, TT_FACT_BIT(TT_FACT_CHAT)},
    {"everything", TT_WANT_RECORDS | TT_WANT_FACTS | TT_WANT_TICKS, TT_FACTS_ALL},
};

enum { WAYS = sizeof ways / sizeof ways[0] };

/* Fewer than this many bytes are read again and again. */
#define PASS_BYTES ((size_t)4 << 20)

static double seconds[WAYS][MEASURE_ROUNDS_MAX];
static tt_recording rec;
static uint64_t scratch[TT_RECORDING_SCRATCH / sizeof(uint64_t)];
static tt_world world;
volatile uint64_t seen; /* what was read is looked at */

static tt_status read_teehistorian(tt_bytes file)
{
    tt_th th;
    tt_th_event event;
    tt_status status = tt_th_init(&th, &world, scratch, sizeof scratch);
    uint64_t sum = 0;
    tt_th_feed(&th, file.data, file.size);
    tt_th_feed(&th, NULL, 0);
    while (status == TT_OK && (status = tt_th_next(&th, &event)) == TT_OK) {
        sum += (uint64_t)event.kind + event.offset;
    }
    seen = sum;
    return status;
}

static tt_status read_demo(tt_bytes file)
{
    static tt_demo demo;
    tt_demo_event event;
    tt_status status;
    uint64_t sum = 0;
    _Static_assert(sizeof(tt_demo_memory) <= sizeof scratch, "the scratch holds it");
    tt_demo_init(&demo, (tt_demo_memory *)(void *)scratch);
    tt_demo_feed(&demo, file.data, file.size);
    tt_demo_feed(&demo, NULL, 0);
    while ((status = tt_demo_next(&demo, &event)) == TT_OK) {
        sum += (uint64_t)event.kind + event.offset;
    }
    seen = sum;
    return status;
}

static tt_status read_recording(tt_bytes file, const struct way *way)
{
    tt_item item;
    tt_status status = tt_recording_init(&rec, scratch, sizeof scratch);
    uint64_t sum = 0;
    tt_recording_want(&rec, way->wants, way->facts);
    tt_recording_feed(&rec, file.data, file.size);
    while (status == TT_OK) {
        while ((status = tt_recording_next(&rec, &item)) == TT_OK) {
            sum += (uint64_t)item.kind + (uint64_t)item.tick + item.session;
        }
        if (status == TT_MORE) {
            tt_recording_feed(&rec, NULL, 0);
            status = TT_OK;
        }
    }
    seen = sum;
    return status;
}

static tt_status read_once(tt_bytes file, const struct way *way)
{
    if (way->wants != 0) {
        return read_recording(file, way);
    }
    return tti_format_told(file) == TT_FORMAT_DEMO ? read_demo(file) : read_teehistorian(file);
}

static int is_readable(const char *path, tt_bytes file)
{
    for (int i = 0; i < WAYS; i++) {
        if (read_once(file, &ways[i]) != TT_END) {
            fprintf(stderr, "%s: not a whole recording\n", path);
            return 0;
        }
    }
    return 1;
}

static void time_rounds(tt_bytes file, int rounds)
{
    size_t passes = 1 + PASS_BYTES / (file.size + 1);
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < WAYS; i++) {
            double start = measure_cpu();
            for (size_t pass = 0; pass < passes; pass++) {
                read_once(file, &ways[i]);
            }
            seconds[i][round] = (measure_cpu() - start) / (double)passes;
        }
    }
}

static void report(const bench_options *o, const char *path, tt_bytes file)
{
    int base = 0;
    for (int i = 0; i < WAYS; i++) {
        base = strcmp(ways[i].name, o->against) == 0 ? i : base;
    }
    if (!o->json) {
        printf("%s: %zu bytes, %d rounds, %s\n", path, file.size, o->rounds, measure_build());
        printf("  %-22s %9s  times %s, p10..p90\n", "way", "MB/s", ways[base].name);
    }
    for (int i = 0; i < WAYS; i++) {
        measure_figures f = measure_compare(seconds[i], seconds[base], (size_t)o->rounds);
        double rate = (double)file.size / f.seconds / 1e6;
        if (o->json) {
            printf("{\"data\":\"%s\",\"way\":\"%s\",\"build\":\"%s\",\"rounds\":%d,"
                   "\"mb_per_s\":%.1f,\"against\":\"%s\",\"ratio\":%.3f,\"ratio_p10\":%.3f,"
                   "\"ratio_p90\":%.3f}\n",
                   path, ways[i].name, measure_build(), o->rounds, rate, ways[base].name, f.ratio,
                   f.low, f.high);
        } else {
            printf("  %-22s %9.1f  %6.2f, %.2f..%.2f\n", ways[i].name, rate, f.ratio, f.low,
                   f.high);
        }
    }
}

static int bench(const bench_options *o, const char *name, tt_bytes file)
{
    if (!is_readable(name, file)) {
        return 0;
    }
    time_rounds(file, o->rounds);
    report(o, name, file);
    return 1;
}

int main(int argc, char **argv)
{
    bench_options o = {.rounds = 9, .against = "reader"};
    if (!bench_options_parse(&o, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    if (o.data_count == 0) {
        o.data[o.data_count++] =
            RECORDINGS "/tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian";
        o.data[o.data_count++] = RECORDINGS "/dm1/client0.demo";
    }
    return recordings_of_options(&o, bench) ? 0 : 1;
}
