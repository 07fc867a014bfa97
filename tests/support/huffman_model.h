/* SPDX-License-Identifier: MIT
 *
 * The Huffman code one bit at a time, as docs/format/huffman.md says it: what the library's
 * decoder is compared with.
 */
#ifndef TEST_HUFFMAN_MODEL_H
#define TEST_HUFFMAN_MODEL_H

#include <string.h>

#include "teetape/huffman.h"
#include "wire/huffman_table.h"

enum { HUFFMAN_MODEL_LEAF = 1024 };

/* A tree of the code. For each inner node: what follows a bit 0 and a bit 1, another node or
 * HUFFMAN_MODEL_LEAF + a symbol. */
typedef struct huffman_model {
    int child[TTI_HUFFMAN_SYMBOLS - 1][2];
} huffman_model;

static inline unsigned huffman_model_length(int symbol)
{
    return (unsigned)(tti_huffman_encode[symbol] & 0xff);
}

/* Returns the code of a symbol; bit 0 is sent first. */
static inline unsigned huffman_model_code(int symbol)
{
    return (unsigned)(tti_huffman_encode[symbol] >> (64 - huffman_model_length(symbol)));
}

static inline void huffman_model_init(huffman_model *m)
{
    int nodes = 1;
    memset(m, 0, sizeof *m);
    for (int symbol = 0; symbol < TTI_HUFFMAN_SYMBOLS; symbol++) {
        unsigned code = huffman_model_code(symbol), length = huffman_model_length(symbol);
        int node = 0;
        for (; length > 1; length--, code >>= 1) {
            int *link = &m->child[node][code & 1];
            *link = *link == 0 ? nodes++ : *link;
            node = *link;
        }
        m->child[node][code] = HUFFMAN_MODEL_LEAF + symbol;
    }
}

/* Decompresses as tt_huffman_decompress does, bit by bit. `*offset` is set on failure. */
static inline tt_status huffman_model_decompress(const huffman_model *m, uint8_t *dst, size_t cap,
                                                 size_t *size, tt_bytes data, uint64_t *offset)
{
    int node = 0;
    *size = 0;
    *offset = 0;
    for (size_t bit = 0; bit < 8 * data.size; bit++) {
        node = m->child[node][data.data[bit / 8] >> bit % 8 & 1];
        if (node < HUFFMAN_MODEL_LEAF) {
            continue;
        }
        if (node == HUFFMAN_MODEL_LEAF + TTI_HUFFMAN_END) {
            return TT_OK;
        }
        if (*size == cap) {
            return TT_ERR_SPACE;
        }
        dst[(*size)++] = (uint8_t)(node - HUFFMAN_MODEL_LEAF);
        node = 0;
        *offset = (bit + 1) / 8;
    }
    return TT_ERR_TRUNCATED;
}

#endif
