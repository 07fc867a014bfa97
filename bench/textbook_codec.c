/* SPDX-License-Identifier: MIT
 *
 * The yardstick: one int after the other with a check before every byte; one bit after the other
 * down the Huffman tree. Written from docs/format/varint.md and docs/format/huffman.md.
 */
#include "textbook_codec.h"

#include "measure.h"
#include "wire/huffman_table.h"

static int64_t varints_decode(int32_t *dst, size_t cap, const uint8_t *src, size_t size)
{
    size_t at = 0, count = 0;
    while (at < size) {
        uint32_t byte = src[at++], bits = byte & 0x3f, negative = byte >> 6 & 1;
        for (int shift = 6; byte >= 0x80 && shift <= 27; shift += 7) {
            if (at == size) {
                return -1;
            }
            byte = src[at++];
            bits |= (shift == 27 ? byte & 0x0f : byte & 0x7f) << shift;
        }
        if (count == cap) {
            return -1;
        }
        dst[count++] = (int32_t)(bits ^ (0 - negative));
    }
    return (int64_t)count;
}

static int64_t varints_encode(uint8_t *dst, size_t cap, const int32_t *values, size_t count)
{
    size_t at = 0;
    for (size_t i = 0; i < count; i++) {
        uint32_t negative = values[i] < 0;
        uint32_t bits = (uint32_t)values[i] ^ (0 - negative);
        uint32_t byte = negative << 6 | (bits & 0x3f);
        for (bits >>= 6;; bits >>= 7) {
            if (at == cap) {
                return -1;
            }
            dst[at++] = (uint8_t)(bits != 0 ? byte | 0x80 : byte);
            if (bits == 0) {
                break;
            }
            byte = bits & 0x7f;
        }
    }
    return (int64_t)at;
}

/* Inner nodes: what follows a 0 or a 1, another node or LEAF + a symbol. */
enum { LEAF = 1024 };
static uint16_t tree[TTI_HUFFMAN_SYMBOLS][2];

static uint32_t code_of(int symbol, unsigned *length)
{
    uint64_t entry = tti_huffman_encode[symbol];
    *length = (unsigned)(entry & 63);
    return (uint32_t)(entry >> (64 - *length));
}

static void build_tree(void)
{
    uint16_t nodes = 1;
    if (tree[0][0] != 0) {
        return;
    }
    for (int symbol = 0; symbol < TTI_HUFFMAN_SYMBOLS; symbol++) {
        unsigned length;
        uint32_t code = code_of(symbol, &length);
        uint16_t *link = NULL;
        int node = 0;
        for (unsigned i = 0; i < length; i++) {
            if (link != NULL && *link == 0) {
                *link = nodes++;
            }
            node = link != NULL ? *link : 0;
            link = &tree[node][code >> i & 1];
        }
        *link = (uint16_t)(LEAF + symbol);
    }
}

static int64_t huffman_decompress(uint8_t *dst, size_t cap, const uint8_t *src, size_t size)
{
    size_t count = 0;
    unsigned node = 0;
    for (size_t at = 0; at < size; at++) {
        for (unsigned bit = 0; bit < 8; bit++) {
            node = tree[node][src[at] >> bit & 1];
            if (node < LEAF) {
                continue;
            }
            if (node == LEAF + TTI_HUFFMAN_END) {
                return (int64_t)count;
            }
            if (count == cap) {
                return -1;
            }
            dst[count++] = (uint8_t)(node - LEAF);
            node = 0;
        }
    }
    return -1;
}

static int64_t huffman_compress(uint8_t *dst, size_t cap, const uint8_t *src, size_t size)
{
    size_t count = 0;
    uint32_t bits = 0;
    unsigned waiting = 0;
    for (size_t i = 0; i <= size; i++) {
        unsigned length;
        bits |= code_of(i < size ? src[i] : TTI_HUFFMAN_END, &length) << waiting;
        waiting += length;
        while (waiting >= 8 || (i == size && waiting > 0)) {
            if (count == cap) {
                return -1;
            }
            dst[count++] = (uint8_t)bits;
            bits >>= 8;
            waiting = waiting > 8 ? waiting - 8 : 0;
        }
    }
    return (int64_t)count;
}

const tt_bench_codec_info *textbook_codec(void)
{
    static tt_bench_codec_info info = {TT_BENCH_CODEC_ABI, "textbook",     NULL,
                                       varints_decode,     varints_encode, huffman_decompress,
                                       huffman_compress};
    info.build = measure_build();
    build_tree();
    return &info;
}
