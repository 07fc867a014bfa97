/* SPDX-License-Identifier: MIT
 *
 * The blocks of an .xz file: the tables of its streams, read from the end of the file, and a
 * decoder that begins at any block.
 */
#ifndef HOST_XZ_BLOCKS_H
#define HOST_XZ_BLOCKS_H

#include "host/codec.h"

#ifdef TT_HAVE_LZMA
#include <lzma.h>

struct host_xz_blocks {
    lzma_stream stream;
    lzma_index_iter iter; /* at the current block */
    enum { XZ_SKIP, XZ_HEADER, XZ_BLOCK, XZ_TAIL } at;
    uint64_t skip; /* bytes before the next block: tables, and padding between streams */
    lzma_block block;
    lzma_filter filters[LZMA_FILTERS_MAX + 1];
    uint8_t header[LZMA_BLOCK_HEADER_SIZE_MAX];
    size_t header_size; /* bytes of it that came */
};

/* A decoder that begins at the block with raw byte `raw`, and goes on to the end of the file. NULL
 * when there is no memory. The index outlives it. */
struct host_xz_blocks *tti_host_xz_blocks_new(const lzma_index *index, uint64_t raw);
void tti_host_xz_blocks_free(struct host_xz_blocks *blocks);

/* Lets a decoder go from io->in to io->out once. */
lzma_ret tti_host_xz_code(lzma_stream *stream, struct host_codec_io *io);

/* As step of codec.h, but with a result of liblzma: LZMA_STREAM_END at the end of the file. */
lzma_ret tti_host_xz_blocks_step(struct host_xz_blocks *blocks, struct host_codec_io *io);

#endif
#endif
