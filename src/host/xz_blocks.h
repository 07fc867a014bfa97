/* SPDX-License-Identifier: MIT
 *
 * A decoder of an .xz file that begins at any block. Where blocks are says the table of the file
 * (xz_table.h).
 */
#ifndef HOST_XZ_BLOCKS_H
#define HOST_XZ_BLOCKS_H

#include "host/codec.h"

#ifdef TT_HAVE_LZMA
#include <lzma.h>

/* The decoder. One block after the other goes through `stream`. */
struct host_xz_blocks {
    lzma_stream stream;
    lzma_index_iter iter; /* at the current block */
    /* SKIP: what is before the block. HEADER: that of the block. BLOCK: its data and checksum.
     * TAIL: what is after the last one. */
    enum { XZ_SKIP, XZ_HEADER, XZ_BLOCK, XZ_TAIL } at;
    uint64_t skip;    /* bytes before the next block: tables, and padding between streams */
    lzma_block block; /* the current one; liblzma keeps a pointer to it */
    lzma_filter filters[LZMA_FILTERS_MAX + 1]; /* of the current block, ended by LZMA_VLI_UNKNOWN */
    uint8_t header[LZMA_BLOCK_HEADER_SIZE_MAX]; /* of the current block, as it comes */
    size_t header_size;                         /* bytes of it that came */
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
