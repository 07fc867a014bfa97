/* SPDX-License-Identifier: MIT
 *
 * Decodes single blocks of .xz files (xz file format 1.1, sections 3 and 4). The index (codec_xz.c)
 * has the sizes of blocks, and every block is compared with it.
 *
 * liblzma's block decoder needs the kind of checksum, which is in the index, and the filters, which
 * are in the header of the block. Bytes between blocks of different streams are skipped: they were
 * checked when the index was read.
 */
#include "host/xz.h"

#ifdef TT_HAVE_LZMA
#include <stdlib.h>
#include <string.h>

static void begin_block(struct host_xz_blocks *blocks)
{
    blocks->header_size = 0;
    blocks->at = blocks->skip == 0 ? XZ_HEADER : XZ_SKIP;
}

/* Makes a decoder. When `raw` is after the end, the decoder skips all input. */
struct host_xz_blocks *tti_host_xz_blocks_new(const lzma_index *index, uint64_t raw)
{
    struct host_xz_blocks *blocks = calloc(1, sizeof(*blocks));
    if (blocks != NULL) {
        const lzma_stream init = LZMA_STREAM_INIT;
        blocks->stream = init;
        blocks->filters[0].id = LZMA_VLI_UNKNOWN;
        lzma_index_iter_init(&blocks->iter, index);
        if (lzma_index_iter_locate(&blocks->iter, raw)) { /* `raw` is after the last byte */
            blocks->at = XZ_TAIL;
        } else {
            begin_block(blocks);
        }
    }
    return blocks;
}

/* Frees the filters of a block. liblzma has allocated the options of each. The list ends with the
 * id UNKNOWN. */
static void free_filters(struct host_xz_blocks *blocks)
{
    for (size_t i = 0; blocks->filters[i].id != LZMA_VLI_UNKNOWN; i++) {
        free(blocks->filters[i].options);
        blocks->filters[i].options = NULL;
    }
    blocks->filters[0].id = LZMA_VLI_UNKNOWN;
}

void tti_host_xz_blocks_free(struct host_xz_blocks *blocks)
{
    if (blocks != NULL) {
        lzma_end(&blocks->stream);
        free_filters(blocks);
        free(blocks);
    }
}

static lzma_ret out_of_bytes(const struct host_codec_io *io)
{
    return io->last ? LZMA_BUF_ERROR : LZMA_OK;
}

static void take(struct host_codec_io *io, size_t size)
{
    io->in.data += size;
    io->in.size -= size;
}

static lzma_ret step_skip(struct host_xz_blocks *blocks, struct host_codec_io *io)
{
    size_t part = io->in.size < blocks->skip ? io->in.size : (size_t)blocks->skip;
    take(io, part);
    blocks->skip -= part;
    if (blocks->skip > 0) {
        return out_of_bytes(io);
    }
    blocks->at = XZ_HEADER;
    return LZMA_OK;
}

/* Begins a block. Its header has to agree with the table. Sizes may be missing in it (xz without
 * threads): those of the table replace them, so a block of another size is damaged. liblzma's block
 * decoder has no memory limit. */
static lzma_ret open_block(struct host_xz_blocks *blocks)
{
    lzma_block *block = &blocks->block;
    memset(block, 0, sizeof(*block));
    block->version = 1;
    /* the block does not contain the kind of its checksum */
    block->check = blocks->iter.stream.flags->check;
    block->filters = blocks->filters;
    block->header_size = (uint32_t)blocks->header_size;
    free_filters(blocks);
    lzma_ret code = lzma_block_header_decode(block, NULL, blocks->header);
    if (code != LZMA_OK) {
        return code;
    }
    block->ignore_check = false;
    uint64_t raw = blocks->iter.block.uncompressed_size;
    if (block->uncompressed_size == LZMA_VLI_UNKNOWN) {
        block->uncompressed_size = raw;
    }
    if (block->uncompressed_size != raw ||
        lzma_block_compressed_size(block, blocks->iter.block.unpadded_size) != LZMA_OK) {
        return LZMA_DATA_ERROR;
    }
    if (lzma_raw_decoder_memusage(blocks->filters) > HOST_CODEC_MEMORY) {
        return LZMA_MEMLIMIT_ERROR;
    }
    blocks->at = XZ_BLOCK;
    return lzma_block_decoder(&blocks->stream, block);
}

/* Collects the header of a block, which comes in pieces. Its first byte gives its length, 8 to 1024
 * bytes. */
static lzma_ret step_header(struct host_xz_blocks *blocks, struct host_codec_io *io)
{
    if (io->in.size == 0) {
        return out_of_bytes(io);
    }
    if (blocks->header_size == 0) {
        if (io->in.data[0] == 0) {
            return LZMA_DATA_ERROR; /* the bytes are a table and no block */
        }
        blocks->header[blocks->header_size++] = io->in.data[0];
        take(io, 1);
    }
    size_t whole = lzma_block_header_size_decode(blocks->header[0]);
    size_t part = whole - blocks->header_size;
    part = part < io->in.size ? part : io->in.size;
    memcpy(blocks->header + blocks->header_size, io->in.data, part);
    blocks->header_size += part;
    take(io, part);
    return blocks->header_size < whole ? out_of_bytes(io) : open_block(blocks);
}

/* Ends a block. Tables between blocks are skipped unchecked, because the index was already read
 * from them (codec_xz.c). */
static void end_block(struct host_xz_blocks *blocks)
{
    uint64_t end = blocks->iter.block.compressed_file_offset + blocks->iter.block.total_size;
    if (lzma_index_iter_next(&blocks->iter, LZMA_INDEX_ITER_NONEMPTY_BLOCK)) {
        blocks->at = XZ_TAIL;
        return;
    }
    blocks->skip = blocks->iter.block.compressed_file_offset - end;
    begin_block(blocks);
}

/* Decodes once. liblzma reports the end of the last stream, or that it was cut, only with
 * LZMA_FINISH. */
lzma_ret tti_host_xz_code(lzma_stream *stream, struct host_codec_io *io)
{
    stream->next_in = io->in.data;
    stream->avail_in = io->in.size;
    stream->next_out = io->out;
    stream->avail_out = io->out_size;
    lzma_ret code = lzma_code(stream, io->last ? LZMA_FINISH : LZMA_RUN);
    io->in.data = stream->next_in;
    io->in.size = stream->avail_in;
    io->given.data = io->out;
    io->given.size = io->out_size - stream->avail_out;
    return code;
}

/* Decodes a part of a block. LZMA_BUF_ERROR only says that there was nothing to do. */
static lzma_ret step_block(struct host_xz_blocks *blocks, struct host_codec_io *io)
{
    lzma_ret code = tti_host_xz_code(&blocks->stream, io);
    if (code == LZMA_STREAM_END) {
        end_block(blocks);
        code = LZMA_OK;
    }
    return code == LZMA_BUF_ERROR ? out_of_bytes(io) : code;
}

/* Decodes one step. The end comes only with the last piece, as from liblzma's own decoder. */
lzma_ret tti_host_xz_blocks_step(struct host_xz_blocks *blocks, struct host_codec_io *io)
{
    switch (blocks->at) {
    case XZ_SKIP:
        return step_skip(blocks, io);
    case XZ_HEADER:
        return step_header(blocks, io);
    case XZ_BLOCK:
        return step_block(blocks, io);
    case XZ_TAIL:
        break;
    }
    take(io, io->in.size);
    return io->last ? LZMA_STREAM_END : LZMA_OK;
}

#endif
