/* SPDX-License-Identifier: MIT
 *
 * What bench_codec codes. See codec_data.h.
 */
#include "codec_data.h"

#include <stdlib.h>
#include <string.h>

#include "support/random.h"
#include "support/small_demo.h"
#include "teetape/huffman.h"
#include "teetape/varint.h"

enum { CHUNK_MAX = 1 << 16, SLACK = 64 };

static const char *const set_names[CODEC_SETS] = {"varints, snapshots and deltas",
                                                  "varints, the same as one array",
                                                  "varints, the same, 16 ints",
                                                  "varints, the same, 64 ints",
                                                  "varints, the same, 256 ints",
                                                  "varints, messages",
                                                  "varints, uniform",
                                                  "Huffman, snapshots and deltas",
                                                  "Huffman, messages",
                                                  "Huffman, both",
                                                  "Huffman, snapshots, 30 bytes",
                                                  "Huffman, snapshots, 100 bytes",
                                                  "Huffman, snapshots, 500 bytes",
                                                  "Huffman, snapshots, 1300 bytes"};

static int grow(void **memory, size_t *cap, size_t need)
{
    if (need > *cap) {
        void *more = realloc(*memory, 2 * need);
        if (more == NULL) {
            return 0;
        }
        *memory = more;
        *cap = 2 * need;
    }
    return 1;
}

static int grow_blocks(codec_set *set)
{
    size_t cap = set->cap, same = set->cap, need = (set->count + 2) * sizeof *set->raw_at;
    void *raw_at = set->raw_at, *coded_at = set->coded_at;
    int good = grow(&raw_at, &cap, need) && grow(&coded_at, &same, need);
    set->raw_at = raw_at;
    set->coded_at = coded_at;
    set->cap = good ? cap : set->cap;
    return good;
}

/* Adds a block of `size` bytes, coded by the library: the others are compared with that. */
static int add_block(codec_set *set, const void *raw, size_t size)
{
    void *raws = set->raw, *codeds = set->coded;
    size_t first = set->count == 0 ? 0 : set->raw_at[set->count];
    size_t at = set->count == 0 ? 0 : set->coded_at[set->count];
    size_t most = set->is_huffman ? TT_HUFFMAN_BOUND(size) : size / 4 * TT_VARINT_MAX, coded = 0;
    int good = grow(&raws, &set->raw_cap, first + size + SLACK) &&
               grow(&codeds, &set->coded_cap, at + most + SLACK) && grow_blocks(set);
    set->raw = raws;
    set->coded = codeds;
    if (!good) {
        return 0;
    }
    memcpy(set->raw + first, raw, size);
    if (set->is_huffman) {
        tt_huffman_compress(set->coded + at, most, &coded, (tt_bytes){raw, size},
                            TT_HUFFMAN_CURRENT);
    } else {
        tt_varints_encode(set->coded + at, most, &coded, raw, size / 4);
    }
    set->raw_at[set->count] = first;
    set->coded_at[set->count] = at;
    set->count++;
    set->raw_at[set->count] = first + size;
    set->coded_at[set->count] = at + coded;
    set->raw_largest = size > set->raw_largest ? size : set->raw_largest;
    set->coded_largest = coded > set->coded_largest ? coded : set->coded_largest;
    return 1;
}

static void begin(codec_data *data)
{
    memset(data, 0, sizeof *data);
    for (int i = 0; i < CODEC_SETS; i++) {
        data->set[i].name = set_names[i];
        data->set[i].is_huffman = i >= CODEC_SNAPS;
    }
}

/* Ints as a snapshot, delta or message holds them, and their bytes. */
static int add_ints(codec_data *data, const int32_t *ints, size_t count, int is_message)
{
    static uint8_t bytes[CHUNK_MAX * TT_VARINT_MAX];
    size_t size;
    if (count == 0 || tt_varints_encode(bytes, sizeof bytes, &size, ints, count) != TT_OK) {
        return 1;
    }
    codec_set *s = data->set;
    int good = add_block(&s[is_message ? CODEC_MESSAGE_INTS : CODEC_DELTA_INTS], ints, 4 * count) &&
               add_block(&s[CODEC_CHUNKS], bytes, size);
    return good && add_block(&s[is_message ? CODEC_MESSAGES : CODEC_SNAPS], bytes, size);
}

static int cut_blocks(codec_set *to, const codec_set *from, size_t size)
{
    size_t end = from->count == 0 ? 0 : from->raw_at[from->count];
    for (size_t at = 0; end - at >= size; at += size) {
        if (!add_block(to, from->raw + at, size)) {
            return 0;
        }
    }
    return 1;
}

/* The sets that are made of others. */
static int finish(codec_data *data)
{
    static const struct {
        int to, from;
        size_t size;
    } cuts[] = {{CODEC_DELTA_INTS_16, CODEC_DELTA_INTS, 4 * 16},
                {CODEC_DELTA_INTS_64, CODEC_DELTA_INTS, 4 * 64},
                {CODEC_DELTA_INTS_256, CODEC_DELTA_INTS, 4 * 256},
                {CODEC_SNAPS_30, CODEC_SNAPS, 30},
                {CODEC_SNAPS_100, CODEC_SNAPS, 100},
                {CODEC_SNAPS_500, CODEC_SNAPS, 500},
                {CODEC_SNAPS_1300, CODEC_SNAPS, 1300}};
    codec_set *s = data->set;
    int good = s[CODEC_DELTA_INTS].count == 0 ||
               add_block(&s[CODEC_DELTA_INTS_JOINED], s[CODEC_DELTA_INTS].raw,
                         s[CODEC_DELTA_INTS].raw_at[s[CODEC_DELTA_INTS].count]);
    for (size_t i = 0; good && i < sizeof cuts / sizeof *cuts; i++) {
        good = cut_blocks(&s[cuts[i].to], &s[cuts[i].from], cuts[i].size);
    }
    return good;
}

static int add_uniform(codec_set *set, uint64_t bytes)
{
    uint64_t seed = 5;
    int32_t ints[1024];
    for (uint64_t done = 0; done < bytes; done += sizeof ints) {
        for (int i = 0; i < 1024; i++) {
            ints[i] = (int32_t)random_next(&seed);
        }
        if (!add_block(set, ints, sizeof ints)) {
            return 0;
        }
    }
    return 1;
}

/* Sizes as they were counted in demos: of 1000 ints 770 are 0, 185 have one byte else, 35 two
 * and the rest more. */
static int32_t made_up_int(uint64_t *seed)
{
    uint32_t kind = random_next(seed) % 1000, any = random_next(seed);
    unsigned bits = kind < 770   ? 0
                    : kind < 955 ? 1 + any % 6
                    : kind < 990 ? 13
                    : kind < 997 ? 20
                                 : 31;
    int32_t value = (int32_t)(random_next(seed) & ((UINT32_C(1) << bits) - 1));
    return (any & 0x100) != 0 && bits != 0 ? -1 - value : value;
}

int codec_data_generate(codec_data *data, uint64_t bytes)
{
    uint64_t seed = 1;
    int good = 1;
    begin(data);
    for (uint64_t done = 0; good && done < bytes;) {
        int32_t ints[200];
        size_t count = 20 + random_next(&seed) % 160;
        int is_message = random_next(&seed) % 8 == 0;
        for (size_t i = 0; i < count; i++) {
            ints[i] = is_message ? (int32_t)random_next(&seed) : made_up_int(&seed);
        }
        done += count;
        good = add_ints(data, ints, count, is_message);
    }
    return good && add_uniform(&data->set[CODEC_UNIFORM_INTS], bytes) && finish(data);
}

int codec_data_from_demo(codec_data *data, tt_bytes file)
{
    static small_demo demo;
    int more;
    begin(data);
    if (!small_demo_open(&demo, file)) {
        return 0;
    }
    while ((more = small_demo_next(&demo)) > 0) {
        if (!add_ints(data, demo.ints, demo.count, demo.kind == SMALL_DEMO_MESSAGE)) {
            return 0;
        }
    }
    return more == 0 && finish(data);
}

void codec_data_free(codec_data *data)
{
    for (int i = 0; i < CODEC_SETS; i++) {
        codec_set *set = &data->set[i];
        free(set->raw);
        free(set->coded);
        free(set->raw_at);
        free(set->coded_at);
    }
}
