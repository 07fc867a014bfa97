/* SPDX-License-Identifier: MIT
 *
 * Decodes an .xz file from any of its blocks (xz_blocks.c). An lzma_index has the places of all
 * blocks. codec_xz.c reads it from the ends of the file's streams.
 */
#ifndef HOST_XZ_H
#define HOST_XZ_H

#include "host/codec.h"

#ifdef TT_HAVE_LZMA
#include <lzma.h>
/* Decodes the blocks of an .xz file one after the other with `stream`. */
struct host_xz_blocks {
    lzma_stream stream;
    lzma_index_iter iter; /* position in the index, at the current block */
    /* Where the decoder is: between blocks (SKIP), at a block's header, in a block, or after the
     * last block (TAIL). */
    enum { XZ_SKIP, XZ_HEADER, XZ_BLOCK, XZ_TAIL } at;
    uint64_t skip;    /* bytes before the next block: tables, and padding between streams */
    lzma_block block; /* the current block; liblzma keeps a pointer to it */
    lzma_filter filters[LZMA_FILTERS_MAX + 1]; /* filters of the block, ended by LZMA_VLI_UNKNOWN */
    uint8_t header[LZMA_BLOCK_HEADER_SIZE_MAX]; /* header of the next block; comes in pieces */
    size_t header_size;                         /* bytes of `header` so far */
};

/* Makes a decoder that begins at the block with raw byte `raw` and goes on to the end of the file.
 * NULL without memory. The index must outlive the decoder. */
struct host_xz_blocks *tti_host_xz_blocks_new(const lzma_index *index, uint64_t raw);
void tti_host_xz_blocks_free(struct host_xz_blocks *blocks);

/* Calls lzma_code once, from io->in to io->out. */
lzma_ret tti_host_xz_code(lzma_stream *stream, struct host_codec_io *io);

/* Decodes one step, like the member `step` of struct host_codec, but with a result of liblzma:
 * LZMA_STREAM_END at the end of the file. */
lzma_ret tti_host_xz_blocks_step(struct host_xz_blocks *blocks, struct host_codec_io *io);

#endif
#endif
