/* SPDX-License-Identifier: MIT
 *
 * How fast varint arrays and the Huffman code are: the library, the textbook and peers
 * (peer_codec.h), one after the other in every round. A codec goes through all demos before it
 * comes back to the first, so that a short one is not learnt by heart. What counts is the ratio
 * within a round; docs/performance.md says how to read the table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec_data.h"
#include "command_line.h"
#include "measure.h"
#include "own_codec.h"
#include "peer_codec.h"
#include "recordings.h"
#include "textbook_codec.h"

enum { CODECS_MAX = 16, SLACK = 64, ROOM = 2048 };

static const char usage[] =
    "usage: bench_codec [--rounds N] [--bytes N] [--json] [--against NAME] [--data FILE.demo]...\n"
    "                   [--peer FILE.so]...\n"
    "Every round of a codec handles --bytes of raw data (4M unless told otherwise), of all demos\n"
    "together. Without --data: a demo of the tests and made up data. Ratios are to the textbook,\n"
    "or to the codec that --against names.\n";

/* Programs decode into buffers larger than a packet. Somebody who knows the size, or has little
 * room, gives just that. */
enum { ROOMY = -1 };
static const struct way {
    const char *name;
    int is_decode;
    int slack; /* bytes of `dst` beyond the result */
} ways[] = {{"decode", 1, ROOMY},
            {"decode, exact", 1, 0},
            {"encode", 0, ROOMY},
            {"encode, 8 bytes more", 0, 8},
            {"encode, exact", 0, 0}};
enum { WAYS = sizeof ways / sizeof *ways };

/* Demos that are gone through together. The last column of times is their sum. */
enum { ALL = BENCH_DATA_MAX };
static struct group {
    int count;
    const char *name[BENCH_DATA_MAX];
    codec_data data[BENCH_DATA_MAX];
} group;

static struct codec {
    tt_bench_codec_info info;
    int is_classic; /* its Huffman code ends with a byte more at times */
    double seconds[ALL + 1][MEASURE_ROUNDS_MAX];
} codecs[CODECS_MAX];
static int codec_count;
static const struct codec *base; /* the codec that ratios are to */

/* The textbook is the first. */
static void add_own_codecs(void)
{
    codecs[codec_count++].info = *textbook_codec();
    codecs[codec_count++].info = *own_codec();
}

static int add_peer(const char *path)
{
    tt_bench_codec_fn *get = (tt_bench_codec_fn *)bench_peer_find(path, TT_BENCH_CODEC_SYMBOL);
    const tt_bench_codec_info *info = get != NULL ? get() : NULL;
    if (info == NULL ||
        !bench_peer_check(path, info->abi == TT_BENCH_CODEC_ABI && codec_count < CODECS_MAX)) {
        return 0;
    }
    codecs[codec_count++].info = *info;
    return 1;
}

static int find_base(const char *name)
{
    for (int i = 0; i < codec_count; i++) {
        if (strcmp(codecs[i].info.name, name) == 0) {
            base = &codecs[i];
            return 1;
        }
    }
    fprintf(stderr, "%s: no codec has this name\n", name);
    return 0;
}

static int has_function(const tt_bench_codec_info *c, const codec_set *set, int decode)
{
    if (set->is_huffman) {
        return decode ? c->huffman_decompress != NULL : c->huffman_compress != NULL;
    }
    return decode ? c->varints_decode != NULL : c->varints_encode != NULL;
}

/* Codes or decodes a block to `dst` and returns the bytes written, -1 after a failure. */
static int64_t code_block(const struct codec *codec, const codec_set *set, size_t i,
                          const struct way *way, void *dst)
{
    const tt_bench_codec_info *c = &codec->info;
    const uint8_t *raw = set->raw + set->raw_at[i], *coded = set->coded + set->coded_at[i];
    size_t raw_size = set->raw_at[i + 1] - set->raw_at[i];
    size_t coded_size = set->coded_at[i + 1] - set->coded_at[i];
    size_t cap = way->slack == ROOMY
                     ? (way->is_decode ? set->raw_largest : set->coded_largest) + ROOM
                     : (way->is_decode ? raw_size : coded_size) + (size_t)way->slack;
    if (set->is_huffman) {
        return way->is_decode
                   ? c->huffman_decompress(dst, cap, coded, coded_size)
                   : c->huffman_compress(dst, cap + (size_t)codec->is_classic, raw, raw_size);
    }
    if (way->is_decode) {
        int64_t ints = c->varints_decode(dst, cap / 4, coded, coded_size);
        return ints < 0 ? -1 : 4 * ints;
    }
    const void *ints = raw; /* blocks begin at multiples of four */
    return c->varints_encode(dst, cap, ints, raw_size / 4);
}

/* Everybody must come to the same, before anything is timed. */
static int verify(const char *data, const codec_set *set, const struct way *way, uint8_t *dst)
{
    const uint8_t *want = way->is_decode ? set->raw : set->coded;
    const size_t *at = way->is_decode ? set->raw_at : set->coded_at;
    int odd_end = set->is_huffman && !way->is_decode;
    for (struct codec *c = codecs; c < codecs + codec_count; c++) {
        for (size_t i = 0; i < set->count && has_function(&c->info, set, way->is_decode); i++) {
            int64_t size = (int64_t)(at[i + 1] - at[i]), n = code_block(c, set, i, way, dst);
            c->is_classic |= odd_end && n == size + 1;
            if ((n != size && !(odd_end && n == size + 1)) ||
                memcmp(dst, want + at[i], (size_t)size) != 0) {
                fprintf(stderr, "%s: other bytes than the library's: %s, %s, %s, block %zu\n",
                        c->info.name, data, set->name, way->name, i);
                return 0;
            }
        }
    }
    return 1;
}

/* What one demo, or all of them, have of a set. */
struct totals {
    const char *name;
    int is_huffman;
    double blocks, raw, coded; /* the last two in bytes */
};

static struct totals totals_of(int which, int file)
{
    const codec_set *first = &group.data[0].set[which];
    struct totals sum = {first->name, first->is_huffman, 0, 0, 0};
    for (int i = 0; i < group.count; i++) {
        const codec_set *set = &group.data[i].set[which];
        if ((file == ALL || file == i) && set->count != 0) {
            sum.blocks += (double)set->count;
            sum.raw += (double)set->raw_at[set->count];
            sum.coded += (double)set->coded_at[set->count];
        }
    }
    return sum;
}

static void time_pass(struct codec *c, int which, const struct way *way, uint8_t *dst, int round)
{
    for (int file = 0; file < group.count; file++) {
        const codec_set *set = &group.data[file].set[which];
        double start = measure_cpu();
        for (size_t i = 0; i < set->count; i++) {
            code_block(c, set, i, way, dst);
        }
        double time = measure_cpu() - start - measure_cpu_cost();
        c->seconds[file][round] += time;
        c->seconds[ALL][round] += time;
    }
}

/* How often all demos are gone through in a round. */
static uint64_t passes_of(const bench_options *o, int which)
{
    uint64_t raw = (uint64_t)totals_of(which, ALL).raw;
    return (o->bytes + raw - 1) / raw;
}

static void time_rounds(const bench_options *o, int which, const struct way *way, uint8_t *dst)
{
    const codec_set *set = &group.data[0].set[which];
    uint64_t passes = passes_of(o, which);
    for (int c = 0; c < codec_count; c++) {
        memset(codecs[c].seconds, 0, sizeof codecs[c].seconds);
    }
    for (int round = 0; round < o->rounds; round++) {
        for (int c = 0; c < codec_count; c++) {
            int has = has_function(&codecs[c].info, set, way->is_decode);
            for (uint64_t pass = 0; has && pass < passes; pass++) {
                time_pass(&codecs[c], which, way, dst, round);
            }
        }
    }
}

/* A row: of one demo, or of all. */
static void report_row(const bench_options *o, const struct codec *c, int which,
                       const struct way *way, int file)
{
    const char *data = file != ALL ? group.name[file] : group.count == 1 ? group.name[0] : "all";
    struct totals sum = totals_of(which, file), all = totals_of(which, ALL);
    measure_figures f = measure_compare(c->seconds[file], base->seconds[file], (size_t)o->rounds);
    double passes = (double)passes_of(o, which);
    /* of varints the bytes are those on the wire, of Huffman those that were compressed */
    double mb = 1e-6 * passes * (all.is_huffman ? sum.raw : sum.coded) / f.seconds;
    double ns = 1e9 * f.seconds / passes / (all.is_huffman ? sum.blocks : sum.raw / 4);
    if (o->json) {
        printf("{\"data\":\"%s\",\"set\":\"%s\",\"way\":\"%s\",\"blocks\":%.0f,\"raw\":%.0f,"
               "\"coded\":%.0f,\"rounds\":%d,\"codec\":\"%s\",\"build\":\"%s\",\"mb_per_s\":%.1f,"
               "\"ns\":%.3f,\"against\":\"%s\",\"ratio\":%.3f,\"ratio_p10\":%.3f,"
               "\"ratio_p90\":%.3f}\n",
               data, all.name, way->name, sum.blocks, sum.raw, sum.coded, o->rounds, c->info.name,
               c->info.build, mb, ns, base->info.name, f.ratio, f.low, f.high);
    } else {
        printf(file == ALL ? "  %-24s %9.1f %9.2f  %6.2f, %.2f..%.2f\n"
                           : "    %-22.22s %9.1f %9.2f  %6.2f, %.2f..%.2f\n",
               file == ALL ? c->info.name : data, mb, ns, f.ratio, f.low, f.high);
    }
}

static void report(const bench_options *o, int which, const struct way *way)
{
    struct totals all = totals_of(which, ALL);
    if (!o->json) {
        printf("%s: %s, %s: %.0f blocks, %.2f MB raw, %.2f MB coded\n",
               group.count == 1 ? group.name[0] : "all", all.name, way->name, all.blocks,
               1e-6 * all.raw, 1e-6 * all.coded);
        printf("  %-24s %9s %9s  times the %s, p10..p90\n", "codec", "MB/s",
               all.is_huffman ? "ns/block" : "ns/int", base->info.name);
    }
    for (int c = 0; c < codec_count; c++) {
        if (!has_function(&codecs[c].info, &group.data[0].set[which], way->is_decode)) {
            continue;
        }
        report_row(o, &codecs[c], which, way, ALL);
        for (int file = 0; group.count > 1 && file < group.count; file++) {
            if (group.data[file].set[which].count != 0) {
                report_row(o, &codecs[c], which, way, file);
            }
        }
    }
}

static int bench_set(const bench_options *o, int which, const struct way *way)
{
    size_t largest = 0;
    for (int file = 0; file < group.count; file++) {
        const codec_set *set = &group.data[file].set[which];
        largest = set->raw_largest > largest ? set->raw_largest : largest;
        largest = set->coded_largest > largest ? set->coded_largest : largest;
    }
    uint8_t *dst = malloc(largest + ROOM + SLACK);
    int good = dst != NULL;
    for (int file = 0; good && file < group.count; file++) {
        good = verify(group.name[file], &group.data[file].set[which], way, dst);
    }
    if (good) {
        time_rounds(o, which, way, dst);
        report(o, which, way);
    }
    free(dst);
    return good;
}

/* Measures all that is in the group, and empties it. */
static int bench_group(const bench_options *o)
{
    int good = 1;
    for (int which = 0; which < CODEC_SETS; which++) {
        for (int way = 0; way < WAYS && totals_of(which, ALL).raw > 0; way++) {
            good &= bench_set(o, which, &ways[way]);
        }
    }
    while (group.count != 0) {
        codec_data_free(&group.data[--group.count]);
    }
    return good;
}

static int add_demo(const bench_options *o, const char *name, tt_bytes file)
{
    (void)o;
    codec_data *data = &group.data[group.count];
    if (!codec_data_from_demo(data, file)) {
        fprintf(stderr, "%s: not a demo that can be read here\n", name);
        codec_data_free(data);
        return 0;
    }
    group.name[group.count++] = name;
    return 1;
}

static int bench_made_up(const bench_options *o)
{
    int good = codec_data_generate(&group.data[0], o->bytes / 4);
    group.name[group.count++] = "made up";
    return good && bench_group(o);
}

int main(int argc, char **argv)
{
    bench_options o = {
        .rounds = 9, .bytes = (uint64_t)4 << 20, .against = "textbook", .add_peer = add_peer};
    add_own_codecs();
    if (!bench_options_parse(&o, argc, argv) || !find_base(o.against)) {
        fputs(usage, stderr);
        return 2;
    }
    if (!o.json) {
        for (int i = 0; i < codec_count; i++) {
            printf("%-22s built with %s\n", codecs[i].info.name, codecs[i].info.build);
        }
    }
    int made_up = o.data_count == 0;
    if (made_up) {
        o.data[o.data_count++] = TT_SOURCE_DIR "/tests/recordings/dm1/client0.demo";
    }
    int good = recordings_of_options(&o, add_demo);
    good &= bench_group(&o);
    if (made_up) {
        good &= bench_made_up(&o);
    }
    return good ? 0 : 1;
}
