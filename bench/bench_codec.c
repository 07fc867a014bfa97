/* SPDX-License-Identifier: MIT
 *
 * How fast varint arrays and the Huffman code are: the library, the textbook and peers
 * (peer_codec.h), one after the other in every round. What counts is the ratio within a round;
 * docs/performance.md says how to read the table.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "codec_data.h"
#include "command_line.h"
#include "measure.h"
#include "peer_codec.h"
#include "recordings.h"
#include "teetape/huffman.h"
#include "teetape/varint.h"
#include "textbook_codec.h"

enum { CODECS_MAX = 16, SLACK = 64, ROOM = 2048 };

static const char usage[] =
    "usage: bench_codec [--rounds N] [--bytes N] [--json] [--against NAME] [--data FILE.demo]...\n"
    "                   [--peer FILE.so]...\n"
    "Every round of a codec handles --bytes of raw data (4M unless told otherwise). Without\n"
    "--data: a demo of the tests and made up data. Ratios are to the textbook, or to the codec\n"
    "that --against names.\n";

static struct codec {
    tt_bench_codec_info info;
    double seconds[MEASURE_ROUNDS_MAX];
} codecs[CODECS_MAX];
static int codec_count;
static const struct codec *base; /* the codec that ratios are to */

static int64_t own_varints_decode(int32_t *dst, size_t cap, const uint8_t *src, size_t size)
{
    size_t count;
    return tt_varints_decode(dst, cap, &count, src, size, NULL) == TT_OK ? (int64_t)count : -1;
}

static int64_t own_varints_encode(uint8_t *dst, size_t cap, const int32_t *values, size_t count)
{
    size_t size;
    return tt_varints_encode(dst, cap, &size, values, count) == TT_OK ? (int64_t)size : -1;
}

static int64_t own_decompress(uint8_t *dst, size_t cap, const uint8_t *src, size_t size)
{
    size_t written;
    tt_bytes data = {src, size};
    return tt_huffman_decompress(dst, cap, &written, data, NULL) == TT_OK ? (int64_t)written : -1;
}

static int64_t own_compress(uint8_t *dst, size_t cap, const uint8_t *src, size_t size)
{
    size_t written;
    tt_bytes data = {src, size};
    tt_status status = tt_huffman_compress(dst, cap, &written, data, TT_HUFFMAN_CURRENT);
    return status == TT_OK ? (int64_t)written : -1;
}

/* The textbook is the first. */
static void add_own_codecs(void)
{
    tt_bench_codec_info own = {TT_BENCH_CODEC_ABI, "teetape",          measure_build(),
                               own_varints_decode, own_varints_encode, own_decompress,
                               own_compress};
    codecs[codec_count++].info = *textbook_codec();
    codecs[codec_count++].info = own;
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
static int64_t code_block(const tt_bench_codec_info *c, const codec_set *set, size_t i, int decode,
                          void *dst)
{
    const uint8_t *raw = set->raw + set->raw_at[i], *coded = set->coded + set->coded_at[i];
    size_t raw_size = set->raw_at[i + 1] - set->raw_at[i];
    size_t coded_size = set->coded_at[i + 1] - set->coded_at[i];
    /* Programs decode into buffers larger than a packet; the classic form may be a byte longer. */
    size_t raw_cap = set->raw_largest + ROOM, coded_cap = set->coded_largest + 1;
    if (set->is_huffman) {
        return decode ? c->huffman_decompress(dst, raw_cap, coded, coded_size)
                      : c->huffman_compress(dst, coded_cap, raw, raw_size);
    }
    if (decode) {
        int64_t ints = c->varints_decode(dst, raw_cap / 4, coded, coded_size);
        return ints < 0 ? -1 : 4 * ints;
    }
    const void *ints = raw; /* blocks begin at multiples of four */
    return c->varints_encode(dst, coded_cap, ints, raw_size / 4);
}

/* Everybody must come to the same, before anything is timed. */
static int verify(const codec_set *set, int decode, uint8_t *dst)
{
    const uint8_t *want = decode ? set->raw : set->coded;
    const size_t *at = decode ? set->raw_at : set->coded_at;
    int odd_end = set->is_huffman && !decode; /* the byte more of the classic form */
    for (int c = 0; c < codec_count; c++) {
        const tt_bench_codec_info *info = &codecs[c].info;
        for (size_t i = 0; i < set->count && has_function(info, set, decode); i++) {
            size_t size = at[i + 1] - at[i];
            int64_t n = code_block(info, set, i, decode, dst);
            if ((n != (int64_t)size && !(odd_end && n == (int64_t)size + 1)) ||
                memcmp(dst, want + at[i], size) != 0) {
                fprintf(stderr, "%s: other bytes than the library's: %s, block %zu\n", info->name,
                        set->name, i);
                return 0;
            }
        }
    }
    return 1;
}

static void time_rounds(const bench_options *o, const codec_set *set, int decode, uint8_t *dst)
{
    uint64_t whole = set->raw_at[set->count], times = (o->bytes + whole - 1) / whole;
    for (int round = 0; round < o->rounds; round++) {
        for (int c = 0; c < codec_count; c++) {
            if (!has_function(&codecs[c].info, set, decode)) {
                continue;
            }
            double start = measure_cpu();
            for (uint64_t k = 0; k < times; k++) {
                for (size_t i = 0; i < set->count; i++) {
                    code_block(&codecs[c].info, set, i, decode, dst);
                }
            }
            codecs[c].seconds[round] = (measure_cpu() - start) / (double)times;
        }
    }
}

static void report_codec(const bench_options *o, const char *data, const codec_set *set, int decode,
                         const struct codec *c)
{
    measure_figures f = measure_compare(c->seconds, base->seconds, (size_t)o->rounds);
    double raw = (double)set->raw_at[set->count], coded = (double)set->coded_at[set->count];
    /* of varints the bytes are those on the wire, of Huffman those that were compressed */
    double mb = 1e-6 * (set->is_huffman ? raw : coded) / f.seconds;
    double ns = 1e9 * f.seconds / (set->is_huffman ? (double)set->count : raw / 4);
    if (o->json) {
        printf("{\"data\":\"%s\",\"set\":\"%s\",\"way\":\"%s\",\"blocks\":%zu,\"raw\":%.0f,"
               "\"coded\":%.0f,\"rounds\":%d,\"codec\":\"%s\",\"build\":\"%s\",\"mb_per_s\":%.1f,"
               "\"ns\":%.3f,\"against\":\"%s\",\"ratio\":%.3f,\"ratio_p10\":%.3f,"
               "\"ratio_p90\":%.3f}\n",
               data, set->name, decode ? "decode" : "encode", set->count, raw, coded, o->rounds,
               c->info.name, c->info.build, mb, ns, base->info.name, f.ratio, f.low, f.high);
    } else {
        printf("  %-22s %9.1f %9.2f  %6.2f, %.2f..%.2f\n", c->info.name, mb, ns, f.ratio, f.low,
               f.high);
    }
}

static int bench_set(const bench_options *o, const char *data, const codec_set *set, int decode)
{
    size_t largest = set->raw_largest > set->coded_largest ? set->raw_largest : set->coded_largest;
    uint8_t *dst = malloc(largest + ROOM + SLACK);
    int good = dst != NULL && verify(set, decode, dst);
    if (good) {
        time_rounds(o, set, decode, dst);
        if (!o->json) {
            printf("%s: %s, %s: %zu blocks, %.2f MB raw, %.2f MB coded\n", data, set->name,
                   decode ? "decode" : "encode", set->count, 1e-6 * (double)set->raw_at[set->count],
                   1e-6 * (double)set->coded_at[set->count]);
            printf("  %-22s %9s %9s  times the %s, p10..p90\n", "codec", "MB/s",
                   set->is_huffman ? "ns/block" : "ns/int", base->info.name);
        }
        for (int c = 0; c < codec_count; c++) {
            if (has_function(&codecs[c].info, set, decode)) {
                report_codec(o, data, set, decode, &codecs[c]);
            }
        }
    }
    free(dst);
    return good;
}

static int bench_data(const bench_options *o, const char *name, const codec_data *data)
{
    int good = 1;
    for (int i = 0; i < CODEC_SETS; i++) {
        const codec_set *set = &data->set[i];
        for (int decode = 1; decode >= 0 && set->count != 0; decode--) {
            good &= bench_set(o, name, set, decode);
        }
    }
    return good;
}

static int bench_demo(const bench_options *o, const char *name, tt_bytes file)
{
    codec_data data;
    int good = codec_data_from_demo(&data, file);
    if (good) {
        good = bench_data(o, name, &data);
    } else {
        fprintf(stderr, "%s: not a demo that can be read here\n", name);
    }
    codec_data_free(&data);
    return good;
}

int main(int argc, char **argv)
{
    bench_options o = {
        .rounds = 9, .bytes = (uint64_t)4 << 20, .against = "textbook", .add_peer = add_peer};
    codec_data data;
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
    int good = recordings_of_options(&o, bench_demo);
    if (made_up) {
        good &= codec_data_generate(&data, o.bytes / 4) && bench_data(&o, "made up", &data);
        codec_data_free(&data);
    }
    return good ? 0 : 1;
}
