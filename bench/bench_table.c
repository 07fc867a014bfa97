/* SPDX-License-Identifier: MIT
 *
 * What rows cost beside the reader: the same recording is read tick by tick by tt_th_advance, which
 * gives a world and no rows, then as tables into memory, then as files that nobody keeps, one after
 * the other in every round. What counts is the ratio within a round.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "command_line.h"
#include "measure.h"
#include "recordings.h"
#include "teetape/io/file.h"
#include "teetape/io/table_write.h"
#include "teetape/teehistorian.h"

static const char usage[] =
    "usage: bench_table [--rounds N] [--json] [--bytes N] [--data FILE]...\n"
    "Without --data: a real recording repeated, and 64 players. Ratios are\n"
    "to tt_th_advance tick by tick.\n";

/* A way to read; without a table it is tt_th_advance. */
struct way {
    const char *name, *columns, *format;
    int is_table;
    tt_io_table_kind kind;
};

static const struct way ways[] = {
    {"advance by tick, of a file", NULL, NULL, 0, TT_TABLE_TICKS},
    {"advance by tick, of memory", NULL, NULL, 0, TT_TABLE_TICKS},
    {"ticks: x, y", "x,y", NULL, 1, TT_TABLE_TICKS},
    {"ticks: tick, cid, x, y", "tick,cid,x,y", NULL, 1, TT_TABLE_TICKS},
    {"ticks: usual columns", NULL, NULL, 1, TT_TABLE_TICKS},
    {"ticks: tick, cid, x, y, csv", "tick,cid,x,y", "csv", 1, TT_TABLE_TICKS},
    {"ticks: usual columns, csv", NULL, "csv", 1, TT_TABLE_TICKS},
    {"ticks: usual columns, jsonl", NULL, "jsonl", 1, TT_TABLE_TICKS},
    {"ticks: tick, cid, x, y, parquet", "tick,cid,x,y", "parquet", 1, TT_TABLE_TICKS},
    {"ticks: usual columns, parquet", NULL, "parquet", 1, TT_TABLE_TICKS},
};

enum { WAYS = sizeof ways / sizeof ways[0] };

static double seconds[WAYS][MEASURE_ROUNDS_MAX];
static uint64_t rows[WAYS], written[WAYS];
static uint64_t scratch[TT_RECORDING_SCRATCH / sizeof(uint64_t)];
static tt_world world;
volatile uint64_t seen; /* what was read is looked at */

/* The bytes of a file piece by piece, or all at once. */
struct source {
    FILE *file;
    tt_bytes all;
    uint8_t piece[64 << 10];
};

static void feed(struct source *s, tt_th *th)
{
    size_t size = s->file != NULL ? fread(s->piece, 1, sizeof s->piece, s->file) : s->all.size;
    const void *data = s->file != NULL ? s->piece : s->all.data;
    if (size == 0) {
        tt_th_feed(th, NULL, 0);
    } else {
        tt_th_feed(th, data, size);
    }
    s->all.size = 0;
}

static int advance(tt_bytes file, const char *path)
{
    static struct source source;
    tt_th th;
    tt_th_event event;
    int32_t tick = -1;
    uint64_t sum = 0;
    source.all = file;
    source.file = path != NULL ? fopen(path, "rb") : NULL;
    if (source.file != NULL) {
        setvbuf(source.file, NULL, _IONBF, 0);
    }
    tt_status status = tt_th_init(&th, &world, scratch, sizeof scratch);
    feed(&source, &th);
    status = status == TT_OK ? tt_th_next(&th, &event) : status; /* the header */
    while (status == TT_OK || status == TT_MORE) {
        if (status == TT_MORE) {
            feed(&source, &th);
        } else {
            tick++;
        }
        status = tt_th_advance(&th, tick);
        sum += (uint64_t)world.tee[0].x;
    }
    seen = sum;
    if (source.file != NULL) {
        fclose(source.file);
    }
    return status == TT_END;
}

static int drop(void *user, tt_bytes bytes)
{
    *(uint64_t *)user += bytes.size;
    return 0;
}

static int write_batches(tt_io_table *table, const tt_io_table_plan *plan, const struct way *way,
                         uint64_t *size)
{
    tt_io_error error;
    tt_io_batch batch;
    tt_io_output out;
    const tt_io_table_write_options how = {.format = tt_io_table_format_find(way->format)};
    tt_io_table_writer *writer = tt_io_table_writer_open(plan, &how, 1, &error);
    tt_io_output_open(&out, drop, size);
    tt_io_table_writer_begin(writer, &out);
    tt_io_table_part *part = tt_io_table_part_open(writer, 0, &out);
    while (tt_io_table_next(table, &batch)) {
        tt_io_table_part_add(part, &batch);
        seen += batch.rows;
    }
    tt_io_table_part_close(part);
    tt_io_table_writer_end(writer, &out);
    int failed = tt_io_output_close(&out);
    return tt_io_table_writer_close(writer, &error) && failed == 0;
}

static int read_table(const char *path, int number)
{
    const struct way *way = &ways[number];
    const tt_io_table_options asked = {.kind = way->kind, .columns = way->columns};
    tt_io_table_plan plan;
    tt_io_error error;
    tt_io_reading r;
    tt_io_batch batch;
    tt_io_reading_options how = {.no_index = true};
    int good = tt_io_table_plan_init(&plan, &asked, &error);
    tt_io_table_ask(&plan, &how);
    good = good && tt_io_reading_open(&r, path, &how);
    tt_io_table *table = good ? tt_io_table_open(&plan, &r, &error) : NULL;
    rows[number] = written[number] = 0;
    if (table != NULL && way->format != NULL) {
        good = write_batches(table, &plan, way, &written[number]);
    }
    while (table != NULL && way->format == NULL && tt_io_table_next(table, &batch)) {
        rows[number] += batch.rows;
    }
    good = good && table != NULL && tt_io_reading_is_good(&r);
    tt_io_table_close(table);
    tt_io_reading_close(&r);
    return good;
}

static int run(tt_bytes file, const char *path, int number)
{
    return ways[number].is_table ? read_table(path, number)
                                 : advance(file, number == 0 ? path : NULL);
}

static void report(const bench_options *o, const char *name, tt_bytes file)
{
    if (!o->json) {
        printf("%s: %zu bytes, %d rounds, %s\n", name, file.size, o->rounds, measure_build());
        printf("  %-32s %9s %9s %9s  times advance, p10..p90\n", "way", "MB/s", "Mrows/s",
               "MB/s out");
    }
    for (int i = 0; i < WAYS; i++) {
        measure_figures f = measure_compare(seconds[i], seconds[0], (size_t)o->rounds);
        uint64_t all = rows[i];
        double rate = (double)file.size / f.seconds / 1e6,
               per_second = (double)all / f.seconds / 1e6;
        double out = (double)written[i] / f.seconds / 1e6;
        if (o->json) {
            printf("{\"data\":\"%s\",\"way\":\"%s\",\"build\":\"%s\",\"rounds\":%d,"
                   "\"mb_per_s\":%.1f,\"mrows_per_s\":%.2f,\"mb_out_per_s\":%.1f,\"ratio\":%.3f,"
                   "\"ratio_p10\":%.3f,\"ratio_p90\":%.3f}\n",
                   name, ways[i].name, measure_build(), o->rounds, rate, per_second, out, f.ratio,
                   f.low, f.high);
        } else {
            printf("  %-32s %9.1f %9.2f %9.1f  %6.2f, %.2f..%.2f\n", ways[i].name, rate, per_second,
                   out, f.ratio, f.low, f.high);
        }
    }
}

/* Fewer than this many bytes are read again and again. */
#define PASS_BYTES ((size_t)4 << 20)

static int bench_path(const bench_options *o, const char *name, tt_bytes file, const char *path)
{
    size_t passes = 1 + PASS_BYTES / (file.size + 1);
    for (int i = 0; i < WAYS; i++) {
        if (!run(file, path, i)) {
            fprintf(stderr, "%s: cannot be read as %s\n", name, ways[i].name);
            return 0;
        }
    }
    if (rows[2] != rows[3] || rows[2] != rows[4]) {
        fprintf(stderr, "%s: the ways differ in their rows\n", name);
        return 0;
    }
    for (int round = 0; round < o->rounds; round++) {
        for (int i = 0; i < WAYS; i++) {
            double start = measure_cpu();
            for (size_t pass = 0; pass < passes; pass++) {
                run(file, path, i);
            }
            seconds[i][round] = (measure_cpu() - start) / (double)passes;
        }
    }
    report(o, name, file);
    return 1;
}

/* Tables are read from files. */
static int bench(const bench_options *o, const char *name, tt_bytes file)
{
    char path[512];
    const char *folder = getenv("TMPDIR");
    tt_io_error error;
    const tt_io_file_options replaces = {.replace = true};
    snprintf(path, sizeof path, "%s/bench_table.%p.teehistorian", folder != NULL ? folder : "/tmp",
             (void *)&error);
    tt_io_file *f = tt_io_file_open(path, &replaces, &error);
    if (f == NULL || tt_io_file_put(f, file) != 0 || !tt_io_file_commit(f, &error)) {
        fprintf(stderr, "%s: cannot be written\n", path);
        return 0;
    }
    int good = bench_path(o, name, file, path);
    remove(path);
    return good;
}

int main(int argc, char **argv)
{
    bench_options o = {.rounds = 9, .bytes = (uint64_t)8 << 20};
    if (!bench_options_parse(&o, argc, argv)) {
        fputs(usage, stderr);
        return 2;
    }
    if (o.data_count > 0) {
        return recordings_of_options(&o, bench) ? 0 : 1;
    }
    return recordings_repeated(
               &o, "tutorial-13min/fac4ac54-4f32-45ff-931a-fea098399ab9.teehistorian", bench) &&
                   recordings_busy(&o, bench)
               ? 0
               : 1;
}
