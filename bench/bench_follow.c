/* SPDX-License-Identifier: MIT
 *
 * What it costs to compute the whole game of a recording beside reading it: the same file is
 * verified, then its game is computed, one after the other in every round. What counts is the ratio
 * within a round. The search for inputs that counted late, which recordings of servers before 19.4
 * need, is done once and timed apart.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command_line.h"
#include "measure.h"
#include "teetape/io.h"

static const char usage[] =
    "usage: bench_follow [--rounds N] [--json] [--data FILE.teehistorian]...\n"
    "Without --data: a session of the tests. Maps are looked for where the game keeps them, and "
    "in\n"
    "the folders of TEETAPE_MAP_PATH.\n";

#define SESSIONS TT_SOURCE_DIR "/tests/data/physics"

enum { VERIFY, PHYSICS, WAYS };
static const char *const way_names[WAYS] = {"verify", "physics"};
static double seconds[WAYS][MEASURE_ROUNDS_MAX];
static double search_seconds; /* of the last open */

static double read_all(const char *path)
{
    tt_io_reading r;
    const tt_io_reading_options how = {.wants = TT_WANT_NO_SESSIONS, .no_index = true};
    double start = measure_cpu();
    bool good = tt_io_reading_open(&r, path, &how);
    while (good && tt_io_reading_next(&r)) {
    }
    good = good && tt_io_reading_is_good(&r);
    tt_io_reading_close(&r);
    return good ? measure_cpu() - start : -1;
}

static double compute(const char *path, tt_io_physics_counts *counts)
{
    tt_io_physics p;
    tt_io_reading r;
    const tt_io_reading_options how = {.wants = TT_WANT_RECORDS, .no_index = true};
    double opened = measure_cpu();
    bool good = tt_io_reading_open(&r, path, &how) && tt_io_physics_open(&p, &r, path, NULL);
    double start = measure_cpu();
    search_seconds = start - opened;
    if (!good) {
        fprintf(stderr, "%s: no recording whose map is known\n", path);
        tt_io_reading_close(&r);
        return -1;
    }
    while (tt_io_reading_next(&r)) {
        tt_io_physics_take(&p, &r);
    }
    good = tt_io_physics_end(&p, &r);
    double time = measure_cpu() - start;
    *counts = p.all;
    tt_io_physics_close(&p);
    tt_io_reading_close(&r);
    return good ? time : -1;
}

static void report(const bench_options *o, const char *path, const tt_io_physics_counts *c)
{
    if (!o->json) {
        printf("%s: %llu moves, of which %llu unexplained; opened in %.2f s; %d rounds, %s\n", path,
               (unsigned long long)c->moves, (unsigned long long)c->unexplained, search_seconds,
               o->rounds, measure_build());
    }
    for (int i = 0; i < WAYS; i++) {
        measure_figures f = measure_compare(seconds[i], seconds[VERIFY], (size_t)o->rounds);
        if (o->json) {
            printf("{\"data\":\"%s\",\"way\":\"%s\",\"build\":\"%s\",\"rounds\":%d,"
                   "\"seconds\":%.6f,\"against\":\"verify\",\"ratio\":%.5f,\"ratio_p10\":%.5f,"
                   "\"ratio_p90\":%.5f}\n",
                   path, way_names[i], measure_build(), o->rounds, f.seconds, f.ratio, f.low,
                   f.high);
        } else {
            printf("  %-8s %10.4f s  times verify %.5f, %.5f..%.5f\n", way_names[i], f.seconds,
                   f.ratio, f.low, f.high);
        }
    }
}

static int bench(const bench_options *o, const char *path)
{
    tt_io_physics_counts counts = {0};
    for (int round = 0; round < o->rounds; round++) {
        seconds[VERIFY][round] = read_all(path);
        seconds[PHYSICS][round] = compute(path, &counts);
        if (seconds[VERIFY][round] < 0 || seconds[PHYSICS][round] < 0) {
            return 0;
        }
    }
    report(o, path, &counts);
    return 1;
}

int main(int argc, char **argv)
{
    bench_options o = {.rounds = 9, .against = "verify"};
    int good = 1;
    if (!bench_options_parse(&o, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    if (o.data_count == 0) {
        (void)setenv("TEETAPE_MAP_PATH", SESSIONS, 1);
        o.data[o.data_count++] = SESSIONS "/20-feat7.teehistorian.xz";
    }
    for (int i = 0; i < o.data_count; i++) {
        good &= bench(&o, o.data[i]);
    }
    return good ? 0 : 1;
}
