/* SPDX-License-Identifier: MIT
 *
 * How fast recordings are read: our two ways, the textbook reader, and peers (peer.h), one
 * after the other in every round. What counts is the ratio to the textbook within a round;
 * docs/performance.md says how to read the table.
 */
#define _POSIX_C_SOURCE 200809L

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "command_line.h"
#include "measure.h"
#include "peer.h"
#include "readers_teehistorian.h"
#include "recordings.h"
#include "teetape/io/output.h"
#include "textbook_teehistorian.h"

enum { READERS_MAX = 16, OURS = 5 };

static const char recording[] = "tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian";

static const char usage[] =
    "usage: bench_teehistorian [--rounds N] [--bytes N] [--json] [--data FILE]... "
    "[--peer FILE.so]...\n"
    "                          [--against READER]\n"
    "Without --data: a real recording repeated and a busy server with 64 players, --bytes each\n"
    "(64M unless told otherwise). Ratios are to the textbook, or to the reader that --against "
    "names.\n";

struct reader {
    tt_bench_peer_info info;
    double seconds[MEASURE_ROUNDS_MAX];
};

static struct reader readers[READERS_MAX];
static int reader_count;
static int base; /* the reader that ratios are to */

static void add_reader(tt_bench_peer_info info)
{
    readers[reader_count++].info = info;
}

/* The textbook is the first. */
static void add_own_readers(void)
{
    static const struct {
        const char *name;
        int (*read)(const void *data, size_t size, tt_bench_result *result);
    } own[OURS] = {{"textbook", textbook_read},
                   {"tt_th_next", reader_pull},
                   {"tt_th_next_sparse", reader_rare},
                   {"tt_th_advance", reader_advance},
                   {"tt_th_advance by tick", reader_advance_by_tick}};
    for (int i = 0; i < OURS; i++) {
        tt_bench_peer_info info = {TT_BENCH_PEER_ABI, own[i].name, measure_build(), NULL,
                                   own[i].read};
        add_reader(info);
    }
}

static int add_peer(const char *path)
{
    tt_bench_peer_fn *get = (tt_bench_peer_fn *)bench_peer_find(path, TT_BENCH_PEER_SYMBOL);
    const tt_bench_peer_info *info = get != NULL ? get() : NULL;
    if (info == NULL ||
        !bench_peer_check(path, info->abi == TT_BENCH_PEER_ABI && reader_count < READERS_MAX)) {
        return 0;
    }
    add_reader(*info);
    return 1;
}

static int find_base(const char *name)
{
    for (base = 0; base < reader_count; base++) {
        if (strcmp(readers[base].info.name, name) == 0) {
            return 1;
        }
    }
    fprintf(stderr, "%s: no reader has this name\n", name);
    return 0;
}

static int read_once(const struct reader *r, tt_bytes data, const char *path,
                     tt_bench_result *result)
{
    memset(result, 0, sizeof *result);
    if (r->info.read_memory != NULL) {
        return r->info.read_memory(data.data, data.size, result);
    }
    return r->info.read_file(path, result);
}

static int same_state(const tt_bench_result *a, const tt_bench_result *b)
{
    return memcmp(a->alive, b->alive, sizeof a->alive) == 0 &&
           memcmp(a->x, b->x, sizeof a->x) == 0 && memcmp(a->y, b->y, sizeof a->y) == 0 &&
           memcmp(a->has_input, b->has_input, sizeof a->has_input) == 0 &&
           memcmp(a->input, b->input, sizeof a->input) == 0;
}

/* Everybody must come to what the textbook comes to, before anything is timed. */
static int verify(tt_bytes data, const char *path, tt_bench_result *expected)
{
    static tt_bench_result result;
    for (int i = 0; i < reader_count; i++) {
        const struct reader *r = &readers[i];
        tt_bench_result *to = i == 0 ? expected : &result;
        if (read_once(r, data, path, to) != 0) {
            fprintf(stderr, "%s: failed\n", r->info.name);
            return 0;
        }
        if ((to->records != 0 && to->records != expected->records) || !same_state(to, expected) ||
            (i < OURS && to->last_tick != expected->last_tick)) {
            fprintf(stderr, "%s: reads something else than the textbook\n", r->info.name);
            return 0;
        }
    }
    return 1;
}

static void time_rounds(tt_bytes data, const char *path, int rounds)
{
    static tt_bench_result result;
    for (int round = 0; round < rounds; round++) {
        for (int i = 0; i < reader_count; i++) {
            double start = measure_cpu();
            read_once(&readers[i], data, path, &result);
            readers[i].seconds[round] = measure_cpu() - start;
        }
    }
}

static void report(const bench_options *o, const char *name, tt_bytes data,
                   const tt_bench_result *expected)
{
    double events = (double)expected->records;
    if (!o->json) {
        printf("%s: %.1f MB, %.2f M events, %d rounds\n", name, 1e-6 * (double)data.size,
               1e-6 * events, o->rounds);
        printf("  %-22s %9s %9s %9s  times %s, p10..p90\n", "reader", "MB/s", "ns/event", "M ev/s",
               o->against);
    }
    for (int i = 0; i < reader_count; i++) {
        measure_figures f =
            measure_compare(readers[i].seconds, readers[base].seconds, (size_t)o->rounds);
        double mb = 1e-6 * (double)data.size / f.seconds, ns = 1e9 * f.seconds / events;
        if (o->json) {
            printf("{\"data\":\"%s\",\"bytes\":%zu,\"events\":%.0f,\"rounds\":%d,\"reader\":\"%s\","
                   "\"build\":\"%s\",\"mb_per_s\":%.1f,\"ns_per_event\":%.3f,\"against\":\"%s\","
                   "\"ratio\":%.3f,"
                   "\"ratio_p10\":%.3f,\"ratio_p90\":%.3f}\n",
                   name, data.size, events, o->rounds, readers[i].info.name, readers[i].info.build,
                   mb, ns, o->against, f.ratio, f.low, f.high);
        } else {
            printf("  %-22s %9.1f %9.2f %9.1f  %6.2f, %.2f..%.2f\n", readers[i].info.name, mb, ns,
                   1e3 / ns, f.ratio, f.low, f.high);
        }
    }
}

/* Peers that only read files get one; `path` is empty when nobody needs it. */
static int write_for_peers(char *path, size_t cap, tt_bytes data)
{
    const char *folder = getenv("TMPDIR");
    path[0] = 0;
    for (int i = 0; i < reader_count; i++) {
        if (readers[i].info.read_memory != NULL || path[0] != 0) {
            continue;
        }
        snprintf(path, cap, "%s/teetape-bench-XXXXXX", folder != NULL ? folder : "/tmp");
        int fd = mkstemp(path);
        if (fd < 0) {
            perror(path);
            path[0] = 0;
            return 0;
        }
        int error = tt_io_fd_write(fd, data);
        if (close(fd) != 0 || error != 0) {
            fprintf(stderr, "%s: cannot be written\n", path);
            remove(path);
            return 0;
        }
    }
    return 1;
}

static int bench_data(const bench_options *o, const char *name, tt_bytes data)
{
    static tt_bench_result expected;
    char path[1024];
    if (!write_for_peers(path, sizeof path, data)) {
        return 0;
    }
    int good = verify(data, path, &expected);
    if (good) {
        time_rounds(data, path, o->rounds);
        report(o, name, data, &expected);
    }
    if (path[0] != 0) {
        remove(path);
    }
    return good;
}

int main(int argc, char **argv)
{
    bench_options o = {
        .rounds = 9, .bytes = (uint64_t)64 << 20, .against = "textbook", .add_peer = add_peer};
    add_own_readers();
    if (!bench_options_parse(&o, argc, argv) || !find_base(o.against)) {
        fputs(usage, stderr);
        return 2;
    }
    if (!o.json) {
        for (int i = 0; i < reader_count; i++) {
            printf("%-22s built with %s\n", readers[i].info.name, readers[i].info.build);
        }
    }
    int good = recordings_of_options(&o, bench_data);
    if (o.data_count == 0) {
        good = recordings_repeated(&o, recording, bench_data) && recordings_busy(&o, bench_data);
    }
    return good ? 0 : 1;
}
