/* SPDX-License-Identifier: MIT
 *
 * How fast recordings are read: our two ways, the textbook reader, and peers (peer.h), one
 * after the other in every round. What counts is the ratio to the textbook within a round;
 * docs/performance.md says how to read the table.
 */
#define _POSIX_C_SOURCE 200809L

#include <dlfcn.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "bench_file.h"
#include "generate.h"
#include "measure.h"
#include "peer.h"
#include "readers_teehistorian.h"
#include "textbook_teehistorian.h"

enum { ROUNDS_MAX = 999, READERS_MAX = 16, DATA_MAX = 16, OURS = 4 };

static const char usage[] =
    "usage: bench_teehistorian [--rounds N] [--bytes N] [--json] [--data FILE]... "
    "[--peer FILE.so]...\n"
    "                          [--against READER]\n"
    "Without --data: a real recording repeated and a busy server with 64 players, --bytes each\n"
    "(64M unless told otherwise). Ratios are to the textbook, or to the reader that --against "
    "names.\n";

struct options {
    int rounds, json;
    uint64_t bytes;
    const char *data[DATA_MAX];
    int data_count;
    const char *against;
    int base; /* the reader of that name */
};

struct reader {
    tt_bench_peer_info info;
    double seconds[ROUNDS_MAX];
};

static struct reader readers[READERS_MAX];
static int reader_count;

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
    tt_bench_peer_fn *get = NULL;
    void *library = dlopen(path, RTLD_NOW | RTLD_LOCAL);
    if (library != NULL) {
        /* the way POSIX shows to get a function out of a void pointer */
        *(void **)&get = dlsym(library, TT_BENCH_PEER_SYMBOL);
    }
    if (get == NULL) {
        fprintf(stderr, "%s: %s\n", path, dlerror());
        return 0;
    }
    const tt_bench_peer_info *info = get();
    if (info->abi != TT_BENCH_PEER_ABI || reader_count == READERS_MAX) {
        fprintf(stderr, "%s: built for another version, or too many peers\n", path);
        return 0;
    }
    add_reader(*info);
    return 1;
}

static int find_base(struct options *o)
{
    for (o->base = 0; o->base < reader_count; o->base++) {
        if (strcmp(readers[o->base].info.name, o->against) == 0) {
            return 1;
        }
    }
    fprintf(stderr, "%s: no reader has this name\n", o->against);
    return 0;
}

static int parse_options(struct options *o, int argc, char **argv)
{
    uint64_t n;
    for (int i = 1; i < argc; i++) {
        const char *option = argv[i];
        if (strcmp(option, "--json") == 0) {
            o->json = 1;
            continue;
        }
        const char *value = argv[++i];
        if (value == NULL) {
            return 0;
        }
        if (strcmp(option, "--peer") == 0) {
            if (!add_peer(value)) {
                return 0;
            }
        } else if (strcmp(option, "--against") == 0) {
            o->against = value;
        } else if (strcmp(option, "--data") == 0 && o->data_count < DATA_MAX) {
            o->data[o->data_count++] = value;
        } else if (strcmp(option, "--bytes") == 0 && bench_parse_size(value, &n)) {
            o->bytes = n;
        } else if (strcmp(option, "--rounds") == 0 && bench_parse_size(value, &n) && n >= 1 &&
                   n <= ROUNDS_MAX) {
            o->rounds = (int)n;
        } else {
            return 0;
        }
    }
    return o->bytes > 0 && find_base(o);
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

struct figures {
    double seconds, ratio, low, high;
};

static struct figures figures_of(const struct reader *r, const struct reader *base, int rounds)
{
    double values[ROUNDS_MAX];
    size_t count = (size_t)rounds;
    struct figures f;
    for (int i = 0; i < rounds; i++) {
        values[i] = base->seconds[i] / r->seconds[i];
    }
    f.ratio = measure_quantile(values, count, 0.5);
    f.low = measure_quantile(values, count, 0.1);
    f.high = measure_quantile(values, count, 0.9);
    memcpy(values, r->seconds, count * sizeof *values);
    f.seconds = measure_quantile(values, count, 0.5);
    return f;
}

static void report(const struct options *o, const char *name, tt_bytes data,
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
        struct figures f = figures_of(&readers[i], &readers[o->base], o->rounds);
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
        int error = host_fd_write(fd, data);
        if (close(fd) != 0 || error != 0) {
            fprintf(stderr, "%s: cannot be written\n", path);
            remove(path);
            return 0;
        }
    }
    return 1;
}

static int bench_data(const struct options *o, const char *name, tt_bytes data)
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

static int bench_file(const struct options *o, const char *path)
{
    tt_bytes data = bench_file_read(path);
    if (data.data == NULL) {
        perror(path);
        return 0;
    }
    const char *slash = strrchr(path, '/');
    int good = bench_data(o, slash != NULL ? slash + 1 : path, data);
    bench_file_free(data);
    return good;
}

static int bench_generated(const struct options *o, const char *name, tt_bytes recording)
{
    bench_memory memory = {NULL, 0, 0};
    struct host_output out;
    generate_busy_options busy = {1, 64, {o->bytes, 0}};
    host_output_open(&out, bench_memory_write, &memory);
    int result = recording.data != NULL ? generate_repeat(&out, recording, busy.limit)
                                        : generate_busy(&out, &busy);
    int good = host_output_close(&out) == 0 && result == 0;
    if (good) {
        tt_bytes data = {memory.data, memory.size};
        good = bench_data(o, name, data);
    } else {
        fprintf(stderr, "%s: cannot be generated\n", name);
    }
    free(memory.data);
    return good;
}

static int bench_default(const struct options *o)
{
    tt_bytes none = {NULL, 0};
    tt_bytes recording = bench_file_read(TT_BENCH_RECORDING);
    if (recording.data == NULL) {
        perror(TT_BENCH_RECORDING);
        return 0;
    }
    int good = bench_generated(o, "real", recording) && bench_generated(o, "busy64", none);
    bench_file_free(recording);
    return good;
}

int main(int argc, char **argv)
{
    struct options o = {9, 0, (uint64_t)64 << 20, {NULL}, 0, "textbook", 0};
    add_own_readers();
    if (!parse_options(&o, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    if (!o.json) {
        for (int i = 0; i < reader_count; i++) {
            printf("%-22s built with %s\n", readers[i].info.name, readers[i].info.build);
        }
    }
    int good = 1;
    for (int i = 0; i < o.data_count; i++) {
        good &= bench_file(&o, o.data[i]);
    }
    if (o.data_count == 0) {
        good = bench_default(&o);
    }
    return good ? 0 : 1;
}
